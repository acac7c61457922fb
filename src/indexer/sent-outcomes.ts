/**
 * What a parse worker hands over, with a number for each term and name: most files share most of theirs, and a text that goes from thread to
 * thread is copied and hashed anew each time.
 * Invariant: `TextReceiver.take(TextSender.pack(x))` equals `x`, as long as one receiver takes all that one sender packs, in order.
 */
import type { TermNumbers } from '../extract/tags.ts';
import type { FileWrite } from '../store/store.ts';
import type { FileOutcome } from './analyse-file.ts';

/** Texts remembered on both sides; forgotten on both when there are more. */
const rememberedTexts = 400_000;

type SentFile = Omit<FileWrite, 'terms' | 'definitionNames'> & { terms: Uint32Array; definitionNames: Uint32Array };
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

/** Of one worker, where its outcomes arrive. */
export class TextReceiver {
  #texts: string[] = [];

  take({ anew, fresh, outcomes }: SentOutcomes): FileOutcome[] {
    if (anew) this.#texts = [];
    for (const text of fresh) this.#texts.push(text);
    return outcomes.map((outcome): FileOutcome => {
      if (outcome.kind !== 'indexed') return outcome;
      const { terms, definitionNames, ...file } = outcome.file;
      return {
        kind: 'indexed',
        file: { ...file, terms: this.#textsOf(terms), definitionNames: this.#textsOf(definitionNames) },
      };
    });
  }

  #textsOf(numbers: Uint32Array): string[] {
    const texts = new Array<string>(numbers.length);
    for (let at = 0; at < numbers.length; at++) texts[at] = this.#texts[numbers[at]!]!;
    return texts;
  }
}
