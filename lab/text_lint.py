#!/usr/bin/env python3
"""Finds idioms in comments, documentation and messages that plain technical English does without.

    lab/text_lint.py [PATH...]      lists them, and fails where there are any
    lab/text_lint.py --count        how many there are in each folder

Without paths: the comments and texts of all Rust files, rule files and Markdown pages of the project.
"""
import os
import re
import sys

IDIOMS = [
    r"\b(is|are|was|were|be|being|been) told\b",
    r"\btells? (of|on|that|whether|what|which|how|where|it|them|apart)\b",
    r"\btold (of|about|apart|by|in|that)\b",
    r"\bwhat is known (of|about|there|at|by|here)\b",
    r"\bwhat (it|they) (is|are) known\b",
    r"\bputs? down\b|\bput down\b",
    r"\blet go of\b|\blets go of\b",
    r"\bspoken of\b|\bspeaks? of\b",
    r"\btaken for granted\b",
    r"\b(stands?|standing) (in|at|on|for|behind|before|there|where|beside)\b",
    r"\bno run comes\b|\bruns? comes? (to|there)\b",
    r"\bcontrol comes\b",
    r"\bis seen (to|that|by)\b",
    r"\bleads? (round|back to itself)\b",
    r"\bso that it does not matter\b",
    r"\bas far as (is|it is|they are) known\b",
    r"\bhas to do with\b",
    r"\bone has (in mind|asked)\b",
    r"\bwhat (was|is) (found|asked|said|written|read|left)\b",
    r"\bof which (it|one|there|nothing|none|each|all|some)\b",
    r"\bwhat (has|had) been\b",
    r"\bthe like of\b",
]
PATTERN = re.compile("|".join(f"(?:{idiom})" for idiom in IDIOMS), re.IGNORECASE)
FOLDERS = ["crates", "src", "rules", "docs", "lab", "bindings", "examples"]
PAGES = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]
KINDS = (".rs", ".rules", ".concepts", ".md")


def texts(path):
    """The lines of a file that are prose, with their numbers."""
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if path.endswith(".md"):
                yield number, line
            elif path.endswith(".rs"):
                comment = re.search(r"//[/!]?(.*)", line)
                literal = re.findall(r'"((?:[^"\\]|\\.)*)"', line)
                yield number, " ".join(([comment.group(1)] if comment else []) + literal)
            else:
                comment = re.search(r";(.*)", line)
                yield number, comment.group(1) if comment else ""


def files(paths):
    for path in paths:
        if os.path.isfile(path):
            yield path
        for folder, folders, names in os.walk(path):
            folders[:] = sorted(it for it in folders if it not in ("target", "node_modules"))
            yield from (os.path.join(folder, it) for it in sorted(names) if it.endswith(KINDS))


def main():
    arguments = sys.argv[1:]
    counts = {}
    count_only = "--count" in arguments
    paths = [it for it in arguments if not it.startswith("--")] or FOLDERS + PAGES
    for path in files(paths):
        if path == "lab/text_lint.py":
            continue
        for number, text in texts(path):
            for found in PATTERN.finditer(text):
                folder = "/".join(path.split("/")[:4 if path.startswith("crates") else 2][:-1]) or path
                counts[folder] = counts.get(folder, 0) + 1
                if not count_only:
                    print(f"{path}:{number}: {found.group(0)}: {text.strip()}")
    if count_only:
        for folder, count in sorted(counts.items(), key=lambda it: -it[1]):
            print(f"{count:5} {folder}")
    total = sum(counts.values())
    print(f"{total} idioms", file=sys.stderr)
    sys.exit(1 if total else 0)


if __name__ == "__main__":
    main()
