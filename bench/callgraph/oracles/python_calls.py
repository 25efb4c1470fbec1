"""Prints the calls and definitions of Python files as JSON lines, by Python's own parser.

    python3 python_calls.py ROOT < FILES

FILES has one path per line, relative to ROOT. Calls: {"file", "call": [start, line, character]}, the last
name of the callee, as offset and as zero-based line and character, in UTF-16 units. Reads of members:
{"file", "read": [start, line, character], "member": name}. Definitions: {"file", "name": [line, character],
"called": name, "definition"}, with "function", "method", "interface" (abstract), "property" or "class", at
the position of the name. Files that do not parse have none of these.
"""
import ast
import json
import re
import sys
from pathlib import Path

from python_places import name_of, sources

PROPERTY = re.compile(r"property$")
ABSTRACT = re.compile(r"(?:^|\.)abstract(?:method|property|classmethod|staticmethod)$")


def main(root: Path) -> None:
    for source in sources(root, sys.stdin.read().splitlines()):
        name, tree = source.name, source.tree
        print(json.dumps({"file": name}))
        for node in ast.walk(tree):
            place = name_of(node.func) if isinstance(node, ast.Call) else None
            if place:
                print(json.dumps({"file": name, "call": source.units(*place)}))
        called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and id(node) not in called:
                print(json.dumps({"file": name, "read": source.units(*name_of(node)), "member": node.attr}))
        for node, kind in definitions(tree, inside_class=False):
            print(json.dumps({"file": name, "name": source.definition(node)[1:], "called": node.name, "definition": kind}))


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
