/**
 * Sites of what a language calls by itself: operators, loops, texts, the end of a block. For collectors that share the walk of Java.
 * Invariant: no site for literals, which no class of a project stands behind.
 */
import type { SyntaxNode } from './language.ts';
import { isPrimitiveValue, placeOf, type Collector, type Place } from './java/summary/collector.ts';
import { entityFields, entityKinds, ops, siteKinds } from '../model/file-summary.ts';

/** A method that the language may call by itself: its receiver, and its arguments. */
export interface ImplicitCall {
  receiver: number;
  name: string;
  args?: readonly number[];
  /** For what has no parameters, such as a property. */
  isProperty?: true;
}

/** Whether a value may be an object of the project: no literal, package or lambda. */
export function mayBeObject(c: Collector, value: number): boolean {
  if (value === 0) return false;
  switch (c.writer.opOf(value)) {
    case ops.primitive:
    case ops.array:
    case ops.module:
      return false;
    case ops.entity:
      return !isFunction(c, c.writer.operand(value, 0));
    case ops.cast:
      return !isPrimitiveValue(c, value);
    default:
      return true;
  }
}

/** Writes a site for the first of these methods that there is. */
export function runsFirst(c: Collector, place: Readonly<Place>, possible: readonly ImplicitCall[]): void {
  const { writer } = c;
  const callees: number[] = [];
  for (const { receiver, name, args = [], isProperty } of possible) {
    if (!mayBeObject(c, receiver)) continue;
    const member = writer.member(receiver, name);
    callees.push(isProperty === true ? member : writer.node(ops.overload, member, writer.list(args)));
  }
  if (callees.length > 0) writer.site(siteKinds.implicit, writer.either(callees), place, c.frame.scope);
}

/** Writes a site for a member, in languages without overloads. */
export function runsMember(c: Collector, node: SyntaxNode, receiver: number, name: string): void {
  runsFirst(c, placeOf(node), [{ receiver, name, isProperty: true }]);
}

/** Writes sites for the iterator of a loop, at `node`, and for what the loop calls on the iterator, at `target`. */
export function runsLoop(
  c: Collector,
  { values, node, target }: { values: number; node: SyntaxNode; target: SyntaxNode },
  [start, ...steps]: readonly string[],
): void {
  if (!mayBeObject(c, values) || start === undefined) return;
  const { writer } = c;
  runsFirst(c, placeOf(node), [{ receiver: values, name: start }]);
  const none = writer.list([]);
  const iterator = writer.node(ops.call, writer.node(ops.overload, writer.member(values, start), none), none, 0);
  for (const name of steps) {
    const { line, column } = placeOf(target);
    runsFirst(c, { line, column }, [{ receiver: iterator, name }]);
  }
}

/** The result of an operator: that of the method, or the value itself where its type has no such method. */
export function resultOf(c: Collector, value: number, method: string): number {
  return mayBeObject(c, value) ? c.writer.node(ops.given, value, c.writer.string(method)) : value;
}

function isFunction({ writer }: Collector, entity: number): boolean {
  return writer.get(entity, entityFields.kind) === entityKinds.function;
}
