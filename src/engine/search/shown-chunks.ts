/** Which chunks of a file are shown, and which are named beside the best. */
import { testLines } from '../../graph/queries/test-modules.ts';
import { firstChunk, meets } from '../../search/chunk-spans.ts';
import type { ChunkScores } from '../../search/repo-chunks.ts';
import { repoRanking } from '../../search/ranking-constants.ts';
import type { FileReading } from '../files/chunk-answers.ts';

export interface ShownFile extends Omit<ChunkScores, 'having'> {
  reading: FileReading;
  /** By chunk, how near it is in meaning, 0 to 1. */
  near: ReadonlyMap<number, number>;
  /** Lines of what the question names. */
  meant: readonly number[];
}

interface RankedPlace {
  at: number;
  score: number;
  isNear: boolean;
}

/** The first of a file's chunks by their words and by their meaning; where neither says anything, its first. */
export function rankChunks(
  { reading, scores, ofKind, withPhrases, near, meant }: ShownFile,
  { meaning, ofTests }: { meaning: number; ofTests: number },
): RankedPlace[] {
  const { spans } = reading;
  const most = scores.reduce((largest, score) => Math.max(largest, score), 0) || 1;
  const tests = testLines(reading);
  const ranked: RankedPlace[] = [];
  for (let at = 0; at < spans.length; at++) {
    const span = spans[at]!;
    const share = ofKind[at] === true ? near.get(at) : undefined;
    const ofMeant = ofKind[at] === true && meant.some((line) => meets(span, line, line)) ? repoRanking.meant : 0;
    if (scores[at] === 0 && share === undefined && ofMeant === 0) continue;
    // As files of tests are behind what they test, so are tests in a file of their own code, but for what they have as it is written.
    const prior = tests.some(([from, to]) => meets(span, from, to)) ? ofTests : 1;
    const written = repoRanking.writtenChunk * (withPhrases.get(at) ?? 0);
    const score = (scores[at]! / most + meaning * (share ?? 0) + ofMeant) * prior + written;
    ranked.push({ at, score, isNear: share !== undefined });
  }
  ranked.sort((a, b) => b.score - a.score || a.at - b.at);
  return ranked.length === 0 ? [{ at: firstChunk(spans), score: 0, isNear: false }] : ranked;
}
