//! The bodies of named structured ops, which their custom assembly does not show: the generic form and bytecode have a
//! region of scalar ops. What an op computes is in its definition (`computes …` in `assembly/linalg.ops`).

use crate::float_formats::float_width;
use crate::module::Module;
use crate::registry::{Cast, Computes};
use crate::types::{Type, TypeData};
use calipers_program::{OpId, Program};

/// A value in a body.
type Scalar = (String, Type);

/// A body in the making.
struct Body<'m> {
    module: &'m Module,
    lines: Vec<String>,
    /// Whether conversions between integers are those of unsigned ones.
    is_unsigned: bool,
}

/// The kinds of types that functions distinguish.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Float,
    Bool,
    Integer,
    Complex,
}

/// The lines of the body of an op that was parsed without one, from the arguments of its block to its terminator; none if
/// the definition says nothing about values of these types.
pub(crate) fn implied_body(module: &Module, op: OpId) -> Option<Vec<String>> {
    let computes = module.spec(op)?.computes.as_ref()?;
    let operands = module.operands(op);
    let arguments: Vec<Scalar> = operands
        .iter()
        .enumerate()
        .map(|(at, operand)| {
            let ty = module.type_of(*operand);
            let element = match module.type_data(ty) {
                TypeData::Tensor { element, .. } | TypeData::Memref { element, .. } => *element,
                _ => ty,
            };
            (format!("%element{at}"), element)
        })
        .collect();
    let cast = module
        .op_attribute(op, "cast")
        .map(|it| module.attribute_text(it));
    let is_unsigned = |computes: &Computes| match computes {
        Computes::Reduction(function) => function.ends_with("unsigned"),
        Computes::ProductSum(Cast::Stated) | Computes::Conversion => {
            cast.is_some_and(|it| it.contains("cast_unsigned"))
        }
        _ => false,
    };
    let mut body = Body {
        module,
        lines: vec![],
        is_unsigned: is_unsigned(computes),
    };
    let headers = arguments
        .iter()
        .map(|(name, ty)| format!("{name}: {}", module.type_text(*ty)));
    let header = headers.collect::<Vec<_>>().join(", ");
    body.lines.push(format!("^bb0({header}):"));
    let (out, inputs) = arguments.split_last()?;
    let (value, ty) = match computes {
        Computes::ProductSum(_) => body.product_sum(inputs, out)?,
        Computes::Reduction(function) => {
            let input = body.converted(inputs.first()?, out.1)?;
            body.call(function, &[out.clone(), input])?
        }
        Computes::Function(function) => body.call(function, inputs)?,
        Computes::Kind => {
            let kind = module.attribute_text(module.op_attribute(op, "kind")?);
            let kind = kind.split(['<', '>']).nth(1)?.to_owned();
            body.call(&kind, inputs)?
        }
        Computes::Conversion => body.converted(inputs.first()?, out.1)?,
        Computes::Input => inputs.first()?.clone(),
    };
    let ty = module.type_text(ty);
    body.lines.push(format!("linalg.yield {value} : {ty}"));
    Some(body.lines)
}

