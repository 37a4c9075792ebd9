#!/usr/bin/env python3
"""Writes the ONNX models in tests/onnx. Needs the package `onnx` from PyPI.

usage: onnx_models.py DIRECTORY
"""
import pathlib
import sys

import onnx
from onnx import TensorProto, helper, numpy_helper
import numpy


def constant(name, values):
    return numpy_helper.from_array(numpy.array(values, dtype=numpy.int64), name)


def weights(name, *shape):
    return numpy_helper.from_array(numpy.zeros(shape, dtype=numpy.float32), name)


def value(name, shape, kind=TensorProto.FLOAT):
    return helper.make_tensor_value_info(name, kind, shape)


def attention():
    """Heads are split by a shape that is computed from the input's, and merged again."""
    node = helper.make_node
    nodes = [
        node("MatMul", ["x", "w"], ["q"]),
        node("Shape", ["x"], ["shape"]),
        node("Gather", ["shape", "zero"], ["batch"]),
        node("Gather", ["shape", "one"], ["length"]),
        node("Unsqueeze", ["batch", "axes0"], ["batch1"]),
        node("Unsqueeze", ["length", "axes0"], ["length1"]),
        node("Concat", ["batch1", "length1", "heads"], ["split"], axis=0),
        node("Reshape", ["q", "split"], ["parts"]),
        node("Transpose", ["parts"], ["head"], perm=[0, 2, 1, 3]),
        node("Transpose", ["parts"], ["key"], perm=[0, 2, 3, 1]),
        node("MatMul", ["head", "key"], ["scores"]),
        node("Softmax", ["scores"], ["weights"], axis=-1),
        node("MatMul", ["weights", "head"], ["mixed"]),
        node("Transpose", ["mixed"], ["back"], perm=[0, 2, 1, 3]),
        node("Concat", ["batch1", "length1", "width"], ["merge"], axis=0),
        node("Reshape", ["back", "merge"], ["y"]),
    ]
    constants = [
        weights("w", 64, 64), constant("zero", 0), constant("one", 1), constant("axes0", [0]),
        constant("heads", [8, 8]), constant("width", [64]),
    ]
    return nodes, [value("x", ["batch", "length", 64])], [value("y", None)], constants


def convolution():
    """A convolution, a pool and a flattening, with an unknown number of images."""
    node = helper.make_node
    nodes = [
        node("Conv", ["x", "k", ""], ["c"], pads=[1, 1, 1, 1], strides=[2, 2]),
        node("Relu", ["c"], ["r"]),
        node("MaxPool", ["r"], ["p"], kernel_shape=[2, 2], strides=[2, 2]),
        node("Flatten", ["p"], ["f"], axis=1),
        node("Gemm", ["f", "w"], ["y"], transB=1),
    ]
    inputs = [value("x", ["N", 3, "H", 32])]
    return nodes, inputs, [value("y", ["N", 10])], [weights("k", 16, 3, 3, 3), weights("w", 10, 1024)]


def branch():
    """A branch, an op that is not known, and an input with a default."""
    node = helper.make_node
    then = helper.make_graph([node("Relu", ["x"], ["a"])], "then", [], [value("a", None)])
    other = helper.make_graph([node("Neg", ["x"], ["b"])], "else", [], [value("b", None)])
    nodes = [
        node("If", ["c"], ["chosen"], then_branch=then, else_branch=other),
        node("Custom", ["x"], ["own"], domain="mine", text='say "\u00e9"', factor=1e-5),
        node("Add", ["x", "bias"], ["sum"]),
        node("Slice", ["sum", "start", "end"], ["y"]),
    ]
    inputs = [
        value("x", ["n 1", None]), value("c", [], TensorProto.BOOL), value("bias", [1]),
    ]
    constants = [weights("bias", 1), constant("start", [1]), constant("end", [9])]
    return nodes, inputs, [value("chosen", ["n 1", None]), value("own", [7]), value("y", None)], constants


