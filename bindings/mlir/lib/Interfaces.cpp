#include "Interfaces.h"
#include "Flow.h"
#include "Relation.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;

namespace calipers {

namespace {

// The constraints that MLIR's own class collects about values whose definitions it may read.
class Collected : public ValueBoundsConstraintSet {
public:
  using Reads = llvm::function_ref<bool(Value)>;

  Collected(MLIRContext *context, Reads reads)
      : ValueBoundsConstraintSet(
            context,
            [reads](Value value, std::optional<int64_t>, ValueBoundsConstraintSet &) {
              return !reads(value);
            },
            /*addConservativeSemiAffineBounds=*/true) {}

  // Reads the definition of each index value and each dynamic dimension.
  void collect(Value value) {
    if (value.getType().isIndex())
      populateConstraints(value, std::nullopt);
    auto shaped = dyn_cast<ShapedType>(value.getType());
    if (!shaped || !shaped.hasRank())
      return;
    for (int64_t dim = 0; dim < shaped.getRank(); ++dim)
      if (shaped.isDynamicDim(dim))
        populateConstraints(value, dim);
  }

  // Adds that a dimension has a size, and reads the definition of the size.
  void collectSize(Value value, int64_t dim, OpFoldResult size) {
    (void)getExpr(value, dim);
    bound(value)[dim] == getExpr(size);
    processWorklist();
  }

  // Moves the constraints on values of a relation to it.
  void moveTo(Relation &relation, MLIRContext *context) {
    projectOut([&](ValueDim column) { return !relation.hasValue(column.first); });
    projectOutAnonymous();
    SmallVector<std::pair<Value, std::optional<int64_t>>> columns;
    for (const std::optional<ValueDim> &column : positionToValueDim) {
      std::optional<int64_t> dim;
      if (column->second != kIndexValue)
        dim = column->second;
      columns.push_back({column->first, dim});
    }
    if (IntegerSet set = cstr.getAsIntegerSet(context))
      relation.add(set, columns);
  }
};

bool addValueBounds(Operation *op, ValueRange about, Relation &relation) {
  if (!interfaceOf<ValueBoundsOpInterface>(op))
    return false;
  auto reads = [&](Value value) { return llvm::is_contained(about, value); };
  Collected collected(op->getContext(), reads);
  for (Value value : about)
    collected.collect(value);
  collected.moveTo(relation, op->getContext());
  return true;
}

bool addDestinations(Operation *op, Relation &relation) {
  auto destinations = interfaceOf<DestinationStyleOpInterface>(op);
  if (!destinations)
    return false;
  for (OpResult result : op->getResults())
    if (OpOperand *tied = destinations.getTiedOpOperand(result))
      relation.haveEqualDims(result, tied->get());
  return true;
}

// The ops that an interface creates to describe shapes, which are erased in the end.
class Scratch : public OpBuilder::Listener {
public:
  ~Scratch() override {
    for (Operation *op : llvm::reverse(created))
      op->erase();
  }
  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint previous) override {
    if (!previous.isSet())
      created.push_back(op);
  }
  bool defines(Value value) const {
    return value.getDefiningOp() && llvm::is_contained(created, value.getDefiningOp());
  }
  Block block;

private:
  std::vector<Operation *> created;
};

bool addReifiedShapes(Operation *op, Relation &relation) {
  auto reifying = interfaceOf<ReifyRankedShapedTypeOpInterface>(op);
  // Ops of a dialect that is not loaded cannot be created.
  auto isLoaded = [&](llvm::StringRef name) { return op->getContext()->getLoadedDialect(name); };
  if (!reifying || !llvm::all_of(ArrayRef<llvm::StringRef>{"affine", "arith", "memref", "tensor"},
                                 isLoaded))
    return false;
  Scratch scratch;
  OpBuilder builder(op->getContext(), &scratch);
  builder.setInsertionPointToEnd(&scratch.block);
  ReifiedRankedShapedTypeDims shapes;
  if (failed(reifying.reifyResultShapes(builder, shapes)) || shapes.size() > op->getNumResults())
    return true;
  // There is a shape for each result that has one.
  auto isShaped = [](Value result) { return isa<ShapedType>(result.getType()); };
  auto reads = [&](Value value) { return scratch.defines(value); };
  Collected collected(op->getContext(), reads);
  for (auto [result, sizes] : llvm::zip(llvm::make_filter_range(op->getResults(), isShaped), shapes)) {
    auto shaped = cast<ShapedType>(result.getType());
    if (!shaped.hasRank() || static_cast<int64_t>(sizes.size()) != shaped.getRank())
      continue;
    for (auto [dim, size] : llvm::enumerate(sizes))
      if (size && shaped.isDynamicDim(dim))
        collected.collectSize(result, dim, size);
  }
  collected.moveTo(relation, op->getContext());
  return true;
}

// The columns of an i1 are unsigned, those of other integers signed.
std::pair<int64_t, int64_t> endsOf(const ConstantIntRanges &range) {
  if (range.smin().getBitWidth() == 1)
    return {range.umin().getZExtValue(), range.umax().getZExtValue()};
  return {range.smin().getSExtValue(), range.smax().getSExtValue()};
}

// Operands may have any value: the analysis would not notice a change of what their ranges depend on.
void addRanges(Operation *op, Relation &relation, NamedAttrList &attributes) {
  auto inferring = interfaceOf<InferIntRangeInterface>(op);
  if (!inferring)
    return;
  SmallVector<IntegerValueRange> operands;
  for (Value operand : op->getOperands())
    operands.push_back(IntegerValueRange::getMaxRange(operand));
  Builder builder(op->getContext());
  inferring.inferResultRangesFromOptional(operands, [&](Value value, const IntegerValueRange &range) {
    const unsigned width = ConstantIntRanges::getStorageBitwidth(value.getType());
    if (range.isUninitialized() || width == 0 || width > 64 || !value.getType().isIntOrIndex())
      return;
    auto [least, greatest] = endsOf(range.getValue());
    if (op->getNumResults() == 1 && value == op->getResult(0) && width != 1) {
      attributes.set("least", builder.getI64IntegerAttr(least));
      attributes.set("greatest", builder.getI64IntegerAttr(greatest));
    } else if (AffineExpr column = relation.column(value, std::nullopt)) {
      relation.isNonNegative(column - least);
      relation.isNonNegative(greatest - column);
    }
  });
}

// The induction variables and the carried values of a loop. Ops other than loops need not expect that their
// ValueBoundsOpInterface is asked about arguments.
SmallVector<Value> loopArguments(Operation *op) {
  auto loop = interfaceOf<LoopLikeOpInterface>(op);
  if (!loop)
    return {};
  SmallVector<Value> found = loop.getLoopInductionVars().value_or(SmallVector<Value>());
  llvm::append_range(found, loop.getRegionIterArgs());
  return found;
}

} // namespace

