"""Prints the calls and definitions of Python files as JSON lines, by Python's own parser.

    python3 python_calls.py ROOT < FILES

FILES has a path a line, relative to ROOT. Calls: {"file", "call": [start, line, character]}: the last name of what is called,
as offset and as line and character from 0, in UTF-16 units. Reads of members: {"file", "read": [start, line, character],
"member": name}. Definitions: {"file", "name": [line, character], "called": name, "definition"}: "function", "method",
"interface" (abstract), "property" or "class", by where its name stands. Files that do not parse have none of these.
"""
import ast
import itertools
import json
import re
import sys
from pathlib import Path

PROPERTY = re.compile(r"property$")
ABSTRACT = re.compile(r"(?:^|\.)abstract(?:method|property|classmethod|staticmethod)$")


def main(root: Path) -> None:
    for name in sys.stdin.read().splitlines():
        text = (root / name).read_bytes().decode("utf-8", "replace")
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError):
            continue
        lines = text.encode("utf-8").splitlines(keepends=True)
        starts = [0, *itertools.accumulate(length(line) for line in lines)]
        print(json.dumps({"file": name}))
        for node in ast.walk(tree):
            place = name_of_call(node.func) if isinstance(node, ast.Call) else None
            if place:
                print(json.dumps({"file": name, "call": units(lines, starts, *place)}))
        called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and id(node) not in called:
                print(json.dumps({"file": name, "read": units(lines, starts, *name_of_call(node)), "member": node.attr}))
        for node, kind in definitions(tree, inside_class=False):
            place = units(lines, starts, node.lineno, lines[node.lineno - 1].index(node.name.encode("utf-8"), node.col_offset + len("def ")))
            print(json.dumps({"file": name, "name": place[1:], "called": node.name, "definition": kind}))


def name_of_call(callee: ast.expr) -> tuple[int, int] | None:
    """Line from 1 and column in bytes; None where what is called has no name."""
    if isinstance(callee, ast.Name):
        return callee.lineno, callee.col_offset
    if isinstance(callee, ast.Attribute):
        return callee.end_lineno, callee.end_col_offset - len(callee.attr.encode("utf-8"))
    return None


def units(lines: list[bytes], starts: list[int], line: int, column: int) -> list[int]:
    in_line = length(lines[line - 1][:column])
    return [starts[line - 1] + in_line, line - 1, in_line]


def length(text: bytes) -> int:
    return len(text.decode("utf-8", "replace").encode("utf-16-le")) // 2


def definitions(node: ast.AST, inside_class: bool):
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield child, "class"
        elif isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            decorators = [ast.unparse(decorator) for decorator in child.decorator_list]
            is_abstract = any(ABSTRACT.search(decorator) for decorator in decorators)
            is_property = any(PROPERTY.search(decorator) for decorator in decorators)
            yield child, "property" if is_property else "interface" if is_abstract else "method" if inside_class else "function"
        is_scope = isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        yield from definitions(child, isinstance(child, ast.ClassDef) or (inside_class and not is_scope))


main(Path(sys.argv[1]))
