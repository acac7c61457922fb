/** Where a file has a question as it is written. Invariant: only chunks whose words may have more than was found are read. */
import { minWritten, maxWrittenShare, writtenShare, type Written } from '../../search/verbatim.ts';
import type { FileReading } from '../files/chunk-answers.ts';

/** Chunks of one file that are looked through. */
const chunksRead = 4;
/** What the words of one must have of the question. */
const leastHaving = 0.4;
/** What the words of a file must have of it, for a file that would not be shown else. */
export const mostlyWritten = 0.65;

/** How much of a question the chunks of a file have, 0 to 1, of those that have more than nothing. @param having by chunk, what its words may have */
export function writtenChunks(
  written: Written,
  having: Float64Array,
  { textOf }: Pick<FileReading, 'textOf'>,
): ReadonlyMap<number, number> {
  const likely = [...having.keys()].filter((at) => having[at]! > leastHaving);
  likely.sort((a, b) => having[b]! - having[a]! || a - b);
  const found = new Map<number, number>();
  let best = minWritten;
  for (const at of likely.slice(0, chunksRead)) {
    if (having[at]! < best) break;
    const share = writtenShare(written, textOf(at));
    if (share <= minWritten) continue;
    found.set(at, share);
    best = Math.max(best, share);
  }
  return found;
}

/** Tells of which files the words may have most of a question. @param has whether a file may have a term */
export function mayBeWritten(
  written: Written,
  terms: readonly { term: string }[],
  has: (row: number, term: number) => boolean,
): (row: number) => boolean {
  const placeOf = new Map(terms.map(({ term }, place) => [term, place]));
  const places = written.words.map(({ term }) => (term === null ? undefined : placeOf.get(term)));
  return (row) =>
    maxWrittenShare(written, (at) => {
      const place = places[at];
      return place === undefined || has(row, place);
    }) > mostlyWritten;
}
