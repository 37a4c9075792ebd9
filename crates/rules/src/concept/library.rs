//! A table of concepts by name, and the parser of concept files.

use super::SortTable;
use super::files::FILES;
use super::read::{self, Reader};
use calipers_semantics::concept::{Constraint, Predicate, Sort};
use calipers_support::sexp::expect::{Complaint, Result, atom, clauses, complain};
use calipers_support::sexp::{self, Form, FormError, FormKind, Source, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The canonical path of a file, or the path itself if the file does not exist.
fn identity(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

/// The namespace whose names may be used unqualified.
const BUILTIN: &str = "builtin";

/// A named constraint.
#[derive(Clone, Debug)]
pub struct Concept {
    /// The qualified name, such as `tosa.int-like`.
    pub name: Arc<str>,
    /// The names of the parameters, and the sorts of their arguments.
    pub parameters: Vec<(String, Sort)>,
    /// The sort of the data that it describes.
    pub sort: Sort,
    /// The predicate, with `any` for each parameter.
    pub predicate: Predicate,
    pub(super) namespace: Arc<str>,
    pub(super) body: Form,
    /// The file and the line of the definition; none for a definition from IRDL.
    pub(super) place: Option<(String, usize)>,
    /// The number of concepts that were defined before this one; it refers only to these.
    pub(super) number: usize,
}

impl Concept {
    /// The name for messages: without the prefix `builtin.`.
    pub fn short_name(&self) -> &str {
        let short = self.name.strip_prefix(BUILTIN);
        short
            .and_then(|name| name.strip_prefix('.'))
            .unwrap_or(&self.name)
    }

    /// The name without its namespace.
    pub fn own_name(&self) -> &str {
        self.name.rsplit('.').next().unwrap_or(&self.name)
    }

    /// Whether the concept was read from this form.
    pub fn is_at(&self, form: &Form) -> bool {
        let body = form.as_list().and_then(|parts| parts.get(2));
        body == Some(&self.body)
    }

    /// Whether it is a type or an attribute that an IRDL file describes.
    pub fn is_described(&self) -> bool {
        self.place.is_none()
    }

    /// The dialect whose IRDL description defines it.
    pub(super) fn dialect(&self) -> Option<&str> {
        let dialect = self.name.strip_suffix(self.own_name())?;
        dialect.strip_suffix('.').filter(|_| self.is_described())
    }

    /// The concept as a constraint, with `any` for each parameter.
    pub fn constraint(&self) -> Constraint {
        let named = Predicate::Concept(self.short_name().into(), Arc::new(self.predicate.clone()));
        Constraint::new(self.sort, named)
    }
}

/// A table of concepts by name. Cheap to clone.
///
/// ```
/// use calipers::concept::Concepts;
/// use calipers::ir::Module;
/// let mut concepts = Concepts::embedded();
/// concepts.load("my.concepts", "(namespace my)\n(concept byte (or (integer 8) (vector-of (integer 8))))")?;
/// let byte = concepts.parse("my.byte")?;
/// let mut module = Module::new();
/// let vector = module.parse_type("vector<4xi8>")?;
/// assert_eq!(byte.predicate.holds(&module.datum_of_type(vector)), Some(true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct Concepts {
    table: BTreeMap<Arc<str>, Arc<Concept>>,
    /// The files that have been imported.
    imported: BTreeSet<PathBuf>,
    /// The namespace, folder and text of the file that is being read.
    namespace: Arc<str>,
    folder: PathBuf,
    source: Option<Arc<Source>>,
}

/// A type or an attribute that was converted from another description language, such as IRDL.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The name with its dialect: `cmath.complex`.
    pub name: String,
    /// The position of the definition.
    pub span: Span,
    /// [`Sort::Type`] or [`Sort::Attribute`].
    pub sort: Sort,
    /// The predicate that its parameters satisfy.
    pub predicate: Predicate,
}

impl Concepts {
    /// The empty table.
    pub fn none() -> Concepts {
        Concepts::default()
    }

    /// The concepts of the library.
    ///
    /// # Panics
    /// Never: a test proves that the library can be parsed.
    pub fn embedded() -> Concepts {
        let mut concepts = Concepts::none();
        for (name, text) in FILES {
            if concepts.imported.insert(PathBuf::from(name)) {
                concepts
                    .load(name, text)
                    .expect("the embedded concepts can be read");
            }
        }
        concepts
    }

    /// Adds the concepts of a text; forms other than `concept`, `namespace` and `import` are ignored. `name` is the
    /// file's; imports are searched in the library, then in the folder of the file.
    ///
    /// # Errors
    /// A form that is not a concept, with its position. The table is unchanged then.
    pub fn load(&mut self, name: &str, text: &str) -> std::result::Result<(), FormError> {
        let source = Source::new(name, text);
        let error = |span: Span, message: String| FormError::new(&source, span, message);
        let mut all = self.clone();
        all.begin(name, text);
        all.note(name);
        for form in sexp::read(text).map_err(|it| error(it.span, it.to_string()))? {
            all.form(&form)
                .map_err(|Complaint(span, message)| error(span, message))?;
        }
        (all.namespace, all.folder) = (self.namespace.clone(), self.folder.clone());
        all.source = self.source.clone();
        *self = all;
        Ok(())
    }

