/** Assignments that declare more than a variable: type aliases, type variables, properties that a call creates. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityFlags, entityKinds, ops, siteKinds } from '../../../model/file-summary.ts';
import { visitArguments } from './arguments.ts';
import { nameText, type Collector } from './collector.ts';
import { resolveName } from './frames.ts';
import { visitCallee } from './names.ts';
import { codeOf, codes, lastOf, partsOf, withoutComments } from './node-codes.ts';
import { typeOfNode } from './types.ts';

/** Names of `typing` that make a type of their arguments in brackets. */
const genericTypes = new Set(
  'Union Optional Callable Annotated List Dict Set FrozenSet Tuple Type Sequence Iterable Mapping Awaitable'.split(' '),
);

/**
 * Declares what an assignment in a file or class declares: a type alias, a type variable or a property. False for plain
 * assignments.
 */
export function declareSpecially(
  c: Collector,
  left: SyntaxNode,
  right: SyntaxNode,
  annotation: SyntaxNode | null,
): boolean {
  const { writer, frame } = c;
  const code = codeOf(right);
  if (annotation === null && !declaringCodes.has(code)) return false;
  const isTypeVariable = annotation === null && code === codes.call && makesTypeVariable(c, right);
  if (annotation === null && code === codes.call && !isTypeVariable && frame.kind !== 'class') return false;
  const binding = frame.names.get(nameText(c, left));
  if (binding === undefined || binding.at !== left.startIndex) return false;
  if (isTypeVariable) {
    writer.set(binding.variable, entityFields.kind, entityKinds.typeParameter);
    writer.set(binding.variable, entityFields.type, boundOf(c, right));
    return true;
  }
  const isAlias =
    annotation === null
      ? code !== codes.call && isTypeExpression(c, right, 0)
      : /^([\w.]+\.)?TypeAlias$/.test(textOf(c, annotation));
  if (isAlias) {
    if (annotation !== null) typeOfNode(c, annotation);
    writer.set(binding.variable, entityFields.kind, entityKinds.typeAlias);
    writer.set(binding.variable, entityFields.type, typeOfNode(c, right));
    return true;
  }
  if (frame.kind !== 'class' || code !== codes.call || !c.source.startsWith('property', right.startIndex)) return false;
  const [callee, argumentList] = partsOf(right);
  if (callee === undefined || argumentList === undefined || nameText(c, callee) !== 'property') return false;
  if (codeOf(callee) !== codes.identifier || resolveName(frame, 'property') !== null) return false;
  const [getter] = visitArguments(c, argumentList);
  writer.addFlags(binding.variable, entityFlags.getter);
  if (getter) binding.values.push(writer.node(ops.call, getter, 0, 0));
  return true;
}

/** The node types of the right side of `X = …` that may declare a type or a property. */
const declaringCodes: ReadonlySet<number> = new Set([
  codes.subscript,
  codes.binary_operator,
  codes.parenthesized_expression,
  codes.call,
]);

/** Limit of nested type expressions. */
const maxDepth = 20;

/** Whether an expression can only be a type. `A | B` alone does not prove it, because `|` may also combine numbers. */
function isTypeExpression(c: Collector, node: SyntaxNode, depth: number): boolean {
  if (depth > maxDepth) return false;
  const parts = withoutComments(partsOf(node));
  switch (codeOf(node)) {
    case codes.subscript:
      return makesType(c, parts);
    case codes.parenthesized_expression:
      return parts.length === 1 && isTypeExpression(c, parts[0]!, depth + 1);
    case codes.binary_operator: {
      const [left, right] = [parts[0], lastOf(parts)];
      if (left === undefined || right === undefined || !isUnion(c, left, right)) return false;
      return (
        isTypeExpression(c, left, depth + 1) || isTypeExpression(c, right, depth + 1) || hasBuiltinType(c, left, right)
      );
    }
    default:
      return false;
  }
}

/** Whether the operator between two operands is `|`. */
function isUnion({ source }: Collector, left: SyntaxNode, right: SyntaxNode): boolean {
  return /\|[\s\\]*$/.test(source.slice(left.endIndex, right.startIndex));
}

const builtinTypes = new Set(
  'str int float complex bool bytes bytearray object tuple list dict set frozenset type'.split(' '),
);

/** Whether one of the sides is `None` or a built-in class. */
function hasBuiltinType(c: Collector, ...sides: readonly SyntaxNode[]): boolean {
  return sides.some((side) => codeOf(side) === codes.none || isBuiltinName(c, side));
}

function isBuiltinName(c: Collector, node: SyntaxNode): boolean {
  if (codeOf(node) !== codes.identifier) return false;
  const name = nameText(c, node);
  return builtinTypes.has(name) && resolveName(c.frame, name) === null;
}

/** Whether an item such as `list[A]` or `Union[A, B]` is a type. */
function makesType(c: Collector, parts: readonly SyntaxNode[]): boolean {
  const base = parts[0];
  if (base === undefined) return false;
  if (isBuiltinName(c, base)) return true;
  const last = codeOf(base) === codes.attribute ? partsOf(base).at(-1) : base;
  return last !== undefined && codeOf(last) === codes.identifier && genericTypes.has(nameText(c, last));
}

function textOf({ source }: Collector, node: SyntaxNode): string {
  return source.slice(node.startIndex, node.endIndex);
}

/** Whether a call creates a `TypeVar`. */
function makesTypeVariable(c: Collector, call: SyntaxNode): boolean {
  const callee = partsOf(call)[0];
  if (callee === undefined) return false;
  const last = codeOf(callee) === codes.attribute ? lastOf(partsOf(callee)) : callee;
  return last !== undefined && codeOf(last) === codes.identifier && nameText(c, last) === 'TypeVar';
}

/** The type of `TypeVar('T', bound=A)`: the upper bound, or a union of the constraints; 0 for neither. */
function boundOf(c: Collector, call: SyntaxNode): number {
  const [callee, argumentList] = partsOf(call);
  if (callee !== undefined) visitCallee(c, callee, siteKinds.call);
  const types: number[] = [];
  for (const [position, part] of (argumentList === undefined ? [] : withoutComments(partsOf(argumentList))).entries()) {
    if (codeOf(part) !== codes.keyword_argument) {
      if (position > 0) types.push(typeOfNode(c, part));
      continue;
    }
    const [name, value] = partsOf(part);
    if (name === undefined || value === undefined) continue;
    if (nameText(c, name) === 'bound') types.push(typeOfNode(c, value));
    else c.visit(value);
  }
  const knownTypes = types.filter((type) => type !== 0);
  return knownTypes.length <= 1 ? (knownTypes[0] ?? 0) : c.writer.node(ops.union, c.writer.list(knownTypes));
}
