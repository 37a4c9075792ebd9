// `calipers-hoist-allocs`: hoists an allocation out of loops if its number of elements has a bound that is constant, or in
// terms of values before the loops. The new allocation has the size of the bound, and a view of the original sizes
// replaces the old one.
//
// An allocation of a non-negative size may be executed even if the loop does not run. A bound that is computed before the
// loops is clamped to 0, since it may be negative or overflow if no loop runs. The bound holds at the old allocation,
// where the view is created. The pass hoists out of sequential loops only, and only buffers whose address is not
// captured, so that merged buffers are never alive at once. The contents of a fresh buffer are undefined, so they may be
// those of the previous iteration. Buffers that were freed are freed after the loops.
#include "Pass.h"

#include "mlir/Dialect/Affine/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using presburger::BoundType;

namespace calipers {

namespace {

// An allocation that can be hoisted.
struct Hoisted {
  Operation *op;
  // The outermost loop that it is hoisted out of.
  Operation *outermost;
  // The maximum number of elements: a constant, or a map with its operands. Neither for a type of static shape.
  std::optional<int64_t> elements;
  AffineMap bound;
  ValueDimList operands;
  // Whether the bound is proved to be non-negative before the loops.
  bool isSize = false;
  SmallVector<Operation *> freedBy;
};

// The outermost loop within `root` that an allocation can be hoisted out of.
Operation *outermostLoop(Operation *op, Operation *root) {
  Operation *outermost = nullptr;
  for (Operation *at = op->getParentOp(); at && at != root; at = at->getParentOp()) {
    // Only loops that are known to run one iteration after the other: those of a parallel loop need a buffer each, and
    // neither an interface nor a trait tells every parallel loop.
    if (isa<scf::ForOp, scf::WhileOp, affine::AffineForOp>(at))
      outermost = at;
    else if (!isa<scf::IfOp, scf::IndexSwitchOp, affine::AffineIfOp>(at))
      break;
  }
  return outermost;
}

// Whether an op only reads or writes the memory of a buffer.
bool onlyAccesses(OpOperand &use) {
  Operation *op = use.getOwner();
  if (isa<memref::DimOp, memref::RankOp>(op))
    return true;
  // A transfer that goes on behind the op keeps the address until it has been waited for.
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects || isa<memref::DmaStartOp, affine::AffineDmaStartOp>(op))
    return false;
  const auto isElement = [](Type type) {
    Type element = getElementTypeOrSelf(type);
    return (element.isIntOrIndexOrFloat() || isa<ComplexType>(element)) && !isa<BaseMemRefType>(type);
  };
  if (!llvm::all_of(op->getResultTypes(), isElement))
    return false;
  for (Region &region : op->getRegions())
    if (!llvm::all_of(region.getArgumentTypes(), isElement))
      return false;
  SmallVector<MemoryEffects::EffectInstance> found;
  effects.getEffects(found);
  bool accesses = false;
  for (const MemoryEffects::EffectInstance &effect : found) {
    if (effect.getEffectValue<OpOperand *>() != &use)
      continue;
    if (!isa<MemoryEffects::Read, MemoryEffects::Write>(effect.getEffect()))
      return false;
    accesses = true;
  }
  return accesses;
}

// Whether no use of a buffer or of its views can outlive the op that allocates it; then `freedBy` are the ops that free
// it.
bool isLocal(Value buffer, SmallVector<Operation *> &freedBy) {
  SmallVector<Value> pending = {buffer};
  llvm::SmallDenseSet<Value> seen = {buffer};
  while (!pending.empty()) {
    const Value value = pending.pop_back_val();
    for (OpOperand &use : value.getUses()) {
      Operation *user = use.getOwner();
      if (isa<memref::DeallocOp>(user)) {
        if (value != buffer)
          return false;
        freedBy.push_back(user);
      } else if (auto view = dyn_cast<ViewLikeOpInterface>(user);
                 view && view.getViewSource() == value) {
        for (Value result : user->getResults())
          if (isa<BaseMemRefType>(result.getType()) && seen.insert(result).second)
            pending.push_back(result);
      } else if (!onlyAccesses(use)) {
        return false;
      }
    }
  }
  return true;
}

// The product of the sizes of an allocation.
Variable numberOfElements(MemRefType type, ValueRange sizes) {
  MLIRContext *context = type.getContext();
  AffineExpr product = getAffineConstantExpr(1, context);
  unsigned symbol = 0;
  for (const int64_t size : type.getShape())
    product = product * (ShapedType::isDynamic(size) ? getAffineSymbolExpr(symbol++, context)
                                                     : getAffineConstantExpr(size, context));
  return Variable(AffineMap::get(0, symbol, product), sizes);
}

class HoistAllocs : public RulesPass<HoistAllocs, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(HoistAllocs)

