/** Which of a function's signatures a call means, in languages that declare several for one function (`Dialect.suited`). */
import { entityFields } from '../../../model/file-summary.ts';
import { dialectOf, type CallPlace } from '../../languages/dialect.ts';
import type { Inference } from '../../questions/questions.ts';
import type { Callable } from '../../questions/values.ts';

/**
 * For each callable, the first signature that takes the call's arguments; the callable itself where it has no others, or where none of them
 * does. An interface that is called is a callable for each of its signatures: they share one choice, which is made and returned once.
 */
export function suited(i: Inference, callables: readonly Callable[], call: CallPlace): readonly Callable[] {
  // Mostly there is one, which is itself meant.
  if (callables.length === 1) {
    const only = suitedOne(i, callables[0]!, call);
    return only === null ? callables : [only];
  }
  const result: Callable[] = [];
  let last: Callable | null = null;
  let chosen: Callable | null = null;
  for (const callable of callables) {
    const isShared = last !== null && haveOneChoice(last, callable);
    if (!isShared) chosen = suitedOne(i, callable, call);
    last = callable;
    if (chosen === null || !isShared) result.push(chosen ?? callable);
  }
  return result;
}

/** Whether two callables are declared beside each other, with the same values of their type parameters. */
function haveOneChoice(a: Callable, b: Callable): boolean {
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

/** Null where the callable itself is meant. */
function suitedOne(i: Inference, callable: Callable, call: CallPlace): Callable | null {
  return dialectOf(callable.file).suited?.(i, callable, call) ?? null;
}
