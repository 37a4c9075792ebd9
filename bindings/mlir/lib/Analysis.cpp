#include "Questions.h"

#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <numeric>

using namespace mlir;
using presburger::BoundType;

namespace calipers {

Rules::Rules() : rules(calipers_rules_new()) {}

Rules::~Rules() { calipers_rules_free(rules); }

const Rules &Rules::builtin() {
  static const Rules rules;
  return rules;
}

LogicalResult Rules::load(llvm::StringRef path, std::string &error) {
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file) {
    error = path.str() + ": " + file.getError().message();
    return failure();
  }
  const std::string source = (*file)->getBuffer().str();
  return success(calipers_rules_load(rules, path.str().c_str(), source.c_str(), Failure(error)));
}

uint64_t Range::divisor() const {
  return std::gcd(static_cast<uint64_t>(std::abs(modulus)), static_cast<uint64_t>(std::abs(residue)));
}

namespace {

// A number that is the bound; none if it mentions a value.
std::optional<int64_t> constantOf(const calipers_bound *bound) {
  size_t count;
  const calipers_step *steps = calipers_bound_steps(bound, &count);
  if (count != 1 || steps[0].kind != CALIPERS_STEP_CONSTANT)
    return std::nullopt;
  return steps[0].value;
}

// An op with all values that are used in it.
Operation *isolatedAround(Operation *root) {
  while (root && root->getParentOp() && !root->hasTrait<OpTrait::IsIsolatedFromAbove>())
    root = root->getParentOp();
  return root;
}

} // namespace

struct Analysis::Implementation {
  Implementation(Operation *root, const Options &options)
      : Implementation(root, options, options.rules ? *options.rules : Rules::builtin()) {}

  Implementation(Operation *root, const Options &options, const Rules &rules)
      : program(isolatedAround(root), rules.get()) {
    const calipers_callbacks callbacks = program.callbacks();
    const uint32_t flags = (options.forRewriting ? CALIPERS_FOR_REWRITING : 0) |
                           (options.unboundedIntegers ? CALIPERS_UNBOUNDED_INTEGERS : 0);
    std::string why;
    analysis.reset(calipers_analysis_new_live(&callbacks, rules.get(), flags, Failure(why)));
  }

  calipers_point point(Operation *before) {
    if (!before)
      return {CALIPERS_DEFAULT, 0};
    return {CALIPERS_BEFORE, program.numberOf(before)};
  }

  // The inclusive bound of a term at a point, if it is a number.
  std::optional<int64_t> constant(uint32_t kind, const calipers_expression *term,
                                  calipers_point point, Effort effort, std::string &why) {
    int64_t number;
    if (effort == Effort::Quick) {
      const bool isFound = calipers_analysis_quick_bound(analysis.get(), kind, term, point, &number,
                                                         Failure(why));
      return isFound ? std::optional<int64_t>(number) : std::nullopt;
    }
    const OwnedBound bound(calipers_analysis_bound_where(analysis.get(), kind, term, point, nullptr,
                                                         nullptr, Failure(why)));
    return bound ? constantOf(bound.get()) : std::nullopt;
  }

  // The quick bound of a value or dimension at its definition. Both ends of each are kept until something changes: they
  // also decide whether it equals a number.
  std::optional<int64_t> quickConstant(uint32_t kind, std::pair<uint32_t, uint32_t> column,
                                       const calipers_expression *term, std::string &why) {
    if (kind == CALIPERS_EQUAL) {
      const std::optional<int64_t> lower = quickConstant(CALIPERS_LOWER, column, term, why);
      if (!lower || quickConstant(CALIPERS_UPPER, column, term, why) != lower)
        return std::nullopt;
      return lower;
    }
    std::optional<End> &end = ends[column][kind == CALIPERS_UPPER];
    if (!end) {
      std::optional<int64_t> found =
          constant(kind, term, {CALIPERS_DEFAULT, 0}, Effort::Quick, why);
      end = {found, why};
    }
    why = end->why;
    return end->number;
  }

  // Forgets what was derived from the program.
  void changed() {
    ends.clear();
    program.changed();
  }

