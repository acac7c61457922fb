/** Which words of a language are keywords, for the scanners of parsers of our own. */

interface Keyword {
  word: string;
  token: number;
}

/** Keywords are shorter: those that a word may be are found by its first letter and its length. */
const lengths = 16;

/**
 * What tells the token of the ASCII letters from `start` to `end`: a keyword, or a name.
 * @param tokens by name; from `first` on they are keywords, named as they are written
 * @param name the token of what is none
 */
export function keywordTokens(
  tokens: Readonly<Record<string, number>>,
  { first, name }: { first: number; name: number },
): (text: string, start: number, end: number) => number {
  const alike: (Keyword[] | null)[] = Array.from({ length: 128 * lengths }, () => null);
  for (const [word, token] of Object.entries(tokens)) {
    if (token < first) continue;
    const at = word.charCodeAt(0) * lengths + word.length;
    (alike[at] ??= []).push({ word, token });
  }
  return (text, start, end) => {
    const letter = text.charCodeAt(start);
    const length = end - start;
    if (letter > 127 || length >= lengths) return name;
    const candidates = alike[letter * lengths + length] ?? null;
    if (candidates === null) return name;
    for (let at = 0; at < candidates.length; at++) {
      const { word, token } = candidates[at]!;
      if (text.startsWith(word, start)) return token;
    }
    return name;
  };
}
