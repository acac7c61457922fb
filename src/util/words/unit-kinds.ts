/**
 * Unicode properties of a UTF-16 unit, one bit each. Regular expressions search lists of ranges for each character: with them a word of django's
 * translations (42,000 distinct ones) took 2.5 µs, with these tables 1. V8 also takes up to a millisecond to compile an expression with a Unicode
 * class, and nearly every project would need that because of a dash or an emoji in its documents. So the kinds of the most common units are in a
 * table here.
 */
export const kinds = {
  /** Neither letter, mark nor number. */
  other: 1,
  lower: 2,
  upper: 4,
  number: 8,
  /** A letter without case, or a mark. */
  letter: 16,
  /** Of a script without spaces between words. */
  unspaced: 32,
  /** Changed by `toLowerCase`. */
  cased: 64,
  /** Beyond ASCII. */
  wide: 128,
  surrogate: 256,
} as const;

const { other, lower, upper, number, letter, unspaced, cased, wide, surrogate } = kinds;

/**
 * The kinds of whole pages (256 units) of Latin, punctuation, symbols, Chinese, Japanese and Korean, and of Russian, run-length encoded: the
 * length of each run (base 36) before its code (`kindOfCode`). `X` stands for units that are not in the table. No run goes across the end of ASCII.
 */
const kindRuns =
  '1cOaN7OqU6OqL5O16O1M7O2N1O1L3O1N1M1O3N1OnU1O7UoL1O8LlcX1cU1cL5ggX34O1N1M2O6N5O1MaN6OdM1fOxMhO1K4O1K2O1L3K2L3K1L1O1K3O5K6O1K1O1U1O1K1O2U2' +
  'K1O1L2K1U1K1L4M1L2O2L2K5O1K4L4O1L1OgNgRjN1U1L5Nk6O1oNqOqPqOmNhiOuNvgOsgX5O1A1M1BpO9B4M2A1O5M2O3B1A1M4O2eA2O2M2O3A1O2iA1O1M3AlcX534A1sOg7' +
  '4A2dcX8mcA2kX1kwS4xsOzkXgMgOgM1sO5M1O3rMjOaN7OqU6OqLbOaA1M19A2MvA3O6A2O6A2O6A2O3AzO';

const kindOfCode: Readonly<Record<string, number>> = {
  O: other,
  L: lower,
  U: upper | cased,
  N: number,
  M: letter,
  S: surrogate,
  A: letter | unspaced,
  B: number | unspaced,
  K: upper,
  R: number | cased,
  P: other | cased,
};

/** By unit; 0 for a unit that is not in the table and has not occurred yet. */
let kindsByUnit: Uint16Array | null = null;

function unpackKindRuns(): Uint16Array {
  const byUnit = new Uint16Array(1 << 16);
  let at = 0;
  for (const [, length, code] of kindRuns.matchAll(/([^A-Z]+)(.)/g)) {
    const end = at + Number.parseInt(length!, 36);
    const kind = kindOfCode[code!];
    if (kind !== undefined) byUnit.fill(at < 128 ? kind : kind | wide, at, end);
    at = end;
  }
  return byUnit;
}

/** The kinds of a unit, as a mask of `kinds`. */
export function kindOf(unit: number): number {
  kindsByUnit ??= unpackKindRuns();
  const kind = kindsByUnit[unit]!;
  return kind === 0 ? (kindsByUnit[unit] = kindByExpressions(unit)) : kind;
}

/** Whether a text has a character of a script without spaces between words. */
export function isUnspaced(text: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(text);
}

/** The kinds of a unit, computed by Unicode expressions instead of read from the table. */
export function kindByExpressions(unit: number): number {
  const character = String.fromCharCode(unit);
  let kind: number = other;
  if (unit >= 0xd800 && unit < 0xe000) kind = surrogate;
  else if (/\p{Ll}/u.test(character)) kind = lower;
  else if (/\p{Lu}/u.test(character)) kind = upper;
  else if (/\p{N}/u.test(character)) kind = number;
  else if (/[\p{L}\p{M}]/u.test(character)) kind = letter;
  if (isUnspaced(character)) kind |= unspaced;
  if (character.toLowerCase() !== character) kind |= cased;
  if (unit > 127) kind |= wide;
  return kind;
}

/** The kinds that at least one unit of the text has. */
export function kindsOf(text: string): number {
  let all = 0;
  for (let at = 0; at < text.length; at++) all |= kindOf(text.charCodeAt(at));
  return all;
}
