//! Defects planted in rules, to test whether the laboratory finds them.

use crate::generate::MODELS;
use calipers::rules::Rules;
use std::path::Path;

/// A change to a rule that makes it wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Defect {
    /// The description of the defect.
    pub name: &'static str,
    /// The rule file.
    pub file: &'static str,
    /// The text that is replaced; it occurs once.
    pub from: &'static str,
    /// The replacement.
    pub to: &'static str,
    /// A part of the text of each program to which the rule applies, most often the name of an op.
    pub within: &'static str,
}

/// The planted defects: signs, ends, scopes, roundings, wraps, wrong operands.
pub const DEFECTS: &[Defect] = &[
    Defect {
        name: "a flipped sign: a − b is a + b",
        file: "arith.rules",
        from: "(define subi (value (sub ?a ?b)) (- ?a ?b))",
        to: "(define subi (value (sub ?a ?b)) (+ ?a ?b))",
        within: "arith.subi",
    },
    Defect {
        name: "a leaked scope: the bounds of a loop hold after it",
        file: "scf.rules",
        from: "  :in 0 :when (not (present? ?unsigned)) (index? ?lower))",
        to: "  :when (not (present? ?unsigned)) (index? ?lower))",
        within: "scf.for",
    },
    Defect {
        name: "a leaked scope: the condition of an if holds after it",
        file: "scf.rules",
        from: "(fact if-then (scf.if ?c) (uint ?c) :in 0)",
        to: "(fact if-then (scf.if ?c) (uint ?c))",
        within: "scf.if",
    },
    Defect {
        name: "off by one: a remainder is below its divisor less one",
        file: "affine.rules",
        from: "(list (<= 0 (result ?k)) (< (result ?k) (at ?basis (+ ?k (- (len ?basis) (len (results)))))))",
        to: "(list (<= 0 (result ?k)) (< (+ 1 (result ?k)) (at ?basis (+ ?k (- (len ?basis) (len (results)))))))",
        within: "affine.delinearize_index",
    },
    Defect {
        name: "a dropped wrap: the signed reading of an unsigned extension",
        file: "arith.rules",
        from: "(define extui (uint (zero-extension ?x)) (uint ?x))",
        to: "(define extui (value (zero-extension ?x)) (value ?x))",
        within: "arith.extui",
    },
    Defect {
        name: "unsigned comparison as signed",
        file: "arith.rules",
        from: "(and (<= 0 ?a) (< ?a ?b))\n  :when (index? ?a) (or (same? ?p 6)",
        to: "(< ?a ?b)\n  :when (index? ?a) (or (same? ?p 6)",
        within: "arith.cmpi u",
    },
    Defect {
        name: "rounding to zero as rounding down",
        file: "arith.rules",
        from: "(truncdiv (value ?a) (value ?b))",
        to: "(floordiv (value ?a) (value ?b))",
        within: "arith.divsi",
    },
    Defect {
        name: "the arms of a select in the other order",
        file: "arith.rules",
        from: "(select (uint ?c) ?a ?b)",
        to: "(select (uint ?c) ?b ?a)",
        within: "arith.select",
    },
    Defect {
        name: "padding counted on one side",
        file: "tensor.rules",
        from: "(+ (dim ?t ?d) (at ?low ?d) (at ?high ?d))",
        to: "(+ (dim ?t ?d) (at ?low ?d))",
        within: "tensor.pad",
    },
    Defect {
        name: "a concatenation that does not add up",
        file: "tensor.rules",
        from: ":when (not (same? ?d ?axis)))",
        to: ")",
        within: "tensor.concat",
    },
    Defect {
        name: "linearized indices taken to be disjoint",
        file: "affine.rules",
        from: "  :when (present? ?disjoint) (same? (len ?xs) (len ?basis)))",
        to: "  :when (same? (len ?xs) (len ?basis)))",
        within: "affine.linearize_index",
    },
    Defect {
        name: "an overflow flag that says something of the operands though nobody uses the sum",
        file: "arith.rules",
        from: "(+ (value ?a) (value ?b)) (exp2 (- (width (result)) 1))))\n  :when",
        to: "(+ (value ?a) (value ?b)) (exp2 (- (width (result)) 1))))\n  :by execution :when",
        within: "overflow<",
    },
    Defect {
        name: "an identity without its guard",
        file: "arithmetic.rules",
        from: "  :when (<= 0 ?x) (<= 0 ?c))",
        to: "  :when (<= 0 ?c))",
        within: "",
    },
];

