// `calipers-simplify`: replaces integers that are the same number in every run by constants, and minima, maxima,
// selections and remainders by the operand that they always equal.
#include "Pass.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace calipers {

namespace {

// Whether the results of an op of this kind are often one of its operands.
bool selects(Operation *op) {
  return isa<arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp, arith::MaxUIOp, arith::RemSIOp,
             arith::RemUIOp, affine::AffineMinOp, affine::AffineMaxOp, affine::AffineApplyOp,
             arith::SelectOp>(op);
}

class Simplify : public RulesPass<Simplify, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Simplify)

  Simplify() = default;
  Simplify(const Simplify &other) : RulesPass(other) {}

  llvm::StringRef getArgument() const override { return "calipers-simplify"; }
  llvm::StringRef getDescription() const override {
    return "Replaces integers by the number or the operand that they equal in every run";
  }

  void runOnOperation() override {
    Options questions = options();
    questions.forRewriting = true;
    Analysis analysis(getOperation(), questions);
    Listener listener(analysis);
    IRRewriter rewriter(&getContext(), &listener);
    getOperation()->walk([&](Operation *op) {
      if (op == getOperation() || op->hasTrait<OpTrait::ConstantLike>() || !isPure(op))
        return;
      for (Value result : op->getResults())
        if (result.getType().isIntOrIndex() && !result.use_empty())
          simplify(result, analysis, rewriter);
    });
    removeDeadOps(getOperation());
  }

private:
  static void simplify(Value result, Analysis &analysis, IRRewriter &rewriter) {
    Operation *op = result.getDefiningOp();
    const std::optional<ConstantIntRanges> range = analysis.range(result);
    if (range && range->getConstantValue()) {
      rewriter.setInsertionPoint(op);
      const int64_t number = range->getConstantValue()->getSExtValue();
      if (Value constant = constantAt(rewriter, op->getLoc(), op->getDialect(), result.getType(),
                                      number))
        rewriter.replaceAllUsesWith(result, constant);
      return;
    }
    // The signed readings of an i1 are 0 and -1, of which no comparison is known.
    if (!selects(op) || result.getType().isInteger(1))
      return;
    for (Value operand : op->getOperands()) {
      if (operand.getType() == result.getType() &&
          analysis.compare(result, Relation::EQ, operand) == Verdict::Proved) {
        rewriter.replaceAllUsesWith(result, operand);
        return;
      }
    }
  }
};

} // namespace

void registerSimplify() { PassRegistration<Simplify>(); }

} // namespace calipers