  // After a change, forgets everything if an interface may have read what has changed.
  void reportElsewhere() {
    if (program.takeReadElsewhere())
      calipers_analysis_forget(analysis.get(), nullptr);
  }

  // A bound, or why there is none.
  struct End {
    std::optional<int64_t> number;
    std::string why;
  };

  Program program;
  OwnedAnalysis analysis;
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, std::array<std::optional<End>, 2>> ends;
};

namespace {

uint32_t kindOf(BoundType type) {
  switch (type) {
  case BoundType::LB:
    return CALIPERS_LOWER;
  case BoundType::UB:
    return CALIPERS_UPPER;
  default:
    return CALIPERS_EQUAL;
  }
}

// The difference between the bound that was asked for and an inclusive one.
int64_t openingOf(BoundType type, bool closedUB) { return type == BoundType::UB && !closedUB; }

// The value and the dimension that a variable is, if it is a single one; the greatest dimension stands for none.
std::optional<std::pair<uint32_t, uint32_t>> columnOf(Program &program, const Variable &variable) {
  if (!isa<AffineSymbolExpr, AffineDimExpr>(variable.getMap().getResult(0)) ||
      variable.getOperands().size() != 1)
    return std::nullopt;
  auto [value, dim] = variable.getOperands().front();
  return std::make_pair(program.numberOf(value), static_cast<uint32_t>(dim.value_or(UINT32_MAX)));
}

// What a callback needs to admit columns.
struct Admission {
  Program &program;
  Admits admits;
};

bool admitsColumn(void *context, calipers_column column) {
  auto &admission = *static_cast<Admission *>(context);
  Value value = admission.program.value(column.value);
  if (!value)
    return false;
  if (column.kind == CALIPERS_VALUE)
    return admission.admits(value, std::nullopt);
  return column.kind == CALIPERS_DIM && admission.admits(value, column.index);
}

AffineExpr expressionOf(const calipers_bound *bound, MLIRContext *context) {
  size_t count;
  const calipers_step *steps = calipers_bound_steps(bound, &count);
  SmallVector<AffineExpr> stack;
  for (const calipers_step &step : ArrayRef(steps, count)) {
    if (step.kind == CALIPERS_STEP_CONSTANT) {
      stack.push_back(getAffineConstantExpr(step.value, context));
      continue;
    }
    if (step.kind == CALIPERS_STEP_OPERAND) {
      stack.push_back(getAffineSymbolExpr(step.value, context));
      continue;
    }
    AffineExpr rhs = stack.pop_back_val();
    AffineExpr lhs = stack.pop_back_val();
    switch (step.kind) {
    case CALIPERS_STEP_ADD:
      stack.push_back(lhs + rhs);
      break;
    case CALIPERS_STEP_MUL:
      stack.push_back(lhs * rhs);
      break;
    case CALIPERS_STEP_FLOORDIV:
      stack.push_back(lhs.floorDiv(rhs));
      break;
    case CALIPERS_STEP_CEILDIV:
      stack.push_back(lhs.ceilDiv(rhs));
      break;
    default:
      stack.push_back(lhs % rhs);
    }
  }
  return stack.back();
}

std::optional<calipers_operator> operatorOf(Relation relation) {
  switch (relation) {
  case Relation::LT:
    return CALIPERS_LT;
  case Relation::LE:
    return CALIPERS_LE;
  case Relation::EQ:
    return CALIPERS_EQ;
  case Relation::GT:
    return CALIPERS_GT;
  case Relation::GE:
    return CALIPERS_GE;
  case Relation::NE:
    return CALIPERS_NE;
  }
  return std::nullopt;
}

Verdict verdictOf(uint32_t verdict) {
  switch (verdict) {
  case CALIPERS_PROVED:
    return Verdict::Proved;
  case CALIPERS_REFUTED:
    return Verdict::Refuted;
  case CALIPERS_UNREACHABLE:
    return Verdict::Unreachable;
  default:
    return Verdict::Unknown;
  }
}

} // namespace

Analysis::Analysis(Operation *root, const Options &options)
    : own(std::make_unique<Implementation>(root, options)) {}

