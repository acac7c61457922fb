/**
 * What values of an answer of another node may be. Unlike a question, an answer is long and is looked at as it is: nothing is copied, and nothing is said about
 * what is wrong in it.
 */

export type Is = (value: unknown) => boolean;

/** Names and paths are no longer (characters), so that comparing them takes no time. */
const longestName = 20_000;

export const isText: Is = (value) => typeof value === 'string';
export const isName: Is = (value) => typeof value === 'string' && value.length <= longestName;
export const isBool: Is = (value) => typeof value === 'boolean';
export const isNumber: Is = Number.isFinite;
/** Also of a line, and an id. */
export const isCount: Is = (value) => Number.isSafeInteger(value) && (value as number) >= 0;

export function nullOr(is: Is): Is {
  return (value) => value === null || is(value);
}

/** For what JSON leaves out. */
export function maybe(is: Is): Is {
  return (value) => value === undefined || is(value);
}

export function isOneOf(values: readonly unknown[]): Is {
  return (value) => values.includes(value);
}

export function isList(is: Is, most = Infinity): Is {
  return (value) => Array.isArray(value) && value.length <= most && value.every((one) => is(one));
}

export function isListOf(length: number, is: Is): Is {
  return (value) => Array.isArray(value) && value.length === length && value.every((one) => is(one));
}

/** A list with one value of each kind. */
export function isTuple(...kinds: readonly Is[]): Is {
  return (value) => Array.isArray(value) && value.length === kinds.length && kinds.every((is, at) => is(value[at]));
}

/** Values by any key. */
export function isRecord(is: Is): Is {
  return (value) => typeof value === 'object' && value !== null && Object.values(value).every((one) => is(one));
}

/** An object with these fields: all of the type. What else it has is not looked at. */
export function isObject<T extends object>(fields: { readonly [Key in keyof T]-?: Is }): Is {
  const all = Object.entries<Is>(fields);
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    all.every(([key, is]) => is((value as Record<string, unknown>)[key]));
}

/** Bytes in base64. */
export function isBytes(least = 0): Is {
  return (value) => typeof value === 'string' && Buffer.byteLength(value, 'base64') >= least;
}
