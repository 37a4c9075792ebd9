//! Construction of types, attributes and ops.

use super::parse::Parser;
use super::registry::OpSpec;
use super::{
    Attr, AttrData, DefaultValue, DenseElements, InsertionPoint, Module, NamedAttribute,
    ParseError, Type, TypeData,
};
use crate::number::Int;
use crate::program::{AffineMap, BlockId, Definition, Extent, OpId, Program, RegionId, ValueId};
use calipers_support::order::Order;

impl Type {
    /// The type of a frequent keyword.
    #[inline]
    pub(super) fn of_keyword(text: &str) -> Option<Type> {
        match text {
            "index" => Some(Type::INDEX),
            "i1" => Some(Type::I1),
            "i32" => Some(Type::I32),
            "i64" => Some(Type::I64),
            _ => None,
        }
    }
}

impl Module {
    /// Parses a type.
    pub fn parse_type(&mut self, text: &str) -> Result<Type, ParseError> {
        Parser::within(self, text, |parser| parser.ty())
    }

    /// Parses an attribute.
    pub fn parse_attribute(&mut self, text: &str) -> Result<Attr, ParseError> {
        Parser::within(self, text, |parser| parser.attribute())
    }

    /// Interns a type that an op definition mentions.
    pub(super) fn static_type(&mut self, text: &'static str) -> Type {
        if let Some(ty) = Type::of_keyword(text) {
            return ty;
        }
        if let Some(&ty) = self.static_types.get(text) {
            return ty;
        }
        let ty = self.parse_type(text).unwrap_or(Type::NONE);
        self.static_types.insert(text, ty);
        ty
    }

    /// Interns an attribute that an op definition mentions.
    pub(super) fn static_attribute(&mut self, text: &'static str) -> Attr {
        if let Some(&attribute) = self.static_attributes.get(text) {
            return attribute;
        }
        let attribute = self.parse_attribute(text).unwrap_or(Attr::UNIT);
        self.static_attributes.insert(text, attribute);
        attribute
    }

    /// The defaults of the attributes of an op definition.
    pub(super) fn defaults_of(&mut self, spec: &'static OpSpec) -> Box<[DefaultValue]> {
        let defaults = spec
            .attributes
            .iter()
            .filter_map(|attribute| Some((attribute, attribute.default.as_deref()?)));
        defaults
            .map(|(attribute, default)| {
                let value = self.static_attribute(default);
                DefaultValue {
                    name: self.intern_name(attribute.name),
                    value,
                    filled_in: attribute.filled_in,
                }
            })
            .collect()
    }

    /// `(inputs) -> results`.
    pub fn function_type(&mut self, inputs: &[Type], results: &[Type]) -> Type {
        self.intern_type(TypeData::Function {
            inputs: inputs.into(),
            results: results.into(),
        })
    }

    /// The types of an op's results.
    pub fn result_types(&self, op: OpId) -> Vec<Type> {
        self.results(op)
            .iter()
            .map(|result| self.type_of(*result))
            .collect()
    }

    /// The arguments of a region's entry block; none if the region has no block.
    pub(super) fn entry_arguments(&self, region: RegionId) -> Option<&[ValueId]> {
        let entry = self.regions[region.index()].blocks.first()?;
        Some(&self.blocks[entry.index()].arguments)
    }

    /// The affine map in an attribute of an op.
    pub fn op_map(&self, op: OpId, name: &str) -> Option<&AffineMap> {
        match self.attribute_data(self.op_attribute(op, name)?) {
            AttrData::Map(map) => Some(map),
            _ => None,
        }
    }

    /// `value : ty`.
    pub fn integer_attribute(&mut self, value: impl Into<Int>, ty: Type) -> Attr {
        let value = value.into();
        if ty == Type::I1 {
            return self.intern_attribute(AttrData::Bool(value != Int::ZERO));
        }
        self.intern_attribute(AttrData::Integer { value, ty })
    }

    /// `dense<values> : tensor<nxelement>`.
    pub(super) fn dense_integers(&mut self, element: Type, values: Vec<i64>) -> Attr {
        let ty = self.intern_type(TypeData::Tensor {
            dims: Some([Extent::Static(values.len() as i64)].into()),
            element,
            encoding: None,
        });
        self.dense_of(ty, values)
    }

    /// `dense<values> : ty`.
    pub(super) fn dense_of(&mut self, ty: Type, mut values: Vec<i64>) -> Attr {
        let splat = !values.is_empty() && values.iter().all(|value| *value == values[0]);
        values.truncate(if splat { 1 } else { values.len() });
        let elements = DenseElements::Integers(values.into());
        self.intern_attribute(AttrData::Dense {
            ty,
            elements,
            splat,
        })
    }

    /// `"text"`.
    pub fn string_attribute(&mut self, text: &str) -> Attr {
        self.intern_attribute(AttrData::String {
            value: text.as_bytes().into(),
            ty: None,
        })
    }

    /// `affine_map<…>`.
    pub fn map_attribute(&mut self, map: AffineMap) -> Attr {
        self.intern_attribute(AttrData::Map(map))
    }