Analysis::~Analysis() = default;

Operation *Analysis::root() const { return own->program.root(); }

FailureOr<int64_t> Analysis::constantBound(BoundType type, const Variable &variable, bool closedUB,
                                           Operation *before, Effort effort) {
  Expression term = expressionOf(own->program, variable, reason);
  if (!term)
    return failure();
  std::optional<std::pair<uint32_t, uint32_t>> column;
  if (effort == Effort::Quick && !before)
    column = columnOf(own->program, variable);
  const std::optional<int64_t> constant =
      column ? own->quickConstant(kindOf(type), *column, term.get(), reason)
             : own->constant(kindOf(type), term.get(), own->point(before), effort, reason);
  int64_t result;
  if (!constant || llvm::AddOverflow(*constant, openingOf(type, closedUB), result))
    return failure();
  return result;
}

LogicalResult Analysis::bound(AffineMap &map, ValueDimList &operands, BoundType type,
                              const Variable &variable, Admits admits, bool closedUB,
                              Operation *before) {
  Expression term = expressionOf(own->program, variable, reason);
  if (!term)
    return failure();
  Admission admission = {own->program, admits};
  const OwnedBound bound(calipers_analysis_bound_where(own->analysis.get(), kindOf(type), term.get(),
                                                       own->point(before), admitsColumn, &admission,
                                                       Failure(reason)));
  if (!bound)
    return failure();
  size_t count;
  const calipers_column *columns = calipers_bound_operands(bound.get(), &count);
  operands.clear();
  for (const calipers_column &column : ArrayRef(columns, count)) {
    std::optional<int64_t> dim;
    if (column.kind == CALIPERS_DIM)
      dim = column.index;
    operands.push_back({own->program.value(column.value), dim});
  }
  map = AffineMap::get(0, count,
                       expressionOf(bound.get(), variable.getContext()) + openingOf(type, closedUB));
  return success();
}

LogicalResult Analysis::scalableBound(AffineMap &map, BoundType type, const Variable &variable,
                                      unsigned vscaleMin, unsigned vscaleMax, bool closedUB) {
  Expression term = expressionOf(own->program, variable, reason);
  if (!term)
    return failure();
  std::vector<calipers_value> scales;
  root()->walk([&](Operation *op) {
    if (op->getName().getStringRef() == "vector.vscale")
      scales.push_back(own->program.numberOf(op->getResult(0)));
  });
  const calipers_scale scale = {scales.data(), scales.size(), vscaleMin, vscaleMax};
  const OwnedBound bound(calipers_analysis_scalable_bound(
      own->analysis.get(), kindOf(type), term.get(), {CALIPERS_DEFAULT, 0}, scale, Failure(reason)));
  if (!bound)
    return failure();
  size_t count;
  calipers_bound_operands(bound.get(), &count);
  map = AffineMap::get(0, count,
                       expressionOf(bound.get(), variable.getContext()) + openingOf(type, closedUB));
  return success();
}

Verdict Analysis::compare(const Variable &lhs, Relation relation, const Variable &rhs,
                          Operation *before) {
  Expression a = expressionOf(own->program, lhs, reason);
  Expression b = a ? expressionOf(own->program, rhs, reason) : nullptr;
  Expression condition = b ? apply(*operatorOf(relation), {a.get(), b.get()}, reason) : nullptr;
  uint32_t verdict = CALIPERS_UNKNOWN;
  if (condition)
    calipers_analysis_prove(own->analysis.get(), condition.get(), own->point(before), &verdict,
                            Failure(reason));
  return verdictOf(verdict);
}

Range Analysis::range(const Variable &variable, Operation *before) {
  Expression term = expressionOf(own->program, variable, reason);
  calipers_range found;
  Range range;
  if (!term || !calipers_analysis_range(own->analysis.get(), term.get(), own->point(before), &found,
                                        Failure(reason)))
    return range;
  if (found.has_lower)
    range.lower = found.lower;
  if (found.has_upper)
    range.upper = found.upper;
  range.isEmpty = found.is_empty;
  range.modulus = found.modulus;
  range.residue = found.residue;
  return range;
}

