/** Finds the chunks of a file that contain a question verbatim. Invariant: only chunks that may have a larger share of it than the best so far are read. */
import { minVerbatimShare, maxVerbatimShare, verbatimShare, type VerbatimQuery } from '../../search/verbatim.ts';
import type { FileReading } from '../files/chunk-answers.ts';

/** Limit on the number of chunks of one file that are read. */
const chunksRead = 4;
/** Least share of the question that a chunk's words must have. */
const leastShare = 0.4;
/** Least share of the question in a file's words, for a file that is shown only because of it. */
export const mostlyWritten = 0.65;

/** The share of the question that chunks contain verbatim: over 0, up to 1. @param possible by chunk, the share that its words allow */
export function writtenChunks(
  written: VerbatimQuery,
  possible: Float64Array,
  { textOf }: Pick<FileReading, 'textOf'>,
): ReadonlyMap<number, number> {
  const likely = [...possible.keys()].filter((at) => possible[at]! > leastShare);
  likely.sort((a, b) => possible[b]! - possible[a]! || a - b);
  const found = new Map<number, number>();
  let best = minVerbatimShare;
  for (const at of likely.slice(0, chunksRead)) {
    if (possible[at]! < best) break;
    const share = verbatimShare(written, textOf(at));
    if (share <= minVerbatimShare) continue;
    found.set(at, share);
    best = Math.max(best, share);
  }
  return found;
}

/** A test of which files may contain most of a question verbatim, by their words. @param has whether a file may have a term */
export function mayBeWritten(
  written: VerbatimQuery,
  terms: readonly { term: string }[],
  has: (row: number, term: number) => boolean,
): (row: number) => boolean {
  const placeOf = new Map(terms.map(({ term }, place) => [term, place]));
  const places = written.words.map(({ term }) => (term === null ? undefined : placeOf.get(term)));
  return (row) =>
    maxVerbatimShare(written, (at) => {
      const place = places[at];
      return place === undefined || has(row, place);
    }) > mostlyWritten;
}
