"""Prints what each name in C or C++ files means according to clang, as JSON lines: {"declared"} for each
declaration, and {"file", "start", "declarations"} for each name.

    python3 clang_uses.py ROOT c|cpp FILES

FILES has one path per line, relative to ROOT. Needs the Python package libclang. A `typedef` that gives a
struct its own name means the struct as well. Declarations are no uses; names that depend on template
arguments are unknown.
"""
import json
import sys

from clang.cindex import CursorKind

from clang_units import Declared, Units

USES = {
    CursorKind.DECL_REF_EXPR, CursorKind.MEMBER_REF_EXPR, CursorKind.TYPE_REF, CursorKind.TEMPLATE_REF, CursorKind.MEMBER_REF, CursorKind.VARIABLE_REF,
    CursorKind.NAMESPACE_REF, CursorKind.MACRO_INSTANTIATION,
}


def main(units: Units) -> None:
    declared = Declared(units)
    found: dict[tuple[str, int], set] = {}
    for cursor, _ in units.cursors():
        if cursor.kind.is_declaration() or cursor.kind == CursorKind.MACRO_DEFINITION:
            declared.add(cursor)
        elif cursor.kind in USES:
            for meant in meanings(cursor.referenced):
                place = units.written(cursor.location, meant.spelling)
                # A declaration that a macro generates has no position in the project.
                if place and (declared.place(meant) or not units.place(meant.location)):
                    found.setdefault((place[0], place[2]), set()).add(declared.place(meant))
    places = declared.all()
    for declarations in places.values():
        for declaration in declarations:
            print(json.dumps({"declared": declaration}))
    for (path, offset), meant in sorted(found.items()):
        declarations = sorted({declaration for place in meant if place for declaration in places.get(declared.first(place), [])})
        print(json.dumps({"file": units.name_of(path), "start": units.texts[path].units(offset), "declarations": declarations}))


def meanings(referenced):
    if referenced is None or referenced.kind == CursorKind.OVERLOADED_DECL_REF:
        return
    yield referenced
    if referenced.kind == CursorKind.TYPEDEF_DECL:
        under = referenced.underlying_typedef_type.get_declaration()
        if under.spelling == referenced.spelling:
            yield under


main(Units(*sys.argv[1:]))
