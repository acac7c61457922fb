/**
 * The contract for turning texts into vectors; each folder of `src/embed` is one provider.
 * Invariant: two vectors may be compared if and only if their embedders have equal ids.
 */

import type { QuantisedVectors } from './quantised-vector.ts';

/** Some models embed a query and a passage in different ways. */
export type EmbeddingPurpose = 'query' | 'passage';

export interface Embedder {
  /** Names the provider, the model and everything else that affects its vectors; one line, without secrets. Stored beside the vectors. */
  readonly id: string;
  /** Number of values of every vector. */
  readonly dimensions: number;
  /**
   * A vector of length 1 for each text, in order; zeros for a text in which the model knows no word. Any number of texts
   * of any length is accepted; a text that is too long for the model is cut. Rejects with an `AppError`, `CancelledError` after `signal`.
   */
  embed(texts: readonly string[], purpose: EmbeddingPurpose, signal?: AbortSignal): Promise<Float32Array[]>;
  /** `quantiseVectors` of the result of `embed` for these passages; present where that is cheaper in one step. */
  embedQuantised?: (passages: readonly string[], signal?: AbortSignal) => Promise<QuantisedVectors>;
  close(): Promise<void>;
}
