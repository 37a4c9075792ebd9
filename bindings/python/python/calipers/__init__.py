"""Sound bounds of values in compiler programs, with proofs.

>>> import calipers
>>> module = calipers.parse('''
... func.func @tile(%n: index, %i: index) {
...   %size = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 32)>(%i)[%n]
...   %end = arith.addi %i, %size : index
...   return
... }''')
>>> analysis = calipers.Analysis(module)
>>> analysis.range(module["%size"]).upper
32
>>> analysis.prove(module["%end"] <= module["%n"])
Verdict.PROVED
>>> str(analysis.upper(module["%end"], terms=[module["%n"]]))
'%n'

Python's operators build terms; `//` and `%` round down. A comparison is a term, too:
``prove`` decides whether it holds. On conditions `&`, `|` and `~` are "and", "or" and "not".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Union

from ._calipers import (
    Analysis,
    Expression,
    IntegerRange,
    Module,
    Op,
    Picture,
    Range,
    Rules,
    Value,
    Verdict,
    __version__,
)
from .interop import (
    from_jax,
    from_jax_dim,
    from_onnx,
    from_sympy,
    jax_dims,
    load,
    to_jax_dim,
    to_sympy,
)

if TYPE_CHECKING:
    import numpy
    from typing import SupportsIndex

    Operand = Union[Expression, Value, SupportsIndex]

__all__ = [
    "Analysis",
    "Expression",
    "IntegerRange",
    "Module",
    "Op",
    "Picture",
    "Range",
    "Rules",
    "Value",
    "Verdict",
    "__version__",
    "from_jax",
    "from_jax_dim",
    "from_onnx",
    "from_sympy",
    "jax_dims",
    "load",
    "members",
    "minimum",
    "maximum",
    "parse",
    "select",
    "table",
    "to_jax_dim",
    "to_sympy",
    "variable",
]


def parse(source: str, file: str = "<string>", *, rules: Union[Rules, None] = None, lenient: bool = False) -> Module:
    """Parses a program in MLIR's syntax; `file` is its name in messages.

    `rules` may declare how ops are written. With `lenient`, an op that can't be read is kept as text, nothing is assumed
    about it, and `Module.unread` has a warning.

    Raises ValueError with the place, the line and a caret if it can't be read.
    """
    return Module(source, file, rules=rules, lenient=lenient)


def variable(name: str) -> Expression:
    """An integer variable that no program defines: the same for the same name.

    Raises ValueError if the name would read as something else in a term, as "12" and "a b" would.
    """
    return Expression.variable(name)


def minimum(*operands: Operand) -> Expression:
    """The minimum of terms."""
    return Expression.call("min", *operands)


def maximum(*operands: Operand) -> Expression:
    """The maximum of terms."""
    return Expression.call("max", *operands)


def select(condition: Operand, then: Operand, otherwise: Operand) -> Expression:
    """`then` if the condition holds, else `otherwise`."""
    return Expression.call("select", condition, then, otherwise)


def table(analysis: Analysis) -> numpy.ndarray:
    """The ranges of all integers and dimensions of the program, as a structured array:
    `name`, `lower`, `upper`, `modulus`, `residue`.

    If a range has no lower end within 64 bits, `lower` is the least 64-bit integer; likewise for
    `upper` and the greatest one.
    """
    import numpy

    ends = numpy.iinfo(numpy.int64)
    rows = [
        (name, ends.min if lower is None else lower, ends.max if upper is None else upper, modulus, residue)
        for name, lower, upper, modulus, residue in analysis.rows()
    ]
    integer = numpy.int64
    return numpy.array(
        rows,
        dtype=[("name", object), ("lower", integer), ("upper", integer), ("modulus", integer), ("residue", integer)],
    )


def members(range: Range, numbers: numpy.ndarray) -> numpy.ndarray:
    """Tests which numbers lie in a range; returns an array of bools of the same shape."""
    import numpy

    numbers = numpy.asarray(numbers)
    if range.is_empty:
        return numpy.zeros(numbers.shape, bool)
    inside = numpy.ones(numbers.shape, bool)
    if range.lower is not None:
        inside &= numbers >= range.lower
    if range.upper is not None:
        inside &= numbers <= range.upper
    if range.modulus > 1:
        inside &= numbers % range.modulus == range.residue
    return inside
