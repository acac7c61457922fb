/** Assignments that declare more than a variable: type aliases, type variables, properties made by a call. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityFlags, entityKinds, ops, siteKinds } from '../../../model/link-facts.ts';
import { visitArguments } from './calls.ts';
import { nameText, type Collector } from './collector.ts';
import { resolveName } from './frames.ts';
import { visitCallee } from './names.ts';
import { codeOf, codes, lastOf, partsOf, withoutComments } from './node-codes.ts';
import { typeOfNode } from './types.ts';

const typeMakers = new Set(
  'Union Optional Callable Annotated List Dict Set FrozenSet Tuple Type Sequence Iterable Mapping Awaitable'.split(' '),
);

/** Of a file or class: type aliases, type variables and `x = property(getter)`; false for plain assignments. */
export function assignedSpecially(
  c: Collector,
  left: SyntaxNode,
  right: SyntaxNode,
  annotation: SyntaxNode | null,
): boolean {
  const { writer, frame } = c;
  const code = codeOf(right);
  const isVariable = annotation === null && code === codes.call && makesTypeVariable(c, right);
  if (annotation === null && code !== codes.subscript && !isVariable && (code !== codes.call || frame.kind !== 'class'))
    return false;
  const binding = frame.names.get(nameText(c, left));
  if (binding === undefined || binding.at !== left.startIndex) return false;
  if (isVariable) {
    writer.set(binding.variable, entityFields.kind, entityKinds.typeParameter);
    writer.set(binding.variable, entityFields.type, boundOf(c, right));
    return true;
  }
  const isAlias =
    annotation === null
      ? code === codes.subscript && makesType(c, right)
      : /^([\w.]+\.)?TypeAlias$/.test(textOf(c, annotation));
  if (isAlias) {
    if (annotation !== null) typeOfNode(c, annotation);
    writer.set(binding.variable, entityFields.kind, entityKinds.typeAlias);
    writer.set(binding.variable, entityFields.type, typeOfNode(c, right));
    return true;
  }
  if (frame.kind !== 'class' || code !== codes.call || !c.source.startsWith('property', right.startIndex)) return false;
  const [callee, given] = partsOf(right);
  if (callee === undefined || given === undefined || nameText(c, callee) !== 'property') return false;
  if (codeOf(callee) !== codes.identifier || resolveName(frame, 'property') !== null) return false;
  const [getter] = visitArguments(c, given);
  writer.addFlags(binding.variable, entityFlags.getter);
  if (getter) binding.values.push(writer.node(ops.call, getter, 0, 0));
  return true;
}

function makesType(c: Collector, node: SyntaxNode): boolean {
  const base = partsOf(node)[0];
  if (base === undefined) return false;
  const last = codeOf(base) === codes.attribute ? partsOf(base).at(-1) : base;
  return last !== undefined && codeOf(last) === codes.identifier && typeMakers.has(nameText(c, last));
}

function textOf({ source }: Collector, node: SyntaxNode): string {
  return source.slice(node.startIndex, node.endIndex);
}

/** Whether it is a call of `TypeVar`. */
function makesTypeVariable(c: Collector, call: SyntaxNode): boolean {
  const callee = partsOf(call)[0];
  if (callee === undefined) return false;
  const last = codeOf(callee) === codes.attribute ? lastOf(partsOf(callee)) : callee;
  return last !== undefined && codeOf(last) === codes.identifier && nameText(c, last) === 'TypeVar';
}

/** The type that a type variable has at least: its bound, or one of several. */
function boundOf(c: Collector, call: SyntaxNode): number {
  const [callee, given] = partsOf(call);
  if (callee !== undefined) visitCallee(c, callee, siteKinds.call);
  const types: number[] = [];
  for (const [position, part] of (given === undefined ? [] : withoutComments(partsOf(given))).entries()) {
    if (codeOf(part) !== codes.keyword_argument) {
      if (position > 0) types.push(typeOfNode(c, part));
      continue;
    }
    const [name, value] = partsOf(part);
    if (name === undefined || value === undefined) continue;
    if (nameText(c, name) === 'bound') types.push(typeOfNode(c, value));
    else c.visit(value);
  }
  const known = types.filter((type) => type !== 0);
  return known.length <= 1 ? (known[0] ?? 0) : c.writer.node(ops.union, c.writer.list(known));
}
