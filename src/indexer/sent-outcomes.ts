/**
 * The messages of a parse worker. Terms are sent as numbers in the worker's table, and each text of the table is sent only once: most files share most
 * of their terms, and sending a text to another thread means copying and hashing it. All bytes of a message share one buffer, because the transfer of
 * a buffer costs both threads as much as copying kilobytes.
 * Invariant: `OutcomeReceiver.take(OutcomeSender.pack(x))` equals `x`, except for parts that were not asked for, as long as one receiver takes all
 * messages of one sender in order.
 */
import { isNumbered, numberedTexts } from '../model/text-list.ts';
import { getsVectors } from '../model/file.ts';
import type { EncodedSummary } from '../store/packed/packed-summary.ts';
import type { FileWrite } from '../store/store.ts';
import type { FileOutcome } from './file-outcome.ts';

/** The optional parts of an outcome. */
export interface OutcomeParts {
  /** The texts of files that get vectors. */
  texts: boolean;
  /** `encodedSummary`. */
  summary: boolean;
}

export const noParts: OutcomeParts = { texts: false, summary: false };

/** Fields of a file that are bytes. */
type Bytes = 'definitions' | 'imports' | 'references' | 'summary' | 'chunks' | 'chunkWords' | 'termCounts';

interface SentFile extends Omit<FileWrite, Bytes | 'terms'> {
  /** The texts, or the number of term numbers in the buffer. */
  terms: readonly string[] | number;
  /** Lengths of the byte fields, in the order of `bytesOf`. */
  lengths: number[];
}

interface FreshTexts {
  /** Whether the receiver has to clear its table first, so that numbers start at 0 again. */
  isOtherTable: boolean;
  /** The texts that get the next numbers. */
  texts: readonly string[];
}

type SentOutcome =
  | Exclude<FileOutcome, { kind: 'indexed' }>
  | {
      kind: 'indexed';
      file: SentFile;
      text: string | null;
      /** Lengths of the front and the tables; null without a summary, undefined if it was not asked for. */
      encodedSummary?: [front: number, tables: number] | null;
      /** Additions to the table since the last outcome with additions; null if there are none. */
      fresh: FreshTexts | null;
    };

/** The buffer has the term numbers (32 bits) of one file after the other, and then all bytes in the same order of files. */
export interface SentOutcomes extends JoinedBuffer {
  outcomes: SentOutcome[];
}

function bytesOf(file: Pick<FileWrite, Bytes>): Uint8Array[] {
  const { definitions, imports, references, summary, chunks, chunkWords, termCounts } = file;
  return [definitions, imports, references, summary, chunks, chunkWords, termCounts];
}

function lengthsOf({ front, tables }: EncodedSummary): [front: number, tables: number] {
  return [front.length, tables.length];
}

/** Packs the outcomes of one worker. */
export class OutcomeSender {
  #table: readonly string[] = [];
  /** How many texts of the table were sent. */
  #sentTexts = 0;

  pack(all: readonly FileOutcome[], parts: OutcomeParts = noParts): SentOutcomes {
    const numbers: Int32Array[] = [];
    const bytes: Uint8Array[] = [];
    const outcomes = all.map((outcome): SentOutcome => {
      if (outcome.kind !== 'indexed') return outcome;
      const { file, encodedSummary } = outcome;
      const text = parts.texts && getsVectors(file) ? outcome.text : null;
      const { terms, definitions, imports, references, summary, chunks, chunkWords, termCounts, ...others } = file;
      const fields = bytesOf({ definitions, imports, references, summary, chunks, chunkWords, termCounts });
      bytes.push(...fields);
      const lengths = fields.map(({ length }) => length);
      const sent = {
        kind: 'indexed',
        text,
        ...(parts.summary && { encodedSummary: encodedSummary && lengthsOf(encodedSummary) }),
      } as const;
      if (parts.summary && encodedSummary) bytes.push(encodedSummary.front, encodedSummary.tables);
      if (!isNumbered(terms)) return { ...sent, file: { ...others, terms, lengths }, fresh: null };
      numbers.push(terms.numbers);
      const fresh = this.#freshOf(terms.table);
      return { ...sent, file: { ...others, terms: terms.length, lengths }, fresh };
    });
    return { outcomes, ...joinBuffers(numbers, bytes) };
  }

  #freshOf(table: readonly string[]): FreshTexts | null {
    const isOtherTable = table !== this.#table;
    if (isOtherTable) {
      this.#table = table;
      this.#sentTexts = 0;
    }
    if (!isOtherTable && this.#sentTexts === table.length) return null;
    const texts = table.slice(this.#sentTexts);
    this.#sentTexts = table.length;
    return { isOtherTable, texts };
  }
}

/** A buffer with numbers followed by bytes. */
interface JoinedBuffer {
  /** Can be transferred to another thread. */
  memory: ArrayBuffer;
  /** Offset of the first byte after the numbers. */
  bytesAt: number;
}

function joinBuffers(numbers: readonly ArrayLike<number>[], bytes: readonly Uint8Array[]): JoinedBuffer {
  const sum = (lists: readonly ArrayLike<number>[]): number => lists.reduce((all, { length }) => all + length, 0);
  const bytesAt = sum(numbers) * Int32Array.BYTES_PER_ELEMENT;
  const memory = new ArrayBuffer(bytesAt + sum(bytes));
  fill(new Int32Array(memory, 0, sum(numbers)), numbers);
  fill(new Uint8Array(memory, bytesAt), bytes);
  return { memory, bytesAt };
}

function fill(whole: Int32Array | Uint8Array, parts: readonly ArrayLike<number>[]): void {
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
}

/** Unpacks the outcomes of one worker. */
export class OutcomeReceiver {
  #table: string[] = [];

  take({ outcomes, memory, bytesAt }: SentOutcomes): FileOutcome[] {
    const all = new Uint8Array(memory);
    let numberAt = 0;
    let byteAt = bytesAt;
    return outcomes.map((outcome): FileOutcome => {
      if (outcome.kind !== 'indexed') return outcome;
      const { terms, lengths, ...others } = outcome.file;
      if (outcome.fresh !== null) this.#learn(outcome.fresh);
      const nextOf = (length: number): Uint8Array => all.subarray(byteAt, (byteAt += length));
      const next = (field: number): Uint8Array => nextOf(lengths[field]!);
      // In the order of `bytesOf`.
      const [definitions, imports, references, summary] = [next(0), next(1), next(2), next(3)];
      const [chunks, chunkWords, termCounts] = [next(4), next(5), next(6)];
      const bytes = { definitions, imports, references, summary, chunks, chunkWords, termCounts };
      const { text, encodedSummary: summaryLengths } = outcome;
      const encodedSummary = summaryLengths && { front: nextOf(summaryLengths[0]), tables: nextOf(summaryLengths[1]) };
      if (typeof terms !== 'number')
        return { kind: 'indexed', file: { ...others, ...bytes, terms }, text, encodedSummary };
      const numbers = new Int32Array(memory, numberAt, terms);
      numberAt += numbers.byteLength;
      const list = numberedTexts(this.#table, numbers);
      return { kind: 'indexed', file: { ...others, ...bytes, terms: list }, text, encodedSummary };
    });
  }

  #learn({ isOtherTable, texts }: FreshTexts): void {
    if (isOtherTable) this.#table = [];
    for (const text of texts) this.#table.push(text);
  }
}
