// Asks about a program in MLIR's own IR: walks an mlir::Operation and prints the range of every index value and every
// dynamic dimension. Reads a file that MLIR can parse.
#include "calipers.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <string>
#include <vector>

namespace {

// An argument that ends the program where a call has failed.
class Check {
  calipers_error *error = nullptr;

public:
  operator calipers_error **() { return &error; }
  ~Check() {
    if (error) {
      llvm::errs() << calipers_error_message(error) << "\n";
      std::exit(1);
    }
  }
};

template <typename T> std::string textOf(T thing) {
  std::string text;
  llvm::raw_string_ostream(text) << thing;
  return text;
}

// Converts a program for Calipers, op by op. Each type and attribute is parsed once.
class Mirror {
public:
  explicit Mirror(mlir::ModuleOp program) : module(calipers_module_new()) {
    calipers_op top;
    calipers_block block;
    calipers_module_top(module, &top, Check());
    calipers_module_block(module, top, 0, 0, &block, Check());
    for (mlir::Operation &op : *program.getBody())
      create(op, block);
    // Uses may come before definitions in another block's order.
    for (auto [op, own] : ops) {
      std::vector<calipers_value> operands;
      for (mlir::Value operand : op->getOperands())
        operands.push_back(values.lookup(operand));
      calipers_module_set_operands(module, own, operands.data(), operands.size(), Check());
      std::vector<calipers_block> successors;
      for (mlir::Block *successor : op->getSuccessors())
        successors.push_back(blocks.lookup(successor));
      calipers_module_set_successors(module, own, successors.data(), successors.size(), Check());
    }
  }
  ~Mirror() { calipers_module_free(module); }

  calipers_module *module;
  llvm::DenseMap<mlir::Value, calipers_value> values;

private:
  calipers_type typeOf(mlir::Type type) {
    auto [found, isNew] = types.try_emplace(type, 0);
    if (isNew)
      calipers_module_type(module, textOf(type).c_str(), &found->second, Check());
    return found->second;
  }

  std::vector<calipers_type> typesOf(mlir::TypeRange range) {
    std::vector<calipers_type> found;
    for (mlir::Type type : range)
      found.push_back(typeOf(type));
    return found;
  }

  void create(mlir::Operation &op, calipers_block into) {
    std::string name = op.getName().getStringRef().str();
    std::vector<std::string> names;
    std::vector<calipers_attribute> read;
    for (mlir::NamedAttribute attribute : op.getAttrDictionary()) {
      calipers_attribute value;
      calipers_error *error = nullptr;
      if (calipers_module_attribute(module, textOf(attribute.getValue()).c_str(), &value, &error)) {
        names.push_back(attribute.getName().str());
        read.push_back(value);
      } else {
        // Without this attribute the op might have another meaning, so convert it to an unknown op.
        calipers_error_free(error);
        name = "unknown." + name;
      }
    }
    std::vector<calipers_named_attribute> attributes;
    for (size_t n = 0; n < names.size(); ++n)
      attributes.push_back({names[n].c_str(), read[n]});
    const std::vector<calipers_type> results = typesOf(op.getResultTypes());
    const calipers_op_state state = {name.c_str(),   nullptr,           0,
                                     results.data(), results.size(),    attributes.data(),
                                     attributes.size(), op.getNumRegions()};
    calipers_op own;
    calipers_module_add_op(module, into, &state, &own, Check());
    ops.push_back({&op, own});
    for (mlir::OpResult result : op.getResults())
      calipers_module_result(module, own, result.getResultNumber(), &values[result], Check());
    for (mlir::Region &region : op.getRegions()) {
      for (mlir::Block &block : region) {
        const std::vector<calipers_type> arguments = typesOf(block.getArgumentTypes());
        calipers_block added;
        calipers_module_add_block(module, own, region.getRegionNumber(), arguments.data(),
                                  arguments.size(), &added, Check());
        blocks[&block] = added;
        for (mlir::BlockArgument argument : block.getArguments())
          calipers_module_argument(module, added, argument.getArgNumber(), &values[argument],
                                   Check());
        for (mlir::Operation &inner : block)
          create(inner, added);
      }
    }
  }

  llvm::DenseMap<mlir::Type, calipers_type> types;
  llvm::DenseMap<mlir::Block *, calipers_block> blocks;
  std::vector<std::pair<mlir::Operation *, calipers_op>> ops;
};

// Prints the range of a column at the definition of its value.
void tell(calipers_analysis *analysis, calipers_column column) {
  calipers_expression *expression = calipers_expression_column(column, Check());
  calipers_range range;
  calipers_analysis_range(analysis, expression, {CALIPERS_DEFAULT, 0}, &range, Check());
  calipers_expression_free(expression);
  if (range.is_empty) {
    llvm::outs() << " never";
    return;
  }
  llvm::outs() << " [";
  if (range.has_lower)
    llvm::outs() << range.lower;
  llvm::outs() << ", ";
  if (range.has_upper)
    llvm::outs() << range.upper;
  llvm::outs() << "]";
}

} // namespace

int main(int count, char **arguments) {
  mlir::MLIRContext context;
  context.loadDialect<mlir::affine::AffineDialect, mlir::arith::ArithDialect,
                      mlir::func::FuncDialect, mlir::linalg::LinalgDialect,
                      mlir::memref::MemRefDialect, mlir::scf::SCFDialect,
                      mlir::tensor::TensorDialect>();
  context.allowUnregisteredDialects();
  if (count != 2) {
    llvm::errs() << "usage: mlir_ask FILE.mlir\n";
    return 2;
  }
  auto program = mlir::parseSourceFile<mlir::ModuleOp>(arguments[1], &context);
  if (!program)
    return 2;
  Mirror mirror(*program);
  calipers_rules *rules = calipers_rules_new();
  calipers_analysis *analysis = calipers_analysis_new(mirror.module, rules, Check());
  program->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    for (mlir::Value result : op->getResults()) {
      const calipers_value value = mirror.values.lookup(result);
      if (result.getType().isIndex()) {
        llvm::outs() << op->getName();
        tell(analysis, {CALIPERS_VALUE, value, 0});
        llvm::outs() << "\n";
      }
      auto shaped = mlir::dyn_cast<mlir::ShapedType>(result.getType());
      if (!shaped || !shaped.hasRank() || shaped.hasStaticShape())
        continue;
      llvm::outs() << op->getName() << ":";
      for (uint32_t dim = 0; dim < shaped.getRank(); ++dim)
        tell(analysis, {CALIPERS_DIM, value, dim});
      llvm::outs() << "\n";
    }
  });
  calipers_analysis_free(analysis);
  calipers_rules_free(rules);
  return 0;
}
