//! The rule language, tested on ops of a dialect that only these tests define.

use calipers::analysis::{Analysis, BoundKind, Comparison, Variable, Verdict};
use calipers::ir::{Module, ParseOptions};
use calipers::program::{Column, Program, ValueId};
use calipers::rules::Rules;

fn parse(source: &str) -> Module {
    let options = ParseOptions {
        allow_unregistered: true,
        ..Default::default()
    };
    Module::parse(source, "test.mlir", options).unwrap_or_else(|error| panic!("{error}"))
}

fn rules(text: &str) -> Rules {
    let mut rules = Rules::embedded();
    if let Err(error) = rules.load("mine.rules", text) {
        panic!("{error}");
    }
    rules
}

fn value(module: &Module, name: &str) -> ValueId {
    let mut values = (0..module.value_count() as u32).map(ValueId);
    values
        .find(|&value| module.value_name(value) == name)
        .unwrap_or_else(|| panic!("no value {name}"))
}

/// The constant that a value equals according to the rules.
fn constant(module: &Module, rules: &Rules, name: &str) -> Option<String> {
    let mut analysis = Analysis::new(module, rules);
    let bound = analysis.bound(BoundKind::Equal, value(module, name));
    let bound = bound.compute().ok()?;
    bound.as_constant().map(ToString::to_string)
}

/// Loads invalid rules and returns the line, the column and the message of the error.
fn error(text: &str) -> (usize, usize, String) {
    match Rules::embedded().load("mine.rules", text) {
        Ok(()) => panic!("these were read: {text}"),
        Err(error) => (error.line, error.column, error.message),
    }
}

const AROUND: &str = "
(op my.team (sizes operands 2) (name attribute name alias))
(op my.crew (sizes operands))
(op my.size (which attribute))
(interface group (sizes) my.team my.crew)
(define size (value (my.size ?which)) (at (around group sizes) (case ?which rows columns)))
";

#[test]
fn the_nearest_op_around_counts() {
    let module = parse(
        r#"func.func @f(%n: index) {
          %c3 = arith.constant 3 : index
          %c4 = arith.constant 4 : index
          %outside = "my.size"() {which = "rows"} : () -> index
          "my.crew"(%c4, %c3) ({
            %outer = "my.size"() {which = "rows"} : () -> index
            "my.team"(%c3, %n) ({
              scf.for %i = %c3 to %c4 step %c3 {
                %rows = "my.size"() {which = "rows"} : () -> index
                %columns = "my.size"() {which = "columns"} : () -> index
                %other = "my.size"() {which = "planes"} : () -> index
              }
            }) : (index, index) -> ()
          }) : (index, index) -> ()
          return
        }"#,
    );
    let rules = rules(AROUND);
    assert_eq!(constant(&module, &rules, "%outside"), None);
    assert_eq!(constant(&module, &rules, "%outer").as_deref(), Some("4"));
    assert_eq!(constant(&module, &rules, "%rows").as_deref(), Some("3"));
    assert_eq!(constant(&module, &rules, "%other"), None);
    let (columns, n) = (value(&module, "%columns"), value(&module, "%n"));
    let mut analysis = Analysis::new(&module, &rules);
    let verdict = analysis.compare(
        &Variable::value(columns),
        Comparison::Eq,
        &Variable::value(n),
    );
    assert_eq!(verdict, Verdict::Proved);
}

#[test]
fn what_a_function_holds_runs_elsewhere() {
    let module = parse(
        r#"module {
          "my.crew"() ({
            %c = arith.constant 5 : index
            "my.team"(%c, %c) ({
              func.func @f() {
                %size = "my.size"() {which = "rows"} : () -> index
                return
              }
            }) : (index, index) -> ()
          }) : () -> ()
        }"#,
    );
    assert_eq!(constant(&module, &rules(AROUND), "%size"), None);
}

