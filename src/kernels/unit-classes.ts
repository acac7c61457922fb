/** What the words of a text are made of, by UTF-16 unit, for the module that counts them (`assembly/word-masks.ts`). */
import { kindOf, kinds } from '../util/unit-kinds.ts';
import { isPlainUnit, smallLetterOf } from '../util/words.ts';

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

const inWords = kinds.lower | kinds.upper | kinds.number | kinds.letter;

/** Whether words have such units: letters, marks and numbers. */
function isInWords(unit: number): boolean {
  return (kindOf(unit) & inWords) !== 0;
}

/** @param page number of the 256 units */
export function unitsOfPage(page: number): PageOfUnits {
  const classes = new Uint8Array(pageUnits);
  const small = new Uint16Array(pageUnits);
  for (let at = 0; at < pageUnits; at++) {
    const unit = page * pageUnits + at;
    small[at] = smallLetterOf(unit);
    classes[at] = (unit < 128 ? asciiClass(unit) : classBeyondAscii(unit)) | (small[at] === 0 ? 0 : 16);
  }
  return { classes, small };
}

function asciiClass(unit: number): number {
  if (unit === 0x24 || unit === 0x5f) return 1;
  if (unit === 0x2b || unit === 0x2f) return 4;
  if (!isInWords(unit)) return 0;
  if (unit < 0x40) return 2 | 4;
  return isPlainUnit(unit) ? 1 | 4 | 8 : 1 | 4;
}

function classBeyondAscii(unit: number): number {
  if (!isInWords(unit)) return 0;
  return isPlainUnit(unit) ? 1 | 8 : 1;
}
