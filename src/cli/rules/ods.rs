//! The fields of an op that TableGen describes, as MLIR's ODS does.

use super::skeleton::{Field, Shape};

/// The shape of an op with that mnemonic in a text: `def MyOp : Op<My_Dialect, "mnemonic"> { let arguments = (ins
/// Index:$size, I64Attr:$block); let results = (outs Index:$out); }`, in any order and with anything between. None if
/// there is no such op. The dialect is not compared, since the text names its C++ record.
pub(super) fn shape(text: &str, mnemonic: &str) -> Option<Shape> {
    let text = without_comments(text);
    let name = format!("\"{mnemonic}\"");
    let mut records = text
        .split("\ndef ")
        .skip(usize::from(!text.starts_with("def ")));
    let record = records.find(|record| {
        let head = record.split('{').next().unwrap_or_default();
        head.contains(&name)
    })?;
    let fields = list(record, "ins").into_iter().filter_map(field);
    let results = list(record, "outs").into_iter();
    Some(Shape {
        fields: fields.collect(),
        results: results.map(is_shaped).collect(),
        is_open: false,
        has_regions: false,
    })
}

fn without_comments(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("//").next());
    lines
        .map(|line| line.unwrap_or_default().trim().to_owned() + "\n")
        .collect()
}

/// The elements of a list that begins with a word: `(ins A:$a, B<C, D>:$b)`.
fn list<'t>(record: &'t str, head: &str) -> Vec<&'t str> {
    let begins = |at: &(usize, &str)| {
        let rest = &record[at.0 + 1..];
        let rest = rest.trim_start().strip_prefix(head);
        rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_whitespace() || c == ')'))
    };
    let Some((start, _)) = record.match_indices('(').find(begins) else {
        return vec![];
    };
    let inner = record[start + 1..].trim_start();
    let inner = inner.get(head.len()..).unwrap_or_default();
    let mut found = vec![];
    let (mut depth, mut begin) = (0usize, 0);
    for (at, c) in inner.char_indices() {
        match c {
            '(' | '<' | '[' | '{' => depth += 1,
            ')' if depth == 0 => {
                found.push(inner[begin..at].trim());
                break;
            }
            ')' | '>' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                found.push(inner[begin..at].trim());
                begin = at + 1;
            }
            _ => {}
        }
    }
    found.retain(|element| !element.is_empty());
    found
}

/// An operand or an attribute: `Type:$name`.
fn field(element: &str) -> Option<Field> {
    let (kind, name) = element.rsplit_once(":$")?;
    let (name, kind) = (name.trim().to_owned(), kind.trim());
    // `DefaultValuedAttr<…>` and `OptionalAttr<…>` are attributes, too.
    let base = kind.split('<').next().unwrap_or_default();
    let is_attribute = ["Attr", "Prop", "Property", "Enum"]
        .iter()
        .any(|it| base.contains(it));
    Some(match (is_attribute, base) {
        (true, _) => Field::attribute(&name),
        (false, "Variadic" | "VariadicOfVariadic") => Field::new(name, "operands"),
        (false, "Optional") => Field::new(name, "optional"),
        (false, _) => Field::new(name, "operand"),
    })
}

/// Whether a result has dimensions, by the name of its type.
fn is_shaped(element: &str) -> bool {
    ["Tensor", "MemRef", "Shaped", "Vector"]
        .iter()
        .any(|it| element.contains(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_has_fields() {
        let text = "// def No : Op<\"window\">\ninclude \"x.td\"\ndef Other : Op<My, \"other\"> {}\n\
                    def My_WindowOp : My_Op<\"window\", [Pure, DeclareOpInterfaceMethods<X>]> {\n\
                    let arguments = (ins AnyTypeOf<[A, B]>:$input, Variadic<Index>:$sizes, // one each\n\
                    Optional<Index>:$pad, DefaultValuedAttr<I64Attr, \"4\">:$block);\n\
                    let results = (outs AnyRankedTensor:$out, Index:$count);\n}\n";
        let shape = shape(text, "window").expect("there is one");
        let fields: Vec<String> = shape.fields.iter().map(Field::text).collect();
        let expected = [
            "(input operand)",
            "(sizes operands)",
            "(pad optional)",
            "(block attribute block)",
        ];
        assert_eq!(fields, expected);
        assert_eq!(shape.results, [true, false]);
        assert!(super::shape(text, "none").is_none());
        assert!(super::shape("def A : Op<\"window\"> { let arguments = (ins", "window").is_some());
    }
}
