/**
 * Compares a name as somebody typed it with the name of a symbol: `gzipmiddleware`, `gzip middleware` and `gzip_middleware` are
 * `GzipMiddleware`, `sesion midleware` is `SessionMiddleware` with two errors.
 * Invariant: an error is one letter in a word, never its first, so that `getUser` is not `setUser` and `minLength` not `maxLength`.
 */
import { differInLetters, editDistance, lettersOf } from '../../../util/nearest.ts';
import { splitIdentifier } from '../../../util/words/words.ts';

/** The maximum number of errors in a name. */
const maxErrors = 2;
/** Shorter words have no errors: one letter more or less makes another word of them. */
const minWord = 4;
/** Longer texts are no names. */
const maxLength = 200;

/** Names with other characters (operators, headings, quoted names) have to be given exactly. */
const plainName = /^[\w$@\-\p{L}]+$/u;

/**
 * Returns a function that counts the typing errors of a text if it means a name: 0 where only case, spaces and underscores differ, `Infinity` for another
 * name.
 */
export function typingErrorsIn(written: string): (name: string) => number {
  const wanted = written.length > maxLength ? '' : splitIdentifier(written).join('');
  const first = wanted.slice(0, 1);
  // Separators are letters that the text may lack.
  const separators = lettersOf('_$@-');
  const letters = lettersOf(wanted) | separators;
  const hasOtherLetters = (name: string): boolean => differInLetters(lettersOf(name) | separators, letters, maxErrors);
  return (name) => {
    if (wanted.length < 2 || name.length < wanted.length - maxErrors) return Infinity;
    if (firstLetter(name) !== first || hasOtherLetters(name)) return Infinity;
    if (!plainName.test(name)) return Infinity;
    const words = splitIdentifier(name);
    const length = words.reduce((sum, word) => sum + word.length, 0);
    return Math.abs(length - wanted.length) > maxErrors ? Infinity : errorsIn(wanted, words, maxErrors);
  };
}

function firstLetter(name: string): string {
  let at = 0;
  while (at < name.length && '_$@-'.includes(name[at]!)) at++;
  return (name[at] ?? '').toLowerCase();
}

/** The least number of errors with which a text is a list of words; `Infinity` if it is more than `limit`. */
function errorsIn(text: string, words: readonly string[], limit: number): number {
  const [word, ...rest] = words;
  if (word === undefined) return text === '' ? 0 : Infinity;
  if (text.startsWith(word)) {
    const exact = errorsIn(text.slice(word.length), rest, limit);
    if (exact <= limit) return exact;
  }
  if (limit === 0) return Infinity;
  let least = Infinity;
  for (const length of [word.length - 1, word.length, word.length + 1])
    if (isMisspelled(text.slice(0, length), word))
      least = Math.min(least, 1 + errorsIn(text.slice(length), rest, limit - 1));
  return least;
}

/** Whether a word is another one with one error. A number is never an error: `sha1` is not `sha2`. */
function isMisspelled(piece: string, word: string): boolean {
  return (
    word.length >= minWord &&
    piece[0] === word[0] &&
    piece.replaceAll(/\P{N}/gu, '') === word.replaceAll(/\P{N}/gu, '') &&
    editDistance(piece, word, 1) === 1
  );
}
