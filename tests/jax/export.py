"""Exports programs with symbolic dimensions from JAX as StableHLO, into the folder of this script.

    pip install jax
    JAX_PLATFORMS=cpu python tests/jax/export.py

Next to each program the script writes a table of the shapes that JAX computes for its results, with numbers for the
symbols: `NAME.shapes`, a line for each choice, `size=number … : shape shape …`, with every dynamic size of the
arguments, in order.
"""

import itertools
import pathlib

import jax
import jax.numpy as jnp
import numpy as np
from jax import export
from jax._src.interpreters import mlir
from jax._src.lib.mlir import ir

HERE = pathlib.Path(__file__).parent


def array(*shape):
    return jax.ShapeDtypeStruct(shape, jnp.float32)


def mlp(x, w1, b1, w2, b2):
    return jax.nn.relu(x @ w1 + b1) @ w2 + b2


def attention(x, wq, wk, wv, wo):
    """Four heads with a causal mask, a residual connection and a layer norm."""
    batch, length, width = x.shape
    heads = 4

    def split(w):
        return (x @ w).reshape(batch, length, heads, width // heads).transpose(0, 2, 1, 3)

    query, key, value = split(wq), split(wk), split(wv)
    scores = query @ key.transpose(0, 1, 3, 2) / jnp.sqrt(width // heads)
    scores = jnp.where(jnp.tril(jnp.ones((length, length), dtype=bool)), scores, -1e9)
    mixed = jax.nn.softmax(scores, axis=-1) @ value
    y = x + mixed.transpose(0, 2, 1, 3).reshape(batch, length, width) @ wo
    mean = y.mean(-1, keepdims=True)
    return (y - mean) / jnp.sqrt(((y - mean) ** 2).mean(-1, keepdims=True) + 1e-5)


def convolution(x, w1, w2):
    dims = ("NHWC", "HWIO", "NHWC")
    y = jax.nn.relu(jax.lax.conv_general_dilated(x, w1, (1, 1), "SAME", dimension_numbers=dims))
    y = jax.lax.reduce_window(y, -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    y = jax.lax.conv_general_dilated(y, w2, (2, 2), "VALID", dimension_numbers=dims)
    return y, y.mean((1, 2))


def reshaping(x):
    """Flattening, doubling and padding."""
    batch, length, width = x.shape
    flat = x.reshape(batch * length, width)
    twice = jnp.concatenate([flat, flat], 0).reshape(2 * batch, length, width)
    return twice, jnp.pad(x, ((0, 0), (1, 2), (0, 0))), jnp.arange(length)


def encoder(ids, table, w1, w2):
    """An embedding by gather, a loop over layers, a classification of the first token."""
    x = table[ids]
    x = jax.lax.fori_loop(0, 3, lambda _, y: y + jax.nn.gelu(y @ w1) @ w2, x)
    return x[:, 0], jnp.argmax(x, -1)


def branches(x):
    """A conditional, a switch, and a loop with a sum in its exit condition."""
    y = jax.lax.cond(x.sum() > 0, lambda x: x + 1, lambda x: x * 2, x)
    z = jax.lax.switch(jnp.int32(x.sum()), [lambda x: x, lambda x: -x, lambda x: x * 3], y)
    return jax.lax.while_loop(lambda c: (c[0] < 10) & (c[1].sum() < 100), lambda c: (c[0] + 1, c[1] * 2), (0, z))


def recurrent(x, w, u):
    """A scan over a sequence that returns all states."""
    def step(h, xt):
        h = jnp.tanh(xt @ w + h @ u)
        return h, h

    h, states = jax.lax.scan(step, jnp.zeros((x.shape[0], 16)), x.transpose(1, 0, 2))
    return h, states.transpose(1, 0, 2)


def windows(x, w):
    """Pooling and a convolution whose paddings depend on the sizes, and prefix sums."""
    dims = ("NWC", "WIO", "NWC")
    pooled = jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1, 3, 1), (1, 2, 1), "SAME")
    strided = jax.lax.conv_general_dilated(x, w, (2,), "SAME", dimension_numbers=dims)
    return pooled, strided, jnp.cumsum(x, 1)


def slicing(x):
    """Slices with steps, from the end, and padding to a multiple."""
    batch, length, width = x.shape
    blocks = x[:, :length // 4 * 4].reshape(batch, length // 4, 4, width)
    padded = jnp.pad(x, ((0, 0), (0, -length % 4), (0, 0)))
    return x[:, ::2], x[:, 1:-1:3], x[:, -4:], blocks, padded, jnp.sort(x, 1), jax.lax.top_k(x, 2)


def masked(x, w, mask):
    """Attention with a mask of batch size, and one projection for query, key and value."""
    batch, length, width = x.shape
    parts = (x @ w).reshape(batch, length, 3, 4, width // 4)
    query, key, value = (parts[:, :, n].transpose(0, 2, 1, 3) for n in range(3))
    scores = jnp.where(mask[:, None, None, :], query @ key.swapaxes(-1, -2), -1e9)
    mixed = jax.nn.softmax(scores) @ value
    return mixed.transpose(0, 2, 1, 3).reshape(batch, length, width), scores


def joined(x, y):
    """Concatenation, stacking and repetition."""
    return jnp.concatenate([x, y, x], 1), jnp.stack([x, x], 0), jnp.tile(y, (2, 3)), jnp.repeat(x, 2, axis=0)


def products(a, b):
    """Contractions by `einsum`."""
    return jnp.einsum("bij,bjk->bki", a, b), jnp.einsum("bij,bij->b", a, a), jnp.einsum("bii->bi", a)


def strided(x, w):
    """Convolutions with strides, dilations and paddings, and a transposed one."""
    dims = ("NWC", "WIO", "NWC")

    def by(strides, padding, **rest):
        return jax.lax.conv_general_dilated(x, w, strides, padding, dimension_numbers=dims, **rest)

    return (by((1,), "VALID"), by((3,), [(2, 1)]), by((1,), "SAME", rhs_dilation=(2,)),
            by((1,), [(1, 1)], lhs_dilation=(2,)),
            jax.lax.conv_transpose(x, w, (2,), "SAME", dimension_numbers=dims))


def multiples(x):
    """Reshapes and a split of a length that is declared as a multiple."""
    batch, length = x.shape
    return x.reshape(batch, 4, length // 4), x.reshape(-1, 4), jnp.split(x, 4, axis=1)


def kinds(x, y, z):
    """Elements of many types."""
    narrow = x.astype(jnp.float8_e4m3fn).astype(jnp.float32)
    whole = jax.lax.complex(z.real + narrow[..., None], z.imag)
    return whole, jnp.conj(whole), jax.lax.bitcast_convert_type(x, jnp.int16), y.astype(jnp.int4), y.astype(jnp.uint8) >> 1


def placed(x, w):
    """Sharding annotations."""
    mesh = jax.sharding.Mesh(np.array(jax.devices()[:1]), ("d",))
    place = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("d"))
    return jax.nn.relu(jax.lax.with_sharding_constraint(x @ w, place))


def pooled(x):
    """Windows with strides, whose paddings depend on the sizes, and dilated ones."""
    def window(size, stride, padding, **rest):
        return jax.lax.reduce_window(
            x, -jnp.inf, jax.lax.max, (1, size, 1), (1, stride, 1), padding, **rest)

    return (window(3, 3, "VALID"), window(5, 3, "VALID"), window(3, 3, "SAME"), window(4, 2, "SAME"),
            window(3, 1, "VALID", window_dilation=(1, 2, 1)), window(3, 2, "VALID", base_dilation=(1, 2, 1)))


def padded(x):
    """Padding that is negative, interior, in front, and to multiples; rolling."""
    batch, length = x.shape
    whole = (length + 15) // 16 * 16
    blocks = jnp.pad(x, ((0, 0), (0, -length % 8))).reshape(batch, (length + 7) // 8, 8)
    return (jax.lax.pad(x, 0.0, ((2, 0, 1), (-1, 3, 3))), blocks, jnp.pad(x, ((0, 0), (whole - length, 0))),
            jnp.pad(x, ((0, 0), (2, 3)), mode="reflect"), jnp.roll(x, -2, 1))


def halves(x):
    """Parts of a sequence, and slices with steps to the end and to the front."""
    length = x.shape[1]
    even, odd = x[:, ::2], x[:, 1::2]
    return (x[:, :length // 2], x[:, length // 2:], x[:, length // 4 * 4:], even, odd,
            jnp.concatenate([even, odd], 1), x[:, ::-2], x[:, 2:-1:3], jnp.linspace(0.0, 1.0, 2 * length + 1))


def local(x):
    """Attention within blocks of 8 and the block before, with padding."""
    batch, length, width = x.shape
    rest = -length % 8
    count = (length + rest) // 8
    y = jnp.pad(x, ((0, 0), (0, rest), (0, 0))).reshape(batch, count, 8, width)
    before = jnp.pad(y, ((0, 0), (1, 0), (0, 0), (0, 0)))[:, :-1]
    keys = jnp.concatenate([before, y], 2)
    scores = jnp.einsum("bnqd,bnkd->bnqk", y, keys)
    mixed = jnp.einsum("bnqk,bnkd->bnqd", scores, keys).reshape(batch, count * 8, width)
    return scores, mixed[:, :length]


def patches(x, w):
    """Patches of 4 by 4, with a token in front, and their place in the image again."""
    batch, height, width, depth = x.shape
    rows, columns = height // 4, width // 4
    y = x.reshape(batch, rows, 4, columns, 4, depth).transpose(0, 1, 3, 2, 4, 5).reshape(batch, -1, 16 * depth)
    tokens = jnp.concatenate([jnp.zeros((batch, 1, 8)), y @ w], 1)
    image = tokens[:, 1:].reshape(batch, rows, columns, 8)
    return tokens, image, jnp.repeat(jnp.repeat(image, 2, 1), 2, 2)


def carried(x):
    """A loop whose body and start have sizes from different values."""
    return jax.lax.while_loop(
        lambda y: y.sum() < 10, lambda y: jnp.concatenate([y[:, 1:], y[:, :1]], 1), x)


def rolled(x, k):
    """Rotations by a number that an argument gives, by a size, and by half of a size."""
    return jnp.roll(x, k, 1), jnp.roll(x, x.shape[0], 1), jnp.fft.fftshift(x, 1)


def partitioned(x):
    """Windows of a picture and back, blocks of two by two as features, and those as one list."""
    batch, height, width, features = x.shape
    windows = x.reshape(batch, height // 8, 8, width // 8, 8, features).transpose(0, 1, 3, 2, 4, 5)
    windows = windows.reshape(-1, 64, features)
    whole = windows.reshape(batch, height // 8, width // 8, 8, 8, features)
    whole = whole.transpose(0, 1, 3, 2, 4, 5).reshape(batch, height, width, features)
    blocks = x.reshape(batch, height // 2, 2, width // 2, 2, features).transpose(0, 1, 3, 2, 4, 5)
    blocks = blocks.reshape(batch, height // 2, width // 2, 4 * features)
    return windows, whole, blocks, blocks.reshape(batch, -1, 4 * features)


def normalized(x):
    """A norm over groups of features, and the features repeated as often as there are examples."""
    batch, height, width, features = x.shape
    y = x.reshape(batch, height * width, 8, features // 8)
    y = (y - y.mean((1, 3), keepdims=True)) / (y.std((1, 3), keepdims=True) + 1e-5)
    return y, y.reshape(x.shape), jnp.tile(x[:, 0, 0], (1, batch))


def cached(cache, x, start):
    """The keys of earlier tokens with new ones, and a scan over chunks of them."""
    batch, length, width = cache.shape
    updated = jax.lax.dynamic_update_slice(cache, x, (0, start, 0))
    moved = jnp.concatenate([cache, x], 1)[:, -length:]
    chunks = updated.reshape(batch, length // 8, 8, width).transpose(1, 0, 2, 3)
    last, states = jax.lax.scan(lambda h, c: (h + c.sum(1), h), jnp.zeros((batch, width)), chunks)
    return updated, moved, last, states, jnp.repeat(states, 8, 0)


def flattened(x):
    """Pictures after pooling, as a list of pixels."""
    for _ in range(2):
        x = jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
    return x.reshape(-1, 3)


def twice_padded(x):
    """Padding to multiples of 16 and of 8, and what the one has more than the other."""
    length = x.shape[1]
    longer = jnp.pad(x, ((0, 0), (0, -length % 16)))
    shorter = jnp.pad(x, ((0, 0), (0, -length % 8)))
    return longer, shorter, longer[:, shorter.shape[1]:], jnp.concatenate([longer, shorter], 1)


def ragged(x):
    """Three parts of nearly the same size, and steps through a list whose length leaves a rest of 4 by 8."""
    batch, length = x.shape
    first, second = (length + 2) // 3, (length + 1) // 3
    parts = x[:, :first], x[:, first : first + second], x[:, first + second :]
    return *parts, x[:, ::8], x[:, 1::8], x[:, :-4].reshape(-1, 8)


def blocked(x, y):
    """Blocks of a symbolic size: quotients by it, rounded down and up, and what is left."""
    n, b = x.shape[0], y.shape[0]
    blocks = (n + b - 1) // b
    return (
        jnp.pad(x, (0, blocks * b - n)).reshape(blocks, b),
        x[: n // b],
        jnp.zeros((-(-n // b), 2)),
        jnp.zeros((n % b + 1,)),
        jnp.zeros((n // (2 * b) + 1,)),
    )


def kernels(w, x):
    """Convolutions and windows whose size is symbolic."""
    m, n = w.shape[0], x.shape[0]

    def convolved(stride, padding):
        return jax.lax.conv_general_dilated(x[None, None], w[None, None], (stride,), padding)

    return (
        convolved(1, "VALID"),
        convolved(2, "VALID"),
        convolved(1, "SAME"),
        jax.lax.reduce_window(x, 0.0, jax.lax.add, (m,), (2,), "VALID"),
        jnp.pad(w, (0, n - m)),
    )


def kept(x):
    """Loops that carry tensors whose sizes are not those of an argument."""
    n = x.shape[0]

    def moved(_, carried):
        return jnp.pad(carried[1:], ((0, 1), (0, 0)))

    first = jax.lax.fori_loop(0, n // 2, moved, jnp.pad(x, ((0, -n % 4), (0, 0))))
    second = jax.lax.fori_loop(
        0, 3, lambda _, c: jnp.concatenate([c[n:], c[:n]]), jnp.concatenate([x, x])
    )
    return first, second


def parts(x):
    """Differences of quotients."""
    n = x.shape[0]
    return (
        x[n // 4 : n // 2],
        x[2 * n // 3 :],
        x[n // 3 : 2 * n // 3],
        x[: n // 2 + n // 4 - n // 8],
        jnp.zeros(((n // 2 + (n + 1) // 2) // 3,)),
    )


def programs():
    """Yields name, function, symbols, constraints, and arguments in terms of the symbols."""
    weight = array(16, 16)
    yield "mlp", mlp, "b", [], lambda b: (
        array(b, 16), array(16, 32), array(32), array(32, 4), array(4))
    yield "attention", attention, "b, s", [], lambda b, s: (array(b, s, 16),) + (weight,) * 4
    yield "convolution", convolution, "b, h, w", ["h >= 8", "w >= 8"], lambda b, h, w: (
        array(b, h, w, 3), array(3, 3, 3, 8), array(3, 3, 8, 4))
    yield "reshaping", reshaping, "b, s", ["s <= 1024"], lambda b, s: (array(b, s, 16),)
    yield "encoder", encoder, "b, s", [], lambda b, s: (
        jax.ShapeDtypeStruct((b, s), jnp.int32), array(50, 16), array(16, 24), array(24, 16))
    yield "branches", branches, "b, s", [], lambda b, s: (array(b, s),)
    yield "recurrent", recurrent, "b, s", [], lambda b, s: (
        array(b, s, 8), array(8, 16), array(16, 16))
    yield "windows", windows, "b, s", ["s >= 8"], lambda b, s: (array(b, s, 4), array(5, 4, 8))
    yield "masked", masked, "b, s", [], lambda b, s: (
        array(b, s, 16), array(16, 48), jax.ShapeDtypeStruct((b, s), jnp.bool_))
    yield "joined", joined, "a, b, c", [], lambda a, b, c: (array(a, b), array(a, c))
    yield "products", products, "b, i, k", [], lambda b, i, k: (array(b, i, i), array(b, i, k))
    yield "strided", strided, "b, s", ["s >= 8"], lambda b, s: (array(b, s, 4), array(3, 4, 6))
    yield "multiples", multiples, "b, s", [], lambda b, s: (array(b, 4 * s),)
    yield "kinds", kinds, "b, s", [], lambda b, s: (
        jax.ShapeDtypeStruct((b, s), jnp.bfloat16), jax.ShapeDtypeStruct((s,), jnp.int8),
        jax.ShapeDtypeStruct((b, s, 2), jnp.complex64))
    yield "placed", placed, "b, s", [], lambda b, s: (array(b, s, 8), array(8, 8))
    yield "pooled", pooled, "b, s", ["s >= 8"], lambda b, s: (array(b, s, 4),)
    yield "padded", padded, "b, s", ["s >= 8"], lambda b, s: (array(b, s),)
    yield "halves", halves, "b, s", ["s >= 8"], lambda b, s: (array(b, s),)
    yield "local", local, "b, s", [], lambda b, s: (array(b, s, 16),)
    yield "patches", patches, "b, h, w", [], lambda b, h, w: (array(b, 4 * h, 4 * w, 3), array(48, 8))
    yield "carried", carried, "b, s", [], lambda b, s: (array(b, s),)
    yield "rolled", rolled, "b, s", [], lambda b, s: (
        array(b, s), jax.ShapeDtypeStruct((), jnp.int32))
    yield "partitioned", partitioned, "b, h, w, c", [], lambda b, h, w, c: (
        array(b, 8 * h, 8 * w, c),)
    yield "normalized", normalized, "b, h, w, g", [], lambda b, h, w, g: (array(b, h, w, 8 * g),)
    yield "cached", cached, "b, k, t", ["8*k >= t"], lambda b, k, t: (
        array(b, 8 * k, 16), array(b, t, 16), jax.ShapeDtypeStruct((), jnp.int32))
    yield "flattened", flattened, "h, w", [], lambda h, w: (array(1, h, w, 3),)
    yield "twice_padded", twice_padded, "b, s", [], lambda b, s: (array(b, s),)
    yield "ragged", ragged, "b, s", [], lambda b, s: (array(b, 8 * s + 4),)
    yield "blocked", blocked, "n, b", ["n <= 1000000", "b <= 128"], lambda n, b: (
        array(n), array(b))
    yield "kernels", kernels, "m, k", [], lambda m, k: (array(m), array(m + k))
    yield "kept", kept, "n", ["n <= 1000"], lambda n: (array(n, 4),)
    yield "parts", parts, "n", ["n >= 8"], lambda n: (array(n),)
    yield "slicing", slicing, "b, s", ["s >= 8"], lambda b, s: (array(b, s, 4),)


def shape_text(value):
    return "x".join(map(str, value.shape)) or "scalar"


for name, function, symbols, constraints, arguments in programs():
    scope = export.symbolic_shape(symbols, constraints=constraints)
    given = arguments(*scope)
    exported = export.export(jax.jit(function))(*given)
    with mlir.make_ir_context():
        text = str(ir.Module.parse(exported.mlir_module()))
    (HERE / f"{name}.mlir").write_text(text)
    lines = []
    for numbers in itertools.product([8, 9, 13], repeat=len(scope)):
        concrete = arguments(*numbers)
        results = jax.tree.leaves(jax.eval_shape(function, *concrete))
        sizes = (pair for of, to in zip(given, concrete) for pair in zip(of.shape, to.shape))
        choice = " ".join(
            f"{size}={number}".replace(" ", "") for size, number in sizes if not isinstance(size, int)
        )
        lines.append(f"{choice} : " + " ".join(map(shape_text, results)))
    (HERE / f"{name}.shapes").write_text("\n".join(lines) + "\n")
