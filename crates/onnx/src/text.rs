//! The text of a model as a program of the onnx dialect, in the forms that onnx-mlir prints.

use crate::inputs::{NEWEST, inputs};
use crate::proto::{Attribute, Graph, Model, Node, Tensor, ValueInfo};
use crate::shapes::{Call, Derived};
use crate::tensor::{Type, element};
use hashbrown::{HashMap, HashSet};
use std::fmt::Write;

/// A value of the program.
pub(crate) struct Value {
    /// Its name, with `%`.
    name: String,
    pub(crate) ty: Type,
    /// The elements of a constant list or scalar of integers.
    pub(crate) integers: Option<Vec<i64>>,
    /// The elements of a constant list of floats, as numerators and denominators.
    pub(crate) ratios: Option<Vec<(i64, i64)>>,
}

/// The text of a model.
///
/// # Errors
/// A message about a graph that is not in order.
pub(crate) fn program(model: &Model, graph: &Graph) -> Result<String, String> {
    let is_onnx = |domain: &str| matches!(domain, "" | "ai.onnx");
    let versions = model.opset_import.iter();
    let version = versions
        .filter(|it| is_onnx(&it.domain))
        .map(|it| it.version)
        .max();
    let mut writer = Writer {
        // Before the fourth version, every initializer is an input, too.
        initializers_are_constant: model.ir_version < 4,
        opset: version.unwrap_or(1),
        out: String::new(),
        indent: 1,
        used: HashSet::new(),
        scopes: vec![HashMap::new()],
    };
    writer.out.push_str("module {\n");
    writer.function(graph)?;
    writer.line("\"onnx.EntryPoint\"() {func = @main_graph} : () -> ()");
    writer.out.push_str("}\n");
    Ok(writer.out)
}

pub(crate) struct Writer {
    initializers_are_constant: bool,
    opset: i64,
    pub(crate) out: String,
    pub(crate) indent: usize,
    /// The names of values in use, without `%`.
    pub(crate) used: HashSet<String>,
    /// The values of the graphs around a node, innermost last.
    pub(crate) scopes: Vec<HashMap<String, Value>>,
}

