#include "Relation.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace calipers {

Relation::Relation(MLIRContext *context, llvm::ArrayRef<Value> values)
    : context(context), values(values) {}

AffineExpr Relation::column(Value value, std::optional<int64_t> dim) {
  const auto *at = llvm::find(values, value);
  if (at == values.end())
    return {};
  const std::pair<int64_t, int64_t> wanted = {at - values.begin(), dim.value_or(-1)};
  const auto *known = llvm::find(numbered, wanted);
  const size_t number = known - numbered.begin();
  if (known == numbered.end())
    numbered.push_back(wanted);
  return getAffineDimExpr(number, context);
}

AffineExpr Relation::column(OpFoldResult value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return getAffineConstantExpr(*constant, context);
  return column(dyn_cast<Value>(value), std::nullopt);
}

void Relation::add(AffineExpr expression, bool isEquality) {
  constraints.push_back(expression);
  equalities.push_back(isEquality);
}

void Relation::haveEqualDims(Value value, Value other) {
  auto type = dyn_cast<ShapedType>(value.getType());
  auto otherType = dyn_cast<ShapedType>(other.getType());
  if (!type || !otherType || !type.hasRank() || !otherType.hasRank() ||
      type.getRank() != otherType.getRank() || !hasValue(value) || !hasValue(other))
    return;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim) || otherType.isDynamicDim(dim))
      isZero(column(value, dim) - column(other, dim));
}

void Relation::areEqual(Value value, Value other) {
  if (value.getType().isIntOrIndex() && value.getType() == other.getType()) {
    if (hasValue(value) && hasValue(other))
      isZero(column(value, std::nullopt) - column(other, std::nullopt));
    return;
  }
  if (isa<RankedTensorType, MemRefType>(value.getType()))
    haveEqualDims(value, other);
}

void Relation::add(IntegerSet set, Columns columns) {
  SmallVector<AffineExpr> replacements;
  for (auto [value, dim] : columns) {
    if (!hasValue(value))
      return;
    replacements.push_back(column(value, dim));
  }
  const unsigned dims = set.getNumDims();
  for (unsigned at = 0; at < set.getNumConstraints(); ++at)
    add(set.getConstraint(at).replaceDimsAndSymbols(ArrayRef(replacements).take_front(dims),
                                                    ArrayRef(replacements).drop_front(dims)),
        set.isEq(at));
}

void Relation::store(NamedAttrList &attributes, llvm::StringRef set, llvm::StringRef columns) const {
  if (isEmpty())
    return;
  SmallVector<int64_t> pairs;
  for (auto [value, dim] : numbered)
    pairs.append({value, dim});
  attributes.set(set, IntegerSetAttr::get(
                          IntegerSet::get(numbered.size(), 0, constraints, equalities)));
  attributes.set(columns, DenseI64ArrayAttr::get(context, pairs));
}

AffineExpr Relation::solve(AffineExpr zero, unsigned column, size_t count) const {
  AffineExpr unknown = getAffineDimExpr(column, context);
  auto simplified = [&](AffineExpr expression) {
    return simplifyAffineExpr(expression, numbered.size(), 0);
  };
  AffineExpr rest = simplified(zero.replace(unknown, getAffineConstantExpr(0, context)));
  for (auto [at, other] : llvm::enumerate(numbered))
    if (static_cast<size_t>(other.first) < count && rest.isFunctionOfDim(at))
      return {};
  AffineExpr factor = simplified(zero - rest);
  if (factor == unknown)
    return simplified(-rest);
  return factor == simplified(-unknown) ? rest : AffineExpr();
}

void Relation::storeDefinitions(size_t count, NamedAttrList &attributes) const {
  SmallVector<AffineExpr> definitions;
  SmallVector<int64_t> defined;
  for (auto [at, column] : llvm::enumerate(numbered)) {
    auto [value, dim] = column;
    if (static_cast<size_t>(value) >= count || dim > 62)
      continue;
    for (auto [constraint, isEquality] : llvm::zip_equal(constraints, equalities)) {
      AffineExpr definition = isEquality ? solve(constraint, at, count) : AffineExpr();
      if (!definition)
        continue;
      definitions.push_back(definition);
      defined.push_back(64 * value + dim + 1);
      break;
    }
  }
  if (definitions.empty())
    return;
  attributes.set("definitions",
                 AffineMapAttr::get(AffineMap::get(numbered.size(), 0, definitions, context)));
  attributes.set("defined", DenseI64ArrayAttr::get(context, defined));
}

} // namespace calipers
