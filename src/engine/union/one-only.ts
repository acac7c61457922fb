/** What can only be asked of one repository. */
import { AppError } from '../../model/error.ts';

export function oneOnly(what: string, names: readonly string[]): AppError {
  const shown = names.slice(0, 10).join(', ');
  return new AppError('ValidationError', `${what} of one repository at a time`, {
    hint: `Give one as \`project\`: ${shown}${names.length > 10 ? ` or one of ${names.length - 10} more` : ''}.`,
    details: { field: 'project', expected: 'the name of one repository', received: '*' },
  });
}

/** A part of an engine of which each method rejects with an error of `oneOnly`. @param own the methods that can be asked of several */
export function oneOnlyPart<T extends object>(what: string, names: readonly string[], own: Partial<T> = {}): T {
  return new Proxy(own as T, {
    get: (part, name) => {
      if (Object.hasOwn(part, name)) return part[name as keyof T];
      // A part is not a promise: `await` must not find a `then` here.
      if (name === 'then' || typeof name === 'symbol') return undefined;
      return async () => {
        throw oneOnly(what, names);
      };
    },
  });
}
