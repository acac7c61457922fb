/**
 * Finds names of definitions that equal a given name except for case. It jumps through the inverted index from one possible spelling to the next
 * existing name, so the number of steps depends on the spellings, and not on the size of the index.
 */
import type { DocumentIndex } from '../tables/documents.ts';
import { blocksFrom, type BlockSource } from './block-source.ts';
import { postingCursor, startPostings } from './posting-list.ts';
import type { Segment } from './segments.ts';
import { blockCursor, compareKeys, isName, nameKey, nameOf, nextEntry, startBlock } from './term-block.ts';
import { hasLive } from './term-queries.ts';

/** The Kelvin sign is the only non-ASCII character whose lower case is an ASCII letter. */
const kelvin = '\u212a';
const ascii = /^[\0-\x7f]*$/;

/** All characters whose lower case is this ASCII character, in code unit order. */
function formsOf(lower: string): readonly string[] {
  const upper = lower.toUpperCase();
  return upper === lower ? [lower] : lower === 'k' ? [upper, lower, kelvin] : [upper, lower];
}

/** The first spelling after `name` in code unit order; null if there is none. @param forms the possible forms of each character */
export function nextSpelling(forms: readonly (readonly string[])[], name: string): string | null {
  let shared = 0;
  while (shared < forms.length && shared < name.length && forms[shared]!.includes(name[shared]!)) shared++;
  const first = (from: number): string =>
    forms
      .slice(from)
      .map(([form]) => form)
      .join('');
  // `name` is the beginning of a spelling, and sorts before all spellings that begin with it.
  if (shared === name.length && shared < forms.length) return name + first(shared);
  for (let at = Math.min(shared, forms.length - 1); at >= 0; at--) {
    const larger = forms[at]!.find((form) => form > name[at]!);
    if (larger !== undefined) return name.slice(0, at) + larger + first(at + 1);
  }
  return null;
}

/** The names in live files that equal `wanted` except for case, in code unit order; null if `wanted` is not ASCII. */
export function readNamesInAnyCase(source: BlockSource, documents: DocumentIndex, wanted: string): string[] | null {
  if (!ascii.test(wanted)) return null;
  const forms = [...wanted.toLowerCase()].map(formsOf);
  const found = new Set<string>();
  for (const segment of source.segments()) collect(source, { segment, documents, forms }, found);
  return [...found].sort();
}

interface SpellingScan {
  segment: Segment;
  documents: DocumentIndex;
  forms: readonly (readonly string[])[];
}

/** Adds to `found` the names of one segment that are a spelling and that a live file defines. */
function collect(source: BlockSource, { segment, documents, forms }: SpellingScan, found: Set<string>): void {
  let spelling: string | null = forms.map(([form]) => form).join('');
  while (spelling !== null) {
    const next = firstFrom(source, segment, spelling);
    if (next === null) return;
    if (next.name.length === forms.length && forms.every((form, at) => form.includes(next.name[at]!))) {
      if (hasLive(next.postings, documents.sortedIds)) found.add(next.name);
    }
    spelling = nextSpelling(forms, next.name);
  }
}

/** The first name of a segment that is not before `spelling`. */
function firstFrom(
  source: BlockSource,
  segment: Segment,
  spelling: string,
): { name: string; postings: ReturnType<typeof postingCursor> } | null {
  const bytes = nameKey(spelling);
  const key = { bytes, length: bytes.length };
  const entry = blockCursor();
  for (const block of blocksFrom(source, segment.id, bytes)) {
    startBlock(entry, block);
    while (nextEntry(entry)) {
      if (!isName(entry.key) || compareKeys(entry.key, key) < 0) continue;
      const postings = postingCursor();
      startPostings(postings, { bytes: block, start: entry.listStart, end: entry.listEnd, base: segment.firstFile });
      return { name: nameOf(entry.key), postings };
    }
  }
  return null;
}
