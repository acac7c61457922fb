/** References: calls, constructions, elements, heritage, types, decorators. */
import type { Node } from 'oxc-parser';
import type { ReferenceKind } from '../model/reference.ts';
import { addImport, refer, visit, visitAll, type NodeOf, type Walk } from './ecmascript-walk.ts';
import { keyName, pathOf, unwrap } from './ecmascript-names.ts';
import { addDynamicImport, bindCallback, requireArgument } from './ecmascript-imports.ts';

/** A reference to what an expression names by its last name; what is called on the way is visited. */
export function referTo(walk: Walk, kind: ReferenceKind, node: Node): void {
  const target = unwrap(node);
  switch (target.type) {
    case 'Identifier':
      refer(walk, kind, target.name, target.start);
      break;
    case 'Super':
      refer(walk, kind, 'super', target.start);
      break;
    case 'MemberExpression': {
      visit(walk, target.object);
      const key = target.property;
      const named = !target.computed || key.type === 'Literal' ? keyName(walk.text, key, target.computed) : null;
      if (named === null) {
        visit(walk, key);
        break;
      }
      refer(walk, kind, named.name, named.at).receiver = pathOf(target.object);
      break;
    }
    default:
      visit(walk, target);
  }
  // `f!()`, `(a as B).c()`: the types on the way.
  for (let outer = node; outer !== target;) outer = visitTypesOf(walk, outer);
}

/** Visits the types of one wrapper that `unwrap` goes through; gives what it wraps. */
export function visitTypesOf(walk: Walk, node: Node): Node {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
      visit(walk, node.typeAnnotation);
      return node.expression;
    case 'TSInstantiationExpression':
      visit(walk, node.typeArguments);
      return node.expression;
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return node.expression;
    default:
      return node;
  }
}

/** A value whose inside is walked by the caller: what its wrappers say of types. */
export function visitWrappers(walk: Walk, outer: Node, inner: Node): void {
  for (let node = outer; node !== inner;) {
    const next = visitTypesOf(walk, node);
    if (next === node) return;
    node = next;
  }
}

export function visitCall(walk: Walk, node: NodeOf<'CallExpression'>): void {
  const module = requireArgument(node);
  if (module !== null) {
    addDynamicImport(walk, node, module);
    return;
  }
  bindCallback(walk, node);
  referTo(walk, 'call', node.callee);
  visit(walk, node.typeArguments);
  visitAll(walk, node.arguments);
}

export function visitNew(walk: Walk, node: NodeOf<'NewExpression'>): void {
  referTo(walk, 'construct', node.callee);
  visit(walk, node.typeArguments);
  visitAll(walk, node.arguments);
}

/** The names of decorators as written, without arguments. */
export function decoratorNames(text: string, decorators: readonly NodeOf<'Decorator'>[]): string[] {
  return decorators.map(({ expression }) => {
    const callee = expression.type === 'CallExpression' ? expression.callee : expression;
    return text.slice(callee.start, Math.min(callee.end, callee.start + 80)).replace(/\s+/g, '');
  });
}

export function visitDecorators(walk: Walk, decorators: readonly NodeOf<'Decorator'>[] | undefined): void {
  if (decorators === undefined) return;
  for (const { expression } of decorators) {
    if (expression.type === 'CallExpression') {
      referTo(walk, 'decorate', expression.callee);
      visit(walk, expression.typeArguments);
      visitAll(walk, expression.arguments);
    } else referTo(walk, 'decorate', expression);
  }
}

export function visitElement(walk: Walk, node: NodeOf<'JSXElement'>): void {
  const { name, typeArguments, attributes } = node.openingElement;
  if (name.type === 'JSXIdentifier') {
    if (isComponentTag(name.name)) refer(walk, 'render', name.name, name.start);
  } else if (name.type === 'JSXMemberExpression') {
    refer(walk, 'render', name.property.name, name.property.start).receiver = pathOf(name.object);
  }
  visit(walk, typeArguments);
  visitAll(walk, attributes);
  visitAll(walk, node.children);
}

/** Tags in small letters, or with a dash, are the platform's. */
function isComponentTag(name: string): boolean {
  const code = name.charCodeAt(0);
  return !(code >= 97 && code <= 122) && !name.includes('-');
}

/** A type by its name; type parameters are no references. */
export function referToType(walk: Walk, name: Node, kind: ReferenceKind = 'type'): void {
  switch (name.type) {
    case 'Identifier':
      if (name.name === 'const' || walk.typeParameters.includes(name.name)) return;
      refer(walk, kind, name.name, name.start);
      break;
    case 'TSQualifiedName': {
      refer(walk, kind, name.right.name, name.right.start).receiver = pathOf(name.left);
      break;
    }
    case 'TSImportType':
      visit(walk, name);
      break;
    case 'MemberExpression':
    case 'CallExpression':
      referTo(walk, kind, name);
      break;
    default:
  }
}

/** `import('module').Name` in a type. */
export function visitImportType(walk: Walk, node: NodeOf<'TSImportType'>): void {
  const { source, qualifier } = node;
  const names: { name: string; alias: null }[] = [];
  if (qualifier !== null) {
    let first: Node = qualifier;
    while (first.type === 'TSQualifiedName') first = first.left;
    if (first.type === 'Identifier') names.push({ name: first.name, alias: null });
  }
  addImport(walk, node.start, source.value, { names, isTypeOnly: true });
  if (qualifier !== null) referToType(walk, qualifier);
  visit(walk, node.typeArguments);
}
