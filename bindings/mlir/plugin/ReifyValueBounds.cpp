// `calipers-reify-value-bounds`: replaces test ops by the bounds that they ask for, as MLIR's
// `test-affine-reify-value-bounds` does.
#include "Pass.h"

#include "calipers/ValueBounds.h"

#include "mlir/Dialect/Affine/Transforms/Transforms.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using presburger::BoundType;

namespace calipers {

namespace {

std::optional<BoundType> boundTypeOf(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<BoundType>>(name)
      .Case("EQ", BoundType::EQ)
      .Case("LB", BoundType::LB)
      .Case("UB", BoundType::UB)
      .Default(std::nullopt);
}

std::optional<Relation> relationOf(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<Relation>>(name)
      .Case("EQ", Relation::EQ)
      .Case("NE", Relation::NE)
      .Case("LT", Relation::LT)
      .Case("LE", Relation::LE)
      .Case("GT", Relation::GT)
      .Case("GE", Relation::GE)
      .Default(std::nullopt);
}

std::optional<int64_t> integerOf(Operation *op, llvm::StringRef name) {
  auto attribute = op->getAttrOfType<IntegerAttr>(name);
  return attribute ? std::optional<int64_t>(attribute.getInt()) : std::nullopt;
}

llvm::StringRef wordOf(Operation *op, llvm::StringRef name, llvm::StringRef otherwise) {
  auto attribute = op->getAttrOfType<StringAttr>(name);
  return attribute ? attribute.getValue() : otherwise;
}

bool isNamed(Operation *op, llvm::StringRef name) { return op->getName().getStringRef() == name; }

class ReifyValueBounds
    : public RulesPass<ReifyValueBounds, InterfacePass<FunctionOpInterface>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ReifyValueBounds)

  ReifyValueBounds() = default;
  ReifyValueBounds(const ReifyValueBounds &other) : RulesPass(other) {}

  llvm::StringRef getArgument() const override { return "calipers-reify-value-bounds"; }
  llvm::StringRef getDescription() const override {
    return "Replaces test.reify_bound by ops that compute the bound, and reports whether each "
           "test.compare holds";
  }