impl Body<'_> {
    fn kind(&self, ty: Type) -> Option<Kind> {
        Some(match self.module.type_data(ty) {
            TypeData::Float(_) => Kind::Float,
            TypeData::Integer { width: 1, .. } => Kind::Bool,
            TypeData::Integer { .. } => Kind::Integer,
            TypeData::Complex(_) => Kind::Complex,
            _ => return None,
        })
    }

    /// The number of bits of an integer or a float.
    fn width(&self, ty: Type) -> Option<u32> {
        match self.module.type_data(ty) {
            TypeData::Integer { width, .. } => Some(*width),
            TypeData::Float(name) => float_width(name),
            _ => None,
        }
    }

    /// Adds an op with one result, whose assembly shows these types.
    fn op(&mut self, name: &str, operands: &[Scalar], types: &str, result: Type) -> Scalar {
        let value = format!("%scalar{}", self.lines.len());
        let names: Vec<&str> = operands.iter().map(|(name, _)| &name[..]).collect();
        let names = names.join(", ");
        self.lines
            .push(format!("{value} = {name} {names} : {types}"));
        (value, result)
    }

    /// Adds an op whose result has the type of its last operand.
    fn same(&mut self, name: &str, operands: &[Scalar]) -> Option<Scalar> {
        let (_, ty) = operands.last()?;
        let types = self.module.type_text(*ty);
        Some(self.op(name, operands, &types, *ty))
    }

    /// The output plus the product of two inputs, from each of which a zero point is subtracted if there are two more.
    fn product_sum(&mut self, inputs: &[Scalar], out: &Scalar) -> Option<Scalar> {
        let mut factor = |number: usize| {
            let input = self.converted(inputs.get(number)?, out.1)?;
            match inputs.get(number + 2) {
                Some(zero) => {
                    let zero = self.converted(zero, out.1)?;
                    self.call("sub", &[input, zero])
                }
                None => Some(input),
            }
        };
        let factors = [factor(0)?, factor(1)?];
        let product = self.call("mul", &factors)?;
        self.call("add", &[out.clone(), product])
    }

    /// A value as one of another type.
    fn converted(&mut self, value: &Scalar, to: Type) -> Option<Scalar> {
        if value.1 == to {
            return Some(value.clone());
        }
        let is_wider = self.width(to)? > self.width(value.1)?;
        let is_as_wide = self.width(to)? == self.width(value.1)?;
        let is_float = |kind| kind == Kind::Float;
        let name = match (is_float(self.kind(value.1)?), is_float(self.kind(to)?)) {
            (true, true) if is_as_wide => return None,
            (true, true) => {
                if is_wider {
                    "arith.extf"
                } else {
                    "arith.truncf"
                }
            }
            (true, false) => {
                if self.is_unsigned {
                    "arith.fptoui"
                } else {
                    "arith.fptosi"
                }
            }
            (false, true) => {
                if self.is_unsigned {
                    "arith.uitofp"
                } else {
                    "arith.sitofp"
                }
            }
            (false, false) if is_as_wide => return None,
            (false, false) if is_wider => {
                if self.is_unsigned {
                    "arith.extui"
                } else {
                    "arith.extsi"
                }
            }
            (false, false) => "arith.trunci",
        };
        let (from, into) = (self.module.type_text(value.1), self.module.type_text(to));
        let types = format!("{from} to {into}");
        Some(self.op(name, std::slice::from_ref(value), &types, to))
    }

    /// A function of scalars, by its name among the kinds of `linalg.elementwise`.
    fn call(&mut self, function: &str, arguments: &[Scalar]) -> Option<Scalar> {
        let (last, ty) = arguments.last()?.clone();
        let named = |dialect: &str, suffix: &str| format!("{dialect}.{function}{suffix}");
        let name = match (function, self.kind(ty)?) {
            ("reciprocal", Kind::Float) => {
                let one = format!("%scalar{}", self.lines.len());
                let element = self.module.type_text(ty);
                let line = format!("{one} = arith.constant 1.0 : {element}");
                self.lines.push(line);
                return self.same("arith.divf", &[(one, ty), (last, ty)]);
            }
            ("square", Kind::Float) => {
                return self.same("arith.mulf", &[(last.clone(), ty), (last, ty)]);
            }
            ("select", _) => named("arith", ""),
            ("abs", Kind::Float) => named("math", "f"),
            ("negf", Kind::Float) => named("arith", ""),
            (
                "exp" | "log" | "ceil" | "floor" | "round" | "sqrt" | "rsqrt" | "tanh" | "erf"
                | "powf",
                Kind::Float,
            ) => named("math", ""),
            ("add" | "sub" | "mul" | "div", Kind::Float) => named("arith", "f"),
            ("add" | "sub" | "mul" | "div", Kind::Complex) => named("complex", ""),
            ("add" | "sub" | "mul", Kind::Integer) => named("arith", "i"),
            ("add", Kind::Bool) => "arith.ori".to_owned(),
            ("mul", Kind::Bool) => "arith.andi".to_owned(),
            ("div", Kind::Integer) => "arith.divsi".to_owned(),
            ("div_unsigned", Kind::Integer) => "arith.divui".to_owned(),
            ("max_signed", Kind::Float) => "arith.maximumf".to_owned(),
            ("min_signed", Kind::Float) => "arith.minimumf".to_owned(),
            ("max_signed", Kind::Integer | Kind::Bool) => "arith.maxsi".to_owned(),
            ("min_signed", Kind::Integer | Kind::Bool) => "arith.minsi".to_owned(),
            ("max_unsigned", Kind::Integer) => "arith.maxui".to_owned(),
            ("min_unsigned", Kind::Integer) => "arith.minui".to_owned(),
            _ => return None,
        };
        self.same(&name, arguments)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Module, ParseOptions, PrintOptions};

    /// The ops of the body in the generic form of a named op.
    fn body(op: &str) -> Vec<String> {
        let text = format!(
            "func.func @f(%x: tensor<4x4xi8>, %y: tensor<4x4xf32>, %n: tensor<4x4xi32>) {{\n  {op}\n  return\n}}"
        );
        let module = Module::parse(&text, "f.mlir", ParseOptions::default()).expect("it parses");
        let options = PrintOptions {
            generic: true,
            locations: false,
        };
        let generic = module.print(options);
        let lines = generic
            .lines()
            .map(str::trim)
            .skip_while(|line| !line.contains("linalg."));
        let body = lines.skip(2).take_while(|line| !line.starts_with("}"));
        let names = body.filter_map(|line| line.split('"').nth(1));
        names.map(str::to_owned).collect()
    }

    #[test]
    fn named_ops_have_their_bodies_in_generic_form() {
        let unsigned = "linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%x, %x : tensor<4x4xi8>, \
                        tensor<4x4xi8>) outs(%n : tensor<4x4xi32>) -> tensor<4x4xi32>";
        assert_eq!(
            body(unsigned),
            [
                "arith.extui",
                "arith.extui",
                "arith.muli",
                "arith.addi",
                "linalg.yield"
            ]
        );
        let to_float =
            "linalg.copy ins(%x : tensor<4x4xi8>) outs(%y : tensor<4x4xf32>) -> tensor<4x4xf32>";
        assert_eq!(body(to_float), ["arith.sitofp", "linalg.yield"]);
        let reciprocal = "linalg.reciprocal ins(%y : tensor<4x4xf32>) outs(%y : tensor<4x4xf32>) -> tensor<4x4xf32>";
        assert_eq!(
            body(reciprocal),
            ["arith.constant", "arith.divf", "linalg.yield"]
        );
    }

    #[test]
    fn a_body_that_is_not_known_is_an_error() {
        let text = "func.func @f(%a: f64, %s: i32, %y: tensor<4x4xf32>) {\n  linalg.fill_rng_2d ins(%a, %a, %s : f64, f64, \
                    i32) outs(%y : tensor<4x4xf32>) -> tensor<4x4xf32>\n  return\n}";
        let module = Module::parse(text, "f.mlir", ParseOptions::default()).expect("it parses");
        let error = module
            .with_implied_bodies()
            .map(|_| ())
            .expect_err("it is not known");
        assert!(error.contains("linalg.fill_rng_2d"), "{error}");
    }
}
