/** The syntax of a file for the comparison with rivals: exported functions, methods of classes, and calls. */
import { parseSync, type Node } from 'oxc-parser';
import { children } from '../lib/syntax-nodes.ts';

/** UTF-16 offsets of names. */
export interface NamedPlace {
  name: string;
  at: number;
}

export interface ClassMethod extends NamedPlace {
  className: string;
  isExported: boolean;
}

export interface FileSyntax {
  text: string;
  functions: NamedPlace[];
  /** Methods with a body and function properties, of named classes; without `#private`, `private` and constructors. */
  methods: ClassMethod[];
  /** The names of called functions: `f()`, `a.f()`, `a?.f()`, `f<T>()`, tagged templates. */
  calls: NamedPlace[];
}

const wrappers: ReadonlySet<string> = new Set([
  'ParenthesizedExpression',
  'TSNonNullExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
  'ChainExpression',
]);

function unwrapped(node: Node): Node {
  let inner = node;
  while (wrappers.has(inner.type)) inner = (inner as unknown as { expression: Node }).expression;
  return inner;
}

function calledName(callee: Node): NamedPlace | null {
  const node = unwrapped(callee);
  if (node.type === 'Identifier') return { name: node.name, at: node.start };
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return null;
  return { name: node.property.name, at: node.property.start };
}

function isFunction(node: Node | null): boolean {
  const inner = node === null ? null : unwrapped(node);
  return inner?.type === 'ArrowFunctionExpression' || inner?.type === 'FunctionExpression';
}

type ClassNode = Extract<Node, { type: 'ClassDeclaration' | 'ClassExpression' }>;

function classMethods(node: ClassNode, className: string, isExported: boolean): ClassMethod[] {
  const found = new Map<string, ClassMethod>();
  for (const member of node.body.body) {
    if (member.type !== 'MethodDefinition' && member.type !== 'PropertyDefinition') continue;
    if (member.computed || member.key.type !== 'Identifier' || member.accessibility === 'private') continue;
    const holdsCode =
      member.type === 'MethodDefinition'
        ? member.kind === 'method' && member.value.body !== null
        : isFunction(member.value);
    const { name, start } = member.key;
    if (holdsCode && !found.has(name)) found.set(name, { name, at: start, className, isExported });
  }
  return [...found.values()];
}

/** The names that a module exports of its top-level declarations, and those declarations. */
function topLevel(body: readonly Node[]): { exported: Set<string>; declared: Node[] } {
  const exported = new Set<string>();
  const declared: Node[] = [];
  const take = (node: Node, isExported: boolean): void => {
    declared.push(node);
    if (!isExported) return;
    if (node.type === 'VariableDeclaration') {
      for (const { id } of node.declarations) if (id.type === 'Identifier') exported.add(id.name);
    } else if ((node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') && node.id !== null) {
      exported.add(node.id.name);
    }
  };
  for (const statement of body) {
    if (statement.type === 'ExportNamedDeclaration') {
      if (statement.declaration !== null) take(statement.declaration, true);
      else if (statement.source === null)
        for (const { local } of statement.specifiers) if (local.type === 'Identifier') exported.add(local.name);
    } else if (statement.type === 'ExportDefaultDeclaration') {
      if (statement.declaration.type === 'Identifier') exported.add(statement.declaration.name);
      else take(statement.declaration, true);
    } else {
      take(statement, false);
    }
  }
  return { exported, declared };
}

function exportedFunctions({ exported, declared }: ReturnType<typeof topLevel>): NamedPlace[] {
  const found = new Map<string, NamedPlace>();
  const add = (id: Node | null): void => {
    if (id?.type === 'Identifier' && exported.has(id.name) && !found.has(id.name))
      found.set(id.name, { name: id.name, at: id.start });
  };
  for (const node of declared) {
    if (node.type === 'FunctionDeclaration' && node.body !== null) add(node.id);
    else if (node.type === 'VariableDeclaration')
      for (const { id, init } of node.declarations) if (isFunction(init)) add(id);
  }
  return [...found.values()];
}

/** Null for a file that does not parse. */
export function readSyntax(path: string, text: string): FileSyntax | null {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0 && program.body.length === 0) return null;
  const top = topLevel(program.body);
  const atTop = new Set<Node>(top.declared);
  const syntax: FileSyntax = { text, functions: exportedFunctions(top), methods: [], calls: [] };
  const open: Node[] = [program];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'CallExpression' || node.type === 'TaggedTemplateExpression') {
      const name = calledName(node.type === 'CallExpression' ? node.callee : node.tag);
      if (name !== null) syntax.calls.push(name);
    } else if ((node.type === 'ClassDeclaration' || node.type === 'ClassExpression') && node.id !== null) {
      const isExported = atTop.has(node) && top.exported.has(node.id.name);
      syntax.methods.push(...classMethods(node, node.id.name, isExported));
    }
    open.push(...children(node));
  }
  return syntax;
}
