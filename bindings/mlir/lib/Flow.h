// The control flow of an op without rules, as its interfaces state it.
#ifndef CALIPERS_LIB_FLOW_H
#define CALIPERS_LIB_FLOW_H

#include "Relation.h"

#include "mlir/IR/Operation.h"

namespace calipers {

// An op's interface, unless a dialect has only promised it.
template <typename Interface> Interface interfaceOf(mlir::Operation *op) {
  const std::optional<mlir::RegisteredOperationName> name = op->getRegisteredInfo();
  const mlir::Dialect *dialect = op->getDialect();
  if (!name || !dialect ||
      dialect->hasPromisedInterface(name->getTypeID(), Interface::getInterfaceID()))
    return nullptr;
  return mlir::dyn_cast<Interface>(op);
}

struct Flow {
  // The op of the rules that stands for the flow; empty if none does.
  llvm::StringRef name;
  // The initial values of a loop.
  llvm::SmallVector<mlir::Value> inits;
  // The operands and arguments that are equal because region 0 is entered in one way only.
  llvm::SmallVector<std::pair<mlir::Value, mlir::Value>> entries;
};

Flow flowOf(mlir::Operation *op);

// Adds that arguments of region 0 equal the operands that they are entered with.
void addEntries(const Flow &flow, Relation &within);

// Adds the bounds of induction variables: to `within` for constant steps, to `forward` for steps that are operands, whose
// positions are an attribute then.
void addCounters(mlir::Operation *op, Relation &within, Relation &forward,
                 mlir::NamedAttrList &attributes);

} // namespace calipers

#endif