impl Writer {
    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// A new name for a value, similar to that in the model.
    fn fresh(&mut self, name: &str) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let mut base: String = name.chars().take(64).map(plain).collect();
        if !base.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            base.insert(0, '_');
        }
        let mut unique = base.clone();
        let mut number = 1u32;
        while !self.used.insert(unique.clone()) {
            unique = format!("{base}_{number}");
            number += 1;
        }
        format!("%{unique}")
    }

    pub(crate) fn define(&mut self, name: &str, ty: Type, integers: Option<Vec<i64>>) -> String {
        let printed = self.fresh(name);
        let value = Value {
            name: printed.clone(),
            ty,
            integers,
            ratios: None,
        };
        if let Some(scope) = self.scopes.last_mut()
            && !name.is_empty()
        {
            scope.insert(name.to_owned(), value);
        }
        printed
    }

    pub(crate) fn value(&self, name: &str) -> Option<&Value> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }

    fn function(&mut self, graph: &Graph) -> Result<(), String> {
        let constants: HashSet<&str> = graph.initializer.iter().map(|it| &*it.name).collect();
        let is_constant =
            |it: &&ValueInfo| self.initializers_are_constant && constants.contains(&*it.name);
        let inputs: Vec<&ValueInfo> = graph.input.iter().filter(|it| !is_constant(it)).collect();
        let inputs: Vec<String> = inputs.into_iter().map(|it| self.argument(it)).collect();
        // The header states the types of the results, which are known after the body.
        let header = self.out.len();
        self.indent += 1;
        self.initializers(graph);
        self.nodes(graph)?;
        let results = self.end(graph, "onnx.Return")?;
        self.indent -= 1;
        self.line("}");
        let named =
            graph.output.iter().zip(&results).map(|(output, ty)| {
                format!("{ty} {{onnx.name = {}}}", quoted(output.name.as_bytes()))
            });
        let named: Vec<String> = named.collect();
        let header_text = format!(
            "  func.func @main_graph({}) -> ({}) {{\n",
            inputs.join(", "),
            named.join(", ")
        );
        self.out.insert_str(header, &header_text);
        Ok(())
    }

    /// An argument of the function, with its name and the symbols of its sizes.
    fn argument(&mut self, input: &ValueInfo) -> String {
        let ty = Type::of(input);
        let text = ty.to_string();
        let name = self.define(&input.name, ty, None);
        let shape = input
            .ty
            .as_ref()
            .and_then(|ty| ty.tensor.as_ref()?.shape.as_ref());
        let dims = shape.iter().flat_map(|shape| &shape.dim).enumerate();
        let symbols = dims.filter_map(|(at, dim)| {
            // The text is a list with commas and colons, and with spaces around them.
            let plain = |c: char| !matches!(c, ',' | ':') && !c.is_control();
            let symbol = dim.symbol.as_deref().filter(|it| it.trim() == *it)?;
            (!symbol.is_empty() && symbol.chars().all(plain)).then(|| format!("{at}:{symbol}"))
        });
        let symbols: Vec<String> = symbols.collect();
        let mut attributes = String::new();
        if !symbols.is_empty() {
            let symbols = quoted(symbols.join(",").as_bytes());
            attributes = format!("onnx.dim_params = {symbols}, ");
        }
        let own = quoted(input.name.as_bytes());
        format!("{name}: {text} {{{attributes}onnx.name = {own}}}")
    }

    pub(crate) fn initializers(&mut self, graph: &Graph) {
        let inputs: HashSet<&str> = graph.input.iter().map(|it| &*it.name).collect();
        for tensor in &graph.initializer {
            // An input with an initializer has a default, which the caller may replace.
            if self.initializers_are_constant || !inputs.contains(&*tensor.name) {
                self.constant(&tensor.name, tensor);
            }
        }
        for tensor in &graph.sparse_initializer {
            let (name, code) = match &tensor.values {
                Some(values) => (values.name.clone(), values.data_type),
                None => continue,
            };
            let dims = Tensor {
                dims: tensor.dims.clone(),
                data_type: code,
                ..Tensor::default()
            };
            self.constant_of(&name, dims.type_of(), None);
        }
    }

    fn constant(&mut self, name: &str, tensor: &Tensor) {
        self.constant_of(name, tensor.type_of(), tensor.integers());
        let scope = self.scopes.last_mut();
        if let Some(value) = scope.and_then(|scope| scope.get_mut(name)) {
            value.ratios = tensor.ratios();
        }
    }

    /// A constant; the contents are left out unless they are a list or a scalar of integers.
    fn constant_of(&mut self, name: &str, ty: Type, integers: Option<Vec<i64>>) {
        let text = ty.to_string();
        let is_static = ty
            .dims
            .as_ref()
            .is_some_and(|dims| dims.iter().all(Option::is_some));
        let contents = match &integers {
            _ if ty.element.is_none() || !is_static => None,
            Some(values) if ty.rank() == Some(0) => values.first().map(|it| format!("dense<{it}>")),
            Some(values) if values.is_empty() => Some("dense<>".to_owned()),
            Some(values) => {
                let values: Vec<String> = values.iter().map(i64::to_string).collect();
                Some(format!("dense<[{}]>", values.join(", ")))
            }
            None => Some("dense_resource<__elided__>".to_owned()),
        };
        let printed = self.define(name, ty, integers);
        match contents {
            Some(contents) => self.line(&format!("{printed} = onnx.Constant {contents} : {text}")),
            None => self.line(&format!("{printed} = \"onnx.Unknown\"() : () -> {text}")),
        }
    }

    pub(crate) fn nodes(&mut self, graph: &Graph) -> Result<(), String> {
        let stated: HashMap<&str, &ValueInfo> = graph
            .value_info
            .iter()
            .chain(&graph.output)
            .map(|info| (&*info.name, info))
            .collect();
        for node in &graph.node {
            self.node(node, &stated)?;
        }
        Ok(())
    }

    fn node(&mut self, node: &Node, stated: &HashMap<&str, &ValueInfo>) -> Result<(), String> {
        let is_onnx = matches!(&*node.domain, "" | "ai.onnx");
        if is_onnx && node.op_type == "Constant" && self.constant_node(node) {
            return Ok(());
        }
        let mut inputs = &node.input[..];
        while let [rest @ .., last] = inputs
            && last.is_empty()
        {
            inputs = rest;
        }
        if is_onnx && self.opset <= NEWEST {
            count_inputs(node, inputs.len())?;
        }
        let mut operands = Vec::new();
        for input in inputs {
            operands.push(self.operand(node, input)?);
        }
        let (regions, own) = match is_onnx {
            true => self.regions(node)?,
            false => (String::new(), None),
        };
        let values: Vec<Option<&Value>> = inputs.iter().map(|it| self.value(it)).collect();
        let call = Call {
            node,
            inputs: &values,
        };
        let mut results = match own {
            Some(own) => own,
            None if is_onnx => call.results(),
            None => vec![Type::default(); node.output.len()],
        };
        let attributes = self.attributes(node, call.derived().filter(|_| is_onnx));
        for (ty, output) in results.iter_mut().zip(&node.output) {
            if let Some(info) = stated.get(&**output)
                && (ty.element.is_none() || ty.dims.is_none())
            {
                *ty = Type::of(info);
            }
        }
        let integers = is_onnx.then(|| folded(node, &values)).flatten();
        let types: Vec<String> = results
            .iter()
            .zip(&node.output)
            .map(|(ty, name)| {
                if name.is_empty() {
                    "none".to_owned()
                } else {
                    ty.to_string()
                }
            })
            .collect();
        let mut names = Vec::new();
        for (at, (ty, output)) in results.into_iter().zip(&node.output).enumerate() {
            let integers = integers.clone().filter(|_| at == 0);
            if output.is_empty() {
                names.push(self.fresh("none"));
            } else if self
                .scopes
                .last()
                .is_some_and(|scope| scope.contains_key(output))
            {
                return Err(format!(
                    "the output '{output}' of {} is defined twice",
                    described(node)
                ));
            } else {
                names.push(self.define(output, ty, integers));
            }
        }
        let mut text = String::new();
        if !names.is_empty() {
            text = format!("{} = ", names.join(", "));
        }
        let name = quoted(self.op_name(node).as_bytes());
        let uses: Vec<&str> = operands.iter().map(|(name, _)| &**name).collect();
        let of_uses: Vec<&str> = operands.iter().map(|(_, ty)| &**ty).collect();
        write!(text, "{name}({}){regions}{attributes}", uses.join(", "))
            .and_then(|()| {
                write!(
                    text,
                    " : ({}) -> ({})",
                    of_uses.join(", "),
                    types.join(", ")
                )
            })
            .expect("writing to a string does not fail");
        self.line(&text);
        Ok(())
    }

    /// The name and the type of an operand; an absent one is a value of its own.
    fn operand(&mut self, node: &Node, name: &str) -> Result<(String, String), String> {
        if name.is_empty() {
            let printed = self.fresh("none");
            self.line(&format!(
                "{printed} = \"onnx.NoValue\"() {{value}} : () -> none"
            ));
            return Ok((printed, "none".to_owned()));
        }
        match self.value(name) {
            Some(value) => Ok((value.name.clone(), value.ty.to_string())),
            None => Err(format!(
                "the input '{name}' of {} is not defined before it",
                described(node)
            )),
        }
    }

    /// A constant whose elements are an attribute; returns whether it is one.
    fn constant_node(&mut self, node: &Node) -> bool {
        let ([output], [attribute]) = (&node.output[..], &node.attribute[..]) else {
            return false;
        };
        let list = |count: usize| Type {
            element: Some("i64"),
            dims: Some(match attribute.name.as_str() {
                "value_int" => vec![],
                _ => vec![i64::try_from(count).ok()],
            }),
        };
        match (attribute.name.as_str(), &attribute.t, attribute.i) {
            ("value", Some(tensor), _) => self.constant(output, tensor),
            ("value_int", _, Some(value)) => self.constant_of(output, list(1), Some(vec![value])),
            ("value_float", ..) => {
                let ty = Type {
                    element: Some("f32"),
                    dims: Some(vec![]),
                };
                self.constant_of(output, ty, None);
            }
            ("value_ints", ..) => {
                let values = attribute.ints.clone();
                self.constant_of(output, list(values.len()), Some(values));
            }
            _ => return false,
        }
        true
    }

    /// The terminator of a graph; returns the types of its outputs.
    pub(crate) fn end(&mut self, graph: &Graph, op: &str) -> Result<Vec<Type>, String> {
        let (mut names, mut types, mut texts) = (Vec::new(), Vec::new(), Vec::new());
        for output in &graph.output {
            let Some(value) = self.value(&output.name) else {
                return Err(format!("the output '{}' is not defined", output.name));
            };
            names.push(value.name.clone());
            texts.push(value.ty.to_string());
            types.push(value.ty.clone());
        }
        let text = match names.is_empty() {
            true => op.to_owned(),
            false => format!("{op} {} : {}", names.join(", "), texts.join(", ")),
        };
        self.line(&text);
        Ok(types)
    }

    /// The attributes of a node that rules can use.
    fn attributes(&self, node: &Node, derived: Option<Derived>) -> String {
        let mut seen = HashSet::new();
        let derived = derived.unwrap_or_default();
        let is_derived = |name: &str| derived.iter().any(|(own, _)| *own == name);
        let all = node.attribute.iter();
        let all = all.filter(|it| seen.insert(&*it.name) && !is_derived(&it.name));
        let stated = all.filter_map(|it| attribute(node, it));
        let derived = derived.iter();
        let derived = derived.map(|(name, text)| format!("{name} = {text}"));
        let all: Vec<String> = stated.chain(derived).collect();
        match all.is_empty() {
            true => String::new(),
            false => format!(" {{{}}}", all.join(", ")),
        }
    }

    /// The name of a node's op. An older version of an op, whose operands or attributes differ, has its version in the
    /// name, as in onnx-mlir.
    fn op_name(&self, node: &Node) -> String {
        let name = &node.op_type;
        if !matches!(&*node.domain, "" | "ai.onnx") {
            return format!("{}.{name}", node.domain);
        }
        let opset = self.opset;
        let version = match name.as_str() {
            "Squeeze" | "Unsqueeze" | "ReduceSum" if opset < 13 => Some(11),
            "ReduceL1" | "ReduceL2" | "ReduceLogSum" | "ReduceLogSumExp" | "ReduceMax"
            | "ReduceMean" | "ReduceMin" | "ReduceProd" | "ReduceSumSquare"
                if opset < 18 =>
            {
                Some(13)
            }
            "Split" if opset < 13 => Some(11),
            "Split" if opset < 18 => Some(13),
            "Pad" if opset < 11 => Some(2),
            "Pad" if opset < 13 => Some(11),
            "Pad" if opset < 18 => Some(13),
            "Resize" if opset < 11 => Some(10),
            "Resize" if opset < 13 => Some(11),
            "Resize" if opset < 18 => Some(13),
            "Slice" if opset < 10 => Some(1),
            "TopK" if opset < 10 => Some(1),
            "Upsample" if opset < 9 => Some(7),
            "Softmax" | "LogSoftmax" | "Hardmax" if opset < 13 => Some(11),
            "Reshape" if opset < 5 => Some(1),
            "Tile" if opset < 6 => Some(1),
            "Add" | "Sub" | "Mul" | "Div" | "Pow" | "And" | "Or" | "Xor" | "Equal" | "Greater"
            | "Less" | "Gemm" | "PRelu"
                if opset < 7 =>
            {
                Some(1)
            }
            "Max" | "Min" | "Mean" | "Sum" if opset < 8 => Some(1),
            _ => None,
        };
        match version {
            Some(version) => format!("onnx.{name}V{version}"),
            None => format!("onnx.{name}"),
        }
    }
}

