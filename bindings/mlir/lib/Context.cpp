#include "Context.h"
#include "Snapshot.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OpDefinition.h"

#include <map>
#include <mutex>

using namespace mlir;

namespace calipers {

namespace {

// A mark of a context that ends with it: a diagnostic handler that handles nothing holds it. Two contexts may have
// the same address one after the other, and types and attributes in them too.
std::shared_ptr<char> markOf(MLIRContext *context) {
  static std::mutex mutex;
  static std::map<MLIRContext *, std::weak_ptr<char>> marks;
  const std::lock_guard<std::mutex> lock(mutex);
  std::weak_ptr<char> &known = marks[context];
  std::shared_ptr<char> mark = known.lock();
  if (!mark) {
    mark = std::make_shared<char>();
    known = mark;
    context->getDiagEngine().registerHandler([mark](Diagnostic &) { return failure(); });
  }
  return mark;
}

// The analysis of an isolated op, and the op as it was.
struct Kept {
  std::weak_ptr<char> mark;
  Snapshot snapshot;
  std::unique_ptr<Analysis> analysis;
};

// The number of kept analyses of a thread.
constexpr size_t maxKept = 64;

struct Thread {
  std::vector<Analysis *> scopes;
  std::map<Operation *, Kept> kept;
  // For questions about numbers alone.
  std::unique_ptr<Analysis> ofNumbers;
  llvm::SmallVector<Analysis *> busy;
  std::string reason;
};

Thread &thread() {
  thread_local Thread own;
  return own;
}

Operation *ownerOf(Value value) {
  if (Operation *op = value.getDefiningOp())
    return op->getParentOp() ? op->getParentOp() : op;
  return cast<BlockArgument>(value).getOwner()->getParentOp();
}

// The nearest isolated op around values; the outermost op if none is isolated. Null for values of several programs.
Operation *rootOf(llvm::ArrayRef<Value> values) {
  auto containsAll = [&](Operation *op) {
    return llvm::all_of(values, [&](Value value) {
      Operation *owner = ownerOf(value);
      return owner && op->isAncestor(owner);
    });
  };
  for (Operation *op = ownerOf(values.front()); op; op = op->getParentOp()) {
    const bool mayBeRoot = op->hasTrait<OpTrait::IsIsolatedFromAbove>() || !op->getParentOp();
    if (mayBeRoot && containsAll(op))
      return op;
  }
  return nullptr;
}

Analysis *keptFor(Operation *root) {
  Thread &own = thread();
  if (own.kept.size() >= maxKept && !own.kept.count(root))
    own.kept.clear();
  Kept &kept = own.kept[root];
  std::shared_ptr<char> mark = markOf(root->getContext());
  if (!kept.analysis || kept.mark.lock() != mark || !kept.snapshot.isOf(root)) {
    kept.analysis = std::make_unique<Analysis>(root);
    kept.snapshot = Snapshot(root);
    kept.mark = mark;
  }
  return kept.analysis.get();
}

} // namespace

std::string &lastReason() { return thread().reason; }

Scope::Scope(Analysis &analysis) { thread().scopes.push_back(&analysis); }

Scope::~Scope() { thread().scopes.pop_back(); }

Borrowed::Borrowed(llvm::ArrayRef<const Variable *> variables) {
  llvm::SmallVector<Value> values;
  for (const Variable *variable : variables)
    for (auto [value, dim] : variable->getOperands())
      values.push_back(value);
  Thread &own = thread();
  if (values.empty()) {
    if (!own.ofNumbers)
      own.ofNumbers = std::make_unique<Analysis>(nullptr);
    analysis = own.ofNumbers.get();
  }
  auto contains = [&](Analysis *scope) {
    return llvm::all_of(values, [&](Value value) {
      Operation *owner = ownerOf(value);
      return owner && scope->root()->isAncestor(owner);
    });
  };
  for (Analysis *scope : llvm::reverse(own.scopes)) {
    if (!analysis && contains(scope))
      analysis = scope;
  }
  Operation *root = nullptr;
  if (!analysis) {
    root = rootOf(values);
    if (!root) {
      own.reason = "the values are not in one program";
      return;
    }
  }
  if (!own.busy.empty()) {
    temporary = std::make_unique<Analysis>(root ? root : analysis->root());
    analysis = temporary.get();
    return;
  }
  if (!analysis)
    analysis = keptFor(root);
  own.busy.push_back(analysis);
  isBusy = true;
}

Borrowed::~Borrowed() {
  Thread &own = thread();
  if (analysis)
    own.reason = analysis->whyNot();
  if (isBusy)
    own.busy.pop_back();
}

} // namespace calipers
