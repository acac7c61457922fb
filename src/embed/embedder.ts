/**
 * The contract of what turns texts into vectors; one folder of `src/embed` a provider.
 * Invariant: two vectors may be compared exactly when their embedders have equal ids.
 */

import type { QuantisedVectors } from './quantised-vector.ts';

/** Some models embed a question and what it is to find in different ways. */
export type EmbeddingPurpose = 'query' | 'passage';

export interface Embedder {
  /** Names the provider, the model and whatever else changes its vectors; one line, without secrets. Stored beside the vectors. */
  readonly id: string;
  /** Values of every vector. */
  readonly dimensions: number;
  /**
   * A vector for each text, in their order, of length 1; of zeros for a text with nothing in it that the model knows. Any number of texts
   * of any length: what a model cannot take whole is cut. Rejects with an `AppError`, `CancelledError` after `signal`.
   */
  embed(texts: readonly string[], purpose: EmbeddingPurpose, signal?: AbortSignal): Promise<Float32Array[]>;
  /** `quantiseVectors` of what `embed` gives for these passages; present where that is cheaper than both. */
  embedQuantised?: (passages: readonly string[], signal?: AbortSignal) => Promise<QuantisedVectors>;
  close(): Promise<void>;
}
