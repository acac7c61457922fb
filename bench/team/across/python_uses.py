"""Prints what the called names of Python files mean by jedi, as tab-separated lines: path, line and column (from 1) of the name, the name, then path
and line of the declaration; nothing for these where it is in neither tree, and no line where jedi knows no meaning.

Only names are asked that the library declares, or that the file imports under another name. Decorators count as calls.
Arguments: the folder of both trees, the name of the library, that of the user, then the paths of the user's files, a line each, from the standard input.
"""

import ast
import os
import sys

import jedi

root, library, user = sys.argv[1:4]


def python_files(folder):
    for base, folders, files in os.walk(folder):
        folders[:] = [one for one in folders if not one.startswith(".")]
        yield from (os.path.join(base, one) for one in files if one.endswith(".py"))


def parsed(path):
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        return text, ast.parse(text)
    except (SyntaxError, ValueError, UnicodeDecodeError):
        return "", None


declared = set()
for path in python_files(os.path.join(root, library)):
    tree = parsed(path)[1]
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            declared.add(node.name)

folders = [os.path.join(root, one, inside) for one in (user, library) for inside in ("src", "lib", "")]
stdlib = [one for one in sys.path[1:] if "-packages" not in one]
project = jedi.Project(os.path.join(root, user), sys_path=[one for one in folders if os.path.isdir(one)] + stdlib)


def last_name(node, lines):
    """The name of a callee with its place; None for another expression."""
    if isinstance(node, ast.Name):
        return node.id, node.lineno, node.col_offset
    if isinstance(node, ast.Attribute):
        line = lines[node.end_lineno - 1].encode()
        return node.attr, node.end_lineno, node.end_col_offset - len(node.attr.encode())
    return None


for path in sys.stdin.read().split("\n"):
    full = os.path.join(root, path)
    text, tree = parsed(full)
    if tree is None:
        continue
    lines = text.split("\n")
    renamed = {
        one.asname
        for node in ast.walk(tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for one in node.names
        if one.asname
    }
    places = set()
    for node in ast.walk(tree):
        callees = [node.func] if isinstance(node, ast.Call) else []
        callees += [one for one in getattr(node, "decorator_list", []) if not isinstance(one, ast.Call)]
        for callee in callees:
            found = last_name(callee, lines)
            if found and (found[0] in declared or found[0] in renamed):
                places.add(found)
    script = jedi.Script(text, path=full, project=project)
    for name, line, byte in sorted(places, key=lambda one: one[1:]):
        column = len(lines[line - 1].encode()[:byte].decode())
        try:
            meant = script.goto(line, column, follow_imports=True, follow_builtin_imports=False)
        except Exception:
            continue
        for one in meant:
            # For a call of a variable or parameter, jedi names that, and not the function that it holds.
            if one.module_path is None or one.line is None or one.type in ("module", "param", "statement"):
                continue
            to = os.path.relpath(one.module_path, root)
            inside = "" if to.startswith("..") else to
            print(path, line, column + 1, name, inside, one.line if inside else 0, sep="\t")
