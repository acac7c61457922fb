/** Ranks matching lines and files: definitions of the text first, whole words before parts, important files first. */
import { hybridRanking } from '../../search/hybrid/constants.ts';
import { filePrior } from '../../search/hybrid/ranking.ts';
import type { DocumentTable } from '../../store/store.ts';
import type { TextPattern } from '../../text/text-search.ts';
import { eachInTurns } from '../../util/turns/each-in-turns.ts';
import { lineMarks, type CountedFiles, type CountRequest, type FoundLines } from './text-part.ts';

/** Limit on the number of files whose definitions are looked up, if the query is not a literal name. */
const mostOutlined = 40;
/** Factor on the score of a line where the match is the name of a definition. */
const definitionFactor = 2.5;
/** Factor on the score of a line where the match is a whole word. */
const wordFactor = 1.3;

/** The factor that a file's kind gives to its score; null for a file that is not in the index yet. */
export function priorOf(documents: DocumentTable, row: number | undefined): number | null {
  return row === undefined ? null : filePrior(documents, row, hybridRanking.test);
}

// Compiling Unicode classes takes V8 up to half a millisecond, so they are made when they are needed.
const namePattern = (): RegExp => /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** Whether a pattern is a literal name: all its definitions are looked up, in any file. */
export function isName({ isRegex, query }: TextPattern): boolean {
  return !isRegex && namePattern().test(query);
}

export interface RankedLine {
  path: string;
  line: number;
  prior: number | null;
  /** As `lineMarks`. */
  marks: number;
}

/** Order: definitions, then whole words, then parts; tests and generated files last; then by path and line. @param knows whether definitions of a file count */
export function sortedLines<T extends RankedLine>(lines: readonly T[], knows: (path: string) => boolean): T[] {
  return lines
    .map((line) => ({ line, score: scoreOf(line, knows) }))
    .sort(
      (a, b) =>
        b.score - a.score ||
        (a.line.path < b.line.path ? -1 : a.line.path > b.line.path ? 1 : a.line.line - b.line.line),
    )
    .map(({ line }) => line);
}

function scoreOf({ path, prior, marks }: RankedLine, knows: (path: string) => boolean): number {
  const score = (prior ?? 1) * ((marks & lineMarks.word) === 0 ? 1 : wordFactor);
  // The name of a definition is a whole word, so the factor for a word is included already.
  return (marks & lineMarks.definition) === 0 || !knows(path) ? score : score * (definitionFactor / wordFactor);
}

/** The files whose definitions are looked up. @param lines in the order that they have without definitions */
export function outlinedFiles(lines: readonly RankedLine[]): Set<string> {
  const files = new Set<string>();
  for (const { path, prior } of lines) {
    if (files.size >= mostOutlined) break;
    if (prior !== null) files.add(path);
  }
  return files;
}

const noDefinitions = (): boolean => false;

/** Lines without what definitions say of them. */
export function withoutDefinitions<T extends RankedLine>(lines: readonly T[]): T[] {
  return sortedLines(lines, noDefinitions);
}

/**
 * Of the lines of a part, those that may be among the first `most` of all. Which definitions count depends on all parts, so the lines with one are the best of each
 * file. @param lines in the order that they have without definitions
 */
export function bestOfPart<T extends RankedLine>(lines: readonly T[], most: number): T[] {
  if (lines.length <= most) return [...lines];
  const byFile = new Map<string, number>();
  return lines.filter(({ path, marks }, at) => {
    if ((marks & lineMarks.definition) === 0) return at < most;
    const before = byFile.get(path) ?? 0;
    byFile.set(path, before + 1);
    return at < most || before < most;
  });
}

/** The lines of one or more parts as places, the best first. */
export function rankedPlaces(
  { paths, lines }: Pick<FoundLines, 'paths' | 'lines'>,
  pattern: TextPattern,
): [string, number][] {
  const all = withoutDefinitions(
    lines.map(([file, line, marks]): RankedLine => ({ path: paths[file]![0], prior: paths[file]![1], line, marks })),
  );
  const known = isName(pattern) ? null : outlinedFiles(all);
  return sortedLines(all, (path) => known?.has(path) ?? true).map(({ path, line }) => [path, line]);
}

type Counted = CountedFiles['best'][number];

/** Paths with the greatest prior first, then in their order, with turns of the event loop. @param paths mostly in order @param priorAt by position */
export async function likeliestFirst(
  paths: readonly string[],
  priorAt: (at: number) => number | null,
): Promise<string[]> {
  const byPrior = new Map<number, string[]>();
  await eachInTurns(paths, (path, at) => {
    const prior = priorAt(at) ?? 1;
    const some = byPrior.get(prior);
    if (some === undefined) byPrior.set(prior, [path]);
    else some.push(path);
  });
  return [...byPrior].sort(([a], [b]) => b - a).flatMap(([, some]) => some.sort((a, b) => (a < b ? -1 : 1)));
}

/** What a count says that may have ended beyond its bound: the same whatever was searched beyond it. */
export function countedTo(found: CountedFiles, { best, most }: CountRequest): CountedFiles {
  const ofFiles = 'files' in best;
  if (most === null || found.end === 'time' || (ofFiles ? found.files : found.total) <= most) return found;
  const lines = found.best.reduce((sum, { count }) => sum + count, 0);
  return { ...found, end: 'limit', total: ofFiles ? lines : most, files: ofFiles ? most : found.best.length };
}

/** The first of the files that a request asks for, in the order of the request. */
export function bestFiles(files: readonly Counted[], { best, most }: CountRequest): Counted[] {
  const byCount = 'files' in best && most === null;
  const ordered = files.toSorted(
    (a, b) => (b.prior ?? 1) - (a.prior ?? 1) || (byCount ? b.count - a.count : 0) || (a.path < b.path ? -1 : 1),
  );
  if ('files' in best) return ordered.slice(0, best.files);
  const chosen: Counted[] = [];
  let sum = 0;
  for (const file of ordered) {
    if (sum >= best.lines) break;
    chosen.push(file);
    sum += file.count;
  }
  return chosen;
}