std::optional<ConstantIntRanges> Analysis::range(Value value, Operation *before) {
  const unsigned width = ConstantIntRanges::getStorageBitwidth(value.getType());
  if (width == 0 || width > 64 || !value.getType().isIntOrIndex())
    return std::nullopt;
  const Range sign = range(Variable(value), before);
  if (sign.isEmpty)
    return std::nullopt;
  const auto least = APInt::getSignedMinValue(width), most = APInt::getSignedMaxValue(width);
  auto end = [&](std::optional<int64_t> bound, const APInt &otherwise) {
    return bound ? APInt(width, *bound, /*isSigned=*/true, /*implicitTrunc=*/true) : otherwise;
  };
  ConstantIntRanges ranges =
      ConstantIntRanges::fromSigned(end(sign.lower, least), end(sign.upper, most));
  if (value.getType().isIndex())
    return ranges;
  Failure failure(reason);
  const calipers_column column = {CALIPERS_UNSIGNED, own->program.numberOf(value), 0};
  const Expression term(calipers_expression_column(column, failure));
  calipers_range found;
  if (!term || !calipers_analysis_range(own->analysis.get(), term.get(), own->point(before), &found,
                                        failure))
    return ranges;
  const auto zero = APInt::getZero(width), all = APInt::getMaxValue(width);
  auto unsignedEnd = [&](bool has, int64_t bound, const APInt &otherwise) {
    return has ? APInt(width, bound, false, /*implicitTrunc=*/true) : otherwise;
  };
  return ranges.intersection(
      ConstantIntRanges::fromUnsigned(unsignedEnd(found.has_lower, found.lower, zero),
                                      unsignedEnd(found.has_upper, found.upper, all)));
}

std::vector<std::optional<ConstantIntRanges>> Analysis::ranges(llvm::ArrayRef<WordQuery> queries,
                                                               unsigned sweeps) {
  std::vector<calipers_word_query> asked;
  for (const WordQuery &query : queries)
    asked.push_back({own->program.numberOf(query.value), own->point(query.before)});
  std::vector<std::optional<ConstantIntRanges>> found(queries.size());
  std::vector<calipers_word> words(queries.size());
  if (!calipers_analysis_words(own->analysis.get(), own->program.numberOf(root()), sweeps,
                               asked.data(), words.data(), words.size(), Failure(reason)))
    return found;
  for (auto [query, word, range] : llvm::zip_equal(queries, words, found)) {
    const unsigned width =
        ConstantIntRanges::getStorageBitwidth(getElementTypeOrSelf(query.value.getType()));
    if (!word.is_known || width == 0)
      continue;
    auto bits = [&](uint64_t number) { return APInt(width, number, false, /*implicitTrunc=*/true); };
    range = ConstantIntRanges(bits(word.least_unsigned), bits(word.greatest_unsigned),
                              bits(word.least_signed), bits(word.greatest_signed));
  }
  return found;
}

Verdict Analysis::overlap(const HyperrectangularSlice &a, const HyperrectangularSlice &b,
                          Operation *before) {
  const size_t rank = a.getMixedOffsets().size();
  std::vector<Expression> terms;
  for (const HyperrectangularSlice *slice : {&a, &b}) {
    for (size_t dim = 0; dim < rank; ++dim) {
      if (slice->getMixedOffsets().size() != rank)
        return Verdict::Unknown;
      for (OpFoldResult part : {slice->getMixedOffsets()[dim], slice->getMixedSizes()[dim],
                                slice->getMixedStrides()[dim]}) {
        terms.push_back(expressionOf(own->program, Variable(part), reason));
        if (!terms.back())
          return Verdict::Unknown;
      }
    }
  }
  std::vector<const calipers_expression *> pointers;
  for (const Expression &term : terms)
    pointers.push_back(term.get());
  uint32_t verdict = CALIPERS_UNKNOWN;
  calipers_analysis_relate_terms(own->analysis.get(), rank, pointers.data(), CALIPERS_OVERLAPS,
                                 pointers.data() + 3 * rank, own->point(before), &verdict,
                                 Failure(reason));
  return verdictOf(verdict);
}