/// A node in a message.
pub(crate) fn described(node: &Node) -> String {
    let op = &node.op_type;
    match (node.name.as_str(), node.output.first()) {
        ("", Some(output)) => format!("the node '{op}' that defines '{output}'"),
        ("", None) => format!("a node '{op}'"),
        (name, _) => format!("the node '{name}' ({op})"),
    }
}

/// A number of things, such as `1 input` and `2 inputs`.
pub(crate) fn counted(number: usize, thing: &str) -> String {
    match number {
        1 => format!("1 {thing}"),
        _ => format!("{number} {thing}s"),
    }
}

/// Whether a node has as many inputs as its op takes, of which the last that is not omitted has this number.
fn count_inputs(node: &Node, last: usize) -> Result<(), String> {
    let Some((least, most)) = inputs(&node.op_type) else {
        return Ok(());
    };
    let count = node.input.len();
    let takes = match most {
        _ if count >= least && most.is_none_or(|most| last <= most) => return Ok(()),
        Some(most) if most == least => format!("{least}"),
        Some(most) => format!("{least} to {most}"),
        None => format!("{least} or more"),
    };
    let inputs = if count == 1 { "input" } else { "inputs" };
    let node = described(node);
    Err(format!(
        "{node} has {count} {inputs}, and its op takes {takes}"
    ))
}

