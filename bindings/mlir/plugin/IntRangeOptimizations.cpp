// `calipers-int-range-optimizations`: replaces integers with a single possible value by constants, and remainders that
// are the dividend by it, as MLIR's `int-range-optimizations` does.
#include "Pass.h"

using namespace mlir;

namespace calipers {

namespace {

// The dialect of the op that a value belongs to, which makes constants for it.
Dialect *dialectOf(Value value) {
  if (Operation *op = value.getDefiningOp())
    return op->getDialect();
  Operation *parent = cast<BlockArgument>(value).getOwner()->getParentOp();
  return parent ? parent->getDialect() : nullptr;
}

class IntRangeOptimizations : public RulesPass<IntRangeOptimizations, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(IntRangeOptimizations)

  IntRangeOptimizations() = default;
  IntRangeOptimizations(const IntRangeOptimizations &other) : RulesPass(other) {}

  llvm::StringRef getArgument() const override { return "calipers-int-range-optimizations"; }
  llvm::StringRef getDescription() const override {
    return "Replaces integers with a single possible value by constants, and removes remainders "
           "that are the identity";
  }

  void runOnOperation() override {
    Options questions = options();
    questions.forRewriting = true;
    Analysis analysis(getOperation(), questions);
    std::vector<WordQuery> queries;
    auto ask = [&](Value value) {
      if (getElementTypeOrSelf(value.getType()).isIntOrIndex() && !value.use_empty())
        queries.push_back({value, nullptr});
    };
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op != getOperation() && !op->hasTrait<OpTrait::ConstantLike>())
        llvm::for_each(op->getResults(), ask);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          llvm::for_each(block.getArguments(), ask);
      if (isa<arith::RemSIOp, arith::RemUIOp>(op) || isReflection(op))
        queries.push_back({op->getOperand(0), op});
    });
    const std::vector<std::optional<ConstantIntRanges>> ranges = analysis.ranges(queries, sweeps);
    IRRewriter rewriter(&getContext());
    for (auto [query, range] : llvm::zip_equal(queries, ranges)) {
      if (!range)
        continue;
      if (!query.before)
        replaceByConstant(rewriter, query.value, *range);
      else if (isReflection(query.before))
        reflect(query.before, *range);
      else
        removeRemainder(rewriter, query.before, *range);
    }
    removeDeadOps(getOperation());
  }

private:
  Option<unsigned> sweeps{*this, "narrow",
                          llvm::cl::desc("How often the ranges of loops are narrowed; 0 for the "
                                         "ranges of MLIR's analysis"),
                          llvm::cl::init(0)};

  // The op of MLIR's tests that asks for a range.
  static bool isReflection(Operation *op) {
    return op->getName().getStringRef() == "test.reflect_bounds" && op->getNumOperands() == 1;
  }

  static void reflect(Operation *op, const ConstantIntRanges &range) {
    Builder builder(op->getContext());
    Type type = getElementTypeOrSelf(op->getOperand(0).getType());
    auto set = [&](llvm::StringRef name, Type as, const APInt &value) {
      op->setAttr(name, builder.getIntegerAttr(as, value));
    };
    Type sign = type, plain = type;
    if (auto integer = dyn_cast<IntegerType>(type)) {
      sign = IntegerType::get(op->getContext(), integer.getWidth(), IntegerType::Signed);
      plain = IntegerType::get(op->getContext(), integer.getWidth(), IntegerType::Unsigned);
    }
    set("umin", plain, range.umin());
    set("umax", plain, range.umax());
    set("smin", sign, range.smin());
    set("smax", sign, range.smax());
  }

  static void replaceByConstant(IRRewriter &rewriter, Value value,
                                const ConstantIntRanges &range) {
    const std::optional<APInt> constant = range.getConstantValue();
    if (!constant)
      return;
    if (Operation *op = value.getDefiningOp())
      rewriter.setInsertionPoint(op);
    else
      rewriter.setInsertionPointToStart(cast<BlockArgument>(value).getOwner());
    Value replacement = constantAt(rewriter, value.getLoc(), dialectOf(value), value.getType(),
                                   constant->getSExtValue());
    if (replacement)
      rewriter.replaceAllUsesWith(value, replacement);
  }

  static void removeRemainder(IRRewriter &rewriter, Operation *op, const ConstantIntRanges &range) {
    APInt divisor;
    if (!matchPattern(op->getOperand(1), m_ConstantInt(&divisor)) || !divisor.isStrictlyPositive())
      return;
    const bool isIdentity = isa<arith::RemSIOp>(op)
                                ? range.smin().isNonNegative() && range.smax().slt(divisor)
                                : range.umax().ult(divisor);
    if (isIdentity)
      rewriter.replaceOp(op, op->getOperand(0));
  }
};

} // namespace

void registerIntRangeOptimizations() { PassRegistration<IntRangeOptimizations>(); }

} // namespace calipers
