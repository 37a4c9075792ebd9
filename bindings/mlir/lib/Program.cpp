#include "Program.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace calipers {

namespace {

calipers_text textOf(llvm::StringRef text) { return {text.data(), text.size()}; }

Program &self(void *context) { return *static_cast<Program *>(context); }

// The integers of a list, if all its elements are integers of at most 64 bits.
bool readIntegers(Attribute attribute, std::vector<int64_t> &found) {
  found.clear();
  auto append = [&](auto values) { found.assign(values.begin(), values.end()); };
  if (auto array = dyn_cast<DenseI64ArrayAttr>(attribute))
    return append(array.asArrayRef()), true;
  if (auto array = dyn_cast<DenseI32ArrayAttr>(attribute))
    return append(array.asArrayRef()), true;
  auto array = dyn_cast<ArrayAttr>(attribute);
  if (!array)
    return false;
  for (Attribute element : array) {
    auto integer = dyn_cast<IntegerAttr>(element);
    if (!integer || isa<BoolAttr>(element) || integer.getValue().getBitWidth() > 64)
      return false;
    found.push_back(integer.getValue().getSExtValue());
  }
  return true;
}

} // namespace

Program::Program(Operation *root, const calipers_rules *rules)
    : rootOp(root), rules(rules),
      virtualTop(!root || !isa<ModuleOp>(root) || root->getBlock()) {
  if (virtualTop) {
    ops.skip();
    regions.skip();
    blocks.skip();
    return;
  }
  ops.numberOf(root);
  for (Region &region : root->getRegions()) {
    regions.numberOf(&region);
    for (Block &block : region)
      blocks.numberOf(&block);
  }
}

bool Program::contains(Value value) const {
  Operation *owner = value.getDefiningOp();
  if (!owner)
    owner = cast<BlockArgument>(value).getOwner()->getParentOp();
  return owner && rootOp && rootOp->isAncestor(owner);
}

Operation *Program::outermostAround(Operation *op) const {
  Operation *outermost = virtualTop ? rootOp->getParentOp() : rootOp;
  while (op->getParentOp() && op->getParentOp() != outermost)
    op = op->getParentOp();
  return op;
}

void Program::numberAround(Operation *op) {
  if (!virtualTop && op == rootOp)
    return;
  Operation *around = outermostAround(op);
  if (numbered.insert(around).second)
    numberWithin(around);
}

void Program::numberWithin(Operation *op) {
  ops.numberOf(op);
  for (Region &region : op->getRegions()) {
    regions.numberOf(&region);
    for (Block &block : region) {
      blocks.numberOf(&block);
      for (Value argument : block.getArguments())
        values.numberOf(argument);
      for (Operation &inner : block)
        numberWithin(&inner);
    }
  }
  for (Value result : op->getResults())
    values.numberOf(result);
}

uint32_t Program::numberOf(Value value) {
  if (auto known = values.find(value))
    return *known;
  Operation *owner = value.getDefiningOp();
  if (!owner)
    owner = cast<BlockArgument>(value).getOwner()->getParentOp();
  numberAround(owner);
  return values.numberOf(value);
}

uint32_t Program::numberOf(Operation *op) {
  if (auto known = ops.find(op))
    return *known;
  numberAround(op);
  return ops.numberOf(op);
}

uint32_t Program::numberOf(Block *block) {
  if (virtualTop && block == rootOp->getBlock())
    return 0;
  if (auto known = blocks.find(block))
    return *known;
  numberAround(block->getParentOp());
  return blocks.numberOf(block);
}

uint32_t Program::numberOf(Region *region) {
  if (virtualTop && region == rootOp->getParentRegion())
    return 0;
  if (auto known = regions.find(region))
    return *known;
  numberAround(region->getParentOp());
  return regions.numberOf(region);
}

void Program::add(Operation *op) {
  // The numbers of a function that nothing has asked about are given later, in order.
  if (numbered.contains(outermostAround(op)))
    numberWithin(op);
}

void Program::remove(Operation *op) {
  for (Region &region : op->getRegions()) {
    for (Block &block : region)
      remove(&block);
    regions.erase(&region);
  }
  for (Value result : op->getResults())
    values.erase(result);
  ops.erase(op);
  numbered.erase(op);
  changed();
}

void Program::remove(Block *block) {
  for (Operation &inner : *block)
    remove(&inner);
  for (Value argument : block->getArguments())
    values.erase(argument);
  blocks.erase(block);
}

bool Program::view(uint32_t number, calipers_value_view &view) {
  Value value = values[number];
  if (!value)
    return false;
  view.type = types.numberOf(value.getType());
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    view.is_argument = true;
    view.owner = numberOf(argument.getOwner());
    view.index = argument.getArgNumber();
  } else {
    auto result = cast<OpResult>(value);
    view.is_argument = false;
    view.owner = numberOf(result.getOwner());
    view.index = result.getResultNumber();
  }
  return true;
}

