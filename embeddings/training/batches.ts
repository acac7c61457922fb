/**
 * The pairs of each training step.
 * Invariant: the choice is a function of the step, the seed and the set alone, so every thread computes it by itself.
 */
import { pairKinds, type PairKind } from './pair-texts.ts';
import { random, type Random } from './random.ts';
import type { TrainingSettings } from './training-memory.ts';
import { pairCount, type TrainingSet } from './training-set.ts';

/** How often a pair is used when its turn comes: prose is worth more than a name. */
const shares: Readonly<Record<PairKind, number>> = { docstring: 1, comment: 0.7, name: 0.5, test: 0.5, candidate: 0 };
const shareOf = pairKinds.map((kind) => shares[kind]);

function pickPair(set: TrainingSet, numbers: Random, from: number, to: number): number {
  for (;;) {
    const pair = from + numbers.below(to - from);
    if (numbers.next() < shareOf[set.kinds[pair]!]!) return pair;
  }
}

function repositoryOf(set: TrainingSet, pair: number): number {
  let repository = 0;
  while (set.repositories[repository + 1]! <= pair) repository++;
  return repository;
}

export function batchAt(step: number, set: TrainingSet, settings: TrainingSettings): Uint32Array {
  const { batch, seed, ownRepositories } = settings;
  const numbers = random(seed, step);
  const all = pairCount(set);
  const chosen = new Uint32Array(batch);
  const groups = numbers.next() < ownRepositories ? 1 + numbers.below(3) : 0;
  for (let i = 0; i < batch && groups === 0; i++) chosen[i] = pickPair(set, numbers, 0, all);
  for (let group = 0; group < groups; group++) {
    const repository = repositoryOf(set, numbers.below(all));
    const [first, end] = [set.repositories[repository]!, set.repositories[repository + 1]!];
    const [from, to] = [Math.floor((batch * group) / groups), Math.floor((batch * (group + 1)) / groups)];
    // A repository too small to fill its part would repeat its pairs.
    const fits = end - first >= 2 * (to - from);
    for (let i = from; i < to; i++)
      chosen[i] = fits ? pickPair(set, numbers, first, end) : pickPair(set, numbers, 0, all);
  }
  return chosen;
}
