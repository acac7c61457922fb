/** Checks of values from another node, of which nothing is believed. */
import { AppError } from '../../model/error.ts';

/** A message has no more items of a kind. */
const mostItems = 5000;
/** A text in a message is no longer (characters). */
const longest = 20_000;

/** A check of a value, which throws where it is not of the type. */
export type Check<T> = (value: unknown, what: string) => T;

export function refused(what: string, expected: string): AppError {
  return new AppError('ValidationError', `Not a message that nodes send each other: ${what} has to be ${expected}`, {
    hint: 'Nodes of one version understand each other. Clients ask the tools.',
    details: { field: what, expected, received: null },
  });
}

export const text: Check<string> = (value, what) => {
  if (typeof value !== 'string' || value.length > longest)
    throw refused(what, `a text of at most ${longest} characters`);
  return value;
};
export const number: Check<number> = (value, what) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw refused(what, 'a number');
  return value;
};
export const count: Check<number> = (value, what) => {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw refused(what, 'a whole number from 0');
  return value as number;
};
export const bool: Check<boolean> = (value, what) => {
  if (typeof value !== 'boolean') throw refused(what, 'true or false');
  return value;
};

export function list<T>(check: Check<T>, most = mostItems): Check<T[]> {
  return (value, what) => {
    if (!Array.isArray(value) || value.length > most) throw refused(what, `a list of at most ${most}`);
    return value.map((one, at) => check(one, `${what}[${at}]`));
  };
}

export function oneOf<T extends string>(...values: readonly T[]): Check<T> {
  return (value, what) => {
    const found = values.find((one) => one === value);
    if (found === undefined) throw refused(what, `one of ${values.join(', ')}`);
    return found;
  };
}

export function nullOr<T>(check: Check<T>): Check<T | null> {
  return (value, what) => (value === null ? null : check(value, what));
}

type Fields = Readonly<Record<string, Check<unknown>>>;
type Values<F extends Fields> = { [Key in keyof F]: ReturnType<F[Key]> };

/** An object with these fields, some of which may be missing. Others are left out. */
export function object<F extends Fields, O extends Fields = Fields>(
  fields: F,
  optional?: O,
): Check<Values<F> & Partial<Values<O>>> {
  return (value, what) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refused(what, 'an object');
    const given = value as Record<string, unknown>;
    const read = Object.entries(fields).map(([key, check]) => [key, check(given[key], `${what}.${key}`)]);
    const more = Object.entries(optional ?? {}).flatMap(([key, check]) =>
      given[key] === undefined ? [] : [[key, check(given[key], `${what}.${key}`)]],
    );
    return Object.fromEntries([...read, ...more]) as Values<F> & Partial<Values<O>>;
  };
}
