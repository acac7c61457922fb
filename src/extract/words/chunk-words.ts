/**
 * The words of a file's chunks.
 * Invariant: the words depend only on the file's text, chunks and definitions.
 */
import type { ChunkSpan } from '../../model/chunk.ts';
import type { ChunkWords, ChunkWordsEntry, NameWords, TermTable } from '../../model/chunk-words.ts';
import type { Definition } from '../../model/definition.ts';
import { qualifiedName, withoutDuplicateMarks } from '../../model/link.ts';
import { TextPieces, WordKernel, type NameTerms } from '../../kernels/words.ts';

const noKeywords: readonly string[] = [];
/** Maximum number of names of one chunk. */
const maxNames = 40;

/** A file whose chunks are known. */
export interface ChunkedText {
  text: string;
  spans: readonly ChunkSpan[];
  definitions: readonly Pick<Definition, 'name' | 'kind' | 'container' | 'line'>[];
}

/** A chunk, without its words. */
interface NamedChunk {
  lineCount: number;
  /** The chunk's own kind, and the kinds of the definitions in it. */
  kinds: readonly ChunkWordsEntry['kinds'][number][];
  /** How many of the names in `NamedChunks` are the chunk's. */
  nameCount: number;
}

/** Data about a file's chunks that is known before their words are counted. */
interface NamedChunks {
  /** All chunks of the file, in order. */
  chunks: readonly NamedChunk[];
  /** Names of the definitions in the chunks, concatenated over all chunks, without their containers. */
  names: readonly string[];
  /** By name: whether it has no container. */
  tops: readonly boolean[];
}

/** Reads the words of chunks with a kernel: a WebAssembly module that splits texts into terms and counts them. */
export class ChunkWordsReader {
  readonly #kernel: WordKernel;

  /** @param kernel a shared kernel should have counted the file's text just before */
  constructor(kernel = new WordKernel()) {
    this.#kernel = kernel;
  }

  /** The terms are valid until the kernel is used again. */
  read({ text, spans, definitions }: ChunkedText): ChunkWords {
    const { chunks, names, tops } = nameChunks(spans, definitions);
    const kernel = this.#kernel;
    if (!kernel.hasCounted(text)) kernel.countFile(new TextPieces(), text, noKeywords);
    const terms = kernel.readNames(names);
    const { lengths, table, isShared } = kernel.countChunks(chunks.map(({ lineCount }) => lineCount));
    const entries: ChunkWordsEntry[] = [];
    for (let chunk = 0, next = 0; chunk < chunks.length; chunk++) {
      const { kinds, nameCount } = chunks[chunk]!;
      const chunkNames: NameWords[] = [];
      for (const end = next + nameCount; next < end; next++) chunkNames.push(nameWords(terms[next]!, tops[next]!));
      entries.push({ length: lengths[chunk]!, kinds, names: chunkNames });
    }
    return { chunks: entries, terms: isShared ? withJoinedHashes(table) : table };
  }
}

function nameWords({ written, parts, whole }: NameTerms, isTop: boolean): NameWords {
  return { written, isTop, parts, whole };
}

type Defined = ChunkedText['definitions'][number];

function nameChunks(spans: ChunkedText['spans'], definitions: ChunkedText['definitions']): NamedChunks {
  const byLine = inOrder(definitions);
  const chunks: NamedChunk[] = [];
  const all = { names: [] as string[], tops: [] as boolean[] };
  for (let chunk = 0, next = 0; chunk < spans.length; chunk++) {
    const { startLine, endLine, kind } = spans[chunk]!;
    const kinds: NamedChunk['kinds'][number][] = [kind];
    const first = next;
    while (next < byLine.length && byLine[next]!.line <= endLine) next++;
    const nameCount = next === first ? 0 : addDefined(kinds, byLine.slice(first, next), all);
    chunks.push({ lineCount: endLine - startLine + 1, kinds, nameCount });
  }
  return { chunks, ...all };
}

function inOrder(definitions: ChunkedText['definitions']): ChunkedText['definitions'] {
  for (let at = 1; at < definitions.length; at++)
    if (definitions[at]!.line < definitions[at - 1]!.line) return definitions.toSorted((a, b) => a.line - b.line);
  return definitions;
}

/** Adds the kinds of definitions and their first distinct names, as `chunkOutlines` lists them. @returns the number of names added */
function addDefined(
  kinds: NamedChunk['kinds'][number][],
  defined: readonly Defined[],
  { names, tops }: { names: string[]; tops: boolean[] },
): number {
  const listed: Defined[] = [];
  for (let at = 0; at < defined.length; at++) {
    const definition = defined[at]!;
    if (!kinds.includes(definition.kind)) kinds.push(definition.kind);
    if (listed.length >= maxNames || isListed(listed, definition)) continue;
    listed.push(definition);
    const { name, container } = definition;
    const dot = name.lastIndexOf('.');
    names.push(dot === -1 ? name : name.slice(dot + 1));
    tops.push(withoutDuplicateMarks(container) === null && dot === -1);
  }
  return listed.length;
}

/** Whether one of the listed definitions has the same qualified name. */
function isListed(listed: readonly Defined[], definition: Defined): boolean {
  const { name, container } = definition;
  for (let at = 0; at < listed.length; at++) {
    const other = listed[at]!;
    if (other.name === name) {
      if (other.container === container) return true;
      // Names may contain dots, so a name can equal another one with its container.
    } else if (name.includes('.') || other.name.includes('.')) {
      if (qualifiedName(other) === qualifiedName(definition)) return true;
    }
  }
  return false;
}

/** The table, with terms of the same hash joined into one. */
function withJoinedHashes({ hashes, starts, chunks, counts }: TermTable): TermTable {
  const table = { hashes: [] as number[], starts: [] as number[], chunks: [] as number[], counts: [] as number[] };
  for (let first = 0, end = 0; first < hashes.length; first = end) {
    end = first + 1;
    while (end < hashes.length && hashes[end] === hashes[first]) end++;
    table.hashes.push(hashes[first]!);
    table.starts.push(table.chunks.length);
    // Nearly all hashes are unique, and in order.
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