/// Defects in rules about the elements of small tensors: each reads another element.
pub const ELEMENT_DEFECTS: &[Defect] = &[
    Defect {
        name: "a transposed tensor read in the order it had",
        file: "linalg.rules",
        from: "(at (indices ?i (result)) (find ?permutation ?k))",
        to: "(at (indices ?i (result)) ?k)",
        within: "linalg.transpose",
    },
    Defect {
        name: "a broadcast that counts along what it adds",
        file: "linalg.rules",
        from: "(each ?k (without (range (rank (result))) ?axes) (at (indices ?i (result)) ?k))",
        to: "(each ?k (range (rank ?t)) (at (indices ?i (result)) ?k))",
        within: "linalg.broadcast",
    },
    Defect {
        name: "a body run on the first elements alone",
        file: "linalg.rules",
        from: "(either (elem ?t ?i) (list))",
        to: "(either (elem ?t 0) (list))",
        within: "linalg.map",
    },
    Defect {
        name: "a body that reads where it writes, whatever its map says",
        file: "linalg.rules",
        from: "(apply (at ?maps ?n) ?p",
        to: "(apply (at ?maps (+ (len ?inputs) ?k)) ?p",
        within: "linalg.generic",
    },
    Defect {
        name: "the iteration of a place in the order in which the result is written",
        file: "linalg.rules",
        from: "    (each ?d (range (map-inputs (at ?maps (+ (len ?inputs) ?k))))\n      (at (indices ?i (result ?k)) (at (positions (at ?maps (+ (len ?inputs) ?k)) ?d) 0))))",
        to: "    (indices ?i (result ?k)))",
        within: "linalg.generic",
    },
    Defect {
        name: "a reduction without what it begins with",
        file: "linalg.rules",
        from: "(list (elem (at ?outputs 0) ?i))",
        to: "(list 0)",
        within: "linalg.reduce",
    },
    Defect {
        name: "a region run for all extents but the last",
        file: "shape.rules",
        from: "(each ?i (range (len (elements ?s))) (list ?i (elem ?s ?i))) ?inits)\n  :when (not",
        to: "(each ?i (range (- (len (elements ?s)) 1)) (list ?i (elem ?s ?i))) ?inits)\n  :when (not",
        within: "shape.reduce",
    },
    Defect {
        name: "a body run for the first place alone",
        file: "tensor.rules",
        from: "(elem (tensor.generate) ?i) (run 0 0 (indices ?i (result)))",
        to: "(elem (tensor.generate) ?i) (run 0 0 (indices 0 (result)))",
        within: "tensor.generate",
    },
    Defect {
        name: "padding before what is padded left out of account",
        file: "tensor.rules",
        from: "(- (at (indices ?i (result)) ?d) (constant (at ?low ?d)))",
        to: "(at (indices ?i (result)) ?d)",
        within: "tensor.pad",
    },
    Defect {
        name: "the first coordinates gathered again and again",
        file: "tensor.rules",
        from: "(each ?b (range (- (rank ?indices) 1)) (at (indices ?i (result)) ?b))",
        to: "(each ?b (range (- (rank ?indices) 1)) 0)",
        within: "tensor.gather",
    },
];

