//! The types that the rules of an op's definition derive from other types.

use crate::program::Extent;
use crate::registry::{Derivation, Rule, Slot};
use crate::{Attr, Module, Type, TypeData};
use smallvec::SmallVec;

/// The maximum number of results of an op whose operand type determines that number.
const MAX_RESULTS: usize = 1 << 16;

/// Types, of which most groups have few.
pub(crate) type TypeList = SmallVec<[Type; 4]>;

/// The types of a group.
#[derive(Clone)]
pub(crate) enum Types {
    /// This type, for every value.
    One(Type),
    Many(TypeList),
}

impl Types {
    pub(crate) fn repeated(ty: Type, count: usize) -> Types {
        Types::Many(TypeList::from_elem(ty, count))
    }

    pub(crate) fn as_slice(&self) -> &[Type] {
        match self {
            Types::One(ty) => std::slice::from_ref(ty),
            Types::Many(types) => types,
        }
    }
}

impl Module {
    /// The types that follow from the type `from`. `other` is the first type of another group, and `values` the
    /// integers in an attribute.
    pub(crate) fn derived(
        &mut self,
        how: &Derivation,
        from: Type,
        other: impl Fn(Slot) -> Option<Type>,
        values: impl Fn(&Module, usize) -> Option<Vec<i64>>,
    ) -> Option<Types> {
        Some(match how {
            Derivation::BoolLike => Types::One(self.with_element(from, Type::I1)),
            Derivation::Element => Types::One(self.element_of(from)),
            Derivation::Elements => {
                let data = self.type_data(from);
                let count = element_count(data)?;
                Types::repeated(data.element()?, count.min(MAX_RESULTS))
            }
            Derivation::Inputs | Derivation::Outputs => match self.type_data(from) {
                TypeData::Function { inputs, results } => Types::Many(match how {
                    Derivation::Inputs => inputs[..].into(),
                    _ => results[..].into(),
                }),
                _ => return None,
            },
            Derivation::Parts => match self.type_data(from) {
                TypeData::Tuple(parts) => Types::Many(parts[..].into()),
                _ => return None,
            },
            Derivation::Tensor => {
                let is_tensor = matches!(self.type_data(from), TypeData::Tensor { .. });
                Types::repeated(from, usize::from(is_tensor))
            }
            Derivation::RealPart => {
                let element = self.element_of(from);
                match *self.type_data(element) {
                    TypeData::Complex(part) => Types::One(self.with_element(from, part)),
                    _ => return None,
                }
            }
            Derivation::Enclosed(prefix) => Types::One(self.enclosed(prefix, from)?),
            Derivation::Pointee => Types::One(self.pointee(from)?),
            Derivation::Member(position) => {
                let position = values(self, *position)?;
                let text = at_position(&self.type_text(from), &position)?;
                Types::One(self.parse_type(&text).ok()?)
            }
            Derivation::Resized(list) => {
                let length = Extent::Static(values(self, *list)?.len() as i64);
                let TypeData::Vector { dims, element } = self.type_data(from) else {
                    return None;
                };
                let rest = dims.get(1..).unwrap_or_default();
                let dims = std::iter::once(length).chain(rest.iter().copied());
                let (dims, element) = (dims.collect(), *element);
                Types::One(self.intern_type(TypeData::Vector { dims, element }))
            }
            Derivation::Outer(slot) => {
                let TypeData::Vector { dims, element } = self.type_data(from) else {
                    return None;
                };
                let others = match self.type_data(other(*slot)?) {
                    TypeData::Vector { dims, .. } => &dims[..],
                    _ => &[],
                };
                let (dims, element) = ([dims, others].concat().into(), *element);
                Types::One(self.intern_type(TypeData::Vector { dims, element }))
            }
        })
    }

    /// Whether a rule without an attribute gives exactly these types, without new types.
    pub(crate) fn gives(&self, rule: &Rule, from: impl Fn(Slot) -> Option<Type>, ty: Type) -> bool {
        match rule {
            Rule::Fixed(text) => match Type::of_keyword(text) {
                Some(fixed) => ty == fixed,
                None => self.type_text(ty) == *text,
            },
            Rule::Same(slot) => from(*slot) == Some(ty),
            Rule::Derived(Derivation::RealPart, slot) => {
                from(*slot).is_some_and(|whole| self.is_real_part(ty, whole))
            }
            _ => false,
        }
    }

    fn is_real_part(&self, part: Type, whole: Type) -> bool {
        let is_complex =
            |of: Type, element: Type| *self.type_data(of) == TypeData::Complex(element);
        match (self.type_data(part), self.type_data(whole)) {
            (
                TypeData::Tensor {
                    dims: part_dims,
                    element: part,
                    encoding: part_encoding,
                },
                TypeData::Tensor {
                    dims,
                    element,
                    encoding,
                },
            ) => part_dims == dims && part_encoding == encoding && is_complex(*element, *part),
            _ => false,
        }
    }

