/** A part of the engine that is loaded with the first question to it: most processes ask only a few of them. */

type Part<T> = { [Key in keyof T]: (...args: never[]) => Promise<unknown> };

/** @param load is called once, when a method is called first */
export function latePart<T extends Part<T>>(load: () => Promise<T>): T {
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
