/**
 * Porter's stemmer as `util/porter.ts` has it, for questions; a test compares both. The word is small ASCII letters, a byte each, and is
 * shortened where it stands.
 */

const a: u8 = 0x61;
const e: u8 = 0x65;
const i: u8 = 0x69;
const l: u8 = 0x6c;
const o: u8 = 0x6f;
const s: u8 = 0x73;
const t: u8 = 0x74;
const u: u8 = 0x75;
const w: u8 = 0x77;
const x: u8 = 0x78;
const y: u8 = 0x79;
const z: u8 = 0x7a;

/** The word, with room for a letter more than it has. */
let word: usize = 0;
let length: i32 = 0;

function letter(at: i32): u8 {
  return load<u8>(word + <usize>at);
}

function isPlainVowel(code: u8): bool {
  return code === a || code === e || code === i || code === o || code === u;
}

/** A `y` is a vowel behind a consonant. */
function isVowel(at: i32): bool {
  let isOdd = false;
  // Each `y` before it turns the answer.
  while (letter(at) === y) {
    if (at === 0) return isOdd;
    at--;
    isOdd = !isOdd;
  }
  return isPlainVowel(letter(at)) !== isOdd;
}

/** How often a vowel is followed by a consonant in the first `end` letters; counting stops at 2. */
function measure(end: i32): i32 {
  let count = 0;
  let wasVowel = false;
  for (let at = 0; at < end; at++) {
    const code = letter(at);
    const vowel: bool = code === y ? at > 0 && !wasVowel : isPlainVowel(code);
    if (wasVowel && !vowel && ++count === 2) return count;
    wasVowel = vowel;
  }
  return count;
}

function hasVowel(end: i32): bool {
  for (let at = 0; at < end; at++) if (isVowel(at)) return true;
  return false;
}

/** Consonants, one vowel and a consonant other than w, x, y are all there is. */
function isShort(end: i32): bool {
  if (end < 3 || !isVowel(end - 2)) return false;
  const last = letter(end - 1);
  if (isPlainVowel(last) || last === w || last === x || last === y) return false;
  return !hasVowel(end - 2);
}

/** Whether the word ends so. */
function endsWith(suffix: string): bool {
  const from = length - suffix.length;
  if (from < 0) return false;
  for (let at = 0; at < suffix.length; at++) if (<i32>letter(from + at) !== suffix.charCodeAt(at)) return false;
  return true;
}

/** Whether it ends so behind at least one letter. */
function isBehind(suffix: string): bool {
  return length > suffix.length && endsWith(suffix);
}

/** Puts `instead` in the place of a suffix of `from` letters, where a syllable or more is left; true in any case. */
function replaced(from: i32, instead: string): bool {
  const end = length - from;
  if (measure(end) === 0) return true;
  for (let at = 0; at < instead.length; at++) store<u8>(word + <usize>(end + at), <u8>instead.charCodeAt(at));
  length = end + instead.length;
  return true;
}

/** The longest suffix counts, even where it stays. */
function tryReplace(suffix: string, instead: string): bool {
  return isBehind(suffix) && replaced(suffix.length, instead);
}

function stripPlural(): void {
  if (letter(length - 1) !== s) return;
  if ((length > 4 && endsWith('sses')) || (length > 3 && endsWith('ies'))) length -= 2;
  else if (length > 2 && letter(length - 2) !== s) length--;
}

function stripParticiple(): void {
  if (length > 3 && endsWith('eed')) {
    if (measure(length - 3) > 0) length--;
    return;
  }
  const end = endsWith('ed') ? length - 2 : endsWith('ing') ? length - 3 : 0;
  if (end <= 0 || !hasVowel(end)) return;
  length = end;
  if (endsWith('at') || endsWith('bl') || endsWith('iz')) addE();
  else if (!stripDouble() && isShort(end)) addE();
}

