"""Programs and terms of other tools: JAX, ONNX and SymPy.

Each function imports the tool that it converts from or to when it is called; none of them is needed otherwise.
"""

from __future__ import annotations

import ast
import operator
import os
import re
from importlib import import_module
from typing import Any, Callable, Mapping, Optional, Sequence, Union

from ._calipers import Expression, Module, Rules

Terms = Mapping[str, Expression]
"""The terms for the names of another tool."""

Build = Callable[..., Any]


def load(path: Union[str, os.PathLike[str]], *, rules: Optional[Rules] = None, lenient: bool = False) -> Module:
    """Reads a program file: MLIR's text or bytecode, or a model `*.onnx`. `rules` and `lenient` are those of `parse`."""
    name = os.fspath(path)
    with open(name, "rb") as file:
        return Module.from_bytes(file.read(), name, rules=rules, lenient=lenient)


def from_onnx(model: Any) -> Module:
    """Reads an ONNX model: the path of a file, its bytes, or an `onnx.ModelProto`."""
    if isinstance(model, (str, os.PathLike)):
        return load(model)
    if hasattr(model, "SerializeToString"):
        model = model.SerializeToString()
    if not isinstance(model, bytes):
        raise ValueError(
            f"expected a path, the bytes of a model or an onnx.ModelProto, not {type(model).__name__}"
        )
    return Module.from_bytes(model, "model.onnx")


def from_jax(exported: Any) -> Module:
    """Reads what JAX exported (`jax.export.export(f)(…)`) or lowered (`jax.jit(f).lower(…)`), as StableHLO.

    `jax_dims` has the symbolic dimensions of an exported function as terms of the program.
    """
    if hasattr(exported, "mlir_module"):
        return Module(exported.mlir_module(), f"{exported.fun_name}.mlir")
    if hasattr(exported, "as_text"):
        return Module(exported.as_text(), "lowered.mlir")
    raise ValueError(
        "expected an exported or a lowered function of JAX: `jax.export.export(f)(…)` or `jax.jit(f).lower(…)`"
    )


def jax_dims(exported: Any, module: Module) -> tuple[dict[str, Expression], list[Expression]]:
    """The symbolic dimensions of an exported function: a term for each name, and the conditions to assume.

    A name that is a size of an argument by itself is that size, another one is a new variable. A condition states that
    a size is the expression in its type, that names are at least 1, or a constraint that the program checks.
    """
    # JAX drops arguments that the function does not use.
    arguments = module.arguments("main")
    kept = [exported.in_avals[number] for number in exported.module_kept_var_idx]
    sizes = [
        (str(size), argument.dim(dim))
        for argument, aval in zip(arguments[len(arguments) - len(kept) :], kept)
        for dim, size in enumerate(aval.shape)
        if not isinstance(size, int)
    ]
    terms: dict[str, Expression] = {}
    for text, size in sizes:
        if text.isidentifier():
            terms.setdefault(text, size)
    names = [name for text, _ in sizes for name in _names(text)]
    for name in names:
        terms.setdefault(name, Expression.variable(name))
    given = [term >= 1 for term in terms.values()]
    for text, size in sizes:
        if not size.is_same(terms.get(text, size)) or not text.isidentifier():
            given.append(size == _parsed(text, terms))
    given += _checked(exported.mlir_module(), terms)
    return terms, given


def _checked(program: str, terms: Terms) -> list[Expression]:
    """The constraints that an exported program checks, from the messages of its checks; without those on other names."""
    messages = re.findall(r"symbolic shape constraint ([^\"]+?)\. Expected ", program)
    found = []
    for text in dict.fromkeys(messages):
        left, sign, right = re.split("(>=|<=|==)", text, maxsplit=1)
        if all(name in terms for side in (left, right) for name in _names(side.strip())):
            build: Build = {">=": operator.ge, "<=": operator.le, "==": operator.eq}[sign]
            found.append(build(_parsed(left.strip(), terms), _parsed(right.strip(), terms)))
    return found


def from_jax_dim(dim: Any, terms: Terms) -> Expression:
    """A dimension of JAX as a term. `terms` has the terms for its names, such as those of `jax_dims`."""
    return _parsed(str(dim), terms)


