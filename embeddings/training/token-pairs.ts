/**
 * Pairs as sub-words: the sides follow each other in one list of tokens, each token with its count.
 * Invariant: `starts` has two numbers for each pair and a last one for the end; tokens of a side are distinct and in
 * the order of their first occurrence.
 */
import { scanSubWords, textOf } from '../../src/embed/static/sub-words.ts';
import { pairKinds, type TextPair } from './pair-texts.ts';

export interface TokenPairs {
  /** The sub-word of each token number. */
  words: string[];
  /** The index in `pairKinds` of each pair. */
  kinds: Uint8Array;
  /** Pair p: its query starts at `starts[2p]`, its passage at `starts[2p + 1]`. */
  starts: Uint32Array;
  tokens: Uint32Array;
  counts: Uint8Array;
}

const maxQueryTokens = 64;
const maxPassageTokens = 192;
const maxCount = 255;

/** Collects the pairs of one repository. */
export class TokenPairsBuilder {
  readonly #numbers = new Map<string, number>();
  readonly #kinds: number[] = [];
  readonly #starts: number[] = [0];
  readonly #tokens: number[] = [];
  readonly #counts: number[] = [];
  readonly #seen = new Set<string>();
  readonly #candidates: boolean;

  /** @param candidates also keep pairs of that kind */
  constructor(candidates: boolean) {
    this.#candidates = candidates;
  }

  get size(): number {
    return this.#kinds.length;
  }

  add({ kind, query, passage }: TextPair): void {
    if (kind === 'candidate' && !this.#candidates) return;
    const asked = this.#count(query, maxQueryTokens);
    const found = this.#count(passage, maxPassageTokens);
    if (found.size < 3 || (kind !== 'candidate' && asked.size < 2)) return;
    if (!this.#isNew(kind, asked, found)) return;
    this.#kinds.push(pairKinds.indexOf(kind));
    for (const side of [asked, found]) {
      for (const [token, count] of side) {
        this.#tokens.push(token);
        this.#counts.push(Math.min(count, maxCount));
      }
      this.#starts.push(this.#tokens.length);
    }
  }

  #count(text: string, most: number): Map<number, number> {
    const counts = new Map<number, number>();
    scanSubWords(text, (subWord) => {
      const word = textOf(subWord);
      let number = this.#numbers.get(word);
      if (number === undefined) this.#numbers.set(word, (number = this.#numbers.size));
      const known = counts.get(number);
      if (known !== undefined) counts.set(number, known + 1);
      else if (counts.size < most) counts.set(number, 1);
    });
    return counts;
  }

  /** Near-duplicates are pairs of one kind whose smallest hashes are the same on both sides. */
  #isNew(kind: string, asked: ReadonlyMap<number, number>, found: ReadonlyMap<number, number>): boolean {
    const key = `${kind} ${sketch(asked, 4)} ${sketch(found, 6)}`;
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }

  finish(): TokenPairs {
    return {
      words: [...this.#numbers.keys()],
      kinds: Uint8Array.from(this.#kinds),
      starts: Uint32Array.from(this.#starts),
      tokens: Uint32Array.from(this.#tokens),
      counts: Uint8Array.from(this.#counts),
    };
  }
}

/** The `size` smallest hashes of a set: probably equal for sets that are nearly equal. */
function sketch(tokens: ReadonlyMap<number, number>, size: number): string {
  const scattered = [...tokens.keys()].map((token) => Math.imul(token + 1, 0x9e3779b1) >>> 0).toSorted((a, b) => a - b);
  return scattered.slice(0, size).join(' ');
}
