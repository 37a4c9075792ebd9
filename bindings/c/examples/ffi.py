"""The C interface in a Python program: ffi.py LIBRARY."""

import ctypes as c
import sys

SOURCE = b"""func.func @tile(%n: index, %i: index) {
  %size = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 32)>(%i)[%n]
  %end = arith.addi %i, %size : index
  %twice = arith.addi %end, %end : index
  return
}"""
OPERATORS = "+ * floordiv ceildiv mod truncdiv truncmod min max select <= ==".split()


class Column(c.Structure):
    _fields_ = [("kind", c.c_uint32), ("value", c.c_uint32), ("index", c.c_uint32)]


class Point(c.Structure):
    _fields_ = [("place", c.c_uint32), ("op", c.c_uint32)]


class Node(c.Structure):
    _fields_ = [
        ("kind", c.c_uint32),
        ("op", c.c_uint32),
        ("column", Column),
        ("integer", c.c_char_p),
        ("operands", c.POINTER(c.c_uint32)),
        ("operand_count", c.c_size_t),
    ]


def text(nodes, number):
    node = nodes[number]
    if node.kind == 0:
        return node.integer.decode()
    if node.kind == 1:
        return f"value {node.column.value}"
    operands = (text(nodes, node.operands[at]) for at in range(node.operand_count))
    return f"({OPERATORS[node.op]} {' '.join(operands)})"


def main():
    library = c.CDLL(sys.argv[1])
    error = c.c_void_p()
    library.calipers_error_message.restype = c.c_char_p

    def call(name, restype, *arguments):
        function = getattr(library, name)
        function.restype = restype
        result = function(*arguments, c.byref(error))
        if error:
            raise RuntimeError(library.calipers_error_message(error).decode())
        return result

    library.calipers_rules_new.restype = c.c_void_p
    rules = c.c_void_p(library.calipers_rules_new())
    module = c.c_void_p(call("calipers_module_parse", c.c_void_p, SOURCE, b"tile.mlir"))
    analysis = c.c_void_p(call("calipers_analysis_new", c.c_void_p, module, rules))

    def value(name):
        number = c.c_uint32()
        call("calipers_module_find_value", c.c_bool, module, name, c.byref(number))
        return Column(0, number, 0)

    term = c.c_void_p(call("calipers_expression_column", c.c_void_p, value(b"%twice")))
    columns = (Column * 1)(value(b"%n"))
    bound = c.c_void_p(
        call("calipers_analysis_bound", c.c_void_p, analysis, 1, term, Point(0, 0), columns, c.c_size_t(1))
    )
    count = c.c_size_t()
    library.calipers_expression_nodes.restype = c.POINTER(Node)
    print("%twice <=", text(library.calipers_expression_nodes(bound, c.byref(count)), 0))
    for kind, handle in [("expression", bound), ("expression", term), ("analysis", analysis), ("module", module), ("rules", rules)]:
        getattr(library, f"calipers_{kind}_free")(handle)


if __name__ == "__main__":
    main()
