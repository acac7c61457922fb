/** What the words of a text are made of, by UTF-16 unit, for the module that counts them (`assembly/word-masks.ts`). */
import { smallLetterOf } from '../util/words.ts';

/** Units of a page. */
export const pageUnits = 256;

export interface PageOfUnits {
  /**
   * Of each unit: 1 letter, mark, `_` or `$`, beyond ASCII numbers too; 2 digit of ASCII; 0 what stands between words. Plus 4 where it is one of
   * base64's, plus 8 where a word of nothing else is a term as it is, plus 16 where such a word may begin with its small letter.
   */
  classes: Uint8Array;
  /** The small letter of each unit of class 16, else 0. */
  small: Uint16Array;
}

const inWords = (): RegExp => /[\p{L}\p{N}\p{M}_$]+/gu;
/** Small letters, and letters and marks without case, of scripts that have spaces between words. */
const plain = (): RegExp =>
  /[[\p{Ll}\p{Lm}\p{Lo}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]]+/gv;
const capitals = (): RegExp => /\p{Lu}/gu;

/** Of letters: the bits of one that is no capital, and of a capital. */
const smallLetter = 1 | 8;
const capitalLetter = 1 | 16;

/** Of Latin-1, from first to last: what Unicode says of these units, which an expression takes V8 a millisecond to look up. */
const runsOfLatin1: readonly (readonly [string, number])[] = [
  ['$$', 1],
  ['++', 4],
  ['/9', 4],
  ['09', 2],
  ['AZ', capitalLetter | 4],
  ['__', 1],
  ['az', smallLetter | 4],
  ['ªª', smallLetter],
  ['²³', 1],
  ['µµ', smallLetter],
  ['¹¹', 1],
  ['ºº', smallLetter],
  ['¼¾', 1],
  ['ÀÖ', capitalLetter],
  ['ØÞ', capitalLetter],
  ['ßö', smallLetter],
  ['øÿ', smallLetter],
];

/** The first page, which every thread needs: that of ASCII and of most letters of Western Europe. */
function unitsOfLatin1(): PageOfUnits {
  const classes = new Uint8Array(pageUnits);
  const small = new Uint16Array(pageUnits);
  for (const [ends, bits] of runsOfLatin1) {
    for (let unit = ends.charCodeAt(0); unit <= ends.charCodeAt(1); unit++) {
      classes[unit]! |= bits;
      if ((bits & 16) !== 0) small[unit] = unit + 32;
    }
  }
  return { classes, small };
}

/** @param page number of the 256 units */
export function unitsOfPage(page: number): PageOfUnits {
  return page === 0 ? unitsOfLatin1() : unitsBeyondLatin1(page * pageUnits);
}

/** @param start the first of a page's units */
function unitsBeyondLatin1(start: number): PageOfUnits {
  const text = String.fromCharCode(...Array.from({ length: pageUnits }, (_, at) => start + at));
  const classes = new Uint8Array(pageUnits);
  const small = new Uint16Array(pageUnits);
  const mark = (runs: RegExp, bits: number): void => {
    for (const { 0: run, index } of text.matchAll(runs))
      for (let at = index; at < index + run.length; at++) classes[at]! |= bits;
  };
  mark(inWords(), 1);
  mark(plain(), 8);
  for (const { index } of text.matchAll(capitals())) {
    small[index] = smallLetterOf(start + index);
    if (small[index] !== 0) classes[index]! |= 16;
  }
  return { classes, small };
}