  HoistAllocs() = default;
  HoistAllocs(const HoistAllocs &other) : RulesPass(other) {}

  llvm::StringRef getArgument() const override { return "calipers-hoist-allocs"; }
  llvm::StringRef getDescription() const override {
    return "Hoists allocations of bounded size out of loops";
  }

  void runOnOperation() override {
    SmallVector<Hoisted> found;
    {
      Options questions = options();
      questions.forRewriting = true;
      Analysis analysis(getOperation(), questions);
      DominanceInfo dominance(getOperation());
      getOperation()->walk([&](Operation *op) {
        if (isa<memref::AllocOp, memref::AllocaOp>(op))
          if (std::optional<Hoisted> hoisted = examine(op, analysis, dominance))
            found.push_back(std::move(*hoisted));
      });
    }
    IRRewriter rewriter(&getContext());
    for (Hoisted &hoisted : found)
      hoist(hoisted, rewriter);
    removeDeadOps(getOperation());
  }

private:
  std::optional<Hoisted> examine(Operation *op, Analysis &analysis, DominanceInfo &dominance) {
    auto type = cast<MemRefType>(op->getResult(0).getType());
    const ValueRange sizes = op->getOperands();
    if (!type.getLayout().isIdentity() ||
        sizes.size() != static_cast<size_t>(type.getNumDynamicDims()))
      return std::nullopt;
    Hoisted hoisted;
    hoisted.op = op;
    hoisted.outermost = outermostLoop(op, getOperation());
    if (!hoisted.outermost || !isLocal(op->getResult(0), hoisted.freedBy) ||
        (isa<memref::AllocaOp>(op) && !hoisted.freedBy.empty()))
      return std::nullopt;
    if (type.hasStaticShape())
      return isWithin(type.getNumElements()) ? std::optional(std::move(hoisted)) : std::nullopt;
    // The sizes of an executed allocation are not negative.
    Operation *after = op->getNextNode();
    const Variable product = numberOfElements(type, sizes);
    hoisted.elements = constantBound(type, sizes, product, analysis, after);
    if (hoisted.elements)
      return isWithin(*hoisted.elements) ? std::optional(std::move(hoisted)) : std::nullopt;
    if (maxElements.hasValue())
      return std::nullopt;
    const auto admits = [&](Value value, std::optional<int64_t> dim) {
      return !dim && value.getType().isIndex() &&
             dominance.properlyDominates(value, hoisted.outermost);
    };
    if (failed(analysis.bound(hoisted.bound, hoisted.operands, BoundType::UB, product, admits,
                              /*closedUB=*/true, after)))
      return std::nullopt;
    // If no loop runs, the new arithmetic may overflow.
    const bool computes = !isa<AffineSymbolExpr, AffineDimExpr>(hoisted.bound.getResult(0));
    const Variable zero(IntegerAttr::get(IndexType::get(op->getContext()), 0));
    hoisted.isSize = !computes && analysis.compare(hoisted.operands.front().first, Relation::GE,
                                                   zero, hoisted.outermost) == Verdict::Proved;
    return hoisted;
  }

