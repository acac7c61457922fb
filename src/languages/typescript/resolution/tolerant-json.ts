/**
 * Reads tsconfig.json and package.json: JSON with comments, trailing commas and a byte order mark.
 * Invariant: never throws; objects come out as Maps, so that a key such as `constructor` or `__proto__` is only a key.
 */

/** The value of the text, or undefined when it is no JSON even with comments and trailing commas taken out. */
export function parseTolerantJson(text: string): unknown {
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  return parse(body) ?? parse(withoutTrailingCommas(withoutComments(body)));
}

/** The object's members in their order; null when the value is no object. */
export function membersOf(value: unknown): ReadonlyMap<string, unknown> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return new Map(Object.entries(value));
}

export function stringOf(value: unknown): string | null {
  return typeof value === 'string' && value.length <= MAX_STRING ? value : null;
}

/** The strings of an array, in their order; null when the value is no array. */
export function stringsOf(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null;
  return value.filter((item): item is string => stringOf(item) !== null);
}

/** Longer than any path; what is longer is no path and would only make patterns costly. */
const MAX_STRING = 1024;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The end of the string literal that starts at `start` (behind its closing quote). */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const char = text[at];
    if (char === '\\') at += 2;
    else if (char === '"') return at + 1;
    else at += 1;
  }
  return text.length;
}

function withoutComments(text: string): string {
  let out = '';
  let kept = 0;
  let at = 0;
  while (at < text.length) {
    const char = text[at];
    if (char === '"') {
      at = stringEnd(text, at);
    } else if (char === '/' && (text[at + 1] === '/' || text[at + 1] === '*')) {
      out += text.slice(kept, at) + ' ';
      const block = text[at + 1] === '*';
      const end = text.indexOf(block ? '*/' : '\n', at + 2);
      at = end === -1 ? text.length : end + (block ? 2 : 0);
      kept = at;
    } else {
      at += 1;
    }
  }
  return out + text.slice(kept);
}

function withoutTrailingCommas(text: string): string {
  let out = '';
  let kept = 0;
  let comma = -1;
  let at = 0;
  while (at < text.length) {
    const char = text[at];
    if (char === '"') {
      comma = -1;
      at = stringEnd(text, at);
      continue;
    }
    if (char === ',') {
      comma = at;
    } else if ((char === '}' || char === ']') && comma !== -1) {
      out += text.slice(kept, comma);
      kept = comma + 1;
      comma = -1;
    } else if (char !== ' ' && char !== '\n' && char !== '\r' && char !== '\t') {
      comma = -1;
    }
    at += 1;
  }
  return out + text.slice(kept);
}
