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
/** A word is scarce that no more than this share of the files have, or one file: what they are about is not what the word is about. */
const scarceShare = 0.01;
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
export function evidenceOf(question: Question, scored: readonly ScoredFile[], similarity: number | null): Evidence {
  const {
    query: { terms },
    files,
    fileCounts,
    isKeyword,
  } = question;
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
    scarce: [...terms.keys()].filter((at) => isScarce(question, at)).length,
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

/** The note of an answer that is probably about something else: it names the words that no file has, or else those that hardly any has. */
export function absenceNote(question: Question): string {
  const why = [
    ['no file has', wordsOf(question, (at) => isAbsent(question, at))],
    ['hardly any file has', wordsOf(question, (at) => isScarce(question, at))],
  ].find(([, words]) => words !== '');
  return `Nothing here seems to be about this${why === undefined ? '' : `: ${why.join(' ')}`}. What follows is only the nearest.`;
}

/** The words of a question all of whose terms are so, as a list in quotes. */
function wordsOf({ query }: Question, isSo: (at: number) => boolean): string {
  const terms = new Set(query.terms.flatMap(({ term }, at) => (isSo(at) ? [term] : [])));
  const found = [...query.words].filter((word) => {
    const { parts, whole } = identifierTerms(word);
    return (whole !== null && terms.has(whole)) || (parts.length > 0 && parts.every((part) => terms.has(part)));
  });
  const words = found.slice(0, mostWords).map((word) => `"${word}"`);
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(' or ');
}

function isAbsent({ query: { terms }, fileCounts, isKeyword }: Question, at: number): boolean {
  return fileCounts[at] === 0 && !isKeyword(terms[at]!.term);
}

/** Whether no file has a word of the question, or hardly any. Names and common words of questions are none. */
function isScarce(question: Question, at: number): boolean {
  const { isWhole, isChatter } = question.query.terms[at]!;
  const count = question.fileCounts[at]!;
  if (isWhole || isChatter) return false;
  return count === 0 ? isAbsent(question, at) : count <= Math.max(1, question.files * scarceShare);
}
