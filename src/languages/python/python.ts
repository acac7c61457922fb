/** Python. Attributes of `self` that `__init__` assigns are properties of the class. */
import { pythonPackages } from './resolution/distributions.ts';
import type { DefinitionContext, ImportDraft, Language, SyntaxNode } from '../language.ts';
import type { DefinitionKind } from '../../model/definition.ts';
import { builtinModules } from './builtin-modules.ts';
import { collectPythonSummary } from './summary/python-summary.ts';
import { parsePython } from './parse/parse-python.ts';
import { query } from './query.ts';
import { createPythonResolver } from './resolution/resolver.ts';

/** The class or function itself, without the node for its decorators. */
function undecorated(node: SyntaxNode): SyntaxNode {
  return node.type === 'decorated_definition' ? (node.childForFieldName('definition') ?? node) : node;
}

function decorators({ node }: DefinitionContext): string[] {
  const names: string[] = [];
  if (node.type !== 'decorated_definition') return names;
  for (const child of node.namedChildren) {
    if (child?.type !== 'decorator') continue;
    const expression = child.firstNamedChild;
    const callee = expression?.type === 'call' ? expression.childForFieldName('function') : expression;
    if (callee) names.push(callee.text.slice(0, 200).replace(/\s+/g, ''));
  }
  return names;
}

/**
 * The text of a plain string, with its indentation cleaned up like `inspect.cleandoc`; null for other nodes, bytes and f-strings.
 */
