//! The IRDL parser.

use super::cursor::Cursor;
use super::{Constraints, Variadicity, Written};
use crate::sexp::Span;
use crate::sexp::expect::{Complaint, Result};
use calipers_rules::concept::Sort;
use hashbrown::HashMap;

/// The contents of a file; constraints refer to each other by index.
#[derive(Default)]
pub(super) struct File {
    pub(super) definitions: Vec<Definition>,
    pub(super) operations: Vec<Operation>,
}

/// A type or an attribute.
pub(super) struct Definition {
    /// The name with its dialect.
    pub(super) name: String,
    pub(super) span: Span,
    pub(super) sort: Sort,
    pub(super) constraints: Constraints,
    pub(super) parameters: Vec<usize>,
}

/// An op.
pub(super) struct Operation {
    /// The name with its dialect.
    pub(super) name: String,
    pub(super) span: Span,
    pub(super) constraints: Constraints,
    pub(super) operands: Vec<Part>,
    pub(super) results: Vec<Part>,
    pub(super) attributes: Vec<(String, usize)>,
}

/// A group of operands or results of an op, or a parameter.
pub(super) struct Part {
    pub(super) name: String,
    pub(super) variadicity: Variadicity,
    pub(super) constraint: usize,
}

/// Parses a whole file.
pub(super) fn file(text: &str) -> Result<File> {
    let mut reader = Reader {
        cursor: Cursor::new(text),
        sorts: sorts(text)?,
        dialect: String::new(),
        found: File::default(),
    };
    let in_module = reader.cursor.eat_word("module");
    if in_module {
        reader.cursor.expect("{")?;
    }
    while reader.cursor.eat_word("irdl.dialect") {
        reader.dialect()?;
    }
    if in_module {
        reader.cursor.expect("}")?;
    }
    match reader.cursor.is_at_end() {
        true => Ok(reader.found),
        false => reader.cursor.complain("expected irdl.dialect"),
    }
}

/// The names in a file that are types, since uses may precede definitions.
fn sorts(text: &str) -> Result<HashMap<String, Sort>> {
    let (mut found, mut dialect) = (HashMap::new(), String::new());
    let mut cursor = Cursor::new(text);
    while !cursor.is_at_end() {
        let sort = if cursor.eat_word("irdl.dialect") {
            None
        } else if cursor.eat_word("irdl.type") {
            Some(Sort::Type)
        } else if cursor.eat_word("irdl.attribute") {
            Some(Sort::Attribute)
        } else {
            // A word, a string or a punctuation mark.
            if cursor.string().is_err() && cursor.word("").is_err() {
                cursor.pass();
            }
            continue;
        };
        let name = cursor.symbol()?.concat();
        match sort {
            None => dialect = name,
            Some(sort) => {
                found.insert(format!("{dialect}.{name}"), sort);
            }
        }
    }
    Ok(found)
}

struct Reader<'t> {
    cursor: Cursor<'t>,
    sorts: HashMap<String, Sort>,
    dialect: String,
    found: File,
}

/// The body of a definition.
#[derive(Default)]
struct Body<'t> {
    /// The indices of the constraints, by the names of their values.
    names: HashMap<&'t str, usize>,
    constraints: Constraints,
    parameters: Vec<usize>,
    operands: Vec<Part>,
    results: Vec<Part>,
    attributes: Vec<(String, usize)>,
}

impl<'t> Reader<'t> {
    fn dialect(&mut self) -> Result<()> {
        self.dialect = self.cursor.symbol()?.concat();
        self.attributes()?;
        self.cursor.expect("{")?;
        while !self.cursor.eat("}") {
            let kind = self
                .cursor
                .word("irdl.type, irdl.attribute or irdl.operation")?;
            let span = self.cursor.span();
            let name = format!("{}.{}", self.dialect, self.cursor.symbol()?.concat());
            self.attributes()?;
            let body = match self.cursor.eat("{") {
                true => self.body()?,
                false => Body::default(),
            };
            match kind {
                "irdl.type" => self.definition(name, span, Sort::Type, body),
                "irdl.attribute" => self.definition(name, span, Sort::Attribute, body),
                "irdl.operation" => self.found.operations.push(Operation {
                    name,
                    span,
                    constraints: body.constraints,
                    operands: body.operands,
                    results: body.results,
                    attributes: body.attributes,
                }),
                other => {
                    let message = format!("'{other}' is not known in a dialect");
                    return Err(Complaint(span, message));
                }
            }
        }
        Ok(())
    }

    /// `attributes {…}`
    fn attributes(&mut self) -> Result<()> {
        match self.cursor.eat_word("attributes") {
            true => self.cursor.skip_brackets(),
            false => Ok(()),
        }
    }

    fn definition(&mut self, name: String, span: Span, sort: Sort, body: Body<'_>) {
        self.found.definitions.push(Definition {
            name,
            span,
            sort,
            constraints: body.constraints,
            parameters: body.parameters,
        });
    }

