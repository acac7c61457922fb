/**
 * What a parse worker hands over, with a number for each term and name: most files share most of theirs, and a text that goes from thread to
 * thread is copied and hashed anew each time.
 * Invariant: `TextReceiver.take(TextSender.pack(x))` equals `x`, as long as one receiver takes all that one sender packs, in order.
 */
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

  pack(outcomes: readonly FileOutcome[]): SentOutcomes {
    const anew = this.#numbers.size > rememberedTexts;
    if (anew) this.#numbers.clear();
    const fresh: string[] = [];
    const sent = outcomes.map((outcome): SentOutcome => {
      if (outcome.kind !== 'indexed') return outcome;
      const { terms, definitionNames, ...file } = outcome.file;
      return {
        kind: 'indexed',
        file: {
          ...file,
          terms: this.#numbersOf(terms, fresh),
          definitionNames: this.#numbersOf(definitionNames, fresh),
        },
      };
    });
    return { anew, fresh, outcomes: sent };
  }

  #numbersOf(texts: readonly string[], fresh: string[]): Uint32Array {
    const numbers = new Uint32Array(texts.length);
    for (let at = 0; at < texts.length; at++) {
      const text = texts[at]!;
      let number = this.#numbers.get(text);
      if (number === undefined) {
        number = this.#numbers.size;
        this.#numbers.set(text, number);
        fresh.push(text);
      }
      numbers[at] = number;
    }
    return numbers;
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
