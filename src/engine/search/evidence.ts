/** Collects what was found of a question, and says so where it is little. */
import type { Evidence } from '../../model/search.ts';
import type { ParsedHybridQuery } from '../../search/hybrid/query.ts';
import { identifierTerms } from '../../util/words/words.ts';
import { hybridRanking } from '../../search/hybrid/constants.ts';
import type { ScoredFile } from './scored-file.ts';

/** The best pieces of so many files are read for words of the question. */
const readFiles = 5;
/** Longer pieces are read up to here (characters). */
const mostRead = 6000;
/** The note names at most this many words that no file has. */
const mostWords = 4;

export interface Question {
  query: Pick<ParsedHybridQuery, 'terms' | 'words'>;
  /** Number of files of the project, and number of files with each term of the query, in their order. */
  files: number;
  fileCounts: readonly number[];
  /** Whether a term is a keyword of a language of the project: such terms are in no list of files. */
  isKeyword: (term: string) => boolean;
}

/**
 * @param scored files, best first
 * @param similarity of the nearest piece; null without search by meaning
 */
export function evidenceOf(
  { query: { terms }, files, fileCounts, isKeyword }: Question,
  scored: readonly ScoredFile[],
  similarity: number | null,
): Evidence {
  const weights = terms.map(({ term, isWhole, isChatter }, at) =>
    // A whole name says the same as its parts, apart from `unknownNames`.
    isWhole || (fileCounts[at] === 0 && isKeyword(term))
      ? 0
      : Math.log(1 + (files - fileCounts[at]! + 0.5) / (fileCounts[at]! + 0.5)) *
        (isChatter ? hybridRanking.chatter : 1),
  );
  const all = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const share = (isIn: (at: number) => boolean): number =>
    weights.reduce((sum, weight, at) => sum + (isIn(at) ? weight : 0), 0) / all;
  const words = wordsOfPieces(scored.slice(0, readFiles));
  const names = [...terms.keys()].filter((at) => terms[at]!.isWhole);
  const unknown = names.filter((at) => fileCounts[at] === 0).length;
  const length = terms.filter(({ isWhole, isChatter }) => !isWhole && !isChatter).length;
  return {
    found: share((at) => words.has(terms[at]!.term)),
    absent: share((at) => fileCounts[at] === 0),
    unknownNames: names.length === 0 ? 0 : unknown / names.length,
    length,
    similarity,
    words: scored[0]?.raw ?? 0,
  };
}

/** The terms of the best piece of each file, and of its path. */
function wordsOfPieces(files: readonly ScoredFile[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { reading, scores } of files) {
    if (reading === null) continue;
    let best = 0;
    for (let at = 1; at < scores.length; at++) if (scores[at]! > scores[best]!) best = at;
    const text = `${reading.path} ${scores.length === 0 ? '' : reading.textOf(best).slice(0, mostRead)}`;
    for (const [word] of text.matchAll(/[\p{L}\p{N}_$]+/gu))
      for (const term of identifierTerms(word).parts) found.add(term);
  }
  return found;
}

/** The note of an answer that is probably about something else. */
export function absenceNote({ query, fileCounts, isKeyword }: Question): string {
  const unknown = new Set(
    query.terms.filter(({ term }, at) => fileCounts[at] === 0 && !isKeyword(term)).map(({ term }) => term),
  );
  const missing = [...query.words].filter((word) => {
    const { parts, whole } = identifierTerms(word);
    return (whole !== null && unknown.has(whole)) || (parts.length > 0 && parts.every((part) => unknown.has(part)));
  });
  const words = missing.slice(0, mostWords).map((word) => `"${word}"`);
  const list = [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(' or ');
  const why = list === '' ? '' : `: no file has ${list}`;
  return `Nothing here seems to be about this${why}. What follows is only the nearest.`;
}
