//! The parser of predicates.

use super::library::{Concept, Concepts};
use super::literal::{dialect, is_float, literal};
use super::predicate::TestAlgebra;
use super::sort::{COUNT, NODES};
use super::{IntegersAlgebra, PredicateAlgebra, SortTable, Text, WordsAlgebra};
use calipers_number::Int;
use calipers_semantics::concept::{ATTRIBUTE, Integers, Predicate, Sort, Test, Words};
use calipers_support::sexp::expect::{Complaint, Result, atom, complain, number};
use calipers_support::sexp::{Form, FormKind};
use std::sync::Arc;

/// The maximum number of forms that are parsed for one concept, including those of the concepts that it uses.
const MAX_FORMS: usize = 100_000;

/// The maximum number of nodes of a predicate, including those of the concepts that it uses.
const MAX_SIZE: usize = 5_000;

/// The greatest index of a list part that a predicate may mention.
const MAX_NUMBER: usize = 63;

/// The heads of forms that are available for all sorts.
const FORMS: [&str; 20] = [
    "any",
    "*",
    "never",
    "and",
    "or",
    "not",
    "in",
    "between",
    ">=",
    "<=",
    ">",
    "<",
    "all",
    "some",
    "at",
    "each",
    "length",
    "if-present",
    "interface",
    "attribute",
];

/// A parser of predicates.
pub(super) struct Reader<'c> {
    concepts: &'c Concepts,
    namespace: &'c str,
    /// The name of the concept that is being parsed; empty for an anonymous predicate.
    own: &'c str,
    /// The number of concepts that are visible: those defined earlier.
    first: usize,
    /// The parameters of the concept that is being parsed, with their sorts and arguments.
    bound: Vec<(String, Sort, Predicate)>,
    forms_left: usize,
}

