//! Defects planted in rules, to see whether the laboratory finds them.

use calipers::rules::Rules;
use std::path::Path;

/// A change to a rule that makes it wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Defect {
    /// What is wrong.
    pub name: &'static str,
    /// The rule file.
    pub file: &'static str,
    /// The text that is changed; it is there once.
    pub from: &'static str,
    /// What it becomes.
    pub to: &'static str,
}

/// The planted defects: signs, ends, scopes, roundings, wraps, wrong operands.
pub const DEFECTS: &[Defect] = &[
    Defect {
        name: "a flipped sign: a − b is a + b",
        file: "arith.rules",
        from: "(define subi (value (sub ?a ?b)) (- ?a ?b))",
        to: "(define subi (value (sub ?a ?b)) (+ ?a ?b))",
    },
    Defect {
        name: "a leaked scope: the bounds of a loop hold after it",
        file: "scf.rules",
        from: "  :in 0 :when (not (present? ?unsigned)) (index? ?lower))",
        to: "  :when (not (present? ?unsigned)) (index? ?lower))",
    },
    Defect {
        name: "a leaked scope: the condition of an if holds after it",
        file: "scf.rules",
        from: "(fact if-then (scf.if ?c) (uint ?c) :in 0)",
        to: "(fact if-then (scf.if ?c) (uint ?c))",
    },
    Defect {
        name: "off by one: a remainder is below its divisor less one",
        file: "affine.rules",
        from: "(list (<= 0 (result ?k)) (< (result ?k) (at ?basis (+ ?k (- (len ?basis) (len (results)))))))",
        to: "(list (<= 0 (result ?k)) (< (+ 1 (result ?k)) (at ?basis (+ ?k (- (len ?basis) (len (results)))))))",
    },
    Defect {
        name: "a dropped wrap: the signed reading of an unsigned extension",
        file: "arith.rules",
        from: "(define extui (uint (zero-extension ?x)) (uint ?x))",
        to: "(define extui (value (zero-extension ?x)) (value ?x))",
    },
    Defect {
        name: "unsigned comparison as signed",
        file: "arith.rules",
        from: ":when (index? ?a) (or (same? ?p 6) (same? ?p ult)) :given (<= 0 ?a) (<= 0 ?b))",
        to: ":when (index? ?a) (or (same? ?p 6) (same? ?p ult)))",
    },
    Defect {
        name: "rounding to zero as rounding down",
        file: "arith.rules",
        from: "(truncdiv (value ?a) (value ?b))",
        to: "(floordiv (value ?a) (value ?b))",
    },
    Defect {
        name: "the arms of a select in the other order",
        file: "arith.rules",
        from: "(select (uint ?c) ?a ?b)",
        to: "(select (uint ?c) ?b ?a)",
    },
    Defect {
        name: "padding counted on one side",
        file: "tensor.rules",
        from: "(+ (dim ?t ?d) (at ?low ?d) (at ?high ?d))",
        to: "(+ (dim ?t ?d) (at ?low ?d))",
    },
    Defect {
        name: "a concatenation that does not add up",
        file: "tensor.rules",
        from: ":when (not (same? ?d ?axis)))",
        to: ")",
    },
    Defect {
        name: "linearized indices taken to be disjoint",
        file: "affine.rules",
        from: "  :when (present? ?disjoint) (same? (len ?xs) (len ?basis)))",
        to: "  :when (same? (len ?xs) (len ?basis)))",
    },
    Defect {
        name: "an identity without its guard",
        file: "arithmetic.rules",
        from: "  :when (<= 0 ?x) (< 0 ?c))",
        to: "  :when (< 0 ?c))",
    },
];

/// The rules of a folder, one of them changed.
///
/// # Errors
/// If a file cannot be read, or the text to be changed is not there.
pub fn rules_with(folder: &Path, defect: Option<&Defect>) -> Result<Rules, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| error.to_string())?;
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|it| it == "rules"));
    files.sort();
    let mut rules = Rules::none();
    for path in files {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let mut text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        if let Some(defect) = defect.filter(|defect| defect.file == name) {
            if !text.contains(defect.from) {
                return Err(format!("{name} has no {}", defect.from));
            }
            text = text.replacen(defect.from, defect.to, 1);
        }
        let loaded = rules.load(&name, &text);
        loaded.map_err(|error| error.to_string())?;
    }
    Ok(rules)
}
