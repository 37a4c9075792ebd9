// Bounds of ops for which there are no rules, from the interfaces that they implement.
#include "calipers/ValueBounds.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "mlir/Parser/Parser.h"

#include <map>

using namespace mlir;
using presburger::BoundType;

namespace {

template <typename Concrete, template <typename> class... Traits>
class TestOp : public Op<Concrete, Traits...> {
public:
  using Op<Concrete, Traits...>::Op;
  static llvm::ArrayRef<llvm::StringRef> getAttributeNames() { return {}; }
};

// `limit %n, %t`: an index from 0 to %n, at most 64.
class LimitOp : public TestOp<LimitOp, OpTrait::OneResult, OpTrait::ZeroRegions, OpTrait::VariadicOperands,
                              ValueBoundsOpInterface::Trait> {
public:
  using TestOp::TestOp;
  static llvm::StringRef getOperationName() { return "demo.limit"; }
  void populateBoundsForIndexValue(Value value, ValueBoundsConstraintSet &set) {
    set.bound(value) >= 0;
    set.bound(value) <= set.getExpr((*this)->getOperand(0));
    set.bound(value) <= 64;
  }
  void populateBoundsForShapedValueDim(Value, int64_t, ValueBoundsConstraintSet &) {}
};

// `grow %t`: a tensor with one more element, which is a multiple of four of another number.
class GrowOp : public TestOp<GrowOp, OpTrait::OneResult, OpTrait::ZeroRegions, OpTrait::OneOperand,
                             ValueBoundsOpInterface::Trait> {
public:
  using TestOp::TestOp;
  static llvm::StringRef getOperationName() { return "demo.grow"; }
  void populateBoundsForIndexValue(Value, ValueBoundsConstraintSet &) {}
  void populateBoundsForShapedValueDim(Value value, int64_t dim, ValueBoundsConstraintSet &set) {
    AffineExpr size = set.getExpr((*this)->getOperand(0), dim);
    set.bound(value)[dim] == (size + 4).floorDiv(4);
  }
};

// `twice %t`: its size is described by an op that does not exist.
class TwiceOp : public TestOp<TwiceOp, OpTrait::OneResult, OpTrait::ZeroRegions, OpTrait::OneOperand,
                              ReifyRankedShapedTypeOpInterface::Trait> {
public:
  using TestOp::TestOp;
  static llvm::StringRef getOperationName() { return "demo.twice"; }
  LogicalResult reifyResultShapes(OpBuilder &builder, ReifiedRankedShapedTypeDims &shapes) {
    // Implementations may insert before the op as well.
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(*this);
    Location location = (*this)->getLoc();
    Value size = tensor::DimOp::create(builder, location, (*this)->getOperand(0), 0);
    AffineExpr symbol = builder.getAffineSymbolExpr(0);
    shapes.push_back({affine::AffineApplyOp::create(builder, location, AffineMap::get(0, 1, symbol * 2 + 1),
                                                    ValueRange(size))
                          .getResult()});
    return success();
  }
};

// `write %s into %t`, whose result has the shape of %t.
class WriteOp : public TestOp<WriteOp, OpTrait::OneResult, OpTrait::ZeroRegions, OpTrait::NOperands<2>::Impl,
                              DestinationStyleOpInterface::Trait, MemoryEffectOpInterface::Trait> {
public:
  using TestOp::TestOp;
  static llvm::StringRef getOperationName() { return "demo.write"; }
  MutableOperandRange getDpsInitsMutable() { return MutableOperandRange(*this, 1, 1); }
  void getEffects(SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &) {}
};

// `pair`: two integers, from -3 to 5 and from 7 to 8.
class PairOp : public TestOp<PairOp, OpTrait::NResults<2>::Impl, OpTrait::ZeroRegions, OpTrait::ZeroOperands,
                             InferIntRangeInterface::Trait> {
public:
  using TestOp::TestOp;
  static llvm::StringRef getOperationName() { return "demo.pair"; }
  void inferResultRanges(llvm::ArrayRef<ConstantIntRanges>, SetIntRangeFn set) {
    auto range = [](int64_t least, int64_t greatest) {
      return ConstantIntRanges::fromSigned(llvm::APInt(64, least, true), llvm::APInt(64, greatest, true));
    };
    set((*this)->getResult(0), range(-3, 5));
    set((*this)->getResult(1), range(7, 8));
  }
};

// `yield %x …`, the terminator of the ops below.
class YieldOp : public TestOp<YieldOp, OpTrait::ZeroResults, OpTrait::ZeroRegions, OpTrait::VariadicOperands,
                              OpTrait::ZeroSuccessors, OpTrait::IsTerminator, RegionBranchTerminatorOpInterface::Trait> {
public:
  using TestOp::TestOp;
  static llvm::StringRef getOperationName() { return "demo.yield"; }
  MutableOperandRange getMutableSuccessorOperands(RegionSuccessor) { return MutableOperandRange(*this); }
};

// `either`: one of its regions runs.
class EitherOp : public TestOp<EitherOp, OpTrait::VariadicResults, OpTrait::VariadicRegions,
                               OpTrait::ZeroOperands, RegionBranchOpInterface::Trait> {
public:
  using TestOp::TestOp;
  static llvm::StringRef getOperationName() { return "demo.either"; }
  using RegionBranchOpInterface::Trait<EitherOp>::getSuccessorRegions;
  void getSuccessorRegions(RegionBranchPoint point, SmallVectorImpl<RegionSuccessor> &successors) {
    if (!point.isParent()) {
      successors.push_back(RegionSuccessor(*this, (*this)->getResults()));
      return;
    }
    for (Region &region : (*this)->getRegions())
      successors.push_back(RegionSuccessor(&region));
  }
};

// `with %x`: runs its region once with the operands.
class WithOp : public TestOp<WithOp, OpTrait::VariadicResults, OpTrait::OneRegion, OpTrait::VariadicOperands,
                             RegionBranchOpInterface::Trait> {
public:
  using TestOp::TestOp;
  static llvm::StringRef getOperationName() { return "demo.with"; }
  using RegionBranchOpInterface::Trait<WithOp>::getSuccessorRegions;
  OperandRange getEntrySuccessorOperands(RegionSuccessor) { return (*this)->getOperands(); }
  void getSuccessorRegions(RegionBranchPoint point, SmallVectorImpl<RegionSuccessor> &successors) {
    Region &region = (*this)->getRegion(0);
    if (point.isParent())
      successors.push_back(RegionSuccessor(&region, region.getArguments()));
    else
      successors.push_back(RegionSuccessor(*this, (*this)->getResults()));
  }
};

// `repeat %x`: runs its region any number of times, by RegionBranchOpInterface alone.
class RepeatOp : public TestOp<RepeatOp, OpTrait::VariadicResults, OpTrait::OneRegion, OpTrait::VariadicOperands,
                               RegionBranchOpInterface::Trait> {
public:
  using TestOp::TestOp;
  static llvm::StringRef getOperationName() { return "demo.repeat"; }
  using RegionBranchOpInterface::Trait<RepeatOp>::getSuccessorRegions;
  OperandRange getEntrySuccessorOperands(RegionSuccessor) { return (*this)->getOperands(); }
  void getSuccessorRegions(RegionBranchPoint, SmallVectorImpl<RegionSuccessor> &successors) {
    Region &region = (*this)->getRegion(0);
    successors.push_back(RegionSuccessor(&region, region.getArguments()));
    successors.push_back(RegionSuccessor(*this, (*this)->getResults()));
  }
};

// `count %lower, %upper, %step, %init …`: a loop with an induction variable.
class CountOp : public TestOp<CountOp, OpTrait::VariadicResults, OpTrait::OneRegion, OpTrait::VariadicOperands,
                              LoopLikeOpInterface::Trait> {
public:
  using TestOp::TestOp;
  static llvm::StringRef getOperationName() { return "demo.count"; }
  SmallVector<Region *> getLoopRegions() { return {&(*this)->getRegion(0)}; }
  std::optional<SmallVector<Value>> getLoopInductionVars() {
    return SmallVector<Value>{(*this)->getRegion(0).getArgument(0)};
  }
  std::optional<SmallVector<OpFoldResult>> operandAt(unsigned at) {
    return SmallVector<OpFoldResult>{(*this)->getOperand(at)};
  }
  std::optional<SmallVector<OpFoldResult>> getLoopLowerBounds() { return operandAt(0); }
  std::optional<SmallVector<OpFoldResult>> getLoopUpperBounds() { return operandAt(1); }
  std::optional<SmallVector<OpFoldResult>> getLoopSteps() { return operandAt(2); }
  llvm::MutableArrayRef<OpOperand> getInitsMutable() { return (*this)->getOpOperands().drop_front(3); }
  Block::BlockArgListType getRegionIterArgs() {
    return (*this)->getRegion(0).getArguments().drop_front(1);
  }
  std::optional<llvm::MutableArrayRef<OpOperand>> getYieldedValuesMutable() {
    return (*this)->getRegion(0).front().getTerminator()->getOpOperands();
  }
  std::optional<ResultRange> getLoopResults() { return (*this)->getResults(); }
};

class DemoDialect : public Dialect {
public:
  explicit DemoDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<DemoDialect>()) {
    addOperations<LimitOp, GrowOp, TwiceOp, WriteOp, PairOp, YieldOp, EitherOp, WithOp, RepeatOp,
                  CountOp>();
  }
  static llvm::StringRef getDialectNamespace() { return "demo"; }
};

