/**
 * The embedder that ships with the product: no network, no native code, no set-up. Queries and passages are embedded alike.
 * docs/model-card.md says what it was trained on and what it is worth.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../model/error.ts';
import { assetUrl } from '../../util/assets.ts';
import type { Embedder } from '../embedder.ts';
import { StaticModel } from './static-model.ts';
import { decodeWeights } from './static-weights.ts';

/** Counts up when a text's sub-words or their weights change, which the weights' hash does not show. */
const method = 1;
/** Milliseconds of work before others may have their turn. */
const slice = 10;

/** Where the weights are that ship with the product. */
export const shippedWeights = assetUrl('embeddings/static.bin');

/** @param location a file of weights; rejects with an `AppError` when it cannot be used */
export async function createStaticEmbedder(location: URL): Promise<Embedder> {
  const file = await readFile(location).catch((error: unknown) => {
    throw new AppError('FileSystemError', 'the embedding model cannot be read', {
      hint: 'Install the package again, or run `npm run build` in a checkout.',
      cause: error,
    });
  });
  const weights = decodeWeights(file);
  // Its table of words takes as long as all the rest here, and a run on an unchanged project embeds nothing.
  let model: StaticModel | null = null;
  const hash = createHash('sha256').update(file).digest('hex').slice(0, 16);
  return {
    id: `static/${method}/${hash}`,
    dimensions: weights.dimensions,
    embed: (texts, _purpose, signal) => embedAll((model ??= new StaticModel(weights)), texts, signal),
    close: () => Promise.resolve(),
  };
}

async function embedAll(
  model: StaticModel,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  let since = performance.now();
  for (const text of texts) {
    if (performance.now() - since > slice) {
      await setImmediate();
      since = performance.now();
    }
    if (signal?.aborted === true) throw new AppError('CancelledError', 'embedding was cancelled');
    vectors.push(model.embed(text));
  }
  return vectors;
}
