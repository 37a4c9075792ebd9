//! VHLO ops, whose attributes are those of StableHLO in another arrangement.

use super::super::stablehlo;
use crate::cursor::Cursor;
use crate::error::Read;
use calipers_ir::{Attr, AttrData, DenseElements, Module, NamedAttribute, Type};
use calipers_number::Int;
use hashbrown::HashMap;
use std::sync::LazyLock;

/// The attributes of each op in the order of its properties.
static OPS: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let lines = include_str!("ops.txt").lines();
    lines
        .map(|line| line.split_once(' ').unwrap_or((line, "")))
        .collect()
});

/// The prefix of the names of VHLO ops.
pub(in super::super) const PREFIX: &str = "vhlo.";

/// The names of the attributes of an op, in the order of its properties.
pub(in super::super) fn attributes_of(op: &str) -> Option<impl Iterator<Item = &'static str>> {
    let names = OPS.get(op.strip_prefix(PREFIX)?)?;
    Some(names.split(' ').filter(|name| !name.is_empty()))
}

/// The name of the op that a VHLO op becomes. `in_function` says whether it is directly in a function.
pub(in super::super) fn name_of(op: &str, in_function: bool) -> Option<String> {
    let versioned = op.strip_prefix(PREFIX)?;
    OPS.get(versioned)?;
    let (name, _) = versioned.rsplit_once("_v")?;
    Some(match name {
        "func" | "call" => format!("func.{name}"),
        "return" if in_function => "func.return".to_owned(),
        name => format!("stablehlo.{name}"),
    })
}

/// Lists of integers and flags that StableHLO stores as `array<…>`.
const ARRAYS: &[&str] = &[
    "base_dilations",
    "broadcast_dimensions",
    "broadcast_sizes",
    "dimensions",
    "edge_padding_high",
    "edge_padding_low",
    "fft_length",
    "interior_padding",
    "known_expanding_dimensions",
    "known_nonexpanding_dimensions",
    "lhs_dilation",
    "limit_indices",
    "permutation",
    "rhs_dilation",
    "slice_sizes",
    "start_indices",
    "strides",
    "window_dilations",
    "window_dimensions",
    "window_reversal",
    "window_strides",
];

