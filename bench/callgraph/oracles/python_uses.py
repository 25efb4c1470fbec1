"""Prints the names in Python files as JSON lines, by Python's own parser.

    python3 python_uses.py ROOT < FILES

FILES has one path per line, relative to ROOT. A line: {"file", "name", "place": [start, line, character]}, as
offset and as zero-based line and character, in UTF-16 units. Only names that a class, a variable outside of
functions or a member of the project has; not where a class or function is defined or something is imported;
also in strings that may be types. Files that do not parse have none.
"""
import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from python_places import Source, name_of, sources

TYPE = re.compile(r"[^\W\d][\w.]*(?:\[[\w., |\[\]]*\])?(?: \| [^\W\d][\w.]*)*")


def main(root: Path) -> None:
    parsed = list(sources(root, sys.stdin.read().splitlines()))
    wanted = {name for source in parsed for name in defined(source.tree)}
    for source in parsed:
        for name, place in sorted(names(source), key=lambda found: found[1]):
            if name in wanted:
                print(json.dumps({"file": source.name, "name": name, "place": place}))


def defined(node: ast.AST, inside_function: bool = False) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield child.name
        elif isinstance(child, ast.Attribute) and isinstance(child.ctx, ast.Store):
            yield child.attr
        elif isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store) and not inside_function:
            yield child.id
        is_function = isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        yield from defined(child, is_function or (inside_function and not isinstance(child, ast.ClassDef)))


def names(source: Source) -> Iterator[tuple[str, list[int]]]:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.expr) and (place := name_of(node)):
            yield node.id if isinstance(node, ast.Name) else node.attr, source.units(*place)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from quoted(source, node)
        elif isinstance(node, ast.keyword) and node.arg is not None:
            yield node.arg, source.units(node.lineno, node.col_offset)


def quoted(source: Source, string: ast.Constant) -> Iterator[tuple[str, list[int]]]:
    """Names in a string that may be a type: pyright resolves them where a type is expected."""
    written = source.lines[string.lineno - 1][string.col_offset :].decode("utf-8", "replace")
    if string.lineno != string.end_lineno or not TYPE.fullmatch(string.value) or written[1:].startswith(string.value) is False:
        return
    start = string.col_offset + 1
    for name in re.finditer(r"[^\W\d]\w*", string.value):
        yield name[0], source.units(string.lineno, start + len(string.value[: name.start()].encode("utf-8")))


main(Path(sys.argv[1]))
