/** Classes of UTF-16 units, for the module that counts words (`words/word-masks.ts`). */
import { kindOf, kinds } from '../util/words/unit-kinds.ts';

/** Units per page. */
export const pageUnits = 256;

const inWords = kinds.lower | kinds.upper | kinds.number | kinds.letter;

/** Whether words contain units of this class: letters, marks and numbers. */
function isInWords(unit: number): boolean {
  return (kindOf(unit) & inWords) !== 0;
}

/**
 * The class of each unit of a page: 1 for a letter, a mark, `_`, `$` or a number beyond ASCII; 2 for an ASCII digit; 0 for everything that separates
 * words. Plus 4 for a base64 character.
 * @param page number of the 256 units
 */
export function classesOfPage(page: number): Uint8Array {
  return Uint8Array.from({ length: pageUnits }, (_, at) => {
    const unit = page * pageUnits + at;
    return unit < 128 ? asciiClass(unit) : Number(isInWords(unit));
  });
}

/** The class of an ASCII unit; among those in words, the digits are below 0x40. */
function asciiClass(unit: number): number {
  if (unit === 0x24 /* $ */ || unit === 0x5f /* _ */) return 1;
  if (unit === 0x2b /* + */ || unit === 0x2f /* / */) return 4;
  if (!isInWords(unit)) return 0;
  return unit < 0x40 ? 2 | 4 : 1 | 4;
}
