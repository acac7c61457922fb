/** Recognises the keywords of a language, for the scanners of our own parsers. */

interface Keyword {
  word: string;
  token: number;
}

/** Every keyword is shorter than this (UTF-16 units): a slot of the table stands for one first letter and one length below it. */
const lengthLimit = 16;

/**
 * Makes the function that returns the token of the word between the offsets `start` and `end`: that of a keyword, or `name`.
 * @param tokens numbers of tokens by name; from the number `first` on, a token is a keyword and its name is the word in the code
 * @param name the token of a word that is no keyword
 */
export function keywordTokens(
  tokens: Readonly<Record<string, number>>,
  { first, name }: { first: number; name: number },
): (text: string, start: number, end: number) => number {
  const byLetterAndLength: (Keyword[] | null)[] = Array.from({ length: 128 * lengthLimit }, () => null);
  for (const [word, token] of Object.entries(tokens)) {
    if (token < first) continue;
    const slot = word.charCodeAt(0) * lengthLimit + word.length;
    (byLetterAndLength[slot] ??= []).push({ word, token });
  }
  return (text, start, end) => {
    const letter = text.charCodeAt(start);
    const length = end - start;
    if (letter > 127 || length >= lengthLimit) return name;
    const candidates = byLetterAndLength[letter * lengthLimit + length] ?? null;
    if (candidates === null) return name;
    for (let at = 0; at < candidates.length; at++) {
      const { word, token } = candidates[at]!;
      if (text.startsWith(word, start)) return token;
    }
    return name;
  };
}
