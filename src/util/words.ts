/**
 * Words of source text: where identifiers and words are, how they split, what their stems are.
 * Splitting knows camelCase, PascalCase, snake_case, kebab-case, acronyms (`HTTPServer`: http, server) and digits (`base64`: base64, base).
 */
import { stemmer } from 'stemmer';

/** Shorter tags say too little (002). Scripts without spaces are exempt: two characters are a word there. */
const minLength = 3;
/** A longer run of letters is data (base64, hashes), not a word. */
const maxLength = 64;

/** Stems remembered; emptied when full. */
const rememberedStems = 200_000;
const stems = new Map<string, string>();

const camelBoundary = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const wordRun = /[\p{L}\p{N}\p{M}]+/gu;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const nonAscii = /[^\0-\x7f]/;

/** Lower-case parts of one identifier or word, in order, short ones included. */
export function splitIdentifier(identifier: string): string[] {
  if (!nonAscii.test(identifier)) return splitAscii(identifier);
  const parts: string[] = [];
  for (const [run] of identifier.matchAll(wordRun)) {
    for (const part of run.split(camelBoundary)) parts.push(part.toLowerCase());
  }
  return parts;
}

/** Character classes of the splitter: 0 separator, 1 lower case, 2 upper case, 3 digit. */
const splitClass = new Uint8Array(128);
for (let c = 0; c < 128; c++) {
  const character = String.fromCharCode(c);
  if (/[a-z]/.test(character)) splitClass[c] = 1;
  else if (/[A-Z]/.test(character)) splitClass[c] = 2;
  else if (/[0-9]/.test(character)) splitClass[c] = 3;
}

/** The scanner behind `splitIdentifier` where every character is ASCII; also keeps a plural acronym whole (`parseURLs`: parse, urls). */
function splitAscii(identifier: string): string[] {
  const lower = identifier.toLowerCase();
  const end = identifier.length;
  const parts: string[] = [];
  let start = -1;
  let previous = 0;
  for (let i = 0; i < end; i++) {
    const current = splitClass[identifier.charCodeAt(i)]!;
    if (current === 0) {
      if (start !== -1) parts.push(lower.slice(start, i));
      start = -1;
    } else if (start === -1) {
      start = i;
    } else if (current === 2 && (previous !== 2 || opensWord(identifier, i))) {
      parts.push(lower.slice(start, i));
      start = i;
    }
    previous = current;
  }
  if (start !== -1) parts.push(lower.slice(start));
  return parts;
}

/** Whether the capital at `i`, after another capital, starts a word: a small letter follows that is not just a plural s. */
function opensWord(identifier: string, i: number): boolean {
  if (i + 1 >= identifier.length || splitClass[identifier.charCodeAt(i + 1)] !== 1) return false;
  if (identifier[i + 1] !== 's') return true;
  return i + 2 < identifier.length && splitClass[identifier.charCodeAt(i + 2)] === 1;
}

/** The stem of one lower-case word; words with digits or other scripts are their own stems. */
export function stem(word: string): string {
  let stemmed = stems.get(word);
  if (stemmed === undefined) {
    stemmed = /^[a-z]{3,32}$/.test(word) ? stemmer(word) : word;
    if (stems.size >= rememberedStems) stems.clear();
    stems.set(word, stemmed);
  }
  return stemmed;
}

/** Two-character windows of a run in a script that writes without spaces. */
function bigrams(run: string): string[] {
  const characters = [...run];
  if (characters.length < 3) return [run];
  return characters.slice(1).map((character, i) => characters[i]! + character);
}

export interface IdentifierTerms {
  /** Stems of its parts, distinct. */
  parts: string[];
  /** All parts joined, lower case, unstemmed, when there are several; null for a single word. */
  whole: string | null;
}

const hasDigit = /\d/;
const onlyDigits = /^\d+$/;

/** The index terms of one identifier or word. */
export function identifierTerms(identifier: string): IdentifierTerms {
  if (identifier.length > maxLength * 4) return { parts: [], whole: null };
  const words = splitIdentifier(identifier);
  const parts: string[] = [];
  const add = (term: string): void => {
    if (!parts.includes(term)) parts.push(term);
  };
  const other = nonAscii.test(identifier);
  for (const word of words) {
    if (word.length > maxLength) continue;
    if (other && unspaced.test(word)) {
      for (const pair of bigrams(word)) add(pair);
    } else if (!hasDigit.test(word)) {
      if (word.length >= minLength) add(stem(word));
    } else {
      if (word.length >= minLength && !onlyDigits.test(word)) add(word);
      for (const letters of word.split(/\d+/)) if (letters.length >= minLength) add(stem(letters));
    }
  }
  const joined = words.length > 1 ? words.join('') : null;
  const whole =
    joined !== null && joined.length >= minLength && joined.length <= maxLength && !onlyDigits.test(joined)
      ? joined
      : null;
  return { parts, whole };
}

/** Where a word stands, without a string made for it. */
export interface PlacedWord {
  text: string;
  offset: number;
  /** UTF-16 units. */
  length: number;
  /** `wordHash` of the word. */
  hash: number;
}

