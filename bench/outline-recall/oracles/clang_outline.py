"""Prints the declarations of C or C++ files, by clang, as JSON lines; rules: docs/outlines.md.

    clang_outline.py ROOT c|cpp LIST

LIST is a file with one path per line, relative to ROOT. Lines that the preprocessor skips are reported with
their file: an outline lists their declarations, clang does not see them.
"""
import json
import sys
from ctypes import POINTER, Structure, c_uint
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "callgraph" / "oracles"))

from clang.cindex import CursorKind as Kind, Diagnostic, File, Index, SourceRange, TranslationUnit, TranslationUnitLoadError, conf  # noqa: E402
from clang_units import Units, below  # noqa: E402

TYPES = {
    Kind.STRUCT_DECL: "struct",
    Kind.UNION_DECL: "union",
    Kind.CLASS_DECL: "class",
    Kind.ENUM_DECL: "enum",
    Kind.CLASS_TEMPLATE: "class template",
    Kind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION: "class template specialization",
}
ALIASES = {Kind.TYPEDEF_DECL: "typedef", Kind.TYPE_ALIAS_DECL: "using alias", Kind.TYPE_ALIAS_TEMPLATE_DECL: "using alias template"}
FUNCTIONS = {
    Kind.FUNCTION_DECL: "function",
    Kind.CXX_METHOD: "method",
    Kind.CONSTRUCTOR: "constructor",
    Kind.DESTRUCTOR: "destructor",
    Kind.CONVERSION_FUNCTION: "conversion",
    Kind.FUNCTION_TEMPLATE: "function template",
}
CLASSES = {kind for kind in TYPES if kind != Kind.ENUM_DECL}
CONCEPT = getattr(Kind, "CONCEPT_DECL", None)


# Goes on after a missing header; not in the Python package.
KEEP_GOING = 0x200
OPTIONS = TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD | KEEP_GOING


class Ranges(Structure):
    _fields_ = [("count", c_uint), ("ranges", POINTER(SourceRange))]


SKIPPED = conf.lib.clang_getSkippedRanges
SKIPPED.argtypes = [TranslationUnit, File]
SKIPPED.restype = POINTER(Ranges)


