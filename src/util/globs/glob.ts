/**
 * Globs as git matches those of ignore files (gitignore(5), and git's behaviour where that page is silent).
 * Texts of ignore rules are byte strings (one character per byte, `latin1`), since git's `?` matches a byte. Other texts may have any characters: a class
 * names those below 256, and only an excluding class (`[!a]`) matches others.
 * Invariant: time is bounded by the product of the lengths, whatever the pattern. Each of the two kinds of wildcard is retried from
 * its last occurrence only. This suffices because `*` stops at slashes, and the part between two `**` ends at a slash.
 */

/** Codes below zero in a compiled glob; all others are the byte itself. Classes are numbered from `classBase` downwards. */
const anyByte = -1;
/** `*`: any bytes but a slash. */
const star = -2;
/** `**` and its slash: matches nothing, or anything up to and including a slash. */
const anyFolders = -3;
/** `**\/` (with an escaped slash): in git this matches anything up to and including a slash, but never nothing. */
const someFolders = -4;
/** A final `**`. */
const everything = -5;
const classBase = -16;

const slashByte = 0x2f;
/** The entry of a class for all characters that are no byte. */
const noByte = 256;

export interface Glob {
  /** The literal start of the pattern; the rest is in `codes`. */
  prefix: string;
  codes: readonly number[];
  /** 257 entries each: 1 for the bytes of the class; the last one is for all characters that are no byte. */
  classes: readonly Uint8Array[];
}