impl<'c> Reader<'c> {
    pub(super) fn new(concepts: &'c Concepts, namespace: &'c str) -> Reader<'c> {
        Reader {
            concepts,
            namespace,
            own: "",
            first: usize::MAX,
            bound: vec![],
            forms_left: MAX_FORMS,
        }
    }

    /// A parser for the body of the named concept, with these arguments for its parameters.
    pub(super) fn of_concept(
        mut self,
        own: &'c str,
        bound: Vec<(String, Sort, Predicate)>,
    ) -> Self {
        (self.own, self.bound) = (own, bound);
        self
    }

    /// Parses a predicate on data of that sort, up to the maximum size.
    pub(super) fn whole(&mut self, form: &Form, sort: Sort) -> Result<Predicate> {
        let predicate = self.predicate(form, sort)?;
        match predicate.is_larger_than(MAX_SIZE) {
            true => complain(form, format!("too large: of more than {MAX_SIZE} parts")),
            false => Ok(predicate),
        }
    }

    /// Parses a predicate on data of that sort.
    fn predicate(&mut self, form: &Form, sort: Sort) -> Result<Predicate> {
        let Some(left) = self.forms_left.checked_sub(1) else {
            return complain(form, format!("too large: of more than {MAX_FORMS} forms"));
        };
        self.forms_left = left;
        match &form.kind {
            FormKind::Integer(value) => self.integers(form, Integers::one(value.clone()), sort),
            FormKind::Str(text) => match sort {
                Sort::Word(_) | Sort::Name(_) => self.word(form, text, sort),
                Sort::Attribute => Ok(Predicate::and([
                    Predicate::head("string"),
                    Predicate::field("text", Predicate::Test(Test::Word(Words::one(&**text)))),
                ])),
                _ => complain(form, format!("expected a predicate on {}", sort.one())),
            },
            FormKind::Atom(text) => self.atom(form, text, sort),
            FormKind::List(parts) => match parts.split_first() {
                Some((head, arguments)) => self.call(form, head, arguments, sort),
                None => complain(form, "an empty predicate"),
            },
        }
    }

    fn integers(&self, form: &Form, set: Integers, sort: Sort) -> Result<Predicate> {
        let set = Predicate::integer(set);
        match coerced(set, COUNT, sort) {
            Some(predicate) => Ok(predicate),
            None => complain(
                form,
                format!("an integer is no predicate on {}", sort.one()),
            ),
        }
    }

    /// The value of an integer literal, or the set bound to a parameter.
    fn numbers(&self, form: &Form) -> Result<Integers> {
        if let Some(value) = form.as_integer() {
            return Ok(Integers::one(value.clone()));
        }
        let named = |(name, ..): &&(String, Sort, Predicate)| form.as_atom() == Some(name);
        match self.bound.iter().find(named) {
            Some((_, Sort::Integer(..), bound)) => Ok(super::satisfy::integers(bound)),
            Some((name, of, _)) => {
                let (of, hint) = (of.one(), format!("declare it as ({name} integer)"));
                complain(
                    form,
                    format!("'{name}' is {of}, here an integer is wanted; {hint}"),
                )
            }
            None => complain(form, "expected an integer"),
        }
    }

    fn word(&self, form: &Form, text: &str, sort: Sort) -> Result<Predicate> {
        if let Sort::Word(domain) = sort
            && !domain.contains(&text)
        {
            let known = domain.join(", ");
            return complain(form, format!("unknown word '{text}': expected {known}"));
        }
        Ok(Predicate::Test(Test::Word(Words::one(text))))
    }

    fn atom(&mut self, form: &Form, text: &str, sort: Sort) -> Result<Predicate> {
        if matches!(text, "any" | "*") {
            return Ok(Predicate::ANY);
        }
        if text == "never" {
            return Ok(Predicate::NEVER);
        }
        if text.starts_with('?') {
            let Some((_, of, bound)) = self.bound.iter().find(|(name, ..)| name == text) else {
                return complain(form, format!("the parameter '{text}' is not bound"));
            };
            let message = || {
                // A parameter without a declared sort is a type.
                let hint = match (of, Sort::of_name(sort.name())) {
                    (Sort::Type, Some(_)) => format!("; declare it as ({text} {})", sort.name()),
                    _ => String::new(),
                };
                let (of, wanted) = (of.one(), sort.one());
                Complaint(
                    form.span,
                    format!("'{text}' is {of}, here {wanted} is wanted{hint}"),
                )
            };
            return coerced(bound.clone(), *of, sort).ok_or_else(message);
        }
        if matches!(sort, Sort::Word(_) | Sort::Name(_)) {
            return self.word(form, text, sort);
        }
        if sort.constructors().iter().any(|it| it.head == text) {
            return Ok(Predicate::head(text));
        }
        if let Some(literal) = literal(text, sort) {
            return Ok(literal);
        }
        if let Some(concept) = self.resolve(text) {
            return self.instance(form, &concept.clone(), &[], sort);
        }
        match through_type(sort) {
            true => {
                let of_type = self.atom(form, text, Sort::Type);
                let of_type = of_type.map_err(|it| self.about(it, text, sort))?;
                Ok(coerced(of_type, Sort::Type, sort).unwrap_or(Predicate::NEVER))
            }
            false => complain(form, self.unknown(text, sort)),
        }
    }

    fn call(
        &mut self,
        form: &Form,
        head: &Form,
        arguments: &[Form],
        sort: Sort,
    ) -> Result<Predicate> {
        let name = atom(head, "the name of a predicate")?;
        match (name, arguments) {
            ("and", parts) => Ok(Predicate::and(self.each(parts, sort)?)),
            ("or", parts) => Ok(Predicate::or(self.each(parts, sort)?)),
            ("not", [part]) => Ok(Predicate::not(self.predicate(part, sort)?)),
            ("in", values) if !values.is_empty() => {
                let mut set = Integers::none();
                for value in values {
                    set = set.union(&self.numbers(value)?);
                }
                self.integers(form, set, sort)
            }
            ("between", [low, high]) => {
                let (low, high) = (self.numbers(low)?, self.numbers(high)?);
                let set = low
                    .at_least(&Int::ZERO)
                    .intersection(&high.at_most(&Int::ZERO));
                self.integers(form, set, sort)
            }
            (">=" | "<=" | ">" | "<", [end]) => {
                let end = self.numbers(end)?;
                let set = match name {
                    ">=" => end.at_least(&Int::ZERO),
                    ">" => end.at_least(&Int::ONE),
                    "<=" => end.at_most(&Int::ZERO),
                    _ => end.at_most(&Int::NEG_ONE),
                };
                self.integers(form, set, sort)
            }
            _ => match sort {
                Sort::List(&part) => self.list(head, name, arguments, part),
                _ => self.structure(form, head, name, arguments, sort),
            },
        }
    }

    fn each(&mut self, parts: &[Form], sort: Sort) -> Result<Vec<Predicate>> {
        parts
            .iter()
            .map(|part| self.predicate(part, sort))
            .collect()
    }

    /// Parses predicates on lists.
    fn list(
        &mut self,
        head: &Form,
        name: &str,
        arguments: &[Form],
        part: Sort,
    ) -> Result<Predicate> {
        let test = |test: Test| without_trivial(&test);
        Ok(match (name, arguments) {
            ("length", [lengths]) => {
                let lengths = self.predicate(lengths, COUNT)?;
                Predicate::length(super::satisfy::integers(&lengths))
            }
            ("all", [every]) => test(Test::All(Arc::new(self.predicate(every, part)?))),
            ("some", [one]) => {
                let none = Predicate::not(self.predicate(one, part)?);
                Predicate::not(test(Test::All(Arc::new(none))))
            }
            ("at", [position, one]) => {
                let position = match number(position, "the number of a part")? {
                    position if position <= MAX_NUMBER => position,
                    _ => return complain(position, format!("expected 0 to {MAX_NUMBER}")),
                };
                test(Test::At(position, Arc::new(self.predicate(one, part)?)))
            }
            ("each", parts) => {
                if parts.len() > MAX_NUMBER + 1 {
                    return complain(head, "too many parts");
                }
                let mut all = vec![Predicate::length(Integers::one(parts.len()))];
                for (position, one) in parts.iter().enumerate() {
                    let one = self.predicate(one, part)?;
                    all.push(test(Test::At(position, Arc::new(one))));
                }
                Predicate::and(all)
            }
            _ => {
                return complain(
                    head,
                    format!(
                        "unknown predicate '{name}' on a list: expected (all P), (some P), (at N P), (each P …) or (length N)"
                    ),
                );
            }
        })
    }

    /// Parses predicates on nodes: fields, heads with arguments, concepts with arguments.
    fn structure(
        &mut self,
        form: &Form,
        head: &Form,
        name: &str,
        arguments: &[Form],
        sort: Sort,
    ) -> Result<Predicate> {
        if let Some((_, of, _)) = self.bound.iter().find(|(bound, ..)| bound == name) {
            return complain(head, format!("'{name}' is {}, it takes nothing", of.one()));
        }
        if let Some(concept) = self.resolve(name)
            && !concept.parameters.is_empty()
        {
            return self.instance(form, &concept.clone(), arguments, sort);
        }
        match (sort, name, arguments) {
            (Sort::Type, "integer" | "float", arguments) => {
                return self.number_type(name, arguments);
            }
            (Sort::Type | Sort::Attribute, name, arguments) if name.starts_with(['!', '#']) => {
                let is_type = name.starts_with('!');
                let node = if is_type { Sort::Type } else { Sort::Attribute };
                let mut all = vec![dialect(name)];
                let parameters = self.list(head, "each", arguments, Sort::Attribute)?;
                all.push(Predicate::field("parameters", parameters));
                return match coerced(Predicate::and(all), node, sort) {
                    Some(predicate) => Ok(predicate),
                    None => complain(head, "an attribute is no type"),
                };
            }
            (Sort::Op, "attribute", [name, rest @ ..]) if rest.len() <= 1 => {
                let name = atom(name, "the name of an attribute")?;
                let part = match rest.first() {
                    Some(part) => self.predicate(part, Sort::Attribute)?,
                    None => Predicate::ANY,
                };
                return Ok(Predicate::field(format!("{ATTRIBUTE}{name}"), part));
            }
            (Sort::Op, "interface", [name]) => {
                let name = atom(name, "the name of an interface")?;
                return Ok(Predicate::Test(Test::Interface(name.into())));
            }
            (_, "if-present", [field, part]) => {
                let name = atom(field, "the name of a field")?;
                let Some(field_sort) = sort.field(name) else {
                    return complain(field, format!("{} has no '{name}'", sort.one()));
                };
                let part = self.predicate(part, field_sort)?;
                let missing = Predicate::not(Predicate::field(name.to_string(), Predicate::ANY));
                return Ok(Predicate::or([
                    missing,
                    Predicate::field(name.to_string(), part),
                ]));
            }
            _ => {}
        }
        if let Some(field) = sort.field(name) {
            let part = match (field, arguments) {
                (_, []) => Predicate::ANY,
                (_, [part]) => self.predicate(part, field)?,
                (Sort::Word(_) | Sort::Name(_), several) => {
                    Predicate::or(self.each(several, field)?)
                }
                _ => return complain(head, format!("'{name}' takes one predicate")),
            };
            return Ok(Predicate::field(name.to_string(), part));
        }
        let is_number = matches!(name, "integer" | "float");
        if !is_number && sort.constructors().iter().any(|it| it.head == name) {
            let mut all = vec![Predicate::head(name)];
            all.extend(self.each(arguments, sort)?);
            return Ok(Predicate::and(all));
        }
        match through_type(sort) {
            true => {
                let of_type = self.structure(form, head, name, arguments, Sort::Type);
                let of_type = of_type.map_err(|it| self.about(it, name, sort))?;
                Ok(coerced(of_type, Sort::Type, sort).unwrap_or(Predicate::NEVER))
            }
            false => complain(head, self.unknown(name, sort)),
        }
    }

    /// `(integer [SIGN] [WIDTH])`, `(float [FORMAT] [WIDTH])`, in any order; several words of a kind are
    /// alternatives, and `*` is unconstrained.
    fn number_type(&mut self, name: &str, arguments: &[Form]) -> Result<Predicate> {
        let (mut words, mut widths) = (vec![], vec![]);
        for argument in arguments {
            let word = argument.as_atom();
            let word = word.filter(|text| !text.starts_with('?'));
            match (name, word) {
                (_, Some("*")) => {}
                ("integer", Some(_)) => {
                    let signs = Sort::Type.field("signedness").unwrap_or(Sort::Name(""));
                    words.push(self.predicate(argument, signs)?);
                }
                (_, Some(format)) if is_float(format) => {
                    words.push(self.predicate(argument, Sort::Name(""))?);
                }
                _ => widths.push(self.predicate(argument, COUNT)?),
            }
        }
        let field = if name == "integer" {
            "signedness"
        } else {
            "format"
        };
        let one_of = |field: &'static str, several: Vec<Predicate>| match several.is_empty() {
            true => Predicate::ANY,
            false => match Predicate::or(several) {
                Predicate::Constant(true) => Predicate::ANY,
                several => Predicate::field(field, several),
            },
        };
        Ok(Predicate::and([
            Predicate::head(name),
            one_of(field, words),
            one_of("width", widths),
        ]))
    }

    /// The predicate of a concept for these arguments.
    pub(super) fn instance(
        &mut self,
        form: &Form,
        concept: &Concept,
        arguments: &[Form],
        sort: Sort,
    ) -> Result<Predicate> {
        let (name, count) = (concept.short_name(), concept.parameters.len());
        if arguments.len() != count {
            let parameters = concept.parameters.iter();
            let parameters: Vec<_> = parameters
                .map(|(it, of)| format!(" {it}, {}", of.one()))
                .collect();
            let takes = match count {
                1 => "1 argument".to_string(),
                count => format!("{count} arguments"),
            };
            let parameters = parameters.join(";");
            return complain(form, format!("'{name}' takes {takes}:{parameters}"));
        }
        let mut bound = vec![];
        for (argument, (parameter, of)) in arguments.iter().zip(&concept.parameters) {
            bound.push((parameter.clone(), *of, self.predicate(argument, *of)?));
        }
        let shown: Vec<String> = bound
            .iter()
            .map(|(.., it)| format!(" {}", it.text()))
            .collect();
        let (body, shown) = match bound.is_empty() {
            true => (concept.predicate.clone(), name.to_string()),
            false => {
                let mut inner = Reader::new(self.concepts, &concept.namespace);
                (inner.forms_left, inner.first) = (self.forms_left, concept.number);
                inner.bound = bound;
                // The budget carries over: an argument may be duplicated at each level of nesting.
                let body = inner.whole(&concept.body, concept.sort);
                self.forms_left = inner.forms_left;
                // Errors in the body were reported when the concept was defined, except for the size.
                let body = body.map_err(|Complaint(_, message)| Complaint(form.span, message))?;
                (body, format!("({name}{})", shown.concat()))
            }
        };
        let named = Predicate::Concept(shown.into(), Arc::new(body));
        let message = || {
            let (of, wanted) = (concept.sort.one(), sort.one());
            let hint = match sort {
                Sort::Type => format!(" (:of {})", concept.sort.name()),
                _ => String::new(),
            };
            let text = format!("'{name}' is about {of}{hint}, here one about {wanted} is wanted");
            Complaint(form.span, text)
        };
        coerced(named, concept.sort, sort).ok_or_else(message)
    }

    fn resolve(&self, name: &str) -> Option<&'c Arc<Concept>> {
        self.concepts.resolve(name, self.namespace, self.first)
    }

    fn unknown(&self, name: &str, sort: Sort) -> String {
        match name == self.own {
            true => format!("the concept '{name}' cannot be said by itself"),
            false => {
                let hint = other_sort(name, sort).map_or_else(String::new, |other| {
                    format!("; it is one on {} (:of {})", other.one(), other.name())
                });
                format!("unknown predicate '{name}' on {}{hint}", sort.one())
            }
        }
    }

    /// Corrects the sort in a message about an unknown name that was first parsed as a type.
    fn about(&self, Complaint(span, message): Complaint, name: &str, sort: Sort) -> Complaint {
        match message == self.unknown(name, Sort::Type) {
            true => Complaint(span, self.unknown(name, sort)),
            false => Complaint(span, message),
        }
    }
}

