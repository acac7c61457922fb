/** Goes through long lists without holding the event loop. */
import { NearestFew } from '../nearest.ts';
import { QuestionTurns } from './question.ts';

/** So many items are looked at between two looks at the clock. */
const itemsAtOnce = 256;

/** Calls `visit` with each item and its position, in order, with turns of the event loop in between. Rejects as `QuestionTurns.take`. */
export async function eachInTurns<T>(items: readonly T[], visit: (item: T, at: number) => void): Promise<void> {
  const turns = new QuestionTurns();
  for (let from = 0; from < items.length; from += itemsAtOnce) {
    const turn = turns.take();
    if (turn !== null) await turn;
    for (let at = from, end = Math.min(from + itemsAtOnce, items.length); at < end; at++) visit(items[at]!, at);
  }
}

/** As `nearestFew`, for many candidates. */
export async function nearestFewInTurns(
  word: string,
  candidates: readonly string[],
  count: number,
  maxEdits?: number,
): Promise<string[]> {
  const near = new NearestFew(word, count, maxEdits);
  await eachInTurns(candidates, (candidate) => near.offer(candidate));
  return near.found;
}
