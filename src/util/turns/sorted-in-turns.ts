/** Sorts long lists, and unites sorted ones, without holding the event loop. */
import { QuestionTurns } from './question.ts';

/** So many items are sorted, or merged, between two looks at the clock. */
const itemsAtOnce = 1024;

/** Like `toSorted`, with turns of the event loop in between: stable, and `items` stays as it is. */
export function sortedInTurns<T>(items: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> {
  return inTurns(sortInSteps(items, compare));
}

/** The texts of several lists, each once, in code unit order, with turns of the event loop in between. @param lists in that order, each without repetitions */
export function unitedInTurns(lists: readonly (readonly string[])[]): Promise<readonly string[]> {
  return inTurns(uniteInSteps(lists));
}

async function inTurns<T>(steps: Iterator<void, T, void>): Promise<T> {
  const turns = new QuestionTurns();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    const turn = turns.take();
    if (turn !== null) await turn;
  }
}

function* sortInSteps<T>(items: readonly T[], compare: (a: T, b: T) => number): Generator<void, T[], void> {
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

/** Faster than with a function that compares. @param texts each once @returns the texts in code unit order, after the last of them */
export function* sortTextsInSteps(texts: readonly string[]): Generator<void, readonly string[], void> {
  const runs: string[][] = [];
  for (let from = 0; from < texts.length; from += itemsAtOnce) {
    runs.push(texts.slice(from, from + itemsAtOnce).sort());
    yield;
  }
  return yield* uniteInSteps(runs);
}

function* uniteInSteps(lists: readonly (readonly string[])[]): Generator<void, readonly string[], void> {
  let runs = lists;
  while (runs.length > 1) {
    const longer: (readonly string[])[] = [];
    for (let at = 0; at < runs.length; at += 2) longer.push(yield* unitePair(runs[at]!, runs[at + 1] ?? []));
    runs = longer;
  }
  return runs[0] ?? [];
}

function* unitePair(some: readonly string[], others: readonly string[]): Generator<void, string[], void> {
  const united: string[] = [];
  let [left, right] = [0, 0];
  while (left < some.length || right < others.length) {
    if (united.length % itemsAtOnce === 0) yield;
    const [one, other] = [some[left], others[right]];
    const isFirst = other === undefined || (one !== undefined && one <= other);
    if (one === other || isFirst) left++;
    if (one === other || !isFirst) right++;
    united.push(isFirst ? one! : other);
  }
  return united;
}