function stringText(node: SyntaxNode | null | undefined): string | null {
  if (node?.type !== 'string') return null;
  const raw = node.text;
  const opening = /^([rRuU]?)("""|'''|"|')/.exec(raw.slice(0, 4));
  if (opening === null) return null;
  const text = raw
    .slice(opening[0].length)
    .replace(/("""|'''|"|')$/, '')
    .slice(0, 4000);
  if (!text.includes('\n')) return text.trim();
  const lines = text.split(/\r?\n/);
  let margin = Infinity;
  for (const line of lines.slice(1))
    if (line.trim() !== '') margin = Math.min(margin, line.length - line.trimStart().length);
  return lines
    .map((line, index) => (index === 0 ? line.trim() : line.slice(margin).trimEnd()))
    .join('\n')
    .trim();
}

const quoted = /^\s*[rRuU]?["']/;

/** Whether a string begins at an offset, after optional blanks and line ends. */
function isQuoteAfter(source: string, from: number): boolean {
  let at = from;
  let code = source.charCodeAt(at);
  while (code === 32 || code === 10 || code === 13) code = source.charCodeAt(++at);
  // Fast path: most often the character cannot begin a string.
  const beginsNoString = code > 32 && code < 127 && !stringBeginnings.has(code);
  return !beginsNoString && quoted.test(source.slice(from, from + 200));
}

/** Codes of the characters that begin a quote or its prefix. */
const stringBeginnings = new Set([...'rRuU"\''].map((character) => character.charCodeAt(0)));

/**
 * The docstring: the string that is the first statement of a body, or that follows an assignment. The text is checked for a quote
 * first, because nodes are slow to read.
 */
function docstring({ node, source }: DefinitionContext): string | null {
  let statement: SyntaxNode | null;
  if (node.type === 'expression_statement') {
    statement = isQuoteAfter(source, node.endIndex) ? node.nextNamedSibling : null;
  } else {
    const body = undecorated(node).childForFieldName('body');
    statement =
      body !== null && quoted.test(source.slice(body.startIndex, body.startIndex + 3)) ? body.firstNamedChild : null;
  }
  return statement?.type === 'expression_statement' ? stringText(statement.firstNamedChild) : null;
}

const enumBases = /^(?:enum\.)?(?:Enum|IntEnum|StrEnum|Flag|IntFlag|ReprEnum)$/;
const protocolBases = /^(?:typing\.|typing_extensions\.|t\.)?Protocol(?:\[|$)/;
const propertyDecorators = /^(?:functools\.)?(?:property|cached_property)$|\.(?:setter|getter|deleter)$/;
const aliasType = /^(?:typing\.|typing_extensions\.|t\.)?TypeAlias$/;

function refineKind(context: DefinitionContext): DefinitionKind | null {
  const { node, name, kind, parentKind } = context;
  if (kind === 'class') {
    for (const base of undecorated(node).childForFieldName('superclasses')?.namedChildren ?? []) {
      if (base === null) continue;
      const text = base.text;
      if (enumBases.test(text)) return 'enum';
      if (protocolBases.test(text)) return 'interface';
    }
    return kind;
  }
  if (kind === 'method')
    return node.type === 'decorated_definition' &&
      decorators(context).some((decorator) => propertyDecorators.test(decorator))
      ? 'property'
      : kind;
  if (kind === 'variable' || kind === 'property') {
    const assignment = node.firstNamedChild;
    if (assignment === null) return kind;
    if (parentKind === 'enum')
      return assignment.childForFieldName('right') === null || name.startsWith('_') ? 'property' : 'enumMember';
    const type = assignment.childForFieldName('type');
    if (type !== null && aliasType.test(type.text)) return 'typeAlias';
  }
  return kind;
}

/** Limit of nested classes in the path of a container. */
const maxContainers = 50;

/** `self.x` in `__init__` belongs to the surrounding class. */
function container({ node, nameNode, kind }: DefinitionContext): string | null {
  if (kind !== 'property' || node.type !== 'expression_statement' || nameNode.parent?.type !== 'attribute') return null;
  const names: string[] = [];
  for (let ancestor = node.parent; ancestor !== null; ancestor = ancestor.parent) {
    if (ancestor.type === 'class_definition') names.unshift(ancestor.childForFieldName('name')?.text ?? '');
    // Functions between the definition and its class are no containers, but those around the class are.
    else if (ancestor.type === 'function_definition' && names.length > 0)
      names.unshift(ancestor.childForFieldName('name')?.text ?? '');
    if (names.length > maxContainers) break;
  }
  return names.length === 0 ? null : names.join('.');
}

/** The results of `namesInAll`, by the root of a file. */
const listedNames = new WeakMap<SyntaxNode, ReadonlySet<string> | null>();

/** The names in the `__all__` of a module; null where the module has none or computes it. */
function namesInAll(root: SyntaxNode): ReadonlySet<string> | null {
  const cached = listedNames.get(root);
  if (cached !== undefined) return cached;
  const found = root.text.includes('__all__') ? readAll(root) : null;
  listedNames.set(root, found);
  return found;
}

/** Reads `__all__ = […]` and `__all__ += […]`; null where a value is no literal list of strings. */
function readAll(root: SyntaxNode): ReadonlySet<string> | null {
  let names: Set<string> | null = null;
  for (const statement of root.namedChildren) {
    const assignment = statement?.type === 'expression_statement' ? statement.firstNamedChild : null;
    if (assignment?.type !== 'assignment' && assignment?.type !== 'augmented_assignment') continue;
    if (assignment.childForFieldName('left')?.text !== '__all__') continue;
    const value = assignment.childForFieldName('right');
    if (value === null || !/^(list|tuple|expression_list)$/.test(value.type)) return null;
    names ??= new Set();
    for (const item of value.namedChildren) {
      if (item?.type === 'comment') continue;
      const text = stringText(item);
      if (text === null) return null;
      names.add(text);
    }
  }
  return names;
}

function exported({ root, name, kind, parentKind }: DefinitionContext): boolean {
  const isLocal = parentKind === 'function' || parentKind === 'method' || parentKind === 'property';
  // A property that is assigned in a method belongs to the class.
  if (isLocal && kind !== 'property') return false;
  if (parentKind === null) {
    const names = namesInAll(root);
    if (names !== null) return names.has(name);
  }
  return !name.startsWith('_') || (name.startsWith('__') && name.endsWith('__'));
}

function importedNames(node: SyntaxNode): { name: string; alias: string | null; isReexport: boolean }[] {
  const names: { name: string; alias: string | null; isReexport: boolean }[] = [];
  for (const child of node.childrenForFieldName('name')) {
    if (child === null) continue;
    if (child.type !== 'aliased_import') {
      names.push({ name: child.text, alias: null, isReexport: false });
      continue;
    }
    const name = child.childForFieldName('name')?.text;
    if (name === undefined) continue;
    const alias = child.childForFieldName('alias')?.text ?? null;
    // `import a as a` is a re-export in stubs and typed packages (PEP 484).
    names.push({ name, alias: alias === name ? null : alias, isReexport: alias === name });
  }
  return names;
}

/** Whether an import is inside `if TYPE_CHECKING:`. */
function isTypeOnly(node: SyntaxNode): boolean {
  if (node.startPosition.column === 0) return false;
  const block = node.parent;
  if (block?.type !== 'block') return false;
  const branch = block.parent;
  return (
    branch?.type === 'if_statement' && /^(\w+\.)?TYPE_CHECKING$/.test(branch.childForFieldName('condition')?.text ?? '')
  );
}

function imports(node: SyntaxNode): ImportDraft[] {
  // `import_module("a.b")`, `__import__("a")`.
  if (node.type === 'call') {
    const module = stringText(node.childForFieldName('arguments')?.firstNamedChild);
    return module === null || module === '' ? [] : [{ module, isDynamic: true }];
  }
  const typeOnly = isTypeOnly(node);
  if (node.type === 'import_statement') {
    return importedNames(node).map(({ name, alias, isReexport }) => ({
      module: name,
      alias,
      isReexport,
      isTypeOnly: typeOnly,
    }));
  }
  const module = node.type === 'future_import_statement' ? '__future__' : node.childForFieldName('module_name')?.text;
  if (module === undefined || module === '') return [];
  const isWildcard = node.namedChildren.some((child) => child?.type === 'wildcard_import');
  const names = importedNames(node);
  return [
    {
      module,
      names: isWildcard ? [{ name: '*', alias: null }] : names.map(({ name, alias }) => ({ name, alias })),
      isReexport: names.some(({ isReexport }) => isReexport),
      isTypeOnly: typeOnly,
    },
  ];
}

export const python: Language = {
  id: 'python',
  name: 'Python',
  extensions: ['.py', '.pyi', '.pyw'],
  filenames: ['SConstruct', 'SConscript', 'wscript'],
  interpreters: ['python', 'python2', 'python3', 'pypy', 'pypy3'],
  nature: 'code',
  parser: 'tree-sitter',
  grammar: {
    wasm: 'tree-sitter-python.wasm',
    query,
    parse: parsePython,
    imports,
    decorators,
    docstring,
    refineKind,
    container,
    exported,
    summary: collectPythonSummary,
    // Sphinx treats `#:` as documentation.
    stripComment: (text, usual) => (text.startsWith('#:') ? text.slice(2).trim() : usual(text)),
  },
  modules: createPythonResolver,
  packages: pythonPackages,
  classifyImport(module) {
    if (module.startsWith('.')) return 'local';
    return builtinModules.has(module.split('.')[0] ?? '') ? 'builtin' : 'external';
  },
  keywords: (
    'and as assert async await break class continue def del elif else except false finally for from global if import in is lambda ' +
    'none nonlocal not or pass raise return self cls true try while with yield match case'
  ).split(' '),
};
