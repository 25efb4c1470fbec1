"""C or C++ files as clang reads them, with the cursors of each file once.

The project's own headers are found in its folders. Missing libraries are unknown, and so is code that a build
excludes (`#ifdef`).
"""
import subprocess
from ctypes import POINTER, byref, c_uint
from os.path import normpath
from pathlib import Path

from clang.cindex import CursorKind, File, Index, SourceLocation, TranslationUnit, TranslationUnitLoadError, c_object_p, conf

HEADERS = {".h", ".hh", ".hpp", ".hxx", ".inc", ".ipp", ".inl"}
STANDARDS = {"c": ["-x", "c", "-std=gnu11", "-D_GNU_SOURCE"], "cpp": ["-x", "c++", "-std=c++17", "-D_GNU_SOURCE"]}

FILE_LOCATION = conf.lib.clang_getFileLocation
FILE_LOCATION.argtypes = [SourceLocation, POINTER(c_object_p), POINTER(c_uint), POINTER(c_uint), POINTER(c_uint)]


class Text:
    def __init__(self, path: Path):
        self.bytes = path.read_bytes()
        self.is_ascii = self.bytes.isascii()

    def units(self, offset: int) -> int:
        """Offset in UTF-16 units, as far as the text is UTF-8."""
        return offset if self.is_ascii else len(self.bytes[:offset].decode("utf-8", "replace").encode("utf-16-le")) // 2

    def has(self, name: str, offset: int) -> bool:
        wanted = name.encode("utf-8")
        behind = self.bytes[offset + len(wanted) : offset + len(wanted) + 1]
        return self.bytes.startswith(wanted, offset) and not (behind.isalnum() or behind == b"_")


class Units:
    def __init__(self, root: str, language: str, files: str):
        self.root = Path(root).resolve()
        names = Path(files).read_text(encoding="utf-8").splitlines()
        self.texts = {str(self.root / name): Text(self.root / name) for name in names}
        # Sources come first: the meaning of a header depends on the file that includes it.
        self.order = sorted(self.texts, key=lambda path: (Path(path).suffix in HEADERS, path))
        self.arguments = [*STANDARDS[language], "-ferror-limit=0", "-Wno-everything", *self.folders()]
        self.read: set[str] = set()
        self.paths: dict[str, str] = {}

    def folders(self) -> list[str]:
        headers = sorted({str(Path(path).parent) for path in self.texts if Path(path).suffix in HEADERS})
        quoted = sorted({folder for path in headers for folder in [path, str(Path(path).parent)] if folder.startswith(str(self.root))})
        common = sorted({folder for path in headers for folder in [path, *map(str, Path(path).parents)] if Path(folder).name in ("include", "src") and folder.startswith(str(self.root))})
        builtin = subprocess.run(["gcc", "-print-file-name=include"], capture_output=True, text=True, check=False).stdout.strip()
        return [*(f"-I{folder}" for folder in [str(self.root), *common]), *(argument for folder in quoted for argument in ("-iquote", folder)), *(["-isystem", builtin] if builtin else [])]

    def cursors(self):
        """All cursors with their parents, those of a header as seen by the first file that includes it. Macro
        definitions and expansions come first."""
        index = Index.create()
        for path in self.order:
            if path in self.read:
                continue
            try:
                unit = index.parse(path, self.arguments, options=TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD)
            except TranslationUnitLoadError:
                continue
            here: set[str] = set()
            for cursor in unit.cursor.get_children():
                file = cursor.location.file
                name = self.path_of(file) if file else ""
                if name not in self.texts or name in self.read:
                    continue
                here.add(name)
                yield from below(cursor, unit.cursor)
            self.read |= here | {path}

    def name_of(self, path: str) -> str:
        return Path(path).relative_to(self.root).as_posix()

    def place(self, location: SourceLocation) -> tuple[str, int, int] | None:
        """File, line and offset of a location; for a macro argument, where it is written. None outside of the
        project."""
        file, line, column, offset = c_object_p(), c_uint(), c_uint(), c_uint()
        FILE_LOCATION(location, byref(file), byref(line), byref(column), byref(offset))
        name = self.path_of(File(file)) if file else ""
        return (name, line.value, offset.value) if name in self.texts else None

    def path_of(self, file: File) -> str:
        """The normalized path: `../src/a.h` and `src/a.h` are the same file."""
        name = file.name
        if name not in self.paths:
            self.paths[name] = normpath(name)
        return self.paths[name]

    def written(self, location: SourceLocation, name: str) -> tuple[str, int, int] | None:
        """Like `place`, if the name is written there; names in macro text have no location."""
        place = self.place(location)
        return place if place and name and self.texts[place[0]].has(name, place[2]) else None

    def declared(self, cursor) -> tuple[str, int, int] | None:
        """Where the name of a declaration is written; alias templates begin before their name."""
        place = self.place(cursor.location)
        if not place or cursor.kind != CursorKind.TYPE_ALIAS_TEMPLATE_DECL:
            return self.written(cursor.location, cursor.spelling)
        at = self.texts[place[0]].bytes.find(cursor.spelling.encode("utf-8"), place[2])
        return None if at == -1 else (place[0], place[1] + self.texts[place[0]].bytes.count(b"\n", place[2], at), at)


def below(cursor, parent):
    waiting = [(cursor, parent)]
    while waiting:
        each, above = waiting.pop()
        yield each, above
        waiting.extend((child, each) for child in reversed(list(each.get_children())))


class Declared:
    """Positions of declarations. Declarations of one thing are joined if some file sees them all: several
    programs of a project may use the same name."""

    def __init__(self, units: Units):
        self.units = units
        self.joined: dict[tuple[str, int, str], tuple[str, int, str]] = {}
        self.defined: dict[str, set[tuple[str, int, str]]] = {}
        # Declarations without a visible definition, by the name that is the same in all files.
        self.open: dict[tuple[str, int, str], str] = {}

    def add(self, cursor) -> None:
        here = self.place(cursor)
        name = here and cursor.get_usr()
        if name and cursor.is_definition():
            self.defined.setdefault(name, set()).add(here)
        elif name and not cursor.get_definition():
            self.open[here] = name
        for other in (cursor.canonical, cursor.get_definition()):
            place = other and self.place(other)
            if here and place:
                self.join(here, place)

    def place(self, cursor) -> tuple[str, int, str] | None:
        """Instantiations of a template have the template's position."""
        place = self.units.declared(cursor)
        return (place[0], place[1], cursor.spelling) if place else None

    def join(self, one: tuple[str, int, str], other: tuple[str, int, str]) -> None:
        self.joined[self.first(one)] = self.first(other)

    def first(self, place: tuple[str, int, str]) -> tuple[str, int, str]:
        while self.joined.setdefault(place, place) != place:
            place = self.joined[place]
        return place

    def all(self) -> dict[tuple[str, int, str], list[str]]:
        """All declarations of one thing, as `file:line:name`, by the first of them."""
        for place, name in self.open.items():
            if len(self.defined.get(name, ())) == 1:
                self.join(place, next(iter(self.defined[name])))
        found: dict[tuple[str, int, str], list[str]] = {}
        for place in sorted(self.joined):
            found.setdefault(self.first(place), []).append(f"{self.units.name_of(place[0])}:{place[1]}:{place[2]}")
        return found