/// The elements of an op on constants from which axes and shapes are built.
fn folded(node: &Node, inputs: &[Option<&Value>]) -> Option<Vec<i64>> {
    let first = || inputs.first().copied().flatten()?.integers.clone();
    match node.op_type.as_str() {
        "Identity" | "Unsqueeze" => first(),
        _ => None,
    }
}

/// An attribute in MLIR's syntax.
fn attribute(node: &Node, attribute: &Attribute) -> Option<String> {
    let name = &attribute.name;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.is_empty()
        || !name.chars().all(is_plain)
        || name.starts_with(|c: char| c.is_ascii_digit())
    {
        return None;
    }
    let value = if node.op_type == "Cast" && name == "to" {
        element(i32::try_from(attribute.i?).ok()?)?.to_owned()
    } else if let Some(value) = attribute.i {
        format!("{value} : si64")
    } else if let Some(value) = attribute.f {
        float(value)
    } else if let Some(text) = &attribute.s {
        quoted(text)
    } else if attribute.kind == INTEGERS || !attribute.ints.is_empty() {
        let values: Vec<String> = attribute.ints.iter().map(i64::to_string).collect();
        format!("[{}]", values.join(", "))
    } else if let Some(tensor) = &attribute.t {
        let ty = tensor.type_of();
        if ty.element.is_none() || ty.dims.iter().flatten().any(Option::is_none) {
            return None;
        }
        match tensor.integers().as_deref() {
            Some([value]) => format!("dense<{value}> : {ty}"),
            _ => format!("dense_resource<__elided__> : {ty}"),
        }
    } else {
        return None;
    };
    Some(format!("{name} = {value}"))
}

/// A float attribute, whose digits have a point in MLIR.
fn float(value: f32) -> String {
    if !value.is_finite() {
        return format!("0x{:08X} : f32", value.to_bits());
    }
    let digits = format!("{value:e}");
    match digits.split_once('e') {
        Some((mantissa, exponent)) if !mantissa.contains('.') => {
            format!("{mantissa}.0e{exponent} : f32")
        }
        _ => format!("{digits} : f32"),
    }
}

/// The kind of an attribute with a list of integers.
const INTEGERS: i32 = 7;

/// A string literal of MLIR.
pub(crate) fn quoted(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for &byte in bytes {
        match byte {
            b'"' | b'\\' | 0..0x20 | 0x7f.. => {
                write!(text, "\\{byte:02X}").expect("writing to a string does not fail");
            }
            _ => text.push(char::from(byte)),
        }
    }
    text.push('"');
    text
}