def to_jax_dim(expression: Any, dims: Mapping[str, Any]) -> Any:
    """A term as a dimension of JAX. `dims` has the dimensions for the names of variables and columns in it.

    Raises ValueError for a term that is no dimension of JAX: a comparison, a selection, a division rounded to zero.
    """
    jax: Any = import_module("jax")

    def least(first: Any, *rest: Any) -> Any:
        for other in rest:
            first = jax.core.min_dim(first, other)
        return first

    def greatest(first: Any, *rest: Any) -> Any:
        for other in rest:
            first = jax.core.max_dim(first, other)
        return first

    def divisor(number: Any) -> Any:
        if not isinstance(number, int) or number <= 0:
            raise ValueError(f"a dimension of JAX is divided by positive numbers only, not by {number}")
        return number

    build: dict[str, Build] = {
        "+": _sum,
        "*": _product,
        "floordiv": lambda a, b: a // divisor(b),
        "ceildiv": lambda a, b: -(-a // divisor(b)),
        "mod": lambda a, b: a % divisor(b),
        "min": least,
        "max": greatest,
    }
    return _converted(Expression.of(expression), build, dims, int, "a dimension of JAX")


def _name(key: Any) -> str:
    """The name in a key of a mapping: the key, or that of a symbol."""
    name = getattr(key, "name", key)
    if not isinstance(name, str):
        raise TypeError(f"expected a name or a symbol as a key, not {key!r}")
    return name


def to_sympy(expression: Any, symbols: Optional[Mapping[str, Any]] = None) -> Any:
    """A term as an expression of SymPy. Variables and columns become integer symbols of their names, unless `symbols`
    has another expression for the name. Conditions become relations; used as integers, 1 and 0.

    Put numbers in with `xreplace`, for all symbols at once: `subs` puts in one after the other, and SymPy simplifies some
    quotients and remainders of minima and selections wrongly in between.
    """
    sympy: Any = import_module("sympy")

    def applied(function: Any, *operands: Any) -> Any:
        # SymPy takes `Min(4, 2*x)/6` for an integer, and a remainder of a remainder for another one: it evaluates only
        # what holds no functions.
        is_plain = not any(it.has(sympy.core.function.Application) for it in operands)
        return function(*operands, evaluate=is_plain)

    def quotient(rounded: Build) -> Build:
        def build(a: Any, b: Any) -> Any:
            value = rounded(a, b) if b != 0 else sympy.Integer(0)
            # A division by 0 is 0.
            return value if b.is_nonzero else sympy.Piecewise((value, sympy.Ne(b, 0)), (0, True))

        return build

    def floor(a: Any, b: Any) -> Any:
        return applied(sympy.floor, a / b)

    def ceiling(a: Any, b: Any) -> Any:
        return applied(sympy.ceiling, a / b)

    def truncated(a: Any, b: Any) -> Any:
        return sympy.Piecewise((floor(a, b), a * b >= 0), (ceiling(a, b), True))

    def rest(rounded: Build) -> Build:
        return lambda a, b: a - b * quotient(rounded)(a, b)

    def modulo(a: Any, b: Any) -> Any:
        return applied(sympy.Mod, a, b) if b.is_nonzero else rest(floor)(a, b)

    def integer(relation: Build) -> Build:
        return lambda a, b: sympy.Piecewise((1, relation(a, b)), (0, True))

    build: dict[str, Build] = {
        "+": sympy.Add,
        "*": sympy.Mul,
        "floordiv": quotient(floor),
        "ceildiv": quotient(ceiling),
        "mod": modulo,
        "truncdiv": quotient(truncated),
        "truncmod": rest(truncated),
        "min": sympy.Min,
        "max": sympy.Max,
        "select": lambda c, a, b: sympy.Piecewise((a, sympy.Ne(c, 0)), (b, True)),
        "<=": integer(sympy.Le),
        "==": integer(sympy.Eq),
    }

    class Symbols(dict[str, Any]):
        def __missing__(self, name: str) -> Any:
            return sympy.Symbol(name, integer=True)

    term = Expression.of(expression)
    leaves = Symbols({_name(key): sympy.sympify(value) for key, value in (symbols or {}).items()})
    if term.operator in ("<=", "=="):
        relation = sympy.Le if term.operator == "<=" else sympy.Eq
        sides = (_converted(side, build, leaves, sympy.Integer, "an expression") for side in term.operands)
        return relation(*sides)
    return _converted(term, build, leaves, sympy.Integer, "an expression")


def from_sympy(expression: Any, terms: Optional[Terms] = None) -> Expression:
    """An expression of SymPy over integers as a term. A symbol that is not in `terms` becomes the variable of its name.

    Raises ValueError for what is no integer arithmetic: fractions, roots, functions other than `floor`, `ceiling`,
    `Mod`, `Min`, `Max`, `Abs` and `Piecewise` that ends in `True`; for two symbols of one name.
    """
    sympy: Any = import_module("sympy")

    known = {_name(key): term for key, term in (terms or {}).items()}

    def number(value: Any) -> Expression:
        return Expression.of(int(value))

    def rounded(operator: str, argument: Any) -> Expression:
        above, below = sympy.fraction(sympy.together(argument))
        if below == 1:
            return read(above)
        return Expression.call(operator, read(above), read(below))

    def power(base: Any, exponent: Any) -> Expression:
        if not (exponent.is_Integer and 0 <= exponent <= 64):
            raise ValueError(f"expected an integer, not the power {base**exponent}")
        return _product(*[read(base)] * int(exponent)) if exponent else number(1)

    def pieces(cases: Sequence[Any]) -> Expression:
        value, condition = cases[-1].args
        if condition != sympy.true:
            raise ValueError("the last case of a Piecewise must be True")
        found = read(value)
        for case in reversed(cases[:-1]):
            found = Expression.call("select", read(case.args[1]), read(case.args[0]), found)
        return found

    relations: dict[Any, Callable[[Expression, Expression], Expression]] = {
        sympy.Le: lambda a, b: a <= b,
        sympy.Lt: lambda a, b: a < b,
        sympy.Ge: lambda a, b: a >= b,
        sympy.Gt: lambda a, b: a > b,
        sympy.Eq: lambda a, b: a == b,
        sympy.Ne: lambda a, b: a != b,
    }
    operators = {sympy.Add: "+", sympy.Mul: "*", sympy.Min: "min", sympy.Max: "max", sympy.Mod: "mod"}
    joined = {sympy.And: "min", sympy.Or: "max"}

    named: dict[str, Any] = {}

    def read(part: Any) -> Expression:
        if part.is_Symbol:
            if named.setdefault(part.name, part) != part:
                raise ValueError(f"two different symbols are named `{part.name}`")
            return known[part.name] if part.name in known else Expression.variable(part.name)
        if part.is_Integer:
            return number(part)
        if part in (sympy.true, sympy.false):
            return number(part == sympy.true)
        kind = part.func
        if kind in relations:
            left, right = part.args
            above, below = sympy.fraction(sympy.together(left - right))
            if below.is_Integer and below > 1:
                # SymPy writes a condition on a quotient as one on a fraction.
                return relations[kind](read(sympy.expand(above, deep=False)), number(0))
            return relations[kind](read(left), read(right))
        if kind in operators or kind in joined:
            name = operators.get(kind) or joined[kind]
            return Expression.call(name, *(read(operand) for operand in part.args))
        if kind == sympy.Not:
            return ~read(part.args[0])
        if kind == sympy.Pow:
            return power(*part.args)
        if kind in (sympy.floor, sympy.ceiling):
            return rounded("floordiv" if kind == sympy.floor else "ceildiv", part.args[0])
        if kind == sympy.Abs:
            inner = read(part.args[0])
            return Expression.call("max", inner, -inner)
        if kind == sympy.Piecewise:
            return pieces(part.args)
        if kind == sympy.ITE:
            return Expression.call("select", *(read(operand) for operand in part.args))
        raise ValueError(f"`{part}` is no integer arithmetic")

    return read(sympy.sympify(expression))


def _sum(*parts: Any) -> Any:
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return total


def _product(*parts: Any) -> Any:
    total = parts[0]
    for part in parts[1:]:
        total = total * part
    return total


def _converted(
    term: Expression,
    build: Mapping[str, Build],
    leaves: Mapping[str, Any],
    number: Callable[[int], Any],
    what: str,
) -> Any:
    """A term, built by the functions for its operators."""
    named: dict[str, Expression] = {}

    def converted(term: Expression) -> Any:
        if term.constant is not None:
            return number(term.constant)
        if term.name is not None:
            if not named.setdefault(term.name, term).is_same(term):
                raise ValueError(f"two different values are named `{term.name}`")
            try:
                return leaves[term.name]
            except KeyError:
                raise ValueError(f"there is no {what} for `{term.name}`") from None
        if term.operator is None or term.operator not in build:
            raise ValueError(f"`{term.operator}` has no counterpart in {what}")
        return build[term.operator](*(converted(operand) for operand in term.operands))

    return converted(term)


def _tree(text: str) -> ast.expr:
    """The syntax tree of a dimension: JAX writes powers as `^`, else as Python does."""
    return ast.parse(text.replace("^", "**"), mode="eval").body


def _names(text: str) -> list[str]:
    functions = {"floordiv", "mod", "max", "min"}
    names = [node.id for node in ast.walk(_tree(text)) if isinstance(node, ast.Name)]
    return [name for name in dict.fromkeys(names) if name not in functions]


def _parsed(text: str, terms: Terms) -> Expression:
    """A dimension of JAX, by its text."""
    functions: dict[str, Build] = {
        "floordiv": lambda a, b: a // b,
        "mod": lambda a, b: a % b,
        "max": lambda *all: Expression.call("max", *all),
        "min": lambda *all: Expression.call("min", *all),
    }
    operators: dict[type, Build] = {
        ast.Add: lambda a, b: a + b,
        ast.Sub: lambda a, b: a - b,
        ast.Mult: lambda a, b: a * b,
        ast.Pow: lambda a, b: _product(*[a] * b.constant),
    }

    def read(node: ast.expr) -> Expression:
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return Expression.of(node.value)
        if isinstance(node, ast.Name) and node.id in terms:
            return terms[node.id]
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return -read(node.operand)
        if isinstance(node, ast.BinOp) and type(node.op) in operators:
            found: Expression = operators[type(node.op)](read(node.left), read(node.right))
            return found
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions:
            called: Expression = functions[node.func.id](*(read(argument) for argument in node.args))
            return called
        known = "; `terms` has the terms for names, as the first result of `jax_dims`"
        known = known if isinstance(node, ast.Name) else ""
        raise ValueError(f"`{ast.unparse(node)}` in the dimension `{text}` is not understood{known}")

    return read(_tree(text))
