/**
 * The check of `doctor` for search by meaning: whether the configured embedder answers, and how much of the index has its vectors.
 * Invariant: nothing of the project is sent anywhere, and no model is downloaded.
 */
import { readEnvironment } from '../../config/environment.ts';
import type { Embedder } from '../../embed/embedder.ts';
import { openEmbedder, type EmbeddingSettings } from '../../embed/registry.ts';
import { toAppError } from '../../model/error.ts';
import type { IndexLocation } from '../../store/index-location.ts';
import { localStateOf, modelsFolder } from '../../store/local-state.ts';
import { indexExists } from '../../store/registry.ts';
import { viewOf, type Store } from '../../store/store.ts';
import { embeddingState } from './embedding.ts';
import { openPluginEmbedder } from './plugin-embedder.ts';
import type { DoctorCheck } from '../types.ts';

const name = 'embedding';
/** Timeout of the probe (ms). Generous: a model may have to be loaded first, and an endpoint is asked up to `attempts` times. */
const timeoutMs = 30_000;
const attempts = 2;
/** The text that the check has embedded. It contains nothing of the project. */
const probe = 'where is the retry limit';

export interface EmbeddingCheckOptions {
  /** Absent: search by words alone. */
  embedding: EmbeddingSettings | undefined;
  location: IndexLocation;
  /** Paths of plugins that this thread has loaded. */
  plugins?: readonly string[];
  open: () => Promise<Store>;
}

export async function checkEmbedding(options: EmbeddingCheckOptions): Promise<DoctorCheck> {
  const { embedding } = options;
  if (embedding === undefined || embedding.provider === 'off') {
    const detail =
      'off: search by words alone; `embedding.provider: static` searches by meaning too, with the model in the package';
    return { name, ok: true, detail, hint: null };
  }
  let embedder: Embedder | null = null;
  try {
    embedder = await openProbed(embedding, options);
    return {
      name,
      ok: true,
      detail: `${embedding.provider}, model ${embedder.id}: ${await coverage(options, embedder.id)}`,
      hint: null,
    };
  } catch (error) {
    return failedCheck(embedding, error);
  } finally {
    await embedder?.close();
  }
}

/** Opens the embedder and has it embed the probe. Rejects with an `AppError`. */
async function openProbed(settings: EmbeddingSettings, options: EmbeddingCheckOptions): Promise<Embedder> {
  const { location, plugins = [] } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  const embedder = await openEmbedder({
    settings: { ...settings, allowDownload: false },
    key: readEnvironment().embeddingKey,
    downloads: modelsFolder(localStateOf(location)),
    signal,
    attempts,
    ofPlugin: () => openPluginEmbedder(settings, plugins),
  });
  if (embedder === null) throw new TypeError('only `off` has no embedder');
  try {
    await embedder.embed([probe], 'query', signal);
    return embedder;
  } catch (error) {
    await embedder.close();
    throw error;
  }
}

function failedCheck({ provider, model, allowDownload }: EmbeddingSettings, error: unknown): DoctorCheck {
  const { code, message, hint } = toAppError(error);
  const reason = code === 'CancelledError' ? `the embedder gave no answer within ${timeoutMs / 1000} s` : message;
  const detail = model === '' || reason.includes(model) ? reason : `${reason} (\`embedding.model\`: ${model})`;
  const alternative =
    provider === 'static'
      ? 'an empty `embedding.model` means the one in the package'
      : '`embedding.provider: static` needs nothing but the package';
  const fallback = `Until then search uses words alone; ${alternative}.`;
  const advice =
    provider === 'transformers' && allowDownload
      ? '`embedding.allowDownload` is set: a missing model is downloaded by `code-scout index`.'
      : hint;
  return {
    name,
    ok: false,
    detail: `${provider}: ${detail}`,
    hint: advice === null ? fallback : `${advice} ${fallback}`,
  };
}

/** A text for the user that says how many chunks have vectors. */
async function coverage({ location, open }: EmbeddingCheckOptions, embedder: string): Promise<string> {
  if (!('memory' in location) && !indexExists(location)) return 'it answers; there is no index yet';
  let store: Store;
  try {
    store = await open();
  } catch {
    // The check of the index reports this error.
    return 'it answers; the index cannot be opened';
  }
  const { missing } = await embeddingState(await viewOf(store), embedder);
  const { fileIds } = await store.vectors.filesSince(embedder, -1);
  const [doneChunks, missingChunks] = [await countChunks(store, fileIds), await countChunks(store, missing)];
  const { embedders } = await store.state();
  const otherModel =
    doneChunks === 0 && embedders.some((id) => id !== embedder) ? '; the existing ones are from another model' : '';
  const missingText =
    missingChunks === 0
      ? ''
      : `${otherModel}; \`code-scout index\` makes the rest, and so does a server in the background`;
  return `${doneChunks.toLocaleString('en-US')} of ${(doneChunks + missingChunks).toLocaleString('en-US')} chunks have vectors${missingText}`;
}

async function countChunks(store: Store, fileIds: readonly number[]): Promise<number> {
  let sum = 0;
  for (const count of (await store.chunkCounts(fileIds)).values()) sum += count;
  return sum;
}
