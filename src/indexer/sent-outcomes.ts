/**
 * What a parse worker hands over. Terms go by their numbers in the worker's table, and a text of it only once: most files share most of theirs, and
 * a text that goes from thread to thread is copied and hashed anew each time.
 * Invariant: `TextReceiver.take(TextSender.pack(x))` has what `x` has, as long as one receiver takes all that one sender packs, in order.
 */
import { isNumbered, numberedTexts } from '../model/text-list.ts';
import type { FileWrite } from '../store/store.ts';
import type { FileOutcome } from './analyse-file.ts';

type SentFile = Omit<FileWrite, 'terms'> & { terms: readonly string[] | Int32Array<ArrayBuffer> };

interface FreshTexts {
  /** Those before it are forgotten: numbers begin at 0 again. */
  anew: boolean;
  /** The texts that get the next numbers. */
  texts: readonly string[];
}

type SentOutcome =
  | Exclude<FileOutcome, { kind: 'indexed' }>
  /** `fresh`: what is new in the table since an outcome before said so. */
  | { kind: 'indexed'; file: SentFile; text: string | null; fresh: FreshTexts | null };

export type SentOutcomes = SentOutcome[];

/** Of one worker. */
export class TextSender {
  #table: readonly string[] = [];
  #sent = 0;

  pack(outcomes: readonly FileOutcome[]): SentOutcomes {
    return outcomes.map((outcome) => {
      if (outcome.kind !== 'indexed') return outcome;
      const { text } = outcome;
      const { terms, ...file } = outcome.file;
      if (!isNumbered(terms)) return { kind: 'indexed', file: { ...file, terms }, text, fresh: null };
      return { kind: 'indexed', file: { ...file, terms: terms.numbers }, text, fresh: this.#freshOf(terms.table) };
    });
  }

  #freshOf(table: readonly string[]): FreshTexts | null {
    const anew = table !== this.#table;
    if (anew) {
      this.#table = table;
      this.#sent = 0;
    }
    if (!anew && this.#sent === table.length) return null;
    const texts = table.slice(this.#sent);
    this.#sent = table.length;
    return { anew, texts };
  }
}

/** Of one worker, where its outcomes arrive. */
export class TextReceiver {
  #table: string[] = [];

  take(outcomes: SentOutcomes): FileOutcome[] {
    return outcomes.map((outcome): FileOutcome => {
      if (outcome.kind !== 'indexed') return outcome;
      const { terms, ...file } = outcome.file;
      if (outcome.fresh !== null) this.#learn(outcome.fresh);
      const list = terms instanceof Int32Array ? numberedTexts(this.#table, terms) : terms;
      return { kind: 'indexed', file: { ...file, terms: list }, text: outcome.text };
    });
  }

  #learn({ anew, texts }: FreshTexts): void {
    if (anew) this.#table = [];
    for (const text of texts) this.#table.push(text);
  }
}
