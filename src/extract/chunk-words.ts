/**
 * The words of a file's chunks.
 * Invariant: they follow from the file's text, chunks and definitions alone, whatever was read before.
 */
import type { ChunkSpan } from '../model/chunk.ts';
import type { ChunkWords, ChunkWordsEntry, TermTable } from '../model/chunk-words.ts';
import type { Definition } from '../model/definition.ts';
import { qualifiedName } from '../model/link.ts';
import { TextPieces, WordKernel } from './word-kernel.ts';

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
    const { names, kinds } = definedIn(spans, definitions);
    const terms = kernel.readNames(names.flat().map(({ name }) => name));
    const { lengths, table, isShared } = kernel.countChunks(
      spans.map(({ startLine, endLine }) => endLine - startLine + 1),
    );
    let next = 0;
    const chunks = names.map((own, chunk): ChunkWordsEntry => ({
      length: lengths[chunk]!,
      kinds: kinds[chunk]!,
      names: own.map(({ isTop }) => ({ ...terms[next++]!, isTop })),
    }));
    return { chunks, terms: isShared ? joined(table) : table };
  }
}

interface ChunkName {
  /** Without what contains it. */
  name: string;
  isTop: boolean;
}

/** By chunk: the names of what is defined there, each once and the first ones only, as `chunkOutlines` gives them, and kinds. */
function definedIn(
  spans: ChunkedText['spans'],
  definitions: ChunkedText['definitions'],
): { names: ChunkName[][]; kinds: ChunkWordsEntry['kinds'][] } {
  const byLine = definitions.toSorted((a, b) => a.line - b.line);
  const names: ChunkName[][] = [];
  const kinds: ChunkWordsEntry['kinds'][] = [];
  let next = 0;
  for (const { endLine, kind } of spans) {
    const first = next;
    while (next < byLine.length && byLine[next]!.line <= endLine) next++;
    if (first === next) {
      names.push([]);
      kinds.push([kind]);
      continue;
    }
    const defined = byLine.slice(first, next);
    names.push([...new Set(defined.map(qualifiedName))].slice(0, maxNames).map(namePart));
    kinds.push([...new Set([kind, ...defined.map((one) => one.kind)])]);
  }
  return { names, kinds };
}

function namePart(symbol: string): ChunkName {
  const dot = symbol.lastIndexOf('.');
  return { name: dot === -1 ? symbol : symbol.slice(dot + 1), isTop: dot === -1 };
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