  void runOnOperation() override {
    Options questions = options();
    questions.unboundedIntegers = true;
    Analysis analysis(getOperation(), questions);
    Listener listener(analysis);
    IRRewriter rewriter(&getContext(), &listener);
    const Scope scope(analysis);
    const WalkResult result = getOperation()->walk([&](Operation *op) {
      if (!isNamed(op, "test.reify_bound"))
        return WalkResult::advance();
      return replace(op, analysis, rewriter);
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    getOperation()->walk([&](Operation *op) {
      if (isNamed(op, "test.compare"))
        report(op, analysis);
    });
  }

private:
  Option<bool> toArguments{*this, "reify-to-func-args",
                           llvm::cl::desc("Bounds are in terms of arguments of the function"),
                           llvm::cl::init(false)};
  Option<bool> useArith{*this, "use-arith-ops",
                        llvm::cl::desc("Bounds are ops of the arith dialect"),
                        llvm::cl::init(false)};

  WalkResult replace(Operation *op, Analysis &analysis, IRRewriter &rewriter) {
    const std::optional<BoundType> type = boundTypeOf(wordOf(op, "type", "EQ"));
    if (!type || op->getNumOperands() != 1 || op->getNumResults() != 1) {
      op->emitOpError("expected one operand, one result, and the type EQ, LB or UB");
      return WalkResult::interrupt();
    }
    Value value = op->getOperand(0);
    const std::optional<int64_t> dim = integerOf(op, "dim");
    const bool isInteger = value.getType().isIndex() ||
                           (op->hasAttr("allow_integer_type") && value.getType().isInteger());
    auto shaped = dyn_cast<ShapedType>(value.getType());
    const bool hasDim = shaped && shaped.hasRank() && dim && *dim >= 0 && *dim < shaped.getRank();
    if (dim ? !hasDim : !isInteger) {
      op->emitOpError("expected index-typed variable or a dimension of a shaped one");
      return WalkResult::interrupt();
    }
    rewriter.setInsertionPointAfter(op);
    FailureOr<OpFoldResult> bound =
        materialized(op, *type, Variable(OpFoldResult(value), dim), analysis, rewriter);
    if (failed(bound)) {
      op->emitOpError("could not reify bound");
      return WalkResult::interrupt();
    }
    Value found = getValueOrCreateConstantIndexOp(rewriter, op->getLoc(), *bound);
    rewriter.replaceOp(op, found);
    return WalkResult::skip();
  }

  FailureOr<OpFoldResult> materialized(Operation *op, BoundType type, const Variable &variable,
                                       Analysis &analysis, IRRewriter &rewriter) {
    auto [value, dim] = variable.getOperands().front();
    if (op->hasAttr("constant")) {
      FailureOr<int64_t> bound = analysis.constantBound(type, variable, /*closedUB=*/false, op);
      if (failed(bound))
        return failure();
      return OpFoldResult(rewriter.getIndexAttr(*bound));
    }
    AffineMap map;
    ValueDimList operands;
    if (op->hasAttr("scalable")) {
      const std::optional<int64_t> least = integerOf(op, "vscale_min");
      const std::optional<int64_t> greatest = integerOf(op, "vscale_max");
      if (!least || !greatest || *least < 0 || *greatest < *least || *greatest > UINT32_MAX)
        return failure();
      if (failed(analysis.scalableBound(map, type, variable, *least, *greatest)))
        return failure();
      if (map.getNumInputs() == 1)
        operands.push_back(
            {mlir::vector::VectorScaleOp::create(rewriter, op->getLoc()).getResult(), std::nullopt});
      return mlir::affine::materializeComputedBound(rewriter, op->getLoc(), map, operands);
    }
    Value asked = value;
    auto admits = [&](Value other, std::optional<int64_t>) {
      if (!toArguments)
        return other != asked;
      auto argument = dyn_cast<BlockArgument>(other);
      return argument && isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
    };
    if (failed(analysis.bound(map, operands, type, variable, admits, /*closedUB=*/false, op)))
      return failure();
    return useArith ? calipers::arith::materializeComputedBound(rewriter, op->getLoc(), map, operands)
                    : mlir::affine::materializeComputedBound(rewriter, op->getLoc(), map, operands);
  }

  void report(Operation *op, Analysis &analysis) {
    const bool compose = op->hasAttr("compose");
    const std::optional<Relation> relation = relationOf(wordOf(op, "cmp", "EQ"));
    if (!relation || (compose && *relation != Relation::EQ)) {
      op->emitOpError("expected a comparison, which must be EQ if `compose` is given");
      return signalPassFailure();
    }
    const std::optional<Variable> lhs = sideOf(op, "lhs_map", 0), rhs = sideOf(op, "rhs_map", 1);
    const Verdict verdict =
        lhs && rhs ? analysis.compare(*lhs, *relation, *rhs, op) : Verdict::Unknown;
    if (verdict == Verdict::Proved)
      op->emitRemark(compose ? "equal" : "true");
    else if (verdict == Verdict::Refuted)
      op->emitRemark(compose ? "different" : "false");
    else
      op->emitError(compose ? "could not determine equality" : "unknown");
  }

  // A side of a comparison: an operand, or a map of operands, of which those of the first map come first.
  std::optional<Variable> sideOf(Operation *op, llvm::StringRef name, unsigned side) {
    auto mapOf = [&](llvm::StringRef name) { return op->getAttrOfType<AffineMapAttr>(name); };
    const AffineMapAttr first = mapOf("lhs_map"), own = mapOf(name);
    const unsigned before = side == 0 ? 0 : first ? first.getValue().getNumInputs() : 1;
    const unsigned count = own ? own.getValue().getNumInputs() : 1;
    if (before + count > op->getNumOperands())
      return std::nullopt;
    auto operands = op->getOperands().slice(before, count);
    const bool isFit = llvm::all_of(operands, [](Value value) {
      return value.getType().isIntOrIndex();
    });
    if (!isFit || (own && own.getValue().getNumResults() != 1))
      return std::nullopt;
    return own ? Variable(own.getValue(), operands) : Variable(operands.front());
  }
};

} // namespace

void registerReifyValueBounds() { PassRegistration<ReifyValueBounds>(); }

} // namespace calipers
