// An op of the dialect of this folder, described as for MLIR's TableGen.
include "mlir/IR/OpBase.td"

def Frame_Dialect : Dialect {
  let name = "frame";
  let cppNamespace = "::frame";
}

def Frame_SampleOp : Op<Frame_Dialect, "sample"> {
  let summary = "every so-many-th row of a tensor";
  let arguments = (ins AnyRankedTensor:$source, I64Attr:$every);
  let results = (outs AnyRankedTensor:$result);
}
