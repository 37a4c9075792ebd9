//! Reads ONNX models as programs of the onnx dialect, whose ops have rules.
//!
//! Of the contents of tensors, only lists and scalars of integers are kept, and the scales of a resize: sizes depend on no
//! others. The ranks and
//! element types of results are determined here, as far as the ops are known, and sizes are left to the rules. Types
//! that the model states for intermediate results are used only where this is not possible.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod inputs;
mod proto;
mod regions;
mod shapes;
mod tensor;
mod text;
mod wire;

use thiserror::Error;

/// An error in a model.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ModelError {
    /// The bytes are no model.
    #[error("expected an ONNX model: {0}")]
    Format(String),
    /// A graph that is not in order.
    #[error("the model is invalid: {0}")]
    Graph(String),
}

/// The program of a model, as text. Costs the size of the model.
///
/// # Errors
/// If the bytes are no model, if a graph uses a value before its definition, or if a node has too few or too many inputs.
pub fn to_mlir(bytes: Vec<u8>) -> Result<String, ModelError> {
    let model: proto::Model = wire::decode(&bytes).map_err(ModelError::Format)?;
    let Some(graph) = &model.graph else {
        return Err(ModelError::Format("there is no graph".to_owned()));
    };
    text::program(&model, graph).map_err(ModelError::Graph)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `c = Add(a, b)` for `a : f32[N, 3]` and a constant `b` of three elements.
    const SUM: &str = "08083a590a110a01610a01621201631a016e22034164641201672a1508031001220c0000803f00000040000040404201625a140a0161120f0a0d080112090a0312014e0a02080362140a0163120f0a0d080112090a0312014e0a02080342040a001011";

    fn bytes(hex: &str) -> Vec<u8> {
        let digits = (0..hex.len()).step_by(2);
        let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16);
        digits
            .map(|at| byte(at).expect("hexadecimal digits"))
            .collect()
    }

    #[test]
    fn a_model_becomes_a_function() {
        let text = to_mlir(bytes(SUM)).expect("a model");
        let expected = "module {
  func.func @main_graph(%a: tensor<?x3xf32> {onnx.dim_params = \"0:N\", onnx.name = \"a\"}) -> (tensor<?x?xf32> {onnx.name = \"c\"}) {
    %b = onnx.Constant dense_resource<__elided__> : tensor<3xf32>
    %c = \"onnx.Add\"(%a, %b) : (tensor<?x3xf32>, tensor<3xf32>) -> (tensor<?x?xf32>)
    onnx.Return %c : tensor<?x?xf32>
  }
  \"onnx.EntryPoint\"() {func = @main_graph} : () -> ()
}
";
        assert_eq!(text, expected);
    }

    #[test]
    fn other_bytes_are_errors() {
        let whole = bytes(SUM);
        assert!(matches!(to_mlir(vec![]), Err(ModelError::Format(_))));
        assert!(matches!(to_mlir(vec![0xff; 9]), Err(ModelError::Format(_))));
        for end in 0..whole.len() {
            // No prefix breaks down.
            let _ = to_mlir(whole[..end].to_vec());
        }
        let mut broken = whole.clone();
        // The second input has no definition.
        broken[11] = b'x';
        let error = to_mlir(broken).err().map(|error| error.to_string());
        assert_eq!(
            error.as_deref(),
            Some(
                "the model is invalid: the input 'x' of the node 'n' (Add) is not defined before it"
            )
        );
        // The second input becomes a name of the node.
        let mut broken = whole;
        broken[9] = 0x1a;
        let error = to_mlir(broken).err().map(|error| error.to_string());
        assert_eq!(
            error.as_deref(),
            Some("the model is invalid: the node 'n' (Add) has 1 input, and its op takes 2")
        );
    }
}
