#include "Questions.h"

using namespace mlir;

namespace calipers {

namespace {

Expression columnOf(Program &program, Value value, std::optional<int64_t> dim, std::string &why) {
  if (!program.contains(value)) {
    why = "a value is not inside of the op that is analyzed";
    return nullptr;
  }
  const calipers_column column = {static_cast<uint32_t>(dim ? CALIPERS_DIM : CALIPERS_VALUE),
                                  program.numberOf(value),
                                  static_cast<uint32_t>(dim.value_or(0))};
  return Expression(calipers_expression_column(column, Failure(why)));
}

// Converts affine expressions, whose depth MLIR limits by what it can parse and simplify.
class Converter {
public:
  Converter(Program &program, const Variable &variable, std::string &why)
      : program(program), variable(variable), why(why) {}

  Expression convert(AffineExpr expression) {
    const unsigned dims = variable.getMap().getNumDims();
    if (auto constant = dyn_cast<AffineConstantExpr>(expression))
      return Expression(calipers_expression_integer(constant.getValue()));
    if (auto dim = dyn_cast<AffineDimExpr>(expression))
      return operand(dim.getPosition());
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expression))
      return operand(dims + symbol.getPosition());
    auto binary = cast<AffineBinaryOpExpr>(expression);
    Expression lhs = convert(binary.getLHS());
    Expression rhs = lhs ? convert(binary.getRHS()) : nullptr;
    if (!rhs)
      return nullptr;
    return apply(operatorOf(binary.getKind()), {lhs.get(), rhs.get()}, why);
  }

private:
  static calipers_operator operatorOf(AffineExprKind kind) {
    switch (kind) {
    case AffineExprKind::Add:
      return CALIPERS_ADD;
    case AffineExprKind::Mul:
      return CALIPERS_MUL;
    case AffineExprKind::FloorDiv:
      return CALIPERS_FLOORDIV;
    case AffineExprKind::CeilDiv:
      return CALIPERS_CEILDIV;
    default:
      return CALIPERS_MOD;
    }
  }

  Expression operand(unsigned at) {
    auto [value, dim] = variable.getOperands()[at];
    return columnOf(program, value, dim, why);
  }

  Program &program;
  const Variable &variable;
  std::string &why;
};

} // namespace

Expression expressionOf(Program &program, const Variable &variable, std::string &why) {
  why.clear();
  return Converter(program, variable, why).convert(variable.getMap().getResult(0));
}

Expression apply(calipers_operator op, std::initializer_list<const calipers_expression *> operands,
                 std::string &why) {
  return Expression(calipers_expression_apply(op, operands.begin(), operands.size(), Failure(why)));
}

} // namespace calipers
