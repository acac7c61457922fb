/** Imports and re-exports of every form: `import`, `export … from`, `import()`, `require()`. */
import type { Node } from 'oxc-parser';
import type { ImportedName } from '../model/import.ts';
import { addImport, visit, type Binding, type NodeOf, type Walk } from './ecmascript-walk.ts';
import { unwrap } from './ecmascript-names.ts';

type ExportName = NodeOf<'ExportSpecifier'>['local'];

function moduleName(name: ExportName): string {
  return name.type === 'Literal' ? name.value : name.name;
}

function renamed(name: string, other: string): ImportedName {
  return { name, alias: name === other ? null : other };
}

export function importDeclaration(walk: Walk, node: NodeOf<'ImportDeclaration'>): void {
  const names: ImportedName[] = [];
  let alias: string | null = null;
  let types = 0;
  for (const specifier of node.specifiers) {
    const local = specifier.local.name;
    if (specifier.type === 'ImportNamespaceSpecifier') alias = local;
    else if (specifier.type === 'ImportDefaultSpecifier') names.push({ name: 'default', alias: local });
    else {
      names.push(renamed(moduleName(specifier.imported), local));
      if (specifier.importKind === 'type') types++;
    }
  }
  const isTypeOnly = node.importKind === 'type' || (types > 0 && types === node.specifiers.length);
  addImport(walk, node.start, node.source.value, { names, alias, isTypeOnly });
}

export function importEquals(walk: Walk, node: NodeOf<'TSImportEqualsDeclaration'>, start: number): void {
  const { moduleReference, id } = node;
  if (moduleReference.type !== 'TSExternalModuleReference') return;
  addImport(walk, start, moduleReference.expression.value, { alias: id.name, isTypeOnly: node.importKind === 'type' });
}

export function reexport(walk: Walk, node: NodeOf<'ExportNamedDeclaration'>, module: string): void {
  const names = node.specifiers.map(({ local, exported }) => renamed(moduleName(local), moduleName(exported)));
  const typed = node.specifiers.length > 0 && node.specifiers.every(({ exportKind }) => exportKind === 'type');
  addImport(walk, node.start, module, { names, isReexport: true, isTypeOnly: node.exportKind === 'type' || typed });
}

export function reexportAll(walk: Walk, node: NodeOf<'ExportAllDeclaration'>): void {
  const alias = node.exported === null ? null : moduleName(node.exported);
  addImport(walk, node.start, node.source.value, {
    names: [{ name: '*', alias }],
    isReexport: true,
    isTypeOnly: node.exportKind === 'type',
  });
}

/** The module that `require('x')` asks for; null for any other call. */
export function requireArgument(node: NodeOf<'CallExpression'>): string | null {
  const { callee, arguments: list } = node;
  if (callee.type !== 'Identifier' || callee.name !== 'require' || list.length !== 1) return null;
  return stringOf(list[0]!);
}

function stringOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return null;
  return node.quasis[0]?.value.cooked ?? null;
}

/** `require('x')` or `import('x')`, with the names under which its surroundings bind it. */
export function addDynamicImport(walk: Walk, node: Node, module: string): void {
  const isDynamic = node.type === 'ImportExpression';
  const { binding } = walk;
  if (binding === null || binding.request !== node) {
    addImport(walk, node.start, module, { isDynamic });
    return;
  }
  walk.binding = null;
  addImport(walk, node.start, module, { isDynamic, names: binding.names, alias: binding.alias });
}

export function visitImportExpression(walk: Walk, node: NodeOf<'ImportExpression'>): void {
  const module = stringOf(node.source);
  if (module === null) visit(walk, node.source);
  else addDynamicImport(walk, node, module);
  visit(walk, node.options);
}

/** Notes under which names a module is bound that `init` loads: `const { a } = require('x')`, `const a = (await import('x')).b`. */
export function bindRequest(walk: Walk, pattern: Node, init: Node): void {
  const { request, member } = requestIn(init);
  if (request === null) return;
  walk.binding = { request, ...boundNames(pattern, member) };
}

/** The loading call in `await import('x')`, `require('x').y`, `wrap(require('x'))`, and the member that is taken of it. */
function requestIn(init: Node): { request: Node | null; member: string | null } {
  let node = unwrap(init);
  let member: string | null = null;
  for (let steps = 0; steps < 4; steps++) {
    if (node.type === 'AwaitExpression') node = unwrap(node.argument);
    else if (node.type === 'ImportExpression') return { request: node, member };
    else if (node.type === 'MemberExpression' && !node.computed && member === null) {
      member = node.property.name;
      node = unwrap(node.object);
    } else if (node.type === 'CallExpression') {
      if (requireArgument(node) !== null) return { request: node, member };
      // `__importStar(require('x'))`, as compilers write it.
      const only: Node | undefined = node.arguments.length === 1 ? node.arguments[0] : undefined;
      if (only?.type !== 'CallExpression' || node.callee.type === 'MemberExpression') break;
      node = only;
    } else break;
  }
  return { request: null, member: null };
}

function boundNames(pattern: Node, member: string | null): Omit<Binding, 'request'> {
  if (pattern.type === 'Identifier') {
    if (member === null) return { names: [], alias: pattern.name };
    return { names: [renamed(member, pattern.name)], alias: null };
  }
  if (member !== null) return { names: [{ name: member, alias: null }], alias: null };
  if (pattern.type !== 'ObjectPattern') return { names: [], alias: null };
  const names: ImportedName[] = [];
  for (const property of pattern.properties) {
    if (property.type !== 'Property' || property.computed || property.key.type !== 'Identifier') continue;
    const target = property.value.type === 'AssignmentPattern' ? property.value.left : property.value;
    names.push(renamed(property.key.name, target.type === 'Identifier' ? target.name : property.key.name));
  }
  return { names, alias: null };
}

/** `import('x').then(({ a }) => …)`: the callback's parameter binds the module. */
export function bindCallback(walk: Walk, node: NodeOf<'CallExpression'>): void {
  const { callee } = node;
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'ImportExpression' || callee.computed) return;
  const callback = node.arguments[0];
  if (callee.property.name !== 'then') return;
  if (callback?.type !== 'ArrowFunctionExpression' && callback?.type !== 'FunctionExpression') return;
  const parameter = callback.params[0];
  if (parameter !== undefined) walk.binding = { request: callee.object, ...boundNames(parameter, null) };
}
