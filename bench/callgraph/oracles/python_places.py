"""Positions in Python files in UTF-16 units, as the benchmark counts them. Python's own parser counts bytes.
"""
import ast
import itertools
from collections.abc import Iterator
from pathlib import Path


class Source:
    """A file that parses."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.tree = ast.parse(text)
        self.lines = text.encode("utf-8").splitlines(keepends=True)
        self.starts = [0, *itertools.accumulate(length(line) for line in self.lines)]

    def units(self, line: int, column: int) -> list[int]:
        """Offset and zero-based line and character, for a line counted from 1 and a column in bytes."""
        in_line = length(self.lines[line - 1][:column])
        return [self.starts[line - 1] + in_line, line - 1, in_line]

    def definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> list[int]:
        """Position of the name that a definition defines."""
        return self.units(node.lineno, self.lines[node.lineno - 1].index(node.name.encode("utf-8"), node.col_offset + len("def ")))


def sources(root: Path, names: list[str]) -> Iterator[Source]:
    """Sources of the files; files that do not parse are left out."""
    for name in names:
        try:
            yield Source(name, (root / name).read_bytes().decode("utf-8", "replace"))
        except (SyntaxError, ValueError):
            continue


def name_of(expression: ast.expr) -> tuple[int, int] | None:
    """Line, counted from 1, and column in bytes of an expression's last name; None if it has none."""
    if isinstance(expression, ast.Name):
        return expression.lineno, expression.col_offset
    if isinstance(expression, ast.Attribute):
        return expression.end_lineno, expression.end_col_offset - len(expression.attr.encode("utf-8"))
    return None


def length(text: bytes) -> int:
    return len(text.decode("utf-8", "replace").encode("utf-16-le")) // 2
