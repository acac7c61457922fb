/** Which words of a language are keywords, for the scanners of parsers of our own. */

/**
 * What tells the token of the ASCII letters from `start` to `end`: a keyword, or a name.
 * @param tokens by name; from `first` on they are keywords, named as they are written
 * @param name the token of what is none
 */
export function keywordTokens(
  tokens: Readonly<Record<string, number>>,
  { first, name }: { first: number; name: number },
): (text: string, start: number, end: number) => number {
  const keywords = Object.entries(tokens).filter(([, token]) => token >= first);
  const byLetter: (readonly [string, number])[][] = Array.from({ length: 128 }, (_, letter) =>
    keywords.filter(([word]) => word.charCodeAt(0) === letter),
  );
  return (text, start, end) => {
    const candidates = byLetter[text.charCodeAt(start)];
    if (candidates === undefined) return name;
    for (const [word, token] of candidates)
      if (word.length === end - start && text.startsWith(word, start)) return token;
    return name;
  };
}
