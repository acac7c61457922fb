/**
 * All names of definitions: read once from the inverted index, then updated with the files that were added and removed.
 * Invariants: the names are those of live files, in code unit order; a list that was returned is never changed.
 */
import { lowerBound } from '../../../util/lower-bound.ts';
import { sortTextsInSteps } from '../../../util/turns/sorted-in-turns.ts';
import { positionOf, type DocumentIndex } from '../tables/documents.ts';
import type { Database } from '../file/driver.ts';
import { readOutlines } from '../tables/file-queries.ts';
import { blocksFrom, type BlockSource } from './block-source.ts';
import { nextPosting, postingCursor, startPostings } from './posting-list.ts';
import type { Segment } from './segments.ts';
import { blockCursor, isName, nameKey, nameOf, nextEntry, startBlock } from './term-block.ts';

export interface DefinitionNames {
  list: readonly string[];
  /** Ids of the files that the list covers, ascending. */
  ids: Uint32Array;
  /** Number of files that define each name. */
  files: Map<string, number>;
  /** Names by file id. */
  byFile: Map<number, readonly string[]>;
}

/** With more changed files, all names are read again. */
const maxChanges = 200;
/** Blocks of the inverted index that one step reads, or pieces of the list that it sorts. */
const blocksAtOnce = 16;

/**
 * Returns the current names; null where all have to be read. Changes the maps of `previous` in place, but not its list. To be called inside a
 * transaction.
 */
export function refreshDefinitionNames(
  database: Database,
  { sortedIds }: DocumentIndex,
  previous: DefinitionNames | null,
): DefinitionNames | null {
  if (previous === null) return null;
  if (previous.ids === sortedIds) return previous;
  const [gone, added] = [missingFrom(previous.ids, sortedIds), missingFrom(sortedIds, previous.ids)];
  if (gone.length + added.length > maxChanges) return null;
  const outlines = readOutlines(database, added);
  const list = [...previous.list];
  for (const id of gone) removeFile(previous, list, id);
  for (const [id, outline] of outlines) {
    const names = [...new Set(outline.map(({ name }) => name))];
    previous.byFile.set(id, names);
    for (const name of names) {
      const files = previous.files.get(name) ?? 0;
      previous.files.set(name, files + 1);
      if (files === 0) list.splice(lowerBound(list, name), 0, name);
    }
  }
  return { ...previous, list, ids: sortedIds };
}

function removeFile({ byFile, files }: DefinitionNames, list: string[], id: number): void {
  for (const name of byFile.get(id) ?? []) {
    const count = (files.get(name) ?? 0) - 1;
    if (count > 0) files.set(name, count);
    else {
      files.delete(name);
      list.splice(lowerBound(list, name), 1);
    }
  }
  byFile.delete(id);
}

/** The ids that are not among `others`; both lists are ascending. */
function missingFrom(ids: Uint32Array, others: Uint32Array): number[] {
  const missing: number[] = [];
  let at = 0;
  for (const id of ids) {
    while (at < others.length && others[at]! < id) at++;
    if (others[at] !== id) missing.push(id);
  }
  return missing;
}

/** Reads all names in steps of a few milliseconds, so that other work gets a turn between them. Each step is to be called inside a transaction. */
export class NamesReading {
  readonly #ids: Uint32Array;
  readonly #segments: string;
  readonly #steps: Iterator<void, DefinitionNames, void>;

  constructor(source: BlockSource, { sortedIds }: DocumentIndex) {
    this.#ids = sortedIds;
    const segments = source.segments();
    this.#segments = idsOf(segments);
    this.#steps = readNames(source, segments, sortedIds);
  }

  /** The names after the last step; null before it. `changed`: the index was written meanwhile, and another reading is needed. */
  step(source: BlockSource, { sortedIds }: DocumentIndex): DefinitionNames | 'changed' | null {
    for (let blocks = 0; blocks < blocksAtOnce; blocks++) {
      const { done, value } = this.#steps.next();
      if (done !== true) continue;
      return sortedIds === this.#ids && idsOf(source.segments()) === this.#segments ? value : 'changed';
    }
    return null;
  }
}

function idsOf(segments: readonly Segment[]): string {
  return segments.map(({ id }) => id).join();
}

/** @returns the names, after one step for each block and those of the sorting */
function* readNames(
  source: BlockSource,
  segments: readonly Segment[],
  sortedIds: Uint32Array,
): Generator<void, DefinitionNames, void> {
  const files = new Map<string, number>();
  const byFile = new Map<number, string[]>();
  const entry = blockCursor();
  const postings = postingCursor();
  const first = nameKey('');
  for (const segment of segments) {
    for (const block of blocksFrom(source, segment.id, first)) {
      yield;
      startBlock(entry, block);
      while (nextEntry(entry)) {
        if (!isName(entry.key)) continue;
        startPostings(postings, { bytes: block, start: entry.listStart, end: entry.listEnd, base: segment.firstFile });
        let name: string | null = null;
        let position = 0;
        while (nextPosting(postings)) {
          position = positionOf(sortedIds, postings.fileId, position);
          if (sortedIds[position] !== postings.fileId) continue;
          name ??= nameOf(entry.key);
          files.set(name, (files.get(name) ?? 0) + 1);
          const namesOfFile = byFile.get(postings.fileId);
          if (namesOfFile === undefined) byFile.set(postings.fileId, [name]);
          else namesOfFile.push(name);
        }
      }
    }
  }
  const list = yield* sortTextsInSteps([...files.keys()]);
  return { list, ids: sortedIds, files, byFile };
}