bool Program::view(uint32_t number, calipers_op_view &view) {
  if (number == 0 && virtualTop) {
    first.assign({0});
    view.name = textOf(ModuleOp::getOperationName());
    view.regions = first.data();
    view.region_count = first.size();
    view.block = CALIPERS_NONE;
    return true;
  }
  Operation *op = ops[number];
  if (!op)
    return false;
  view.name = textOf(op->getName().getStringRef());
  llvm::SmallVector<Value> operands(op->getOperands());
  if (const Description *described = descriptionOf(op)) {
    view.name = textOf(described->name);
    operands = described->operands;
  }
  auto fill = [](std::vector<uint32_t> &list, auto range, auto numberOf) {
    list.clear();
    for (auto &&thing : range)
      list.push_back(numberOf(thing));
  };
  fill(first, operands, [&](Value value) { return numberOf(value); });
  fill(second, op->getResults(), [&](Value value) { return numberOf(value); });
  fill(third, op->getRegions(), [&](Region &region) { return numberOf(&region); });
  fill(fourth, op->getSuccessors(), [&](Block *block) { return numberOf(block); });
  spans.assign(op->getNumSuccessors(), calipers_span{0, 0});
  if (auto branch = dyn_cast<BranchOpInterface>(op)) {
    for (auto [at, span] : llvm::enumerate(spans)) {
      SuccessorOperands operands = branch.getSuccessorOperands(at);
      OperandRange forwarded = operands.getForwardedOperands();
      // Arguments that the terminator itself produces have no operands.
      if (operands.getProducedOperandCount() == 0 && !forwarded.empty())
        span = {forwarded.getBeginOperandIndex(), static_cast<uint32_t>(forwarded.size())};
    }
  }
  view.operands = first.data();
  view.operand_count = first.size();
  view.results = second.data();
  view.result_count = second.size();
  view.regions = third.data();
  view.region_count = third.size();
  view.successors = fourth.data();
  view.successor_operands = spans.data();
  view.successor_count = fourth.size();
  const bool isTop = virtualTop ? false : op == rootOp;
  if (isTop)
    view.block = CALIPERS_NONE;
  else if (virtualTop && op == rootOp)
    view.block = 0;
  else
    view.block = op->getBlock() ? numberOf(op->getBlock()) : CALIPERS_NONE;
  return true;
}

bool Program::view(uint32_t number, calipers_block_view &view) {
  first.clear();
  second.clear();
  if (number == 0 && virtualTop) {
    if (rootOp)
      second.push_back(numberOf(rootOp));
  } else {
    Block *block = blocks[number];
    if (!block)
      return false;
    for (Value argument : block->getArguments())
      first.push_back(numberOf(argument));
    // The ops of a module are numbered one by one, each with its insides when it is asked about.
    const bool isOutermost = !virtualTop && block->getParentOp() == rootOp;
    for (Operation &op : *block)
      second.push_back(isOutermost ? ops.numberOf(&op) : numberOf(&op));
    view.region = numberOf(block->getParent());
  }
  view.arguments = first.data();
  view.argument_count = first.size();
  view.ops = second.data();
  view.op_count = second.size();
  return true;
}

bool Program::view(uint32_t number, calipers_region_view &view) {
  first.clear();
  if (number == 0 && virtualTop) {
    first.push_back(0);
    view.parent = 0;
    view.has_ssa_dominance = false;
  } else {
    Region *region = regions[number];
    if (!region)
      return false;
    for (Block &block : *region)
      first.push_back(numberOf(&block));
    view.parent = numberOf(region->getParentOp());
    view.has_ssa_dominance = !mayBeGraphRegion(*region);
  }
  view.blocks = first.data();
  view.block_count = first.size();
  return true;
}

bool Program::hasRules(OperationName name) {
  auto [known, isNew] = mentioned.try_emplace(name, false);
  if (isNew)
    known->second = calipers_rules_mention(rules, name.getStringRef().str().c_str());
  return known->second;
}

const Description *Program::descriptionOf(Operation *op) {
  if (hasRules(op->getName()))
    return nullptr;
  std::unique_ptr<Description> &known = descriptions[op];
  if (!known) {
    known = std::make_unique<Description>(describe(op));
    hasReadElsewhere |= known->readsElsewhere;
  }
  return known->name.empty() ? nullptr : known.get();
}

// Properties that are not attributes are found only in all of them together.
Attribute Program::attribute(Operation *op, llvm::StringRef name) {
  if (const Description *described = descriptionOf(op))
    return described->attributes.get(name);
  if (Attribute found = op->getAttr(name))
    return found;
  if (!op->getPropertiesStorageSize() || op->getInherentAttr(name))
    return {};
  if (propertiesOf != op) {
    propertiesOf = op;
    properties = dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute());
  }
  return properties ? properties.get(name) : Attribute();
}

