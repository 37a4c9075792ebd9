// Asks MLIR and Calipers for the constant bounds of every index value and every dynamic dimension of live modules, in one
// process. Reports bounds that are looser than MLIR's, and the time of each.
//
//   compare_with_mlir [--scope] FILE.mlir...
//
// With --scope one analysis answers all questions about a module; else each static call finds its own.
#include "calipers/ValueBounds.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include <ctime>

using namespace mlir;
using presburger::BoundType;

namespace {

struct Question {
  Value value;
  std::optional<int64_t> dim;
  BoundType type;
};

using Answers = std::vector<FailureOr<int64_t>>;

void collect(Operation *top, std::vector<Question> &questions) {
  auto ask = [&](Value value) {
    llvm::SmallVector<std::optional<int64_t>> columns;
    if (value.getType().isIndex())
      columns.push_back(std::nullopt);
    auto shaped = dyn_cast<ShapedType>(value.getType());
    if (shaped && shaped.hasRank() && isa<MemRefType, RankedTensorType>(value.getType()))
      for (int64_t dim = 0; dim < shaped.getRank(); ++dim)
        if (shaped.isDynamicDim(dim))
          columns.push_back(dim);
    for (std::optional<int64_t> column : columns)
      for (BoundType type : {BoundType::LB, BoundType::UB, BoundType::EQ})
        questions.push_back({value, column, type});
  };
  top->walk<WalkOrder::PreOrder>([&](Operation *op) {
    // MLIR ends with a segmentation fault if it is asked about the arguments of a tensor.pad.
    if (!isa<tensor::PadOp>(op))
      for (Region &region : op->getRegions())
        for (Block &block : region)
          llvm::for_each(block.getArguments(), ask);
    llvm::for_each(op->getResults(), ask);
  });
}

// The processor time of this process, which other processes do not affect.
double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

template <typename Set>
double answer(const std::vector<Question> &questions, Answers &answers) {
  const double start = seconds();
  for (const Question &question : questions)
    answers.push_back(Set::computeConstantBound(
        question.type, typename Set::Variable(OpFoldResult(question.value), question.dim)));
  return seconds() - start;
}

bool isLooser(BoundType type, FailureOr<int64_t> own, FailureOr<int64_t> other) {
  if (failed(other))
    return false;
  if (failed(own))
    return true;
  return type == BoundType::LB ? *own < *other : type == BoundType::UB ? *own > *other : false;
}

std::string textOf(FailureOr<int64_t> answer) {
  return succeeded(answer) ? std::to_string(*answer) : "none";
}

struct Totals {
  double byMlir = 0, own = 0;
  size_t questions = 0, looser = 0, tighter = 0;
};

void compare(ModuleOp module, bool hasScope, Totals &totals) {
  std::vector<Question> questions;
  collect(module, questions);
  Answers byMlir, own;
  totals.byMlir += answer<mlir::ValueBoundsConstraintSet>(questions, byMlir);
  const double start = seconds();
  if (hasScope) {
    calipers::Analysis analysis(module);
    const calipers::Scope scope(analysis);
    answer<calipers::ValueBoundsConstraintSet>(questions, own);
  } else {
    answer<calipers::ValueBoundsConstraintSet>(questions, own);
  }
  totals.own += seconds() - start;
  totals.questions += questions.size();
  for (size_t at = 0; at < questions.size(); ++at) {
    const Question &question = questions[at];
    totals.tighter += isLooser(question.type, byMlir[at], own[at]);
    if (!isLooser(question.type, own[at], byMlir[at]))
      continue;
    ++totals.looser;
    const char *types[] = {"EQ", "LB", "UB"};
    llvm::outs() << "looser: " << question.value;
    if (question.dim)
      llvm::outs() << " dim " << *question.dim;
    llvm::outs() << " "
                 << types[question.type == BoundType::EQ   ? 0
                          : question.type == BoundType::LB ? 1
                                                           : 2]
                 << ": MLIR " << textOf(byMlir[at]) << ", Calipers " << textOf(own[at]) << "\n";
  }
}

// The chunks between lines of dashes.
void chunksOf(llvm::StringRef text, llvm::SmallVectorImpl<llvm::StringRef> &chunks) {
  text.split(chunks, "// -----");
}

} // namespace

int main(int count, char **arguments) {
  DialectRegistry registry;
  registerAllDialects(registry);
  Totals totals;
  bool hasScope = false;
  for (llvm::StringRef argument : llvm::ArrayRef(arguments + 1, count - 1)) {
    if (argument == "--scope") {
      hasScope = true;
      continue;
    }
    auto file = llvm::MemoryBuffer::getFile(argument);
    if (!file) {
      llvm::errs() << argument << ": " << file.getError().message() << "\n";
      return 2;
    }
    llvm::SmallVector<llvm::StringRef> chunks;
    chunksOf((*file)->getBuffer(), chunks);
    const Totals before = totals;
    for (llvm::StringRef chunk : chunks) {
      MLIRContext context(registry, MLIRContext::Threading::DISABLED);
      context.allowUnregisteredDialects();
      ScopedDiagnosticHandler silent(&context, [](Diagnostic &) { return success(); });
      // What another version of MLIR reads is no question.
      if (auto module = parseSourceString<ModuleOp>(chunk, &context))
        compare(*module, hasScope, totals);
    }
    llvm::outs() << llvm::formatv("{0}: {1} questions, MLIR {2:F2} ms, Calipers {3:F2} ms\n", argument,
                                  totals.questions - before.questions,
                                  1000 * (totals.byMlir - before.byMlir),
                                  1000 * (totals.own - before.own));
  }
  llvm::outs() << llvm::formatv(
      "{0} questions: {1} looser, {2} tighter; MLIR {3:F2} ms, Calipers {4:F2} ms, {5:F1} times as fast\n",
      totals.questions, totals.looser, totals.tighter, 1000 * totals.byMlir, 1000 * totals.own,
      totals.byMlir / totals.own);
  return totals.looser != 0;
}
