/** Ranks the chunks of a file that is shown. */
import { testLines } from '../../graph/queries/test-modules.ts';
import { firstChunk, containsAnyLine } from '../../search/hybrid/chunk-spans.ts';
import type { ChunkScores } from '../../search/hybrid/chunks.ts';
import { hybridRanking } from '../../search/hybrid/constants.ts';
import type { FileReading } from '../files/chunk-answers.ts';

export interface ShownFile extends Omit<ChunkScores, 'maxVerbatim'> {
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
  isNear: boolean;
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
    const score = (scores[at]! / most + meaning * (share ?? 0) + namedScore) * prior + written;
    ranked.push({ at, score, isNear: share !== undefined });
  }
  ranked.sort((a, b) => b.score - a.score || a.at - b.at);
  return ranked.length === 0 ? [{ at: firstChunk(spans), score: 0, isNear: false }] : ranked;
}
