/**
 * Reads tsconfig.json and package.json: JSON with comments, trailing commas and a byte order mark.
 * Invariant: never throws; objects come out as Maps, so that a key such as `constructor` or `__proto__` is only a key.
 */
import { parseJson, plainValue, withoutComments } from '../util/json-tree.ts';

/** The value of the text; undefined where it is not JSON even without comments and trailing commas. */
export function parseTolerantJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parseLenient(text);
  }
}

function parseLenient(text: string): unknown {
  try {
    // Comments are removed first, so an unclosed comment is removed too.
    const part = parseJson(withoutComments(text), { isLenient: true });
    return part === null ? undefined : plainValue(part);
  } catch {
    return undefined;
  }
}

/** The object's members in order; null where the value is no object. */
export function membersOf(value: unknown): ReadonlyMap<string, unknown> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return new Map(Object.entries(value));
}

/** The value, if it is a string and not too long. */
export function stringOf(value: unknown): string | null {
  return typeof value === 'string' && value.length <= MAX_STRING ? value : null;
}

/** The strings of an array, in order, without those that are too long; null where the value is no array. */
export function stringsOf(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null;
  return value.filter((item): item is string => stringOf(item) !== null);
}

/** Longer than any path. Longer strings would only make patterns expensive. */
const MAX_STRING = 1024;
