/** Which files are behind an answer, and whether it may be kept. */
import type { CallsAnswer, ReachedNode, SymbolNode, Truncation } from '../../model/graph.ts';
import type { Place } from './notebook-cells.ts';
import type { AnswerSource } from '../live/watch-updates.ts';

/** Whether a time limit cut the answer, so that it may be longer the next time. */
export function isCutByTime(answer: object & { truncation?: Truncation }): boolean {
  return answer.truncation?.reason === 'time';
}

/** How to treat an answer of one kind. */
export interface AnswerView<T> {
  /** Paths of the files behind the answer, which are the files that it names. */
  pathsOf: (answer: T) => string[];
  /** The lines that the answer names, of which a note says in which cells of a notebook they are. */
  placesOf?: (answer: T) => Place[];
  /** Whether nothing was found. The answer then says which code was not read. */
  isEmpty?: (answer: T) => boolean;
  /** What must be up to date for the answer; absent: links. */
  wants?: AnswerSource;
}

export const walkView: AnswerView<{ target: SymbolNode; reached: readonly ReachedNode[] }> = {
  pathsOf: pathsOfWalk,
  placesOf: placesOfWalk,
  isEmpty: ({ reached }) => reached.length === 0,
};

export const callersView: AnswerView<Pick<CallsAnswer, 'target' | 'reached' | 'values'>> = {
  pathsOf: (answer) => [...pathsOfWalk(answer), ...answer.values.places.map(({ path }) => path)],
  placesOf: (answer) => [...placesOfWalk(answer), ...answer.values.places],
  isEmpty: ({ reached }) => reached.length === 0,
};

export function pathsOfWalk({ target, reached }: { target: SymbolNode; reached: readonly ReachedNode[] }): string[] {
  return [target.path, ...reached.map(({ node }) => node.path)];
}

export function placesOfWalk({ target, reached }: { target: SymbolNode; reached: readonly ReachedNode[] }): Place[] {
  return [
    { path: target.path, line: target.line },
    ...reached.flatMap(({ edges }) =>
      edges.flatMap(({ from, sites }) => sites.map(({ line }) => ({ path: from.path, line }))),
    ),
  ];
}