/** Whether a pattern can be matched by plain comparison. */
export function isLiteral(pattern: string): boolean {
  return !/[*?[\\]/.test(pattern);
}

/**
 * Compiles a pattern for whole texts. `asPath`: `**` crosses slashes when it is between slashes, or at an end of the part after the literal prefix.
 * Null for a pattern that matches nothing: an unclosed or unknown class, a final backslash.
 */
export function compileGlob(pattern: string, asPath: boolean): Glob | null {
  const special = pattern.search(/[*?[\\]/);
  if (special === -1) return { prefix: pattern, codes: [], classes: [] };
  // Like git, cut the prefix off before handling `**`: in `/a**/b` the stars then begin the rest, so that they cross slashes.
  const rest = pattern.slice(special);
  const codes: number[] = [];
  const classes: Uint8Array[] = [];
  for (let at = 0; at < rest.length;) {
    const char = rest[at];
    if (char === '*') {
      const { code, end } = readStars(rest, at, asPath);
      codes.push(code);
      at = end;
    } else if (char === '[') {
      const parsed = readClass(rest, at);
      if (parsed === null) return null;
      codes.push(classBase - classes.length);
      classes.push(parsed.bytes);
      at = parsed.end;
    } else if (char === '?') {
      codes.push(anyByte);
      at++;
    } else {
      if (char === '\\') at++;
      if (at === rest.length) return null;
      codes.push(rest.charCodeAt(at));
      at++;
    }
  }
  return { prefix: pattern.slice(0, special), codes, classes };
}

function readStars(pattern: string, start: number, asPath: boolean): { code: number; end: number } {
  let end = start;
  while (pattern[end] === '*') end++;
  const mayCrossSlashes = asPath && end - start > 1 && (start === 0 || pattern[start - 1] === '/');
  if (mayCrossSlashes && end === pattern.length) return { code: everything, end };
  if (mayCrossSlashes && pattern[end] === '/') return { code: anyFolders, end: end + 1 };
  if (mayCrossSlashes && pattern[end] === '\\' && pattern[end + 1] === '/') return { code: someFolders, end: end + 2 };
  return { code: star, end };
}

type ByteTest = (byte: number) => boolean;
const isDigit: ByteTest = (byte) => byte >= 0x30 && byte <= 0x39;
const isUpper: ByteTest = (byte) => byte >= 0x41 && byte <= 0x5a;
const isLower: ByteTest = (byte) => byte >= 0x61 && byte <= 0x7a;
const isAlphabetic: ByteTest = (byte) => isUpper(byte) || isLower(byte);
const isGraphic: ByteTest = (byte) => byte > 0x20 && byte < 0x7f;

const namedClasses = new Map<string, ByteTest>([
  ['alnum', (byte) => isAlphabetic(byte) || isDigit(byte)],
  ['alpha', isAlphabetic],
  ['blank', (byte) => byte === 0x20 || byte === 0x09],
  ['cntrl', (byte) => byte < 0x20 || byte === 0x7f],
  ['digit', isDigit],
  ['graph', isGraphic],
  ['lower', isLower],
  ['print', (byte) => byte >= 0x20 && byte < 0x7f],
  ['punct', (byte) => isGraphic(byte) && !isAlphabetic(byte) && !isDigit(byte)],
  // Vertical tab and form feed are not space to git.
  ['space', (byte) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d],
  ['upper', isUpper],
  ['xdigit', (byte) => isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66)],
]);

/** Reads a class from its `[`; `end` is after its `]`. Null when it is not closed or names an unknown class. */
function readClass(pattern: string, start: number): { bytes: Uint8Array; end: number } | null {
  const bytes = new Uint8Array(noByte + 1);
  let at = start + 1;
  const negated = pattern[at] === '!' || pattern[at] === '^';
  if (negated) at++;
  /** The byte that a following `-` makes a range from; -1 when there is none. */
  let previous = -1;
  // A `]` in first position is a member of the class.
  for (let first = true; first || pattern[at] !== ']'; first = false) {
    if (at >= pattern.length) return null;
    const namedClass = pattern.startsWith('[:', at) ? readNamedClass(pattern, at) : null;
    if (namedClass === 'unclosed' || namedClass === 'unknown') return null;
    if (namedClass !== null) {
      for (let byte = 0; byte < 256; byte++) if (namedClass.test(byte)) bytes[byte] = 1;
      previous = -1;
      at = namedClass.end;
    } else if (pattern[at] === '-' && previous > 0 && at + 1 < pattern.length && pattern[at + 1] !== ']') {
      at += pattern[at + 1] === '\\' ? 2 : 1;
      if (at >= pattern.length) return null;
      bytes.fill(1, previous, Math.min(pattern.charCodeAt(at) + 1, noByte));
      previous = -1;
      at++;
    } else {
      if (pattern[at] === '\\') at++;
      if (at >= pattern.length) return null;
      previous = pattern.charCodeAt(at);
      if (previous < noByte) bytes[previous] = 1;
      at++;
    }
  }
  if (negated) for (let byte = 0; byte <= noByte; byte++) bytes[byte] = 1 - (bytes[byte] as number);
  bytes[slashByte] = 0;
  return { bytes, end: at + 1 };
}

/** `[:name:]` at `start`; null when there is an ordinary `[`. */
function readNamedClass(
  pattern: string,
  start: number,
): { test: ByteTest; end: number } | 'unclosed' | 'unknown' | null {
  const close = pattern.indexOf(']', start + 2);
  if (close === -1) return 'unclosed';
  if (close === start + 2 || pattern[close - 1] !== ':') return null;
  const test = namedClasses.get(pattern.slice(start + 2, close - 1));
  return test === undefined ? 'unknown' : { test, end: close + 1 };
}

/** Whether the text from offset `from` to its end matches. */
export function matchesGlob(glob: Glob, text: string, from: number): boolean {
  if (!text.startsWith(glob.prefix, from)) return false;
  const { codes, classes } = glob;
  let code = 0;
  let at = from + glob.prefix.length;
  // Where to resume after a mismatch: after the last `*` and the last `**`, and after the text that they match so far.
  let starCode = -1;
  let starAt = 0;
  let foldersCode = -1;
  let foldersAt = 0;
  for (;;) {
    const expected = codes[code];
    if (expected === undefined) {
      if (at === text.length) return true;
    } else if (expected === star) {
      starCode = ++code;
      starAt = at;
      continue;
    } else if (expected === everything) {
      return true;
    } else if (expected === anyFolders || expected === someFolders) {
      if (expected === someFolders) {
        const slash = text.indexOf('/', at);
        if (slash === -1) return false;
        at = slash + 1;
      }
      foldersCode = ++code;
      foldersAt = at;
      starCode = -1;
      continue;
    } else if (at < text.length && matchesByte(expected, text.charCodeAt(at), classes)) {
      code++;
      at++;
      continue;
    }
    if (starCode !== -1 && starAt < text.length && text.charCodeAt(starAt) !== slashByte) {
      at = ++starAt;
      code = starCode;
      continue;
    }
    const slash = foldersCode === -1 ? -1 : text.indexOf('/', foldersAt);
    if (slash === -1) return false;
    at = foldersAt = slash + 1;
    code = foldersCode;
    starCode = -1;
  }
}

function matchesByte(expected: number, byte: number, classes: readonly Uint8Array[]): boolean {
  if (expected >= 0) return expected === byte;
  if (expected === anyByte) return byte !== slashByte;
  return classes[classBase - expected]?.[Math.min(byte, noByte)] === 1;
}
