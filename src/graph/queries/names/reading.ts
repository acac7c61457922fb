/**
 * How a name was read that no symbol has as it is written. Of several indexes that have a part of the symbols each, the best reading counts, as in one index over
 * all of them.
 */
import type { NameTaken } from '../../../model/graph.ts';

export interface Reading {
  /** Which way of reading has found something: of two readings, the one with the smaller number at the first place that differs is the better one. */
  by: readonly number[];
  /** What corrections have found, with as many parts as were given; empty for other ways. */
  names: readonly string[];
  taken: NameTaken | null;
}

/** Notes the way in which something was found. */
export class Way {
  by: readonly number[] = [];
  names: readonly string[] = [];
}

export const ways = { written: 0, inherited: 1, corrected: 2, correctedInherited: 3, withoutNamespace: 4 } as const;

/** Negative if the first reading is the better one. */
export function compareReadings({ by: one }: Reading, { by: other }: Reading): number {
  for (const [at, number] of one.entries()) {
    const difference = number - (other[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** Whether names are all meant: those that differ only in case are; of different ones with errors, nobody knows which. */
export function areAllMeant({ errors, names }: { errors: number; names: readonly string[] }): boolean {
  return errors === 0 || new Set(names.map((name) => name.toLowerCase())).size === 1;
}

/** What equally good readings of several parts are together; null where they are of different names. */
export function joinedTaken(readings: readonly Reading[]): NameTaken | null {
  const taken = readings.flatMap((one) => one.taken ?? []);
  const [first] = taken;
  if (first === undefined) return null;
  const names = [...new Set(readings.flatMap((one) => one.names))].sort();
  const bases = [...new Set(taken.flatMap(({ inheritedFrom }) => inheritedFrom?.split(', ') ?? []))];
  return {
    name: names.length > 1 ? names.join(', ') : first.name,
    isCorrected: first.isCorrected,
    inheritedFrom: bases.length === 0 ? null : bases.join(', '),
  };
}
