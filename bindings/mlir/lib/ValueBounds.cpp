#include "calipers/ValueBounds.h"
#include "Context.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Transforms/Transforms.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using presburger::BoundType;

namespace calipers {

namespace {

Relation relationOf(ValueBoundsConstraintSet::ComparisonOperator cmp) {
  switch (cmp) {
  case ValueBoundsConstraintSet::LT:
    return Relation::LT;
  case ValueBoundsConstraintSet::LE:
    return Relation::LE;
  case ValueBoundsConstraintSet::EQ:
    return Relation::EQ;
  case ValueBoundsConstraintSet::GT:
    return Relation::GT;
  case ValueBoundsConstraintSet::GE:
    return Relation::GE;
  }
  return Relation::EQ;
}

FailureOr<bool> truthOf(Verdict verdict) {
  if (verdict == Verdict::Proved)
    return true;
  if (verdict == Verdict::Refuted)
    return false;
  return failure();
}

// Whether an affine map can use a value or dimension as an operand.
bool isOperand(Value value, std::optional<int64_t> dim) {
  if (!dim)
    return value.getType().isIndex();
  return isa<RankedTensorType, MemRefType>(value.getType());
}

// Whether no value in the backward slice of `value` is among `independencies`.
bool isIndependent(Value value, ValueRange independencies) {
  SmallVector<Value> worklist = {value};
  DenseSet<Value> visited;
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!visited.insert(next).second)
      continue;
    if (llvm::is_contained(independencies, next))
      return false;
    if (Operation *op = next.getDefiningOp())
      llvm::append_range(worklist, op->getOperands());
  }
  return true;
}

SmallVector<const Variable *> pointersTo(ArrayRef<Variable> variables) {
  return llvm::map_to_vector(variables, [](const Variable &variable) { return &variable; });
}

SmallVector<Variable> partsOf(const HyperrectangularSlice &slice) {
  SmallVector<Variable> parts;
  for (ArrayRef<OpFoldResult> list :
       {slice.getMixedOffsets(), slice.getMixedSizes(), slice.getMixedStrides()})
    for (OpFoldResult part : list)
      parts.push_back(Variable(part));
  return parts;
}

} // namespace

LogicalResult ValueBoundsConstraintSet::computeBound(AffineMap &resultMap, ValueDimList &mapOperands,
                                                     BoundType type, const Variable &var,
                                                     StopConditionFn stopCondition, bool closedUB) {
  Borrowed analysis(&var);
  if (!analysis)
    return failure();
  ValueBoundsConstraintSet set;
  auto admits = [&](Value value, std::optional<int64_t> dim) {
    return isOperand(value, dim) && stopCondition(value, dim, set);
  };
  return analysis->bound(resultMap, mapOperands, type, var, admits, closedUB);
}

LogicalResult ValueBoundsConstraintSet::computeDependentBound(AffineMap &resultMap,
                                                              ValueDimList &mapOperands,
                                                              BoundType type, const Variable &var,
                                                              ValueDimList dependencies,
                                                              bool closedUB) {
  return computeBound(
      resultMap, mapOperands, type, var,
      [&](Value value, std::optional<int64_t> dim, ValueBoundsConstraintSet &) {
        return llvm::is_contained(dependencies, std::make_pair(value, dim));
      },
      closedUB);
}

LogicalResult ValueBoundsConstraintSet::computeIndependentBound(AffineMap &resultMap,
                                                                ValueDimList &mapOperands,
                                                                BoundType type, const Variable &var,
                                                                ValueRange independencies,
                                                                bool closedUB) {
  return computeBound(
      resultMap, mapOperands, type, var,
      [&](Value value, std::optional<int64_t>, ValueBoundsConstraintSet &) {
        return isIndependent(value, independencies);
      },
      closedUB);
}

FailureOr<int64_t> ValueBoundsConstraintSet::computeConstantBound(BoundType type,
                                                                  const Variable &var,
                                                                  const StopConditionFn &,
                                                                  bool closedUB) {
  Borrowed analysis(&var);
  if (!analysis)
    return failure();
  return analysis->constantBound(type, var, closedUB, nullptr, Effort::Quick);
}

FailureOr<int64_t> ValueBoundsConstraintSet::computeConstantDelta(Value value1, Value value2,
                                                                  std::optional<int64_t> dim1,
                                                                  std::optional<int64_t> dim2) {
  Builder builder(value1.getContext());
  AffineMap difference =
      AffineMap::get(2, 0, builder.getAffineDimExpr(0) - builder.getAffineDimExpr(1));
  return computeConstantBound(
      BoundType::EQ,
      Variable(difference, {Variable(OpFoldResult(value1), dim1), Variable(OpFoldResult(value2), dim2)}));
}

