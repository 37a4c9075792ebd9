"""Programs and terms of other tools."""

from pathlib import Path

import pytest

import calipers
from calipers import Expression, Verdict, maximum, minimum, select, variable

ROOT = Path(__file__).resolve().parents[3]


def values(expression, **numbers):
    """The value of a term, evaluated here."""
    operands = [values(operand, **numbers) for operand in expression.operands]
    match expression.operator:
        case None:
            return numbers[expression.name] if expression.constant is None else expression.constant
        case "+":
            return sum(operands)
        case "*":
            product = 1
            for operand in operands:
                product *= operand
            return product
        case "min":
            return min(operands)
        case "max":
            return max(operands)
        case "select":
            return operands[1] if operands[0] else operands[2]
        case "<=":
            return int(operands[0] <= operands[1])
        case "==":
            return int(operands[0] == operands[1])
    a, b = operands
    if b == 0:
        return a if expression.operator in ("mod", "truncmod") else 0
    quotient = {
        "floordiv": a // b,
        "mod": a // b,
        "ceildiv": -(-a // b),
        "truncdiv": abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1),
    }
    quotient["truncmod"] = quotient["truncdiv"]
    quotient = quotient[expression.operator]
    return a - b * quotient if expression.operator in ("mod", "truncmod") else quotient