const char *const source = R"(
func.func @f(%n: index, %m: index, %t: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %limit = "demo.limit"(%n) {name = "limit"} : (index) -> index
  %grown = "demo.grow"(%t) {name = "grown"} : (tensor<?xf32>) -> tensor<?xf32>
  %twice = "demo.twice"(%t) {name = "twice"} : (tensor<?xf32>) -> tensor<?xf32>
  %written = "demo.write"(%t, %twice) {name = "written"} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %pair:2 = "demo.pair"() {name = "pair"} : () -> (index, i64)
  %second = arith.index_cast %pair#1 {name = "second"} : i64 to index
  %either = "demo.either"() ({
    "demo.yield"(%limit) : (index) -> ()
  }, {
    "demo.yield"(%c9) : (index) -> ()
  }) {name = "either"} : () -> index
  %with = "demo.with"(%limit, %t) ({
  ^bb0(%x: index, %u: tensor<?xf32>):
    %size = tensor.dim {name = "size"} %u, %c0 : tensor<?xf32>
    %inside = arith.addi %x, %c2 {name = "inside"} : index
    "demo.yield"(%inside) : (index) -> ()
  }) {name = "with"} : (index, tensor<?xf32>) -> index
  %repeat = "demo.repeat"(%c9) ({
  ^bb0(%x: index):
    %next = arith.addi %x, %c2 : index
    "demo.yield"(%next) : (index) -> ()
  }) {name = "repeat"} : (index) -> index
  %counted = "demo.count"(%c0, %n, %c2, %c9) ({
  ^bb0(%i: index, %x: index):
    %counter = arith.addi %i, %c0 {name = "counter"} : index
    %next = arith.addi %x, %c2 : index
    "demo.yield"(%next) : (index) -> ()
  }) {name = "counted"} : (index, index, index, index) -> index
  %step = "demo.limit"(%n) : (index) -> index
  %one = arith.addi %step, %c2 : index
  %any = "demo.count"(%c0, %n, %one, %t) ({
  ^bb0(%i: index, %x: tensor<?xf32>):
    %forward = arith.addi %i, %c0 {name = "forward"} : index
    "demo.yield"(%x) : (tensor<?xf32>) -> ()
  }) {name = "any"} : (index, index, index, tensor<?xf32>) -> tensor<?xf32>
  "demo.count"(%c0, %n, %m) ({
  ^bb0(%i: index):
    %anything = arith.addi %i, %c0 {name = "anything"} : index
    "demo.yield"() : () -> ()
  }) : (index, index, index) -> ()
  return
})";