#[test]
fn a_flag_that_says_false_is_not_present() {
    let module = parse(
        r#"func.func @f() {
          %none = "my.flag"() : () -> index
          %false = "my.flag"() {f = false} : () -> index
          %true = "my.flag"() {f = true} : () -> index
          %unit = "my.flag"() {f} : () -> index
          %zero = "my.flag"() {f = 0 : i64} : () -> index
          %text = "my.flag"() {f = ""} : () -> index
          return
        }"#,
    );
    let rules = rules(
        "(op my.flag (flag attribute f))
        (define there (value (my.flag ?f)) 1 :when (present? ?f))
        (define missing (value (my.flag ?f)) 0 :when (not (present? ?f)))",
    );
    for (name, there) in [
        ("%none", "0"),
        ("%false", "0"),
        ("%true", "1"),
        ("%unit", "1"),
        ("%zero", "1"),
        ("%text", "1"),
    ] {
        let told = constant(&module, &rules, name);
        assert_eq!(told.as_deref(), Some(there), "{name}");
    }
}

#[test]
fn the_first_alternative_that_has_a_value() {
    let module = parse(
        r#"func.func @f() {
          %one = "my.width"() {width = 7 : i64, other = 8 : i64} : () -> index
          %two = "my.width"() {other = 8 : i64} : () -> index
          %three = "my.width"() {third = 9 : i64} : () -> index
          %none = "my.width"() : () -> index
          return
        }"#,
    );
    let rules = rules(
        "(op my.width (width attribute width other) (third attribute))
         (define width (value (my.width ?width ?third)) (either ?width ?third 10))",
    );
    let of = |name| constant(&module, &rules, name);
    assert_eq!(of("%one").as_deref(), Some("7"));
    assert_eq!(of("%two").as_deref(), Some("8"));
    assert_eq!(of("%three").as_deref(), Some("9"));
    assert_eq!(of("%none").as_deref(), Some("10"));
}

/// An attribute that rules cannot read is neither absent nor different from what it is compared with.
#[test]
fn what_cannot_be_read_is_not_absent() {
    let module = parse(
        r#"func.func @f(%n: index, %m: index) {
          %stated = "my.make"(%n, %m) {size = 3 : i64, list = [1, 2]} : (index, index) -> index
          %absent = "my.make"(%n, %m) {list = [1, 2]} : (index, index) -> index
          %unread = "my.make"(%n, %m) {size = 2.5 : f32, list = [0.5, 2]} : (index, index) -> index
          return
        }"#,
    );
    let answers = |term: &str| {
        let rules = rules(&format!(
            "(op my.make (n operand) (m operand) (size attribute) (list attribute))
             (define make (value (my.make ?n ?m ?size ?list)) {term})"
        ));
        let names = ["%stated", "%absent", "%unread"];
        names.map(|name| constant(&module, &rules, name).unwrap_or_else(|| "?".to_owned()))
    };
    let each = |answers: [&str; 3]| answers.map(str::to_owned);
    assert_eq!(answers("(either ?size 7)"), each(["3", "7", "?"]));
    assert_eq!(answers("(either (+ ?size 1) 7)"), each(["4", "7", "?"]));
    assert_eq!(
        answers("(either (when (same? ?size 3) 1) 0)"),
        each(["1", "0", "?"])
    );
    assert_eq!(
        answers("1 :when (not (same? ?size 3))"),
        each(["?", "1", "?"])
    );
    assert_eq!(
        answers("1 :when (not (same? ?size 4))"),
        each(["1", "1", "?"])
    );
    assert_eq!(answers("(either (at ?list 0) 7)"), each(["1", "1", "?"]));
    assert_eq!(answers("(find ?list 2)"), each(["1", "1", "?"]));
    assert_eq!(
        answers("(len (without (list 2 3) ?list))"),
        each(["1", "1", "?"])
    );
}

