/** What can only be asked of one repository. */
import { AppError } from '../../model/error.ts';

export function oneOnly(what: string, names: readonly string[]): AppError {
  const shown = names.slice(0, 10).join(', ');
  return new AppError('ValidationError', `${what} of one repository at a time`, {
    hint: `Give one as \`project\`: ${shown}${names.length > 10 ? ` or one of ${names.length - 10} more` : ''}.`,
    details: { field: 'project', expected: 'the name of one repository', received: '*' },
  });
}

/** A part of an engine of which each method rejects with an error of `oneOnly`. */
export function oneOnlyPart<T extends object>(what: string, names: readonly string[]): T {
  return new Proxy({} as T, {
    get: (_, name) =>
      // A part is not a promise: `await` must not find a `then` here.
      name === 'then' || typeof name === 'symbol'
        ? undefined
        : async () => {
            throw oneOnly(what, names);
          },
  });
}