function addE(): void {
  store<u8>(word + <usize>length, e);
  length++;
}

/** Two same consonants at the end become one, but for l, s and z. */
function stripDouble(): bool {
  if (length < 2) return false;
  const last = letter(length - 1);
  if (last !== letter(length - 2) || isPlainVowel(last) || last === y || last === l || last === s || last === z)
    return false;
  length--;
  return true;
}

function replaceNounSuffix(): void {
  const last = letter(length - 1);
  if (last === l) {
    if (!tryReplace('ational', 'ate')) tryReplace('tional', 'tion');
  } else if (last === i) {
    replaceNounSuffixInI();
  } else if (last === 0x72 /* r */) {
    if (!tryReplace('izer', 'ize')) tryReplace('ator', 'ate');
  } else if (last === 0x6e /* n */) {
    if (!tryReplace('ization', 'ize')) tryReplace('ation', 'ate');
  } else if (last === 0x6d /* m */) tryReplace('alism', 'al');
  else if (last === s) {
    if (!tryReplace('iveness', 'ive') && !tryReplace('fulness', 'ful')) tryReplace('ousness', 'ous');
  }
}

function replaceNounSuffixInI(): void {
  if (tryReplace('biliti', 'ble')) return;
  if (
    tryReplace('entli', 'ent') ||
    tryReplace('ousli', 'ous') ||
    tryReplace('aliti', 'al') ||
    tryReplace('iviti', 'ive')
  )
    return;
  if (tryReplace('enci', 'ence') || tryReplace('anci', 'ance') || tryReplace('alli', 'al') || tryReplace('logi', 'log'))
    return;
  if (!tryReplace('bli', 'ble')) tryReplace('eli', 'e');
}

function replaceAdjectiveSuffix(): void {
  const last = letter(length - 1);
  if (last === e) {
    if (!tryReplace('icate', 'ic') && !tryReplace('ative', '')) tryReplace('alize', 'al');
  } else if (last === i) tryReplace('iciti', 'ic');
  else if (last === l) {
    if (!tryReplace('ical', 'ic')) tryReplace('ful', '');
  } else if (last === s) tryReplace('ness', '');
}

/** Of the suffixes that are taken off whole, the longest; 0 for none. */
function lastSuffix(): i32 {
  if (isBehind('ement')) return 5;
  if (isBehind('ance') || isBehind('ence') || isBehind('able') || isBehind('ible') || isBehind('ment')) return 4;
  if (isBehind('ant') || isBehind('ent') || isBehind('ism') || isBehind('ate') || isBehind('iti')) return 3;
  if (isBehind('ous') || isBehind('ive') || isBehind('ize')) return 3;
  return isBehind('al') || isBehind('er') || isBehind('ic') || isBehind('ou') ? 2 : 0;
}

function stripLast(): void {
  const suffix = lastSuffix();
  if (suffix > 0) {
    if (measure(length - suffix) > 1) length -= suffix;
    return;
  }
  const end = length - 3;
  if (end < 2 || !endsWith('ion')) return;
  const before = letter(end - 1);
  if ((before === s || before === t) && measure(end) > 1) length = end;
}

function stripE(): void {
  const end = length - 1;
  if (end < 1 || letter(end) !== e) return;
  const found = measure(end);
  if (found > 1 || (found === 1 && !isShort(end))) length = end;
}

/**
 * @param at of letters that are written over; there is room for one more
 * @returns how many are left of `count`
 */
export function porterStem(at: usize, count: i32): i32 {
  if (count < 3) return count;
  word = at;
  length = count;
  stripPlural();
  stripParticiple();
  const end = length - 1;
  if (end > 0 && letter(end) === y && hasVowel(end)) store<u8>(word + <usize>end, i);
  replaceNounSuffix();
  replaceAdjectiveSuffix();
  stripLast();
  stripE();
  if (endsWith('ll') && measure(length) > 1) length--;
  return length;
}