bool ValueBoundsConstraintSet::compare(const Variable &lhs, ComparisonOperator cmp,
                                       const Variable &rhs) {
  const Variable *both[] = {&lhs, &rhs};
  Borrowed analysis(both);
  return analysis && analysis->compare(lhs, relationOf(cmp), rhs) == Verdict::Proved;
}

bool ValueBoundsConstraintSet::populateAndCompare(const Variable &lhs, ComparisonOperator cmp,
                                                  const Variable &rhs) {
  return compare(lhs, cmp, rhs);
}

FailureOr<bool> ValueBoundsConstraintSet::strongCompare(const Variable &lhs, ComparisonOperator cmp,
                                                        const Variable &rhs) {
  const Variable *both[] = {&lhs, &rhs};
  Borrowed analysis(both);
  if (!analysis)
    return failure();
  return truthOf(analysis->compare(lhs, relationOf(cmp), rhs));
}

FailureOr<bool> ValueBoundsConstraintSet::areEqual(const Variable &var1, const Variable &var2) {
  return strongCompare(var1, EQ, var2);
}

FailureOr<bool> ValueBoundsConstraintSet::areOverlappingSlices(MLIRContext *,
                                                               const HyperrectangularSlice &slice1,
                                                               const HyperrectangularSlice &slice2) {
  SmallVector<Variable> parts = partsOf(slice1);
  llvm::append_range(parts, partsOf(slice2));
  Borrowed analysis(pointersTo(parts));
  if (!analysis)
    return failure();
  return truthOf(analysis->overlap(slice1, slice2));
}

FailureOr<bool> ValueBoundsConstraintSet::areEquivalentSlices(MLIRContext *,
                                                              const HyperrectangularSlice &slice1,
                                                              const HyperrectangularSlice &slice2) {
  const SmallVector<Variable> first = partsOf(slice1), second = partsOf(slice2);
  if (first.size() != second.size())
    return failure();
  bool isKnown = true;
  for (auto [a, b] : llvm::zip_equal(first, second)) {
    FailureOr<bool> equal = areEqual(a, b);
    if (succeeded(equal) && !*equal)
      return false;
    isKnown &= succeeded(equal);
  }
  return isKnown ? FailureOr<bool>(true) : FailureOr<bool>(failure());
}

Range ValueBoundsConstraintSet::computeRange(const Variable &var) {
  Borrowed analysis(&var);
  return analysis ? analysis->range(var) : Range();
}

std::optional<ConstantIntRanges> ValueBoundsConstraintSet::computeIntRange(Value value) {
  const Variable variable(value);
  Borrowed analysis(&variable);
  return analysis ? analysis->range(value) : std::nullopt;
}

bool ValueBoundsConstraintSet::isDivisibleBy(const Variable &var, int64_t divisor) {
  AffineMap rest = AffineMap::get(1, 0, getAffineDimExpr(0, var.getContext()) % divisor);
  if (divisor <= 0)
    return false;
  const OpFoldResult zero = Builder(var.getContext()).getIndexAttr(0);
  return compare(Variable(rest, {var}), EQ, Variable(zero));
}

std::optional<std::string> ValueBoundsConstraintSet::prove(const Variable &lhs,
                                                           ComparisonOperator cmp,
                                                           const Variable &rhs) {
  const Variable *both[] = {&lhs, &rhs};
  Borrowed analysis(both);
  return analysis ? analysis->prove(lhs, relationOf(cmp), rhs) : std::nullopt;
}

std::string ValueBoundsConstraintSet::whyNot() { return lastReason(); }

FailureOr<ScalableValueBoundsConstraintSet::ConstantOrScalableBound>
ScalableValueBoundsConstraintSet::computeScalableBound(Value value, std::optional<int64_t> dim,
                                                       unsigned vscaleMin, unsigned vscaleMax,
                                                       BoundType boundType, bool closedUB,
                                                       const StopConditionFn &) {
  const Variable variable(OpFoldResult(value), dim);
  Borrowed analysis(&variable);
  ConstantOrScalableBound bound;
  if (!analysis || failed(analysis->scalableBound(bound.map, boundType, variable, vscaleMin,
                                                  vscaleMax, closedUB)))
    return failure();
  return bound;
}

