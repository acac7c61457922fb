/**
 * What a parse worker hands over, with a number for each term and name: most files share most of theirs, and a text that goes from thread to
 * thread is copied and hashed anew each time.
 * Invariant: `TextReceiver.take(TextSender.pack(x))` equals `x` and numbers its texts, as long as one receiver takes all that one sender packs, in order.
 */
import type { TermNumbers } from '../extract/tags.ts';
import type { FileWrite } from '../store/store.ts';
import { TextNumbers } from '../store/text-numbers.ts';
import type { FileOutcome } from './analyse-file.ts';

/** Texts remembered on both sides; forgotten on both when there are more. */
const rememberedTexts = 400_000;

type Numbered = 'terms' | 'definitionNames';
type SentFile = Omit<FileWrite, Numbered | 'numbered'> & Record<Numbered, Uint32Array>;
type SentOutcome = Exclude<FileOutcome, { kind: 'indexed' }> | { kind: 'indexed'; file: SentFile };

export interface SentOutcomes {
  /** Those before it are forgotten: numbers begin at 0 again. */
  anew: boolean;
  /** The texts that get the next numbers. */
  fresh: string[];
  outcomes: SentOutcome[];
}

/** Of one worker. */
export class TextSender {
  readonly #numbers = new Map<string, number>();
  /** By a term's number in the lexicon, the number that it was sent by, plus one; 0 for none. */
  #known = new Int32Array(1 << 12);
  #generation = 0;

  pack(outcomes: readonly FileOutcome[]): SentOutcomes {
    const anew = this.#numbers.size > rememberedTexts;
    if (anew) {
      this.#numbers.clear();
      this.#known.fill(0);
    }
    const fresh: string[] = [];
    const sent = outcomes.map((outcome): SentOutcome => {
      if (outcome.kind !== 'indexed') return outcome;
      const { terms, definitionNames, ...file } = outcome.file;
      const { termNumbers } = outcome;
      return {
        kind: 'indexed',
        file: {
          ...file,
          terms:
            termNumbers === undefined ? this.#numbersOf(terms, fresh) : this.#numbersOfTerms(terms, termNumbers, fresh),
          definitionNames: this.#numbersOf(definitionNames, fresh),
        },
      };
    });
    return { anew, fresh, outcomes: sent };
  }

  #numbersOf(texts: readonly string[], fresh: string[]): Uint32Array {
    const numbers = new Uint32Array(texts.length);
    for (let at = 0; at < texts.length; at++) numbers[at] = this.#numberOf(texts[at]!, fresh);
    return numbers;
  }

  #numberOf(text: string, fresh: string[]): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(text, number);
      fresh.push(text);
    }
    return number;
  }

  /** The same without a look at most of the texts. */
  #numbersOfTerms(terms: readonly string[], { generation, ids }: TermNumbers, fresh: string[]): Uint32Array {
    if (generation !== this.#generation) {
      this.#generation = generation;
      this.#known.fill(0);
    }
    const numbers = new Uint32Array(terms.length);
    for (let at = 0; at < terms.length; at++) {
      const id = ids[at]!;
      if (id >= this.#known.length) this.#widen(id);
      if (this.#known[id] === 0) this.#known[id] = this.#numberOf(terms[at]!, fresh) + 1;
      numbers[at] = this.#known[id]! - 1;
    }
    return numbers;
  }

  #widen(id: number): void {
    const wider = new Int32Array(Math.max(id + 1, this.#known.length * 2));
    wider.set(this.#known);
    this.#known = wider;
  }
}

/** Texts numbered for all workers at the most; then they are numbered anew. */
const numberedTexts = 1_000_000;

/** What all receivers of a pool number texts by, so that one batch has one table. */
export class SharedNumbers {
  readonly #most: number;
  #table = new TextNumbers();

  constructor(most = numberedTexts) {
    this.#most = most;
  }

  /** For the next message. */
  table(): TextNumbers {
    if (this.#table.size > this.#most) this.#table = new TextNumbers();
    return this.#table;
  }
}

/** Of one worker, where its outcomes arrive. */
export class TextReceiver {
  readonly #shared: SharedNumbers;
  #texts: string[] = [];
  #table: TextNumbers;
  /** Of each text its number in the table, -1 while it has none. */
  #numbers: number[] = [];

  constructor(shared = new SharedNumbers()) {
    this.#shared = shared;
    this.#table = shared.table();
  }

  take({ anew, fresh, outcomes }: SentOutcomes): FileOutcome[] {
    if (anew) {
      this.#texts = [];
      this.#numbers = [];
    }
    this.#useTable(this.#shared.table());
    for (const text of fresh) {
      this.#texts.push(text);
      this.#numbers.push(-1);
    }
    return outcomes.map((outcome): FileOutcome => {
      if (outcome.kind !== 'indexed') return outcome;
      const { terms, definitionNames, ...file } = outcome.file;
      const texts = { terms: this.#textsOf(terms), definitionNames: this.#textsOf(definitionNames) };
      const numbers = { terms: this.#numbersOf(terms), definitionNames: this.#numbersOf(definitionNames) };
      return { kind: 'indexed', file: { ...file, ...texts, numbered: { table: this.#table, ...numbers } } };
    });
  }

  #useTable(table: TextNumbers): void {
    if (table === this.#table) return;
    this.#table = table;
    this.#numbers.fill(-1);
  }

  #textsOf(sent: Uint32Array): string[] {
    const texts = new Array<string>(sent.length);
    for (let at = 0; at < sent.length; at++) texts[at] = this.#texts[sent[at]!]!;
    return texts;
  }

  #numbersOf(sent: Uint32Array): Uint32Array {
    const known = this.#numbers;
    const numbers = new Uint32Array(sent.length);
    for (let at = 0; at < sent.length; at++) {
      const text = sent[at]!;
      if (known[text] === -1) known[text] = this.#table.number(this.#texts[text]!);
      numbers[at] = known[text]!;
    }
    return numbers;
  }
}
