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
} from '../../nominal-summary.ts';
import { packageLength } from '../../packaged-names.ts';
import { typeArgumentsOf } from './types.ts';

export interface Arguments {
  args: number[];
  /** The last argument stands after the parentheses. */
  trailing: boolean;
}

export function visitArguments(c: Collector, node: SyntaxNode): Arguments {
  const args = partsOf(node).map((part) => {
    if (part.type !== 'value_argument') return c.visit(part);
    const parts = partsOf(part);
    const [name] = parts;
    const isNamed = parts.length > 1 && name?.type === 'identifier';
    const value = (isNamed ? parts.slice(1) : parts).map((one) => c.visit(one)).at(-1) ?? 0;
    return isNamed && value !== 0 ? c.writer.node(ops.keyword, c.writer.string(nameOf(c, name)), value) : value;
  });
  return { args, trailing: false };
}

const maxChain = 40;

/** The package that `a.b` before a name is; 0 where it is an expression. */
function packageBefore(c: Collector, node: SyntaxNode): number {
  const names: string[] = [];
  let at: SyntaxNode | undefined = node;
  while (at?.type === 'navigation_expression' && names.length < maxChain) {
    const parts = partsOf(at);
    const last = parts.at(-1);
    if (parts.length !== 2 || last?.type !== 'identifier') return 0;
    names.unshift(nameOf(c, last));
    at = parts[0];
  }
  if (at?.type !== 'identifier') return 0;
  names.unshift(nameOf(c, at));
  // `a.B` with a variable `a` has the form of a package of one part.
  if (names.length < 2 || packageLength([...names, 'A']) !== names.length) return 0;
  if (frameOf(c.frame, names[0]!) !== null) return 0;
  return c.writer.node(ops.module, c.writer.module(names.join('.')));
}

function receiverOf(c: Collector, node: SyntaxNode, name: SyntaxNode): number {
  const isTyped = node.type === 'navigation_expression' && /^\p{Lu}/u.test(nameOf(c, name));
  return (isTyped ? packageBefore(c, node) : 0) || c.visit(node);
}

interface Callee {
  node: number;
  place: Place | null;
}

function calleeOf(c: Collector, node: SyntaxNode): Callee {
  const { writer } = c;
  if (node.type === 'identifier') return { node: writer.name(nameOf(c, node), c.frame.scope), place: placeOf(node) };
  if (node.type === 'navigation_expression') {
    const parts = partsOf(node);
    const [object, name] = [parts[0], parts.at(-1)];
    if (object === undefined || name === undefined || object === name || name.type !== 'identifier')
      return { node: c.visit(node), place: null };
    const on = receiverOf(c, object, name);
    return { node: on === 0 ? 0 : writer.member(on, nameOf(c, name)), place: on === 0 ? null : placeOf(name) };
  }
  return { node: c.visit(node), place: null };
}

/** `f(a) { b }` is one call, though in the grammar the lambda belongs to a call of the result. */
export function visitCall(c: Collector, node: SyntaxNode): number {
  const outer = partsOf(node);
  const trailingLambda = partOf(outer, 'annotated_lambda') ?? partOf(outer, 'lambda_literal');
  const [first] = outer;
  if (first === undefined) return 0;
  const isOne =
    trailingLambda !== undefined && first.type === 'call_expression' && partOf(outer, 'value_arguments') === undefined;
  const within = isOne ? partsOf(first) : outer;
  const hasLambda = isOne && within.some((part) => part.type === 'annotated_lambda');
  const parts = hasLambda ? outer : within;
  const [callee] = parts;
  if (callee === undefined) return 0;
  const { node: calleeNode, place } = calleeOf(c, callee);
  const written = partOf(parts, 'type_arguments');
  const types = written === undefined ? 0 : typeArgumentsOf(c, written);
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
  const on = receiverOf(c, object, name);
  const isReference = c.source.slice(object.endIndex, name.startIndex).includes('::');
  if (!isReference) return useMember(c, on, { name, site });
  if (on === 0) return 0;
  if (nameOf(c, name) === 'class') return writer.node(ops.array, writer.list([writer.node(ops.instance, on)]));
  const result = writer.node(ops.overload, writer.member(on, nameOf(c, name)), -1);
  writer.site(siteKinds.read, result, placeOf(name), c.frame.scope);
  return result;
}

/** `::f`. */
export function visitReference(c: Collector, node: SyntaxNode): number {
  const { writer } = c;
  const name = partsOf(node).findLast((part) => part.type === 'identifier');
  if (name === undefined) return 0;
  const result = writer.node(ops.overload, writer.name(nameOf(c, name), c.frame.scope), -1);
  writer.site(siteKinds.call, result, placeOf(name), c.frame.scope);
  return result;
}

/** `a f b`. */
export function visitInfix(c: Collector, node: SyntaxNode): number {
  const [left, name, right] = partsOf(node);
  const on = left === undefined ? 0 : c.visit(left);
  const argument = right === undefined ? 0 : c.visit(right);
  if (name?.type !== 'identifier' || on === 0) return 0;
  const callee = c.writer.member(on, nameOf(c, name));
  return writeCall(c, { callee, args: [argument], place: placeOf(name) });
}
