//! The fields of an op that TableGen describes, as MLIR's ODS does.

use super::skeleton::{Field, Shape};

/// The shape of an op with that mnemonic in a text: `def MyOp : Op<My_Dialect, "mnemonic"> { let arguments = (ins
/// Index:$size, I64Attr:$block); let results = (outs Index:$out); }`, in any order and with anything between. None if
/// there is no such op. The dialect is not compared, since the text names its C++ record.
pub(super) fn shape(text: &str, mnemonic: &str) -> Option<Shape> {
    let text = without_comments(text);
    let name = format!("\"{mnemonic}\"");
    let records = records(&text);
    let record = records
        .iter()
        .find(|record| record.is_def && record.head.contains(&name))?;
    let mut unknown = vec![];
    let mut stated = |head: &str| {
        let (found, missing) = inherited(&records, record, head, &mut vec![]);
        if found.is_none() {
            unknown.extend(missing);
        }
        found.unwrap_or_default()
    };
    let (fields, results) = (stated("ins"), stated("outs"));
    unknown.dedup();
    Some(Shape {
        fields: fields.into_iter().filter_map(field).collect(),
        results: results.into_iter().map(is_shaped).collect(),
        is_open: false,
        has_regions: false,
        unknown,
    })
}

/// A `def` or a `class`.
struct Record<'t> {
    is_def: bool,
    name: &'t str,
    /// What precedes the body.
    head: &'t str,
    text: &'t str,
}

fn records(text: &str) -> Vec<Record<'_>> {
    let mut starts: Vec<(usize, bool)> = vec![];
    for (keyword, is_def) in [("def ", true), ("class ", false)] {
        let begins = |at: &usize| *at == 0 || text[..*at].ends_with('\n');
        let found = text.match_indices(keyword).map(|(at, _)| at).filter(begins);
        starts.extend(found.map(|at| (at, is_def)));
    }
    starts.sort_unstable();
    let ends = starts.iter().skip(1).map(|(at, _)| *at).chain([text.len()]);
    let spans = starts.iter().zip(ends);
    let record = |(&(start, is_def), end): (&(usize, bool), usize)| {
        let keyword = if is_def { "def " } else { "class " };
        let text = text[start + keyword.len()..end].trim_start();
        let head = text.split(['{', ';']).next().unwrap_or_default();
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name = head.split(|c| !is_word(c)).next().unwrap_or_default();
        Record {
            is_def,
            name,
            head,
            // What follows a record without a body is not of it.
            text: match text[head.len()..].starts_with('{') {
                true => text,
                false => head,
            },
        }
    };
    spans.map(record).collect()
}

/// The list that a record or the last of its classes states, and the classes that the text does not have.
fn inherited<'t>(
    records: &[Record<'t>],
    record: &Record<'t>,
    head: &str,
    seen: &mut Vec<&'t str>,
) -> (Option<Vec<&'t str>>, Vec<String>) {
    let own = list(record.text, head);
    if own.is_some() {
        return (own, vec![]);
    }
    let mut missing = vec![];
    for class in classes(record.head).into_iter().rev() {
        // MLIR's class of all ops states nothing.
        if class == "Op" || seen.contains(&class) {
            continue;
        }
        seen.push(class);
        let known = records.iter().find(|it| !it.is_def && it.name == class);
        let Some(known) = known else {
            missing.push(class.to_owned());
            continue;
        };
        let (found, others) = inherited(records, known, head, seen);
        if found.is_some() {
            return (found, vec![]);
        }
        missing.extend(others);
    }
    (None, missing)
}

/// The classes after the colon of a head.
fn classes(head: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0usize, None, vec![]);
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let first_word = |text: &'_ str| {
        let text = text.trim_start();
        text.len() - text.trim_start_matches(is_word).len()
    };
    for (at, c) in head.char_indices() {
        match c {
            '<' | '[' | '(' => depth += 1,
            '>' | ']' | ')' => depth = depth.saturating_sub(1),
            ':' if depth == 0 && start.is_none() => start = Some(at + 1),
            ',' if depth == 0 && start.is_some() => {
                found.push(&head[start.unwrap_or(at)..at]);
                start = Some(at + 1);
            }
            _ => {}
        }
    }
    found.extend(start.map(|start| &head[start..]));
    let mut found: Vec<&str> = found
        .into_iter()
        .map(|part| &part.trim_start()[..first_word(part)])
        .collect();
    found.retain(|name| !name.is_empty());
    found
}

fn without_comments(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("//").next());
    lines
        .map(|line| line.unwrap_or_default().trim().to_owned() + "\n")
        .collect()
}

/// The elements of a list that begins with a word: `(ins A:$a, B<C, D>:$b)`; none if there is no such list.
fn list<'t>(record: &'t str, head: &str) -> Option<Vec<&'t str>> {
    let begins = |at: &(usize, &str)| {
        let rest = &record[at.0 + 1..];
        let rest = rest.trim_start().strip_prefix(head);
        rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_whitespace() || c == ')'))
    };
    let (start, _) = record.match_indices('(').find(begins)?;
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
    Some(found)
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

    #[test]
    fn classes_state_fields() {
        let text = "class My_Op<string m, list<Trait> traits = []> : Op<My, m, traits>;\n\
                    class My_Binary<string m> : My_Op<m, [Pure]> {\n\
                    let arguments = (ins Index:$lhs, Index:$rhs);\n\
                    let results = (outs Index:$res);\n}\n\
                    def My_AddOp : My_Binary<\"add\">;\n\
                    def My_NopOp : My_Op<\"nop\">;\n\
                    def My_FarOp : Far_Op<\"far\">, Near { let results = (outs Index:$res); }\n";
        let shape = |name: &str| shape(text, name).expect("there is one");
        let fields = |shape: &Shape| shape.fields.iter().map(Field::text).collect::<Vec<_>>();
        let add = shape("add");
        assert_eq!(fields(&add), ["(lhs operand)", "(rhs operand)"]);
        assert_eq!((add.results.len(), add.unknown.len()), (1, 0));
        let nop = shape("nop");
        assert!(nop.fields.is_empty() && nop.results.is_empty() && nop.unknown.is_empty());
        let far = shape("far");
        assert_eq!(far.unknown, ["Near", "Far_Op"]);
        assert_eq!(far.results.len(), 1);
    }
}
