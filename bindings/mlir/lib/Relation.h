// Affine constraints on columns around an op.
#ifndef CALIPERS_LIB_RELATION_H
#define CALIPERS_LIB_RELATION_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OperationSupport.h"

#include <optional>

namespace calipers {

// A conjunction of constraints on index values, integers and dimensions of the values that it is made with. Constraints
// on others are left out.
class Relation {
public:
  Relation(mlir::MLIRContext *context, llvm::ArrayRef<mlir::Value> values);

  bool isEmpty() const { return constraints.empty(); }
  bool hasValue(mlir::Value value) const { return llvm::is_contained(values, value); }

  // A null expression for columns of other values.
  mlir::AffineExpr column(mlir::Value value, std::optional<int64_t> dim);
  mlir::AffineExpr column(mlir::OpFoldResult value);

  void isNonNegative(mlir::AffineExpr expression) { add(expression, false); }
  void isZero(mlir::AffineExpr expression) { add(expression, true); }
  // The dynamic dimensions of two values of one rank are equal.
  void haveEqualDims(mlir::Value value, mlir::Value other);
  // Two values are equal: as integers, or in their dimensions.
  void areEqual(mlir::Value value, mlir::Value other);

  using Columns = llvm::ArrayRef<std::pair<mlir::Value, std::optional<int64_t>>>;
  // The constraints of a set on columns of values of the relation.
  void add(mlir::IntegerSet set, Columns columns);

  // Adds the constraints to attributes as a set and its columns, if there are any.
  void store(mlir::NamedAttrList &attributes, llvm::StringRef set, llvm::StringRef columns) const;

  // Adds the first values, of which there are `count`, that equal expressions in the others: a map over the columns, and
  // the numbers of the defined columns in `rules/interfaces.rules`.
  void storeDefinitions(size_t count, mlir::NamedAttrList &attributes) const;

private:
  void add(mlir::AffineExpr expression, bool isEquality);
  // What a column equals by a constraint that is an equality.
  mlir::AffineExpr solve(mlir::AffineExpr zero, unsigned column, size_t count) const;

  mlir::MLIRContext *context;
  llvm::ArrayRef<mlir::Value> values;
  // Positions of values, and dimensions or -1.
  llvm::SmallVector<std::pair<int64_t, int64_t>> numbered;
  llvm::SmallVector<mlir::AffineExpr> constraints;
  llvm::SmallVector<bool> equalities;
};

} // namespace calipers

#endif
