/** Where a text has a word: whole, as `rg --word-regexp` finds it. */

/** A word character, as `\w` in ripgrep. */
export const wordCharacter = String.raw`[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]`;

const oneWordCharacter = new RegExp(`^${wordCharacter}$`, 'u');

export interface WordPlace {
  /** 1-based; the column in UTF-16 units. */
  line: number;
  column: number;
  /** The index in the text. */
  at: number;
}

/** All places of a word, in order; none of an empty one, which would be found at the end again and again. A word that begins or ends with another character than a letter is bounded by word characters all the same. */
export function wordPlaces(text: string, word: string): WordPlace[] {
  const found: WordPlace[] = [];
  let line = 1;
  let lineStart = 0;
  let scanned = 0;
  if (word === '') return found;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (isWordBefore(text, at) || isWordAt(text, at + word.length)) continue;
    for (; scanned < at; scanned++) {
      if (text.charCodeAt(scanned) !== 10) continue;
      line++;
      lineStart = scanned + 1;
    }
    found.push({ line, column: at - lineStart + 1, at });
  }
  return found;
}

function isWordBefore(text: string, at: number): boolean {
  const unit = text.charCodeAt(at - 1);
  // The second half of a character of two units.
  return unit >= 0xdc00 && unit <= 0xdfff ? isWordAt(text, at - 2) : isWordAt(text, at - 1);
}

function isWordAt(text: string, at: number): boolean {
  const unit = text.codePointAt(at);
  if (unit === undefined || at < 0) return false;
  if (unit < 128)
    return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95;
  return oneWordCharacter.test(String.fromCodePoint(unit));
}
