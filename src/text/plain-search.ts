/**
 * Text search in a few files by this thread, since starting another program costs more than reading them.
 * Invariant: the result equals that of ripgrep. Patterns, encodings and sizes that ripgrep may treat differently are left to it.
 */
import { isUtf8 } from 'node:buffer';
import { fileSystemPath, rawPathOf } from '../util/bytes/path-bytes.ts';
import { bytesOf } from './file-bytes.ts';
import { mostSpans, type TextMatch, type TextPattern, type TextSearch, type TextSpan } from './text-search.ts';
import { wordCharacter } from './word-places.ts';

/** With more files, or more text (bytes), ripgrep is used. Starting it takes about as long as reading 200 files that do not match. */
const maxFiles = 200;
const maxBytes = 4 * 1024 * 1024;

/** The matching lines, and in `left` the paths that ripgrep must search; null where it must search all. */
export function findWithoutRipgrep({
  root,
  paths,
  pattern,
  most,
}: TextSearch): { matches: TextMatch[]; left: string[] } | null {
  const expression = paths.length > maxFiles ? null : expressionOf(pattern);
  if (expression === null) return null;
  // Files without these bytes have no match, whatever else they contain.
  const needle = expression.ignoreCase ? null : Buffer.from(pattern.query, 'utf8');
  const found = { matches: [] as TextMatch[], left: [] as string[] };
  let bytesLeft = maxBytes;
  let readCount = 0;
  for (const path of paths) {
    const text = plainText(root, path, { bytesLeft, needle });
    if (text === undefined) continue;
    readCount++;
    if (text === null) found.left.push(path);
    else {
      bytesLeft -= text.size;
      if (text.text !== null) addMatches(found.matches, { path, text: text.text, expression });
    }
    if (found.matches.length > most) break;
  }
  // If no file could be read, ripgrep reports the reason.
  return readCount === 0 ? null : found;
}

/** Null for a pattern that is not a plain text, or that cannot be matched line by line. */
function expressionOf({ query, isRegex, case: casing, wholeWord, multiline }: TextPattern): RegExp | null {
  if (isRegex || multiline || /[\r\n\0]/.test(query) || !query.isWellFormed()) return null;
  const ignoresCase = casing === 'insensitive' || (casing === 'smart' && !/\p{Uppercase}/u.test(query));
  const plain = query.replace(/[\\^$.|?*+()[\]{}/]/g, String.raw`\$&`);
  const source = wholeWord ? `(?<!${wordCharacter})${plain}(?!${wordCharacter})` : plain;
  return new RegExp(source, ignoresCase ? 'giu' : 'gu');
}

/** A file's size, and its text unless it lacks `needle`; null for a file that is too large or not plain UTF-8; undefined for a missing file. */
function plainText(
  root: string,
  path: string,
  { bytesLeft, needle }: { bytesLeft: number; needle: Buffer | null },
): { size: number; text: string | null } | null | undefined {
  try {
    const bytes = bytesOf(fileSystemPath(root, path, rawPathOf(path)), bytesLeft);
    if (bytes === null || bytes === undefined) return bytes;
    // A byte order mark: ripgrep decodes the file by it.
    if (bytes[0] === 0xef || bytes[0] === 0xff || bytes[0] === 0xfe) return null;
    if (needle !== null && !bytes.includes(needle)) return { size: bytes.length, text: null };
    return bytes.includes(0) || !isUtf8(bytes) ? null : { size: bytes.length, text: bytes.toString('utf8') };
  } catch {
    return null;
  }
}

function addMatches(
  matches: TextMatch[],
  { path, text, expression }: { path: string; text: string; expression: RegExp },
): void {
  let line = 1;
  let scannedTo = 0;
  expression.lastIndex = 0;
  for (let match = expression.exec(text); match !== null;) {
    const start = text.lastIndexOf('\n', match.index - 1) + 1;
    for (let at = text.indexOf('\n', scannedTo); at !== -1 && at < match.index; at = text.indexOf('\n', scannedTo)) {
      line++;
      scannedTo = at + 1;
    }
    const feed = text.indexOf('\n', match.index);
    const end = feed === -1 ? text.length : feed;
    const spans: TextSpan[] = [];
    // All matches of this line; the loop goes on with the first one after it.
    for (; match !== null && match.index < end; match = expression.exec(text)) {
      spans.push({ column: match.index - start + 1, length: match[0].length });
      if (spans.length === mostSpans) expression.lastIndex = end;
    }
    const [first = { column: 1, length: 0 }, ...more] = spans;
    const whole = text.slice(start, end);
    matches.push({
      path,
      line,
      ...first,
      ...(more.length === 0 ? {} : { more }),
      text: feed === -1 ? whole : whole.replace(/\r$/, ''),
      isUtf8: true,
    });
  }
}
