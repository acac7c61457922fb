/** Objects of the project that JavaScript iterates by their methods. */
import { functionResult } from '../../infer/callables.ts';
import { memberValue } from '../../members/members.ts';
import type { Inference } from '../../questions/questions.ts';
import { type Value, eachOf } from '../../questions/values.ts';

const iteratorMethods = ['[Symbol.iterator]', '[Symbol.asyncIterator]'] as const;

/** The element of an object that has a method for its iterator; undefined for any other value. */
export function elementOfIterable(i: Inference, part: Value): Value | null | undefined {
  if (part.kind !== 'instance') return undefined;
  for (const name of iteratorMethods) {
    const iterator = functionResult(i, memberValue(i, part, name));
    if (iterator !== null) return eachOf(iterator, (one) => nextOf(i, one));
  }
  return undefined;
}

/** What an iterator gives: the element of a generator, or the `value` of what `next()` returns. */
function nextOf(i: Inference, iterator: Value): Value | null {
  if (iterator.kind === 'list') return iterator.of;
  const step = eachOf(functionResult(i, memberValue(i, iterator, 'next')), (part) =>
    part.kind === 'promise' ? part.of : part,
  );
  return step === null ? null : memberValue(i, step, 'value');
}
