/**
 * Embedders of plugins, with checks. Invariant: a call returns one vector per text, all with the declared number of dimensions, finite and of
 * length 1; or it rejects, at the latest when one of its batches has taken longer than the timeout.
 */
import type { Embedder, EmbeddingPurpose } from '../../embed/embedder.ts';
import type { EmbeddingSettings } from '../../embed/registry.ts';
import { modelInput, unitVector } from '../../embed/unit-vector.ts';
import { AppError } from '../../model/error.ts';
import type { PluginEmbedder } from '../../plugins/contract.ts';
import { loadedPlugins, type LoadedPlugin } from '../../plugins/load.ts';

/** An embedder and the plugin that provides it. */
interface Offer {
  plugin: LoadedPlugin;
  embedder: PluginEmbedder;
}

/** The embedder that the settings name. Otherwise throws an `AppError` that lists the available ones. */
export function openPluginEmbedder(settings: EmbeddingSettings, paths: readonly string[]): Embedder {
  const offers = loadedPlugins(paths).flatMap((plugin): Offer[] =>
    (plugin.embedders ?? []).map((embedder) => ({ plugin, embedder })),
  );
  const { model } = settings;
  const matching = model === '' ? offers : offers.filter(({ embedder }) => embedder.name === model);
  const [first] = matching;
  if (first !== undefined && matching.length === 1) return new CheckedEmbedder(first, settings);
  const names = offers.map(({ embedder }) => embedder.name).join(', ');
  const problem =
    offers.length === 0
      ? 'no plugin has an embedder'
      : model === ''
        ? 'several plugins have embedders'
        : `no plugin has an embedder ${model}`;
  throw new AppError('ConfigurationError', `\`embedding.provider\` is plugin, and ${problem}`, {
    hint:
      offers.length === 0
        ? 'Add a plugin with an embedder to `plugins`, or set `embedding.provider: static`.'
        : `Set \`embedding.model\` to one of ${names}.`,
    details: { field: 'embedding.model', expected: names === '' ? 'a plugin’s embedder' : names, received: model },
  });
}

/** Calls a plugin's embedder in batches, and checks what it returns. */
class CheckedEmbedder implements Embedder {
  readonly id: string;
  readonly dimensions: number;
  readonly #offer: Offer;
  readonly #settings: EmbeddingSettings;

  constructor(offer: Offer, settings: EmbeddingSettings) {
    const { plugin, embedder } = offer;
    const { queryPrefix, passagePrefix } = settings;
    this.#offer = offer;
    this.#settings = settings;
    this.dimensions = embedder.dimensions;
    const prefixes =
      queryPrefix === '' && passagePrefix === '' ? '' : ` ${JSON.stringify([queryPrefix, passagePrefix])}`;
    this.id = `plugin ${plugin.name}/${embedder.name} ${plugin.version} ${plugin.hash} ${embedder.dimensions}${prefixes}`;
  }

  async embed(texts: readonly string[], purpose: EmbeddingPurpose, signal?: AbortSignal): Promise<Float32Array[]> {
    const { batchSize, queryPrefix, passagePrefix } = this.#settings;
    const prefix = purpose === 'query' ? queryPrefix : passagePrefix;
    const inputs = texts.map((text) => modelInput(prefix, text));
    const vectors: Float32Array[] = [];
    for (let from = 0; from < inputs.length; from += batchSize) {
      const batch = inputs.slice(from, from + batchSize);
      vectors.push(...this.#checked(await this.#call(batch, purpose, signal), batch.length));
    }
    return vectors;
  }

  async #call(texts: readonly string[], purpose: EmbeddingPurpose, signal?: AbortSignal): Promise<unknown> {
    const { embedder } = this.#offer;
    const { timeoutMs } = this.#settings;
    const isCancelled = (): boolean => signal?.aborted === true;
    if (isCancelled()) throw cancelled();
    const timeout = AbortSignal.timeout(timeoutMs);
    const stopSignal = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    const { promise, reject } = Promise.withResolvers<never>();
    const stop = (): void =>
      reject(isCancelled() ? cancelled() : this.#failed(`it did not answer within ${timeoutMs} ms`));
    stopSignal.addEventListener('abort', stop);
    // The timer inside `AbortSignal.timeout` would not keep the process alive while it waits for the plugin.
    const keepAlive = setTimeout(() => {}, timeoutMs);
    try {
      return await Promise.race([embedder.embed(texts, purpose, stopSignal), promise]);
    } catch (error) {
      if (error instanceof AppError) throw error;
      if (isCancelled()) throw cancelled();
      throw this.#failed(error instanceof Error ? error.message : String(error), error);
    } finally {
      clearTimeout(keepAlive);
      stopSignal.removeEventListener('abort', stop);
    }
  }

  #checked(answer: unknown, count: number): Float32Array[] {
    const { dimensions } = this;
    if (!Array.isArray(answer) || answer.length !== count)
      throw this.#failed(
        `it returned ${Array.isArray(answer) ? answer.length : 'no list of'} vectors for ${count} texts`,
      );
    return (answer as unknown[]).map((vector) => {
      const values = vector instanceof Float32Array || Array.isArray(vector) ? (vector as ArrayLike<unknown>) : [];
      if (values.length !== dimensions)
        throw this.#failed(`it returned a vector of ${values.length} values instead of ${dimensions}`);
      for (let at = 0; at < values.length; at++)
        if (!Number.isFinite(values[at])) throw this.#failed('it returned a vector with a value that is not a number');
      return unitVector(values as ArrayLike<number>, dimensions);
    });
  }

  #failed(problem: string, cause?: unknown): AppError {
    const { plugin, embedder } = this.#offer;
    return new AppError('ConfigurationError', `The embedder ${embedder.name} of ${plugin.name} failed: ${problem}`, {
      hint: 'Correct the plugin, or set `embedding.provider: static` for the model in the package.',
      ...(cause === undefined ? {} : { cause }),
    });
  }

  async close(): Promise<void> {
    try {
      await this.#offer.embedder.close?.();
    } catch {
      // The embedder is not used any more, so a failure to close it does not matter.
    }
  }
}

function cancelled(): AppError {
  return new AppError('CancelledError', 'Embedding was cancelled');
}
