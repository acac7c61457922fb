"""The calls that clang finds in a tree of C++, for `npm run bench -- clang-calls`.

Usage: clang_calls.py ROOT LIST FLAG...   LIST: a file with the paths of the translation units, relative to ROOT.
Needs Debian's python3-clang. Prints rows with tabs:
  call PATH LINE COLUMN [PATH LINE COLUMN]   a call, by the place of the name that is called or constructed, and the place of its callee's name;
                                             without the second place, the callee is outside of ROOT
  decl PATH LINE COLUMN USR NAME             a function, method or constructor, by the place of its name; one USR for all its declarations
Left out: calls that a macro writes, operators, calls that depend on template parameters, copies, moves, constructors that nobody wrote, variables
that are declared without arguments, and units that clang cannot read without errors (their names go to standard error).
"""
import os
import sys

from clang.cindex import CursorKind, Index, conf

root = os.path.realpath(sys.argv[1])
functions = {
    CursorKind.FUNCTION_DECL, CursorKind.CXX_METHOD, CursorKind.CONSTRUCTOR, CursorKind.DESTRUCTOR,
    CursorKind.CONVERSION_FUNCTION, CursorKind.FUNCTION_TEMPLATE,
}
texts = {}
paths = {}
rows = set()


def path_of(file):
    """The path of a file relative to the root; None for a file outside of it."""
    if file is None:
        return None
    if file.name not in paths:
        real = os.path.realpath(file.name)
        paths[file.name] = os.path.relpath(real, root) if real.startswith(root + os.sep) else None
    return paths[file.name]


def place_of(location):
    """Path, line and column; columns of clang count bytes. None outside of the root."""
    path = path_of(location.file)
    if path is None:
        return None
    if path not in texts:
        with open(os.path.join(root, path), 'rb') as file:
            texts[path] = file.read().split(b'\n')
    lines = texts[path]
    line = lines[location.line - 1] if location.line <= len(lines) else b''
    before = line[:location.column - 1].decode('utf8', 'replace')
    return path, location.line, len(before) + 1


def is_named(place, name):
    """Whether the name stands at the place: a call in the expansion of a macro is at the macro's name."""
    path, line, column = place
    text = texts[path][line - 1].decode('utf8', 'replace')[column - 1:]
    return text.startswith(name) and not (text[len(name):len(name) + 1].isalnum() or text[len(name):len(name) + 1] == '_')


def plain_name(cursor):
    return cursor.spelling.split('<')[0]


def full_name(cursor):
    parent = cursor.semantic_parent
    if parent is None or parent.kind == CursorKind.TRANSLATION_UNIT:
        return plain_name(cursor)
    return full_name(parent) + '::' + plain_name(cursor)


def type_place(parts):
    """The last name of a written type among a node's parts."""
    names = []
    for part in parts:
        if part.kind in (CursorKind.TYPE_REF, CursorKind.TEMPLATE_REF):
            names.append(part)
        elif part.kind != CursorKind.NAMESPACE_REF:
            break
    templates = [one for one in names if one.kind == CursorKind.TEMPLATE_REF]
    chosen = templates[0] if templates else names[-1] if names else None
    return None if chosen is None else chosen.location


def constructed_at(call, parent, before):
    """Where the class of a construction is written."""
    own = type_place(call.get_children())
    if own is not None:
        return own
    if parent.kind in (CursorKind.VAR_DECL, CursorKind.CXX_NEW_EXPR):
        return type_place(parent.get_children())
    if parent.kind == CursorKind.CONSTRUCTOR and before is not None and before.kind == CursorKind.TYPE_REF:
        return before.location
    return None


def add_call(call, parent, before):
    callee = call.referenced
    if callee is None or callee.kind not in functions:
        return
    owner = callee.semantic_parent
    if callee.kind == CursorKind.CONSTRUCTOR:
        if callee.is_copy_constructor() or callee.is_move_constructor() or callee.location == owner.location:
            return
        if parent.kind == CursorKind.VAR_DECL and next(call.get_children(), None) is None:
            return
        location = constructed_at(call, parent, before)
        name = plain_name(owner)
    else:
        first = next(call.get_children(), None)
        # An implicit conversion may stand around the name.
        while first is not None and first.kind == CursorKind.UNEXPOSED_EXPR:
            first = next(first.get_children(), None)
        if first is None or first.kind not in (CursorKind.DECL_REF_EXPR, CursorKind.MEMBER_REF_EXPR):
            return
        if callee.spelling.startswith('operator') and not callee.spelling[8:9].isalnum():
            return
        location = first.location
        name = plain_name(callee)
    place = None if location is None else place_of(location)
    if place is None or not is_named(place, name):
        return
    rows.add(('call', *place, *(place_of(callee.location) or ())))


def visit(cursor, parent):
    before = None
    for child in cursor.get_children():
        if child.kind == CursorKind.CALL_EXPR:
            add_call(child, cursor, before)
        elif child.kind in functions:
            place = place_of(child.location)
            if place is not None:
                rows.add(('decl', *place, child.get_usr(), full_name(child)))
        visit(child, cursor)
        before = child


def main():
    index = Index.create()
    walked = set()
    sys.setrecursionlimit(100000)
    with open(sys.argv[2], encoding='utf8') as file:
        units = file.read().split('\n')
    for unit in units:
        if unit == '':
            continue
        try:
            tree = index.parse(os.path.join(root, unit), args=['-x', 'c++', *sys.argv[3:]])
        except Exception:
            print(f'not parsed: {unit}', file=sys.stderr)
            continue
        worst = [one for one in tree.diagnostics if one.severity >= 3]
        if worst:
            print(f'left out, {len(worst)} errors: {unit}: {worst[0]}', file=sys.stderr)
            continue
        seen = set()
        for child in tree.cursor.get_children():
            path = path_of(child.location.file)
            if path is None or path in walked:
                continue
            seen.add(path)
            if child.kind in functions:
                place = place_of(child.location)
                rows.add(('decl', *place, child.get_usr(), full_name(child)))
            visit(child, tree.cursor)
        walked |= seen
    for row in sorted(rows, key=str):
        print('\t'.join(map(str, row)))


main()
