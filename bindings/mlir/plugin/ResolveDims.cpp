// `calipers-resolve-dims`: replaces tensor.dim and memref.dim of results by the sizes they are computed from.
#include "Pass.h"

#include "mlir/Dialect/Affine/Transforms/Transforms.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using presburger::BoundType;

namespace calipers {

namespace {

class ResolveDims : public RulesPass<ResolveDims, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ResolveDims)

  ResolveDims() = default;
  ResolveDims(const ResolveDims &other) : RulesPass(other) {}

  llvm::StringRef getArgument() const override { return "calipers-resolve-dims"; }
  llvm::StringRef getDescription() const override {
    return "Replaces sizes of tensors and memrefs by the sizes and values that they are computed "
           "from";
  }

  void runOnOperation() override {
    Options questions = options();
    questions.forRewriting = true;
    Analysis analysis(getOperation(), questions);
    Listener listener(analysis);
    IRRewriter rewriter(&getContext(), &listener);
    SmallVector<Operation *> dims;
    getOperation()->walk([&](Operation *op) {
      if (isa<tensor::DimOp, memref::DimOp>(op))
        dims.push_back(op);
    });
    for (Operation *op : dims)
      resolve(op, analysis, rewriter);
    removeDeadOps(getOperation());
  }

private:
  static void resolve(Operation *op, Analysis &analysis, IRRewriter &rewriter) {
    Value source = op->getOperand(0);
    const std::optional<int64_t> dim = getConstantIntValue(op->getOperand(1));
    auto shaped = dyn_cast<ShapedType>(source.getType());
    if (!dim || !shaped || !shaped.hasRank() || *dim < 0 || *dim >= shaped.getRank() ||
        !source.getDefiningOp())
      return;
    // Dimensions of results lead on to those of operands, and in the end to arguments and values.
    auto admits = [&](Value other, std::optional<int64_t> otherDim) {
      if (other == op->getResult(0) || other == source)
        return false;
      return otherDim ? isa<BlockArgument>(other) : other.getType().isIndex();
    };
    AffineMap map;
    ValueDimList operands;
    if (failed(analysis.bound(map, operands, BoundType::EQ, Variable(source, *dim), admits,
                              /*closedUB=*/true, op)))
      return;
    rewriter.setInsertionPoint(op);
    OpFoldResult size =
        mlir::affine::materializeComputedBound(rewriter, op->getLoc(), map, operands);
    rewriter.replaceOp(op, getValueOrCreateConstantIndexOp(rewriter, op->getLoc(), size));
  }
};

} // namespace

void registerResolveDims() { PassRegistration<ResolveDims>(); }

} // namespace calipers