def ranks():
    """Ranks that depend on lists of axes, where an empty list means all axes, unless an attribute says none."""
    node = helper.make_node
    nodes = [
        node("ReduceSum", ["x", "empty"], ["all"], keepdims=0),
        node("ReduceSum", ["x", "empty"], ["none"], keepdims=0, noop_with_empty_axes=1),
        node("ReduceSum", ["x", "last"], ["one"], keepdims=0, noop_with_empty_axes=1),
        node("ReduceSum", ["x"], ["every"], keepdims=0, noop_with_empty_axes=0),
        node("ReduceMax", ["x"], ["most"], keepdims=0),
        node("Squeeze", ["x", "empty"], ["kept"]),
        node("Squeeze", ["x", "last"], ["dropped"]),
    ]
    attribute = helper.make_attribute("axes", [], attr_type=onnx.AttributeProto.INTS)
    nodes[4].attribute.append(attribute)
    outputs = [value(name, None) for it in nodes for name in it.output]
    return nodes, [value("x", ["N", 3, 1])], outputs, [constant("empty", []), constant("last", [-1])]


def floats(name, values):
    return numpy_helper.from_array(numpy.array(values, dtype=numpy.float32), name)


def control():
    """A loop, a branch with results of the same rank, sums of products, and sizes that are scaled."""
    node = helper.make_node
    body = helper.make_graph(
        [
            node("Relu", ["last"], ["next"]),
            node("Concat", ["list", "list"], ["grown"], axis=0),
            node("Unsqueeze", ["rank_in", "axis"], ["rank_out"]),
            node("Identity", ["go"], ["on"]),
        ],
        "body",
        [
            value("iter", [], TensorProto.INT64), value("go", [], TensorProto.BOOL), value("weights", None),
            value("last", None), value("list", None), value("rank_in", None),
        ],
        [
            value("on", [], TensorProto.BOOL), value("weights", None), value("next", None), value("grown", None),
            value("rank_out", None), value("next", None),
        ],
    )
    then = helper.make_graph([node("Relu", ["x"], ["a"])], "then", [], [value("a", None)])
    other = helper.make_graph([node("Transpose", ["x"], ["b"])], "else", [], [value("b", None)])
    nodes = [
        node("Loop", ["limit", "", "w", "x", "x", "x"], ["same", "last_x", "all", "higher", "steps"], body=body),
        node("If", ["c"], ["turned"], then_branch=then, else_branch=other),
        node("Einsum", ["x", "w"], ["product"], equation="i j, k j -> k i"),
        node("Einsum", ["x", "w"], ["implied"], equation="cj,aj"),
        node("Resize", ["image", "", "scales"], ["larger"]),
        node("Resize", ["image", "", "thirds"], ["open"]),
        node("Resize", ["image", "box", "scales"], ["cut"], coordinate_transformation_mode="tf_crop_and_resize"),
    ]
    inputs = [
        value("x", ["N", 4]), value("c", [], TensorProto.BOOL), value("image", [1, 3, "H", 9]),
    ]
    outputs = [value(name, None) for it in nodes for name in it.output]
    constants = [
        weights("w", 5, 4), constant("limit", 6), constant("axis", [0]), floats("scales", [1, 1, 2, 1.5]),
        floats("thirds", [1, 1, 1 / 3, 1]), floats("box", [0, 0, 0, 0, 1, 1, 0.5, 0.5]),
    ]
    return nodes, inputs, outputs, constants


def main():
    folder = pathlib.Path(sys.argv[1])
    for make in (attention, control, convolution, branch, ranks):
        nodes, inputs, outputs, constants = make()
        graph = helper.make_graph(nodes, make.__name__, inputs, outputs, constants)
        opsets = [helper.make_opsetid("", 17), helper.make_opsetid("mine", 1)]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=8)
        onnx.save(model, str(folder / f"{make.__name__}.onnx"))


if __name__ == "__main__":
    main()
