#include "calipers/Variable.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

namespace calipers {

Variable::Variable(OpFoldResult ofr) : Variable(ofr, std::nullopt) {}

Variable::Variable(Value indexValue) : Variable(OpFoldResult(indexValue)) {}

Variable::Variable(Value shapedValue, int64_t dim)
    : Variable(OpFoldResult(shapedValue), std::optional<int64_t>(dim)) {}

Variable::Variable(OpFoldResult ofr, std::optional<int64_t> dim) {
  if (auto value = dyn_cast<Value>(ofr)) {
    map = AffineMap::get(0, 1, getAffineSymbolExpr(0, value.getContext()));
    mapOperands.push_back({value, dim});
    return;
  }
  MLIRContext *context = cast<Attribute>(ofr).getContext();
  std::optional<int64_t> constant = getConstantIntValue(ofr);
  assert(constant && !dim && "expected an integer, which has no dimensions");
  map = AffineMap::get(0, 0, getAffineConstantExpr(constant.value_or(0), context));
}

// Numbers the operands of operands anew, all as symbols of one map.
Variable::Variable(AffineMap outer, ArrayRef<Variable> operands) {
  assert(outer.getNumResults() == 1 && outer.getNumInputs() == operands.size());
  MLIRContext *context = outer.getContext();
  SmallVector<AffineExpr> inputs;
  for (const Variable &operand : operands) {
    const unsigned first = mapOperands.size();
    const AffineMap inner = operand.getMap();
    SmallVector<AffineExpr> dims, symbols;
    for (unsigned at = 0; at < inner.getNumDims(); ++at)
      dims.push_back(getAffineSymbolExpr(first + at, context));
    for (unsigned at = 0; at < inner.getNumSymbols(); ++at)
      symbols.push_back(getAffineSymbolExpr(first + inner.getNumDims() + at, context));
    inputs.push_back(inner.getResult(0).replaceDimsAndSymbols(dims, symbols));
    llvm::append_range(mapOperands, operand.getOperands());
  }
  const ArrayRef<AffineExpr> all(inputs);
  const AffineExpr result = outer.getResult(0).replaceDimsAndSymbols(
      all.take_front(outer.getNumDims()), all.drop_front(outer.getNumDims()));
  map = AffineMap::get(0, mapOperands.size(), result);
}

Variable::Variable(AffineMap map, ValueRange mapOperands)
    : Variable(map, llvm::map_to_vector(mapOperands, [](Value value) { return Variable(value); })) {}

} // namespace calipers
