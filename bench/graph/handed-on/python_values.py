"""
Prints where Python code names a function of its own tree as a value, as tab-separated lines: path, line, name, then path and line of the function's
name. Names are resolved by Python's own syntax trees: scopes, imports within the tree, attributes of imported modules, of classes and of `self`. What is
resolved otherwise (an instance's type, a star import) is left out, so what is printed is true, but not all there is.
Not printed: callees, decorators, annotations, objects of a further attribute, properties.
Arguments: the root, then a file that lists paths relative to it.
"""
import ast
import sys
from pathlib import Path

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SCOPES = (*FUNCTIONS, ast.Lambda, ast.ClassDef, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
OPAQUE = None


class Module:
    def __init__(self, path, tree):
        self.path = path
        self.tree = tree
        self.is_package = path.endswith('__init__.py')
        self.names = {}


class Tree:
    def __init__(self, root, paths):
        self.modules = {}
        self.by_name = {}
        for path in paths:
            try:
                tree = ast.parse((root / path).read_text('utf8'))
            except (SyntaxError, ValueError, OSError):
                continue
            module = Module(path, tree)
            module.names = bindings(tree.body)
            self.modules[path] = module
        for path, module in self.modules.items():
            parts = path[:-3].split('/')
            if parts[-1] == '__init__':
                parts.pop()
            # A package's root may stand anywhere in the tree (`src/`): every folder that is no package itself can hold one.
            for start in range(len(parts)):
                if start == 0 or '/'.join([*parts[:start], '__init__.py']) not in self.modules:
                    self.by_name.setdefault('.'.join(parts[start:]), []).append(module)

    def module(self, name):
        found = self.by_name.get(name, [])
        return found[0] if len(found) == 1 else None

    def imported(self, module, level, name):
        if level == 0:
            return self.module(name)
        parts = module.path.split('/')[:-level]
        path = '/'.join([*parts, *(name.split('.') if name else [])])
        return self.modules.get(path + '.py') or self.modules.get((path + '/' if path else '') + '__init__.py')

    def value(self, module, names, name, depth=0):
        """What a name of a scope means: a list of function nodes with their module, a class, a module, or OPAQUE."""
        bound = names.get(name)
        if bound is None or depth > 8:
            return OPAQUE
        if all(isinstance(one, FUNCTIONS) for one in bound):
            return [(module, one) for one in bound]
        if len(bound) != 1:
            return OPAQUE
        one = bound[0]
        if isinstance(one, ast.ClassDef):
            return (module, one)
        if isinstance(one, tuple):
            level, source, part = one
            if part is None:
                return self.imported(module, level, source)
            origin = self.imported(module, level, source)
            if origin is not None and part in origin.names:
                return self.value(origin, origin.names, part, depth + 1)
            below = f'{source}.{part}' if source else part
            return self.imported(module, level, below)
        return OPAQUE

    def member(self, module, owner, name, depth=0):
        names = bindings(owner.body)
        if name in names:
            return self.value(module, names, name)
        if depth > 8:
            return OPAQUE
        for base in owner.bases:
            found = self.expression(module, [module.names], base)
            if not isinstance(found, tuple):
                return OPAQUE
            inherited = self.member(*found, name, depth + 1)
            if inherited is not OPAQUE:
                return inherited
        return OPAQUE

    def expression(self, module, scopes, node):
        if isinstance(node, ast.Name):
            for names in reversed(scopes):
                # A class body is run in order: before its own `def`, a name means what is outside.
                later = '\0class' in names and getattr(names.get(node.id, [None])[0], 'lineno', 0) > node.lineno
                if node.id in names and not later:
                    return self.value(module, names, node.id)
            return OPAQUE
        if isinstance(node, ast.Attribute):
            owner = self.expression(module, scopes, node.value)
            if isinstance(owner, Module):
                return self.value(owner, owner.names, node.attr)
            if isinstance(owner, tuple):
                return self.member(*owner, node.attr)
        return OPAQUE


def bindings(body):
    """The names that statements bind in their scope, with all that binds each."""
    found = {}

    def bind(name, value):
        found.setdefault(name, []).append(value)

    def visit(node):
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            bind(node.name, node)
            return
        if isinstance(node, (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            return
        if isinstance(node, ast.Import):
            for name in node.names:
                if name.asname:
                    bind(name.asname, (0, name.name, None))
                elif '.' not in name.name:
                    bind(name.name, (0, name.name, None))
                else:
                    bind(name.name.split('.')[0], 'package')
        elif isinstance(node, ast.ImportFrom):
            for name in node.names:
                bind(name.asname or name.name, (node.level, node.module or '', name.name))
        elif isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del)):
            bind(node.id, 'assigned')
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            for name in node.names:
                bind(name, 'outer')
        elif isinstance(node, ast.ExceptHandler) and node.name:
            bind(node.name, 'assigned')
        elif isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name:
            bind(node.name, 'assigned')
        for child in ast.iter_child_nodes(node):
            visit(child)

    for statement in body:
        visit(statement)
    return found


def parameters(arguments):
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    return {one.arg: ['parameter'] for one in every if one is not None}


class Values:
    def __init__(self, tree, module, lines):
        self.tree = tree
        self.module = module
        self.lines = lines
        self.rows = []

    def run(self):
        for statement in self.module.tree.body:
            self.visit(statement, [self.module.names], None, None)

    def visit(self, node, scopes, owner, self_name):
        """`owner`: the class around the method whose first parameter is `self_name`."""
        if isinstance(node, FUNCTIONS):
            for value in [*node.args.defaults, *filter(None, node.args.kw_defaults)]:
                self.visit(value, scopes, owner, self_name)
            for decorator in node.decorator_list:
                self.operands(decorator, scopes, owner, self_name)
            inner = {**bindings(node.body)}
            for name, bound in parameters(node.args).items():
                inner[name] = bound
            first = [*node.args.posonlyargs, *node.args.args][:1]
            # The names of a class are not seen in its methods.
            outer = [names for names in scopes if not names.get('\0class')]
            is_method = bool(scopes[-1].get('\0class'))
            is_static = any(isinstance(one, ast.Name) and one.id == 'staticmethod' for one in node.decorator_list)
            name = first[0].arg if is_method and first and not is_static else self_name
            own = scopes[-1]['\0class'] if is_method else owner
            for statement in node.body:
                self.visit(statement, [*outer, inner], own, name)
            return
        if isinstance(node, ast.ClassDef):
            for base in node.bases:
                self.visit(base, scopes, owner, self_name)
            for decorator in node.decorator_list:
                self.operands(decorator, scopes, owner, self_name)
            outer = [names for names in scopes if not names.get('\0class')]
            inner = {**bindings(node.body), '\0class': node}
            for statement in node.body:
                self.visit(statement, [*outer, inner], owner, self_name)
            return
        if isinstance(node, ast.Lambda):
            outer = [names for names in scopes if not names.get('\0class')]
            self.visit(node.body, [*outer, parameters(node.args)], owner, self_name)
            return
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            targets = {n.id: ['assigned'] for g in node.generators for n in ast.walk(g.target) if isinstance(n, ast.Name)}
            outer = [names for names in scopes if not names.get('\0class')]
            for child in ast.iter_child_nodes(node):
                self.visit(child, [*outer, targets], owner, self_name)
            return
        if isinstance(node, ast.comprehension):
            for child in [node.iter, *node.ifs]:
                self.visit(child, scopes, owner, self_name)
            return
        if isinstance(node, ast.Call):
            self.operands(node, scopes, owner, self_name)
            return
        if isinstance(node, ast.AnnAssign):
            if node.value is not None:
                self.visit(node.value, scopes, owner, self_name)
            return
        if isinstance(node, (ast.Name, ast.Attribute)):
            if isinstance(node.ctx, ast.Load):
                self.named(node, scopes, owner, self_name)
            if isinstance(node, ast.Attribute):
                self.below(node.value, scopes, owner, self_name)
            return
        for child in ast.iter_child_nodes(node):
            self.visit(child, scopes, owner, self_name)

    def operands(self, node, scopes, owner, self_name):
        """What a call or decorator contains beside its callee."""
        if isinstance(node, ast.Call):
            self.below(node.func, scopes, owner, self_name)
            for argument in [*node.args, *node.keywords]:
                self.visit(argument.value if isinstance(argument, ast.keyword) else argument, scopes, owner, self_name)
        else:
            self.below(node, scopes, owner, self_name)

    def below(self, node, scopes, owner, self_name):
        """An expression whose own name is not a value handed on: a callee, or the object of an attribute."""
        if isinstance(node, ast.Name):
            return
        if isinstance(node, ast.Attribute):
            self.below(node.value, scopes, owner, self_name)
        else:
            self.visit(node, scopes, owner, self_name)

    def named(self, node, scopes, owner, self_name):
        found = self.tree.expression(self.module, scopes, node)
        name = node.id if isinstance(node, ast.Name) else node.attr
        if found is OPAQUE and isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            shadowed = self_name is not None and not any(
                names.get(self_name) == ['parameter'] for names in scopes
            )
            if owner is not None and node.value.id == self_name and not shadowed:
                found = self.tree.member(self.module, owner, name)
        if not isinstance(found, list):
            return
        for module, function in found:
            if any('property' in ast.unparse(one) or 'setter' in ast.unparse(one) for one in function.decorator_list):
                return
        line = node.end_lineno
        module, function = found[-1]
        targets = ','.join(str(one.lineno) for _, one in found)
        self.rows.append(f'{self.module.path}\t{line}\t{name}\t{module.path}\t{targets}')


def main():
    root = Path(sys.argv[1])
    paths = Path(sys.argv[2]).read_text('utf8').split('\n')
    sys.setrecursionlimit(10000)
    tree = Tree(root, [path for path in paths if path.endswith('.py')])
    for module in tree.modules.values():
        values = Values(tree, module, None)
        values.run()
        for row in dict.fromkeys(values.rows):
            print(row)


main()