/// Defects in the rules of whole-tensor dialects, which programs of such tensors reveal.
pub const TENSOR_DEFECTS: &[Defect] = &[
    Defect {
        name: "a slice by steps that leaves out its last element",
        file: "stablehlo.rules",
        from: "  (ceildiv (- (at ?limits ?d) (at ?starts ?d)) (at ?strides ?d)))",
        to: "  (floordiv (- (at ?limits ?d) (at ?starts ?d)) (at ?strides ?d)))",
        within: "stablehlo.slice",
    },
    Defect {
        name: "one hole too many between padded elements",
        file: "stablehlo.rules",
        from: "(* (at ?interior ?d) (max 0 (- (dim ?t ?d) 1)))))",
        to: "(* (at ?interior ?d) (dim ?t ?d))))",
        within: "stablehlo.pad",
    },
    Defect {
        name: "a general product that drops the sizes of the first operand from the second",
        file: "stablehlo.rules",
        from: "(either (parameter ?dims rhs_contracting_dimensions) (list))))\n          (dim ?b ?k))))",
        to: "(either (parameter ?dims lhs_contracting_dimensions) (list))))\n          (dim ?b ?k))))",
        within: "stablehlo.dot_general",
    },
    Defect {
        name: "limits of a clamp in the other order",
        file: "stablehlo.rules",
        from: "(min (max ?x ?least) ?most)",
        to: "(max (min ?x ?most) ?least)",
        within: "stablehlo.clamp",
    },
    Defect {
        name: "a condition left out: the result of an if is that of its first region",
        file: "stablehlo.rules",
        from: "(select (elem ?c 0) (dim (yield 0 ?k) ?d) (dim (yield 1 ?k) ?d))",
        to: "(dim (yield 0 ?k) ?d)",
        within: "stablehlo.if",
    },
    Defect {
        name: "what is reduced keeps its place",
        file: "stablehlo.rules",
        from: "(at (without (range (rank (at ?xs ?k))) ?dims) ?d)))",
        to: "?d))",
        within: "stablehlo.reduce",
    },
    Defect {
        name: "padding of a pool counted on one side",
        file: "tosa.rules",
        from: "(at ?pad (- (* 2 ?d) 1))) (at ?kernel (- ?d 1)))",
        to: "(at ?pad (- (* 2 ?d) 2))) (at ?kernel (- ?d 1)))",
        within: "_pool2d",
    },
    Defect {
        name: "a sum without what it begins with",
        file: "stablehlo.rules",
        from: "        (same? (constant (elem (at ?xs 1) 0)) 0))\n",
        to: "  )\n",
        within: "stablehlo.reduce",
    },
    Defect {
        name: "a least element without what it begins with",
        file: "stablehlo.rules",
        from: "(is (at ?xs 1) (tensor-of (integer 64))) (same? (constant (elem (at ?xs 1) 0)) 9223372036854775807)",
        to: "(is (at ?xs 1) (tensor-of (integer 64))) (<= (constant (elem (at ?xs 1) 0)) 9223372036854775807)",
        within: "stablehlo.reduce",
    },
    Defect {
        name: "a size of −1 taken as it stands",
        file: "tosa.rules",
        from: "(dim (tosa.slice ?t ?start ?size) ?d) (- (dim ?t ?d) (elem ?start ?d))",
        to: "(dim (tosa.slice ?t ?start ?size) ?d) (elem ?size ?d)",
        within: "tosa.slice",
    },
    Defect {
        name: "a kept size where zeros are allowed",
        file: "onnx.rules",
        from: ":when (same? (constant (elem ?shape ?d)) 0) (not (same? (either ?zero 0) 1)))",
        to: ":when (same? (constant (elem ?shape ?d)) 0))",
        within: "onnx.Reshape",
    },
    Defect {
        name: "what is gathered in all batches by the indices of the first",
        file: "tosa.rules",
        from: "(place (list (at (indices ?i (result)) 0) (at (indices ?i (result)) 1)) ?indices)",
        to: "(place (list 0 (at (indices ?i (result)) 1)) ?indices)",
        within: "tosa.gather",
    },
    Defect {
        name: "a reversal that keeps the order where a type does not state the size",
        file: "stablehlo.rules",
        from: "(when (same? (len (without (list ?d) ?dims)) 0) (- (extent ?t ?d) (+ 1 (at (indices ?i ?t) ?d))))\n          (when (same? (len (without (list ?d) ?dims)) 1) (at",
        to: "(when (and (same? (len (without (list ?d) ?dims)) 0) (static? ?t ?d)) (- (extent ?t ?d) (+ 1 (at (indices ?i ?t) ?d))))\n          (when (same? 1 1) (at",
        within: "stablehlo.reverse",
    },
    Defect {
        name: "a broadcast that takes sizes of 1 for what the others are",
        file: "broadcast.rules",
        from: "      (or (== ?x 1) (== ?x (dim (result) ?d))))))",
        to: "      (== ?x (dim (result) ?d)))))",
        within: "",
    },
];

/// All defects, each with the frequency of whole-tensor programs in its search.
pub fn defects() -> impl Iterator<Item = (&'static Defect, u64)> {
    let of_tensors = TENSOR_DEFECTS.iter().map(|defect| (defect, 1));
    let others = DEFECTS.iter().chain(ELEMENT_DEFECTS);
    others.map(|defect| (defect, MODELS)).chain(of_tensors)
}

/// The rules of a folder, one of them changed.
///
/// # Errors
/// If a file cannot be read, or the text to be replaced does not occur.
pub fn rules_with(folder: &Path, defect: Option<&Defect>) -> Result<Rules, String> {
    let mut rules = Rules::none();
    // In the order of the library, since files refer to the ops of earlier ones.
    for &(name, _) in Rules::embedded_files() {
        let path = folder.join(name);
        let mut text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        if let Some(defect) = defect.filter(|defect| defect.file == name) {
            if !text.contains(defect.from) {
                return Err(format!("{name} has no {}", defect.from));
            }
            text = text.replacen(defect.from, defect.to, 1);
        }
        let loaded = rules.load(name, &text);
        loaded.map_err(|error| error.to_string())?;
    }
    Ok(rules)
}
