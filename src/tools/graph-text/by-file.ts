/** Lists as numbers: one line for each file, tests apart. Invariant: the totals count every file, shown or not. */
import { z } from 'zod';
import type { GraphSite, ReachedNode } from '../../model/graph.ts';
import { oneLine } from '../budget.ts';
import { clip, type Detail } from './detail.ts';
import { countOutput } from './output.ts';
import { count } from './unresolved.ts';

/** How a list is shown: by the names of the symbols, or as numbers by file. */
export const listDetails = ['names', 'files'] as const;
export type ListDetail = (typeof listDetails)[number];

export const detailInput = z.enum(listDetails).optional().meta({ default: 'names' }).describe('files: totals');

export interface FileCount {
  path: string;
  isTest: boolean;
  number: number;
  /** The least distance of what is counted; 1 where there are no others. */
  nearest: number;
}

export const byFileOutput = () =>
  z
    .array(z.object({ path: z.string(), number: countOutput, nearest: countOutput, test: z.literal(true).optional() }))
    .optional()
    .describe('With detail: files');

/** A place or a symbol that is counted. */
export interface Counted {
  path: string;
  isTest: boolean;
  distance?: number;
}

/** Code before tests, then the nearest files, then those with most; equal ones by path. */
export function countByFile(all: Iterable<Counted>): FileCount[] {
  const files = new Map<string, FileCount>();
  for (const { path, isTest, distance = 1 } of all) {
    const file = files.get(path) ?? { path, isTest, number: 0, nearest: distance };
    file.number++;
    file.nearest = Math.min(file.nearest, distance);
    files.set(path, file);
  }
  return [...files.values()].sort(
    (a, b) =>
      Number(a.isTest) - Number(b.isTest) || a.nearest - b.nearest || b.number - a.number || (a.path < b.path ? -1 : 1),
  );
}

/** Each place of each symbol that a walk reached, once, in the file of the symbol. */
export function countPlaces(reached: readonly ReachedNode[]): FileCount[] {
  return countByFile(
    reached.flatMap(({ node, distance, edges }) => {
      const keyOf = (path: string, { line, column }: GraphSite): string => `${path}:${line}:${column}`;
      const places = new Set(edges.flatMap(({ from, sites }) => sites.map((site) => keyOf(from.path, site))));
      return Array.from(places, () => ({ path: node.path, isTest: node.isTest, distance }));
    }),
  );
}

/** `58 calls in 26 files; tests: 13 in 10; together 71 in 36` */
export function countsText(files: readonly FileCount[], noun: string): string {
  const { true: tests = [], false: code = [] } = Object.groupBy(files, ({ isTest }) => `${isTest}` as const);
  const sum = (some: readonly FileCount[]): number => some.reduce((all, { number }) => all + number, 0);
  const first = `${count(sum(code), noun)} in ${count(code.length, 'file')}`;
  if (tests.length === 0) return first;
  return `${first}; tests: ${sum(tests)} in ${tests.length}; together ${sum(files)} in ${files.length}`;
}

function lineOf({ path, number, nearest }: FileCount, { path: limit }: Detail): string {
  const far = nearest === 1 ? '' : `, nearest at distance ${nearest}`;
  return `  ${oneLine(clip(path, limit))}: ${number}${far}`;
}

/** @param files those that are shown */
export function fileCountLines(files: readonly FileCount[], detail: Detail): string[] {
  const code = files.filter(({ isTest }) => !isTest);
  const tests = files.filter(({ isTest }) => isTest);
  return [
    ...(code.length === 0 ? [] : ['', ...code.map((file) => lineOf(file, detail))]),
    ...(tests.length === 0 ? [] : ['', 'tests:', ...tests.map((file) => lineOf(file, detail))]),
  ];
}

export function fileCountData(files: readonly FileCount[], detail: Detail): z.output<ReturnType<typeof byFileOutput>> {
  return files.map(({ path, number, nearest, isTest }) => ({
    path: clip(path, detail.path),
    number,
    nearest,
    ...(isTest ? { test: true } : {}),
  }));
}
