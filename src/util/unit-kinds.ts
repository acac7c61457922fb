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

/** Of whole pages (256 units) with Latin, punctuation, signs, Chinese, Japanese and Korean, and of Russian: each from where it begins to the next; `x` is not written down. */
const written =
  '0o 30n 3ao 41u 5bo 61l 7bo 80o aam abo b2n b4o b5l b6o b9n bam bbo bcn bfo c0u d7o d8u dfl f7o f8l 100x 400u 430l 460x 2000o 2070n 2071m ' +
  '2072o 2074n 207ao 207fm 2080n 208ao 2090m 209do 20d0m 20f1o 2102c 2103o 2107c 2108o 210al 210bc 210el 2110c 2113l 2114o 2115c 2116o 2119c ' +
  '211eo 2124c 2125o 2126u 2127o 2128c 2129o 212au 212cc 212eo 212fl 2130c 2132u 2133c 2134l 2135m 2139l 213ao 213cl 213ec 2140o 2145c 2146l ' +
  '214ao 214el 214fo 2150n 2160r 2170n 2183u 2184l 2185n 218ao 2460n 249co 24b6p 24d0o 24ean 2500o 2776n 2794o 2c00x 3000o 3005M 3006m 3007N ' +
  '3008o 3021N 302am 302eM 3030o 3031m 3036o 3038N 303bM 303cm 303do 3041M 3097o 3099m 309bo 309dM 30a0o 30a1M 30fbo 30fcm 30fdM 3100x 3400M ' +
  '4dc0o 4e00M a000x ac00M d7a4x d800s e000o f900x fe00m fe10o fe20m fe30o fe70m fe75o fe76m fefdo ff10n ff1ao ff21u ff3bo ff41l ff5bo ff66M ' +
  'ff70m ff71M ff9em ffa0M ffbfo ffc2M ffc8o ffcaM ffd0o ffd2M ffd8o ffdaM ffddo';

const kindOfCode: Readonly<Record<string, number>> = {
  o: kinds.other,
  l: kinds.lower,
  u: kinds.upper | kinds.cased,
  n: kinds.number,
  m: kinds.letter,
  c: kinds.upper,
  r: kinds.number | kinds.cased,
  p: kinds.other | kinds.cased,
  s: kinds.surrogate,
  N: kinds.number | kinds.unspaced,
  M: kinds.letter | kinds.unspaced,
  x: 0,
};

/** By unit; 0 for one that was not met yet. */
let kindsByUnit: Uint16Array | null = null;

function writtenKinds(): Uint16Array {
  const byUnit = new Uint16Array(1 << 16);
  const runs = written
    .split(' ')
    .map((run) => [Number.parseInt(run.slice(0, -1), 16), kindOfCode[run.slice(-1)]!] as const);
  for (const [at, [first, kind]] of runs.entries()) {
    const end = runs[at + 1]?.[0] ?? byUnit.length;
    if (kind !== 0) byUnit.fill(first < 128 ? kind : kind | kinds.wide, first, end);
  }
  return byUnit;
}

export function kindOf(unit: number): number {
  kindsByUnit ??= writtenKinds();
  const known = kindsByUnit[unit]!;
  return known === 0 ? (kindsByUnit[unit] = kindByExpressions(unit)) : known;
}

const unspaced = (): RegExp =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Whether a text has a character of a script that is written without spaces between words. */
export function isUnspaced(text: string): boolean {
  return unspaced().test(text);
}

/** What the table says, by Unicode itself. */
export function kindByExpressions(unit: number): number {
  const character = String.fromCharCode(unit);
  let kind: number = kinds.other;
  if (unit >= 0xd800 && unit < 0xe000) kind = kinds.surrogate;
  else if (/\p{Ll}/u.test(character)) kind = kinds.lower;
  else if (/\p{Lu}/u.test(character)) kind = kinds.upper;
  else if (/\p{N}/u.test(character)) kind = kinds.number;
  else if (/[\p{L}\p{M}]/u.test(character)) kind = kinds.letter;
  if (isUnspaced(character)) kind |= kinds.unspaced;
  if (character.toLowerCase() !== character) kind |= kinds.cased;
  if (unit > 127) kind |= kinds.wide;
  return kind;
}

/** Those of all units of a text. */
export function kindsOf(text: string): number {
  let all = 0;
  for (let at = 0; at < text.length; at++) all |= kindOf(text.charCodeAt(at));
  return all;
}

const inWords = kinds.lower | kinds.upper | kinds.number | kinds.letter;

/** Whether words have such units: letters, marks and numbers. */
export function isInWords(unit: number): boolean {
  return (kindOf(unit) & inWords) !== 0;
}
