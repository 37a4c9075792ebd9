// What the passes of the plugin share.
#ifndef CALIPERS_PLUGIN_PASS_H
#define CALIPERS_PLUGIN_PASS_H

#include "calipers/Analysis.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/Pass.h"

#include <mutex>

namespace calipers {

// A pass with the option `rules`: a file of rules that are added to the built-in ones.
template <typename Derived, typename Base> class RulesPass : public mlir::PassWrapper<Derived, Base> {
public:
  RulesPass() = default;
  // A pass is copied for each thread after it was initialized.
  RulesPass(const RulesPass &other)
      : mlir::PassWrapper<Derived, Base>(other), added(other.added) {}

  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    registry.insert<mlir::affine::AffineDialect, mlir::arith::ArithDialect,
                    mlir::memref::MemRefDialect, mlir::tensor::TensorDialect,
                    mlir::vector::VectorDialect>();
  }

  llvm::LogicalResult initialize(mlir::MLIRContext *context) override {
    if (rules.empty())
      return llvm::success();
    auto loaded = std::make_shared<Rules>();
    std::string error;
    if (llvm::failed(loaded->load(rules, error)))
      return mlir::emitError(mlir::UnknownLoc::get(context))
             << this->getArgument() << ": option `rules`: " << error;
    added = loaded;
    return llvm::success();
  }

protected:
  // The options of an analysis, with the rules.
  Options options() const {
    Options options;
    options.rules = added ? added.get() : nullptr;
    return options;
  }

private:
  typename mlir::Pass::Option<std::string> rules{
      *this, "rules", llvm::cl::desc("A file with rules, which are added to the built-in ones")};
  std::shared_ptr<const Rules> added;
};

// A constant op for an integer, an index, or a vector or tensor of these, at the insertion point; null if there is
// none. `dialect` makes it, or else the arith dialect.
mlir::Value constantAt(mlir::OpBuilder &builder, mlir::Location location, mlir::Dialect *dialect,
                       mlir::Type type, int64_t value);

// Removes ops that have no use any more.
void removeDeadOps(mlir::Operation *root);

void registerReifyValueBounds();
void registerIntRangeOptimizations();
void registerSimplify();
void registerResolveDims();
void registerHoistAllocs();
void registerAnnotate();

} // namespace calipers

#endif
