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
            "no operand and no result is called 'b'; there are a",
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
        assert!(error.starts_with("my.rules:2:"), "{error}");
        assert!(error.contains(expected), "{error}");
        let report = check(&Rules::embedded(), &[("my.rules", &rules)]);
        assert_eq!(report.findings.len(), 1, "{format}");
        assert!(report.findings[0].message.contains(expected));
    }
    let twice = "(syntax my.op \"attr-dict\")".repeat(2);
    assert!(message(&twice).contains("has a syntax already"));
    assert!(message("(syntax math.exp \"$x type($x)\")").contains("the library knows"));
}

#[test]
fn a_field_may_have_another_name_than_its_attribute() {
    round_trip(
        "(op z.a (x operand) (k attribute factor) (type attribute function_type))
         (syntax z.a \"$x `by` $k `as` $type attr-dict `:` type($r)\" \"attr k int(i64)\" \"attr type type\" \"infer x = r\")",
        "module {
  func.func @f(%arg0: index) {
    %0 = z.a %arg0 by 3 as i32 : index
    return
  }
}",
    );
    let module = read(
        "(op z.a (x operand) (k attribute factor))
         (syntax z.a \"$x `by` $k attr-dict `:` type($r)\" \"attr k int(i64)\" \"infer x = r\")",
        "func.func @f(%a: index) {
  %0 = \"z.a\"(%a) {factor = 3 : i64} : (index) -> index
  return
}",
    );
    let text = module.unwrap_or_else(|error| panic!("{error}")).to_string();
    assert!(text.contains("z.a %arg0 by 3 : index"), "{text}");
    let clash = "(op z.a (x operand) (k attribute x)) (syntax z.a \"$x $k : type($x)\")";
    assert!(message(clash).contains("'$k' is the attribute 'x'"));
}

#[test]
fn a_terminator_without_a_syntax_is_implied() {
    let rules = "(syntax my.loop \"argument($n) `to` $n with-arguments($region0) attr-dict\"
        \"regions 1\" \"infer n = index\" \"ends my.end\")";
    round_trip(
        rules,
        "module {
  func.func @f(%arg0: index) {
    my.loop %arg1 to %arg0 {
      %0 = arith.addi %arg1, %arg0 : index
    }
    return
  }
}",
    );
    let program = |end: &str| {
        format!(
            "module {{
  func.func @f(%arg0: index) {{
    my.loop %arg1 to %arg0 {{{end}
    }}
    return
  }}
}}"
        )
    };
    let explicit = program("\n      \"my.end\"() : () -> ()");
    let module = read(rules, &explicit).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(module.to_string().trim_end(), program(""));
    // One that says more is printed.
    round_trip(rules, &program("\n      \"my.end\"() {a} : () -> ()"));
}

#[test]
fn groups_of_lists_need_no_segment_sizes() {
    let rules = "(op w.m (x operand) (a mixed static_a) (b mixed static_b) (r result))
        (syntax w.m \"$x dyn($a, $static_a) dyn($b, $static_b) attr-dict `:` type($x)\" \"infer a b = index\" \"infer r = x\")";
    let program = |sizes: &str| {
        format!(
            "func.func @f(%x: index, %y: index) {{
  %a = \"w.m\"(%x, %y) {{{sizes}static_a = array<i64: -9223372036854775808>, static_b = array<i64: 4>}} : (index, index) -> index
  return
}}"
        )
    };
    for sizes in ["", "operandSegmentSizes = array<i32: 1, 1, 0>, "] {
        let module = read(rules, &program(sizes)).unwrap_or_else(|error| panic!("{error}"));
        let text = module.to_string();
        assert!(text.contains("w.m %arg0 [%arg1] [4] : index"), "{text}");
    }
    let wrong = program("").replace("array<i64: 4>", "array<i64: -9223372036854775808>");
    let error = read(rules, &wrong).expect_err("an operand is missing");
    assert!(
        error
            .to_string()
            .contains("requires attribute 'operandSegmentSizes'"),
        "{error}"
    );
}

#[test]
fn what_cannot_be_read_again_is_refused() {
    for (format, column, expected) in [
        (
            "\"$x ($k^)? : type($x)\" \"attr k? unit\"",
            15,
            "expected (`k` $k^)?",
        ),
        (
            "\"$x ($k^ `hey`)? : type($x)\" \"attr k? unit\"",
            15,
            "has no word in the format",
        ),
        (
            "\"$x $k : type($x)\" \"attr k unit\"",
            15,
            "has no word in the format",
        ),
        (
            "\"$k $x : type($x)\" \"attr k word(tile.space<) a b\"",
            34,
            "is no beginning of an attribute",
        ),
        (
            "\"$k $x : type($x)\" \"attr k word(#tile.space<)\"",
            34,
            "the words that 'k' can be are missing",
        ),
        (
            "\"$k $x : type($x)\" \"attr k words(#tile.space<)\"",
            34,
            "would only be read",
        ),
        (
            "\"$k $x : type($x)\" \"attr k enum(i32) local \\\"glo bal\\\"\"",
            34,
            "is no word that 'k' can be",
        ),
        (
            "\"$k $x : type($x)\" \"attr k ints\"",
            34,
            "such as ints(i64)",
        ),
        (
            "\"$k $x : type($x)\" \"attr k intz(i64)\"",
            34,
            "did you mean 'int'?",
        ),
        (
            "\"$k $x : type($x)\" \"attr k int(i64)\" \"trait terminator\"",
            52,
            "did you mean 'traits'?",
        ),
        (
            "\"$k $x : type($x)\" \"attr k int(x)\"",
            34,
            "'x' is no type",
        ),
    ] {
        let rules = format!("\n(syntax my.op {format})");
        let error = message(&rules);
        let place = format!("my.rules:2:{column}: error: ");
        assert!(error.starts_with(&place), "{place} {error}");
        assert!(error.contains(expected), "{expected}: {error}");
        let report = check(&Rules::embedded(), &[("my.rules", &rules)]);
        assert!(
            report
                .findings
                .iter()
                .any(|it| it.message.contains(expected)),
            "{format}"
        );
    }
}
