"""Prints the declarations of Python files, by Python's own parser, as JSON lines; rules: docs/outlines.md.

    python_outline.py ROOT < FILES

FILES has one path per line, relative to ROOT. Files that this Python cannot parse are left out.
"""
import ast
import json
import sys
from pathlib import Path

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
TRIES = tuple(getattr(ast, name) for name in ("Try", "TryStar") if hasattr(ast, name))
LOOPS = (ast.For, ast.AsyncFor, ast.While, *((ast.Match,) if hasattr(ast, "Match") else ()))


def declarations(file: str, tree: ast.Module):
    waiting = [(tree.body, "module", False, {})]
    while waiting:
        body, place, optional, bound = waiting.pop()
        for node in body:
            if isinstance(node, FUNCTIONS):
                kind = "method" if place == "class" else "function"
                shape = f"{'async ' if isinstance(node, ast.AsyncFunctionDef) else ''}{kind}"
                yield declared(file, node.name, kind, node.lineno, shape + (" in a function" if place == "function" else ""))
                waiting.append((node.body, "function", False, {}))
            elif isinstance(node, ast.ClassDef):
                yield declared(file, node.name, "type", node.lineno, "class" + (" in a function" if place == "function" else ""))
                waiting.append((node.body, "class", False, {}))
            elif type(node).__name__ == "TypeAlias":
                yield declared(file, node.name.id, "type", node.name.lineno, "type alias")
            else:
                if place != "function":
                    for name, line in conditional(node):
                        yield declared(file, name, "field" if place == "class" else "variable", line, "other binding", True)
                    for name, line, shape in variables(node):
                        kind = "field" if place == "class" else "variable"
                        yield declared(file, name, kind, line, shape, optional or name in bound)
                        bound[name] = True
                # Definitions in loops count; variables in loops may be listed.
                for block in blocks(node):
                    waiting.append((block, place, optional or isinstance(node, LOOPS), bound))


def declared(file: str, name: str, kind: str, line: int, shape: str, optional: bool = False) -> dict:
    entry = {"file": file, "name": name, "kind": kind, "line": line, "shape": shape}
    return {**entry, "optional": True} if optional else entry


def blocks(node: ast.stmt):
    for name in ("orelse", "finalbody", "body"):
        if isinstance(getattr(node, name, None), list):
            yield getattr(node, name)
    for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield part.body


def conditional(node: ast.stmt):
    """Names that `with … as` and `:=` bind, which may be listed."""
    for item in getattr(node, "items", ()):
        if item.optional_vars:
            yield from ((each.id, each.lineno) for each in ast.walk(item.optional_vars) if isinstance(each, ast.Name))
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.expr):
            yield from ((each.target.id, each.target.lineno) for each in ast.walk(part) if isinstance(each, ast.NamedExpr))


def variables(node: ast.stmt):
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id, node.target.lineno, "annotation" + ("" if node.value else " without a value")
    if not isinstance(node, ast.Assign):
        return
    for at, target in enumerate(node.targets):
        if isinstance(target, ast.Name):
            yield target.id, target.lineno, "assignment" if at == 0 else "chained assignment"
        else:
            yield from unpacked(target)


def unpacked(target: ast.expr):
    waiting = [(target, "")]
    while waiting:
        each, form = waiting.pop()
        if isinstance(each, ast.Name):
            yield each.id, each.lineno, f"unpacking{form}"
        elif isinstance(each, ast.Starred):
            waiting.append((each.value, ", starred"))
        elif isinstance(each, (ast.Tuple, ast.List)):
            nested = ", list" if isinstance(each, ast.List) else "" if each is target else ", nested"
            waiting.extend((element, nested) for element in reversed(each.elts))


def main() -> None:
    root = Path(sys.argv[1])
    for file in sys.stdin.read().splitlines():
        try:
            tree = ast.parse((root / file).read_bytes())
        except (SyntaxError, ValueError, RecursionError):
            continue
        print(json.dumps({"file": file}))
        for entry in declarations(file, tree):
            print(json.dumps(entry))


main()
