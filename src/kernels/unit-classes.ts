/** What words are made of, by UTF-16 unit, for the module that counts them (`words/word-masks.ts`). */
import { kindOf, kinds } from '../util/words/unit-kinds.ts';

/** Units of a page. */
export const pageUnits = 256;

const inWords = kinds.lower | kinds.upper | kinds.number | kinds.letter;

/** Whether words have such units: letters, marks and numbers. */
function isInWords(unit: number): boolean {
  return (kindOf(unit) & inWords) !== 0;
}

/**
 * Of each unit of a page: 1 letter, mark, `_` or `$`, beyond ASCII numbers too; 2 digit of ASCII; 0 what stands between words. Plus 4 where it is one of
 * base64's.
 * @param page number of the 256 units
 */
export function classesOfPage(page: number): Uint8Array {
  return Uint8Array.from({ length: pageUnits }, (_, at) => {
    const unit = page * pageUnits + at;
    return unit < 128 ? asciiClass(unit) : Number(isInWords(unit));
  });
}

function asciiClass(unit: number): number {
  if (unit === 0x24 || unit === 0x5f) return 1;
  if (unit === 0x2b || unit === 0x2f) return 4;
  if (!isInWords(unit)) return 0;
  return unit < 0x40 ? 2 | 4 : 1 | 4;
}