class Outline:
    def __init__(self, root: str, language: str, files: str):
        self.units = Units(root, language, files)
        self.printed: set[tuple[str, int, str]] = set()
        # Files that were read, with the lines that cannot be compared.
        self.files: dict[str, list[list[int]]] = {}
        # Lines on which macros make declarations, by file.
        self.made: dict[str, list[list[int]]] = {}

    def print_all(self) -> None:
        index = Index.create()
        for path in self.units.order:
            if path in self.files:
                continue
            try:
                unit = index.parse(path, self.units.arguments, options=OPTIONS)
            except TranslationUnitLoadError:
                continue
            self.print_unit(unit, path)

    def print_unit(self, unit: TranslationUnit, path: str) -> None:
        """Files of a unit that no earlier unit has read."""
        broken = self.broken(unit)
        here = {path: [*self.skipped(unit, unit.get_file(path)), *broken.get(path, [])]}
        for cursor in unit.cursor.get_children():
            file = cursor.location.file
            name = self.units.path_of(file) if file else ""
            if name not in self.units.texts or name in self.files:
                continue
            if name not in here:
                here[name] = [*self.skipped(unit, file), *broken.get(name, [])]
            for each, parent in below(cursor, unit.cursor):
                declared = self.declared(each, parent)
                if declared:
                    self.print_one(each, here, *declared)
        for name, lines in here.items():
            print(json.dumps({"file": self.units.name_of(name), "skipped": [*lines, *self.made.get(name, [])]}))
        self.files.update(here)

    def skipped(self, unit: TranslationUnit, file) -> list[list[int]]:
        """Lines of a file that its preprocessor skips."""
        found = SKIPPED(unit, file).contents
        return [[found.ranges[at].start.line, found.ranges[at].end.line] for at in range(found.count)]

    def broken(self, unit: TranslationUnit) -> dict[str, list[list[int]]]:
        """Lines around errors, by file: without all headers, clang misreads `int WINAPI run(void);`."""
        lines: dict[str, list[list[int]]] = {}
        for problem in unit.diagnostics:
            file = problem.location.file
            if file and problem.severity >= Diagnostic.Error:
                line = problem.location.line
                lines.setdefault(self.units.path_of(file), []).append([line - 1, line + 1])
        return lines

    def declared(self, cursor, parent) -> tuple[str, str, bool] | None:
        kind = cursor.kind
        owner = cursor.semantic_parent.kind if cursor.semantic_parent else None
        is_local = cursor.lexical_parent is not None and cursor.lexical_parent.kind in FUNCTIONS
        if kind in TYPES:
            return ("type", TYPES[kind], False) if cursor.is_definition() else None
        if kind in ALIASES:
            return "type", ALIASES[kind], False
        if kind == Kind.ENUM_CONSTANT_DECL:
            return "enum member", "enumerator", False
        if kind == Kind.FIELD_DECL:
            return "field", "bit field" if cursor.is_bitfield() else "field", False
        if kind in FUNCTIONS:
            if is_local:
                return None
            shape = FUNCTIONS[kind] + ("" if cursor.is_definition() else " declaration")
            if owner in CLASSES and cursor.lexical_parent != cursor.semantic_parent:
                shape += " outside of its class"
            is_friend = parent.kind == Kind.FRIEND_DECL
            return ("method" if owner in CLASSES else "function"), shape, is_friend
        if kind == Kind.VAR_DECL and not is_local:
            if owner in CLASSES:
                return "field", "static member", False
            return "variable", "variable" if cursor.is_definition() else "variable declaration", False
        if kind == Kind.UNEXPOSED_DECL and cursor.spelling and not is_local:
            return "variable", "variable template", True
        if kind == Kind.NAMESPACE:
            return "module", "namespace", False
        if kind == CONCEPT:
            return "type", "concept", False
        if kind == Kind.MACRO_DEFINITION:
            return self.macro(cursor)
        return None

    def macro(self, cursor) -> tuple[str, str, bool] | None:
        """Macros with a value or parameters."""
        place = self.units.place(cursor.location)
        if not place:
            return None
        text = self.units.texts[place[0]].bytes
        at = place[2] + len(cursor.spelling.encode())
        if text[at : at + 1] == b"(":
            return "macro", "macro with parameters", False
        extent = text[at : cursor.extent.end.offset].strip()
        return ("macro", "macro with a value", False) if extent else None

    def print_one(self, cursor, here: dict[str, list[list[int]]], kind: str, shape: str, optional: bool) -> None:
        name = self.name(cursor)
        # Nameless types are called `(unnamed struct at …)`.
        if not name or name.startswith("(") or " at /" in name:
            return
        place = self.units.declared(cursor) if name == cursor.spelling else self.units.written(cursor.location, name)
        if not place:
            self.generated(cursor, here)
            return
        if any(first <= place[1] <= last for first, last in here.get(place[0], [])):
            return
        entry = {"file": self.units.name_of(place[0]), "name": name, "kind": kind, "line": place[1], "shape": shape}
        if cursor.location.offset != place[2] and kind != "macro":
            entry["shape"] += " in a macro's argument"
            optional = optional or self.is_whole_argument(place)
        key = (place[0], place[2], name)
        if key not in self.printed:
            self.printed.add(key)
            print(json.dumps({**entry, "optional": True} if optional else entry))

    def generated(self, cursor, here: dict[str, list[list[int]]]) -> None:
        """The name that a macro makes cannot be compared with the one that is written there."""
        place = self.units.place(cursor.location)
        if place and place[0] in here:
            self.made.setdefault(place[0], []).append([place[1], place[1]])

    def is_whole_argument(self, place: tuple[str, int, int]) -> bool:
        """Whether the name alone is passed to the macro, rather than a whole declaration."""
        before = self.units.texts[place[0]].bytes[: place[2]].rstrip()
        return before.endswith((b"(", b","))

    def name(self, cursor) -> str:
        """Constructors of templates are called `Box<T>`; operators may have blanks."""
        spelling = cursor.spelling
        if cursor.kind in (Kind.CONSTRUCTOR, Kind.DESTRUCTOR) or (cursor.kind == Kind.FUNCTION_TEMPLATE and not spelling.startswith("operator")):
            return spelling.split("<")[0]
        return spelling


Outline(*sys.argv[1:4]).print_all()
