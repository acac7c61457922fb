/** Parts of the engine that are loaded with the first question to them: most processes ask only a few of them. */
import type { ChangesHost } from './changes.ts';
import type { ChangeQueries } from './changes-types.ts';
import type { openFileAnswers } from './file-reading.ts';
import type { FileQueries } from './file-reading-types.ts';
import type { GraphAnswers, GraphHost } from './graph-answers.ts';
import type { TextHost } from './text-search.ts';
import type { TextQueries } from './text-search-types.ts';
import type { GraphQueries } from './types.ts';

type Part<T> = { [Key in keyof T]: (...args: never[]) => Promise<unknown> };

/** @param load is called once, when a method is called first */
function latePart<T extends Part<T>>(load: () => Promise<T>): T {
  let loading: Promise<T> | null = null;
  const handler: ProxyHandler<T> = {
    get: (_, name) => {
      // No part is a promise; who waits for one is told so.
      if (name === 'then' || typeof name === 'symbol') return undefined;
      return async (...args: never[]) => (await (loading ??= load()))[name as keyof T](...args);
    },
  };
  return new Proxy({} as T, handler);
}

export type GraphPart = Pick<GraphAnswers, keyof GraphQueries | 'reach'>;

export function lateGraph(host: GraphHost): GraphPart {
  return latePart<GraphPart>(async () => new (await import('./graph-answers.ts')).GraphAnswers(host));
}

export function lateChanges(host: ChangesHost): ChangeQueries {
  return latePart<ChangeQueries>(async () => new (await import('./changes.ts')).ChangeAnswers(host));
}

export function lateText(host: TextHost): TextQueries {
  return latePart<TextQueries>(async () => new (await import('./text-search.ts')).TextAnswers(host));
}

export function lateFiles(...given: Parameters<typeof openFileAnswers>): FileQueries {
  return latePart<FileQueries>(async () => (await import('./file-reading.ts')).openFileAnswers(...given));
}