/// The value of an attribute that StableHLO omits.
#[derive(Clone, Copy)]
enum Default {
    /// Integers that are all equal to this one, or flags.
    All(i64),
    False,
    /// An array or dictionary without items, an empty list of integers, or an empty string.
    Empty,
    /// An enumeration with this text, or several of them.
    Word(&'static str),
    Number(i64),
}

/// The attributes that are omitted: their names, the op if they are omitted in one only, and the value.
const DEFAULTS: &[(&str, Option<&str>, Default)] = &[
    ("api_version", None, Default::Number(1)),
    ("arg_attrs", None, Default::Empty),
    ("backend_config", None, Default::Empty),
    ("base_dilations", None, Default::All(1)),
    ("called_computations", None, Default::Empty),
    (
        "compare_type",
        None,
        Default::Word("#stablehlo<comparison_type NOTYPE>"),
    ),
    ("composite_attributes", None, Default::Empty),
    ("dimension", Some("stablehlo.sort"), Default::Number(-1)),
    ("has_side_effect", None, Default::False),
    ("indices_are_sorted", None, Default::False),
    ("infeed_config", None, Default::Empty),
    ("is_host_transfer", None, Default::False),
    ("is_stable", None, Default::False),
    ("known_expanding_dimensions", None, Default::Empty),
    ("known_nonexpanding_dimensions", None, Default::Empty),
    ("layout", None, Default::Empty),
    ("lhs_dilation", None, Default::All(1)),
    ("lower", Some("stablehlo.cholesky"), Default::False),
    ("operand_layouts", None, Default::Empty),
    ("outfeed_config", None, Default::Empty),
    ("output_operand_aliases", None, Default::Empty),
    ("padding", None, Default::All(0)),
    (
        "precision_config",
        None,
        Default::Word("#stablehlo<precision DEFAULT>"),
    ),
    ("res_attrs", None, Default::Empty),
    ("result_layouts", None, Default::Empty),
    ("result_tilings", None, Default::Empty),
    ("rhs_dilation", None, Default::All(1)),
    (
        "source_target_pairs",
        Some("stablehlo.send"),
        Default::Empty,
    ),
    (
        "source_target_pairs",
        Some("stablehlo.recv"),
        Default::Empty,
    ),
    ("sym_visibility", None, Default::Empty),
    ("unique_indices", None, Default::False),
    ("version", Some("stablehlo.composite"), Default::Number(0)),
    ("window_dilations", None, Default::All(1)),
    ("window_reversal", None, Default::All(0)),
    ("window_strides", None, Default::All(1)),
];

/// The attributes of an op, which are taken out one after the other.
struct Attributes<'m, 'a> {
    module: &'m mut Module,
    at: &'a Cursor<'a>,
    op: &'a str,
    rest: Vec<(&'static str, Attr)>,
    done: Vec<NamedAttribute>,
}

/// The attributes of the op `op` of StableHLO, from those of VHLO.
pub(in super::super) fn convert(
    module: &mut Module,
    at: &Cursor,
    op: &str,
    attributes: Vec<(&'static str, Attr)>,
) -> Read<Vec<NamedAttribute>> {
    let mut attributes = Attributes {
        module,
        at,
        op,
        rest: attributes,
        done: Vec::new(),
    };
    attributes.compose()?;
    for (name, value) in std::mem::take(&mut attributes.rest) {
        attributes.single(name, value)?;
    }
    Ok(attributes.done)
}

impl Attributes<'_, '_> {
    fn take(&mut self, name: &str) -> Option<Attr> {
        let place = self.rest.iter().position(|(known, _)| *known == name)?;
        Some(self.rest.remove(place).1)
    }

    fn add(&mut self, name: &str, value: Attr) {
        let name = self.module.intern_name(name);
        self.done.push(NamedAttribute {
            name,
            value,
            inherent: true,
        });
    }

    fn add_data(&mut self, name: &str, data: AttrData) {
        let value = self.module.intern_attribute(data);
        self.add(name, value);
    }

    /// The attributes that StableHLO combines into one.
    fn compose(&mut self) -> Read<()> {
        match self.op {
            "stablehlo.dot_general" => {
                self.numbers("dot_dimension_numbers", "dot", stablehlo::PRODUCT)?;
                self.algorithm();
            }
            "stablehlo.gather" | "stablehlo.dynamic_gather" => {
                self.numbers("dimension_numbers", "gather", stablehlo::GATHER)?;
            }
            "stablehlo.scatter" => {
                self.numbers("scatter_dimension_numbers", "scatter", stablehlo::SCATTER)?;
            }
            "stablehlo.convolution" | "stablehlo.dynamic_conv" => {
                self.convolution()?;
                if self.op == "stablehlo.dynamic_conv" {
                    // The padding is an operand.
                    self.take("padding");
                }
            }
            _ => {}
        }
        self.channel()
    }

    /// The dimension numbers with these names, of which the last may be a number.
    fn numbers(&mut self, to: &str, word: &str, names: &[&str]) -> Read<()> {
        let (mut lists, mut number) = (Vec::new(), 0);
        for &name in names {
            let Some(value) = self.take(name) else {
                lists.push(Vec::new());
                continue;
            };
            match self.module.attribute_data(value) {
                AttrData::Integer { .. } => number = self.integer(name, value)?,
                _ => lists.push(self.integers(name, value)?),
            }
        }
        let lists: Vec<&[i64]> = lists.iter().map(Vec::as_slice).collect();
        self.add_data(to, stablehlo::dimensions(word, names, &lists, number));
        Ok(())
    }

    /// The algorithm of a product, which is absent if its types are `none`.
    fn algorithm(&mut self) {
        let mut parts = Vec::new();
        for name in stablehlo::ALGORITHM {
            let Some(value) = self.take(name) else {
                return;
            };
            parts.push(match self.module.attribute_data(value) {
                AttrData::Type(Type::NONE) => continue,
                AttrData::Integer { value, .. } => format!("{name} = {value}"),
                _ => format!("{name} = {}", self.module.attribute_text(value)),
            });
        }
        if !parts.is_empty() {
            let text = format!("#stablehlo.dot_algorithm<{}>", parts.join(", "));
            self.add_data("algorithm", stablehlo::opaque(text));
        }
    }

    fn convolution(&mut self) -> Read<()> {
        let input = self.side(
            "input_batch_dimension",
            "input_feature_dimension",
            "input_spatial_dimensions",
        )?;
        let kernel = self.side(
            "kernel_input_feature_dimension",
            "kernel_output_feature_dimension",
            "kernel_spatial_dimensions",
        )?;
        let output = self.side(
            "output_batch_dimension",
            "output_feature_dimension",
            "output_spatial_dimensions",
        )?;
        let sides = [&input, &kernel, &output].map(|(a, b, spatial)| (*a, *b, &spatial[..]));
        let data = stablehlo::convolution(self.at, sides)?;
        self.add_data("dimension_numbers", data);
        Ok(())
    }

    /// The dimensions of one tensor of a convolution.
    fn side(&mut self, first: &str, second: &str, spatial: &str) -> Read<(i64, i64, Vec<i64>)> {
        let [first, second] = [first, second].map(|name| {
            let value = self.required(name)?;
            self.integer(name, value)
        });
        let list = self.required(spatial)?;
        Ok((first?, second?, self.integers(spatial, list)?))
    }

    /// The channel of a collective op, whose type VHLO does not store, or of a transfer.
    fn channel(&mut self) -> Read<()> {
        let (handle, kind) = (self.take("channel_id"), self.take("channel_type"));
        let Some(handle) = handle else {
            return Ok(());
        };
        let handle = self.integer("channel_id", handle)?;
        let kind = kind.map_or(Ok(0), |kind| self.integer("channel_type", kind))?;
        if (handle, kind) != (0, 0) {
            self.add_data("channel_handle", stablehlo::channel(handle, kind));
        }
        Ok(())
    }

    /// An attribute that StableHLO has under the same name.
    fn single(&mut self, name: &'static str, value: Attr) -> Read<()> {
        if self.is_default(name, value) {
            return Ok(());
        }
        let value = match name {
            "use_global_device_ids" | "has_dynamic_root" => {
                match self.module.attribute_data(value) {
                    AttrData::Bool(false) => return Ok(()),
                    _ => Attr::UNIT,
                }
            }
            "callee" | "decomposition" => self.symbol(value)?,
            "called_computations" => {
                let AttrData::Array(items) = self.module.attribute_data(value).clone() else {
                    return self.expected(name, "an array");
                };
                let symbols: Read<Vec<Attr>> = items.iter().map(|&it| self.symbol(it)).collect();
                self.module
                    .intern_attribute(AttrData::Array(symbols?.into()))
            }
            _ if ARRAYS.contains(&name) => {
                let element = self.element(value);
                let items = self.integers(name, value)?;
                self.module.intern_attribute(AttrData::DenseArray {
                    element,
                    elements: DenseElements::Integers(items.into()),
                })
            }
            _ => value,
        };
        self.add(name, value);
        Ok(())
    }

    fn is_default(&self, name: &str, value: Attr) -> bool {
        let data = self.module.attribute_data(value);
        let fits = |(known, op, default): &(&str, Option<&str>, Default)| {
            *known == name && op.is_none_or(|op| op == self.op) && self.equals(data, *default)
        };
        // The default accuracy has one of the texts of the numbers.
        let accurate = "#stablehlo.result_accuracy<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 0, \
                        mode = #stablehlo<result_accuracy_mode DEFAULT>>";
        match data {
            AttrData::Opaque { text, .. } if name == "result_accuracy" => **text == *accurate,
            _ => DEFAULTS.iter().any(fits),
        }
    }

    fn equals(&self, data: &AttrData, default: Default) -> bool {
        match (data, default) {
            (AttrData::Bool(value), Default::False) => !value,
            (AttrData::Integer { value, .. }, Default::Number(number)) => {
                *value == Int::from(number)
            }
            (AttrData::Array(items), Default::Empty) => items.is_empty(),
            (AttrData::Dictionary(items), Default::Empty) => items.is_empty(),
            (AttrData::String { value, .. }, Default::Empty) => value.is_empty(),
            (AttrData::Dense { ty, .. }, Default::Empty) => {
                self.module.type_data(*ty).element_count() == Some(0)
            }
            (
                AttrData::Dense {
                    elements: DenseElements::Integers(items),
                    ..
                },
                Default::All(number),
            ) => items.iter().all(|it| *it == number),
            (AttrData::Array(items), Default::Word(word)) => items.iter().all(|&item| {
                matches!(self.module.attribute_data(item), AttrData::Opaque { text, .. } if **text == *word)
            }),
            (AttrData::Opaque { text, .. }, Default::Word(word)) => **text == *word,
            _ => false,
        }
    }

    /// `@name` for a string.
    fn symbol(&mut self, value: Attr) -> Read<Attr> {
        match self
            .module
            .attribute_data(value)
            .as_str()
            .map(str::to_owned)
        {
            Some(name) => Ok(self.module.symbol_attribute([name.as_str()])),
            None => self.expected("a symbol", "a string of valid UTF-8"),
        }
    }

    fn required(&mut self, name: &str) -> Read<Attr> {
        match self.take(name) {
            Some(value) => Ok(value),
            None => self.expected(name, "an attribute"),
        }
    }

    fn integer(&self, name: &str, value: Attr) -> Read<i64> {
        let value = self.module.attribute_data(value).as_integer();
        match value.and_then(|value| i64::try_from(value).ok()) {
            Some(value) => Ok(value),
            None => self.expected(name, "an integer of 64 bits"),
        }
    }

    /// The type of the elements of a list.
    fn element(&self, value: Attr) -> Type {
        match self.module.attribute_data(value) {
            AttrData::Dense { ty, .. } => self.module.type_data(*ty).element().unwrap_or(Type::I64),
            _ => Type::I64,
        }
    }

    /// The elements of a list of integers or flags.
    fn integers(&self, name: &str, value: Attr) -> Read<Vec<i64>> {
        let AttrData::Dense {
            ty,
            elements: DenseElements::Integers(items),
            splat,
        } = self.module.attribute_data(value)
        else {
            return self.expected(name, "a list of integers");
        };
        let dims = self.module.type_data(*ty).dims().map(<[_]>::len);
        let count = self
            .module
            .type_data(*ty)
            .element_count()
            .filter(|_| dims == Some(1));
        // A splat stores one element for all of them.
        match count {
            Some(count) if *splat && count <= MAX_RANK => Ok(vec![items[0]; count as usize]),
            Some(_) if !splat => Ok(items.to_vec()),
            _ => self.expected(name, "a list of integers of one dimension"),
        }
    }

    fn expected<T>(&self, name: &str, what: &str) -> Read<T> {
        let op = self.op;
        self.at
            .fail(format!("'{op}': expected '{name}' to be {what}"))
    }
}

/// The maximum length of a list that repeats one number: the lists have an item for each dimension of a tensor.
const MAX_RANK: u64 = 256;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_ops_can_be_read() {
        let names = |op| attributes_of(op).map(Iterator::collect::<Vec<_>>);
        assert_eq!(names("vhlo.add_v1"), Some(vec![]));
        assert_eq!(names("vhlo.iota_v1"), Some(vec!["iota_dimension"]));
        assert_eq!(names("vhlo.iota_v9"), None);
        assert_eq!(names("stablehlo.add"), None);
        for op in OPS.keys() {
            assert!(name_of(&format!("{PREFIX}{op}"), false).is_some(), "{op}");
        }
        let name = |op, in_function| name_of(op, in_function);
        assert_eq!(name("vhlo.return_v1", true).as_deref(), Some("func.return"));
        assert_eq!(
            name("vhlo.return_v1", false).as_deref(),
            Some("stablehlo.return")
        );
        assert_eq!(
            name("vhlo.exponential_v2", true).as_deref(),
            Some("stablehlo.exponential")
        );
        assert_eq!(name("vhlo.nothing_v1", true), None);
    }
}
