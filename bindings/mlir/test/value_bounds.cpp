// Asks MLIR and Calipers the same questions by the same code: only the namespace differs. Prints answers that are weaker
// than MLIR's, and checks the functions that MLIR does not have.
#include "calipers/ValueBounds.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Transforms/Transforms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Transforms.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"

#include <map>

using mlir::OpFoldResult;
using mlir::Value;
using mlir::presburger::BoundType;

namespace {

const char *const source = R"(
func.func @f(%t: tensor<?x?xf32>, %n: index, %m: memref<8x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %size = tensor.dim {name = "size"} %t, %c0 : tensor<?x?xf32>
  scf.for %i = %c0 to %size step %c4 {
    %tile = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 4)>(%i)[%size] {name = "tile"}
    %next = arith.addi %i, %c4 {name = "next"} : index
    %slice = tensor.extract_slice %t[%i, 0] [%tile, 7] [1, 1] {name = "slice"}
        : tensor<?x?xf32> to tensor<?x7xf32>
    %other = tensor.extract_slice %t[%next, 0] [4, 7] [1, 1] {name = "other"}
        : tensor<?x?xf32> to tensor<4x7xf32>
    %end = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %tile) {name = "end"}
    %product = arith.muli %tile, %c4 {name = "product"} : index
    "test.use"(%slice, %other, %end, %product) : (tensor<?x7xf32>, tensor<4x7xf32>, index, index) -> ()
  }
  %scale = vector.vscale {name = "scale"}
  %scaled = arith.muli %scale, %c4 {name = "scaled"} : index
  %limit = affine.min affine_map<()[s0] -> (s0, 100)>()[%scaled] {name = "limit"}
  return
})";

using Answers = std::map<std::string, std::string>;

std::string text(llvm::FailureOr<int64_t> answer) {
  return llvm::succeeded(answer) ? std::to_string(*answer) : "none";
}

std::string text(llvm::FailureOr<bool> answer) {
  return llvm::failed(answer) ? "none" : *answer ? "true" : "false";
}

template <typename T> std::string printed(T thing) {
  std::string text;
  llvm::raw_string_ostream(text) << thing;
  return text;
}

} // namespace

// The code below is written for MLIR, and included once for each namespace.
#define BOUNDS mlir
#include "questions.inc"
#undef BOUNDS
#define BOUNDS calipers
#include "questions.inc"
#undef BOUNDS

namespace {

int failures = 0;

void expect(bool holds, llvm::StringRef what) {
  if (holds)
    return;
  ++failures;
  llvm::outs() << "wrong: " << what << "\n";
}

void askBeyond(std::map<std::string, mlir::Operation *> &ops) {
  using Set = calipers::ValueBoundsConstraintSet;
  auto value = [&](const char *name) { return ops.at(name)->getResult(0); };
  calipers::Range tile = Set::computeRange(value("tile"));
  expect(tile.lower == 1 && tile.upper == 4, "the range of %tile");
  Value induction = ops.at("next")->getOperand(0);
  expect(Set::isDivisibleBy(induction, 4), "4 divides %i");
  expect(!Set::isDivisibleBy(induction, 8), "8 need not divide %i");
  expect(Set::computeRange(value("product")).divisor() == 4, "the divisor of %product");
  std::optional<mlir::ConstantIntRanges> range = Set::computeIntRange(value("tile"));
  expect(range && range->smin() == 1 && range->smax() == 4, "the integer range of %tile");
  std::optional<std::string> proof = Set::prove(value("end"), Set::LE, value("size"));
  expect(proof && !proof->empty(), "the proof of %end <= %size");
  Value unknown = mlir::cast<mlir::func::FuncOp>(ops.at("size")->getParentOp()).getArgument(1);
  expect(llvm::failed(Set::computeConstantBound(BoundType::UB, unknown)), "%n has no bound");
  expect(!Set::whyNot().empty(), "the reason for no bound");
  // A stop condition may ask as well.
  mlir::AffineMap map;
  calipers::ValueDimList operands;
  const bool isFound = llvm::succeeded(Set::computeBound(
      map, operands, BoundType::UB, value("end"),
      [&](Value other, std::optional<int64_t> dim, Set &set) {
        return other == value("size") && !dim && set.populateAndCompare(other, Set::GE, induction);
      },
      /*closedUB=*/true));
  expect(isFound && operands.size() == 1, "%end <= %size by a stop condition that asks");
  expect(Set::compare(OpFoldResult(mlir::Builder(map.getContext()).getIndexAttr(3)), Set::LT,
                      OpFoldResult(mlir::Builder(map.getContext()).getIndexAttr(4))),
         "3 < 4");
}

// An op without rules, to which the test gives an interface.
struct Inferring
    : mlir::InferIntRangeInterface::ExternalModel<Inferring, mlir::LLVM::PoisonOp> {
  static mlir::ConstantIntRanges range() {
    return mlir::ConstantIntRanges::fromUnsigned(llvm::APInt(64, 0), llvm::APInt(64, 63));
  }
  void inferResultRanges(mlir::Operation *op, llvm::ArrayRef<mlir::ConstantIntRanges>,
                         mlir::SetIntRangeFn set) const {
    set(op->getResult(0), range());
  }
  void inferResultRangesFromOptional(mlir::Operation *op, llvm::ArrayRef<mlir::IntegerValueRange>,
                                     mlir::SetIntLatticeFn set) const {
    set(op->getResult(0), mlir::IntegerValueRange(range()));
  }
};

void askInterfaces(mlir::MLIRContext &context) {
  const char *const source = R"(
func.func @f() {
  %a = llvm.mlir.poison : i64
  %i = arith.index_cast %a : i64 to index
  return
})";
  using Set = calipers::ValueBoundsConstraintSet;
  auto module = mlir::parseSourceString<mlir::ModuleOp>(source, &context);
  Value index;
  module->walk([&](mlir::arith::IndexCastOp op) { index = op; });
  expect(llvm::failed(Set::computeConstantBound(BoundType::UB, index)), "there is no rule");
  mlir::LLVM::PoisonOp::attachInterface<Inferring>(context);
  // Types and attributes do not say that an op has got an interface: a new analysis does.
  calipers::Analysis analysis(*module);
  auto bound = analysis.constantBound(BoundType::UB, index, /*closedUB=*/true);
  expect(llvm::succeeded(bound) && *bound == 63, "the op infers its range");
  std::vector<calipers::WordQuery> queries = {{index, nullptr}};
  auto word = analysis.ranges(queries).front();
  expect(word && word->smin() == 0 && word->smax() == 63, "the same by the data-flow analysis");
}

} // namespace

int main() {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  context.allowUnregisteredDialects();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(source, &context);
  if (!module)
    return 2;
  std::map<std::string, mlir::Operation *> ops;
  module->walk([&](mlir::Operation *op) {
    if (auto name = op->getAttrOfType<mlir::StringAttr>("name"))
      ops[name.str()] = op;
  });
  const Answers byMlir = ask_mlir::ask(ops), own = ask_calipers::ask(ops);
  for (const auto &[question, answer] : byMlir) {
    if (own.at(question) == answer)
      continue;
    // More is known where MLIR knows nothing, or a tighter bound.
    llvm::outs() << question << ": MLIR " << answer << ", Calipers " << own.at(question) << "\n";
  }
  askBeyond(ops);
  askInterfaces(context);
  return failures != 0;
}
