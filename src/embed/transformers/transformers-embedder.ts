/**
 * Vectors by a transformer model on this machine, run by `@huggingface/transformers` if the user has installed it.
 * Invariant: nothing is downloaded unless the user permitted it for a named model, and then only while it is opened.
 */
import { isAbsolute } from 'node:path';
import { AppError } from '../../model/error.ts';
import type { Embedder, EmbeddingPurpose } from '../embedder.ts';
import { modelInput, unitVector } from '../unit-vector.ts';
import { workSlots } from '../work-slots.ts';
import { defaultDtype, defaultPooling, readModelFolder } from './model-files.ts';
import type { ModelFiles } from './model-files.ts';
import { loadTransformersPackage } from './transformers-package.ts';
import type { Extractor, TransformersPackage } from './transformers-package.ts';

export interface TransformersEmbedderSettings {
  /** Absolute path of a folder with the model, or its name on the Hugging Face Hub. */
  model: string;
  /** Whether a named model may be downloaded when it is not in `downloads` yet. */
  allowDownload: boolean;
  /** Absolute path of the folder with downloaded models. */
  downloads: string;
  /** Absolute path of the folder whose `node_modules` contains the package; empty: beside Code Scout. */
  packageFolder: string;
  /** Number of dimensions to keep, for models whose vectors may be cut; null: all. */
  dimensions: number | null;
  /** Texts per batch. */
  batchSize: number;
  /** `auto`: as the model's folder says. */
  pooling: string;
  /** Prepended to each text. */
  prefixes: Readonly<Record<EmbeddingPurpose, string>>;
}

