/** Sorts long lists without holding the event loop. */
import { QuestionTurns } from './question.ts';

/** So many items are sorted, or merged, between two looks at the clock. */
const itemsAtOnce = 1024;

/** Like `toSorted`, with turns of the event loop in between: stable, and `items` stays as it is. */
export async function sortedInTurns<T>(items: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> {
  const turns = new QuestionTurns();
  const rest = async (): Promise<void> => {
    const turn = turns.take();
    if (turn !== null) await turn;
  };
  const sorted: T[] = [];
  for (let from = 0; from < items.length; from += itemsAtOnce) {
    sorted.push(...items.slice(from, from + itemsAtOnce).sort(compare));
    await rest();
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
        if (at % itemsAtOnce === 0) await rest();
      }
    }
    [runs, merged] = [merged, runs];
  }
  return runs;
}
