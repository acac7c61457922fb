/**
 * What a parse worker hands over of files whose words the other thread counts: numbers and bytes of all files in one piece of memory, their facts in
 * another, which is needed for a shorter or a longer time, and one text a file.
 * Invariant: `ExtractionReceiver.take(ExtractionSender.pack(x))` has what `x` has, kinds of a chunk in whatever order, as long as one receiver takes
 * all that one sender packs, in order.
 */
import type { NamedChunk, NamedChunks } from '../extract/words/chunk-words.ts';
import { TextPieces } from '../kernels/words.ts';
import { kindBits, kindsOfBits } from '../store/packed/packed-chunk-words.ts';
import type { ExtractedFields, ExtractedFile } from './file-outcome.ts';
import type { WordSource } from './file-words.ts';
import { inOnePiece, type OnePiece } from './sent-outcomes.ts';

/** Fields of a file that are bytes. */
type Bytes = 'definitions' | 'imports' | 'references' | 'chunks';

interface SentExtraction {
  file: Omit<ExtractedFields, Bytes | 'facts'>;
  /** Of each of its fields that are bytes, as `bytesOf` has them. */
  lengths: number[];
  /** Of its facts' front and tables; null without. */
  facts: [number, number] | null;
  pieces: string;
  names: string;
  /** Which list of keywords, in the order in which they came. */
  keywords: number;
}

export interface SentExtractions extends OnePiece {
  files: SentExtraction[];
  /** It can be moved. */
  facts: ArrayBuffer;
  /** Lists that are new. */
  keywords: (readonly string[])[];
}

function bytesOf(file: Pick<ExtractedFields, Bytes>): Uint8Array[] {
  const { definitions, imports, references, chunks } = file;
  return [definitions, imports, references, chunks];
}

/** Of one worker. */
export class ExtractionSender {
  readonly #keywords: (readonly string[])[] = [];

  pack(all: readonly ExtractedFile[]): SentExtractions {
    const sent = this.#keywords.length;
    const numbers: number[] = [];
    const bytes: Uint8Array[] = [];
    const allFacts: Uint8Array[] = [];
    const files = all.map(({ file, words }): SentExtraction => {
      const { definitions, imports, references, facts, chunks, ...others } = file;
      const own = bytesOf({ definitions, imports, references, chunks });
      bytes.push(...own);
      if (facts !== null) allFacts.push(facts.front, facts.tables);
      writeNumbers(numbers, words);
      return {
        file: others,
        lengths: own.map(({ length }) => length),
        facts: facts && [facts.front.length, facts.tables.length],
        pieces: words.pieces.texts.join(''),
        names: words.chunks?.names.join('') ?? '',
        keywords: this.#numberOf(words.keywords),
      };
    });
    const { memory: facts } = inOnePiece([], allFacts);
    return { files, keywords: this.#keywords.slice(sent), facts, ...inOnePiece([numbers], bytes) };
  }

  #numberOf(keywords: readonly string[]): number {
    const known = this.#keywords.indexOf(keywords);
    return known === -1 ? this.#keywords.push(keywords) - 1 : known;
  }
}

/** How many heads and these; how many chunks, or -1, and of each its lines, kinds and names; of each name its length, and whether it is in nothing. */
function writeNumbers(to: number[], { pieces, chunks }: WordSource): void {
  to.push(pieces.heads.length);
  for (const head of pieces.heads) to.push(head);
  to.push(chunks?.chunks.length ?? -1);
  if (chunks === null) return;
  for (const { lines, kinds, names } of chunks.chunks) to.push(lines, kindBits(kinds), names);
  for (let name = 0; name < chunks.names.length; name++)
    to.push(chunks.names[name]!.length * 2 + (chunks.tops[name]! ? 1 : 0));
}

/** Of one worker, where its files arrive. */
export class ExtractionReceiver {
  readonly #keywords: (readonly string[])[] = [];
  readonly #kinds = new Map<number, NamedChunk['kinds']>();

  take({ files, keywords, memory, bytesAt, facts: factsMemory }: SentExtractions): ExtractedFile[] {
    this.#keywords.push(...keywords);
    const numbers = { all: new Int32Array(memory, 0, bytesAt / Int32Array.BYTES_PER_ELEMENT), at: 0 };
    const [bytes, allFacts] = [new Uint8Array(memory), new Uint8Array(factsMemory)];
    let [at, factsAt] = [bytesAt, 0];
    return files.map((sent): ExtractedFile => {
      const next = (field: number): Uint8Array => bytes.subarray(at, (at += sent.lengths[field]!));
      // In the order of `bytesOf`.
      const [definitions, imports, references, chunks] = [next(0), next(1), next(2), next(3)];
      const nextFacts = (length: number): Uint8Array => allFacts.subarray(factsAt, (factsAt += length));
      const facts = sent.facts && { front: nextFacts(sent.facts[0]), tables: nextFacts(sent.facts[1]) };
      const file = { ...sent.file, definitions, imports, references, facts, chunks };
      return { kind: 'extracted', file, words: this.#readWords(numbers, sent) };
    });
  }

  #readWords(from: Numbers, { pieces, names, keywords }: SentExtraction): WordSource {
    const all = new TextPieces();
    all.texts.push(pieces);
    for (let left = from.all[from.at++]!; left > 0; left--) all.heads.push(from.all[from.at++]!);
    const count = from.all[from.at++]!;
    const chunks = count === -1 ? null : this.#readChunks(from, count, names);
    return { pieces: all, keywords: this.#keywords[keywords]!, chunks };
  }

  #readChunks(from: Numbers, count: number, allNames: string): NamedChunks {
    const chunks: NamedChunk[] = [];
    let named = 0;
    for (let chunk = 0; chunk < count; chunk++) {
      const [lines, bits, names] = [from.all[from.at++]!, from.all[from.at++]!, from.all[from.at++]!];
      chunks.push({ lines, kinds: this.#kindsOf(bits), names });
      named += names;
    }
    const names: string[] = [];
    const tops: boolean[] = [];
    for (let at = 0; named > 0; named--) {
      const length = from.all[from.at++]!;
      names.push(allNames.slice(at, (at += length >> 1)));
      tops.push((length & 1) === 1);
    }
    return { chunks, names, tops };
  }

  #kindsOf(bits: number): NamedChunk['kinds'] {
    let kinds = this.#kinds.get(bits);
    if (kinds === undefined) this.#kinds.set(bits, (kinds = kindsOfBits(bits)));
    return kinds;
  }
}

interface Numbers {
  readonly all: Int32Array;
  at: number;
}
