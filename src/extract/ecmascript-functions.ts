/** Functions: their parameters, types and bodies, the signature, and whether they return elements. */
import type { Node } from 'oxc-parser';
import { decoratorNames, visitDecorators } from './ecmascript-calls.ts';
import { define, signatureBetween, visibilities, visit, type NodeOf, type Walk } from './ecmascript-walk.ts';
import { isElement } from './ecmascript-components.ts';

/** Declarations, expressions and signatures of functions are one interface of the parser; arrows are another. */
export type FunctionNode = NodeOf<'FunctionDeclaration'> | NodeOf<'ArrowFunctionExpression'>;

type TypeParameters = NodeOf<'TSTypeParameterDeclaration'> | null | undefined;

/** The function that an expression is, if it is one. */
export function functionOf(node: Node): FunctionNode | null {
  return node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression' ? node : null;
}

export function visitTypeParameters(walk: Walk, parameters: TypeParameters): void {
  if (parameters === null || parameters === undefined) return;
  for (const { constraint, default: standard } of parameters.params) {
    visit(walk, constraint);
    visit(walk, standard);
  }
}

/** Walks a function from its type parameters to its body; gives whether it returns an element. */
export function visitFunction(walk: Walk, node: FunctionNode, visitBody: (walk: Walk, body: Node) => void): boolean {
  const { typeParameters, params, returnType, body } = node;
  visitTypeParameters(walk, typeParameters);
  for (const parameter of params) visitParameter(walk, parameter);
  visit(walk, returnType);
  const outer = walk.rendersElement;
  walk.rendersElement = false;
  if (body !== null) {
    if (body.type !== 'BlockStatement') walk.rendersElement = isElement(body);
    visitBody(walk, body);
  }
  const renders = walk.rendersElement;
  walk.rendersElement = outer;
  return renders;
}

function visitParameter(walk: Walk, node: FunctionNode['params'][number]): void {
  if (node.type === 'TSParameterProperty') {
    parameterProperty(walk, node);
    return;
  }
  visitDecorators(walk, node.decorators);
  visitPattern(walk, node);
}

/** `constructor(private readonly x: T)` declares a property of the class. */
function parameterProperty(walk: Walk, node: NodeOf<'TSParameterProperty'>): void {
  const { parameter, decorators, accessibility } = node;
  const target = parameter.type === 'AssignmentPattern' ? parameter.left : parameter;
  const outer = walk.current;
  if (target.type === 'Identifier' && outer !== -1) {
    const { name, start } = target;
    walk.current = define(walk, {
      name,
      kind: 'property',
      at: start,
      start: decorators[0] === undefined ? node.start : Math.min(node.start, decorators[0].start),
      end: node.end,
      signature: signatureBetween(walk, start + name.length, node.end),
      visibility: accessibility === 'private' ? visibilities.hidden : visibilities.inherited,
      decorators: decoratorNames(walk.text, decorators),
      parent: walk.facts[outer]!.parent,
    });
  }
  visitDecorators(walk, decorators);
  visitPattern(walk, parameter);
  walk.current = outer;
}

/** The types and defaults in a pattern, and the expressions in one that is assigned to. */
export function visitPattern(walk: Walk, node: Node): void {
  switch (node.type) {
    case 'Identifier':
      visit(walk, node.typeAnnotation);
      break;
    case 'ObjectPattern':
      for (const property of node.properties) {
        if (property.type === 'RestElement') visitPattern(walk, property);
        else {
          if (property.computed) visit(walk, property.key);
          visitPattern(walk, property.value);
        }
      }
      visit(walk, node.typeAnnotation);
      break;
    case 'ArrayPattern':
      for (const element of node.elements) if (element !== null) visitPattern(walk, element);
      visit(walk, node.typeAnnotation);
      break;
    case 'AssignmentPattern':
      visitPattern(walk, node.left);
      visit(walk, node.right);
      break;
    case 'RestElement':
      visitPattern(walk, node.argument);
      visit(walk, node.typeAnnotation);
      break;
    default:
      visit(walk, node);
  }
}

/** From `(` to the body, the return type included. */
export function functionSignature(walk: Walk, node: FunctionNode, nameEnd: number): string | null {
  const { text } = walk;
  const { params, typeParameters, returnType, body } = node;
  const from = typeParameters?.end ?? nameEnd;
  const first = params[0];
  if (node.type === 'ArrowFunctionExpression') {
    const open = text.indexOf('(', typeParameters?.end ?? node.start);
    if (first !== undefined && (open === -1 || open > first.start)) return `(${text.slice(first.start, first.end)})`;
    if (open === -1) return null;
    const last = params[params.length - 1];
    const close = text.indexOf(')', last === undefined ? open : Math.max(last.end, open));
    return signatureBetween(walk, open, returnType?.end ?? (close === -1 ? node.body.start : close + 1));
  }
  const open = text.indexOf('(', from);
  if (open === -1 || open > node.end) return null;
  return signatureBetween(walk, open, body?.start ?? node.end);
}

/** `return …`: notes whether the function around it renders. */
export function visitReturn(walk: Walk, { argument }: NodeOf<'ReturnStatement'>): void {
  if (argument === null) return;
  if (!walk.rendersElement) walk.rendersElement = isElement(argument);
  visit(walk, argument);
}
