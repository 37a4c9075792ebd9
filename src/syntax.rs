//! The custom assembly that rule files declare: `(syntax NAME FORMAT LINE …)` becomes an entry of an op table.
//!
//! The operands, results and attributes are the fields of the op's schema, or stated by the lines `operands …` and
//! `results …`. Other names in the format are operands, or results if only their types occur.

use crate::ir::Syntaxes;
use calipers_rules::{RuleError, Rules, Schema, Source, Syntax};
use calipers_support::sexp::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The custom assembly of all ops that the files of `rules` declare, for [`ParseOptions`](crate::ir::ParseOptions).
/// The definitions are kept for the rest of the process, one for each text.
///
/// ```
/// use calipers::ir::{Module, ParseOptions};
/// use calipers::rules::{Rules, syntaxes};
///
/// let mut rules = Rules::embedded();
/// let text = "(op my.twice (operand operand))
///   (define twice (value (my.twice ?x)) (* 2 (value ?x)))
///   (syntax my.twice \"$operand attr-dict `:` type($result)\")";
/// rules.load("my.rules", text)?;
/// let options = ParseOptions { syntaxes: syntaxes(&rules)?, ..ParseOptions::default() };
/// let program = "func.func @f(%a: index) {\n  %b = my.twice %a : index\n  return\n}";
/// let module = Module::parse(program, "f.mlir", options)?;
/// assert!(module.to_string().contains("my.twice %arg0 : index"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first invalid format, with its place.
pub fn syntaxes(rules: &Rules) -> Result<Arc<Syntaxes>, RuleError> {
    let mut all = Syntaxes::default();
    for syntax in rules.syntaxes() {
        for op in &syntax.ops {
            add(&mut all, rules, syntax, op)
                .map_err(|fault| syntax.error(fault.place, fault.message))?;
        }
    }
    Ok(Arc::new(all))
}

/// What is wrong with a declaration, and where.
pub(crate) struct Fault {
    pub(crate) place: Span,
    pub(crate) message: String,
}

/// Adds the custom assembly of an op.
///
/// # Errors
/// If the format is invalid.
pub(crate) fn add(
    all: &mut Syntaxes,
    rules: &Rules,
    syntax: &Syntax,
    op: &str,
) -> Result<(), Fault> {
    let fault = |message: String| Fault {
        place: syntax.span,
        message,
    };
    let mut entry = Entry::default();
    if let Some(known) = rules.op(op) {
        entry.add_schema(&known.schema).map_err(fault)?;
    }
    entry.add_lines(syntax);
    let format = entry.renamed_format(&syntax.format).map_err(fault)?;
    entry.add_names(&format);
    entry.add_types(&format).map_err(fault)?;
    let text = entry.text(op, &format);
    all.add(op, &text).map_err(|message| {
        // Lines of the entry are no lines of the file.
        let numbered = message
            .strip_prefix("line ")
            .and_then(|it| it.split_once(": "));
        let Some((number, message)) = numbered else {
            return fault(message);
        };
        let line = number.parse().ok().and_then(|number: usize| {
            // The first line is the op.
            let line = entry.lines.get(number.checked_sub(2)?)?;
            line.from
        });
        Fault {
            place: syntax.place(line),
            message: message.to_owned(),
        }
    })
}

/// An entry of an op table.
#[derive(Default)]
struct Entry {
    /// Names with `?` or `*`.
    operands: Vec<String>,
    results: Vec<String>,
    attributes: BTreeSet<String>,
    /// The attributes whose fields have other names, by those names.
    renamed: BTreeMap<String, String>,
    lines: Vec<Line>,
}

/// A line of an entry.
struct Line {
    text: String,
    /// The position of the line in the declaration, if it is one of those.
    from: Option<usize>,
}

/// A name of a group without `?` or `*`.
fn bare(group: &str) -> &str {
    group.split(['?', '*']).next().unwrap_or(group)
}