    /// Creates a detached op with empty regions. Marks attributes of its definition as inherent, and adds the default
    /// ones.
    pub fn create_op(
        &mut self,
        name: &str,
        operands: &[ValueId],
        results: &[Type],
        attributes: &[(&str, Attr)],
        regions: usize,
    ) -> OpId {
        let name = self.intern_name(name);
        let op = self.new_op(name, super::op::NO_OFFSET);
        let spec = self.spec(op);
        let mut list: Vec<NamedAttribute> = Vec::new();
        for (name, value) in attributes {
            let inherent = spec.is_none_or(|spec| spec.is_inherent(name));
            let name = self.intern_name(name);
            list.push(NamedAttribute {
                name,
                value: *value,
                inherent,
            });
        }
        for (name, value) in self.specs[self.op(op).name.0 as usize].filled_in() {
            if !list.iter().any(|attribute| attribute.name == name) {
                list.push(NamedAttribute {
                    name,
                    value,
                    inherent: true,
                });
            }
        }
        list.order_by(|a, b| self.name(a.name).cmp(self.name(b.name)));
        self.new_results(op, results);
        let attributes = self.intern_list(&list);
        let regions: Vec<RegionId> = (0..regions).map(|_| self.new_region(op)).collect();
        let data = &mut self.ops[op.index()];
        data.operands = operands.into();
        data.attributes = attributes;
        data.set_regions(&regions);
        op
    }

    /// Creates a block at the end of a region.
    pub fn create_block(&mut self, region: RegionId, arguments: &[Type]) -> BlockId {
        let block = self.new_block(region);
        let values = arguments
            .iter()
            .enumerate()
            .map(|(index, &ty)| self.new_value(ty, Definition::Argument { block, index }))
            .collect();
        self.blocks[block.index()].arguments = values;
        self.regions[region.index()].blocks.push(block);
        block
    }
}

/// Creates ops at a position in a module.
pub struct OpBuilder<'m> {
    /// The module.
    pub module: &'m mut Module,
    /// The position of the next op; it moves behind each new op.
    pub point: InsertionPoint,
}

impl<'m> OpBuilder<'m> {
    /// A builder that inserts at `point`.
    pub fn new(module: &'m mut Module, point: InsertionPoint) -> OpBuilder<'m> {
        OpBuilder { module, point }
    }

    /// Creates an op at the builder's position.
    pub fn create(
        &mut self,
        name: &str,
        operands: &[ValueId],
        results: &[Type],
        attributes: &[(&str, Attr)],
    ) -> OpId {
        let op = self
            .module
            .create_op(name, operands, results, attributes, 0);
        self.module.insert(op, self.point);
        self.point = InsertionPoint::After(op);
        op
    }

    /// Creates an op with one result at the builder's position.
    pub fn value(
        &mut self,
        name: &str,
        operands: &[ValueId],
        result: Type,
        attributes: &[(&str, Attr)],
    ) -> ValueId {
        let op = self.create(name, operands, &[result], attributes);
        self.module.results(op)[0]
    }

    /// Creates `arith.constant value : ty`.
    pub fn constant(&mut self, value: impl Into<Int>, ty: Type) -> ValueId {
        let value = self.module.integer_attribute(value, ty);
        self.value("arith.constant", &[], ty, &[("value", value)])
    }

    /// Creates `arith.constant value : index`.
    pub fn constant_index(&mut self, value: impl Into<Int>) -> ValueId {
        self.constant(value, Type::INDEX)
    }

    /// Creates `affine.apply map(operands)`; the operands are the map's dimensions, then its symbols.
    pub fn affine_apply(&mut self, map: AffineMap, operands: &[ValueId]) -> ValueId {
        self.affine("affine.apply", map, operands)
    }

    /// Creates `affine.min map(operands)`.
    pub fn affine_min(&mut self, map: AffineMap, operands: &[ValueId]) -> ValueId {
        self.affine("affine.min", map, operands)
    }

    /// Creates `affine.max map(operands)`.
    pub fn affine_max(&mut self, map: AffineMap, operands: &[ValueId]) -> ValueId {
        self.affine("affine.max", map, operands)
    }

    fn affine(&mut self, name: &str, map: AffineMap, operands: &[ValueId]) -> ValueId {
        let map = self.module.map_attribute(map);
        self.value(name, operands, Type::INDEX, &[("map", map)])
    }

    /// Creates `tensor.dim` or `memref.dim` of `source`, with a new index constant.
    pub fn dim(&mut self, source: ValueId, dim: i64) -> ValueId {
        let ty = self.module.type_of(source);
        let name = match self.module.type_data(ty) {
            TypeData::Memref { .. } => "memref.dim",
            _ => "tensor.dim",
        };
        let index = self.constant_index(dim);
        self.value(name, &[source, index], Type::INDEX, &[])
    }

    /// Creates an op such as `arith.addi` on two values of the same type, which is also that of the result.
    pub fn binary(&mut self, name: &str, lhs: ValueId, rhs: ValueId) -> ValueId {
        let ty = self.module.type_of(lhs);
        self.value(name, &[lhs, rhs], ty, &[])
    }
}
