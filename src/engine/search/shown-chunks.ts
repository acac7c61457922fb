/** Ranks the chunks of a file that is shown. */
import { testLines } from '../../graph/queries/test-modules.ts';
import { firstChunk, containsAnyLine } from '../../search/hybrid/chunk-spans.ts';
import type { ChunkScores } from '../../search/hybrid/chunks.ts';
import { hybridRanking } from '../../search/hybrid/constants.ts';
import { isOnlyComments } from '../../util/comment-lines.ts';
import type { FileReading } from '../files/chunk-answers.ts';

export interface ShownFile extends Pick<ChunkScores, 'scores' | 'ofKind' | 'withPhrases'> {
  reading: FileReading;
  /** Nearness in meaning by chunk, 0 to 1. */
  near: ReadonlyMap<number, number>;
  /** Lines of definitions that the question names. */
  meant: readonly number[];
}

interface ChunkRank {
  /** Position of the chunk in the file. */
  at: number;
  score: number;
  /** As in `RankedChunk`. */
  words: number;
  bonus: number;
}

/** The chunks of a file by words and meaning, best first, or its first chunk if none matches. */
export function rankChunks(
  { reading, scores, ofKind, withPhrases, near, meant }: ShownFile,
  { meaning, priorOfTests }: { meaning: number; priorOfTests: number },
): ChunkRank[] {
  const { spans } = reading;
  const most = scores.reduce((largest, score) => Math.max(largest, score), 0) || 1;
  const tests = testLines(reading);
  const ranked: ChunkRank[] = [];
  for (let at = 0; at < spans.length; at++) {
    const span = spans[at]!;
    const share = ofKind[at] === true ? near.get(at) : undefined;
    const namedScore =
      ofKind[at] === true && meant.some((line) => containsAnyLine(span, line, line)) ? hybridRanking.meant : 0;
    if (scores[at] === 0 && share === undefined && namedScore === 0) continue;
    // Tests inside a source file are ranked below its code, as test files are, except for verbatim matches.
    const prior = tests.some(([from, to]) => containsAnyLine(span, from, to)) ? priorOfTests : 1;
    const written = hybridRanking.writtenChunk * (withPhrases.get(at) ?? 0);
    const words = scores[at]! * prior;
    const bonus = (meaning * (share ?? 0) + namedScore) * prior + written;
    ranked.push({ at, score: words / most + bonus, words, bonus });
  }
  const withCode = describedByComments(ranked, reading).sort((a, b) => b.score - a.score || a.at - b.at);
  return withCode.length === 0 ? [{ at: firstChunk(spans), score: 0, words: 0, bonus: 0 }] : withCode;
}

/** The long comment before a definition is a chunk of its own: what is found in it stands for the chunk behind it, where the definition begins. */
function describedByComments(ranked: readonly ChunkRank[], { spans, textOf }: FileReading): ChunkRank[] {
  const found = new Map<number, ChunkRank>();
  for (const one of ranked) {
    let { at } = one;
    while (at + 1 < spans.length && spans[at]!.kind === 'part' && isOnlyComments(textOf(at))) at++;
    const other = found.get(at);
    found.set(at, other === undefined || one.score > other.score ? { ...one, at } : other);
  }
  return [...found.values()];
}
