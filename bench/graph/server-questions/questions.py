"""Prints questions about Python files with their answers by jedi (Debian: python3-jedi), as tab-separated lines: kind, path, line, column, name,
then the places of the answer (path:line), joined by blanks. Kinds: `definition` (the place of a use), `implementers` (of a class: the classes that
have it as a base, also indirectly), `writers` (of an attribute that only one class of the tree assigns). Jedi is slow, so only some places are
asked about, the same in each run. What jedi does not know is left out.
Arguments: the root, then a file that lists paths relative to it.
"""

import ast
import os
import random
import sys

import jedi

ASKED = 150
root = os.path.abspath(sys.argv[1])
paths = [line for line in open(sys.argv[2], encoding="utf8").read().split("\n") if line.endswith(".py")]
project = jedi.Project(root)
chance = random.Random(52)
trees = {}
scripts = {}


def script_of(path):
    if path not in scripts:
        scripts[path] = jedi.Script(path=os.path.join(root, path), project=project)
    return scripts[path]


def place(name):
    """path:line of what jedi found; None outside of the tree."""
    if name.module_path is None or name.line is None:
        return None
    path = os.path.relpath(str(name.module_path), root)
    return None if path.startswith("..") else f"{path.replace(os.sep, '/')}:{name.line}"


def goto(path, line, column):
    try:
        return script_of(path).goto(line, column, follow_imports=True)
    except Exception:
        return []


def show(kind, path, line, column, name, places):
    print(f"{kind}\t{path}\t{line}\t{column}\t{name}\t{' '.join(sorted(places))}")


def columns(text, offset):
    """The column in UTF-16 units from 1, of an offset in bytes of UTF-8."""
    return len(text.encode("utf8")[:offset].decode("utf8").encode("utf-16-le")) // 2 + 1


for path in paths:
    try:
        text = open(os.path.join(root, path), encoding="utf8").read()
        trees[path] = (ast.parse(text), text.split("\n"))
    except (SyntaxError, UnicodeDecodeError, ValueError, OSError):
        pass


def definitions():
    uses = []
    twins = {}
    for path, (tree, _) in trees.items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.ClassDef):
                continue
            for one in node.body:
                if isinstance(one, ast.FunctionDef):
                    lines = [other.lineno for other in node.body if isinstance(other, ast.FunctionDef) and other.name == one.name]
                    twins[f"{path}:{one.lineno}"] = lines
    for path, (tree, lines) in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                uses.append((path, node.lineno, node.col_offset, node.id))
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                if node.end_lineno is not None and lines[node.end_lineno - 1].isascii():
                    uses.append((path, node.end_lineno, node.end_col_offset - len(node.attr), node.attr))
    chance.shuffle(uses)
    for path, line, column, name in uses[:ASKED]:
        found = goto(path, line, column)
        places = [place(one) for one in found]
        if not places or None in places:
            continue
        # A property has a getter and a setter.
        places += [f"{one.rsplit(':', 1)[0]}:{line}" for one in places for line in twins.get(one, ())]
        # A variable has several assignments, any of which declares it.
        if all(one.type in ("statement", "param") for one in found):
            try:
                others = script_of(path).get_references(line, column, scope="file")
            except Exception:
                others = []
            places += [place(one) for one in others if one.is_definition()]
        text = trees[path][1][line - 1]
        show("definition", path, line, columns(text, column), name, {one for one in places if one})


def last_name(node):
    if isinstance(node, ast.Subscript):
        return last_name(node.value)
    if isinstance(node, ast.Name):
        return node.lineno, node.col_offset
    if isinstance(node, ast.Attribute):
        return node.end_lineno, node.end_col_offset - len(node.attr)
    return None


def implementers():
    classes = {}
    derived = {}
    bases = {}
    for path, (tree, lines) in trees.items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.ClassDef):
                continue
            column = lines[node.lineno - 1].find(node.name, lines[node.lineno - 1].find("class") + 5)
            own = f"{path}:{node.lineno}"
            classes[own] = (path, node.lineno, column + 1, node.name)
            bases[own] = node.bases
    unknown = set()
    for own, found in bases.items():
        for base in found:
            at = last_name(base)
            if at is None:
                continue
            meant = goto(own.rsplit(":", 1)[0], *at)
            if not any(place(one) in classes for one in meant):
                unknown.add(ast.unparse(base).split("[")[0].split(".")[-1])
            for one in meant:
                to = place(one)
                if one.type == "class" and to in classes:
                    derived.setdefault(to, set()).add(own)
    for base in derived:
        seen = set()
        left = list(derived[base])
        while left:
            one = left.pop()
            if one not in seen:
                seen.add(one)
                left += derived.get(one, ())
        # Where jedi does not know a base of one of these names, the list may be longer.
        if unknown.isdisjoint({classes[one][3] for one in seen | {base}}):
            show("implementers", *classes[base], seen)


def stores(tree):
    """Attributes that are assigned: the attribute, and the class and first parameter of the method around it."""

    def visit(node, owner, own):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                yield from visit(child, child, None)
            elif isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                parameters = child.args.posonlyargs + child.args.args
                is_method = isinstance(node, ast.ClassDef) and not any(
                    isinstance(one, ast.Name) and one.id in ("staticmethod", "classmethod") for one in child.decorator_list
                )
                first = parameters[0].arg if is_method and parameters else own
                yield from visit(child, owner, first)
            else:
                if isinstance(child, ast.Attribute) and isinstance(child.ctx, ast.Store):
                    yield child, owner, own
                yield from visit(child, owner, own)

    yield from visit(tree, None, None)


def writers():
    by_name = {}
    for path, (tree, lines) in trees.items():
        for node, owner, own in stores(tree):
            is_own = owner is not None and isinstance(node.value, ast.Name) and node.value.id == own
            by_name.setdefault(node.attr, []).append((path, node, owner if is_own else None))
    declared = {}
    for path, (tree, _) in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                for one in node.body:
                    targets = one.targets if isinstance(one, ast.Assign) else [one.target] if isinstance(one, ast.AnnAssign) else []
                    for target in targets:
                        if isinstance(target, ast.Name):
                            declared.setdefault(target.id, []).append((path, node, target))
                    if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef)):
                        declared.setdefault(one.name, []).append(None)
    for name, found in sorted(by_name.items()):
        owners = {(path, owner.lineno) for path, _, owner in found if owner is not None}
        in_class = declared.get(name, [])
        if len(owners) != 1 or len(in_class) > 1 or None in in_class:
            continue
        [(home, class_line)] = owners
        if in_class and (in_class[0][0], in_class[0][1].lineno) != (home, class_line):
            continue
        places = set()
        for path, node, owner in found:
            if owner is None:
                # Another receiver: jedi has to know that it is of this class.
                at = last_name(node.value)
                try:
                    types = script_of(path).infer(*at) if at is not None else []
                except Exception:
                    types = []
                if not any(place(one) == f"{home}:{class_line}" for one in types):
                    places = None
                    break
            places.add(f"{path}:{node.end_lineno}")
        if not places:
            continue
        if in_class:
            target = in_class[0][2]
            at = (target.lineno, target.col_offset)
        else:
            first = min((node for path, node, owner in found if path == home), key=lambda node: (node.end_lineno, node.end_col_offset))
            at = (first.end_lineno, first.end_col_offset - len(name))
        show("writers", home, at[0], at[1] + 1, name, places)


definitions()
implementers()
writers()
