/** Calls, constructions, JSX elements, decorators and `import()` in types: which parts the walk visits, and which modules it finds. */
import {
  CallExpression,
  Decorator,
  ImportExpression,
  JSXElement,
  JSXOpeningElement,
  List,
  MemberExpression,
  NewExpression,
  Node,
  NodeType,
  TSAsExpression,
  TSImportType,
  TSInstantiationExpression,
  TSQualifiedName,
  TSSatisfiesExpression,
  TSTypeAssertion,
} from '../generated/nodes';
import { visit, visitAll } from './handlers';
import { addDynamicImport, bindCallback, requireArgument, stringOf, stringValue } from './imports';
import { identifierName, unwrap, wrappedBy } from './names';
import { addName, countNames, decorators, Definition, ImportFlag } from './records';
import { addImport } from './walk';

/** Visits the callee of a call or construction. A member expression in this position adds no depth: a chain of calls adds one level per link. */
export function visitTarget(node: Node): void {
  const target = unwrap(node);
  switch (target.type) {
    case NodeType.Identifier:
    case NodeType.Super:
      break;
    case NodeType.MemberExpression: {
      const member = changetype<MemberExpression>(target);
      visit(member.object);
      if (member.computed) visit(member.property);
      break;
    }
    default:
      visit(target);
  }
  visitWrappers(node, target);
}

/** Visits the types of one wrapper that `unwrap` removes. */
function visitTypesOf(node: Node): void {
  switch (node.type) {
    case NodeType.TSAsExpression:
      visit(changetype<TSAsExpression>(node).typeAnnotation);
      break;
    case NodeType.TSSatisfiesExpression:
      visit(changetype<TSSatisfiesExpression>(node).typeAnnotation);
      break;
    case NodeType.TSTypeAssertion:
      visit(changetype<TSTypeAssertion>(node).typeAnnotation);
      break;
    case NodeType.TSInstantiationExpression:
      visit(changetype<TSInstantiationExpression>(node).typeArguments);
      break;
    default:
  }
}

/** Visits the types in the wrappers around a value. The caller walks the value itself. */
export function visitWrappers(outer: Node, inner: Node): void {
  for (let node = outer; node !== inner;) {
    visitTypesOf(node);
    const next = wrappedBy(node);
    if (next === null) return;
    node = next;
  }
}

export function visitCall(node: CallExpression): void {
  const module = requireArgument(node);
  if (module !== null) {
    addDynamicImport(node, module);
    return;
  }
  bindCallback(node);
  visitTarget(node.callee);
  visit(node.typeArguments);
  visitAll(node.arguments);
}

export function visitNew(node: NewExpression): void {
  visitTarget(node.callee);
  visit(node.typeArguments);
  visitAll(node.arguments);
}

/** Records where the names of a definition's decorators are written, without arguments. */
export function decorate(definition: Definition, list: List): void {
  definition.decorators = decorators.length >> 1;
  definition.decoratorCount = list.length;
  for (let index = 0; index < list.length; index++) {
    const expression = changetype<Decorator>(list.get(index)).expression;
    const isCall = expression.type === NodeType.CallExpression;
    const callee = isCall ? changetype<CallExpression>(expression).callee : expression;
    decorators.push(callee.start);
    decorators.push(callee.end);
  }
}

export function visitDecorators(list: List): void {
  for (let index = 0; index < list.length; index++) visit(changetype<Decorator>(list.get(index)).expression);
}

export function visitElement(node: JSXElement): void {
  const opening = changetype<JSXOpeningElement>(node.openingElement);
  visit(opening.typeArguments);
  visitAll(opening.attributes);
  visitAll(node.children);
}

/** `import('module').Name` in a type. */
export function visitImportType(node: TSImportType): void {
  const first = countNames();
  const qualifier = node.qualifier;
  if (qualifier !== null) {
    let name: Node = qualifier;
    while (name.type === NodeType.TSQualifiedName) name = changetype<TSQualifiedName>(name).left;
    if (name.type === NodeType.Identifier) addName(identifierName(name), null);
  }
  addImport(node.start, stringValue(node.source), first, countNames() - first, null, ImportFlag.TypeOnly);
  visit(node.typeArguments);
}

export function visitImportExpression(node: ImportExpression): void {
  const module = stringOf(node.source);
  if (module === null) visit(node.source);
  else addDynamicImport(node, module);
  visit(node.options);
}
