/** Calls, constructions, elements, decorators and `import()` in types: what the walk goes into, and which modules it finds. */
import type { Node } from 'oxc-parser';
import { addImport, visit, visitAll, type NodeOf, type Walk } from './ecmascript-walk.ts';
import { unwrap } from './ecmascript-names.ts';
import { addDynamicImport, bindCallback, requireArgument } from './ecmascript-imports.ts';

/** What is called or constructed: its own last step is no level of depth, so that a chain of calls takes one each. */
export function visitTarget(walk: Walk, node: Node): void {
  const target = unwrap(node);
  switch (target.type) {
    case 'Identifier':
    case 'Super':
      break;
    case 'MemberExpression':
      visit(walk, target.object);
      if (target.computed) visit(walk, target.property);
      break;
    default:
      visit(walk, target);
  }
  visitWrappers(walk, node, target);
}

/** Visits the types of one wrapper that `unwrap` goes through; gives what it wraps. */
function visitTypesOf(walk: Walk, node: Node): Node {
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
  visitTarget(walk, node.callee);
  visit(walk, node.typeArguments);
  visitAll(walk, node.arguments);
}

export function visitNew(walk: Walk, node: NodeOf<'NewExpression'>): void {
  visitTarget(walk, node.callee);
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
  for (const { expression } of decorators) visit(walk, expression);
}

export function visitElement(walk: Walk, node: NodeOf<'JSXElement'>): void {
  const { typeArguments, attributes } = node.openingElement;
  visit(walk, typeArguments);
  visitAll(walk, attributes);
  visitAll(walk, node.children);
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
  visit(walk, node.typeArguments);
}
