// Rewrites a program at random, and compares each answer of an analysis that listens with that of a fresh one.
// The loops carry no values: which invariants of such values are found may depend on earlier questions.
//
//   listener [SEED [STEPS]]
#include "calipers/ValueBounds.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"

#include <random>

using namespace mlir;
using presburger::BoundType;

namespace {

const char *const source = R"(
func.func @f(%a: index, %b: index, %t: tensor<?x8xf32>, %c: i1) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  %n = tensor.dim %t, %c0 : tensor<?x8xf32>
  %small = arith.minsi %a, %c10 : index
  scf.for %i = %c0 to %n step %c3 {
    %rest = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 3)>(%i)[%n]
    %e = tensor.extract_slice %t[%i, 0] [%rest, 8] [1, 1] : tensor<?x8xf32> to tensor<?x8xf32>
    %d = tensor.dim %e, %c0 : tensor<?x8xf32>
    %p = scf.if %c -> (index) {
      %x = arith.addi %d, %c1 : index
      scf.yield %x : index
    } else {
      %y = arith.maxsi %small, %c0 : index
      scf.yield %y : index
    }
    %m = arith.minsi %p, %c10 : index
    %k = arith.addi %i, %m : index
  }
  %r = arith.addi %n, %small : index
  return %r : index
}
func.func @g(%a: index) -> index {
  %c5 = arith.constant 5 : index
  %r = arith.remui %a, %c5 : index
  cf.br ^next(%r : index)
^next(%x: index):
  %y = arith.addi %x, %c5 : index
  return %y : index
})";

class Rewrites {
public:
  Rewrites(ModuleOp module, RewriterBase &rewriter, unsigned seed)
      : module(module), rewriter(rewriter), random(seed) {}

  // The name of the rewrite that was done.
  std::string step() {
    switch (below(8)) {
    case 0:
      return create();
    case 1:
      return changeOperand();
    case 2:
      return changeConstant();
    case 3:
      return replace();
    case 4:
      return move();
    case 5:
      return erase();
    case 6:
      return split();
    default:
      return clone();
    }
  }

  template <typename T> T pick(const std::vector<T> &things) { return things[below(things.size())]; }

  std::vector<Value> indices() {
    std::vector<Value> found;
    module.walk([&](Operation *op) {
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (Value argument : block.getArguments())
            found.push_back(argument);
      for (Value result : op->getResults())
        found.push_back(result);
    });
    llvm::erase_if(found, [](Value value) { return !value.getType().isIndex(); });
    return found;
  }

private:
  size_t below(size_t limit) { return std::uniform_int_distribution<size_t>(0, limit - 1)(random); }

  std::vector<Operation *> arithmetic() {
    std::vector<Operation *> found;
    module.walk([&](Operation *op) {
      if (isa<arith::AddIOp, arith::MulIOp, arith::MinSIOp, arith::MaxSIOp, arith::RemUIOp>(op))
        found.push_back(op);
    });
    return found;
  }

  // An index that can be used before an op.
  Value valueBefore(Operation *op) {
    DominanceInfo dominance(module);
    std::vector<Value> found = indices();
    llvm::erase_if(found, [&](Value value) {
      return value.getParentRegion()->getParentOfType<func::FuncOp>() !=
                 op->getParentOfType<func::FuncOp>() ||
             !dominance.properlyDominates(value, op);
    });
    return found.empty() ? Value() : pick(found);
  }

  std::string create() {
    Operation *at = pick(arithmetic());
    rewriter.setInsertionPoint(at);
    Value a = valueBefore(at), b = valueBefore(at);
    Location loc = at->getLoc();
    Value made;
    switch (below(4)) {
    case 0:
      made = arith::MinSIOp::create(rewriter, loc, a, b);
      break;
    case 1:
      made = arith::AddIOp::create(rewriter, loc, a, b);
      break;
    case 2: {
      Value limit = arith::ConstantIndexOp::create(rewriter, loc, below(20));
      made = arith::MinSIOp::create(rewriter, loc, a, limit);
      break;
    }
    default: {
      scf::ForOp::create(rewriter, loc, a, b,
                         arith::ConstantIndexOp::create(rewriter, loc, 1 + below(4)), ValueRange(),
                         [&](OpBuilder &builder, Location loc, Value i, ValueRange) {
                           arith::MinSIOp::create(builder, loc, i, a);
                           scf::YieldOp::create(builder, loc);
                         });
      made = a;
    }
    }
    rewriter.modifyOpInPlace(at, [&] { at->setOperand(below(at->getNumOperands()), made); });
    return "create";
  }

  std::string changeOperand() {
    Operation *op = pick(arithmetic());
    Value value = valueBefore(op);
    rewriter.modifyOpInPlace(op, [&] { op->setOperand(below(op->getNumOperands()), value); });
    return "change an operand";
  }

  std::string changeConstant() {
    std::vector<Operation *> found;
    // A dimension that a tensor does not have is undefined behaviour, from which anything follows.
    module.walk([&](arith::ConstantIndexOp op) {
      if (llvm::none_of(op->getUsers(), [](Operation *user) { return isa<tensor::DimOp>(user); }))
        found.push_back(op);
    });
    if (found.empty())
      return "nothing";
    Operation *op = pick(found);
    rewriter.modifyOpInPlace(op, [&] {
      op->setAttr("value", rewriter.getIndexAttr(1 + below(15)));
    });
    return "change a constant";
  }

