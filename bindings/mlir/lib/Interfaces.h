// What the interfaces of an op without rules state about it, as an op of `rules/interfaces.rules`.
#ifndef CALIPERS_LIB_INTERFACES_H
#define CALIPERS_LIB_INTERFACES_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/OperationSupport.h"

namespace calipers {

// The op that the analysis sees in place of another.
struct Description {
  llvm::StringRef name;
  llvm::SmallVector<mlir::Value> operands;
  mlir::NamedAttrList attributes;
  // Whether an interface may have read more than the op itself, so that other changes invalidate the description too.
  bool readsElsewhere = false;
};

// Asks InferIntRangeInterface for operands of any value, ValueBoundsOpInterface, or else DestinationStyleOpInterface or
// ReifyRankedShapedTypeOpInterface, LoopLikeOpInterface and RegionBranchOpInterface. Without a name if they state nothing.
Description describe(mlir::Operation *op);

} // namespace calipers

#endif