using Set = calipers::ValueBoundsConstraintSet;
using Variable = Set::Variable;

int failures = 0;

void expect(bool holds, llvm::StringRef what) {
  if (holds)
    return;
  ++failures;
  llvm::outs() << "wrong: " << what << ": " << Set::whyNot() << "\n";
}

std::optional<int64_t> constant(BoundType type, const Variable &variable) {
  auto found = Set::computeConstantBound(type, variable, nullptr, /*closedUB=*/true);
  return failed(found) ? std::nullopt : std::optional<int64_t>(*found);
}

bool lies(const Variable &variable, int64_t least, std::optional<int64_t> most) {
  return constant(BoundType::LB, variable) == least && constant(BoundType::UB, variable) == most;
}

void askAboutValues(std::map<std::string, Operation *> &ops, func::FuncOp function) {
  auto value = [&](const char *name) { return ops.at(name)->getResult(0); };
  const Value n = function.getArgument(0), tensor = function.getArgument(2);
  expect(lies(value("limit"), 0, 64), "ValueBoundsOpInterface: a range");
  expect(Set::compare(value("limit"), Set::LE, n), "ValueBoundsOpInterface: %limit <= %n");
  expect(Set::compare({value("grown"), 0}, Set::GE, OpFoldResult(Builder(n.getContext()).getIndexAttr(1))),
         "ValueBoundsOpInterface: a size with a quotient");
  expect(Set::compare({value("grown"), 0}, Set::LE,
                      Variable(AffineMap::get(1, 0, getAffineDimExpr(0, n.getContext()) + 1),
                               llvm::ArrayRef<Variable>{Variable(tensor, 0)})),
         "ValueBoundsOpInterface: a size in terms of another");
  AffineMap map;
  calipers::ValueDimList operands;
  expect(succeeded(Set::computeDependentBound(map, operands, BoundType::EQ, {value("twice"), 0},
                                              {{tensor, 0}})) &&
             map.getResult(0) == getAffineSymbolExpr(0, n.getContext()) * 2 + 1,
         "ReifyRankedShapedTypeOpInterface: a size in terms of another");
  expect(succeeded(Set::areEqual({value("written"), 0}, {value("twice"), 0})) &&
             *Set::areEqual({value("written"), 0}, {value("twice"), 0}),
         "DestinationStyleOpInterface: the size of the destination");
  expect(lies(ops.at("pair")->getResult(0), -3, 5), "InferIntRangeInterface: the first result");
  expect(lies(value("second"), 7, 8), "InferIntRangeInterface: the second result");
}