impl Entry {
    fn add_schema(&mut self, schema: &Schema) -> Result<(), String> {
        for field in schema.fields.iter() {
            let name = &field.name;
            match &field.source {
                Source::Operand => self.operands.push(name.clone()),
                Source::Operands => self.operands.push(format!("{name}*")),
                Source::Optional => self.operands.push(format!("{name}?")),
                Source::Mixed(attribute) => {
                    self.operands.push(format!("{name}*dyn({attribute})"));
                    self.attribute(attribute, "ints(i64)");
                }
                Source::Attribute(names) => {
                    for name in names {
                        self.attribute(name, "any");
                    }
                    if let Some(first) = names.first()
                        && !names.contains(&field.name)
                    {
                        self.renamed.insert(field.name.clone(), first.clone());
                    }
                }
                Source::Segments(_) => {
                    return Err(format!(
                        "the groups in '{name}' have no names: state all operands with \"operands NAME …\""
                    ));
                }
            }
        }
        for result in &schema.results {
            let star = if result.is_list { "*" } else { "" };
            self.results.push(format!("{}{star}", result.name));
        }
        Ok(())
    }

    /// An attribute of the schema, which may be absent.
    fn attribute(&mut self, name: &str, kind: &str) {
        if self.attributes.insert(name.to_owned()) {
            self.lines.push(Line {
                text: format!("attr {name}? {kind}"),
                from: None,
            });
        }
    }

    /// The attribute that a field has; other names stay.
    fn attribute_of<'n>(&'n self, name: &'n str) -> &'n str {
        self.renamed.get(name).map_or(name, String::as_str)
    }

    /// A line of a declaration, with the names of attributes instead of those of their fields.
    fn renamed_line(&self, line: &str) -> String {
        let Some((keyword, rest)) = line.split_once(' ') else {
            return line.to_owned();
        };
        match keyword {
            "attr" => {
                let rest = rest.trim_start();
                let end = rest.find(['?', ' ']).unwrap_or(rest.len());
                let (name, rest) = rest.split_at(end);
                format!("attr {}{rest}", self.attribute_of(name))
            }
            "discardable" => {
                let names = rest.split_whitespace().map(|name| self.attribute_of(name));
                format!("discardable {}", names.collect::<Vec<_>>().join(" "))
            }
            "infer" | "default" => {
                let argument = rest
                    .strip_suffix(')')
                    .and_then(|it| it.rsplit_once(['(', ',']))
                    .filter(|(before, _)| {
                        let functions = ["attr", "member(", "resized("];
                        functions.iter().any(|it| before.contains(it))
                    });
                match argument {
                    Some((before, name)) => {
                        let between = &rest[before.len()..=before.len()];
                        format!("{keyword} {before}{between}{})", self.attribute_of(name))
                    }
                    None => line.to_owned(),
                }
            }
            _ => line.to_owned(),
        }
    }

    /// The format with the names of attributes instead of those of their fields.
    fn renamed_format(&self, format: &str) -> Result<String, String> {
        let mut text = String::with_capacity(format.len());
        let mut end = 0;
        for used in uses(format) {
            let Some(name) = self.renamed.get(used.name) else {
                continue;
            };
            let mut groups = self.operands.iter().chain(&self.results);
            if groups.any(|group| bare(group) == name) {
                return Err(format!(
                    "'${}' is the attribute '{name}', but a field of values has this name, too",
                    used.name
                ));
            }
            text += &format[end..used.at];
            text += name;
            end = used.at + used.name.len();
        }
        Ok(text + &format[end..])
    }

    fn add_lines(&mut self, syntax: &Syntax) {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        for (number, line) in syntax.lines.iter().enumerate() {
            let line = self.renamed_line(line);
            let own = |text: String| Line {
                text,
                from: Some(number),
            };
            match line.split_once(' ').unwrap_or((&line, "")) {
                ("operands", groups) => self.operands = words(groups),
                ("results", groups) => self.results = words(groups),
                ("attr", rest) => {
                    let name = rest.split_whitespace().next().unwrap_or_default();
                    let name = name.trim_end_matches('?');
                    // It replaces what the schema says.
                    let is_same = |known: &Line| {
                        known
                            .text
                            .strip_prefix("attr ")
                            .and_then(|it| it.split_once('?'))
                            .is_some_and(|(known, _)| known == name)
                    };
                    self.lines.retain(|known| !is_same(known));
                    self.attributes.insert(name.to_owned());
                    self.lines.push(own(line));
                }
                _ => self.lines.push(own(line)),
            }
        }
    }

