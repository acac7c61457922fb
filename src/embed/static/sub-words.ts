/**
 * Sub-words of a text: the runs of letters and of digits in its identifiers and words, split by case, in lower case.
 * Scripts without spaces yield single characters and pairs of adjacent ones.
 * Invariants: pure; linear in the text; a sub-word's hashes are those of its text by `hashWord`.
 */

import { hashSeed, hashWord, nextHashA, nextHashB } from '../../util/words/word-hash.ts';

/** A sub-word as a range of `text`: the scanned text, or a lower-case copy of a part of it. The object is reused for the next one. */
export interface SubWord {
  text: string;
  start: number;
  end: number;
  hashA: number;
  hashB: number;
}

export type VisitSubWord = (word: SubWord) => void;

/** Maximum lengths of a sub-word (UTF-16 units). Longer runs of letters are data; longer numbers mean nothing. */
const maxLetters = 32;
const maxDigits = 4;

/** Classes of ASCII: 0 separator, 1 small letter, 2 capital, 3 digit. The scan adds 4 for anything beyond ASCII. */
const classes = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) classes[code] = 1;
  else if (/[A-Z]/.test(character)) classes[code] = 2;
  else if (/[0-9]/.test(character)) classes[code] = 3;
}

// Unicode classes take V8 up to half a millisecond to compile, so the patterns are made on demand.
function otherRunFrom(start: number): RegExp {
  const run = /[\p{L}\p{M}]+/uy;
  run.lastIndex = start;
  return run;
}
const otherCase = (): RegExp => /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const unspaced = (): RegExp =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const unspacedRun = (): RegExp =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{M}ー]+/gu;

/** The text of a sub-word, as in the vocabulary. */
export function textOf({ text, start, end }: SubWord): string {
  return text.slice(start, end).toLowerCase();
}

interface Scan {
  text: string;
  word: SubWord;
  visit: VisitSubWord;
}

function setRange(word: SubWord, start: number, end: number, text: string): void {
  word.text = text;
  word.start = start;
  word.end = end;
}

/** Whether there is a letter beyond ASCII at `i`. */
function isOtherLetterAt(text: string, i: number): boolean {
  return otherRunFrom(i).test(text);
}

/** Visits the sub-words of `text` in order. */
export function scanSubWords(text: string, visit: VisitSubWord): void {
  const { length } = text;
  const word: SubWord = { text, start: 0, end: 0, hashA: 0, hashB: 0 };
  const scan: Scan = { text, word, visit };
  let i = 0;
  while (i < length) {
    const code = text.charCodeAt(i);
    const kind = code < 128 ? classes[code]! : 4;
    if (kind === 0) i++;
    else if (kind === 3) i = scanDigits(scan, i);
    else if (kind === 4) i = isOtherLetterAt(text, i) ? scanOther(scan, i) : i + 1;
    else i = scanLetters(scan, i);
  }
}

function scanDigits(scan: Scan, start: number): number {
  const { text } = scan;
  let hashA = hashSeed;
  let hashB = 0;
  let i = start;
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 128 || classes[code] !== 3) break;
    hashA = nextHashA(hashA, code);
    hashB = nextHashB(hashB, code);
  }
  if (i - start <= maxDigits) {
    setRange(scan.word, start, i, text);
    scan.word.hashA = hashA;
    scan.word.hashB = hashB;
    scan.visit(scan.word);
  }
  return i;
}

/** Scans one part of an ASCII identifier from `start`. @returns the part's end. A run that continues beyond ASCII is scanned as other letters */
function scanLetters(scan: Scan, start: number): number {
  const { text } = scan;
  let hashA = hashSeed;
  let hashB = 0;
  let previous = 0;
  let i = start;
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 128) {
      if (isOtherLetterAt(text, i)) return scanOther(scan, start);
      break;
    }
    const kind = classes[code]!;
    if (kind === 0 || kind === 3) break;
    if (kind === 2 && i > start && (previous === 1 || opensWord(text, i))) break;
    const lower = kind === 2 ? code + 32 : code;
    hashA = nextHashA(hashA, lower);
    hashB = nextHashB(hashB, lower);
    previous = kind;
  }
  // A single letter means nothing.
  if (i - start > 1 && i - start <= maxLetters) {
    setRange(scan.word, start, i, text);
    scan.word.hashA = hashA;
    scan.word.hashB = hashB;
    scan.visit(scan.word);
  }
  return i;
}

/** Whether the capital at `i`, after another capital, starts a word: a small letter follows that is not just a plural s (`parseURLs`). */
function opensWord(text: string, i: number): boolean {
  if (i + 1 >= text.length || !isSmall(text, i + 1)) return false;
  if (text[i + 1] !== 's') return true;
  return i + 2 < text.length && isSmall(text, i + 2);
}

function isSmall(text: string, i: number): boolean {
  const code = text.charCodeAt(i);
  return code < 128 && classes[code] === 1;
}

/** Scans a run of letters, some of which are beyond ASCII. @returns the run's end */
function scanOther(scan: Scan, start: number): number {
  const run = otherRunFrom(start).exec(scan.text)?.[0] ?? '';
  scanRun(scan, run);
  return start + Math.max(1, run.length);
}

function scanRun(scan: Scan, run: string): void {
  let at = 0;
  for (const { 0: characters, index } of run.matchAll(unspacedRun())) {
    if (!unspaced().test(characters)) continue;
    scanSpaced(scan, run.slice(at, index));
    scanUnspaced(scan, characters);
    at = index + characters.length;
  }
  scanSpaced(scan, run.slice(at));
}

function scanSpaced(scan: Scan, run: string): void {
  if (run === '') return;
  for (const part of run.split(otherCase())) {
    const word = part.toLowerCase().normalize('NFC');
    if (word.length > 1 && word.length <= maxLetters) visitWord(scan, word);
  }
}

function scanUnspaced(scan: Scan, run: string): void {
  const characters = [...run];
  for (const [i, character] of characters.entries()) {
    visitWord(scan, character);
    if (i > 0) visitWord(scan, characters[i - 1]! + character);
  }
}

function visitWord(scan: Scan, text: string): void {
  setRange(scan.word, 0, text.length, text);
  const { hashA, hashB } = hashWord(text);
  scan.word.hashA = hashA;
  scan.word.hashB = hashB;
  scan.visit(scan.word);
}

/** The sub-words of `text` in order. */
export function subWords(text: string): string[] {
  const words: string[] = [];
  scanSubWords(text, (word) => words.push(textOf(word)));
  return words;
}