void askAboutFlow(std::map<std::string, Operation *> &ops, func::FuncOp function) {
  auto value = [&](const char *name) { return ops.at(name)->getResult(0); };
  const Value n = function.getArgument(0), tensor = function.getArgument(2);
  expect(lies(value("either"), 0, 64), "RegionBranchOpInterface: one of two regions");
  expect(lies(value("with"), 2, 66), "RegionBranchOpInterface: a region that runs once");
  auto isSame = Set::areEqual(value("size"), {tensor, 0});
  expect(succeeded(isSame) && *isSame, "RegionBranchOpInterface: an argument of a region");
  expect(lies(value("repeat"), 9, std::nullopt), "RegionBranchOpInterface: a loop");
  expect(lies(value("counted"), 9, std::nullopt), "LoopLikeOpInterface: a carried value");
  expect(constant(BoundType::LB, value("counter")) == 0 &&
             Set::compare(value("counter"), Set::LT, n),
         "LoopLikeOpInterface: an induction variable");
  expect(constant(BoundType::LB, value("forward")) == 0 &&
             Set::compare(value("forward"), Set::LT, n),
         "LoopLikeOpInterface: an induction variable with a positive step");
  isSame = Set::areEqual({value("any"), 0}, {tensor, 0});
  expect(succeeded(isSame) && *isSame, "LoopLikeOpInterface: a size that a loop keeps");
  expect(!constant(BoundType::LB, value("anything")), "a step that may be negative");
}

// Interfaces may read other ops, so that any change matters.
void askAfterChange(std::map<std::string, Operation *> &ops) {
  Operation *either = ops.at("either");
  calipers::Analysis analysis(either->getParentOfType<func::FuncOp>());
  auto most = [&] { return analysis.constantBound(BoundType::UB, either->getResult(0), true); };
  auto bound = most();
  expect(succeeded(bound) && *bound == 64, "before the change");
  calipers::Listener listener(analysis);
  IRRewriter rewriter(either->getContext(), &listener);
  Operation *yield = either->getRegion(0).front().getTerminator();
  rewriter.modifyOpInPlace(yield, [&] {
    yield->setOperand(0, either->getRegion(1).front().getTerminator()->getOperand(0));
  });
  bound = most();
  expect(succeeded(bound) && *bound == 9, "after the change of a terminator");
}

} // namespace

int main() {
  DialectRegistry registry;
  registerAllDialects(registry);
  registry.insert<DemoDialect>();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  context.allowUnregisteredDialects();
  auto module = parseSourceString<ModuleOp>(source, &context);
  if (!module)
    return 2;
  std::string before, afterwards;
  llvm::raw_string_ostream(before) << *module;
  std::map<std::string, Operation *> ops;
  module->walk([&](Operation *op) {
    if (auto name = op->getAttrOfType<StringAttr>("name"))
      ops[name.str()] = op;
  });
  auto function = *module->getOps<func::FuncOp>().begin();
  askAboutValues(ops, function);
  askAboutFlow(ops, function);
  llvm::raw_string_ostream(afterwards) << *module;
  expect(before == afterwards, "questions do not change the program");
  askAfterChange(ops);
  return failures != 0;
}
