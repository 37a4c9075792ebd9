#!/usr/bin/env python3
"""Writes the layouts of op properties in bytecode, from the headers that MLIR installs.

    lab/bytecode_layouts.py /usr/lib/llvm-22/include > crates/bytecode/src/layout/layouts.txt

Each line is the name of an op and its fields in order: `name` is an attribute, `name?` an optional one,
`name:bool` a flag, `name:i32` a number that becomes an i32 attribute, `name[N]` N segment sizes. The sizes are an
attribute before version 6, at the place where `|name` stands.
"""

import pathlib
import re
import sys

READ = re.compile(r"LogicalResult (?:\w+::)*(\w+)::readProperties\(.*?\n}\n", re.S)
FIELD = re.compile(
    r"reader\.read(Optional)?Attribute\(prop\.(\w+)\)"
    r"|auto &propStorage = prop\.(\w+);"
    r"|reader\.(readBool|readSparseArray|readVarInt|readString|readSignedVarInt|readList)\b"
    r"|(readAttribute\(attr\))"
)


# Ops of the dialect `ptr` with optional numbers, which are left out.
OTHERS = {"PtrAddOp", "PtrDiffOp", "GatherOp", "LoadOp", "MaskedLoadOp", "MaskedStoreOp", "ScatterOp", "StoreOp"}


# Ops of Shardy, as JAX 0.10 writes them.
SHARDY = """
sdy.mesh mesh sym_name
sdy.reshard sharding
sdy.sharding_constraint sharding
"""

# Ops of MLIR's own tests, whose headers are not installed.
TESTS = """
test.compare cmp? compose? lhs_map? rhs_map?
test.reflect_bounds smax? smin? umax? umin?
test.constant value
test.reify_bound constant? dim? scalable? type? vscale_max? vscale_min?
test.value_with_bounds max min
test.with_bounds smax smin umax umin
test.with_bounds_region smax smin umax umin
"""


def stem(path):
    return path.parent / path.name.split(".")[0]


def fields_of(op, body, sizes):
    fields, storage = [], None
    for match in FIELD.finditer(body):
        optional, attribute, stored, kind, early = match.groups()
        if attribute:
            fields.append(attribute + ("?" if optional else ""))
        elif stored:
            storage = stored
        elif early:
            fields.append("|" + storage)
        elif kind == "readSparseArray":
            fields.append(f"{storage}[{sizes[op, storage]}]")
        elif kind == "readBool":
            fields.append(f"{storage}:bool")
        elif op not in OTHERS:
            fields.append(f"{storage}:i32")
        else:
            return []
    return fields


def main():
    names, sizes, found = {}, {}, {}
    root = pathlib.Path(sys.argv[1]) / "mlir"
    headers = sorted(root.rglob("*.h.inc"))
    for path in headers:
        text = path.read_text(errors="replace")
        for block in re.split(r"\nclass (?=\w+GenericAdaptorBase \{)", text)[1:]:
            op = re.match(r"(\w+)GenericAdaptorBase", block).group(1)
            key = (stem(path), op)
            literal = re.search(r'getOperationName\(\) \{\s*return ::llvm::StringLiteral\("([^"]+)"', block)
            if literal:
                names[key] = literal.group(1)
            segments = re.findall(r"using (\w+SegmentSizes)Ty = std::array<int32_t, (\d+)>", block)
            for field, size in segments:
                sizes[stem(path), op, field] = int(size)
    for path in sorted(root.rglob("*.cpp.inc")):
        text = path.read_text(errors="replace")
        for match in READ.finditer(text):
            key = (stem(path), match.group(1))
            local = {(op, field): n for (folder, op, field), n in sizes.items() if folder == stem(path)}
            found[names[key]] = fields_of(match.group(1), match.group(0), local)
    lines = [" ".join([name, *fields]) for name, fields in found.items() if fields]
    print("\n".join(sorted(lines + (TESTS.strip() + "\n" + SHARDY.strip()).split("\n"))))


main()