#[test]
fn parameters_of_attributes_are_fields() {
    let module = parse(
        r#"func.func @f() {
          %named = "my.limit"() {limit = #my.limit<low = 3, high = 40>} : () -> index
          %one = "my.limit"() {limit = #my.limit<high = 5>} : () -> index
          %listed = "my.limit"() {limit = #my.limit<i32, -2, [1, 2]>} : () -> index
          %none = "my.limit"() {limit = #my.limit} : () -> index
          return
        }"#,
    );
    let rules = rules(
        "(op my.limit (limit attribute))
         (define limit (value (my.limit ?l)) (either (parameter ?l high) (at ?l 1)))",
    );
    let of = |name| constant(&module, &rules, name);
    assert_eq!(of("%named").as_deref(), Some("40"));
    assert_eq!(of("%one").as_deref(), Some("5"));
    assert_eq!(of("%listed").as_deref(), Some("-2"));
    assert_eq!(of("%none"), None);
}

/// `integer` is the head of an integer attribute, and of an integer type.
#[test]
fn a_guard_on_an_attribute_is_about_the_attribute() {
    let module = parse(
        r#"func.func @f(%n: index) {
          %number = "my.kind"(%n) {kind = 3 : i64} : (index) -> index
          %type = "my.kind"(%n) {kind = f32} : (index) -> index
          %text = "my.kind"(%n) {kind = "x"} : (index) -> index
          return
        }"#,
    );
    let rules = rules(
        "(op my.kind (x operand) (kind attribute))
         (define a-number (value (my.kind _ ?kind)) 1 :when (is ?kind integer))
         (define a-type (value (my.kind _ ?kind)) 2 :when (is ?kind f32))
         (define a-text (value (my.kind _ ?kind)) 3 :for (?kind string))",
    );
    let told = ["%number", "%type", "%text"].map(|name| constant(&module, &rules, name));
    assert_eq!(told, ["1", "2", "3"].map(|it| Some(it.to_owned())));
}

#[test]
fn mistakes_have_a_place() {
    let rule = |term: &str| format!("(op my.op (a attribute))\n(fact f (my.op)\n  (< 0 {term}))");
    assert_eq!(
        error(&rule("(around my.other a)")),
        (3, 16, "no schema is known of the op 'my.other'".to_owned())
    );
    assert_eq!(
        error(&rule("(around my.op b)")),
        (3, 22, "the op 'my.op' has no field 'b'".to_owned())
    );
    assert_eq!(
        error(&rule("(around my.op)")),
        (3, 9, "'around' does not take 1 arguments".to_owned())
    );
    assert_eq!(
        error("(op my.op (a operands 0))"),
        (
            1,
            23,
            "expected a number of segments from 1 to 64".to_owned()
        )
    );
    let of_loop =
        |field: &str| format!("(op my.op (a operand) (b operands))\n(loop my.op (inits {field}))");
    assert_eq!(
        error(&of_loop("a")),
        (
            2,
            20,
            "the field 'a' of 'my.op' is no list of operands".to_owned()
        )
    );
    assert_eq!(
        error(&of_loop("c")),
        (2, 20, "the op 'my.op' has no field 'c'".to_owned())
    );
    assert_eq!(
        error("(join my.op)"),
        (1, 7, "no schema is known of the op 'my.op'".to_owned())
    );
    assert_eq!(
        error("(op my.op (a operands))\n(loop my.op (inits a))\n(join my.op)"),
        (3, 7, "'my.op' cannot be both a loop and a join".to_owned())
    );
    let number = "expected a condition, such as (<= a b); this is a number";
    assert_eq!(
        error("(op my.op (a operand))\n(fact f (my.op ?a) (+ ?a 1))"),
        (2, 20, number.to_owned())
    );
    assert_eq!(
        error("(op my.op (a operand))\n(fact f (my.op ?a) (<= 0 ?a) :given (mod ?a 2))"),
        (2, 37, number.to_owned())
    );
}

/// The engine evaluates guards on the type of an operand, or on the presence of an attribute, before it instantiates
/// the rule. They must have the same result if the operand has another place or is missing.
#[test]
fn guards_say_the_same_of_every_form_of_an_op() {
    let module = parse(
        r#"func.func @f(%n: index, %i: i32, %b: i1, %t: tensor<?xf32>) {
          %index = "my.fixed"(%n, %i) : (index, i32) -> index
          %turned = "my.fixed"(%i, %n) : (i32, index) -> index
          %few = "my.fixed"(%n) : (index) -> index
          %many = "my.fixed"(%n, %i, %i) : (index, i32, i32) -> index
          %named = "my.named"(%n) {other = 5 : i64} : (index) -> index
          %zero = "my.named"(%n) {name = 0 : i64} : (index) -> index
          %nameless = "my.named"(%n) : (index) -> index
          %all = "my.spread"(%n, %n, %i) : (index, index, i32) -> index
          %last = "my.spread"(%i) : (i32) -> index
          %given = "my.maybe"(%n, %i) : (index, i32) -> index
          %absent = "my.maybe"(%n) : (index) -> index
          %bit = "my.bit"(%b) : (i1) -> index
          %wide = "my.bit"(%i) : (i32) -> index
          %shaped = "my.bit"(%t) : (tensor<?xf32>) -> index
          return
        }"#,
    );
    let rules = rules(
        "(op my.fixed (a operand) (b operand))
         (define fixed-index (value (my.fixed ?a ?b)) 1 :when (index? ?a) (integer? ?b))
         (define fixed-other (value (my.fixed ?a ?b)) 2 :when (not (index? ?a)))
         (op my.named (a operand) (name attribute name other))
         (define named (value (my.named ?a ?name)) 3 :when (index? ?a) (present? ?name))
         (define nameless (value (my.named _ ?name)) 4 :when (not (present? ?name)))
         (op my.spread (all operands) (last operand))
         (define spread (value (my.spread ?all ?last)) (+ 10 (len ?all)) :when (integer? ?last))
         (op my.maybe (a operand) (b optional))
         (define maybe (value (my.maybe ?a ?b)) 5 :when (index? ?a) (integer? ?b))
         (define maybe-not (value (my.maybe _ ?b)) 6 :when (not (present? ?b)))
         (op my.bit (a operand))
         (define bit (value (my.bit ?a)) 7 :when (condition? ?a))
         (define wide (value (my.bit ?a)) 8 :when (integer? ?a) (not (condition? ?a)))
         (define shaped (value (my.bit ?a)) 9 :when (shaped? ?a))",
    );
    let told = [
        ("%index", Some("1")),
        ("%turned", Some("2")),
        ("%few", None),
        ("%many", None),
        ("%named", Some("3")),
        ("%zero", Some("3")),
        ("%nameless", Some("4")),
        ("%all", Some("12")),
        ("%last", Some("10")),
        ("%given", Some("5")),
        ("%absent", Some("6")),
        ("%bit", Some("7")),
        ("%wide", Some("8")),
        ("%shaped", Some("9")),
    ];
    for (name, wanted) in told {
        assert_eq!(constant(&module, &rules, name).as_deref(), wanted, "{name}");
    }
}

const SWEEP: &str = "
(op my.sweep (rows operand) (columns operand) (inits operands))
(loop my.sweep (inits inits) (body 0) (counters 2))
(fact sweep-bounds (my.sweep ?m ?n)
  (list (<= 0 (argument 0 0)) (< (argument 0 0) ?m) (<= 0 (argument 0 1)) (< (argument 0 1) ?n)) :in 0)
";

#[test]
fn neither_of_two_counters_counts_iterations() {
    let module = parse(
        r#"func.func @f(%m: index) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c4 = arith.constant 4 : index
          %end = "my.sweep"(%m, %c4, %c0) ({
          ^bb0(%i: index, %j: index, %x: index):
            %place = affine.apply affine_map<(i, j) -> (i * 4 + j)>(%i, %j)
            %y = arith.addi %x, %c1 : index
            "my.yield"(%y) : (index) -> ()
          }) : (index, index, index) -> index
          return
        }"#,
    );
    let counted = |rules: &Rules, by: &str| {
        let mut analysis = Analysis::new(&module, rules);
        let [x, by] = ["%x", by].map(|name| Variable::from(value(&module, name)));
        analysis.compare(&x, Comparison::Eq, &by) == Verdict::Proved
    };
    // The op does not specify whether it iterates over rows or over columns first.
    let unordered = rules(SWEEP);
    for name in ["%i", "%j", "%place"] {
        assert!(!counted(&unordered, name), "{name}");
    }
    let by_rows = rules(&format!(
        "{SWEEP}(define sweep-trip (trip (argument (my.sweep _ ?n) 0 ?k))
           (+ (* (argument 0 0) ?n) (argument 0 1)) :when (same? ?k 0))"
    ));
    assert!(counted(&by_rows, "%place"));
    assert!(!counted(&by_rows, "%i") && !counted(&by_rows, "%j"));
}

