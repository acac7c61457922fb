/** Opens the embedder of the settings. Invariant: opening the embedded default uses neither the network nor anything to install. */
import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppError } from '../model/error.ts';
import type { Embedder } from './embedder.ts';
import { createStaticEmbedder, shippedWeights, staticEmbedderId } from './static/static.ts';

/** The options of `embedding.` (src/config/embedding-options.ts describes each). */
export interface EmbeddingSettings {
  provider: 'off' | 'static' | 'transformers' | 'openai' | 'ollama' | 'plugin';
  model: string;
  url: string;
  /** 0: as many as the model has. */
  dimensions: number;
  batchSize: number;
  concurrency: number;
  timeoutMs: number;
  queryPrefix: string;
  passagePrefix: string;
  pooling: string;
  packageFolder: string;
  allowDownload: boolean;
}

export interface EmbedderOpening {
  settings: EmbeddingSettings;
  /** The key for an endpoint; null without one. */
  key: string | null;
  /** Absolute path of the folder for models that the user permitted to download. */
  downloads: string;
  signal?: AbortSignal;
  /** Opens the embedder of a plugin; absent without one. */
  ofPlugin?: () => Embedder;
  /** `Embedder.id` for the settings, where it is known already. */
  knownId?: string | null;
  /** Number of attempts for a request to an endpoint, if it differs from the default. */
  attempts?: number;
}

/** Null when the user wants no embedder. Rejects with an `AppError` that says what to install or to set. */
export async function openEmbedder(opening: EmbedderOpening): Promise<Embedder | null> {
  const { settings, key, downloads, signal, attempts } = opening;
  const { provider, model, url, batchSize, concurrency, timeoutMs, packageFolder, pooling, allowDownload } = settings;
  const dimensions = settings.dimensions === 0 ? null : settings.dimensions;
  const prefixes = { query: settings.queryPrefix, passage: settings.passagePrefix };
  switch (provider) {
    case 'off':
      return null;
    case 'plugin':
      if (opening.ofPlugin !== undefined) return opening.ofPlugin();
      throw new AppError('ConfigurationError', '`embedding.provider` is plugin, and there are no plugins', {
        hint: 'Name one in `plugins`, or set `embedding.provider: static`.',
      });
    case 'static':
      return createStaticEmbedder(weightsOf(model), opening.knownId ?? null);
    case 'transformers': {
      const { openTransformersEmbedder } = await import('./transformers/transformers-embedder.ts');
      const options = { model, allowDownload, downloads, packageFolder, dimensions, batchSize, pooling, prefixes };
      return openTransformersEmbedder(options);
    }
    case 'openai':
    case 'ollama': {
      const { openHttpEmbedder } = await import('./http/http-embedder.ts');
      const { defaultRetries } = await import('./http/retry.ts');
      const retries = { ...defaultRetries, attempts: attempts ?? defaultRetries.attempts };
      const endpoint = {
        api: provider,
        url,
        model,
        key,
        dimensions,
        batchSize,
        concurrency,
        timeoutMs,
        prefixes,
        retries,
      };
      return openHttpEmbedder(endpoint, signal);
    }
  }
}

/** A text that changes whenever the file of the static model changes. Null for other providers, and where the file does not exist. */
export function embedderStamp({ provider, model }: EmbeddingSettings): string | null {
  if (provider !== 'static') return null;
  const weights = weightsOf(model);
  const found = statSync(weights, { throwIfNoEntry: false });
  return found === undefined ? null : `${weights.pathname} ${found.size} ${found.mtimeMs}`;
}

/** `Embedder.id` for the settings, where it is known without opening the embedder. Rejects with an `AppError`. */
export async function knownEmbedderId({ provider, model }: EmbeddingSettings): Promise<string | null> {
  return provider === 'static' ? staticEmbedderId(weightsOf(model)) : null;
}

function weightsOf(model: string): URL {
  if (model === '') return shippedWeights;
  if (isAbsolute(model)) return pathToFileURL(model);
  throw new AppError('ConfigurationError', `\`embedding.model\` is not an absolute path: ${model}`, {
    hint: 'Leave it empty for the model in the package, or set `embedding.provider` to the provider that has this model.',
  });
}