Description describe(Operation *op) {
  MLIRContext *context = op->getContext();
  Description found;
  found.operands.assign(op->operand_begin(), op->operand_end());
  Builder builder(context);
  SmallVector<Value> after(op->result_begin(), op->result_end());
  llvm::append_range(after, op->getOperands());
  Relation results(context, after);
  addRanges(op, results, found.attributes);
  found.readsElsewhere = addValueBounds(op, op->getResults(), results);
  if (!found.readsElsewhere && !addDestinations(op, results))
    found.readsElsewhere = addReifiedShapes(op, results);
  results.store(found.attributes, "after", "after_columns");
  results.storeDefinitions(op->getNumResults(), found.attributes);

  size_t inits = 0;
  if (op->getNumRegions() != 0) {
    SmallVector<Value> arguments;
    if (!op->getRegion(0).empty())
      llvm::append_range(arguments, op->getRegion(0).getArguments());
    SmallVector<Value> values(arguments);
    llvm::append_range(values, op->getOperands());
    Relation within(context, values), forward(context, values);
    addValueBounds(op, loopArguments(op), within);
    found.readsElsewhere = true;
    const Flow flow = flowOf(op);
    found.name = flow.name;
    llvm::append_range(found.operands, flow.inits);
    inits = flow.inits.size();
    addEntries(flow, within);
    addCounters(op, within, forward, found.attributes);
    within.store(found.attributes, "within", "within_columns");
    forward.store(found.attributes, "forward", "forward_columns");
    if (!within.isEmpty() || !forward.isEmpty())
      found.attributes.set("arguments", builder.getI64IntegerAttr(arguments.size()));
  }
  if (found.attributes.empty() && found.name.empty())
    return found;
  if (found.name.empty())
    found.name = "calipers.op";
  found.attributes.set("operandSegmentSizes",
                       builder.getDenseI32ArrayAttr({static_cast<int32_t>(op->getNumOperands()),
                                                     static_cast<int32_t>(inits)}));
  return found;
}

} // namespace calipers
