//! Custom assembly that rule files declare.

use calipers::ir::{Module, ParseError, ParseOptions};
use calipers::rules::{Rules, check::check, syntaxes};

fn read(rules: &str, program: &str) -> Result<Module, ParseError> {
    let mut all = Rules::embedded();
    all.load("my.rules", rules).expect("valid rules");
    let options = ParseOptions {
        syntaxes: syntaxes(&all).unwrap_or_else(|error| panic!("{error}")),
        ..ParseOptions::default()
    };
    Module::parse(program, "test.mlir", options)
}

/// Reads a program, and checks that it is printed as it was written.
fn round_trip(rules: &str, program: &str) {
    let module = read(rules, program).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(module.to_string().trim_end(), program);
}

fn message(rules: &str) -> String {
    let mut all = Rules::embedded();
    all.load("my.rules", rules).expect("valid forms");
    syntaxes(&all).expect_err("an error").to_string()
}

#[test]
fn fields_of_the_schema_have_their_names_in_the_format() {
    round_trip(
        "(op my.window (source operand) (offsets mixed static_offsets) (step attribute) (result result))
         (syntax my.window \"$source dyn($offsets, $static_offsets) (step $step^)? attr-dict `:` type($source) `to` type($result)\"
           \"attr step? int(index)\" \"infer offsets = index\")",
        "module {
  func.func @f(%arg0: index, %arg1: tensor<?x4xf32>) {
    %0 = my.window %arg1 [%arg0, 4] step 3 : tensor<?x4xf32> to tensor<?xf32>
    %1 = my.window %arg1 [1, 4] {note} : tensor<?x4xf32> to tensor<4xf32>
    return
  }
}",
    );
}

#[test]
fn names_without_a_schema_are_operands_and_results() {
    round_trip(
        "(syntax (my.twice my.thrice) \"$operand attr-dict `:` type($result)\")
         (syntax my.loop \"argument($count) `to` $count ($inits^)? with-arguments($region0) attr-dict\"
           \"operands count inits*\" \"infer count inits = index\" \"regions 1\" \"ends my.end\")
         (syntax my.end \"attr-dict\" \"traits terminator\")",
        "module {
  func.func @f(%arg0: index) {
    %0 = my.twice %arg0 : index
    %1 = my.thrice %0 {a = 1 : i64} : index
    my.loop %arg1 to %1 %arg0, %0 {
      %2 = my.twice %arg1 : index
    }
    return
  }
}",
    );
}

#[test]
fn a_wrong_use_of_a_declared_syntax_has_a_place() {
    let rules = "(syntax my.twice \"$operand attr-dict `:` type($result)\")";
    let error = read(rules, "func.func @f() {\n  my.twice 3\n}").err();
    let error = error.expect("3 is no operand").to_string();
    assert!(
        error.starts_with("test.mlir:2:12: error: expected SSA operand"),
        "{error}"
    );
}

#[test]
fn an_invalid_format_has_a_place() {
    for (format, expected) in [
        ("\"$a attr-dict\"", "does not tell the type of 'a'"),
        ("\"$a frob($b) : type($a)\"", "expected ?, found :"),
        ("\"$a type($a) `:\"", "unclosed backtick"),
        (
            "\"$a : type($a)\" \"infer b = a\"",
            "no operand or result b",
        ),
        (
            "\"$a $b : type($b)\" \"infer a = nonsense\"",
            "'nonsense' is no operand",
        ),
        (
            "\"$a : type($a)\" \"attr b kind\"",
            "no attribute kind kind",
        ),
        (
            "\"$b $a : type($a)\" \"attr b int(x)\"",
            "'x' is no type of an attribute",
        ),
        ("\"$a : type($a)\" \"colour red\"", "no keyword colour"),
    ] {
        let rules = format!("\n(syntax my.op {format})");
        let error = message(&rules);
        assert!(error.starts_with("my.rules:2:15: error: "), "{error}");
        assert!(error.contains(expected), "{error}");
        let report = check(&Rules::embedded(), &[("my.rules", &rules)]);
        assert_eq!(report.findings.len(), 1, "{format}");
        assert!(report.findings[0].message.contains(expected));
    }
    let twice = "(syntax my.op \"attr-dict\")".repeat(2);
    assert!(message(&twice).contains("has a syntax already"));
    assert!(message("(syntax math.exp \"$x type($x)\")").contains("the library knows"));
}
