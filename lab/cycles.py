#!/usr/bin/env python3
"""Prints the sizes of the groups of files of a crate that use each other in a circle. Fails if a group is too large.

    lab/cycles.py                    the crates of the workspace
    lab/cycles.py CRATE_SOURCE       one crate, with the files of each group

A file uses another if a path that begins with `crate`, `super`, `self` or a module inside it names that file's module or
an item in it. An item that a module passes on with `pub use` belongs to the file that declares it. Methods are not seen.
"""
import glob
import os
import re
import sys

# The largest group of files that use each other in a circle: no larger one can be read alone.
LIMIT = 8

PASSED_ON = re.compile(r"^\s*pub(?:\([^)]*\))?\s+use\s+([^;]+);", re.M)
USE = re.compile(r"^\s*(?:pub(?:\([^)]*\))?\s+)?use\s+([^;]+);", re.M)
PATH = re.compile(r"(?<![\w:])(\w+(?:::\w+)+)")


def module_of(root, path):
    """The path of a module in its crate."""
    parts = os.path.relpath(path, root)[: -len(".rs")].split(os.sep)
    if parts[-1] in ("mod", "lib", "main"):
        parts.pop()
    return tuple(parts)


def expand(text):
    """The paths in a use tree: `a::{b, c::d}` has two."""
    text = re.sub(r"\s+as\s+\w+|\s+", "", text)

    def tree(text):
        parts, depth, start = [], 0, 0
        for at, character in enumerate(text):
            depth += {"{": 1, "}": -1}.get(character, 0)
            if character == "," and depth == 0:
                parts.append(text[start:at])
                start = at + 1
        parts.append(text[start:])
        for part in filter(None, parts):
            head, brace, rest = part.partition("{")
            if not brace:
                yield part
            else:
                for inner in tree(rest[: rest.rindex("}")]):
                    yield head + inner

    return list(tree(text))


def without_tests(text):
    text = re.sub(r"//[^\n]*", "", text)
    # A visibility names a module without using it.
    text = re.sub(r"pub\(in [\w:]+\)", "pub", text)
    at = text.find("#[cfg(test)]\nmod ")
    return text if at < 0 else text[:at]


class Crate:
    def __init__(self, root):
        paths = glob.glob(os.path.join(root, "**", "*.rs"), recursive=True)
        self.texts = {module_of(root, path): without_tests(open(path).read()) for path in paths}
        self.passed_on = {}
        for module, text in self.texts.items():
            for found in PASSED_ON.finditer(text):
                for path in expand(found.group(1)):
                    self.passed_on[module, path.rsplit("::", 1)[-1]] = path

    def resolve(self, module, path, depth=0):
        """The module that declares what a path names."""
        parts = path.split("::")
        at = list(module)
        if parts[0] == "crate":
            at = []
            parts.pop(0)
        while parts and parts[0] in ("super", "self"):
            if parts.pop(0) == "super" and at:
                at.pop()
        while parts and tuple(at + [parts[0]]) in self.texts:
            at.append(parts.pop(0))
        passed_on = self.passed_on.get((tuple(at), parts[0])) if parts else None
        if passed_on and depth < 5:
            if not re.match(r"(crate|super|self)\b", passed_on):
                passed_on = "self::" + passed_on
            return self.resolve(tuple(at), passed_on, depth + 1)
        return tuple(at)

    def is_inside(self, module, first):
        return first in ("crate", "super", "self") or module + (first,) in self.texts

    def edges(self):
        edges = {}
        for module, text in self.texts.items():
            paths = [path for found in USE.finditer(text) for path in expand(found.group(1))]
            paths += PATH.findall(USE.sub("", PASSED_ON.sub("", text)))
            paths = [path for path in paths if self.is_inside(module, path.split("::")[0])]
            used = {self.resolve(module, path) for path in paths}
            edges[module] = {other for other in used if other in self.texts and other != module}
        return edges


def components(edges):
    """The strongly connected components, by Tarjan's algorithm."""
    sys.setrecursionlimit(10000)
    number, low, stack, found = {}, {}, [], []

    def visit(node):
        number[node] = low[node] = len(number)
        stack.append(node)
        for other in edges[node]:
            if other not in number:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], number[other])
        if low[node] == number[node]:
            at = stack.index(node)
            found.append(stack[at:])
            del stack[at:]

    for node in sorted(edges):
        if node not in number:
            visit(node)
    return found


def main():
    roots = sys.argv[1:] or sorted(glob.glob("crates/*/src")) + ["src"]
    failed = False
    for root in roots:
        root = root.rstrip("/")
        crate = Crate(root)
        groups = [group for group in components(crate.edges()) if len(group) > 1]
        sizes = sorted((len(group) for group in groups), reverse=True)
        too_large = bool(sizes) and sizes[0] > LIMIT
        failed |= too_large
        remark = f", more than {LIMIT}" if too_large else ""
        print(f"{root}: {len(crate.texts)} files, groups of {sizes}{remark}")
        if len(roots) == 1:
            for group in sorted(groups, key=len, reverse=True):
                print("  " + " ".join("::".join(module) or "crate" for module in sorted(group)))
    sys.exit(failed)


if __name__ == "__main__":
    main()
