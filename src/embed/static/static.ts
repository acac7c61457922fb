/**
 * The embedder that ships with the product: no network, no native code, no set-up. Queries and passages are embedded alike.
 * docs/explanation/model-card.md describes its training and its quality.
 */
import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync, type BigIntStats } from 'node:fs';
import { AppError } from '../../model/error.ts';
import { assetUrl } from '../../util/assets.ts';
import type { Embedder } from '../embedder.ts';
import { emptyVectors } from '../quantised-vector.ts';
import { beginSha256, sha256 } from '../../util/bytes/digest.ts';
import { lazyFiles } from '../../util/lazy-module.ts';
import { QuestionModel, modelReplaced } from './question-model.ts';
import { StaticModel } from './static-model.ts';
import { clockMs } from '../../util/clock.ts';
import { nextTurn } from '../../util/turns/turns.ts';

/** Increased whenever a text's sub-words or their weights change in a way that the file's hash does not show. */
const method = 2;
/** Number of bytes of the file that are read at a time. */
const partBytes = 256 * 1024;
/** Duration of embedding (ms) before other work may run. */
const sliceMs = 10;

/** Location of the weights that ship with the product. */
export const shippedWeights = assetUrl('embeddings/static.bin');

function unreadable(error: unknown): AppError {
  return new AppError('FileSystemError', 'the embedding model cannot be read', {
    hint: 'Install the package again, or run `npm run build` in a checkout.',
    cause: error,
  });
}

/** @param digest SHA-256 of the weights, in hexadecimal digits */
function idOf(digest: string): string {
  return `static/${method}/${digest.slice(0, 16)}`;
}

/** The digest beside the weights in the package, in the format of `sha256sum`. Reading it saves 7 ms in every process that needs the id. */
const digestFile = new URL('static.bin.sha256', shippedWeights);

/** The digest of the weights in the package. Null for other weights, and in a checkout, where the weights may change. */
function knownDigest(location: URL): string | null {
  if (location.href !== shippedWeights.href) return null;
  try {
    return /^[0-9a-f]{64}(?= )/.exec(readFileSync(digestFile, 'latin1'))?.[0] ?? null;
  } catch {
    return null;
  }
}

async function digestOf(location: URL): Promise<string> {
  const file = await lazyFiles().open(location);
  try {
    const digest = beginSha256();
    const part = Buffer.allocUnsafe(partBytes);
    for (;;) {
      const { bytesRead } = await file.read(part, 0, partBytes);
      if (bytesRead === 0) return digest.digest('hex');
      digest.update(part.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

/**
 * The file whose id was computed last in this thread, and the id. A run needs the id twice: to check which weights the stored vectors are of, and to
 * make new vectors.
 */
let lastIdentified: { file: string; id: string } | null = null;

/** Identifies a file with its content at one moment: any write changes its times. */
function identityOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}

/** `Embedder.id` for the weights at a location. The file is read in parts, and not kept in memory. Rejects with an `AppError`. */
export async function staticEmbedderId(location: URL): Promise<string> {
  try {
    const file = identityOf(statSync(location, { bigint: true }));
    if (lastIdentified?.file === file) return lastIdentified.id;
    const id = idOf(knownDigest(location) ?? (await digestOf(location)));
    if (identityOf(statSync(location, { bigint: true })) === file) lastIdentified = { file, id };
    return id;
  } catch (error) {
    throw unreadable(error);
  }
}

/** Maximum length of a query for the question model (UTF-16 units). For a longer text, loading the whole model is worth its time. */
const maxQueryLength = 2000;

/**
 * Rejects with an `AppError` when the file cannot be used.
 * @param location of a file of weights
 * @param knownId its id, if it is known; otherwise the whole file is read to compute it
 */
export async function createStaticEmbedder(location: URL, knownId: string | null = null): Promise<Embedder> {
  const id = knownId ?? (await staticEmbedderId(location));
  let questionModel: QuestionModel | null = openQuestionModel(location);
  const { dimensions } = questionModel;
  const questions = (): QuestionModel => (questionModel ??= openQuestionModel(location));
  // Loaded on demand: loading takes as long as all other work of a run, and a run on an unchanged project embeds nothing.
  let model: StaticModel | null = null;
  const wholeModel = (): StaticModel => (model ??= openWhole(location, id));
  return {
    id,
    dimensions,
    embed: async (texts, purpose, signal) => {
      const [text] = texts;
      const isQuestion =
        purpose === 'query' && texts.length === 1 && text !== undefined && text.length <= maxQueryLength;
      const chosen = model ?? (isQuestion ? questions() : wholeModel());
      const vectors: Float32Array[] = [];
      await inSlices(texts, signal, (one) => vectors.push(chosen.embed(one)));
      return vectors;
    },
    embedQuantised: async (passages, signal) => {
      const fullModel = wholeModel();
      const vectors = emptyVectors(passages.length, dimensions);
      await inSlices(passages, signal, (text, index) => fullModel.embedInto(vectors, index, text));
      return vectors;
    },
    close: () => {
      questionModel?.close();
      questionModel = null;
      model = null;
      return Promise.resolve();
    },
  };
}

function openWhole(location: URL, id: string): StaticModel {
  try {
    const file = openSync(location, 'r');
    try {
      const before = fstatSync(file, { bigint: true });
      const bytes = Buffer.allocUnsafeSlow(Number(before.size));
      for (let done = 0; done < bytes.length;) {
        const count = readSync(file, bytes, done, bytes.length - done, done);
        if (count === 0) throw modelReplaced();
        done += count;
      }
      if (!isIdentified(file, before, id) && idOf(sha256(bytes)) !== id) throw modelReplaced();
      return new StaticModel(bytes);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw error instanceof AppError ? error : unreadable(error);
  }
}

/** Whether `id` was computed from the file that was read, and the file has not changed meanwhile. */
function isIdentified(file: number, before: BigIntStats, id: string): boolean {
  if (lastIdentified?.id !== id || lastIdentified.file !== identityOf(before)) return false;
  return identityOf(fstatSync(file, { bigint: true })) === lastIdentified.file;
}

function openQuestionModel(location: URL): QuestionModel {
  try {
    return new QuestionModel(location);
  } catch (error) {
    throw error instanceof AppError ? error : unreadable(error);
  }
}

/** Embeds texts with pauses for other work. The signal can be aborted only in a pause, so it is checked after each. */
async function inSlices(
  texts: readonly string[],
  signal: AbortSignal | undefined,
  embed: (text: string, index: number) => void,
): Promise<void> {
  throwIfAborted(signal);
  let since = clockMs();
  for (let index = 0; index < texts.length; index++) {
    if (clockMs() - since > sliceMs) {
      await nextTurn();
      throwIfAborted(signal);
      since = clockMs();
    }
    embed(texts[index]!, index);
  }
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new AppError('CancelledError', 'embedding was cancelled');
}
