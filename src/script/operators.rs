//! The operators of expressions: their names and descriptions.

/// An operator of the expression language.
pub(super) struct Named {
    /// Its name.
    pub(super) name: &'static str,
    /// Its syntax.
    usage: &'static str,
    /// Its description.
    meaning: &'static str,
}

macro_rules! operator {
    ($name:literal $usage:literal $meaning:literal) => {
        Named {
            name: $name,
            usage: $usage,
            meaning: $meaning,
        }
    };
}

/// The table of all operators.
pub(super) const OPERATORS: [Named; 27] = [
    operator!("+" "(+ A B ...)" "the sum"),
    operator!("-" "(- A B ...)" "A less the others; of one argument its negation"),
    operator!("*" "(* A B ...)" "the product"),
    operator!("floordiv" "(floordiv A B)"
        "the quotient rounded down, as in affine maps: (floordiv -7 2) is -4; 0 for B = 0"),
    operator!("ceildiv" "(ceildiv A B)" "the quotient rounded up: (ceildiv -7 2) is -3; 0 for B = 0"),
    operator!("mod" "(mod A B)"
        "A - B * (floordiv A B), not negative for B > 0: (mod -7 2) is 1; A for B = 0"),
    operator!("floormod" "(floormod A B)" "another name of mod"),
    operator!("truncdiv" "(truncdiv A B)"
        "the quotient rounded to zero, as arith.divsi has it: (truncdiv -7 2) is -3; 0 for B = 0"),
    operator!("truncmod" "(truncmod A B)"
        "A - B * (truncdiv A B), as arith.remsi has it: (truncmod -7 2) is -1; A for B = 0"),
    operator!("min" "(min A B ...)" "the least"),
    operator!("max" "(max A B ...)" "the greatest"),
    operator!("select" "(select CONDITION A B)" "A where the condition holds, else B"),
    operator!("and" "(and C D ...)" "whether all of the conditions hold"),
    operator!("or" "(or C D ...)" "whether one of the conditions holds"),
    operator!("not" "(not C)" "whether the condition does not hold"),
    operator!("<" "(< A B)" "whether A is less than B"),
    operator!("<=" "(<= A B)" "whether A is at most B"),
    operator!(">" "(> A B)" "whether A is greater than B"),
    operator!(">=" "(>= A B)" "whether A is at least B"),
    operator!("==" "(== A B)" "whether two integers, or two conditions, are the same"),
    operator!("!=" "(!= A B)" "whether two integers, or two conditions, differ"),
    operator!("dim" "(dim %t N)" "the size of dimension N of a tensor, memref or vector"),
    operator!("rank" "(rank %t)" "how many dimensions it has"),
    operator!("elem" "(elem %t N)" "element N of a small tensor of integers, in row-major order"),
    operator!("stride" "(stride %m N)" "the stride of dimension N of a memref, in elements"),
    operator!("offset" "(offset %m)" "the offset of a memref, in elements"),
    operator!("uint" "(uint %x)"
        "the value read as an unsigned number, as %x alone is the signed one; 0 or 1 of an i1"),
];

impl Named {
    /// The operator of that name.
    pub(super) fn find(name: &str) -> Option<&'static Named> {
        OPERATORS.iter().find(|operator| operator.name == name)
    }

    /// Its usage text.
    pub(super) fn help(&self) -> String {
        format!("{}  {}", self.usage, self.meaning)
    }
}

/// The names, for suggestions and completion.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    OPERATORS.iter().map(|operator| operator.name)
}

/// Whether an operator denotes a part of a value of a program.
pub(super) fn is_column(name: &str) -> bool {
    matches!(name, "dim" | "rank" | "elem" | "stride" | "offset" | "uint")
}