  std::string replace() {
    Operation *op = pick(arithmetic());
    Value value = valueBefore(op);
    if (arithmetic().size() < 4)
      return "nothing";
    rewriter.replaceOp(op, value);
    return "replace";
  }

  std::string move() {
    Operation *op = pick(arithmetic());
    Operation *before = pick(arithmetic());
    DominanceInfo dominance(module);
    const bool canMove =
        op != before && llvm::all_of(op->getOperands(), [&](Value operand) {
          return dominance.properlyDominates(operand, before);
        }) && llvm::all_of(op->getUsers(), [&](Operation *user) {
          return user == before || dominance.properlyDominates(before, user);
        });
    if (!canMove)
      return "nothing";
    rewriter.moveOpBefore(op, before);
    return "move";
  }

  std::string erase() {
    std::vector<Operation *> dead;
    module.walk([&](Operation *op) {
      if (op->getNumResults() && op->use_empty() && isOpTriviallyDead(op))
        dead.push_back(op);
    });
    if (dead.empty())
      return "nothing";
    rewriter.eraseOp(pick(dead));
    return "erase";
  }

  std::string split() {
    Operation *op = pick(arithmetic());
    if (!isa<func::FuncOp>(op->getParentOp()))
      return "nothing";
    Block *before = op->getBlock();
    Block *after = rewriter.splitBlock(before, op->getIterator());
    rewriter.setInsertionPointToEnd(before);
    cf::BranchOp::create(rewriter, op->getLoc(), after);
    return "split";
  }

  std::string clone() {
    Operation *op = pick(arithmetic());
    rewriter.setInsertionPoint(op);
    Operation *copy = rewriter.clone(*op);
    rewriter.replaceAllUsesWith(op->getResult(0), copy->getResult(0));
    return "clone";
  }

  ModuleOp module;
  RewriterBase &rewriter;
  std::mt19937 random;
};

// The answers to questions about two values, as text.
std::string answers(calipers::Analysis &analysis, Value a, Value b) {
  std::string text;
  for (calipers::Effort effort : {calipers::Effort::Full, calipers::Effort::Quick})
    for (BoundType type : {BoundType::LB, BoundType::UB, BoundType::EQ}) {
      auto bound = analysis.constantBound(type, a, /*closedUB=*/true, nullptr, effort);
      text += (succeeded(bound) ? std::to_string(*bound) : "none") + " ";
    }
  calipers::Range range = analysis.range(calipers::Variable(a));
  text += std::to_string(range.modulus) + "k+" + std::to_string(range.residue);
  if (a.getParentRegion()->getParentOfType<func::FuncOp>() ==
      b.getParentRegion()->getParentOfType<func::FuncOp>())
    text += " " + std::to_string(static_cast<int>(
                      analysis.compare(a, calipers::Relation::LE, b)));
  AffineMap map;
  ValueDimList operands;
  auto isArgument = [](Value value, std::optional<int64_t>) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && isa<func::FuncOp>(argument.getOwner()->getParentOp());
  };
  if (succeeded(analysis.bound(map, operands, BoundType::EQ, a, isArgument)))
    llvm::raw_string_ostream(text) << " " << map;
  return text;
}

} // namespace

int main(int count, char **arguments) {
  const unsigned seed = count > 1 ? std::atoi(arguments[1]) : 1;
  const unsigned steps = count > 2 ? std::atoi(arguments[2]) : 200;
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  unsigned different = 0, asked = 0, static_ = 0;
  // Programs grow, so a few short histories find more than a long one.
  const unsigned length = 40;
  for (unsigned run = 0; run * length < steps; ++run) {
    auto module = parseSourceString<ModuleOp>(source, &context);
    if (!module)
      return 2;
    calipers::Analysis analysis(*module);
    calipers::Listener listener(analysis);
    IRRewriter rewriter(&context, &listener);
    Rewrites rewrites(*module, rewriter, seed + run);
    for (unsigned step = 0; step < length; ++step) {
      const std::string done = rewrites.step();
      if (failed(verify(*module))) {
        llvm::outs() << "run " << run << " step " << step << ": " << done << " made it invalid\n";
        return 2;
      }
      for (unsigned question = 0; question < 4; ++question) {
        Value a = rewrites.pick(rewrites.indices()), b = rewrites.pick(rewrites.indices());
        const std::string kept = answers(analysis, a, b);
        calipers::Analysis fresh(*module);
        const std::string expected = answers(fresh, a, b);
        ++asked;
        if (kept != expected) {
          ++different;
          llvm::outs() << "run " << run << " step " << step << " (" << done << "), " << a << ": "
                       << kept << ", a fresh analysis " << expected << "\n";
        }
        // Static calls find out about changes by themselves.
        auto bound = calipers::ValueBoundsConstraintSet::computeConstantBound(BoundType::UB, a);
        auto quick = fresh.constantBound(BoundType::UB, a, false, nullptr, calipers::Effort::Quick);
        static_ += failed(bound) != failed(quick) || (succeeded(bound) && *bound != *quick);
      }
    }
  }
  llvm::outs() << asked << " questions, " << different << " different, " << static_
               << " different in static calls\n";
  return different || static_;
}
