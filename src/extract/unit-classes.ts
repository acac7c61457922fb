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

const inWords = /[\p{L}\p{N}\p{M}_$]+/gu;
const digits = /[0-9]+/g;
const base64 = /[A-Za-z0-9+/]+/g;
/** Small letters, and letters and marks without case, of scripts that have spaces between words. */
const plain =
  /[[\p{Ll}\p{Lm}\p{Lo}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]]+/gv;
const capitals = /\p{Lu}/gu;

/** @param page number of the 256 units */
export function unitsOfPage(page: number): PageOfUnits {
  const start = page * pageUnits;
  const text = String.fromCharCode(...Array.from({ length: pageUnits }, (_, at) => start + at));
  const classes = new Uint8Array(pageUnits);
  const small = new Uint16Array(pageUnits);
  const mark = (runs: RegExp, bits: number): void => {
    for (const { 0: run, index } of text.matchAll(runs))
      for (let at = index; at < index + run.length; at++) classes[at]! |= bits;
  };
  mark(inWords, 1);
  mark(plain, 8);
  if (page === 0) {
    mark(digits, 3);
    mark(base64, 4);
    // A digit is no letter.
    for (let at = 0; at < pageUnits; at++) if ((classes[at]! & 3) === 3) classes[at]! ^= 1;
  }
  for (const { index } of text.matchAll(capitals)) {
    small[index] = smallLetterOf(start + index);
    if (small[index] !== 0) classes[index]! |= 16;
  }
  return { classes, small };
}