bool Program::view(Attribute attribute, calipers_attribute_view &view) {
  view.number = attributes.numberOf(attribute);
  view.kind = CALIPERS_ATTRIBUTE_OTHER;
  if (isa<UnitAttr>(attribute)) {
    view.kind = CALIPERS_ATTRIBUTE_UNIT;
  } else if (auto boolean = dyn_cast<BoolAttr>(attribute)) {
    view.kind = CALIPERS_ATTRIBUTE_BOOL;
    view.integer = boolean.getValue();
  } else if (auto integer = dyn_cast<IntegerAttr>(attribute)) {
    if (integer.getValue().getBitWidth() <= 64 && !integer.getType().isUnsignedInteger()) {
      view.kind = CALIPERS_ATTRIBUTE_INTEGER;
      view.integer = integer.getValue().getSExtValue();
    }
  } else if (auto string = dyn_cast<StringAttr>(attribute)) {
    view.kind = CALIPERS_ATTRIBUTE_STRING;
    view.text = textOf(string.getValue());
  } else if (auto symbol = dyn_cast<FlatSymbolRefAttr>(attribute)) {
    view.kind = CALIPERS_ATTRIBUTE_SYMBOL;
    view.text = textOf(symbol.getValue());
  } else if (readIntegers(attribute, integers)) {
    view.kind = CALIPERS_ATTRIBUTE_INTEGERS;
    view.integers = integers.data();
    view.integer_count = integers.size();
  }
  return true;
}

bool Program::usersOf(uint32_t number, const calipers_op **found, size_t &count) {
  Value value = values[number];
  if (!value)
    return false;
  first.clear();
  for (Operation *user : value.getUsers())
    first.push_back(numberOf(user));
  llvm::sort(first);
  first.erase(std::unique(first.begin(), first.end()), first.end());
  *found = first.data();
  count = first.size();
  return true;
}

// Symbols outside of the root are not looked up: another thread may be changing them.
uint32_t Program::symbol(uint32_t from, llvm::StringRef name) {
  Operation *at = ops[from];
  if (!at)
    return CALIPERS_NONE;
  llvm::SmallVector<llvm::StringRef> parts;
  name.split(parts, "::@");
  llvm::SmallVector<FlatSymbolRefAttr> nested;
  for (llvm::StringRef part : llvm::drop_begin(parts))
    nested.push_back(FlatSymbolRefAttr::get(at->getContext(), part.trim('"')));
  auto head = StringAttr::get(at->getContext(), parts.front().trim('"'));
  auto reference = SymbolRefAttr::get(head, nested);
  for (; at && rootOp->isAncestor(at); at = at->getParentOp()) {
    if (!at->hasTrait<OpTrait::SymbolTable>())
      continue;
    if (Operation *found = SymbolTable::lookupSymbolIn(at, reference))
      return numberOf(found);
  }
  return CALIPERS_NONE;
}

bool Program::location(uint32_t number, calipers_location_view &view) {
  Operation *op = ops[number];
  auto location = op ? op->getLoc()->findInstanceOf<FileLineColLoc>() : FileLineColLoc();
  if (!location)
    return false;
  view.file = textOf(location.getFilename().getValue());
  view.line = location.getLine();
  view.column = location.getColumn();
  return true;
}

bool Program::nameOf(uint32_t number, calipers_text &found) {
  Value value = values[number];
  if (!value)
    return false;
  text.clear();
  llvm::raw_string_ostream stream(text);
  value.printAsOperand(stream, OpPrintingFlags());
  stream.flush();
  found = textOf(text);
  return true;
}

template <typename T> bool Program::print(T thing, calipers_text &found) {
  if (!thing)
    return false;
  text.clear();
  llvm::raw_string_ostream stream(text);
  thing.print(stream);
  stream.flush();
  found = textOf(text);
  return true;
}

calipers_callbacks Program::callbacks() {
  calipers_callbacks table;
  table.context = this;
  table.value = [](void *context, calipers_value value, calipers_value_view *view) {
    return self(context).view(value, *view);
  };
  table.op = [](void *context, calipers_op op, calipers_op_view *view) {
    return self(context).view(op, *view);
  };
  table.block = [](void *context, calipers_block block, calipers_block_view *view) {
    return self(context).view(block, *view);
  };
  table.region = [](void *context, calipers_region region, calipers_region_view *view) {
    return self(context).view(region, *view);
  };
  table.type_text = [](void *context, calipers_type type, calipers_text *text) {
    return self(context).print(self(context).types[type], *text);
  };
  table.attribute = [](void *context, calipers_op number, const char *name, size_t size,
                       calipers_attribute_view *view) {
    Operation *op = self(context).ops[number];
    Attribute found = op ? self(context).attribute(op, llvm::StringRef(name, size)) : Attribute();
    return found && self(context).view(found, *view);
  };
  table.attribute_text = [](void *context, calipers_attribute attribute, calipers_text *text) {
    return self(context).print(self(context).attributes[attribute], *text);
  };
  table.symbol = [](void *context, calipers_op from, const char *name, size_t size) {
    return self(context).symbol(from, llvm::StringRef(name, size));
  };
  table.users = [](void *context, calipers_value value, const calipers_op **found, size_t *count) {
    return self(context).usersOf(value, found, *count);
  };
  table.value_name = [](void *context, calipers_value value, calipers_text *text) {
    return self(context).nameOf(value, *text);
  };
  table.location = [](void *context, calipers_op op, calipers_location_view *view) {
    return self(context).location(op, *view);
  };
  return table;
}

} // namespace calipers
