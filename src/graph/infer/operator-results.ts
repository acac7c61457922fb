/** Results of methods that a language calls by itself (`ops.given`). */
import { functionResult } from './callables.ts';
import { memberValue } from '../members/members.ts';
import type { Inference } from '../questions/questions.ts';
import { eachOf, type Value } from '../questions/values.ts';

/** The result of a value's method of that name; the value itself where its type has none. */
export function operatorResult(i: Inference, value: Value | null, method: string): Value | null {
  return eachOf(value, (part) => {
    if (part.kind !== 'instance') return part;
    const found = memberValue(i, part, method);
    return found === null ? part : functionResult(i, found);
  });
}