    /// `T` for `!tt.ptr<T>` and `!tt.ptr<T, space>`; a tensor of such types for a tensor of pointers.
    fn pointee(&mut self, ty: Type) -> Option<Type> {
        if let TypeData::Tensor {
            dims,
            element,
            encoding,
        } = self.type_data(ty).clone()
        {
            let element = self.pointee(element)?;
            return Some(self.intern_type(TypeData::Tensor {
                dims,
                element,
                encoding,
            }));
        }
        let text = self.type_text(ty);
        let inner = text.strip_prefix("!tt.ptr<")?.strip_suffix('>')?;
        self.parse_type(inner).ok().or_else(|| {
            let (inner, _space) = inner.rsplit_once(',')?;
            self.parse_type(inner.trim()).ok()
        })
    }

    /// `!d.name<T>` for `!d.T` and for itself.
    fn enclosed(&mut self, prefix: &str, ty: Type) -> Option<Type> {
        let TypeData::Opaque { text, .. } = self.type_data(ty) else {
            return None;
        };
        let (dialect, name) = prefix.split_once('.')?;
        let inner = text.strip_prefix(dialect)?.strip_prefix('.')?;
        let is_itself = inner.strip_prefix(name);
        if is_itself.is_some_and(|rest| rest.starts_with('<')) {
            return Some(ty);
        }
        let text = format!("{prefix}<{inner}>");
        Some(self.intern_type(TypeData::opaque(text)))
    }

    /// `ty` with another element type; the element type itself if `ty` is not a container.
    pub(crate) fn with_element(&mut self, ty: Type, element: Type) -> Type {
        let data = match self.type_data(ty).clone() {
            TypeData::Vector { dims, .. } => TypeData::Vector { dims, element },
            TypeData::Tensor { dims, encoding, .. } => TypeData::Tensor {
                dims,
                element,
                encoding,
            },
            _ => return element,
        };
        self.intern_type(data)
    }

    /// The element type, also of a type of a dialect; the type itself if it is not a container.
    pub(crate) fn element_of(&mut self, ty: Type) -> Type {
        let data = self.type_data(ty);
        if let Some(element) = data.element() {
            return element;
        }
        let text = data.opaque_element().map(str::to_owned);
        text.and_then(|text| self.parse_type(&text).ok())
            .unwrap_or(ty)
    }

    /// The type of a typed attribute.
    pub(crate) fn attribute_type(&self, attribute: Attr) -> Option<Type> {
        use crate::AttrData;
        match self.attribute_data(attribute) {
            AttrData::Bool(_) => Some(Type::I1),
            AttrData::Integer { ty, .. }
            | AttrData::Float { ty, .. }
            | AttrData::Dense { ty, .. }
            | AttrData::Elements { ty, .. } => Some(*ty),
            AttrData::String { ty, .. } | AttrData::Opaque { ty, .. } => *ty,
            _ => None,
        }
    }
}

fn element_count(data: &TypeData) -> Option<usize> {
    let mut dims = data.dims()?.iter();
    dims.try_fold(1usize, |count, dim| match dim {
        Extent::Static(n) => count.checked_mul(usize::try_from(*n).ok()?),
        _ => None,
    })
}

/// The keywords of the types of LLVM; nested in its types they are written without `!llvm.`.
const LLVM_TYPES: &[&str] = &[
    "void",
    "ptr",
    "struct",
    "array",
    "func",
    "label",
    "token",
    "metadata",
    "x86_amx",
    "target",
    "ppc_fp128",
];

/// The text of a type that is nested in a type of LLVM, outside of it.
pub(crate) fn outer_text(inner: &str) -> String {
    let word = inner.split(['<', ' ']).next().unwrap_or(inner);
    match LLVM_TYPES.contains(&word) {
        true => format!("!llvm.{inner}"),
        false => inner.to_owned(),
    }
}

/// The text of the type at a position of a nested type.
fn at_position(container: &str, position: &[i64]) -> Option<String> {
    let inner = container.strip_prefix("!llvm.")?;
    let found = position
        .iter()
        .try_fold(inner, |text, &at| member(text, at))?;
    Some(outer_text(found))
}

/// The text of the type at an index of a struct or an array, without `!llvm.`.
fn member(text: &str, index: i64) -> Option<&str> {
    let (kind, body) = text.split_once('<')?;
    let body = body.strip_suffix('>')?;
    let index = usize::try_from(index).ok()?;
    match kind {
        "array" => {
            let (size, element) = body.split_once(" x ")?;
            (index < size.trim().parse().ok()?).then(|| element.trim())
        }
        "struct" => {
            // A quoted name comes first, which may contain any characters.
            let name = match body.strip_prefix('"') {
                Some(rest) => 2 + rest.find('"')?,
                None => 0,
            };
            let body = &body[name..];
            let members = body[body.find('(')? + 1..].strip_suffix(')')?;
            parts(members).nth(index).map(str::trim)
        }
        _ => None,
    }
}

/// Splits at commas outside of brackets and quotes.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let (mut depth, mut is_quoted) = (0, false);
    text.split(move |character| {
        match character {
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '<' | '(' | '[' | '{' => depth += 1,
            '>' | ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        character == ',' && depth == 0 && !is_quoted
    })
}
