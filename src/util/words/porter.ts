/**
 * Porter's stemmer ("An algorithm for suffix stripping", 1980, with his later `bli` and `logi`), for words of small ASCII letters.
 * Written as scanners: the words of a project come by the ten thousand, and patterns that look for suffixes took as long as parsing.
 */

const [a, e, i, o, u, y] = [0x61, 0x65, 0x69, 0x6f, 0x75, 0x79];
const [l, s, t, w, x, z] = [0x6c, 0x73, 0x74, 0x77, 0x78, 0x7a];

/** Suffixes by their last letter, longest first. */
type Suffixes = ReadonlyMap<number, readonly (readonly [suffix: string, instead: string])[]>;

function suffixes(pairs: Readonly<Record<string, string>>): Suffixes {
  const byLast = new Map<number, [string, string][]>();
  for (const pair of Object.entries(pairs).toSorted(([one], [other]) => other.length - one.length)) {
    const last = pair[0].charCodeAt(pair[0].length - 1);
    const list = byLast.get(last);
    if (list === undefined) byLast.set(last, [pair]);
    else list.push(pair);
  }
  return byLast;
}

const nounSuffixes = suffixes({
  ...{ ational: 'ate', tional: 'tion', enci: 'ence', anci: 'ance', izer: 'ize', bli: 'ble', alli: 'al', entli: 'ent' },
  ...{ eli: 'e', ousli: 'ous', ization: 'ize', ation: 'ate', ator: 'ate', alism: 'al', iveness: 'ive' },
  ...{ fulness: 'ful', ousness: 'ous', aliti: 'al', iviti: 'ive', biliti: 'ble', logi: 'log' },
});
const adjectiveSuffixes = suffixes({
  ...{ icate: 'ic', ative: '', alize: 'al', iciti: 'ic', ical: 'ic', ful: '', ness: '' },
});
const lastSuffixes = suffixes({
  ...{ al: '', ance: '', ence: '', er: '', ic: '', able: '', ible: '', ant: '', ement: '', ment: '', ent: '' },
  ...{ ou: '', ism: '', ate: '', iti: '', ous: '', ive: '', ize: '' },
});

function isPlainVowel(code: number): boolean {
  return code === a || code === e || code === i || code === o || code === u;
}

/** A `y` is a vowel behind a consonant. */
function isVowel(word: string, at: number): boolean {
  const code = word.charCodeAt(at);
  if (code !== y) return isPlainVowel(code);
  return at > 0 && !isVowel(word, at - 1);
}

/** How often a vowel is followed by a consonant in the first `end` letters; counting stops at 2. */
function measure(word: string, end: number): number {
  let count = 0;
  let wasVowel = false;
  for (let at = 0; at < end; at++) {
    const code = word.charCodeAt(at);
    const vowel: boolean = code === y ? at > 0 && !wasVowel : isPlainVowel(code);
    if (wasVowel && !vowel && ++count === 2) return count;
    wasVowel = vowel;
  }
  return count;
}

function hasVowel(word: string, end: number): boolean {
  for (let at = 0; at < end; at++) if (isVowel(word, at)) return true;
  return false;
}

/** Consonants, one vowel and a consonant other than w, x, y are all there is. */
function isShort(word: string, end: number): boolean {
  if (end < 3 || !isVowel(word, end - 2)) return false;
  const last = word.charCodeAt(end - 1);
  if (isPlainVowel(last) || last === w || last === x || last === y) return false;
  return !hasVowel(word, end - 2);
}

/** The longest of the suffixes behind at least one letter; null for none. */
function suffixOf(word: string, table: Suffixes): readonly [suffix: string, instead: string] | null {
  const list = table.get(word.charCodeAt(word.length - 1));
  if (list === undefined) return null;
  for (const pair of list) if (word.length > pair[0].length && word.endsWith(pair[0])) return pair;
  return null;
}

function withoutPlural(word: string): string {
  const { length } = word;
  if (word.charCodeAt(length - 1) !== s) return word;
  if ((length > 4 && word.endsWith('sses')) || (length > 3 && word.endsWith('ies'))) return word.slice(0, -2);
  return length > 2 && word.charCodeAt(length - 2) !== s ? word.slice(0, -1) : word;
}

function withoutParticiple(word: string): string {
  const { length } = word;
  if (length > 3 && word.endsWith('eed')) return measure(word, length - 3) > 0 ? word.slice(0, -1) : word;
  const end = word.endsWith('ed') ? length - 2 : word.endsWith('ing') ? length - 3 : 0;
  if (end <= 0 || !hasVowel(word, end)) return word;
  const stem = word.slice(0, end);
  if (stem.endsWith('at') || stem.endsWith('bl') || stem.endsWith('iz')) return `${stem}e`;
  const last = stem.charCodeAt(end - 1);
  if (last === stem.charCodeAt(end - 2) && !isPlainVowel(last) && last !== y && last !== l && last !== s && last !== z)
    return stem.slice(0, -1);
  return isShort(stem, end) ? `${stem}e` : stem;
}

function withSuffix(word: string, table: Suffixes): string {
  const found = suffixOf(word, table);
  if (found === null) return word;
  const end = word.length - found[0].length;
  return measure(word, end) > 0 ? word.slice(0, end) + found[1] : word;
}

function withoutLast(word: string): string {
  const found = suffixOf(word, lastSuffixes);
  if (found !== null) {
    const end = word.length - found[0].length;
    return measure(word, end) > 1 ? word.slice(0, end) : word;
  }
  const end = word.length - 3;
  if (end < 2 || !word.endsWith('ion')) return word;
  const before = word.charCodeAt(end - 1);
  return (before === s || before === t) && measure(word, end) > 1 ? word.slice(0, end) : word;
}

function withoutE(word: string): string {
  const end = word.length - 1;
  if (end < 1 || word.charCodeAt(end) !== e) return word;
  const found = measure(word, end);
  return found > 1 || (found === 1 && !isShort(word, end)) ? word.slice(0, end) : word;
}

/** @param word small ASCII letters; shorter ones than three are their own stems */
export function porterStem(word: string): string {
  if (word.length < 3) return word;
  let stem = withoutParticiple(withoutPlural(word));
  const end = stem.length - 1;
  if (end > 0 && stem.charCodeAt(end) === y && hasVowel(stem, end)) stem = `${stem.slice(0, end)}i`;
  stem = withoutE(withoutLast(withSuffix(withSuffix(stem, nounSuffixes), adjectiveSuffixes)));
  return stem.endsWith('ll') && measure(stem, stem.length) > 1 ? stem.slice(0, -1) : stem;
}
