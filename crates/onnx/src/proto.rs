//! The parts of the schema of ONNX that the reader needs. All other fields are skipped.

use crate::wire::{Message, Value};

/// A model.
#[derive(Default)]
pub(crate) struct Model<'a> {
    pub(crate) ir_version: i64,
    pub(crate) graph: Option<Graph<'a>>,
    pub(crate) opset_import: Vec<OperatorSet>,
}

impl<'a> Message<'a> for Model<'a> {
    fn set(&mut self, number: u64, value: Value<'a>) -> Result<(), String> {
        match number {
            1 => self.ir_version = value.integer()?,
            7 => value.merge_into(&mut self.graph)?,
            8 => self.opset_import.push(value.message()?),
            _ => {}
        }
        Ok(())
    }
}

/// The version of an operator set.
#[derive(Default)]
pub(crate) struct OperatorSet {
    pub(crate) domain: String,
    pub(crate) version: i64,
}

impl<'a> Message<'a> for OperatorSet {
    fn set(&mut self, number: u64, value: Value<'a>) -> Result<(), String> {
        match number {
            1 => self.domain = value.text()?,
            2 => self.version = value.integer()?,
            _ => {}
        }
        Ok(())
    }
}

/// A graph, whose nodes are sorted topologically.
#[derive(Default)]
pub(crate) struct Graph<'a> {
    pub(crate) node: Vec<Node<'a>>,
    pub(crate) name: String,
    pub(crate) initializer: Vec<Tensor<'a>>,
    pub(crate) input: Vec<ValueInfo>,
    pub(crate) output: Vec<ValueInfo>,
    pub(crate) value_info: Vec<ValueInfo>,
    pub(crate) sparse_initializer: Vec<SparseTensor<'a>>,
}

impl<'a> Message<'a> for Graph<'a> {
    fn set(&mut self, number: u64, value: Value<'a>) -> Result<(), String> {
        match number {
            1 => self.node.push(value.message()?),
            2 => self.name = value.text()?,
            5 => self.initializer.push(value.message()?),
            11 => self.input.push(value.message()?),
            12 => self.output.push(value.message()?),
            13 => self.value_info.push(value.message()?),
            15 => self.sparse_initializer.push(value.message()?),
            _ => {}
        }
        Ok(())
    }
}

/// A tensor of which only the name is needed.
#[derive(Default)]
pub(crate) struct SparseTensor<'a> {
    pub(crate) values: Option<Tensor<'a>>,
    pub(crate) dims: Vec<i64>,
}

impl<'a> Message<'a> for SparseTensor<'a> {
    fn set(&mut self, number: u64, value: Value<'a>) -> Result<(), String> {
        match number {
            1 => value.merge_into(&mut self.values)?,
            3 => value.append_to(&mut self.dims)?,
            _ => {}
        }
        Ok(())
    }
}

/// A node.
#[derive(Default)]
pub(crate) struct Node<'a> {
    pub(crate) input: Vec<String>,
    pub(crate) output: Vec<String>,
    pub(crate) name: String,
    pub(crate) op_type: String,
    pub(crate) attribute: Vec<Attribute<'a>>,
    pub(crate) domain: String,
}

impl<'a> Message<'a> for Node<'a> {
    fn set(&mut self, number: u64, value: Value<'a>) -> Result<(), String> {
        match number {
            1 => self.input.push(value.text()?),
            2 => self.output.push(value.text()?),
            3 => self.name = value.text()?,
            4 => self.op_type = value.text()?,
            5 => self.attribute.push(value.message()?),
            7 => self.domain = value.text()?,
            _ => {}
        }
        Ok(())
    }
}

/// An attribute of a node.
#[derive(Default)]
pub(crate) struct Attribute<'a> {
    pub(crate) name: String,
    pub(crate) f: Option<f32>,
    pub(crate) i: Option<i64>,
    pub(crate) s: Option<&'a [u8]>,
    pub(crate) t: Option<Tensor<'a>>,
    pub(crate) g: Option<Graph<'a>>,
    pub(crate) ints: Vec<i64>,
    /// The kind; 7 is a list of integers.
    pub(crate) kind: i32,
}

