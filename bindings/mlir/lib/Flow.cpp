#include "Flow.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Dialect.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;

namespace calipers {

namespace {

// The terminator of a region with a single block.
Operation *terminatorOf(Region &region) {
  if (!region.hasOneBlock() || !region.front().mightHaveTerminator())
    return nullptr;
  return region.front().getTerminator();
}

bool haveSameTypes(ValueRange first, ValueRange second) {
  return llvm::equal(first.getTypes(), second.getTypes());
}

// Names a loop over region 0 whose last arguments are carried, if the operands of the terminator are the values that they
// get next, and that the op returns in the end.
void nameLoop(Operation *op, ValueRange inits, ValueRange carried, Flow &flow) {
  Operation *terminator = terminatorOf(op->getRegion(0));
  ValueRange arguments = op->getRegion(0).getArguments();
  static constexpr llvm::StringLiteral names[] = {"calipers.loop", "calipers.loop1",
                                                  "calipers.loop2", "calipers.loop3"};
  if (!terminator || carried.empty() || carried.size() > arguments.size())
    return;
  const size_t counters = arguments.size() - carried.size();
  if (counters >= std::size(names) || !llvm::equal(arguments.drop_front(counters), carried) ||
      !haveSameTypes(inits, carried) || !haveSameTypes(terminator->getOperands(), carried) ||
      !haveSameTypes(op->getResults(), carried))
    return;
  flow.name = names[counters];
  flow.inits.assign(inits.begin(), inits.end());
}

// Whether the op is a loop by LoopLikeOpInterface.
void readLoop(Operation *op, Flow &flow) {
  auto loop = interfaceOf<LoopLikeOpInterface>(op);
  if (!loop || op->getNumRegions() != 1 || !terminatorOf(op->getRegion(0)))
    return;
  std::optional<ResultRange> results = loop.getLoopResults();
  if (results && llvm::equal(loop.getYieldedValues(), terminatorOf(op->getRegion(0))->getOperands()) &&
      llvm::equal(*results, op->getResults()))
    nameLoop(op, loop.getInits(), loop.getRegionIterArgs(), flow);
}

// A way from the op or from a terminator to a region, or, without one, to the end of the op.
struct Edge {
  Operation *from;
  Region *to;
  SmallVector<Value> values, inputs;
};

// All ways; none if a region has several blocks or another kind of terminator.
std::optional<std::vector<Edge>> edgesOf(RegionBranchOpInterface branch) {
  std::vector<Edge> edges;
  SmallVector<RegionSuccessor> successors;
  branch.getSuccessorRegions(RegionBranchPoint::parent(), successors);
  auto add = [&](Operation *from, const RegionSuccessor &to, ValueRange values) {
    edges.push_back({from, to.getSuccessor(), llvm::to_vector(values),
                     llvm::to_vector(to.getSuccessorInputs())});
    return values.size() == to.getSuccessorInputs().size();
  };
  for (const RegionSuccessor &to : successors)
    if (!add(branch, to, branch.getEntrySuccessorOperands(to)))
      return std::nullopt;
  for (Region &region : branch->getRegions()) {
    if (region.empty())
      continue;
    Operation *last = terminatorOf(region);
    auto terminator =
        last ? interfaceOf<RegionBranchTerminatorOpInterface>(last) : RegionBranchTerminatorOpInterface();
    if (!terminator)
      return std::nullopt;
    successors.clear();
    branch.getSuccessorRegions(RegionBranchPoint(terminator), successors);
    for (const RegionSuccessor &to : successors)
      if (!add(last, to, terminator.getSuccessorOperands(to)))
        return std::nullopt;
  }
  return edges;
}

// Whether a terminator passes all its operands to all results.
bool returnsAll(const Edge &edge, Operation *op) {
  return edge.from != op && !edge.to && llvm::equal(edge.values, edge.from->getOperands()) &&
         llvm::equal(edge.inputs, op->getResults());
}

// Whether one region runs, and returns the results of the op.
bool isChoice(Operation *op, llvm::ArrayRef<Edge> edges) {
  return !edges.empty() && llvm::all_of(edges, [&](const Edge &edge) {
    return edge.from == op ? edge.to != nullptr : returnsAll(edge, op);
  });
}

// The way into region 0, if this runs any number of times with the operands of its terminator, which are the results in
// the end.
const Edge *loopEntry(Operation *op, llvm::ArrayRef<Edge> edges) {
  const auto *entry = llvm::find_if(edges, [&](const Edge &it) { return it.from == op && it.to; });
  if (entry == edges.end() || op->getNumRegions() != 1)
    return nullptr;
  const bool isLoop = llvm::all_of(edges, [&](const Edge &edge) {
    if (edge.from != op && !edge.to)
      return returnsAll(edge, op);
    const bool fits = edge.from == op ? edge.values == entry->values
                                      : llvm::equal(edge.values, edge.from->getOperands());
    return fits && (edge.to ? edge.inputs == entry->inputs
                            : llvm::equal(edge.inputs, op->getResults()));
  });
  return isLoop ? entry : nullptr;
}

void readBranches(Operation *op, Flow &flow) {
  auto branch = interfaceOf<RegionBranchOpInterface>(op);
  if (!branch)
    return;
  const std::optional<std::vector<Edge>> edges = edgesOf(branch);
  if (!edges)
    return;
  SmallVector<const Edge *> entries;
  for (const Edge &edge : *edges)
    if (edge.to == &op->getRegion(0))
      entries.push_back(&edge);
  if (entries.size() == 1 && entries.front()->from == op)
    for (auto [argument, value] : llvm::zip_equal(entries.front()->inputs, entries.front()->values))
      flow.entries.push_back({argument, value});
  if (!flow.name.empty() || op->getNumResults() == 0)
    return;
  if (isChoice(op, *edges))
    flow.name = "calipers.choice";
  else if (const Edge *entry = loopEntry(op, *edges))
    nameLoop(op, entry->values, entry->inputs, flow);
}

} // namespace

Flow flowOf(Operation *op) {
  Flow flow;
  readLoop(op, flow);
  readBranches(op, flow);
  return flow;
}

void addEntries(const Flow &flow, Relation &within) {
  for (auto [argument, value] : flow.entries)
    within.areEqual(argument, value);
}

void addCounters(Operation *op, Relation &within, Relation &forward, NamedAttrList &attributes) {
  auto loop = interfaceOf<LoopLikeOpInterface>(op);
  if (!loop)
    return;
  const auto counters = loop.getLoopInductionVars();
  const auto lowers = loop.getLoopLowerBounds(), uppers = loop.getLoopUpperBounds(),
             steps = loop.getLoopSteps();
  if (!counters || !lowers || !uppers || !steps || counters->size() != lowers->size() ||
      counters->size() != uppers->size() || counters->size() != steps->size())
    return;
  SmallVector<int64_t> positions;
  for (auto [counter, lower, upper, step] : llvm::zip(*counters, *lowers, *uppers, *steps)) {
    // An integer of fixed width may wrap.
    if (!counter.getType().isIndex())
      continue;
    const std::optional<int64_t> constant = getConstantIntValue(step);
    auto operands = op->getOperands();
    auto at = llvm::find(operands, dyn_cast<Value>(step));
    if (constant ? *constant <= 0 : at == operands.end())
      continue;
    if (!constant)
      positions.push_back(at - operands.begin());
    Relation &relation = constant ? within : forward;
    AffineExpr column = relation.column(counter, std::nullopt);
    if (!column)
      continue;
    if (AffineExpr least = relation.column(lower))
      relation.isNonNegative(column - least);
    if (AffineExpr end = relation.column(upper))
      relation.isNonNegative(end - column - 1);
  }
  if (!positions.empty())
    attributes.set("steps", DenseI64ArrayAttr::get(op->getContext(), positions));
}

} // namespace calipers
