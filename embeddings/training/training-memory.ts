/** The layout of the memory that all training threads share. Addresses are in bytes. */
import { adamBeta1, adamBeta2 } from './kernels.ts';

export interface TrainingSettings {
  dimensions: number;
  /** Pairs per step; a multiple of 4. */
  batch: number;
  steps: number;
  /** The maximum: the rate rises over the first steps and then falls linearly to almost zero. */
  learningRate: number;
  /** τ of InfoNCE. */
  temperature: number;
  /** The share of batches from one to three repositories, in which pairs are harder to tell apart. */
  ownRepositories: number;
  /** The share of a passage's tokens that a step leaves out; for a query it is half of that. */
  dropout: number;
  seed: number;
  threads: number;
}

export interface TrainingMemory {
  /** The table, followed at distances of `apart` bytes by Adam's first and second moments and the gradient. */
  table: number;
  apart: number;
  /** Vectors of a batch's two sides, and their gradients. */
  queries: number;
  passages: number;
  queryGradients: number;
  passageGradients: number;
  /** Lengths before normalisation: queries, then passages. */
  lengths: number;
  /** Exponentials of the scores, `batch` × `batch`. */
  scores: number;
  /** The weights in each query's and each passage's gradient, also `batch` × `batch`. */
  weights: number;
  /** The loss of each pair of the batch. */
  losses: number;
  /** For each thread and row: one more than the step in which the row was last changed. */
  lastSteps: number;
  /** Two 32-bit numbers of the threads' barrier. */
  barrier: number;
  total: number;
}

export function layOut(rows: number, { dimensions, batch, threads }: TrainingSettings): TrainingMemory {
  let next = 0;
  const take = (numbers: number): number => {
    const from = next;
    next += Math.ceil((numbers * 4) / 64) * 64;
    return from;
  };
  const table = take(rows * dimensions);
  const apart = take(rows * dimensions);
  take(rows * dimensions);
  take(rows * dimensions);
  return {
    table,
    apart,
    queries: take(batch * dimensions),
    passages: take(batch * dimensions),
    queryGradients: take(batch * dimensions),
    passageGradients: take(batch * dimensions),
    lengths: take(2 * batch),
    scores: take(batch * batch),
    weights: take(batch * batch),
    losses: take(batch),
    lastSteps: take(threads * rows),
    barrier: take(2),
    total: next,
  };
}

const warmUp = 0.03;
const lastRate = 0.02;

export function learningRateAt(step: number, { steps, learningRate }: TrainingSettings): number {
  const progress = step / steps;
  if (progress < warmUp) return (learningRate * (step + 1)) / (warmUp * steps + 1);
  return learningRate * ((1 - (progress - warmUp) / (1 - warmUp)) * (1 - lastRate) + lastRate);
}

/**
 * Adam's factors for a row that was last changed `idle` steps before: its moments decay as if the gradients in between
 * had been zero.
 */
export function adamFactors(
  step: number,
  idle: number,
): { keepM: number; keepV: number; unbiasM: number; unbiasV: number } {
  return {
    keepM: adamBeta1 ** Math.min(idle, 200),
    keepV: adamBeta2 ** Math.min(idle, 10_000),
    unbiasM: 1 / (1 - adamBeta1 ** (step + 1)),
    unbiasV: 1 / (1 - adamBeta2 ** (step + 1)),
  };
}
