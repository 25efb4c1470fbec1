"""Prints the possible mutations of public symbols of Python files, and their calls, as JSON lines.

    python3 python_mutations.py ROOT < FILES

FILES has one path per line, relative to ROOT. For each file that parses: {"file", "calls": [name, line of the
name, [start line, start column], [end line, end column]]}, lines from 1; then its mutations, unless it is a
test. Left out: symbols that are declared several times, and definitions that share a line with other code.
"""
import ast
import collections
import json
import re
import sys
from pathlib import Path

TEST = re.compile(r"(^|/)(tests?|testing)/|(^|/)(test_[^/]*|[^/]*_test|conftest)\.py$")
RENAMED = "Renamed"
ACCESSOR = re.compile(r"property$")
LEFT_OUT = re.compile(r"(^|\.)overload$|\.(setter|deleter|getter)$")


def main(root: Path) -> None:
    for name in sys.stdin.read().splitlines():
        try:
            text = (root / name).read_text("utf-8")
            tree = ast.parse(text)
        except (SyntaxError, ValueError):
            continue
        calls = [call_of(node) for node in ast.walk(tree) if isinstance(node, ast.Call)]
        print(json.dumps({"file": name, "calls": [call for call in calls if call]}))
        if not TEST.search(name):
            File(name, text).print_mutations(tree)


def call_of(node: ast.Call) -> list | None:
    called = node.func
    if isinstance(called, ast.Name):
        name, line = called.id, called.lineno
    elif isinstance(called, ast.Attribute):
        name, line = called.attr, called.end_lineno
    else:
        return None
    return [name, line, [node.lineno, node.col_offset], [node.end_lineno, node.end_col_offset]]


class File:
    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.lines = text.split("\n")

    def print_mutations(self, tree: ast.Module) -> None:
        self.scope(tree.body, in_class=False)

    def scope(self, body: list[ast.stmt], in_class: bool) -> None:
        declared = collections.Counter(name for statement in body for name in names_in(statement))
        for statement in body:
            own = [name for name in names_in(statement) if declared[name] == 1 and not name.startswith("_")]
            if len(own) == 1:
                self.definition(statement, own[0], body, in_class)
            if isinstance(statement, ast.ClassDef) and not statement.name.startswith("_"):
                self.scope(statement.body, in_class=True)
                self.attributes(statement)

    def definition(self, statement: ast.stmt, name: str, body: list[ast.stmt], in_class: bool) -> None:
        if isinstance(statement, ast.ClassDef):
            self.put("type", name, statement, body, None)
        elif isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            decorators = [ast.unparse(decorator) for decorator in statement.decorator_list]
            if any(LEFT_OUT.search(decorator) for decorator in decorators):
                return
            if any(ACCESSOR.search(decorator) for decorator in decorators):
                self.put("field", name, statement, body, None)
            else:
                self.put("method" if in_class else "function", name, statement, body, statement)
        elif isinstance(statement, (ast.Assign, ast.AnnAssign)):
            self.put("field" if in_class else "constant", name, statement, body, None)

    def attributes(self, of: ast.ClassDef) -> None:
        """Attributes that `__init__` alone assigns, once."""
        assigned = collections.Counter(
            node.attr for node in ast.walk(of)
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and is_self(node.value)
        )
        for method in of.body:
            if not isinstance(method, ast.FunctionDef) or method.name != "__init__":
                continue
            for statement in method.body:
                targets = targets_of(statement)
                if len(targets) == 1 and isinstance(targets[0], ast.Attribute) and is_self(targets[0].value):
                    name = targets[0].attr
                    if assigned[name] == 1 and not name.startswith("_") and name not in {n for s in of.body for n in names_in(s)}:
                        self.put("field", name, statement, method.body, None)

    def put(self, kind: str, name: str, statement: ast.stmt, body: list[ast.stmt], callable_) -> None:
        decorators = getattr(statement, "decorator_list", [])
        first = min([statement.lineno, *(decorator.lineno for decorator in decorators)])
        last = statement.end_lineno
        column = self.column_of_name(statement, name)
        alone = self.lines[first - 1].strip() and self.bytes(last)[statement.end_col_offset:].split(b"#")[0].strip() == b""
        if column is None or not alone or self.bytes(first)[: statement.col_offset].strip(b" @") != b"":
            return
        base = {"kind": kind, "name": name, "file": self.name, "line": statement.lineno, "definition": [first, last]}

        def mutation(what: str, edit: dict) -> None:
            print(json.dumps({"mutation": what, **base, "edit": edit}))

        indent = " " * statement.col_offset
        mutation("remove", {"first": first, "last": last, "lines": [indent + "pass"] if len(body) == 1 else []})
        mutation("rename", self.edit((statement.lineno, column), (statement.lineno, column), RENAMED))
        if callable_ is not None:
            self.parameters(callable_, mutation)

    def column_of_name(self, statement: ast.stmt, name: str) -> int | None:
        """Column in bytes after the name."""
        targets = targets_of(statement)
        if targets:
            return targets[0].end_col_offset if targets[0].end_lineno == statement.lineno else None
        at = self.bytes(statement.lineno).find(name.encode(), statement.col_offset + len("def "))
        return None if at < 0 else at + len(name.encode())

    def parameters(self, of: ast.FunctionDef, mutation) -> None:
        arguments = of.args
        if arguments.posonlyargs:
            return
        required = arguments.args[: len(arguments.args) - len(arguments.defaults)]
        has_more = bool(arguments.defaults or arguments.vararg or arguments.kwonlyargs or arguments.kwarg)
        if required:
            end = (required[-1].end_lineno, required[-1].end_col_offset)
            mutation("add_parameter", self.edit(end, end, ", added: object"))
        else:
            at = (of.lineno, self.bytes(of.lineno).index(b"(", of.col_offset) + 1)
            mutation("add_parameter", self.edit(at, at, "added: object, " if has_more else "added: object"))
        if len(required) > 1:
            mutation("remove_parameter", self.edit((required[-2].end_lineno, required[-2].end_col_offset), end, ""))
        elif len(required) == 1 and not has_more and required[0].arg not in {"self", "cls"}:
            mutation("remove_parameter", self.edit((required[0].lineno, required[0].col_offset), end, ""))

    def edit(self, start: tuple[int, int], end: tuple[int, int], replacement: str) -> dict:
        text = self.bytes(start[0])[: start[1]] + replacement.encode() + self.bytes(end[0])[end[1] :]
        return {"first": start[0], "last": end[0], "lines": text.decode().split("\n")}

    def bytes(self, line: int) -> bytes:
        return self.lines[line - 1].encode()


def names_in(statement: ast.stmt) -> list[str]:
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return [statement.name]
    if targets := targets_of(statement):
        return [target.id for target in targets if isinstance(target, ast.Name)]
    # Whatever a condition declares is declared several times, as far as this program is concerned.
    if isinstance(statement, (ast.If, ast.Try, ast.With, ast.For)):
        inner = [node for node in ast.walk(statement) if isinstance(node, ast.stmt) and node is not statement]
        return [name for node in inner for name in names_in(node) * 2]
    return []


def targets_of(statement: ast.stmt) -> list[ast.expr]:
    if isinstance(statement, ast.Assign):
        return statement.targets
    return [statement.target] if isinstance(statement, ast.AnnAssign) else []


def is_self(value: ast.expr) -> bool:
    return isinstance(value, ast.Name) and value.id == "self"


main(Path(sys.argv[1]))