def test_terms_have_parts():
    x, y = variable("x"), variable("y")
    term = (x + 3) // 4
    assert term.operator == "floordiv" and [str(part) for part in term.operands] == ["(+ x 3)", "4"]
    assert x.name == "x" and x.operator is None and x.operands == []
    assert term.name is None and Expression.of(7).name is None
    assert term.is_same((x + 3) // 4) and not term.is_same((y + 3) // 4)
    assert {term: 1}[(x + 3) // 4] == 1
    module = calipers.parse("func.func @f(%t: tensor<?xf32>) { return }")
    assert module["%t"].dim(0).name == "(dim %t 0)"
    other = calipers.parse("func.func @f(%t: tensor<?xf32>) { return }")
    assert module["%t"].dim(0).is_same(module["%t"].dim(0))
    assert not module["%t"].dim(0).is_same(other["%t"].dim(0))


def test_integers_are_no_conditions():
    x = variable("x")
    for wrong in (lambda: x & 7, lambda: (x < 3) & x, lambda: x | (x < 3), lambda: ~x):
        with pytest.raises(ValueError, match="expected a condition"):
            wrong()
    assert str((x <= 3) & ~(x <= 1)) == "(min (<= x 3) (+ 1 (* -1 (<= x 1))))"


def test_sympy_computes_the_same():
    sympy = pytest.importorskip("sympy")
    x, y = variable("x"), variable("y")
    terms = [
        2 * x - y + 3,
        x // 4,
        x // -3,
        x % 5,
        x // y,
        x % y,
        -((-x) // 4),
        Expression.call("ceildiv", x, y),
        Expression.call("truncdiv", x, y),
        Expression.call("truncmod", x, y),
        minimum(x, y, 3) * maximum(x - 1, 2),
        select(x < y, x * x, y),
        select((x <= 2) & ~(y == 1), 1, 0),
        (x < y) + 4,
        # SymPy alone evaluates these to fractions, or to other numbers.
        minimum(2 * x, 4) // 6,
        maximum(2 * x, 4 * y) % 6,
        (x % 4 * 2) % 6,
        select(y >= 0, 8, 2) // 6,
        Expression.call("truncdiv", select(y >= 0, x, -2), 6),
    ]
    for term in terms:
        converted = calipers.to_sympy(term)
        back = calipers.from_sympy(converted)
        for a in range(-7, 8, 2):
            for b in (-3, -1, 0, 1, 4):
                assigned = {"x": a, "y": b}
                wanted = values(term, **assigned)
                symbols = {sympy.Symbol(name, integer=True): sympy.Integer(value) for name, value in assigned.items()}
                assert converted.xreplace(symbols) == wanted, (str(term), converted, assigned)
                # Where SymPy divides by 0, its expression has no value that could be converted.
                if b != 0:
                    assert values(back, **assigned) == wanted, (str(term), str(back), assigned)


def test_sympy_relations_are_conditions():
    sympy = pytest.importorskip("sympy")
    n = sympy.Symbol("n", integer=True)
    analysis = calipers.Analysis(calipers.parse(""))
    condition = calipers.from_sympy((n >= 1) & (n < 10))
    analysis.assume(condition)
    assert analysis.prove(calipers.from_sympy(sympy.floor((n + 7) / 8) <= 2)) == Verdict.PROVED
    assert analysis.prove(calipers.from_sympy(sympy.Ne(n, 0))) == Verdict.PROVED
    relation = calipers.to_sympy(variable("n") <= 4)
    assert relation == sympy.Le(n, 4)
    for wrong in (sympy.sqrt(n), n / 2, sympy.pi, sympy.sin(n)):
        with pytest.raises(ValueError):
            calipers.from_sympy(wrong)


def test_names_stand_for_one_value():
    sympy = pytest.importorskip("sympy")
    with pytest.raises(ValueError, match="two different symbols are named `n`"):
        calipers.from_sympy(sympy.Symbol("n", integer=True) - sympy.Dummy("n"))
    module = calipers.parse("func.func @f(%n: index) { return }\nfunc.func @g(%n: index) { return }")
    first, second = module.arguments("f")[0], module.arguments("g")[0]
    with pytest.raises(ValueError, match="two different values are named `%n`"):
        calipers.to_sympy(first - second)


def test_names_of_sympy_can_be_values():
    sympy = pytest.importorskip("sympy")
    module = calipers.parse("func.func @f(%n: index) {\n  %m = arith.addi %n, %n : index\n  return\n}")
    n = sympy.Symbol("n", integer=True)
    claim = calipers.from_sympy(2 * n, {"n": module["%n"].expression()}) == module["%m"]
    assert calipers.Analysis(module).prove(claim) == Verdict.PROVED
    assert calipers.to_sympy(module["%n"] + 1, {"%n": n}) == n + 1


def test_dimensions_of_jax():
    jax = pytest.importorskip("jax")
    from jax import export

    b, n = export.symbolic_shape("b, n")
    terms = {"b": variable("b"), "n": variable("n")}
    dims = [b, 2 * b * n - 1, b * b, b // 2, b % 3, -(-n // 4), jax.core.max_dim(b, n), jax.core.min_dim(b - 1, 4)]
    for dim in dims:
        term = calipers.from_jax_dim(dim, terms)
        assert calipers.to_jax_dim(term, {"b": b, "n": n}) == dim, (str(dim), str(term))
    with pytest.raises(ValueError, match="positive"):
        calipers.to_jax_dim(terms["b"] // terms["n"], {"b": b, "n": n})
    with pytest.raises(ValueError, match="no counterpart"):
        calipers.to_jax_dim(terms["b"] <= 3, {"b": b})


def test_programs_of_jax():
    jax = pytest.importorskip("jax")
    jnp = jax.numpy
    from jax import export

    b, n = export.symbolic_shape("b, n")

    def f(x, unused, y):
        return jnp.concatenate([x, y], axis=0), x.reshape(-1)

    exported = export.export(jax.jit(f))(
        jax.ShapeDtypeStruct((b, 2 * n), jnp.float32),
        jax.ShapeDtypeStruct((n,), jnp.float32),
        jax.ShapeDtypeStruct((b + 1, 2 * n), jnp.float32),
    )
    module = calipers.from_jax(exported)
    terms, given = calipers.jax_dims(exported, module)
    assert sorted(terms) == ["b", "n"]
    # The program computes sizes as 32-bit integers, which JAX assumes not to overflow.
    analysis = calipers.Analysis(module, overflow="ignore")
    for condition in given:
        analysis.assume(condition)
    joined, flat = module.returned("main")
    for value, aval in zip((joined, flat), exported.out_avals):
        for dim, size in enumerate(aval.shape):
            claim = value.dim(dim) == calipers.from_jax_dim(size, terms)
            assert analysis.prove(claim) == Verdict.PROVED, (str(size), analysis.why(claim))
    lowered = jax.jit(lambda x: x + 1).lower(jax.ShapeDtypeStruct((4,), jnp.float32))
    assert calipers.from_jax(lowered).returned()[0].shape == [4]


def test_constraints_of_jax():
    jax = pytest.importorskip("jax")
    from jax import export

    constraints = ["b >= 3", "c <= 2*b", "mod(c, 4) == 0", "max(b, c) <= 99"]
    b, c = export.symbolic_shape("b, c", constraints=constraints)
    f = jax.jit(lambda x, y: jax.numpy.concatenate([x, y]))
    shapes = [jax.ShapeDtypeStruct((size,), "float32") for size in (b, c)]
    exported = export.export(f)(*shapes)
    module = calipers.from_jax(exported)
    terms, given = calipers.jax_dims(exported, module)
    analysis = calipers.Analysis(module, overflow="ignore")
    assert analysis.prove(terms["b"] >= 3) == Verdict.UNKNOWN
    for condition in given:
        analysis.assume(condition)
    for condition in (terms["b"] >= 3, terms["c"] <= 2 * terms["b"], terms["c"] % 4 == 0):
        assert analysis.prove(condition) == Verdict.PROVED
    (result,) = module.returned()
    assert (analysis.range(result.dim(0)).lower, analysis.range(result.dim(0)).upper) == (7, 195)


def test_models():
    module = calipers.from_onnx(ROOT / "tests/onnx/attention.onnx")
    assert module.ops() and module.arguments()
    same = calipers.from_onnx((ROOT / "tests/onnx/attention.onnx").read_bytes())
    assert str(same) == str(module)
    assert str(calipers.load(ROOT / "examples/tiled_matmul.mlir"))
    with pytest.raises(ValueError):
        calipers.from_onnx(b"no model")


def test_models_as_objects():
    onnx = pytest.importorskip("onnx")
    model = onnx.load(ROOT / "tests/onnx/branch.onnx")
    assert calipers.from_onnx(model).ops()
