// The state of an op with everything in it, to find out whether it has changed.
#ifndef CALIPERS_LIB_SNAPSHOT_H
#define CALIPERS_LIB_SNAPSHOT_H

#include "mlir/IR/Operation.h"

#include <vector>

namespace calipers {

// A list of all that an analysis can read. Types, attributes and names are unique in a context, so their addresses say
// what they are, and an address in the list may belong to another op now only if that op is equal.
class Snapshot {
public:
  Snapshot() = default;
  explicit Snapshot(mlir::Operation *root);

  // Whether it is that of the op. Reads only the op, not what was in it before. Costs a walk.
  bool isOf(mlir::Operation *root) const;

private:
  std::vector<uintptr_t> state;
};

} // namespace calipers

#endif
