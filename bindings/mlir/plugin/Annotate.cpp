// `calipers-annotate`: remarks on the ranges of integers and of dynamic sizes.
#include "Pass.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace calipers {

namespace {

std::string textOf(const Range &range) {
  if (range.isEmpty)
    return "never reached";
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << (range.lower ? "[" : "[-inf");
  if (range.lower)
    stream << *range.lower;
  stream << ", ";
  if (range.upper)
    stream << *range.upper;
  else
    stream << "+inf";
  stream << "]";
  if (range.modulus > 1) {
    stream << " " << range.modulus << "k";
    if (range.residue != 0)
      stream << "+" << range.residue;
  }
  return stream.str();
}

class Annotate : public RulesPass<Annotate, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Annotate)

  Annotate() = default;
  Annotate(const Annotate &other) : RulesPass(other) {}

  llvm::StringRef getArgument() const override { return "calipers-annotate"; }
  llvm::StringRef getDescription() const override {
    return "Remarks on the ranges of integers and of dynamic sizes";
  }

  void runOnOperation() override {
    Analysis analysis(getOperation(), options());
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (BlockArgument argument : block.getArguments())
            remark(op, "argument #" + std::to_string(argument.getArgNumber()), argument, analysis);
      if (op->hasTrait<OpTrait::ConstantLike>())
        return;
      for (OpResult result : op->getResults())
        remark(op, "result #" + std::to_string(result.getResultNumber()), result, analysis);
    });
    markAllAnalysesPreserved();
  }

private:
  static void remark(Operation *op, const std::string &name, Value value, Analysis &analysis) {
    if (value.getType().isIntOrIndex() && !value.getType().isInteger(1)) {
      tell(op, name, analysis.range(Variable(value)));
      return;
    }
    auto shaped = dyn_cast<ShapedType>(value.getType());
    if (!shaped || !shaped.hasRank() || isa<VectorType>(value.getType()))
      return;
    for (int64_t dim = 0; dim < shaped.getRank(); ++dim)
      if (shaped.isDynamicDim(dim))
        tellSize(op, name + " dim " + std::to_string(dim), analysis.range(Variable(value, dim)));
  }

  // That a size is not negative is known of every size.
  static void tellSize(Operation *op, const std::string &name, const Range &range) {
    if (range.isEmpty || range.upper || range.modulus > 1 || !range.lower || *range.lower != 0)
      tell(op, name, range);
  }

  // A remark of the op itself would print the op, with all that is in it, after each range.
  static void tell(Operation *op, const std::string &name, const Range &range) {
    if (range.lower || range.upper || range.isEmpty || range.modulus > 1)
      emitRemark(op->getLoc()) << name << " in " << textOf(range);
  }
};

} // namespace

void registerAnnotate() { PassRegistration<Annotate>(); }

} // namespace calipers
