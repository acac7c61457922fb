/**
 * The embedder that ships with the product: no network, no native code, no set-up. Queries and passages are embedded alike.
 * docs/model-card.md says what it was trained on and what it is worth.
 */
import { createHash, type Hash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../model/error.ts';
import { assetUrl } from '../../util/assets.ts';
import type { Embedder } from '../embedder.ts';
import { StaticModel } from './static-model.ts';
import { decodeWeights, type StaticWeights } from './static-weights.ts';

/** Counts up when a text's sub-words or their weights change, which the weights' hash does not show. */
const method = 2;
/** Of the weights that are in memory at a time. */
const partBytes = 256 * 1024;
/** Milliseconds of work before others may have their turn. */
const slice = 10;

/** Where the weights are that ship with the product. */
export const shippedWeights = assetUrl('embeddings/static.bin');

function unreadable(error: unknown): AppError {
  return new AppError('FileSystemError', 'the embedding model cannot be read', {
    hint: 'Install the package again, or run `npm run build` in a checkout.',
    cause: error,
  });
}

function idOf(hash: Hash): string {
  return `static/${method}/${hash.digest('hex').slice(0, 16)}`;
}

/** `Embedder.id` of the embedder with these weights, which are not kept. Rejects with an `AppError`. */
export async function staticEmbedderId(location: URL): Promise<string> {
  try {
    const hash = createHash('sha256');
    const part = Buffer.allocUnsafe(partBytes);
    const file = await open(location);
    try {
      for (;;) {
        const { bytesRead } = await file.read(part, 0, partBytes);
        if (bytesRead === 0) return idOf(hash);
        hash.update(part.subarray(0, bytesRead));
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    throw unreadable(error);
  }
}

/** @param location a file of weights; rejects with an `AppError` when it cannot be used */
export async function createStaticEmbedder(location: URL): Promise<Embedder> {
  const file = await readFile(location).catch((error: unknown) => {
    throw unreadable(error);
  });
  let weights: StaticWeights | null = decodeWeights(file);
  const { dimensions } = weights;
  // Its table of words takes as long as all the rest here, and a run on an unchanged project embeds nothing.
  let model: StaticModel | null = null;
  const loaded = (): StaticModel => {
    if (weights !== null) model = new StaticModel(weights);
    // The model has numbers of its own.
    weights = null;
    return model!;
  };
  return {
    id: idOf(createHash('sha256').update(file)),
    dimensions,
    embed: (texts, _purpose, signal) => embedAll(loaded(), texts, signal),
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
