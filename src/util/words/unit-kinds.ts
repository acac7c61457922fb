/**
 * What Unicode says of a UTF-16 unit, a bit each. Expressions search lists of ranges for each character: by them a word of django's translations
 * (42,000 different ones) took 2.5 µs, by these 1. And V8 takes up to a millisecond to make an expression of a class of Unicode, which nearly
 * every project would wait for because of a dash or a face in its documents: of the units that most have, the kinds are written down.
 */
export const kinds = {
  other: 1,
  lower: 2,
  upper: 4,
  number: 8,
  /** A letter without case, or a mark. */
  letter: 16,
  unspaced: 32,
  cased: 64,
  wide: 128,
  surrogate: 256,
} as const;

const { other, lower, upper, number, letter, unspaced, cased, wide, surrogate } = kinds;

/**
 * Of whole pages (256 units) with Latin, punctuation, signs, Chinese, Japanese and Korean, and of Russian: runs of units one behind the other, the
 * length of each (base 36) before its code. `X` is not written down; a run ends with ASCII.
 */
const written =
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

/** By unit; 0 for one that was not met yet. */
let kindsByUnit: Uint16Array | null = null;

function writtenKinds(): Uint16Array {
  const byUnit = new Uint16Array(1 << 16);
  let at = 0;
  for (const [, length, code] of written.matchAll(/([^A-Z]+)(.)/g)) {
    const end = at + Number.parseInt(length!, 36);
    const kind = kindOfCode[code!];
    if (kind !== undefined) byUnit.fill(at < 128 ? kind : kind | wide, at, end);
    at = end;
  }
  return byUnit;
}

export function kindOf(unit: number): number {
  kindsByUnit ??= writtenKinds();
  const known = kindsByUnit[unit]!;
  return known === 0 ? (kindsByUnit[unit] = kindByExpressions(unit)) : known;
}

/** Whether a text has a character of a script that is written without spaces between words. */
export function isUnspaced(text: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(text);
}

/** What the table says, by Unicode itself. */
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

/** Those of all units of a text. */
export function kindsOf(text: string): number {
  let all = 0;
  for (let at = 0; at < text.length; at++) all |= kindOf(text.charCodeAt(at));
  return all;
}
