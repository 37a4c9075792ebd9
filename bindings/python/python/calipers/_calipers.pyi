from typing import Iterator, Literal, Optional, Sequence, SupportsIndex, Union, final

__version__: str

Operand = Union[Expression, Value, SupportsIndex]

@final
class Rules:
    """The rules that define the meaning of ops: the built-in ones, and more from files."""

    def __init__(self) -> None: ...
    def load(self, source: str, name: str = "<string>") -> None:
        """Adds the rules of a file, whose text is `source`. `name` is for messages."""
    def ops(self) -> list[str]:
        """The names of the ops that have rules."""

@final
class Module:
    """A program. `str(module)` is the text from which it was read."""

    def __init__(
        self, source: str, file: str = "<string>", *, rules: Optional[Rules] = None, lenient: bool = False
    ) -> None: ...
    @staticmethod
    def from_bytes(bytes: bytes, file: str, *, rules: Optional[Rules] = None, lenient: bool = False) -> Module:
        """Reads the bytes of a program: MLIR's text or bytecode, or an ONNX model if `file` ends in `.onnx`."""
    @property
    def unread(self) -> list[str]:
        """A warning for each name of ops that could not be read and are kept as text."""
    def arguments(self, function: Optional[str] = None) -> list[Value]:
        """The arguments of a function; without a name, of the first one."""
    def returned(self, function: Optional[str] = None) -> list[Value]:
        """The values that a function returns; without a name, the first function. It must have one return."""
    def value(self, name: str, function: Optional[str] = None) -> Value:
        """The value of this name in the text, such as `%size`; if there are several, the one in `function`."""
    def __getitem__(self, name: str) -> Value: ...
    def __contains__(self, name: object) -> bool: ...
    def __iter__(self) -> Iterator[Value]: ...
    def values(self, function: Optional[str] = None) -> list[Value]:
        """All values, in program order."""
    def ops(self, name: Optional[str] = None) -> list[Op]:
        """All ops of that name, in program order; without a name, all ops."""
    def _repr_html_(self) -> str:
        """The program as a table, for notebooks."""

class _Term:
    def __add__(self, other: Operand) -> Expression: ...
    def __radd__(self, other: SupportsIndex) -> Expression: ...
    def __sub__(self, other: Operand) -> Expression: ...
    def __rsub__(self, other: SupportsIndex) -> Expression: ...
    def __mul__(self, other: Operand) -> Expression: ...
    def __rmul__(self, other: SupportsIndex) -> Expression: ...
    def __floordiv__(self, other: Operand) -> Expression: ...
    def __rfloordiv__(self, other: SupportsIndex) -> Expression: ...
    def __mod__(self, other: Operand) -> Expression: ...
    def __rmod__(self, other: SupportsIndex) -> Expression: ...
    def __neg__(self) -> Expression: ...
    def __abs__(self) -> Expression: ...
    def __le__(self, other: Operand) -> Expression: ...
    def __lt__(self, other: Operand) -> Expression: ...
    def __ge__(self, other: Operand) -> Expression: ...
    def __gt__(self, other: Operand) -> Expression: ...
    def __eq__(self, other: Operand) -> Expression: ...  # type: ignore[override]
    def __ne__(self, other: Operand) -> Expression: ...  # type: ignore[override]
    def __and__(self, other: Operand) -> Expression: ...
    def __or__(self, other: Operand) -> Expression: ...

@final
class Value(_Term):
    """A value of a program. In a term it is an index, or the signed reading of another integer."""

    @property
    def name(self) -> str:
        """Its name in the program's text, with its `%`."""
    @property
    def id(self) -> int:
        """A number that identifies the value in its program; numbers ascend in program order."""
    @property
    def type(self) -> str: ...
    @property
    def rank(self) -> Optional[int]:
        """The rank of its type; `None` if the type has no rank."""
    @property
    def shape(self) -> Optional[list[Optional[int]]]:
        """The sizes in its type, `None` for a dynamic one."""
    @property
    def op(self) -> Op:
        """The op that defines it, or that owns the region of the block whose argument it is."""
    def __hash__(self) -> int:
        """The same for the same value of the same module: values are keys of dictionaries."""
    def expression(self) -> Expression: ...
    def unsigned(self) -> Expression:
        """The unsigned reading of an integer."""
    def dim(self, dim: int) -> Expression:
        """The size of a dimension."""
    def element(self, number: int) -> Expression:
        """An element of a tensor or a vector of integers, in row-major order; 0 is that of a tensor without dimensions."""
    def stride(self, dim: int) -> Expression:
        """The stride of a dimension of a memref, in elements."""
    def offset(self) -> Expression:
        """The offset of a memref, in elements."""

