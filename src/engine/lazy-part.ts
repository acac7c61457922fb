/** Parts of the engine that are loaded at their first use: most processes use only a few of them. */
import type { ChangesHost } from './changes/changes.ts';
import type { ChangeQueries, FileQueries, GraphQueries, PlaceQueries, TextQueries } from './types.ts';
import type { openFileAnswers } from './files/file-reading.ts';
import type { GraphAnswers, GraphHost } from './graph/graph-answers.ts';
import type { ParseWorkerData } from '../indexer/parse-pool.ts';
import type { TextOnDisk } from './files/text-on-disk.ts';
import type { TextHost } from './text/text-search.ts';

/** All methods of a part return promises, because the first call has to load the part. */
type Part<T> = { [Key in keyof T]: (...args: never[]) => Promise<unknown> };

/** @param load is called once, at the first call of a method */
export function lazyPart<T extends Part<T>>(load: () => Promise<T>): T {
  let loading: Promise<T> | null = null;
  const handler: ProxyHandler<T> = {
    get: (_, name) => {
      // A part is not a promise: `await` must not find a `then` here.
      if (name === 'then' || typeof name === 'symbol') return undefined;
      return async (...args: never[]) => (await (loading ??= load()))[name as keyof T](...args);
    },
  };
  return new Proxy({} as T, handler);
}

export type GraphPart = Pick<
  GraphAnswers,
  keyof GraphQueries | keyof PlaceQueries | 'reach' | 'review' | 'sharing' | 'symbols' | 'symbolNames'
>;

export function lazyGraph(host: GraphHost): GraphPart {
  return lazyPart<GraphPart>(async () => new (await import('./graph/graph-answers.ts')).GraphAnswers(host));
}

export function lazyChanges(host: ChangesHost): ChangeQueries {
  return lazyPart<ChangeQueries>(async () => new (await import('./changes/changes.ts')).ChangeAnswers(host));
}

export function lazyText(host: TextHost): TextQueries {
  return lazyPart<TextQueries>(async () => new (await import('./text/text-search.ts')).TextAnswers(host));
}

export function lazyTextOnDisk(data: ParseWorkerData): TextOnDisk {
  return lazyPart<TextOnDisk>(async () => (await import('./files/text-on-disk.ts')).textOnDisk(data));
}

export function lazyFiles(...args: Parameters<typeof openFileAnswers>): FileQueries {
  return lazyPart<FileQueries>(async () => (await import('./files/file-reading.ts')).openFileAnswers(...args));
}