    /// Parses the `number`-th concept of the library; `given` must contain the concepts to which it refers.
    pub(super) fn read_one(
        mut given: Concepts,
        number: usize,
        name: &str,
        text: &str,
        place: (&str, usize),
    ) -> Result<Arc<Concept>> {
        given.namespace = name.rsplit_once('.').map_or("", |it| it.0).into();
        for form in sexp::read(text).map_err(|it| Complaint(it.span, it.to_string()))? {
            given.form(&form)?;
        }
        let Some(mut concept) = given.table.remove(name) else {
            return Err(Complaint(Span::default(), format!("no concept '{name}'")));
        };
        let own = Arc::make_mut(&mut concept);
        own.number = number;
        own.place = Some((place.0.to_owned(), place.1));
        Ok(concept)
    }

    /// A table of parsed concepts.
    pub(super) fn of(known: impl Iterator<Item = Arc<Concept>>) -> Concepts {
        Concepts {
            table: known.map(|it| (it.name.clone(), it)).collect(),
            ..Concepts::default()
        }
    }

    /// Adds definitions of types and attributes that were converted from another description of a dialect.
    ///
    /// # Errors
    /// A definition of a name that is already defined. The table is unchanged then.
    pub fn describe(&mut self, definitions: &[Definition]) -> Result<()> {
        let mut all = self.clone();
        for definition in definitions {
            let full: Arc<str> = definition.name.as_str().into();
            if all.table.contains_key(&full) {
                let message = format!("the concept '{full}' is there already");
                return Err(Complaint(definition.span, message));
            }
            let concept = Concept {
                name: full.clone(),
                parameters: vec![],
                sort: definition.sort,
                predicate: definition.predicate.clone(),
                namespace: "".into(),
                body: Form {
                    span: definition.span,
                    kind: FormKind::List(vec![]),
                },
                place: None,
                number: all.table.len(),
            };
            all.table.insert(full, Arc::new(concept));
        }
        *self = all;
        Ok(())
    }

    /// The concept with that qualified name.
    pub fn get(&self, name: &str) -> Option<&Arc<Concept>> {
        self.table.get(name)
    }

