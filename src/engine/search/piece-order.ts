/** The order in which the pieces of `explore` are worth showing. Invariant: equal pieces and words give an equal order. */
import type { ExplorePiece } from '../types.ts';
import { parseHybridQuery } from '../../search/hybrid/query.ts';
import { commentLines } from '../../util/comment-lines.ts';
import { identifierTerms } from '../../util/words/words.ts';

/**
 * What a piece is worth: its file's likelihood and its own strength, and less in a large file, which has the words of any question somewhere. Logistic
 * regression on the changed definitions of `regions`, checked on the repositories left out of each fit.
 */
const worth = { likelihood: 0.75, strength: 1.4, fileLines: -1 / 3 };
/** Each further piece of a file is worth this share of what it would be, so that a task with several parts gets several files. */
const furtherOfFile = 0.85;
/** Worth, as a share, of what repeats the words of the code and does nothing: imports, texts between definitions, types without code. */
const idleShare = 0.2;
/** Comments alone have this share of their worth, and a piece with some comments lies between. */
const commentsShare = 0.15;
/**
 * A word of the question counts for this share of itself for each earlier piece that has it, so that each part of a task gets a piece: a dozen pieces
 * about one part would say less than one about another.
 */
const repeatedWord = 0.85;
/** The share of its worth that a piece keeps, whatever the earlier pieces have. */
const keptShare = 0.25;
/** So many of the best pieces are compared by their words; pieces after them are too weak to stand for a part of the task. */
const comparedPieces = 40;

/** The terms of a question that say something of the code. */
export function meantTerms(query: string): ReadonlySet<string> {
  return new Set(parseHybridQuery(query).terms.flatMap(({ term, isChatter }) => (isChatter ? [] : [term])));
}

/**
 * The pieces in the order in which they are worth showing; those of others and of generators are last, unless the question names their file.
 * @param terms of the question
 */
export function byWorth(pieces: readonly ExplorePiece[], terms: ReadonlySet<string>): ExplorePiece[] {
  const worths = new Map(pieces.map((piece) => [piece, worthOf(piece)]));
  const sorted = bySharesOfFiles(pieces, worths);
  const own = sorted.filter((piece) => !isLast(piece));
  return [
    ...byFreshWords(own.slice(0, comparedPieces), { worths, terms }),
    ...own.slice(comparedPieces),
    ...sorted.filter(isLast),
  ];
}

function isLast({ isForeign, isMentioned }: ExplorePiece): boolean {
  return isForeign && !isMentioned;
}

/** Each further piece of a file has a share of its worth. */
function bySharesOfFiles(
  pieces: readonly ExplorePiece[],
  worths: ReadonlyMap<ExplorePiece, number>,
): readonly ExplorePiece[] {
  const ofFile = new Map<string, number>();
  const shares = new Map<ExplorePiece, number>();
  for (const piece of pieces.toSorted((a, b) => worths.get(b)! - worths.get(a)!)) {
    const before = ofFile.get(piece.file.path) ?? 0;
    ofFile.set(piece.file.path, before + 1);
    shares.set(piece, worths.get(piece)! * furtherOfFile ** before);
  }
  return pieces.toSorted((a, b) => shares.get(b)! - shares.get(a)!);
}

/** Takes the piece that is worth most after those taken before: less if its file has pieces among them, and if they have its words of the question. */
function byFreshWords(
  pieces: readonly ExplorePiece[],
  { worths, terms }: { worths: ReadonlyMap<ExplorePiece, number>; terms: ReadonlySet<string> },
): ExplorePiece[] {
  const words = termsOfPieces(pieces, terms);
  const counts = new Map<string, number>();
  for (const found of words.values()) for (const term of found) counts.set(term, (counts.get(term) ?? 0) + 1);
  const weights = new Map([...counts].map(([term, count]) => [term, Math.log(1 + pieces.length / count)]));
  const seen = new Map<string, number>();
  const ofFile = new Map<string, number>();
  const freshness = (piece: ExplorePiece): number => {
    let all = 0;
    let fresh = 0;
    for (const term of words.get(piece)!) {
      all += weights.get(term)!;
      fresh += weights.get(term)! * repeatedWord ** (seen.get(term) ?? 0);
    }
    return all === 0 ? 0 : fresh / all;
  };
  const now = (piece: ExplorePiece): number =>
    worths.get(piece)! *
    furtherOfFile ** (ofFile.get(piece.file.path) ?? 0) *
    (keptShare + (1 - keptShare) * freshness(piece));
  const left = [...pieces];
  const ordered: ExplorePiece[] = [];
  while (left.length > 0) {
    const values = left.map(now);
    const [next] = left.splice(values.indexOf(Math.max(...values)), 1);
    ordered.push(next!);
    ofFile.set(next!.file.path, (ofFile.get(next!.file.path) ?? 0) + 1);
    for (const term of words.get(next!)!) seen.set(term, (seen.get(term) ?? 0) + 1);
  }
  return ordered;
}

/** The terms of the question that each piece has. */
function termsOfPieces(
  pieces: readonly ExplorePiece[],
  terms: ReadonlySet<string>,
): ReadonlyMap<ExplorePiece, ReadonlySet<string>> {
  const ofWords = new Map<string, readonly string[]>();
  const termsOf = (word: string): readonly string[] => {
    let found = ofWords.get(word);
    if (found === undefined) {
      const { parts, whole } = identifierTerms(word);
      ofWords.set(word, (found = [...parts, whole ?? ''].filter((term) => terms.has(term))));
    }
    return found;
  };
  return new Map(
    pieces.map((piece) => {
      const words =
        textLines(piece)
          .join('\n')
          .match(/[\p{L}\p{N}_$]+/gu) ?? [];
      return [piece, new Set(words.flatMap(termsOf))];
    }),
  );
}

/** Comparable with other pieces of the same answer only. */
export function worthOf(piece: ExplorePiece): number {
  const { likelihood, strength, file } = piece;
  return (
    likelihood ** worth.likelihood *
    Math.exp(worth.strength * strength) *
    file.lines.length ** worth.fileLines *
    shareOfWork(piece)
  );
}

/** How much of a piece does something, as a share of its worth. */
function shareOfWork(piece: ExplorePiece): number {
  const lines = textLines(piece).filter((line) => line.trim() !== '');
  const comments = commentLines(lines).reduce((sum, one) => sum + one, 0) / Math.max(1, lines.length);
  const isIdle = piece.isDeclaration || piece.chunk.kind === 'imports' || piece.chunk.kind === 'text';
  // The square spares code with a comment of a few lines.
  return (1 - (1 - commentsShare) * comments ** 2) * (isIdle ? idleShare : 1);
}

function textLines({ file, chunk }: ExplorePiece): readonly string[] {
  return file.lines.slice(chunk.startLine - 1, chunk.endLine);
}
