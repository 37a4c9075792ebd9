// Questions about the integers of live IR. An analysis reads ops, types and attributes in place, as far as a question
// needs them, and keeps what it has derived for the next question.
#ifndef CALIPERS_ANALYSIS_H
#define CALIPERS_ANALYSIS_H

#include "calipers/Variable.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"

#include <functional>
#include <memory>
#include <string>

struct calipers_rules;

namespace calipers {

// The semantics of ops: the built-in rules, and those of files.
class Rules {
public:
  Rules();
  ~Rules();
  Rules(const Rules &) = delete;
  Rules &operator=(const Rules &) = delete;

  // The built-in rules, which are read once.
  static const Rules &builtin();
  // Adds the rules of a file, before an analysis uses them. `error` says what is wrong.
  llvm::LogicalResult load(llvm::StringRef path, std::string &error);

  calipers_rules *get() const { return rules; }

private:
  calipers_rules *rules;
};

struct Options {
  const Rules *rules = nullptr; // The built-in rules if null; they must live as long as the analysis.
  // Answers serve to rewrite the program: ops that can be executed speculatively say nothing about their operands.
  bool forRewriting = false;
  // Integers of fixed width do not wrap, as in MLIR's value bounds.
  bool unboundedIntegers = false;
};

// The work that a constant bound may cost.
enum class Effort {
  Full,
  Quick // about a linear program, without a distinction of cases
};

enum class Verdict {
  Unknown,
  Proved,     // it holds in every run that reaches the point
  Refuted,    // it fails in every run that reaches the point
  Unreachable // no run reaches the point
};

enum class Relation { LT, LE, EQ, GT, GE, NE };

// All integers that a variable can have at a point.
struct Range {
  std::optional<int64_t> lower, upper;
  bool isEmpty = false; // no run reaches the point
  // The variable is `residue` modulo `modulus`; with a modulus of 0 it is `residue`.
  int64_t modulus = 1, residue = 0;

  // The greatest number that divides all values; 0 if the only value is 0.
  uint64_t divisor() const;
};

// A question about the range of an integer: right before an op, or wherever the value exists.
struct WordQuery {
  mlir::Value value;
  mlir::Operation *before;
};

// Whether a bound may mention a value or a dimension.
using Admits = llvm::function_ref<bool(mlir::Value, std::optional<int64_t>)>;

// Answers about what is inside of an op, or of the nearest op around it that is isolated from above. Facts hold at a
// point: right before an op, or by default right after the last definition of a value of the question.
//
// Every change of the IR must be reported, by listening to the rewriter or by the functions below. Only one
// thread at a time may use an analysis; threads that run on different functions have their own.
class Analysis {
public:
  explicit Analysis(mlir::Operation *root, const Options &options = {});
  ~Analysis();
  Analysis(const Analysis &) = delete;
  Analysis &operator=(const Analysis &) = delete;

  mlir::Operation *root() const;

  llvm::FailureOr<int64_t> constantBound(mlir::presburger::BoundType type, const Variable &variable,
                                         bool closedUB = false, mlir::Operation *before = nullptr,
                                         Effort effort = Effort::Full);
  // The bound is a map of one result over symbols, applied to `operands`.
  llvm::LogicalResult bound(mlir::AffineMap &map, ValueDimList &operands,
                            mlir::presburger::BoundType type, const Variable &variable,
                            Admits admits, bool closedUB = false,
                            mlir::Operation *before = nullptr);
  // A bound in terms of vscale alone, which is in this range; `map` has at most one input.
  llvm::LogicalResult scalableBound(mlir::AffineMap &map, mlir::presburger::BoundType type,
                                    const Variable &variable, unsigned vscaleMin,
                                    unsigned vscaleMax, bool closedUB = true);
  Verdict compare(const Variable &lhs, Relation relation, const Variable &rhs,
                  mlir::Operation *before = nullptr);
  Range range(const Variable &variable, mlir::Operation *before = nullptr);
  // The signed and the unsigned range of an integer or index value; none for other types.
  std::optional<mlir::ConstantIntRanges> range(mlir::Value value,
                                               mlir::Operation *before = nullptr);
  // The ranges of many integers, or of the elements of vectors and tensors of these, by one data-flow analysis of
  // the root. Ranges of loops are narrowed that often; with 0 they are those of MLIR's analysis, including its
  // mistake for `ceildivsi` of the least integer.
  std::vector<std::optional<mlir::ConstantIntRanges>> ranges(llvm::ArrayRef<WordQuery> queries,
                                                             unsigned sweeps = 2);
  Verdict overlap(const HyperrectangularSlice &a, const HyperrectangularSlice &b,
                  mlir::Operation *before = nullptr);

  // The proof of a comparison, or of its negation, that the checker has accepted.
  std::optional<std::string> prove(const Variable &lhs, Relation relation, const Variable &rhs,
                                   mlir::Operation *before = nullptr);
  // Why the last question has no answer.
  const std::string &whyNot() const { return reason; }

  // An op has changed in place: its operands, attributes, types, successors, or the blocks in its regions.
  void invalidate(mlir::Operation *op);
  // An op was inserted, with everything in it.
  void inserted(mlir::Operation *op);
  // An op was in `from` and is in another place now.
  void moved(mlir::Operation *op, mlir::Block *from);
  // An op is about to be erased, with everything in it.
  void erased(mlir::Operation *op);
  void erased(mlir::Block *block);
  // Anything may have changed, but no op, block or value was erased that is not reported.
  void invalidateAll();

private:
  friend class ValueBoundsConstraintSet;
  struct Implementation;
  std::unique_ptr<Implementation> own;
  std::string reason;
};

// Reports the changes of a rewriter to an analysis, and then to another listener.
class Listener : public mlir::RewriterBase::Listener {
public:
  explicit Listener(Analysis &analysis, mlir::RewriterBase::Listener *next = nullptr)
      : analysis(analysis), next(next) {}

  void notifyOperationInserted(mlir::Operation *op, mlir::OpBuilder::InsertPoint previous) override;
  void notifyOperationModified(mlir::Operation *op) override;
  void notifyOperationReplaced(mlir::Operation *op, mlir::ValueRange replacement) override;
  void notifyOperationReplaced(mlir::Operation *op, mlir::Operation *replacement) override;
  void notifyOperationErased(mlir::Operation *op) override;
  void notifyBlockInserted(mlir::Block *block, mlir::Region *previous,
                           mlir::Region::iterator previousIt) override;
  void notifyBlockErased(mlir::Block *block) override;
  void notifyPatternBegin(const mlir::Pattern &pattern, mlir::Operation *op) override;
  void notifyPatternEnd(const mlir::Pattern &pattern, llvm::LogicalResult status) override;
  void notifyMatchFailure(mlir::Location location,
                          llvm::function_ref<void(mlir::Diagnostic &)> reason) override;

private:
  Analysis &analysis;
  mlir::RewriterBase::Listener *next;
};

// While it lives, the static functions of ValueBoundsConstraintSet on this thread use this analysis for
// values that are inside of its root.
class Scope {
public:
  explicit Scope(Analysis &analysis);
  ~Scope();
  Scope(const Scope &) = delete;
  Scope &operator=(const Scope &) = delete;
};

} // namespace calipers

#endif