  // The lesser of the bound of the product and the product of the bounds.
  static std::optional<int64_t> constantBound(MemRefType type, ValueRange sizes,
                                              const Variable &product, Analysis &analysis,
                                              Operation *after) {
    const auto bound = [&](const Variable &variable) -> std::optional<int64_t> {
      const FailureOr<int64_t> found =
          analysis.constantBound(BoundType::UB, variable, /*closedUB=*/true, after);
      return succeeded(found) && *found >= 0 ? std::optional(*found) : std::nullopt;
    };
    const std::optional<int64_t> whole = bound(product);
    std::optional<int64_t> each = 1;
    const auto multiply = [&](std::optional<int64_t> size) {
      int64_t total = 0;
      if (!each || !size || llvm::MulOverflow(*each, *size, total))
        each = std::nullopt;
      else
        each = total;
    };
    for (const int64_t size : type.getShape())
      if (!ShapedType::isDynamic(size))
        multiply(size);
    for (Value size : sizes)
      multiply(bound(size));
    return whole && each ? std::min(*whole, *each) : (whole ? whole : each);
  }

  bool isWithin(int64_t elements) const {
    return !maxElements.hasValue() || elements <= maxElements;
  }

  static void hoist(Hoisted &hoisted, IRRewriter &rewriter) {
    Operation *op = hoisted.op;
    const Location location = op->getLoc();
    auto type = cast<MemRefType>(op->getResult(0).getType());
    rewriter.setInsertionPoint(hoisted.outermost);
    SmallVector<Value> sizes;
    MemRefType whole = type;
    if (hoisted.elements) {
      whole = MemRefType::get({*hoisted.elements}, type.getElementType(), AffineMap(),
                              type.getMemorySpace());
    } else if (!type.hasStaticShape()) {
      whole = MemRefType::get({ShapedType::kDynamic}, type.getElementType(), AffineMap(),
                              type.getMemorySpace());
      OpFoldResult bound = mlir::affine::materializeComputedBound(rewriter, location, hoisted.bound,
                                                                  hoisted.operands);
      Value size = getValueOrCreateConstantIndexOp(rewriter, location, bound);
      if (!hoisted.isSize)
        size = arith::MaxSIOp::create(rewriter, location, size,
                                      arith::ConstantIndexOp::create(rewriter, location, 0));
      sizes.push_back(size);
    }
    // The alignment, and attributes that are not known here, stay.
    OperationState state(location, op->getName());
    state.addTypes(whole);
    state.addOperands(sizes);
    state.addAttributes(op->getAttrs());
    state.attributes.set("operandSegmentSizes",
                         rewriter.getDenseI32ArrayAttr({static_cast<int32_t>(sizes.size()), 0}));
    Value buffer = rewriter.create(state)->getResult(0);
    for (Operation *free : hoisted.freedBy)
      rewriter.eraseOp(free);
    if (!hoisted.freedBy.empty()) {
      rewriter.setInsertionPointAfter(hoisted.outermost);
      memref::DeallocOp::create(rewriter, location, buffer);
    }
    if (!type.hasStaticShape()) {
      rewriter.setInsertionPoint(op);
      buffer = view(buffer, op, type, rewriter);
    }
    rewriter.replaceOp(op, buffer);
  }

  // The first elements of a flat buffer, with the sizes of an allocation.
  static Value view(Value flat, Operation *allocation, MemRefType type, IRRewriter &rewriter) {
    const Location location = allocation->getLoc();
    SmallVector<OpFoldResult> sizes, strides(type.getRank());
    unsigned dynamic = 0;
    for (const int64_t size : type.getShape())
      sizes.push_back(ShapedType::isDynamic(size) ? OpFoldResult(allocation->getOperand(dynamic++))
                                                  : rewriter.getIndexAttr(size));
    OpFoldResult stride = rewriter.getIndexAttr(1);
    for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
      strides[dim] = stride;
      if (dim == 0)
        break;
      AffineExpr a, b;
      bindSymbols(type.getContext(), a, b);
      stride = mlir::affine::makeComposedFoldedAffineApply(rewriter, location, a * b,
                                                           {stride, sizes[dim]});
    }
    return memref::ReinterpretCastOp::create(rewriter, location, type, flat,
                                             rewriter.getIndexAttr(0), sizes, strides);
  }

  Option<int64_t> maxElements{
      *this, "max-elements",
      llvm::cl::desc("The maximum number of elements of an allocation outside the loops")};
};

} // namespace

void registerHoistAllocs() { PassRegistration<HoistAllocs>(); }

} // namespace calipers
