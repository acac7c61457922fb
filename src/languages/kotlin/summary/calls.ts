/** Calls, member accesses, callable references and arguments. */
import type { SyntaxNode } from '../../language.ts';
import { ops, siteKinds } from '../../../model/file-summary.ts';
import {
  frameOf,
  nameOf,
  partOf,
  partsOf,
  placeOf,
  useMember,
  writeCall,
  type Collector,
  type Place,
  primitiveType,
} from '../../nominal-summary.ts';
import { packageLength } from '../../packaged-names.ts';
import { withoutSign } from './operators.ts';
import { typeArgumentsOf } from './types.ts';

export interface Arguments {
  args: number[];
  /** Whether the last argument stands after the parentheses. */
  trailing: boolean;
}

export function visitArguments(c: Collector, node: SyntaxNode): Arguments {
  const args = partsOf(node).map((part) => {
    if (part.type !== 'value_argument') return c.visit(part);
    const parts = partsOf(part);
    const [name] = parts;
    const isNamed = parts.length > 1 && name?.type === 'identifier';
    const value = (isNamed ? parts.slice(1) : parts).map((valueNode) => c.visit(valueNode)).at(-1) ?? 0;
    return isNamed && value !== 0 ? c.writer.node(ops.keyword, c.writer.string(nameOf(c, name)), value) : value;
  });
  return { args, trailing: false };
}

const maxChain = 40;

/** The package that `a.b` means in `a.b.C`, where all names before C begin with a small letter; 0 if `a.b` is an expression. */
function packageOf(c: Collector, node: SyntaxNode): number {
  const names: string[] = [];
  let current: SyntaxNode | undefined = node;
  while (current?.type === 'navigation_expression' && names.length < maxChain) {
    const parts = partsOf(current);
    const last = parts.at(-1);
    if (parts.length !== 2 || last?.type !== 'identifier') return 0;
    names.unshift(nameOf(c, last));
    current = parts[0];
  }
  if (current?.type !== 'identifier') return 0;
  names.unshift(nameOf(c, current));
  // A single name may also be a variable: `a.B`.
  if (names.length < 2 || packageLength([...names, 'A']) !== names.length) return 0;
  if (frameOf(c.frame, names[0]!) !== null) return 0;
  return c.writer.node(ops.module, c.writer.module(names.join('.')));
}

/** The value or package before the dot of a name. */
function receiverOf(c: Collector, node: SyntaxNode, name: SyntaxNode): number {
  const isTypeAccess = node.type === 'navigation_expression' && /^\p{Lu}/u.test(nameOf(c, name));
  return (isTypeAccess ? packageOf(c, node) : 0) || c.visit(node);
}

export interface Callee {
  node: number;
  /** The place of the last name; null if the callee has none. */
  place: Place | null;
}

export function calleeOf(c: Collector, signedNode: SyntaxNode): Callee {
  const { writer } = c;
  const node = withoutSign(signedNode);
  if (node.type === 'identifier') return { node: writer.name(nameOf(c, node), c.frame.scope), place: placeOf(node) };
  if (node.type === 'navigation_expression') {
    const parts = partsOf(node);
    const [object, name] = [parts[0], parts.at(-1)];
    if (object === undefined || name === undefined || object === name || name.type !== 'identifier')
      return { node: c.visit(node), place: null };
    const receiver = receiverOf(c, object, name);
    return {
      node: receiver === 0 ? 0 : writer.member(receiver, nameOf(c, name)),
      place: receiver === 0 ? null : placeOf(name),
    };
  }
  return { node: c.visit(node), place: null };
}

/** `f(a) { b }` is one call. In the tree it is two: the lambda is the argument of a call whose callee is `f(a)`. */
export function visitCall(c: Collector, node: SyntaxNode): number {
  const outerParts = partsOf(node);
  const trailingLambda = partOf(outerParts, 'annotated_lambda') ?? partOf(outerParts, 'lambda_literal');
  const [first] = outerParts;
  if (first === undefined) return 0;
  const isNestedCall =
    trailingLambda !== undefined &&
    first.type === 'call_expression' &&
    partOf(outerParts, 'value_arguments') === undefined;
  const callParts = isNestedCall ? partsOf(first) : outerParts;
  const hasLambda = isNestedCall && callParts.some((part) => part.type === 'annotated_lambda');
  const parts = hasLambda ? outerParts : callParts;
  const [callee] = parts;
  if (callee === undefined) return 0;
  const { node: calleeNode, place } = calleeOf(c, callee);
  const typeArgumentNode = partOf(parts, 'type_arguments');
  const types = typeArgumentNode === undefined ? 0 : typeArgumentsOf(c, typeArgumentNode);
  const argumentList = partOf(parts, 'value_arguments');
  const args = argumentList === undefined ? [] : visitArguments(c, argumentList).args;
  if (trailingLambda !== undefined) args.push(c.visit(trailingLambda));
  return writeCall(c, { callee: calleeNode, args, types, place, trailing: trailingLambda !== undefined });
}

/** `a.b`, `a?.b`, `A::b`, `A::class`. */
export function visitNavigation(c: Collector, node: SyntaxNode, site: number = siteKinds.read): number {
  const { writer } = c;
  const parts = partsOf(node);
  const [object, name] = [parts[0], parts.at(-1)];
  if (object === undefined || name === undefined || object === name) return object === undefined ? 0 : c.visit(object);
  if (name.type !== 'identifier') {
    for (const part of parts) c.visit(part);
    return 0;
  }
  const receiver = receiverOf(c, object, name);
  const isReference = c.source.slice(object.endIndex, name.startIndex).includes('::');
  if (!isReference) {
    const member = useMember(c, receiver, { name, site });
    const isClass = nameOf(c, name) === 'java' && writer.opOf(receiver) === ops.documented;
    return isClass ? writer.node(ops.documented, primitiveType(c, 'Class'), member) : member;
  }
  if (receiver === 0) return 0;
  if (nameOf(c, name) === 'class') {
    const value = writer.node(ops.array, writer.list([writer.node(ops.instance, receiver)]));
    return writer.node(ops.documented, primitiveType(c, 'KClass'), value);
  }
  const result = writer.node(ops.overload, writer.member(receiver, nameOf(c, name)), -1);
  writer.site(siteKinds.read, result, placeOf(name), c.frame.scope);
  return result;
}

/** `::f`. It counts as a call here, although other code, to which the reference is passed, runs the function. */
export function visitReference(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const name = partsOf(node).findLast((part) => part.type === 'identifier');
  if (name === undefined) return 0;
  const result = writer.node(ops.overload, writer.name(nameOf(c, name), c.frame.scope), -1);
  writer.site(siteKinds.read, result, placeOf(name), c.frame.scope);
  return result;
}

/** `a f b` is a call of `a.f`. */
export function visitInfix(c: Collector, node: SyntaxNode): number {
  const [left, name, right] = partsOf(node);
  const receiver = left === undefined ? 0 : c.visit(left);
  const argument = right === undefined ? 0 : c.visit(right);
  if (name?.type !== 'identifier' || receiver === 0) return 0;
  const callee = c.writer.member(receiver, nameOf(c, name));
  return writeCall(c, { callee, args: [argument], place: placeOf(name) });
}