std::optional<std::string> Analysis::prove(const Variable &lhs, Relation relation,
                                           const Variable &rhs, Operation *before) {
  Expression a = expressionOf(own->program, lhs, reason);
  Expression b = a ? expressionOf(own->program, rhs, reason) : nullptr;
  Expression condition = b ? apply(*operatorOf(relation), {a.get(), b.get()}, reason) : nullptr;
  char *proof = nullptr;
  if (condition)
    calipers_analysis_explain(own->analysis.get(), condition.get(), own->point(before), nullptr,
                              &proof, Failure(reason));
  if (!proof)
    return std::nullopt;
  std::string text = proof;
  calipers_string_free(proof);
  return text;
}

void Analysis::invalidate(Operation *op) {
  own->changed();
  if (own->program.isKnown(op))
    calipers_analysis_op_changed(own->analysis.get(), own->program.numberOf(op), nullptr);
  own->reportElsewhere();
}

void Analysis::inserted(Operation *op) {
  if (!root()->isAncestor(op))
    return;
  own->changed();
  own->program.add(op);
  if (own->program.isKnown(op))
    calipers_analysis_op_inserted(own->analysis.get(), own->program.numberOf(op), nullptr);
  own->reportElsewhere();
}

void Analysis::moved(Operation *op, Block *from) {
  std::optional<uint32_t> block = own->program.numberIfKnown(from);
  if (!own->program.isKnown(op) || !block) {
    inserted(op);
    return;
  }
  // An op that has left the root may come back.
  if (!root()->isAncestor(op)) {
    invalidateAll();
    return;
  }
  own->changed();
  calipers_analysis_op_moved(own->analysis.get(), own->program.numberOf(op), *block, nullptr);
  own->reportElsewhere();
}

void Analysis::erased(Operation *op) {
  own->changed();
  if (own->program.isKnown(op))
    calipers_analysis_op_erased(own->analysis.get(), own->program.numberOf(op), nullptr);
  own->reportElsewhere();
  own->program.remove(op);
}

void Analysis::erased(Block *block) {
  invalidateAll();
  own->program.remove(block);
}

void Analysis::invalidateAll() {
  own->changed();
  calipers_analysis_forget(own->analysis.get(), nullptr);
}

void Listener::notifyOperationInserted(Operation *op, OpBuilder::InsertPoint previous) {
  if (previous.isSet())
    analysis.moved(op, previous.getBlock());
  else
    analysis.inserted(op);
  if (next)
    next->notifyOperationInserted(op, previous);
}

void Listener::notifyOperationModified(Operation *op) {
  analysis.invalidate(op);
  if (next)
    next->notifyOperationModified(op);
}

void Listener::notifyOperationReplaced(Operation *op, ValueRange replacement) {
  if (next)
    next->notifyOperationReplaced(op, replacement);
}

void Listener::notifyOperationReplaced(Operation *op, Operation *replacement) {
  if (next)
    next->notifyOperationReplaced(op, replacement);
}

void Listener::notifyOperationErased(Operation *op) {
  analysis.erased(op);
  if (next)
    next->notifyOperationErased(op);
}

void Listener::notifyBlockInserted(Block *block, Region *previous, Region::iterator previousIt) {
  // A block that moves takes all that is in it to another place.
  if (previous)
    analysis.invalidateAll();
  else if (Operation *parent = block->getParentOp())
    analysis.invalidate(parent);
  if (next)
    next->notifyBlockInserted(block, previous, previousIt);
}

void Listener::notifyBlockErased(Block *block) {
  analysis.erased(block);
  if (next)
    next->notifyBlockErased(block);
}

void Listener::notifyPatternBegin(const Pattern &pattern, Operation *op) {
  if (next)
    next->notifyPatternBegin(pattern, op);
}

void Listener::notifyPatternEnd(const Pattern &pattern, LogicalResult status) {
  if (next)
    next->notifyPatternEnd(pattern, status);
}

void Listener::notifyMatchFailure(Location location, function_ref<void(Diagnostic &)> why) {
  if (next)
    next->notifyMatchFailure(location, why);
}

} // namespace calipers