    fn body(&mut self) -> Result<Body<'t>> {
        let mut body = Body::default();
        while !self.cursor.eat("}") {
            if self.cursor.eat("%") {
                let name = self.cursor.word("the name of a value")?;
                self.cursor.expect("=")?;
                let span = self.cursor.span();
                let Some(written) = self.constraint(&body)? else {
                    continue;
                };
                body.names.insert(name, body.constraints.len());
                body.constraints.push((span, written));
                continue;
            }
            let span = self.cursor.span();
            match self.cursor.word("a value or an op of IRDL")? {
                "irdl.parameters" => {
                    let parts = self.parts(&body)?;
                    body.parameters = parts.iter().map(|part| part.constraint).collect();
                }
                "irdl.operands" => body.operands = self.parts(&body)?,
                "irdl.results" => body.results = self.parts(&body)?,
                "irdl.attributes" => body.attributes = self.named(&body)?,
                // Regions are ignored.
                "irdl.regions" => self.cursor.skip_brackets()?,
                other => return Err(Complaint(span, format!("'{other}' is not known here"))),
            }
        }
        Ok(body)
    }

    /// A constraint; none for a region, which is ignored.
    fn constraint(&mut self, body: &Body<'_>) -> Result<Option<Written>> {
        let span = self.cursor.span();
        Ok(Some(match self.cursor.word("a constraint")? {
            "irdl.any" => Written::Any,
            "irdl.is" => Written::Is(self.cursor.line().to_string()),
            "irdl.any_of" => Written::AnyOf(self.values(body, "(", ")")?),
            "irdl.all_of" => Written::AllOf(self.values(body, "(", ")")?),
            "irdl.c_pred" => Written::Unknown(self.cursor.string()?.to_string()),
            "irdl.base" => match self.cursor.string() {
                Ok(name) if name.starts_with(['!', '#']) => Written::Base(name.to_string()),
                Ok(name) => {
                    let message = format!("'{name}' begins with neither '!' nor '#'");
                    return Err(Complaint(span, message));
                }
                Err(_) => Written::Base(self.reference()?),
            },
            "irdl.parametric" => {
                let name = self.reference()?;
                Written::Parametric(name, self.values(body, "<", ">")?)
            }
            "irdl.region" => {
                self.cursor.line();
                return Ok(None);
            }
            other => return Err(Complaint(span, format!("'{other}' is no constraint"))),
        }))
    }

    /// `@type` or `@dialect::@type` for a definition in the file, with its mark.
    fn reference(&mut self) -> Result<String> {
        let span = self.cursor.span();
        let name = match self.cursor.symbol()?.as_slice() {
            [own] => format!("{}.{own}", self.dialect),
            parts => parts.join("."),
        };
        match self.sorts.get(&name) {
            Some(Sort::Type) => Ok(format!("!{name}")),
            Some(_) => Ok(format!("#{name}")),
            None => Err(Complaint(span, format!("the file defines no '{name}'"))),
        }
    }

    fn value(&mut self, body: &Body<'_>) -> Result<usize> {
        let span = self.cursor.span();
        self.cursor.expect("%")?;
        let name = self.cursor.word("the name of a value")?;
        match body.names.get(name) {
            Some(number) => Ok(*number),
            None => Err(Complaint(span, format!("'%{name}' is no constraint"))),
        }
    }

    fn values(&mut self, body: &Body<'_>, open: &str, close: &str) -> Result<Vec<usize>> {
        self.cursor.expect(open)?;
        let mut found = vec![];
        while !self.cursor.eat(close) {
            if !found.is_empty() {
                self.cursor.expect(",")?;
            }
            found.push(self.value(body)?);
        }
        Ok(found)
    }

    /// `(name: variadic %0, …)`
    fn parts(&mut self, body: &Body<'_>) -> Result<Vec<Part>> {
        self.cursor.expect("(")?;
        let mut found = vec![];
        while !self.cursor.eat(")") {
            if !found.is_empty() {
                self.cursor.expect(",")?;
            }
            let name = self.cursor.word("a name")?.to_string();
            self.cursor.expect(":")?;
            let variadicity = if self.cursor.eat_word("variadic") {
                Variadicity::Variadic
            } else if self.cursor.eat_word("optional") {
                Variadicity::Optional
            } else {
                self.cursor.eat_word("single");
                Variadicity::Single
            };
            let constraint = self.value(body)?;
            found.push(Part {
                name,
                variadicity,
                constraint,
            });
        }
        Ok(found)
    }

    /// `{ "name" = %0, … }`
    fn named(&mut self, body: &Body<'_>) -> Result<Vec<(String, usize)>> {
        self.cursor.expect("{")?;
        let mut found = vec![];
        while !self.cursor.eat("}") {
            if !found.is_empty() {
                self.cursor.expect(",")?;
            }
            let name = self.cursor.string()?.to_string();
            self.cursor.expect("=")?;
            found.push((name, self.value(body)?));
        }
        Ok(found)
    }
}
