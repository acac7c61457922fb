/**
 * Converts a path from an agent into a path below the root, by its text alone, without access to the disk.
 * Invariants: the result never leads out of the root, on any platform and file system. Some file systems and programs read names more loosely: they
 * ignore case or differences in Unicode, resolve escapes, and know other separators, streams and short names. A path that such a reading would lead
 * out of the root, or to a closed location, is refused too.
 */
import { isUtf8 } from 'node:buffer';
import { AppError } from '../../model/error.ts';
import { displayPath, pathBytes } from '../../util/bytes/path-bytes.ts';
import { isInternalName, judgeName } from '../walk/skipped-names.ts';

export interface ConfinedRequest {
  /** Paths of the root that an absolute path may begin with: the root as the user named it, and its real path. */
  roots: readonly string[];
  /** Name of the argument, for errors. */
  field: string;
  /** Whether Windows reads the path. Default: whether this process runs on Windows. */
  windows?: boolean;
}

/** What the user permits to open (`files.allowIgnored`, `files.allowSecrets`). */
export interface FilePermissions {
  allowIgnored: boolean;
  allowSecrets: boolean;
}

/** The path on one line and not too long, whatever it contains. */
export function shownPath(path: string): string {
  const line = JSON.stringify(path.length > 300 ? `${path.slice(0, 300)}…` : path).slice(1, -1);
  return line.replaceAll(/[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** The path below the root as the index writes paths (`/` as separator, bytes that are not UTF-8 as `\xHH`); `` is the root itself. */
export function confinedPath(given: string, request: ConfinedRequest): string {
  const { windows = process.platform === 'win32' } = request;
  if (given.includes('\0')) throw refusedPath(given, request, 'it has a NUL character');
  if (!given.isWellFormed()) throw refusedPath(given, request, 'it has half a character (a lone surrogate)');
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(given)) throw refusedPath(given, request, 'it is a URL');
  const below = belowRoot(windows ? given.replaceAll('\\', '/') : given, request, windows);
  if (below === null) throw refusedPath(given, request, 'it lies outside of the project');
  const parts: string[] = [];
  for (const part of below.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) throw refusedPath(given, request, 'it leads out of the project');
  }
  const path = parts.join('/');
  const problem = looseReadingProblem(path, parts, windows);
  if (problem !== null) throw refusedPath(given, request, problem);
  return path;
}

/** The bytes of a path. An escape that no listing would have written is taken literally. */
export function confinedBytes(path: string): Buffer {
  const bytes = Buffer.from(pathBytes(path));
  return displayPath(bytes).path === path ? bytes : Buffer.from(path);
}

/** The part after the root; null for an absolute path elsewhere. */
function belowRoot(given: string, { roots }: ConfinedRequest, windows: boolean): string | null {
  const isAbsolute = given.startsWith('/') || /^[a-z]:[\\/]/i.test(given) || (windows && /^[a-z]:/i.test(given));
  if (!isAbsolute) return given;
  const fold = (text: string): string => (windows ? text.replaceAll('\\', '/').toLowerCase() : text);
  for (const root of roots) {
    if (fold(given) === fold(root)) return '';
    const prefix = root.endsWith('/') ? root : `${root}/`;
    if (fold(given).startsWith(fold(prefix))) return given.slice(prefix.length);
  }
  return null;
}

/** Why a program that reads the path more loosely could leave the project; null when none could. */
function looseReadingProblem(path: string, parts: readonly string[], windows: boolean): string | null {
  for (const text of looseReadings(path)) {
    if (text.includes('\0')) return 'it has an escaped NUL character';
    const loose = text.split('/').map((part) => part.trimEnd());
    if (loose.includes('..')) return 'with escapes or other separators resolved it holds ..';
    if (text.startsWith('/') || /^[a-z]:\//i.test(text))
      return 'with escapes or other separators resolved it is absolute';
  }
  if (!windows) return null;
  for (const part of parts) {
    // Editors and compilers write places so; Linux looks for such a file, and then says the same.
    if (/:\d{1,9}(?:[-:]\d+)?$/.test(part)) return 'it ends with a line, which is an argument of its own';
    if (part.includes(':')) return 'it names a stream or a drive';
    if (/[. ]$/.test(part)) return 'a name in it ends in a dot or a space';
    if (deviceName.test(part)) return 'it names a device';
  }
  return null;
}

/** DOS devices, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(?:\.|$)/i;

/** Maximum nesting of escapes. */
const maxRounds = 4;

/**
 * The path as looser programs may read it: with escapes resolved zero to `maxRounds` times, and characters and separators normalised.
 */
function looseReadings(path: string): string[] {
  const readings = new Set<string>();
  let text = path;
  for (let round = 0; round < maxRounds; round++) {
    readings.add(normaliseCharacters(text));
    const next = resolveEscapes(text);
    if (next === text) break;
    text = next;
  }
  readings.add(normaliseCharacters(text));
  return [...readings];
}

/** Resolves the escapes of URLs, of JSON and of our own listings. */
function resolveEscapes(text: string): string {
  return text
    .replaceAll(/[%\\]u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/(?:(?:%|\\x)[0-9a-f]{2})+/gi, (run) =>
      decodeLoosely(Buffer.from(run.replaceAll(/%|\\x/gi, ''), 'hex')),
    );
}

/** Decodes UTF-8; in invalid input, overlong sequences are decoded to the characters they stand for. */
function decodeLoosely(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  return bytes
    .toString('latin1')
    .replaceAll(/\u00c0([\u0080-\u00bf])|\u00e0\u0080([\u0080-\u00bf])/g, (_, two?: string, three?: string) =>
      String.fromCharCode(((two ?? three) as string).charCodeAt(0) & 0x3f),
    );
}

/** Slashes and backslashes of all kinds that compatibility normalisation does not replace. */
const slashes = /[\\\u2044\u2215\u2216\u29f5\u29f8\u29f9\ufe68\uff0f\uff3c]/g;

function normaliseCharacters(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(slashes, '/');
}

/**
 * Why the name of a path below the root closes it to agents; null when it is open. Ignore rules are not checked. The index is closed even to
 * a caller with all permissions: a process that opens and closes a file of the index loses its own locks on that file.
 */
export function closedPath(
  path: string,
  { allowIgnored, allowSecrets }: FilePermissions,
): 'index' | 'internal' | 'secret' | null {
  for (const text of [path, ...looseReadings(path)]) {
    // On some systems a name with a stream (`.env::$DATA`), or with dots and spaces at its end, leads to the file without them.
    const parts = text.split('/').map((part) => part.replace(/(?<=.):.*$/s, '').replace(/(?<=[^. ])[. ]+$/, ''));
    if (parts.some((part) => part.toLowerCase() === '.code-scout')) return 'index';
    if (!allowIgnored && parts.some((part) => isInternalName(part.toLowerCase()) || /^\.?git~[0-9]+$/i.test(part))) {
      return 'internal';
    }
    if (allowSecrets) continue;
    if (judgeName(text) === 'secret' || judgeName(parts.join('/')) === 'secret') return 'secret';
  }
  return null;
}

/** @param reason part of a sentence */
function refusedPath(given: string, { field }: ConfinedRequest, reason: string): AppError {
  return new AppError('ValidationError', `Not a path of the project: ${shownPath(given)}: ${reason}`, {
    hint: "Give a path from the project's root, such as src/app.ts.",
    next: { to: 'listFolder', path: null },
    details: { field, expected: 'a path below the root', received: shownPath(given) },
  });
}
