/**
 * The words of a file's chunks.
 * Invariant: they follow from the file's text, chunks and definitions alone, whatever was read before.
 */
import type { ChunkSpan } from '../model/chunk.ts';
import type { ChunkWords, ChunkWordsEntry, NameWords, TermTable } from '../model/chunk-words.ts';
import type { Definition } from '../model/definition.ts';
import { qualifiedName, withoutTwins } from '../model/link.ts';
import { TextPieces, WordKernel, type NameTerms } from './word-kernel.ts';

const noKeywords: readonly string[] = [];
/** Names of one chunk that are looked at. */
const maxNames = 40;

/** A file whose chunks are known. */
export interface ChunkedText {
  text: string;
  spans: readonly ChunkSpan[];
  definitions: readonly Pick<Definition, 'name' | 'kind' | 'container' | 'line'>[];
}

/** Owns nothing: the kernel is the thread's. */
export class ChunkWordsReader {
  readonly #kernel: WordKernel;

  /** @param kernel who shares it has counted the file's text there just before */
  constructor(kernel = new WordKernel()) {
    this.#kernel = kernel;
  }

  /** The terms hold until the kernel is used again. */
  read({ text, spans, definitions }: ChunkedText): ChunkWords {
    const kernel = this.#kernel;
    if (!kernel.has(text)) kernel.countFile(new TextPieces(), text, noKeywords);
    const { names, entries } = chunkEntries(spans, definitions);
    const terms = kernel.readNames(names);
    const { lengths, table, isShared } = kernel.countChunks(lineCounts(spans));
    let next = 0;
    for (let chunk = 0; chunk < entries.length; chunk++) {
      entries[chunk]!.length = lengths[chunk]!;
      next = nameTerms(entries[chunk]!.names, terms, next);
    }
    return { chunks: entries, terms: isShared ? joined(table) : table };
  }
}

/** Gives what names are made of to those of a chunk; gives where those of the next one begin. */
function nameTerms(names: ChunkName[], terms: readonly NameTerms[], from: number): number {
  for (let at = 0; at < names.length; at++) {
    const name = names[at]!;
    const { written, parts, whole } = terms[from + at]!;
    name.written = written;
    name.parts = parts;
    name.whole = whole;
  }
  return from + names.length;
}

function lineCounts(spans: ChunkedText['spans']): number[] {
  const counts: number[] = [];
  for (let at = 0; at < spans.length; at++) counts.push(spans[at]!.endLine - spans[at]!.startLine + 1);
  return counts;
}

type Defined = ChunkedText['definitions'][number];

interface ChunkName extends NameWords {
  written: number;
  parts: readonly number[];
  whole: number | null;
}

interface Entry extends ChunkWordsEntry {
  length: number;
  kinds: ChunkWordsEntry['kinds'][number][];
  names: ChunkName[];
}

/** Chunks with their kinds, and the names of what is defined in them: of all one behind the other, without what contains each. */
function chunkEntries(
  spans: ChunkedText['spans'],
  definitions: ChunkedText['definitions'],
): { names: string[]; entries: Entry[] } {
  const byLine = inOrder(definitions);
  const names: string[] = [];
  const entries: Entry[] = [];
  let next = 0;
  for (let chunk = 0; chunk < spans.length; chunk++) {
    const { endLine, kind } = spans[chunk]!;
    const entry: Entry = { length: 0, kinds: [kind], names: [] };
    const first = next;
    while (next < byLine.length && byLine[next]!.line <= endLine) next++;
    if (next > first) addDefined(entry, byLine.slice(first, next), names);
    entries.push(entry);
  }
  return { names, entries };
}

function inOrder(definitions: ChunkedText['definitions']): ChunkedText['definitions'] {
  for (let at = 1; at < definitions.length; at++)
    if (definitions[at]!.line < definitions[at - 1]!.line) return definitions.toSorted((a, b) => a.line - b.line);
  return definitions;
}

/** Each name once and the first ones only, as `chunkOutlines` gives them, and the kinds. */
function addDefined({ kinds, names: own }: Entry, defined: readonly Defined[], names: string[]): void {
  const known: Defined[] = [];
  for (let at = 0; at < defined.length; at++) {
    const definition = defined[at]!;
    if (!kinds.includes(definition.kind)) kinds.push(definition.kind);
    if (known.length >= maxNames || isKnown(known, definition)) continue;
    known.push(definition);
    const { name, container } = definition;
    const dot = name.lastIndexOf('.');
    names.push(dot === -1 ? name : name.slice(dot + 1));
    own.push({ written: 0, parts: [], whole: null, isTop: withoutTwins(container) === null && dot === -1 });
  }
}

/** Whether one of them has its qualified name. */
function isKnown(known: readonly Defined[], definition: Defined): boolean {
  const { name, container } = definition;
  for (let at = 0; at < known.length; at++) {
    const other = known[at]!;
    if (other.name === name) {
      if (other.container === container) return true;
      // Names with dots in them may be one with another's container.
    } else if (name.includes('.') || other.name.includes('.')) {
      if (qualifiedName(other) === qualifiedName(definition)) return true;
    }
  }
  return false;
}

/** Terms of one hash as one. */
function joined({ hashes, starts, chunks, counts }: TermTable): TermTable {
  const table = { hashes: [] as number[], starts: [] as number[], chunks: [] as number[], counts: [] as number[] };
  for (let first = 0, end = 0; first < hashes.length; first = end) {
    end = first + 1;
    while (end < hashes.length && hashes[end] === hashes[first]) end++;
    table.hashes.push(hashes[first]!);
    table.starts.push(table.chunks.length);
    // Nearly all are alone, and in order.
    if (end - first === 1) {
      for (let at = starts[first]!; at < starts[end]!; at++) {
        table.chunks.push(chunks[at]!);
        table.counts.push(counts[at]!);
      }
      continue;
    }
    const byChunk = new Map<number, number>();
    for (let at = starts[first]!; at < starts[end]!; at++)
      byChunk.set(chunks[at]!, (byChunk.get(chunks[at]!) ?? 0) + counts[at]!);
    for (const [chunk, count] of [...byChunk].sort(([a], [b]) => a - b)) {
      table.chunks.push(chunk);
      table.counts.push(count);
    }
  }
  table.starts.push(table.chunks.length);
  return table;
}
