/** The results of calling types, in languages where a call of a type constructs an instance. */
import { functionResult } from './callables.ts';
import { objectCallMember } from './call-members.ts';
import type { Inference } from '../questions/questions.ts';
import { memberValue } from '../members/members.ts';
import { alternatives, asKind, instancesOf, union, type Value } from '../questions/values.ts';
import type { Target } from '../program/targets.ts';

/** The result of calling types: an instance; for a singleton object, the result of its method for calls. */
export function madeByCalls(i: Inference, callee: Value | null): Value | null {
  return union(alternatives(callee).map((part) => madeByCall(i, part)));
}

function madeByCall(i: Inference, part: Value): Value | null {
  if (part.kind !== 'static') return null;
  const name = objectCallMember(part);
  const method = name === null ? null : memberValue(i, asKind(part, 'instance'), name);
  return method === null ? instancesOf(part) : functionResult(i, method);
}

/** The name of the member that a call of a type runs. */
export function calledMember(type: Target): string {
  return objectCallMember(type) ?? 'constructor';
}