@final
class Op:
    """An op of a program."""

    @property
    def name(self) -> str: ...
    @property
    def operands(self) -> list[Value]: ...
    @property
    def results(self) -> list[Value]: ...
    @property
    def location(self) -> Optional[tuple[str, int, int]]:
        """File, line and column, if known."""

@final
class Expression(_Term):
    """A term over numbers, variables and columns of a program. Conditions are terms that are 0 or 1."""

    @staticmethod
    def symbol(number: int) -> Expression: ...
    @staticmethod
    def variable(name: str) -> Expression:
        """The variable of that name: the same for the same name."""
    @staticmethod
    def of(operand: Operand) -> Expression: ...
    @staticmethod
    def call(operator: str, *operands: Operand) -> Expression: ...
    def __invert__(self) -> Expression: ...
    @property
    def constant(self) -> Optional[int]:
        """The value of a constant term, else `None`."""
    @property
    def name(self) -> Optional[str]:
        """The name of a variable, or the text of a column; `None` for other terms."""
    @property
    def operator(self) -> Optional[str]:
        """The operator of a term, such as `+`, `floordiv` or `<=`; `None` for integers, variables and columns."""
    @property
    def operands(self) -> list[Expression]:
        """The operands of the operator, in order."""
    def is_same(self, other: Operand) -> bool:
        """Whether two terms are written the same; `==` makes a term instead."""
    def __hash__(self) -> int: ...

@final
class Verdict:
    """Whether a condition holds. Only `PROVED` is true."""

    UNKNOWN: Verdict
    PROVED: Verdict
    REFUTED: Verdict
    UNREACHABLE: Verdict
    def __bool__(self) -> bool: ...

@final
class Range:
    """The range of a term."""

    def __new__(
        cls,
        lower: Optional[SupportsIndex] = None,
        upper: Optional[SupportsIndex] = None,
        modulus: Optional[SupportsIndex] = None,
        residue: Optional[SupportsIndex] = None,
    ) -> Range:
        """The integers from `lower` to `upper` that are `residue` modulo `modulus`; `None` leaves an end open."""
    @property
    def lower(self) -> Optional[int]: ...
    @property
    def upper(self) -> Optional[int]: ...
    @property
    def modulus(self) -> int:
        """Every value is `residue` modulo this; 0 if `residue` is the only value."""
    @property
    def residue(self) -> int: ...
    @property
    def constant(self) -> Optional[int]: ...
    @property
    def is_empty(self) -> bool:
        """Whether the point is unreachable."""
    def __contains__(self, value: SupportsIndex) -> bool: ...

@final
class IntegerRange:
    """The ranges of an integer in both readings of its bits."""

    def __new__(cls, width: int, signed: Range, unsigned: Range) -> IntegerRange:
        """The ranges of both readings of `width` bits."""
    @property
    def width(self) -> int:
        """The width in bits; 64 for an index."""
    @property
    def signed(self) -> Range: ...
    @property
    def unsigned(self) -> Range: ...
    @property
    def known_bits(self) -> Optional[tuple[int, int]]:
        """The bits that are always 0, and those that are always 1; `None` if the point is unreachable."""

@final
class Picture:
    """A picture, which a notebook shows."""

    @property
    def svg(self) -> str: ...
    @property
    def dot(self) -> Optional[str]:
        """The picture in Graphviz's language; `None` for the loops around a value."""
    def _repr_svg_(self) -> str: ...

