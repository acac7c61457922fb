/** Sorts long lists without holding the event loop. */
import { QuestionTurns } from './question.ts';

/** So many items are sorted, or merged, between two looks at the clock. */
const itemsAtOnce = 1024;

/** Like `toSorted`, with turns of the event loop in between: stable, and `items` stays as it is. */
export async function sortedInTurns<T>(items: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> {
  const turns = new QuestionTurns();
  const steps = sortInSteps(items, compare);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    const turn = turns.take();
    if (turn !== null) await turn;
  }
}

/** Like `toSorted`, in steps of less than a millisecond. @returns the sorted list, after the last of them */
export function* sortInSteps<T>(items: readonly T[], compare: (a: T, b: T) => number): Generator<void, T[], void> {
  const sorted: T[] = [];
  for (let from = 0; from < items.length; from += itemsAtOnce) {
    sorted.push(...items.slice(from, from + itemsAtOnce).sort(compare));
    yield;
  }
  let [runs, merged] = [sorted, Array<T>(sorted.length)];
  for (let length = itemsAtOnce; length < runs.length; length *= 2) {
    for (let from = 0; from < runs.length; from += 2 * length) {
      const [middle, end] = [from + length, from + 2 * length].map((at) => Math.min(at, runs.length)) as [
        number,
        number,
      ];
      let [left, right] = [from, middle];
      for (let at = from; at < end; at++) {
        const isLeft = left < middle && (right === end || compare(runs[left] as T, runs[right] as T) <= 0);
        merged[at] = runs[isLeft ? left++ : right++] as T;
        if (at % itemsAtOnce === 0) yield;
      }
    }
    [runs, merged] = [merged, runs];
  }
  return runs;
}