/// The predicate of a test, simplified if the test of the parts of a list is trivially true or false.
fn without_trivial(test: &Test) -> Predicate {
    test.with_inner(Predicate::clone)
}

/// Converts a predicate to another sort: from types to values or attributes with that type, from integers to extents,
/// strides or attributes with that value. None if there is no conversion.
fn coerced(predicate: Predicate, from: Sort, to: Sort) -> Option<Predicate> {
    let of_node = |head: &str, field: &'static str, predicate: Predicate| match predicate {
        Predicate::Constant(false) => Predicate::NEVER,
        Predicate::Constant(true) => Predicate::head(head),
        predicate => Predicate::and([Predicate::head(head), Predicate::field(field, predicate)]),
    };
    if from.is_like(to) {
        return Some(predicate);
    }
    Some(match (from, to) {
        (Sort::Type, Sort::Value) => Predicate::field("type", predicate),
        (Sort::Type, Sort::Attribute) => of_node("type", "type", predicate),
        (Sort::Integer(..), Sort::Extent | Sort::Stride) => of_node("static", "size", predicate),
        (Sort::Integer(..), Sort::Attribute) => of_node("integer", "value", predicate),
        _ => return None,
    })
}

/// Whether a name is reserved on data of that sort because it has a built-in meaning.
pub(super) fn has_meaning(name: &str, sort: Sort, has_parameters: bool) -> bool {
    let is_head = |sort: Sort| sort.constructors().iter().any(|it| it.head == name);
    let of_type =
        through_type(sort) && (is_head(Sort::Type) || literal(name, Sort::Type).is_some());
    let is_field = has_parameters && NODES.iter().any(|sort| sort.field(name).is_some());
    let is_form = FORMS.contains(&name);
    is_head(sort) || literal(name, sort).is_some() || of_type || is_field || is_form
}

/// Another sort on which the name has a meaning.
fn other_sort(name: &str, sort: Sort) -> Option<Sort> {
    let sorts = ["attribute", "value", "op", "layout", "extent"];
    let mut others = sorts.into_iter().filter_map(Sort::of_name);
    others.find(|other| {
        let is_head = other.constructors().iter().any(|it| it.head == name);
        let means = is_head || other.field(name).is_some() || literal(name, *other).is_some();
        !other.is_like(sort) && means
    })
}

/// Whether predicates on types also apply to this sort.
fn through_type(sort: Sort) -> bool {
    matches!(sort, Sort::Attribute | Sort::Value)
}
