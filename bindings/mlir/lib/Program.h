// An mlir::Operation as a live program of the C interface: numbers for what is in it, and the callbacks.
#ifndef CALIPERS_LIB_PROGRAM_H
#define CALIPERS_LIB_PROGRAM_H

#include "Interfaces.h"

#include "calipers.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <string>
#include <utility>
#include <vector>

namespace calipers {

// Things with numbers from 0 in the order of their first mention.
template <typename T> class Numbering {
public:
  uint32_t numberOf(T thing) {
    auto [at, isNew] = numbers.try_emplace(thing, static_cast<uint32_t>(things.size()));
    if (isNew)
      things.push_back(thing);
    return at->second;
  }
  std::optional<uint32_t> find(T thing) const {
    auto at = numbers.find(thing);
    return at == numbers.end() ? std::nullopt : std::optional<uint32_t>(at->second);
  }
  T operator[](uint32_t number) const { return number < things.size() ? things[number] : T(); }
  // The number is not used again: the memory of the thing may be.
  void erase(T thing) {
    auto at = numbers.find(thing);
    if (at == numbers.end())
      return;
    things[at->second] = T();
    numbers.erase(at);
  }
  // Takes a number that stands for no thing.
  void skip() { things.push_back(T()); }

private:
  llvm::DenseMap<T, uint32_t> numbers;
  std::vector<T> things;
};

// What is inside of an op, which the analysis reads in place. The ops directly in a module are numbered as a whole when
// one of their values is first mentioned, so that numbers follow the order of the program whatever is asked first.
class Program {
public:
  // Without a root there are no values, for questions about numbers alone.
  Program(mlir::Operation *root, const calipers_rules *rules);
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;

  calipers_callbacks callbacks();

  mlir::Operation *root() const { return rootOp; }
  bool contains(mlir::Value value) const;

  uint32_t numberOf(mlir::Value value);
  uint32_t numberOf(mlir::Operation *op);
  mlir::Value value(uint32_t number) const { return values[number]; }
  mlir::Operation *op(uint32_t number) const { return ops[number]; }

  // Whether the analysis may have read the op.
  bool isKnown(mlir::Operation *op) const { return ops.find(op).has_value(); }
  std::optional<uint32_t> numberIfKnown(mlir::Block *block) const { return blocks.find(block); }
  // Numbers a new op with everything in it.
  void add(mlir::Operation *op);
  // Forgets an op with everything in it, before it is erased.
  void remove(mlir::Operation *op);
  // Forgets a block that is erased.
  void remove(mlir::Block *block);
  // Forgets what was derived from ops, before or after any change.
  void changed() {
    propertiesOf = nullptr;
    descriptions.clear();
  }
  // Whether an interface may have read more than its op since the last call.
  bool takeReadElsewhere() { return std::exchange(hasReadElsewhere, false); }

private:
  mlir::Operation *outermostAround(mlir::Operation *op) const;
  void numberAround(mlir::Operation *op);
  void numberWithin(mlir::Operation *op);
  uint32_t numberOf(mlir::Block *block);
  uint32_t numberOf(mlir::Region *region);
  mlir::Attribute attribute(mlir::Operation *op, llvm::StringRef name);
  bool hasRules(mlir::OperationName name);
  // What the interfaces of an op without rules state; null if nothing.
  const Description *descriptionOf(mlir::Operation *op);

  bool view(uint32_t number, calipers_value_view &view);
  bool view(uint32_t number, calipers_op_view &view);
  bool view(uint32_t number, calipers_block_view &view);
  bool view(uint32_t number, calipers_region_view &view);
  bool view(mlir::Attribute attribute, calipers_attribute_view &view);
  bool usersOf(uint32_t number, const calipers_op **found, size_t &count);
  uint32_t symbol(uint32_t from, llvm::StringRef name);
  bool location(uint32_t number, calipers_location_view &view);
  bool nameOf(uint32_t number, calipers_text &text);
  template <typename T> bool print(T thing, calipers_text &text);

  mlir::Operation *rootOp;
  const calipers_rules *rules;
  llvm::DenseMap<mlir::OperationName, bool> mentioned;
  // Whether op, region and block 0 are those of a module around the root that only the analysis sees.
  bool virtualTop;
  Numbering<mlir::Value> values;
  Numbering<mlir::Operation *> ops;
  Numbering<mlir::Block *> blocks;
  Numbering<mlir::Region *> regions;
  Numbering<mlir::Type> types;
  Numbering<mlir::Attribute> attributes;
  llvm::DenseSet<mlir::Operation *> numbered;

  llvm::DenseMap<mlir::Operation *, std::unique_ptr<Description>> descriptions;
  bool hasReadElsewhere = false;
  mlir::Operation *propertiesOf = nullptr;
  mlir::DictionaryAttr properties;

  // What the last callback returned.
  std::vector<uint32_t> first, second, third, fourth;
  std::vector<calipers_span> spans;
  std::vector<int64_t> integers;
  std::string text;
};

} // namespace calipers

#endif