@final
class Analysis:
    """Answers about a program. Results are cached for later questions.

    `at` is the op right before which is asked; without one, it is right after the latest definition
    among the values asked about. An analysis belongs to the thread that made it.
    """

    def __init__(
        self,
        module: Optional[Module] = None,
        rules: Optional[Rules] = None,
        overflow: Literal["wrap", "ignore"] = "wrap",
    ) -> None:
        """Without a module, terms have variables alone. With `overflow="ignore"`, integers of a fixed width are
        assumed not to wrap."""
    def range(self, of: Operand, at: Optional[Op] = None) -> Range: ...
    def prove(self, condition: Operand, at: Optional[Op] = None) -> Verdict: ...
    def integer_range(self, of: Value, at: Optional[Op] = None) -> IntegerRange:
        """The ranges of an integer in both readings of its bits."""
    def facts(self, at: Op) -> list[tuple[Expression, str]]:
        """The conditions that hold right before an op, each with its reason."""
    def why(self, of: Operand, at: Optional[Op] = None) -> str:
        """The reasons of an answer: the proof of a condition or of both ends of a range, or why there is none."""
    def picture(self, of: Operand, at: Optional[Op] = None) -> Picture:
        """The e-graph of a term."""
    def nest(self, of: Value) -> Picture:
        """The intervals of the loops around an integer, and its own."""
    def counterexample(
        self, condition: Operand, at: Optional[Op] = None
    ) -> Optional[list[tuple[Expression, int]]]:
        """Integers that satisfy the known facts but violate a condition, each with its term."""
    def explain(self, condition: Operand, at: Optional[Op] = None) -> tuple[Verdict, Optional[str]]:
        """Whether a condition holds, with the text of the proof that the checker has accepted."""
    def relies_on(
        self, condition: Operand, at: Optional[Op] = None
    ) -> Optional[list[tuple[str, Optional[int]]]]:
        """The ops that the proof of a condition assumes not to give poison: name and line."""
    def conflict(
        self, first: Op, second: Op, within: Optional[Op] = None, distinct_arguments: bool = False
    ) -> tuple[Verdict, str]:
        """Whether no two different instances of two accesses touch the same element."""
    def in_bounds(self, access: Op) -> tuple[Verdict, str]:
        """Whether all elements of an access are elements of its buffer."""
    def executions(self, op: Op) -> tuple[Expression, bool]:
        """How often one execution of the function executes an op, and whether that is exact."""
    def footprint(self, buffer: Value) -> tuple[Expression, bool]:
        """How many distinct elements of a buffer are touched, and whether that is exact."""
    def peak(self, function: Op) -> tuple[Expression, bool]:
        """The most bytes that the buffers of a function hold at once, and whether that is exact."""
    def lower(
        self, of: Operand, terms: Sequence[Operand] = ..., at: Optional[Op] = None
    ) -> Optional[Expression]:
        """A lower bound in terms of the given values and sizes."""
    def upper(
        self, of: Operand, terms: Sequence[Operand] = ..., at: Optional[Op] = None
    ) -> Optional[Expression]:
        """An upper bound in terms of the given values and sizes."""
    def equal(
        self, of: Operand, terms: Sequence[Operand] = ..., at: Optional[Op] = None
    ) -> Optional[Expression]:
        """An expression in the given values and sizes that a term equals."""
    def lowers(
        self, of: Operand, terms: Sequence[Operand] = ..., at: Optional[Op] = None
    ) -> tuple[list[Expression], bool]:
        """All lower bounds that no other implies, and whether each holds by itself, not only the least of them."""
    def uppers(
        self, of: Operand, terms: Sequence[Operand] = ..., at: Optional[Op] = None
    ) -> tuple[list[Expression], bool]:
        """All upper bounds that no other implies, and whether each holds by itself, not only the greatest of them."""
    def trips(self, of: Value) -> Optional[Expression]:
        """The number of iterations of the loop with this induction variable."""
    def shape(self, of: Value, at: Optional[Op] = None) -> list[Optional[Expression]]:
        """The sizes of a value in terms of arguments, `None` for one that is not known."""
    def simplify(self, of: Operand, at: Optional[Op] = None) -> Expression:
        """An equal term that is not longer, by the facts at the point."""
    def annotate(self) -> str:
        """The program with its bounds as comments."""
    def _repr_html_(self) -> str: ...
    def overlap(self, a: Value, b: Value, at: Optional[Op] = None) -> Verdict:
        """Whether two slices of one value have an element in common."""
    def equivalent(self, a: Value, b: Value, at: Optional[Op] = None) -> Verdict:
        """Whether two slices have the same sizes and, at each index, the same element."""
    def contains(self, a: Value, b: Value, at: Optional[Op] = None) -> Verdict:
        """Whether every element of the second slice is one of the first."""
    def assume(self, condition: Operand) -> None:
        """Assumes a condition until the current scope is popped. Warns if it contradicts the program or earlier ones."""
    def push(self) -> None: ...
    def pop(self) -> None: ...
    def rows(self) -> list[tuple[str, Optional[int], Optional[int], int, int]]:
        """The ranges of all integers and dimensions; see `calipers.table`."""
