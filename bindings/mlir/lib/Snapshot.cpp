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

// The ends of the lists of blocks and of ops. No op and no block has such an address.
constexpr uintptr_t endOfBlock = 1, endOfRegion = 2;

// Calls `visit` with the words of the state, in pieces whose sizes `reserve` is told before, until one of them returns
// false. A static call compares a whole function, so this reads each op in few instructions.
template <typename Reserve, typename Visit> bool walk(Operation *op, Reserve reserve, Visit visit) {
  llvm::MutableArrayRef<OpOperand> operands = op->getOpOperands();
  const unsigned results = op->getNumResults(), successors = op->getNumSuccessors();
  llvm::MutableArrayRef<Region> regions = op->getRegions();
  if (!reserve(6 + operands.size() + results + successors) || !visit(wordOf(op)) ||
      !visit(wordOf(op->getName().getAsOpaquePointer())) ||
      !visit(wordOf(op->getRawDictionaryAttrs().getAsOpaquePointer())) ||
      !visit(propertiesOf(op)) || !visit(uintptr_t(operands.size()) << 32 | results) ||
      !visit(uintptr_t(successors) << 32 | regions.size()))
    return false;
  for (OpOperand &operand : operands)
    if (!visit(wordOf(operand.get().getAsOpaquePointer())))
      return false;
  for (unsigned at = 0; at < results; ++at)
    if (!visit(wordOf(op->getResult(at).getType().getAsOpaquePointer())))
      return false;
  for (unsigned at = 0; at < successors; ++at)
    if (!visit(wordOf(op->getSuccessor(at))))
      return false;
  for (Region &region : regions) {
    for (Block &block : region) {
      Block::BlockArgListType arguments = block.getArguments();
      if (!reserve(2 + 2 * arguments.size()) || !visit(wordOf(&block)) || !visit(arguments.size()))
        return false;
      for (BlockArgument argument : arguments)
        if (!visit(wordOf(argument.getAsOpaquePointer())) ||
            !visit(wordOf(argument.getType().getAsOpaquePointer())))
          return false;
      for (Operation &inner : block)
        if (!walk(&inner, reserve, visit))
          return false;
      if (!reserve(1) || !visit(endOfBlock))
        return false;
    }
    if (!reserve(1) || !visit(endOfRegion))
      return false;
  }
  return true;
}

} // namespace

Snapshot::Snapshot(Operation *root) {
  walk(
      root, [](size_t) { return true; },
      [&](uintptr_t word) {
        state.push_back(word);
        return true;
      });
}

bool Snapshot::isOf(Operation *root) const {
  const uintptr_t *at = state.data(), *end = at + state.size();
  return !state.empty() &&
         walk(
             root, [&](size_t count) { return count <= static_cast<size_t>(end - at); },
             [&](uintptr_t word) { return *at++ == word; }) &&
         at == end;
}

} // namespace calipers