namespace {

// By default bounds are in terms of everything but the value itself.
ValueBoundsConstraintSet::StopConditionFn
orOthersThan(Value value, const ValueBoundsConstraintSet::StopConditionFn &stopCondition) {
  if (stopCondition)
    return stopCondition;
  return [=](Value other, std::optional<int64_t>, ValueBoundsConstraintSet &) {
    return other != value;
  };
}

using Materialize = OpFoldResult(OpBuilder &, Location, AffineMap,
                                 ArrayRef<std::pair<Value, std::optional<int64_t>>>);

FailureOr<OpFoldResult> reify(OpBuilder &b, Location loc, BoundType type, const Variable &var,
                              ValueBoundsConstraintSet::StopConditionFn stopCondition,
                              bool closedUB, Materialize materialize) {
  AffineMap map;
  ValueDimList operands;
  if (failed(ValueBoundsConstraintSet::computeBound(map, operands, type, var,
                                                    std::move(stopCondition), closedUB)))
    return failure();
  return materialize(b, loc, map, operands);
}

} // namespace

namespace affine {

FailureOr<OpFoldResult> reifyValueBound(OpBuilder &b, Location loc, BoundType type,
                                        const ValueBoundsConstraintSet::Variable &var,
                                        ValueBoundsConstraintSet::StopConditionFn stopCondition,
                                        bool closedUB) {
  return reify(b, loc, type, var, std::move(stopCondition), closedUB,
               mlir::affine::materializeComputedBound);
}

FailureOr<OpFoldResult> reifyIndexValueBound(OpBuilder &b, Location loc, BoundType type, Value value,
                                             ValueBoundsConstraintSet::StopConditionFn stopCondition,
                                             bool closedUB) {
  return reifyValueBound(b, loc, type, value, orOthersThan(value, stopCondition),
                         closedUB);
}

FailureOr<OpFoldResult>
reifyShapedValueDimBound(OpBuilder &b, Location loc, BoundType type, Value value, int64_t dim,
                         ValueBoundsConstraintSet::StopConditionFn stopCondition, bool closedUB) {
  return reifyValueBound(b, loc, type, Variable(value, dim), orOthersThan(value, stopCondition),
                         closedUB);
}

} // namespace affine

namespace arith {

OpFoldResult materializeComputedBound(OpBuilder &b, Location loc, AffineMap map,
                                      ArrayRef<std::pair<Value, std::optional<int64_t>>> mapOperands) {
  if (map.isSingleConstant())
    return b.getIndexAttr(map.getSingleConstantResult());
  SmallVector<Value> operands;
  for (auto [value, dim] : mapOperands) {
    if (!dim)
      operands.push_back(value);
    else if (isa<MemRefType>(value.getType()))
      operands.push_back(memref::DimOp::create(b, loc, value, *dim));
    else
      operands.push_back(tensor::DimOp::create(b, loc, value, *dim));
  }
  if (map.getNumInputs() == 1 && map.getResult(0) == getAffineSymbolExpr(0, b.getContext()))
    return operands.front();
  const ArrayRef<Value> all(operands);
  return mlir::affine::expandAffineExpr(b, loc, map.getResult(0), all.take_front(map.getNumDims()),
                                        all.drop_front(map.getNumDims()));
}

FailureOr<OpFoldResult> reifyValueBound(OpBuilder &b, Location loc, BoundType type,
                                        const ValueBoundsConstraintSet::Variable &var,
                                        ValueBoundsConstraintSet::StopConditionFn stopCondition,
                                        bool closedUB) {
  return reify(b, loc, type, var, std::move(stopCondition), closedUB, materializeComputedBound);
}

FailureOr<OpFoldResult>
reifyIndexValueBound(OpBuilder &b, Location loc, BoundType type, Value value,
                     const ValueBoundsConstraintSet::StopConditionFn &stopCondition, bool closedUB) {
  return reifyValueBound(b, loc, type, value, orOthersThan(value, stopCondition),
                         closedUB);
}

FailureOr<OpFoldResult>
reifyShapedValueDimBound(OpBuilder &b, Location loc, BoundType type, Value value, int64_t dim,
                         const ValueBoundsConstraintSet::StopConditionFn &stopCondition,
                         bool closedUB) {
  return reifyValueBound(b, loc, type, Variable(value, dim), orOthersThan(value, stopCondition),
                         closedUB);
}

} // namespace arith

} // namespace calipers