    fn knows(&self, name: &str) -> bool {
        let groups = self.operands.iter().chain(&self.results);
        let is_region = |name: &str| {
            let number = name.strip_prefix("region");
            number.is_some_and(|it| it.parse::<u32>().is_ok())
        };
        let mut successors = self
            .lines
            .iter()
            .filter_map(|it| it.text.strip_prefix("successors "));
        groups.into_iter().any(|group| bare(group) == name)
            || self.attributes.contains(name)
            || is_region(name)
            || successors.any(|names| names.split_whitespace().any(|it| bare(it) == name))
    }

    /// Makes the unknown names of the format operands or results.
    fn add_names(&mut self, format: &str) {
        let uses = uses(format);
        for used in &uses {
            if self.knows(used.name) {
                continue;
            }
            let is_operand = uses.iter().any(|it| it.name == used.name && !it.is_type);
            let groups = match is_operand {
                true => &mut self.operands,
                false => &mut self.results,
            };
            groups.push(used.name.to_owned());
        }
    }

    /// Groups without a type have the type of the only group with one.
    fn add_types(&mut self, format: &str) -> Result<(), String> {
        const ALL: [&str; 6] = [
            "functional-type",
            "operand-types",
            "same-type",
            "type(operands)",
            "type(results)",
            "short-types(",
        ];
        let states_all = ALL.iter().any(|it| format.contains(it));
        if states_all {
            return Ok(());
        }
        let uses = uses(format);
        let is_typed = |group: &&String| uses.iter().any(|it| it.is_type && it.name == bare(group));
        let groups = || self.operands.iter().chain(&self.results);
        let is_inferred = |group: &str| {
            let of_types = ["same ", "infer ", "default "];
            let mut lines = self
                .lines
                .iter()
                .map(|line| &line.text)
                .filter(|line| of_types.iter().any(|keyword| line.starts_with(keyword)));
            lines.any(|line| {
                line.split(['=', '('])
                    .next()
                    .is_some_and(|targets| targets.split_whitespace().any(|it| it == group))
            })
        };
        let typed: Vec<&String> = groups().filter(is_typed).collect();
        let untyped: Vec<&str> = groups()
            .filter(|group| !is_typed(group))
            .map(|group| bare(group))
            .filter(|group| !is_inferred(group))
            .collect();
        let Some(first) = untyped.first() else {
            return Ok(());
        };
        let [only] = typed[..] else {
            return Err(format!(
                "the format does not tell the type of '{first}': add type(${first}), or a line \"infer {first} = TYPE\""
            ));
        };
        let line = format!("infer {} = {}", untyped.join(" "), bare(only));
        self.lines.push(Line {
            text: line,
            from: None,
        });
        Ok(())
    }

    fn text(&self, op: &str, format: &str) -> String {
        let mut text = format!("op {op} {}", self.operands.join(" "));
        if !self.results.is_empty() {
            text += &format!(" -> {}", self.results.join(" "));
        }
        for line in &self.lines {
            text += &format!("\n  {}", line.text.replace('\n', " "));
        }
        text + &format!("\n  format {}", format.replace('\n', " "))
    }
}

/// A name in a format.
struct Use<'f> {
    name: &'f str,
    /// The place of the name.
    at: usize,
    /// Whether it is the argument of a directive for types, as in `type($name)`.
    is_type: bool,
}

fn uses(format: &str) -> Vec<Use<'_>> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let mut all = Vec::new();
    let mut is_quoted = false;
    for (at, part) in format.match_indices(['$', '`']) {
        if part == "`" {
            is_quoted = !is_quoted;
            continue;
        }
        let name = format[at + 1..].split(|c| !is_word(c)).next();
        let Some(name) = name.filter(|name| !name.is_empty() && !is_quoted) else {
            continue;
        };
        let before = format[..at].trim_end();
        // The directive whose arguments the name is among.
        let open = before
            .rfind(['(', ')'])
            .filter(|&open| before[open..].starts_with('('));
        let directive = open.map(|open| {
            let head = &before[..open];
            &head[head.rfind(|c| !is_word(c)).map_or(0, |end| end + 1)..]
        });
        all.push(Use {
            name,
            at: at + 1,
            is_type: matches!(directive, Some("type" | "types" | "argument" | "arguments")),
        });
    }
    all
}
