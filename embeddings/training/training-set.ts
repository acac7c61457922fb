/**
 * The pairs of all training repositories as rows of the table, in shared memory.
 * Invariants: pairs are ordered by repository; `candidate`s are left out; of several pairs with equal sides, one is
 * kept.
 */
import type { TokenPairs } from './token-pairs.ts';
import { pairKinds } from './pair-texts.ts';
import type { Vocabulary } from './vocabulary.ts';

export interface TrainingSet {
  /** As in `TokenPairs`. */
  starts: Uint32Array;
  rows: Uint16Array;
  counts: Uint8Array;
  kinds: Uint8Array;
  /** Equal for equal queries, and for equal passages: such pairs are not used as negative examples for each other. */
  queryHashes: Uint32Array;
  passageHashes: Uint32Array;
  /** The first pair of each repository, and a last number for the end. */
  repositories: Uint32Array;
}

function shared(bytes: number): SharedArrayBuffer {
  return new SharedArrayBuffer(Math.max(bytes, 8));
}

export function emptyTrainingSet(pairs: number, tokens: number, repositories: number): TrainingSet {
  return {
    starts: new Uint32Array(shared((2 * pairs + 1) * 4)),
    rows: new Uint16Array(shared(tokens * 2)),
    counts: new Uint8Array(shared(tokens)),
    kinds: new Uint8Array(shared(pairs)),
    queryHashes: new Uint32Array(shared(pairs * 4)),
    passageHashes: new Uint32Array(shared(pairs * 4)),
    repositories: new Uint32Array(shared((repositories + 1) * 4)),
  };
}

/** Independent of the order of the rows. */
function hashSide({ rows, counts }: Pick<TrainingSet, 'rows' | 'counts'>, from: number, to: number): number {
  let hash = 0;
  for (let i = from; i < to; i++) {
    let one = Math.imul(rows[i]! + 1, 0x9e3779b1) ^ Math.imul(counts[i]!, 0x85ebca6b);
    one = Math.imul(one ^ (one >>> 15), 0x2c1b3c6d);
    hash = (hash + (one ^ (one >>> 13))) | 0;
  }
  return hash >>> 0;
}

const candidate = pairKinds.indexOf('candidate');

export function buildTrainingSet(sets: readonly TokenPairs[], vocabulary: Vocabulary): TrainingSet {
  const pairs = sets.reduce((sum, { kinds }) => sum + kinds.length, 0);
  const tokens = sets.reduce((sum, set) => sum + set.tokens.length, 0);
  const result = emptyTrainingSet(pairs, tokens, sets.length);
  const seen = new Set<string>();
  let pair = 0;
  let at = 0;
  for (const [repository, set] of sets.entries()) {
    result.repositories[repository] = pair;
    const rowOf = Uint16Array.from(set.words, (word) => vocabulary.rowOf(word));
    for (let p = 0; p < set.kinds.length; p++) {
      if (set.kinds[p] === candidate) continue;
      const [start, middle, end] = [set.starts[2 * p]!, set.starts[2 * p + 1]!, set.starts[2 * p + 2]!];
      for (let i = start; i < end; i++) {
        result.rows[at + i - start] = rowOf[set.tokens[i]!]!;
        result.counts[at + i - start] = set.counts[i]!;
      }
      const query = hashSide(result, at, at + middle - start);
      const passage = hashSide(result, at + middle - start, at + end - start);
      const key = `${query} ${passage}`;
      if (seen.has(key)) continue;
      seen.add(key);
      result.starts[2 * pair] = at;
      result.starts[2 * pair + 1] = at + middle - start;
      at += end - start;
      result.starts[2 * pair + 2] = at;
      result.kinds[pair] = set.kinds[p]!;
      result.queryHashes[pair] = query;
      result.passageHashes[pair] = passage;
      pair++;
    }
  }
  result.repositories[sets.length] = pair;
  return result;
}

/** The number of pairs in the set; its arrays may be longer. */
export function pairCount({ repositories }: TrainingSet): number {
  return repositories[repositories.length - 1]!;
}
