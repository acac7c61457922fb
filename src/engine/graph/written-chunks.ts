/**
 * Finds the chunks of a file that contain a question verbatim. Invariant: a chunk is read only if it may contain as large a share of the question as the
 * best chunk so far.
 */
import { minVerbatimShare, maxVerbatimShare, verbatimShare, type VerbatimQuery } from '../../search/verbatim.ts';
import type { FileReading } from '../files/chunk-answers.ts';

/** Limit on the number of chunks of one file that are read. */
const maxChunksRead = 4;
/** Least share of the question that a chunk's words must have. */
const leastShare = 0.4;
/** Least share of the question in a file's words, for a file that is shown only because of it. */
export const leastWrittenShare = 0.65;

/**
 * By chunk, the share of the question that the chunk contains verbatim, up to 1. Shares up to `minVerbatimShare` are left out.
 * @param possible by chunk, the largest share that its words allow
 */
export function writtenChunks(
  written: VerbatimQuery,
  possible: Float64Array,
  { textOf }: Pick<FileReading, 'textOf'>,
): ReadonlyMap<number, number> {
  const likely = [...possible.keys()].filter((at) => possible[at]! > leastShare);
  likely.sort((a, b) => possible[b]! - possible[a]! || a - b);
  const found = new Map<number, number>();
  let best = minVerbatimShare;
  for (const at of likely.slice(0, maxChunksRead)) {
    if (possible[at]! < best) break;
    const share = verbatimShare(written, textOf(at));
    if (share <= minVerbatimShare) continue;
    found.set(at, share);
    best = Math.max(best, share);
  }
  return found;
}

/** Returns a test whether a file, by its words, may contain most of a question verbatim. @param has whether a file may have a term */
export function mayBeWritten(
  written: VerbatimQuery,
  terms: readonly { term: string }[],
  has: (row: number, term: number) => boolean,
): (row: number) => boolean {
  const indexOfTerm = new Map(terms.map(({ term }, index) => [term, index]));
  const termIndexes = written.words.map(({ term }) => (term === null ? undefined : indexOfTerm.get(term)));
  return (row) =>
    maxVerbatimShare(written, (at) => {
      const index = termIndexes[at];
      return index === undefined || has(row, index);
    }) > leastWrittenShare;
}
