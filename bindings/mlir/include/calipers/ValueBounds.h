// The interface of mlir::ValueBoundsConstraintSet, with answers by Calipers: code that uses that class compiles after
// a change of the namespace.
#ifndef CALIPERS_VALUEBOUNDS_H
#define CALIPERS_VALUEBOUNDS_H

#include "calipers/Analysis.h"

#include "mlir/Dialect/Vector/IR/ScalableValueBoundsConstraintSet.h"

namespace calipers {

// The static functions use the analysis of the innermost Scope on this thread whose root contains the values. Without
// one they keep an analysis per isolated op, such as a function, which each call compares with the op: this costs
// a walk over the function, and is right after any change. Calls of other functions are unknown then.
class ValueBoundsConstraintSet {
public:
  using Variable = calipers::Variable;

  // The third argument serves to compare within a stop condition.
  using StopConditionFn = std::function<bool(mlir::Value, std::optional<int64_t> /*dim*/,
                                             ValueBoundsConstraintSet &cstr)>;

  enum ComparisonOperator { LT, LE, EQ, GT, GE };

  static llvm::LogicalResult computeBound(mlir::AffineMap &resultMap, ValueDimList &mapOperands,
                                          mlir::presburger::BoundType type, const Variable &var,
                                          StopConditionFn stopCondition, bool closedUB = false);
  static llvm::LogicalResult computeDependentBound(mlir::AffineMap &resultMap,
                                                   ValueDimList &mapOperands,
                                                   mlir::presburger::BoundType type,
                                                   const Variable &var, ValueDimList dependencies,
                                                   bool closedUB = false);
  static llvm::LogicalResult computeIndependentBound(mlir::AffineMap &resultMap,
                                                     ValueDimList &mapOperands,
                                                     mlir::presburger::BoundType type,
                                                     const Variable &var,
                                                     mlir::ValueRange independencies,
                                                     bool closedUB = false);
  // The stop condition is not needed: a question reads the program only as far as it helps. This is the quick bound,
  // which is at least as tight as MLIR's; Analysis::constantBound spends more work.
  static llvm::FailureOr<int64_t> computeConstantBound(mlir::presburger::BoundType type,
                                                       const Variable &var,
                                                       const StopConditionFn &stopCondition = nullptr,
                                                       bool closedUB = false);
  static llvm::FailureOr<int64_t> computeConstantDelta(mlir::Value value1, mlir::Value value2,
                                                       std::optional<int64_t> dim1 = std::nullopt,
                                                       std::optional<int64_t> dim2 = std::nullopt);

  // Whether the relation is proved.
  static bool compare(const Variable &lhs, ComparisonOperator cmp, const Variable &rhs);
  // The same as `compare`, for stop conditions.
  bool populateAndCompare(const Variable &lhs, ComparisonOperator cmp, const Variable &rhs);
  // Whether it is proved; failure if neither the relation nor its negation is.
  static llvm::FailureOr<bool> strongCompare(const Variable &lhs, ComparisonOperator cmp,
                                             const Variable &rhs);
  static llvm::FailureOr<bool> areEqual(const Variable &var1, const Variable &var2);
  static llvm::FailureOr<bool> areOverlappingSlices(mlir::MLIRContext *ctx,
                                                    const HyperrectangularSlice &slice1,
                                                    const HyperrectangularSlice &slice2);
  // Slices are equivalent if their offsets, sizes and strides are equal.
  static llvm::FailureOr<bool> areEquivalentSlices(mlir::MLIRContext *ctx,
                                                   const HyperrectangularSlice &slice1,
                                                   const HyperrectangularSlice &slice2);

  // Beyond mlir::ValueBoundsConstraintSet.
  static Range computeRange(const Variable &var);
  static std::optional<mlir::ConstantIntRanges> computeIntRange(mlir::Value value);
  // Whether `divisor` divides the variable in every run.
  static bool isDivisibleBy(const Variable &var, int64_t divisor);
  // The text of a proof that the checker has accepted.
  static std::optional<std::string> prove(const Variable &lhs, ComparisonOperator cmp,
                                          const Variable &rhs);
  // Why the last question on this thread has no answer.
  static std::string whyNot();
};

// The interface of mlir::vector::ScalableValueBoundsConstraintSet.
struct ScalableValueBoundsConstraintSet : ValueBoundsConstraintSet {
  using ConstantOrScalableBound =
      mlir::vector::ScalableValueBoundsConstraintSet::ConstantOrScalableBound;

  static llvm::FailureOr<ConstantOrScalableBound>
  computeScalableBound(mlir::Value value, std::optional<int64_t> dim, unsigned vscaleMin,
                       unsigned vscaleMax, mlir::presburger::BoundType boundType,
                       bool closedUB = true, const StopConditionFn &stopCondition = nullptr);
};

namespace vector {
using calipers::ScalableValueBoundsConstraintSet;
using ConstantOrScalableBound = ScalableValueBoundsConstraintSet::ConstantOrScalableBound;
} // namespace vector

// As the functions of the same names in mlir::affine: bounds as affine.apply ops.
namespace affine {
llvm::FailureOr<mlir::OpFoldResult>
reifyValueBound(mlir::OpBuilder &b, mlir::Location loc, mlir::presburger::BoundType type,
                const ValueBoundsConstraintSet::Variable &var,
                ValueBoundsConstraintSet::StopConditionFn stopCondition, bool closedUB = false);
llvm::FailureOr<mlir::OpFoldResult>
reifyIndexValueBound(mlir::OpBuilder &b, mlir::Location loc, mlir::presburger::BoundType type,
                     mlir::Value value,
                     ValueBoundsConstraintSet::StopConditionFn stopCondition = nullptr,
                     bool closedUB = false);
llvm::FailureOr<mlir::OpFoldResult>
reifyShapedValueDimBound(mlir::OpBuilder &b, mlir::Location loc, mlir::presburger::BoundType type,
                         mlir::Value value, int64_t dim,
                         ValueBoundsConstraintSet::StopConditionFn stopCondition = nullptr,
                         bool closedUB = false);
} // namespace affine

// As the functions of the same names in mlir::arith: bounds as arith ops.
namespace arith {
mlir::OpFoldResult
materializeComputedBound(mlir::OpBuilder &b, mlir::Location loc, mlir::AffineMap boundMap,
                         llvm::ArrayRef<std::pair<mlir::Value, std::optional<int64_t>>> mapOperands);
llvm::FailureOr<mlir::OpFoldResult>
reifyValueBound(mlir::OpBuilder &b, mlir::Location loc, mlir::presburger::BoundType type,
                const ValueBoundsConstraintSet::Variable &var,
                ValueBoundsConstraintSet::StopConditionFn stopCondition, bool closedUB = false);
llvm::FailureOr<mlir::OpFoldResult>
reifyIndexValueBound(mlir::OpBuilder &b, mlir::Location loc, mlir::presburger::BoundType type,
                     mlir::Value value,
                     const ValueBoundsConstraintSet::StopConditionFn &stopCondition = nullptr,
                     bool closedUB = false);
llvm::FailureOr<mlir::OpFoldResult>
reifyShapedValueDimBound(mlir::OpBuilder &b, mlir::Location loc, mlir::presburger::BoundType type,
                         mlir::Value value, int64_t dim,
                         const ValueBoundsConstraintSet::StopConditionFn &stopCondition = nullptr,
                         bool closedUB = false);
} // namespace arith

} // namespace calipers

#endif
