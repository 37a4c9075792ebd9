//! The names that a program declares for sizes of its arguments.

use crate::analysis::column_name;
use crate::ir::Module;
use crate::program::{Attribute, Column, Definition, Program};

/// The attribute of an argument with the names of its sizes, as in `0:batch,1:length`.
const SIZES: &str = "onnx.dim_params";

/// The declared name of a column, or else the column as scripts write it.
pub(super) fn name_of(module: &Module, column: Column) -> String {
    declared(module, column).unwrap_or_else(|| column_name(column, module))
}

/// The declared name of a size, in quotes if it is not a single word.
fn declared(module: &Module, column: Column) -> Option<String> {
    let Column::Dim(value, dim) = column else {
        return None;
    };
    let Definition::Argument { block, index } = module.definition(value) else {
        return None;
    };
    let owner = module.region_parent(module.block_region(block));
    let Attribute::Array(arguments) = module.attribute(owner, "arg_attrs")? else {
        return None;
    };
    let Attribute::Parameters(parameters) = arguments.get(index)? else {
        return None;
    };
    let sizes = parameters.iter().find(|(name, _)| *name == Some(SIZES));
    let Attribute::String(sizes) = sizes?.1 else {
        return None;
    };
    // A name with a comma leaves a part without a colon: then it is not known where names end.
    let named: Option<Vec<_>> = sizes.split(',').map(|size| size.split_once(':')).collect();
    let (_, name) = named?.into_iter().find(|(at, _)| at.parse() == Ok(dim))?;
    let is_word = name.chars().all(|it| it.is_alphanumeric() || it == '_');
    let is_name = is_word && name.chars().next().is_some_and(|it| !it.is_numeric());
    Some(match is_name {
        true => name.to_owned(),
        false => format!("{name:?}"),
    })
}