/**
 * Gets a word of a text and how often it stands there. A word may come more than once, with a share of its count each. The object is
 * used again for the next word.
 */
export type WordVisitor = (word: PlacedWord, count: number) => void;

/** Classes of the first 128 code points: 1 letter, `_` or `$`; 2 digit; 0 neither. Beyond them the scanner asks Unicode. */
const asciiClass = new Uint8Array(128);
for (let c = 0; c < 128; c++) {
  const character = String.fromCharCode(c);
  if (/[A-Za-z_$]/.test(character)) asciiClass[c] = 1;
  else if (/[0-9]/.test(character)) asciiClass[c] = 2;
}
const letterBeyondAscii = /[\p{L}\p{N}\p{M}]/u;

/** The hash that `WordCounter` gives a word (FNV-1a over UTF-16 units, 32 bits). */
export function wordHash(word: string): number {
  let hash = 0x811c9dc5 | 0;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return hash;
}

/** A shorter text has too few words that repeat for a table of them to pay. */
const countedLength = 4096;

/**
 * Counts the words of texts without making a string for each: words of a long text live as (offset, length) in a hash table until they
 * are visited. Two words of one length whose 32-bit hashes are equal would count as one; with a few thousand words a file that does
 * not happen in practice, and it would happen the same way every time.
 */
export class WordCounter {
  #slots = new Int32Array(1 << 12);
  #hashes = new Int32Array(1 << 11);
  #offsets = new Int32Array(1 << 11);
  #lengths = new Int32Array(1 << 11);
  #counts = new Int32Array(1 << 11);
  #slotOf = new Int32Array(1 << 11);
  #size = 0;
  readonly #word: PlacedWord = { text: '', offset: 0, length: 0, hash: 0 };

  /** Calls `visit` for the words of `text`. Numbers and words over 256 characters are passed over. */
  count(text: string, visit: WordVisitor): void {
    const direct = text.length < countedLength;
    const end = text.length;
    let i = 0;
    while (i < end) {
      const first = text.charCodeAt(i);
      if (first < 128 ? asciiClass[first] !== 1 : !letterBeyondAscii.test(text[i]!)) {
        i++;
        if (first < 128 && asciiClass[first] === 2) while (i < end && isWord(text, i)) i++;
        continue;
      }
      const start = i;
      let hash = 0x811c9dc5 | 0;
      while (i < end) {
        const code = text.charCodeAt(i);
        if (code < 128 ? asciiClass[code] === 0 : !letterBeyondAscii.test(text[i]!)) break;
        hash = Math.imul(hash ^ code, 0x01000193);
        i++;
      }
      if (i - start > 256) continue;
      if (direct) visit(this.#place(text, start, i - start, hash), 1);
      else this.#add(hash, start, i - start);
    }
    if (!direct) this.#visitAll(text, visit);
  }

  /** Visits what the table holds and empties it. */
  #visitAll(text: string, visit: WordVisitor): void {
    for (let k = 0; k < this.#size; k++) {
      this.#slots[this.#slotOf[k]!] = 0;
      visit(this.#place(text, this.#offsets[k]!, this.#lengths[k]!, this.#hashes[k]!), this.#counts[k]!);
    }
    this.#size = 0;
  }

  #place(text: string, offset: number, length: number, hash: number): PlacedWord {
    const word = this.#word;
    word.text = text;
    word.offset = offset;
    word.length = length;
    word.hash = hash;
    return word;
  }

  #add(hash: number, offset: number, length: number): void {
    const mask = this.#slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (;;) {
      const entry = this.#slots[slot]!;
      if (entry === 0) break;
      const k = entry - 1;
      if (this.#hashes[k] === hash && this.#lengths[k] === length) {
        this.#counts[k]!++;
        return;
      }
      slot = (slot + 1) & mask;
    }
    if (this.#size === this.#hashes.length) {
      this.#grow();
      this.#add(hash, offset, length);
      return;
    }
    const k = this.#size++;
    this.#hashes[k] = hash;
    this.#offsets[k] = offset;
    this.#lengths[k] = length;
    this.#counts[k] = 1;
    this.#slotOf[k] = slot;
    this.#slots[slot] = k + 1;
  }

  #grow(): void {
    const capacity = this.#hashes.length * 2;
    const wider = (from: Int32Array): Int32Array<ArrayBuffer> => {
      const to = new Int32Array(capacity);
      to.set(from);
      return to;
    };
    this.#hashes = wider(this.#hashes);
    this.#offsets = wider(this.#offsets);
    this.#lengths = wider(this.#lengths);
    this.#counts = wider(this.#counts);
    this.#slotOf = wider(this.#slotOf);
    this.#slots = new Int32Array(capacity * 2);
    const mask = this.#slots.length - 1;
    for (let k = 0; k < this.#size; k++) {
      const hash = this.#hashes[k]!;
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = k + 1;
      this.#slotOf[k] = slot;
    }
  }
}

function isWord(text: string, i: number): boolean {
  const code = text.charCodeAt(i);
  return code < 128 ? asciiClass[code] !== 0 : letterBeyondAscii.test(text[i]!);
}