function configurationError(message: string, hint: string, cause?: unknown): AppError {
  return new AppError('ConfigurationError', message, { hint, ...(cause === undefined ? {} : { cause }) });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function checkModelName(model: string): void {
  if (model.trim() === '') {
    throw configurationError(
      'The embedding provider `transformers` needs a model',
      'Set `embedding.model` to the absolute path of a folder with one, or to a name on the Hugging Face Hub with `embedding.allowDownload`.',
    );
  }
  if (!isAbsolute(model) && !/^[A-Za-z0-9][\w.-]*(?:\/[\w.-]+)?$/.test(model)) {
    throw configurationError(
      `\`embedding.model\` is neither an absolute path nor a name of the form \`owner/model\`: ${model}`,
      'Write an absolute path, or `owner/model`.',
    );
  }
}

async function openExtractor(
  { env, pipeline }: TransformersPackage,
  { model, allowDownload, downloads }: TransformersEmbedderSettings,
  dtype: string,
): Promise<Extractor> {
  const mayFetch = allowDownload && !isAbsolute(model);
  env.allowLocalModels = true;
  env.allowRemoteModels = mayFetch;
  env.cacheDir = downloads;
  try {
    return await pipeline('feature-extraction', model, { dtype, device: 'cpu', local_files_only: !mayFetch });
  } catch (error) {
    const reason = messageOf(error);
    if (isAbsolute(model)) {
      throw configurationError(
        `The model in ${model} could not be loaded: ${reason}`,
        'Check that its ONNX files are complete, and that the package supports this kind of model.',
        error,
      );
    }
    if (mayFetch)
      throw configurationError(
        `The model ${model} could not be fetched or loaded: ${reason}`,
        'Check `embedding.model` and the network.',
        error,
      );
    throw configurationError(
      `The model ${model} is not on this machine: ${reason}`,
      'Set `embedding.allowDownload` to true to fetch it once, or `embedding.model` to the absolute path of a folder with it.',
      error,
    );
  } finally {
    env.allowRemoteModels = false;
  }
}

/** Rows of the model's values, `width` values each. */
interface Rows {
  data: ArrayLike<number>;
  width: number;
}

/** Runs the model on a batch. Rejects with an `AppError` for an error of the model. */
async function runModel(extractor: Extractor, texts: string[], pooling: string): Promise<Rows> {
  let output;
  try {
    output = await extractor(texts, { pooling, normalize: false });
  } catch (error) {
    throw configurationError(
      `The embedding model failed: ${messageOf(error)}`,
      'Try a smaller `embedding.batchSize` or another `embedding.model`.',
      error,
    );
  }
  const { data, dims } = output;
  const width = dims[1] ?? 0;
  if (dims.length === 2 && dims[0] === texts.length && width > 0 && data.length === texts.length * width)
    return { data, width };
  throw withoutVectors(dims);
}

function withoutVectors(dims: readonly number[]): AppError {
  return configurationError(
    `The embedding model gave no vector of finite numbers for each text (its form: ${dims.join(' × ')})`,
    'Set `embedding.model` to one that is made for embedding.',
  );
}

/** The first `dimensions` values of a row; null for a text for which the model returned no numbers. */
function valuesOf({ data, width }: Rows, row: number, dimensions: number): number[] | null {
  const values = Array.from({ length: dimensions }, (_, i) => data[row * width + i]!);
  return values.every((value) => Number.isFinite(value)) ? values : null;
}

class TransformersEmbedder implements Embedder {
  readonly id: string;
  readonly dimensions: number;
  readonly #extractor: Extractor;
  readonly #settings: TransformersEmbedderSettings;
  readonly #pooling: string;
  /** One at a time: the model uses all cores by itself. */
  readonly #slots = workSlots(1);
  #closed = false;

  constructor(
    extractor: Extractor,
    settings: TransformersEmbedderSettings,
    model: ModelFiles & { dimensions: number },
  ) {
    const { query, passage } = settings.prefixes;
    const prefixParts = query === '' && passage === '' ? [] : [query, passage];
    const parts = [model.id, model.dtype, model.pooling, model.dimensions, ...prefixParts];
    this.id = ['transformers', ...parts.map((part) => JSON.stringify(part))].join(' ');
    this.dimensions = model.dimensions;
    this.#extractor = extractor;
    this.#settings = settings;
    this.#pooling = model.pooling;
  }

  async embed(texts: readonly string[], purpose: EmbeddingPurpose, signal?: AbortSignal): Promise<Float32Array[]> {
    const { batchSize, prefixes } = this.#settings;
    const vectors = texts.map((): Float32Array => new Float32Array(this.dimensions));
    // Texts of similar length are embedded together, since all texts of a batch are padded to the longest.
    const places = [...texts.keys()]
      .filter((place) => texts[place]!.trim() !== '')
      .toSorted((a, b) => texts[a]!.length - texts[b]!.length || a - b);
    for (let from = 0; from < places.length; from += batchSize) {
      const batch = places.slice(from, from + batchSize);
      await this.#slots.run(purpose === 'query', async () => {
        if (this.#closed || signal?.aborted === true) throw new AppError('CancelledError', 'Embedding was cancelled');
        const inputs = batch.map((place) => modelInput(prefixes[purpose], texts[place]!));
        const rows = await runModel(this.#extractor, inputs, this.#pooling);
        for (const [row, place] of batch.entries()) {
          const values = valuesOf(rows, row, this.dimensions);
          // The model worked when it was opened, so this is a problem of the text, which must not stop all others.
          if (values !== null) vectors[place] = unitVector(values, this.dimensions);
          else if (purpose === 'query') throw withoutVectors([batch.length, rows.width]);
        }
      });
    }
    return vectors;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    // The work in progress uses the model's memory, so the model is disposed of after it.
    await this.#slots.run(true, () => this.#extractor.dispose());
  }
}

/** Rejects with a `ConfigurationError` that says what to install or to set. Loads the model, which takes a second or more. */
export async function openTransformersEmbedder(settings: TransformersEmbedderSettings): Promise<Embedder> {
  const { model, dimensions } = settings;
  checkModelName(model);
  const files: ModelFiles = isAbsolute(model)
    ? await readModelFolder(model)
    : { id: model, dtype: defaultDtype, pooling: defaultPooling };
  if (settings.pooling !== 'auto') files.pooling = settings.pooling;
  const transformers = await loadTransformersPackage(settings.packageFolder);
  const extractor = await openExtractor(transformers, settings, files.dtype);
  try {
    const probe = await runModel(extractor, ['function add(a, b) { return a + b; }'], files.pooling);
    const { width } = probe;
    if (valuesOf(probe, 0, width) === null) throw withoutVectors([1, width]);
    if (dimensions !== null && dimensions > width) {
      throw configurationError(
        `\`embedding.dimensions\` is ${dimensions}, but the model has ${width}`,
        `Set it to at most ${width}, or to 0 for all of them.`,
      );
    }
    return new TransformersEmbedder(extractor, settings, { ...files, dimensions: dimensions ?? width });
  } catch (error) {
    await extractor.dispose();
    throw error;
  }
}
