/** The most distinctive words of a question: those that occur in the fewest indexed files. */
import type { Engine } from '../../src/engine/engine.ts';

/** Words without a subject; a fixed list. */
const stopWords = new Set(
  (
    'a an and are as at be been before being both but by can could did do does doing done each either else for from had has have having how i if in into ' +
    'is it its itself just like may me might more most must my no nor not of off on once one only or other our out over own same should so some such than ' +
    'that the their them then there these they this those through to too under until up upon use used uses using via was we were what when where which ' +
    'while who whom why will with within without would you your also all any about after again against because between during few further here'
  ).split(' '),
);

export function wordsOf(question: string): string[] {
  const words = new Set<string>();
  for (const [word] of question.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)) {
    if (word.length >= 3 && !stopWords.has(word.toLowerCase())) words.add(word);
  }
  return [...words];
}

/**
 * `named`: words that name something in the index come before words that occur only in texts; `any`: by rarity alone.
 */
export type WordChoice = 'named' | 'any';

/** At most `count` words, rarest first, without words that no file has. Ties keep the order of the question. */
export async function rarestWords(
  engine: Engine,
  question: string,
  count: number,
  choice: WordChoice,
): Promise<string[]> {
  const words = wordsOf(question);
  const frequencies = await engine.tagFrequencies(words);
  return words
    .map((word, i) => ({
      word,
      files: frequencies[i]!.files,
      after: choice === 'named' && frequencies[i]!.named === 0 ? 1 : 0,
    }))
    .filter(({ files }) => files > 0)
    .sort((a, b) => a.after - b.after || a.files - b.files)
    .slice(0, count)
    .map(({ word }) => word);
}