#[test]
fn what_all_regions_of_a_join_yield_is_known_of_its_results() {
    let module = parse(
        r#"func.func @f(%t: tensor<4xf32>) {
          %r:2 = "my.choose"() ({
            %c5 = arith.constant 5 : index
            "my.yield"(%c5, %t) : (index, tensor<4xf32>) -> ()
          }, {
            %c3 = arith.constant 3 : index
            "my.yield"(%c3, %t) : (index, tensor<4xf32>) -> ()
          }) : () -> (index, tensor<?xf32>)
          return
        }"#,
    );
    let known = |rules: &Rules, column: Column| {
        let mut analysis = Analysis::new(&module, rules);
        analysis.range(Variable::column(column)).to_string()
    };
    let number = Column::Value(value(&module, "%r#0"));
    // No rule defines the results.
    let join = rules("(op my.choose)\n(join my.choose)");
    assert_eq!(known(&join, number), "[3, 5] 2k+1");
    let none = rules("(op my.choose)");
    assert_eq!(known(&none, number), "[-inf, +inf]");
}

#[test]
fn zero_and_one_decide_conditions_alone() {
    let module = parse(
        r#"func.func @f(%t: tensor<2xf32>, %u: tensor<2x3xf32>) {
          %c7 = arith.constant 7 : index
          %0:9 = "my.clamp"(%c7) : (index) -> (index, index, index, index, index, index, index, index, index)
          %without:3 = "my.flags"(%c7, %t) : (index, tensor<2xf32>) -> (index, index, index)
          %with:3 = "my.flags"(%c7, %u) : (index, tensor<2x3xf32>) -> (index, index, index)
          return
        }"#,
    );
    let rules = rules(
        "(op my.clamp (n operand))
         (define c0 (value (result (my.clamp ?n) ?k)) (max 1 ?n) :when (same? ?k 0))
         (define c1 (value (result (my.clamp ?n) ?k)) (max ?n 1) :when (same? ?k 1))
         (define c2 (value (result (my.clamp ?n) ?k)) (min 0 (- ?n)) :when (same? ?k 2))
         (define c3 (value (result (my.clamp ?n) ?k)) (min 9 (max 1 ?n)) :when (same? ?k 3))
         (define c4 (value (result (my.clamp ?n) ?k)) (max (== ?n 7) (+ ?n 0)) :when (same? ?k 4))
         (define c5 (value (result (my.clamp ?n) ?k)) (min (< ?n 7) (- ?n)) :when (same? ?k 5))
         (define c6 (value (result (my.clamp ?n) ?k)) (* 2 (max 1 (min ?n 5))) :when (same? ?k 6))
         (define c7 (value (result (my.clamp ?n) ?k)) (or (!= ?n 7) (== ?n 7)) :when (same? ?k 7))
         (define c8 (value (result (my.clamp ?n) ?k)) (and (== ?n 7) (!= ?n 7)) :when (same? ?k 8))
         (op my.flags (n operand) (t operand))
         (define f0 (value (result (my.flags ?n ?t) ?k)) (and (!= (constant ?n) 7) (!= (dim ?t 1) 3)) :when (same? ?k 0))
         (define f1 (value (result (my.flags ?n ?t) ?k)) (or (== (constant ?n) 7) (== (dim ?t 1) 3)) :when (same? ?k 1))
         (define f2 (value (result (my.flags ?n ?t) ?k)) (max (== (constant ?n) 7) (dim ?t 1)) :when (same? ?k 2))",
    );
    let expected = ["7", "7", "-7", "7", "7", "-7", "10", "1", "0"];
    for (result, expected) in expected.into_iter().enumerate() {
        let name = format!("%0#{result}");
        assert_eq!(
            constant(&module, &rules, &name).as_deref(),
            Some(expected),
            "{name}"
        );
    }
    // A condition behind a deciding one may be undefined, and a number may not.
    for (name, expected) in [
        ("%without#0", Some("0")),
        ("%without#1", Some("1")),
        ("%without#2", None),
        ("%with#0", Some("0")),
        ("%with#1", Some("1")),
        ("%with#2", Some("3")),
    ] {
        assert_eq!(
            constant(&module, &rules, name).as_deref(),
            expected,
            "{name}"
        );
    }
}
