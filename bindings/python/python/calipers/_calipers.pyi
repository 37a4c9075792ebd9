from typing import Optional, Sequence, SupportsIndex, Union, final

__version__: str

Operand = Union[Expression, Value, SupportsIndex]

@final
class Rules:
    """What ops mean: the rules of the library, and more from files."""

    def __init__(self) -> None: ...
    def load(self, source: str, name: str = "<string>") -> None:
        """Adds the rules of a file, given as text. `name` is for messages."""
    def ops(self) -> list[str]:
        """The names of the ops that there are rules for."""

@final
class Module:
    """A program."""

    def __init__(self, source: str, file: str = "<string>") -> None: ...
    def value(self, name: str, function: Optional[str] = None) -> Value:
        """The value that the text calls so, such as `%size`; of several, the one in `function`."""
    def __getitem__(self, name: str) -> Value: ...
    def values(self, function: Optional[str] = None) -> list[Value]:
        """All values, in program order."""
    def ops(self, name: Optional[str] = None) -> list[Op]:
        """All ops of that name, in program order; without one, all."""

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
        """Distinguishes the values of a program; they ascend in program order."""
    @property
    def type(self) -> str: ...
    @property
    def rank(self) -> Optional[int]:
        """How many dimensions its type has; none if it has no rank."""
    @property
    def shape(self) -> Optional[list[Optional[int]]]:
        """The sizes that its type states, `None` where one is dynamic."""
    @property
    def op(self) -> Op:
        """The op that defines it, or in whose region it is a block's argument."""
    def expression(self) -> Expression: ...
    def unsigned(self) -> Expression:
        """The unsigned reading of an integer."""
    def dim(self, dim: int) -> Expression:
        """The size of a dimension."""
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
    """A term over numbers, variables and parts of a program. Conditions are terms that are 0 or 1."""

    @staticmethod
    def symbol(number: int) -> Expression: ...
    @staticmethod
    def of(operand: Operand) -> Expression: ...
    @staticmethod
    def call(operator: str, *operands: Operand) -> Expression: ...
    def __invert__(self) -> Expression: ...
    @property
    def constant(self) -> Optional[int]:
        """The integer that it is, if it is one."""

@final
class Verdict:
    """Whether something holds. Only `PROVED` is true."""

    UNKNOWN: Verdict
    PROVED: Verdict
    REFUTED: Verdict
    UNREACHABLE: Verdict
    def __bool__(self) -> bool: ...

@final
class Range:
    """All values that something can have."""

    @property
    def lower(self) -> Optional[int]: ...
    @property
    def upper(self) -> Optional[int]: ...
    @property
    def modulus(self) -> int:
        """Every value is `residue` modulo this; 0 where `residue` is the only value."""
    @property
    def residue(self) -> int: ...
    @property
    def constant(self) -> Optional[int]: ...
    @property
    def is_empty(self) -> bool:
        """Whether no run comes to the point."""
    def __contains__(self, value: SupportsIndex) -> bool: ...

@final
class Analysis:
    """Answers about a program. What a question finds out is kept for the next one.

    `at` is the op right before which is asked; without one, it is right after the latest definition
    among the values asked about. An analysis belongs to the thread that made it.
    """

    def __init__(self, module: Module, rules: Optional[Rules] = None) -> None: ...
    def range(self, of: Operand, at: Optional[Op] = None) -> Range: ...
    def prove(self, condition: Operand, at: Optional[Op] = None) -> Verdict: ...
    def explain(self, condition: Operand, at: Optional[Op] = None) -> tuple[Verdict, Optional[str]]:
        """Whether a condition holds, and the proof that the checker has accepted, as text."""
    def relies_on(
        self, condition: Operand, at: Optional[Op] = None
    ) -> Optional[list[tuple[str, Optional[int]]]]:
        """The ops of which the proof of a condition assumes that they gave no poison: name and line."""
    def lower(
        self, of: Operand, terms: Sequence[Operand] = ..., at: Optional[Op] = None
    ) -> Optional[Expression]:
        """A lower bound in terms of the values and sizes given."""
    def upper(
        self, of: Operand, terms: Sequence[Operand] = ..., at: Optional[Op] = None
    ) -> Optional[Expression]:
        """An upper bound in terms of the values and sizes given."""
    def equal(
        self, of: Operand, terms: Sequence[Operand] = ..., at: Optional[Op] = None
    ) -> Optional[Expression]:
        """What a term equals, in terms of the values and sizes given."""
    def overlap(self, a: Value, b: Value, at: Optional[Op] = None) -> Verdict:
        """Whether two slices of one value have an element in common."""
    def equivalent(self, a: Value, b: Value, at: Optional[Op] = None) -> Verdict:
        """Whether two slices have the same sizes and, at each index, the same element."""
    def contains(self, a: Value, b: Value, at: Optional[Op] = None) -> Verdict:
        """Whether every element of the second slice is one of the first."""
    def assume(self, condition: Operand) -> None:
        """Takes a condition to hold from now on, until the scope is popped."""
    def push(self) -> None: ...
    def pop(self) -> None: ...
    def rows(self) -> list[tuple[str, Optional[int], Optional[int], int, int]]:
        """What is known of every integer and every dimension; see `calipers.table`."""
