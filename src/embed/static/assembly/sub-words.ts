/** The sub-words of a text, as `embed/static/sub-words.ts` finds them, each of which is counted in its row. */
import { hashedA, hashedB, hashSeed } from './hashes';
import { countWord } from './rows';

/** Whether a code point is a letter or a mark: for Unicode to say, whose classes are V8's. */
declare function isLetter(codePoint: i32): bool;
/** Counts the sub-words of a run of letters that are not all ASCII, by `countWord`. */
declare function countOther(run: usize, units: i32): void;

/** Longer runs of letters are data, longer numbers say nothing (UTF-16 units). */
const maxLetters: i32 = 32;
const maxDigits: i32 = 4;

const separator: i32 = 0;
const small: i32 = 1;
const capital: i32 = 2;
const digit: i32 = 3;
const other: i32 = 4;

/** Classes of ASCII. */
const classes: usize = memory.data(128);
for (let code = 0; code < 128; code++) store<u8>(classes + <usize>code, classOf(code));

function classOf(code: i32): i32 {
  if (code >= 0x61 && code <= 0x7a) return small;
  if (code >= 0x41 && code <= 0x5a) return capital;
  return code >= 0x30 && code <= 0x39 ? digit : separator;
}

/** Of units beyond ASCII: 0 where nobody has asked yet, 1 for what is no letter, 2 for a letter. */
const otherClasses: usize = memory.data(1 << 16);

function unit(at: usize): i32 {
  return <i32>load<u16>(at);
}

function classAt(at: usize): i32 {
  const code = unit(at);
  return code < 128 ? <i32>load<u8>(classes + <usize>code) : other;
}

/** Units of the letter beyond ASCII that stands at `at`; 0 where none does. */
function otherLetter(at: usize, end: usize): i32 {
  const code = unit(at);
  if ((code & 0xfc00) === 0xd800) {
    if (at + 2 >= end) return 0;
    const low = unit(at + 2);
    if ((low & 0xfc00) !== 0xdc00) return 0;
    return isLetter(0x10000 + ((code & 0x3ff) << 10) + (low & 0x3ff)) ? 2 : 0;
  }
  let known = load<u8>(otherClasses + <usize>code);
  if (known === 0) {
    known = isLetter(code) ? 2 : 1;
    store<u8>(otherClasses + <usize>code, known);
  }
  return known - 1;
}

/** Counts the sub-words of a text. */
export function countSubWords(text: usize, length: i32): void {
  const end = text + ((<usize>length) << 1);
  let at = text;
  while (at < end) {
    const kind = classAt(at);
    if (kind === separator) at += 2;
    else if (kind === digit) at = countDigits(at, end);
    else if (kind === other) at = otherLetter(at, end) > 0 ? countOtherRun(at, end) : at + 2;
    else at = countLetters(at, end);
  }
}

function countDigits(start: usize, end: usize): usize {
  let hashA = hashSeed;
  let hashB = 0;
  let at = start;
  for (; at < end && classAt(at) === digit; at += 2) {
    hashA = hashedA(hashA, unit(at));
    hashB = hashedB(hashB, unit(at));
  }
  if (<i32>(at - start) <= maxDigits << 1) countWord(hashA, hashB);
  return at;
}

/** One part of an ASCII identifier from `start`; gives its end. A run that goes on beyond ASCII is counted as other letters. */
function countLetters(start: usize, end: usize): usize {
  let hashA = hashSeed;
  let hashB = 0;
  let previous = separator;
  let at = start;
  for (; at < end; at += 2) {
    const kind = classAt(at);
    if (kind === other) {
      if (otherLetter(at, end) > 0) return countOtherRun(start, end);
      break;
    }
    if (kind === separator || kind === digit) break;
    if (kind === capital && at > start && (previous === small || opensWord(at, end))) break;
    const lower = kind === capital ? unit(at) + 32 : unit(at);
    hashA = hashedA(hashA, lower);
    hashB = hashedB(hashB, lower);
    previous = kind;
  }
  const bytes = <i32>(at - start);
  // One letter says nothing.
  if (bytes > 2 && bytes <= maxLetters << 1) countWord(hashA, hashB);
  return at;
}

/** Whether the capital at `at`, after another capital, starts a word: a small letter follows that is not just a plural s (`parseURLs`). */
function opensWord(at: usize, end: usize): bool {
  if (at + 2 >= end || classAt(at + 2) !== small) return false;
  if (unit(at + 2) !== 0x73) return true;
  return at + 4 < end && classAt(at + 4) === small;
}

/** A run of letters with some beyond ASCII among them; gives its end. */
function countOtherRun(start: usize, end: usize): usize {
  let at = start;
  while (at < end) {
    const kind = classAt(at);
    const units = kind === other ? otherLetter(at, end) : kind === small || kind === capital ? 1 : 0;
    if (units === 0) break;
    at += (<usize>units) << 1;
  }
  countOther(start, <i32>((at - start) >> 1));
  return at;
}
