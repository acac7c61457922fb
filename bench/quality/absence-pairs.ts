/** Which questions `absence` asks of which projects, and what somebody who read them says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom, type Random } from '../../test/faults/random.ts';
import type { EvaluationRow } from '../lib/evaluation.ts';
import { truthRows } from '../lib/truth-program.ts';

/** A question, and the project that it is asked of. */
export interface Pair {
  row: EvaluationRow;
  repo: string;
  /** Whether the question is about that project. */
  isRight: boolean;
}

const seed = 20261129;

/**
 * All questions of each project are asked of it. `wrong` questions of other projects are asked of it too: each of a project chosen at random, so that
 * projects with many questions do not crowd out the others.
 */
export function pairsOf(rows: readonly EvaluationRow[], wrong: number): Pair[] {
  const byRepo = Map.groupBy(rows, ({ repo }) => repo);
  return [...byRepo].flatMap(([repo, own], at) => {
    const random = seededRandom(seed + at);
    const others = [...byRepo].filter(([name]) => name !== repo).map(([, list]) => [...list]);
    const right = own.map((row) => ({ row, repo, isRight: true }));
    return [...right, ...spread(others, wrong, random).map((row) => ({ row, repo, isRight: false }))];
  });
}

/** Empties the lists that it takes from. */
function spread<T>(lists: T[][], count: number, random: Random): T[] {
  const chosen: T[] = [];
  while (chosen.length < count && lists.length > 0) {
    const at = random(lists.length);
    chosen.push(...lists[at]!.splice(random(lists[at]!.length), 1));
    if (lists[at]!.length === 0) lists.splice(at, 1);
  }
  return chosen;
}

/** `count` of the wrong pairs at random, the same for the same pairs. */
export function sampleOf<T extends { isRight: boolean }>(pairs: readonly T[], count: number): T[] {
  return spread([pairs.filter(({ isRight }) => !isRight)], count, seededRandom(seed));
}

/** What somebody who read a wrong pair says: whether the project has what the question is about all the same. */
export type ReadVerdict = 'absent' | 'present';

/** By `id repo`. */
export function readVerdicts(): ReadonlyMap<string, ReadVerdict> {
  const rows = truthRows(readFileSync(join(import.meta.dirname, 'absence-read.tsv'), 'utf8'));
  return new Map(rows.map(([id, repo, verdict]) => [`${id} ${repo}`, verdict as ReadVerdict]));
}
