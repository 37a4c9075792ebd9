#include "Snapshot.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;

namespace calipers {

namespace {

uintptr_t wordOf(const void *pointer) { return reinterpret_cast<uintptr_t>(pointer); }

// A hash: properties need not be unique in a context.
uintptr_t propertiesOf(Operation *op) {
  return op->getPropertiesStorageSize() ? static_cast<size_t>(op->hashProperties()) : 0;
}

// Calls `visit` with every word of the state, until it returns false.
template <typename Visit> bool walk(Operation *op, Visit &visit) {
  const bool isHead = visit(wordOf(op)) && visit(wordOf(op->getName().getAsOpaquePointer())) &&
                      visit(wordOf(op->getRawDictionaryAttrs().getAsOpaquePointer())) &&
                      visit(propertiesOf(op)) &&
                      visit(op->getNumOperands()) && visit(op->getNumResults()) &&
                      visit(op->getNumSuccessors());
  if (!isHead)
    return false;
  for (Value operand : op->getOperands())
    if (!visit(wordOf(operand.getAsOpaquePointer())))
      return false;
  for (Type type : op->getResultTypes())
    if (!visit(wordOf(type.getAsOpaquePointer())))
      return false;
  for (Block *successor : op->getSuccessors())
    if (!visit(wordOf(successor)))
      return false;
  for (Region &region : op->getRegions()) {
    for (Block &block : region) {
      if (!visit(wordOf(&block)) || !visit(block.getNumArguments()))
        return false;
      for (BlockArgument argument : block.getArguments())
        if (!visit(wordOf(argument.getAsOpaquePointer())) ||
            !visit(wordOf(argument.getType().getAsOpaquePointer())))
          return false;
      for (Operation &inner : block)
        if (!walk(&inner, visit))
          return false;
      // No op, block or value has this address.
      if (!visit(1))
        return false;
    }
    if (!visit(2))
      return false;
  }
  return true;
}

} // namespace

Snapshot::Snapshot(Operation *root) {
  auto append = [&](uintptr_t word) {
    state.push_back(word);
    return true;
  };
  walk(root, append);
}

bool Snapshot::isOf(Operation *root) const {
  size_t at = 0;
  auto compare = [&](uintptr_t word) { return at < state.size() && state[at++] == word; };
  return !state.empty() && walk(root, compare) && at == state.size();
}

} // namespace calipers