impl<'a> Message<'a> for Attribute<'a> {
    fn set(&mut self, number: u64, value: Value<'a>) -> Result<(), String> {
        match number {
            1 => self.name = value.text()?,
            2 => self.f = Some(value.float()?),
            3 => self.i = Some(value.integer()?),
            4 => self.s = Some(value.bytes()?),
            5 => value.merge_into(&mut self.t)?,
            6 => value.merge_into(&mut self.g)?,
            8 => value.append_to(&mut self.ints)?,
            20 => self.kind = value.small()?,
            _ => {}
        }
        Ok(())
    }
}

/// A value with its type.
#[derive(Default)]
pub(crate) struct ValueInfo {
    pub(crate) name: String,
    pub(crate) ty: Option<TypeInfo>,
}

impl<'a> Message<'a> for ValueInfo {
    fn set(&mut self, number: u64, value: Value<'a>) -> Result<(), String> {
        match number {
            1 => self.name = value.text()?,
            2 => value.merge_into(&mut self.ty)?,
            _ => {}
        }
        Ok(())
    }
}

/// A type; none of its fields is present for types other than tensors.
#[derive(Default)]
pub(crate) struct TypeInfo {
    pub(crate) tensor: Option<TensorType>,
}

impl<'a> Message<'a> for TypeInfo {
    fn set(&mut self, number: u64, value: Value<'a>) -> Result<(), String> {
        if number == 1 {
            value.merge_into(&mut self.tensor)?;
        }
        Ok(())
    }
}

/// The type of a tensor.
#[derive(Default)]
pub(crate) struct TensorType {
    pub(crate) element: i32,
    pub(crate) shape: Option<Shape>,
}

impl<'a> Message<'a> for TensorType {
    fn set(&mut self, number: u64, value: Value<'a>) -> Result<(), String> {
        match number {
            1 => self.element = value.small()?,
            2 => value.merge_into(&mut self.shape)?,
            _ => {}
        }
        Ok(())
    }
}

/// A shape.
#[derive(Default)]
pub(crate) struct Shape {
    pub(crate) dim: Vec<Dimension>,
}

impl<'a> Message<'a> for Shape {
    fn set(&mut self, number: u64, value: Value<'a>) -> Result<(), String> {
        if number == 1 {
            self.dim.push(value.message()?);
        }
        Ok(())
    }
}

/// A number, a symbol, or neither.
#[derive(Default)]
pub(crate) struct Dimension {
    pub(crate) value: Option<i64>,
    pub(crate) symbol: Option<String>,
}

impl<'a> Message<'a> for Dimension {
    fn set(&mut self, number: u64, value: Value<'a>) -> Result<(), String> {
        match number {
            1 => self.value = Some(value.integer()?),
            2 => self.symbol = Some(value.text()?),
            _ => {}
        }
        Ok(())
    }
}

/// A tensor. Of its contents only integers and floats of 32 bits are needed.
#[derive(Default)]
pub(crate) struct Tensor<'a> {
    pub(crate) dims: Vec<i64>,
    pub(crate) data_type: i32,
    pub(crate) float_data: Vec<f32>,
    pub(crate) int32_data: Vec<i64>,
    pub(crate) int64_data: Vec<i64>,
    pub(crate) name: String,
    pub(crate) raw_data: &'a [u8],
    /// 1 if the contents are in another file.
    pub(crate) data_location: i32,
}

impl<'a> Message<'a> for Tensor<'a> {
    fn set(&mut self, number: u64, value: Value<'a>) -> Result<(), String> {
        match number {
            1 => value.append_to(&mut self.dims)?,
            2 => self.data_type = value.small()?,
            4 => value.append_floats_to(&mut self.float_data)?,
            5 => value.append_to(&mut self.int32_data)?,
            7 => value.append_to(&mut self.int64_data)?,
            8 => self.name = value.text()?,
            9 => self.raw_data = value.bytes()?,
            14 => self.data_location = value.small()?,
            _ => {}
        }
        Ok(())
    }
}
