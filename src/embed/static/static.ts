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
import { decodeWeights, type StaticWeights } from './static-weights.ts';

/** Counts up when a text's sub-words or their weights change, which the weights' hash does not show. */
const method = 2;
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
  let weights: StaticWeights | null = decodeWeights(file);
  const { dimensions } = weights;
  // Its table of words takes as long as all the rest here, and a run on an unchanged project embeds nothing.
  let model: StaticModel | null = null;
  const open = (): StaticModel => {
    if (weights !== null) model = new StaticModel(weights);
    // The model has numbers of its own.
    weights = null;
    return model!;
  };
  const hash = createHash('sha256').update(file).digest('hex').slice(0, 16);
  return {
    id: `static/${method}/${hash}`,
    dimensions,
    embed: (texts, _purpose, signal) => embedAll(open(), texts, signal),
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
