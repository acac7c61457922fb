/** Chooses the signature that a call means, in languages where one function may have several (`Dialect.suited`). */
import { entityFields } from '../../../model/file-summary.ts';
import { dialectOf, type CallPlace } from '../../languages/dialect.ts';
import type { Inference } from '../../questions/questions.ts';
import type { Callable } from '../../questions/values.ts';

/**
 * For each callable, the first of its signatures that takes the call's arguments; the callable itself where it has only one signature, or where none
 * takes them. A called interface has a callable for each of its call signatures: for these, one signature is chosen and returned once.
 */
export function suited(i: Inference, callables: readonly Callable[], call: CallPlace): readonly Callable[] {
  // The common case: one callable, which is returned without a new array if it has one signature.
  if (callables.length === 1) {
    const only = suitedOne(i, callables[0]!, call);
    return only === null ? callables : [only];
  }
  const result: Callable[] = [];
  let last: Callable | null = null;
  let chosen: Callable | null = null;
  for (const callable of callables) {
    const isSameFunction = last !== null && areOneFunction(last, callable);
    if (!isSameFunction) chosen = suitedOne(i, callable, call);
    last = callable;
    if (chosen === null || !isSameFunction) result.push(chosen ?? callable);
  }
  return result;
}

/** Whether two callables are signatures of one function: members of one name and owner, in one environment. */
function areOneFunction(a: Callable, b: Callable): boolean {
  if (a.file !== b.file || a.environment !== b.environment || a.self !== b.self) return false;
  const { file } = a;
  const parent = file.get(a.entity, entityFields.parent);
  return (
    parent >= 0 &&
    parent === file.get(b.entity, entityFields.parent) &&
    file.get(a.entity, entityFields.name) === file.get(b.entity, entityFields.name) &&
    file.kind(a.entity) === file.kind(b.entity)
  );
}

/** The signature that a call means; null where the callable itself is meant. */
function suitedOne(i: Inference, callable: Callable, call: CallPlace): Callable | null {
  return dialectOf(callable.file).suited?.(i, callable, call) ?? null;
}
