"""Prints what clang says about each call in C or C++ files, as JSON lines: {"file"} for each file that was
read, and {"file", "start", "kind", "declarations"} for each call.

    python3 clang_calls.py ROOT c|cpp FILES

FILES has one path per line, relative to ROOT. Needs the Python package libclang. Calls that depend on
template arguments are unknown. Operators and conversions do not count as calls, and constructors count only
with arguments.
"""
import json
import sys

from clang.cindex import CursorKind, conf

from clang_units import Declared, Units

FUNCTIONS = {CursorKind.FUNCTION_DECL, CursorKind.FUNCTION_TEMPLATE, CursorKind.CXX_METHOD}
HOLDERS = {CursorKind.VAR_DECL, CursorKind.PARM_DECL, CursorKind.FIELD_DECL}
NAMES = {CursorKind.DECL_REF_EXPR, CursorKind.MEMBER_REF_EXPR}
TYPES = {CursorKind.TYPE_REF, CursorKind.TEMPLATE_REF}


def main(units: Units) -> None:
    declared = Declared(units)
    found: dict[tuple[str, int], tuple[str, object]] = {}
    for cursor, parent in units.cursors():
        if cursor.kind.is_declaration() or cursor.kind == CursorKind.MACRO_DEFINITION:
            declared.add(cursor)
        for place, kind, meant in calls_at(units, cursor, parent):
            found.setdefault((place[0], place[2]), (kind, declared.place(meant) if units.place(meant.location) else None, units.place(meant.location) is None))
    places = declared.all()
    for path in sorted(units.texts):
        print(json.dumps({"file": units.name_of(path)}))
    for (path, offset), (kind, meant, is_outside) in sorted(found.items()):
        # A declaration that a macro generates has no position in the project.
        if meant or is_outside:
            declarations = sorted({place.rsplit(":", 1)[0] for place in places.get(declared.first(meant), [])}) if meant else []
            print(json.dumps({"file": units.name_of(path), "start": units.texts[path].units(offset), "kind": kind, "declarations": declarations}))


def calls_at(units: Units, cursor, parent):
    """Position, kind and declaration of the callee."""
    if cursor.kind == CursorKind.MACRO_INSTANTIATION:
        place = units.written(cursor.location, cursor.spelling)
        meant = cursor.referenced
        if place and meant and is_function_like(meant):
            yield place, "function", meant
        return
    if cursor.kind != CursorKind.CALL_EXPR:
        return
    meant = cursor.referenced
    if meant is None:
        return
    if meant.kind == CursorKind.CONSTRUCTOR:
        place = made_at(units, cursor, parent, meant)
        if place:
            yield place, "constructor", meant.semantic_parent
        return
    place = name_of_callee(units, cursor, meant)
    if place and meant.kind in FUNCTIONS:
        yield place, kind_of(meant), meant
    elif place and meant.kind in HOLDERS:
        yield place, "function type", meant


def is_function_like(macro) -> bool:
    return bool(conf.lib.clang_Cursor_isMacroFunctionLike(macro))


def kind_of(function) -> str:
    if function.kind != CursorKind.CXX_METHOD or function.is_static_method():
        return "function"
    return "interface" if function.is_pure_virtual_method() else "method"


def name_of_callee(units: Units, call, meant):
    callee = next(iter(call.get_children()), None)
    while callee is not None and callee.kind in (CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR, CursorKind.UNARY_OPERATOR):
        callee = next(iter(callee.get_children()), None)
    return units.written(callee.location, meant.spelling) if callee is not None and callee.kind in NAMES else None


def made_at(units: Units, call, parent, constructor):
    """Where the type of a new object is written; None for copies, and for classes without a constructor in
    the source."""
    if constructor.is_copy_constructor() or constructor.is_move_constructor() or not any(True for _ in call.get_children()):
        return None
    if constructor.location == constructor.semantic_parent.location:
        return None
    of_parent = parent.kind in (CursorKind.VAR_DECL, CursorKind.CXX_NEW_EXPR, CursorKind.CXX_FUNCTIONAL_CAST_EXPR)
    for around in [call, parent] if of_parent else [call]:
        types = [child for child in around.get_children() if child.kind in TYPES]
        place = types and units.written(types[-1].location, constructor.semantic_parent.spelling)
        if place and not (around.kind == CursorKind.VAR_DECL and is_assigned(units, around)):
            return place
    return None


def is_assigned(units: Units, variable) -> bool:
    """`Store one = other;` names no constructor."""
    place = units.written(variable.location, variable.spelling)
    return place is None or units.texts[place[0]].bytes[place[2] + len(variable.spelling.encode()) :].lstrip().startswith(b"=")


main(Units(*sys.argv[1:]))
