// The subject of a question: an affine map over values and dimensions, as mlir::ValueBoundsConstraintSet::Variable.
#ifndef CALIPERS_VARIABLE_H
#define CALIPERS_VARIABLE_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Value.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

#include <optional>

namespace calipers {

using mlir::HyperrectangularSlice;
using mlir::ValueDimList;

class Variable {
public:
  // An index-typed attribute or value. Values may also be integers of fixed width, which are read as signed.
  Variable(mlir::OpFoldResult ofr);
  Variable(mlir::Value indexValue);
  // A dimension of a shaped value.
  Variable(mlir::Value shapedValue, int64_t dim);
  // A dimension if and only if `ofr` is a shaped value.
  Variable(mlir::OpFoldResult ofr, std::optional<int64_t> dim);
  // A map with one result, applied to its operands.
  Variable(mlir::AffineMap map, llvm::ArrayRef<Variable> mapOperands);
  Variable(mlir::AffineMap map, mlir::ValueRange mapOperands);

  mlir::MLIRContext *getContext() const { return map.getContext(); }
  mlir::AffineMap getMap() const { return map; }
  ValueDimList &getOperands() { return mapOperands; }
  const ValueDimList &getOperands() const { return mapOperands; }

private:
  mlir::AffineMap map;
  ValueDimList mapOperands;
};

} // namespace calipers

#endif