    /// All concepts, ordered by name.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Concept>> {
        self.table.values()
    }

    /// Parses a predicate in the syntax of rule files. Its sort is that of the concept that it names, else types.
    ///
    /// # Errors
    /// The syntax error, with its position in the text.
    pub fn parse(&self, text: &str) -> std::result::Result<Constraint, FormError> {
        self.parse_as(text, None)
    }

    /// Parses a predicate on data of that sort.
    ///
    /// # Errors
    /// The syntax error, with its position in the text.
    pub fn parse_on(&self, sort: Sort, text: &str) -> std::result::Result<Constraint, FormError> {
        self.parse_as(text, Some(sort))
    }

    fn parse_as(
        &self,
        text: &str,
        sort: Option<Sort>,
    ) -> std::result::Result<Constraint, FormError> {
        let source = Source::new("concept", text);
        let error = |span: Span, message: String| FormError::new(&source, span, message);
        let forms = sexp::read(text).map_err(|it| error(it.span, it.to_string()))?;
        let [form] = forms.as_slice() else {
            let span = forms.get(1).map_or(Span::default(), |form| form.span);
            return Err(error(span, "expected one predicate".into()));
        };
        self.constraint(form, sort)
            .map_err(|Complaint(span, message)| error(span, message))
    }

    /// Parses a predicate in the file that is being read.
    pub fn constraint(&self, form: &Form, sort: Option<Sort>) -> Result<Constraint> {
        let name = form.as_atom().or(form.as_call().map(|(head, _)| head));
        let concept = name.and_then(|name| self.resolve(name, &self.namespace, usize::MAX));
        let sort = sort.or(concept.map(|it| it.sort)).unwrap_or(Sort::Type);
        let predicate = Reader::new(self, &self.namespace).whole(form, sort)?;
        Ok(Constraint::new(sort, predicate))
    }

    /// The concept that a name refers to, among those with numbers below `first`: in the file's namespace, else by
    /// qualified name, else a builtin one.
    pub(super) fn resolve(
        &self,
        name: &str,
        namespace: &str,
        first: usize,
    ) -> Option<&Arc<Concept>> {
        let known = |name: &str| self.table.get(name).filter(|it| it.number < first);
        let qualified = |space: &str| known(&format!("{space}.{name}"));
        qualified(namespace)
            .or_else(|| known(name))
            .or_else(|| qualified(BUILTIN))
    }

    /// Starts a file: its concepts have no namespace until it declares one.
    pub fn begin(&mut self, name: &str, text: &str) {
        self.source = Some(Arc::new(Source::new(name, text)));
        self.namespace = "".into();
        let folder = Path::new(name).parent();
        self.folder = folder.map(PathBuf::from).unwrap_or_default();
    }

    /// Ends the current file.
    pub(crate) fn end(&mut self) {
        self.source = None;
    }

    /// Marks a file as imported, since it is being read: a cyclic import does not read it again.
    pub fn note(&mut self, name: &str) {
        if !FILES.iter().any(|(known, _)| *known == name) {
            self.imported.insert(identity(Path::new(name)));
        }
    }

    /// Adds the concept or the import of a form; returns false for other forms.
    pub(crate) fn form(&mut self, form: &Form) -> Result<bool> {
        let Some((kind, rest)) = form.as_call() else {
            return Ok(false);
        };
        match (kind, rest) {
            ("concept", rest) => self.concept(form, rest)?,
            ("namespace", [name]) => self.namespace = atom(name, "a name")?.into(),
            ("import", [file]) => match file.as_str().or(file.as_atom()) {
                Some(name) => self.import(form, name)?,
                None => return complain(file, "expected the name of a file"),
            },
            ("namespace" | "import", _) => {
                return complain(form, format!("expected ({kind} NAME)"));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// `(concept NAME|(NAME ?p|(?p SORT) …) PREDICATE [:of SORT])`
    fn concept(&mut self, form: &Form, rest: &[Form]) -> Result<()> {
        let [head, body, rest @ ..] = rest else {
            return complain(form, "expected (concept NAME PREDICATE)");
        };
        let (name_form, parameter_forms) = match head.as_list().and_then(<[Form]>::split_first) {
            Some(parts) => parts,
            None => (head, &[][..]),
        };
        let own = atom(name_form, "the name of a concept")?;
        if own.starts_with(['?', '!', '#', ':']) || own.is_empty() {
            return complain(name_form, "this cannot be the name of a concept");
        }
        let sort_of = |form: &Form| {
            let name = atom(form, "a sort")?;
            let sorts = "type, attribute, layout, extent, value, op, integer or word";
            match Sort::of_name(name) {
                Some(sort) => Ok(sort),
                None => complain(form, format!("unknown sort '{name}': expected {sorts}")),
            }
        };
        let mut sort = Sort::Type;
        for (_, parts) in clauses(rest, &[":of"])? {
            sort = sort_of(&parts[0])?;
        }
        let mut parameters: Vec<(String, Sort)> = vec![];
        for parameter in parameter_forms {
            let (name, of) = match parameter.as_list() {
                Some([name, of]) => (name, sort_of(of)?),
                _ => (parameter, Sort::Type),
            };
            let text = atom(name, "a parameter such as ?c")?;
            if !text.starts_with('?') || parameters.iter().any(|(known, _)| known == text) {
                return complain(name, format!("'{text}' is no new parameter"));
            }
            parameters.push((text.to_string(), of));
        }
        let name: Arc<str> = match own.contains('.') || self.namespace.is_empty() {
            true => own.into(),
            false => format!("{}.{own}", self.namespace).into(),
        };
        if let Some(first) = self.table.get(&name) {
            let own = self.source.as_deref().map(Source::name);
            let place = match &first.place {
                Some((file, line)) if own == Some(file) => format!(", in line {line}"),
                Some((file, line)) => format!(", in line {line} of {file}"),
                None => String::new(),
            };
            let message = format!("the concept '{name}' is there already{place}");
            return complain(name_form, message);
        }
        let place = self.source.as_deref().map(|source| {
            let (line, _) = source.line_column(name_form.span.start);
            (source.name().to_owned(), line)
        });
        if read::has_meaning(own, sort, !parameters.is_empty()) {
            return complain(name_form, format!("'{own}' has a meaning already"));
        }
        let any = |(name, of): &(String, Sort)| (name.clone(), *of, Predicate::ANY);
        let bound = parameters.iter().map(any).collect();
        let mut reader = Reader::new(self, &self.namespace).of_concept(own, bound);
        let predicate = reader.whole(body, sort)?;
        let concept = Concept {
            name: name.clone(),
            parameters,
            sort,
            predicate,
            namespace: self.namespace.clone(),
            body: body.clone(),
            place,
            number: self.table.len(),
        };
        self.table.insert(name, Arc::new(concept));
        Ok(())
    }

    /// Adds the concepts of a file and ignores its rules. A file is imported at most once.
    fn import(&mut self, form: &Form, name: &str) -> Result<()> {
        let embedded = FILES.iter().find(|(known, _)| *known == name);
        let path = match embedded {
            Some(_) => PathBuf::from(name),
            None => self.folder.join(name),
        };
        if !self.imported.insert(identity(&path)) {
            return Ok(());
        }
        let shown = path.display().to_string();
        let text = match embedded {
            Some((_, text)) => (*text).to_string(),
            None => match calipers_support::utf8::read(&path) {
                Ok(text) => text,
                Err(error) => return complain(form, format!("'{shown}' can't be read: {error}")),
            },
        };
        match self.load(&shown, &text) {
            Ok(()) => Ok(()),
            Err(error) => complain(
                form,
                format!(
                    "in {}:{}:{}: {}",
                    error.file, error.line, error.column, error.message
                ),
            ),
        }
    }
}
