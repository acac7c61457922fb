/**
 * Files that a query mentions by location: paths, locations in stack traces and links, file names, dotted module names.
 * Invariant: the more files a name matches, the less it says about each.
 */
import { folderModules } from './file-names.ts';

/** Maximum number of mentions; with more, none of them says much. */
const maxMentions = 40;
/** A name that more files have does not locate any of them (`index.ts`). */
const maxFiles = 20;
/** In a dotted name, up to this many last parts may name a definition in the file (`pkg.module.Class.method`). */
const maxInnerParts = 2;
/** Longer queries are read up to here (characters). */
const maxLength = 8000;

// Unicode classes take V8 up to half a millisecond to compile, so the patterns are made on demand.
/** Runs of characters that occur in locations. A single character class, so that any text is read in one pass. */
const runs = (): RegExp => /[\p{L}\p{N}_.@+$\\/-]+/gu;
const fileName = /^[^.].*\.[a-z]\w{0,5}$/i;
const dottedName = (): RegExp => /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*){2,}$/u;

/** A line number after a location: `a.py:12`, `a.py", line 12`, `a.cs:line 12`, `a.ts(12,5)`, `a.go#L12`, `a.rb line 12`. */
const lineAfter = /(?:"?,? line |:line |:|#L|\()(\d{1,7})(?!\w)/y;

export interface MentionedFile {
  /** 1 where only this file matches a name, less where several do. */
  share: number;
  /** Line numbers given with the location, 1-based. */
  lines: readonly number[];
}

interface Mention {
  /** Parts of the location between slashes, or between dots of a module's name; in lower case, the last one first. */
  segments: readonly string[];
  /** Whether the mention is a dotted name of a module. Such a name has no extension, so it is compared with paths without theirs. */
  isModule: boolean;
  lines: Set<number>;
}

/**
 * The files among `paths` that a query mentions, by row.
 * @param paths of all files; the same array for all queries as long as they do not change
 */
export function mentionedFiles(query: string, paths: readonly string[]): ReadonlyMap<number, MentionedFile> {
  const found = new Map<number, MentionedFile>();
  for (const mention of mentionsIn(query)) {
    const rows = filesOf(mention, paths);
    if (rows.length > maxFiles) continue;
    for (const row of rows) {
      const { share = 0, lines = [] } = found.get(row) ?? {};
      found.set(row, { share: Math.max(share, 1 / rows.length), lines: [...lines, ...mention.lines] });
    }
  }
  return found;
}

/**
 * Rows of files that decide what `mentionedFiles` finds in a larger list of paths that these are a part of: those that each mention fits best here, of too
 * many only as many as show that there are too many.
 */
export function rowsOfMentions(query: string, paths: readonly string[]): readonly number[] {
  return [...mentionsIn(query)].flatMap((mention) => filesOf(mention, paths).slice(0, maxFiles + 1));
}

/**
 * The files that share the most last segments with a name. Among files with equally many, a path that ends there wins (the name has more
 * folders, as an absolute path does) over paths that go on with another folder.
 */
function filesOf({ segments, isModule }: Mention, paths: readonly string[]): readonly number[] {
  // The last part of a dotted name alone does not locate a file.
  let bestLength = isModule ? 2 : 1;
  let found: number[] = [];
  let isBestComplete = false;
  for (const row of rowsByStem(paths).get(stem(segments[0]!)) ?? []) {
    const parts = paths[row]!.toLowerCase().split('/').reverse();
    if (isModule) {
      parts[0] = stem(parts[0]!);
      if (folderModules.has(parts[0])) parts.shift();
    }
    let length = 0;
    while (length < parts.length && parts[length] === segments[length]) length++;
    const isComplete = length === parts.length && length < segments.length;
    if (length < bestLength || (length === bestLength && isBestComplete && !isComplete)) continue;
    if (length > bestLength || (isComplete && !isBestComplete)) found = [];
    [bestLength, isBestComplete] = [length, isComplete];
    found.push(row);
  }
  return found;
}

const rowsOfPaths = new WeakMap<readonly string[], ReadonlyMap<string, readonly number[]>>();

/** Files by the last segment of their path without its extension. Files that are the module of their folder are also listed by its name. */
function rowsByStem(paths: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const cachedRows = rowsOfPaths.get(paths);
  if (cachedRows !== undefined) return cachedRows;
  const rows = new Map<string, number[]>();
  const add = (name: string, row: number): void => {
    const sameName = rows.get(name);
    if (sameName === undefined) rows.set(name, [row]);
    else sameName.push(row);
  };
  for (const [row, path] of paths.entries()) {
    const lower = path.toLowerCase();
    const slash = lower.lastIndexOf('/');
    const name = stem(lower.slice(slash + 1));
    add(name, row);
    if (slash > 0 && folderModules.has(name)) add(stem(lower.slice(lower.lastIndexOf('/', slash - 1) + 1, slash)), row);
  }
  rowsOfPaths.set(paths, rows);
  return rows;
}

function stem(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

function mentionsIn(query: string): Iterable<Mention> {
  const mentions = new Map<string, Mention>();
  const add = (segments: readonly string[], isModule: boolean, line: number | null = null): void => {
    const parts = segments.filter((one) => one !== '' && one !== '.' && one !== '..').map((one) => one.toLowerCase());
    const key = `${parts.join('/')}${isModule ? ':' : ''}`;
    if (parts.length === 0 || (mentions.size >= maxMentions && !mentions.has(key))) return;
    const mention = mentions.get(key) ?? { segments: parts.reverse(), isModule, lines: new Set() };
    if (line !== null) mention.lines.add(line);
    mentions.set(key, mention);
  };
  const text = query.slice(0, maxLength);
  for (const match of text.matchAll(runs())) {
    const run = match[0].replace(/\.{1,3}$/, '');
    const line = lineAt(text, match.index + match[0].length);
    if (/[\\/]/.test(run)) add(run.split(/[\\/]/), false, line);
    // A name before a parenthesis is a call: `query.filter()`.
    else if ((fileName.test(run) && text[match.index + run.length] !== '(') || line !== null) add([run], false, line);
    if (dottedName().test(run)) addModules(run.split('.'), add);
  }
  return mentions.values();
}

/** The line number at an offset; null for none. */
function lineAt(text: string, at: number): number | null {
  lineAfter.lastIndex = at;
  const line = Number(lineAfter.exec(text)?.[1] ?? 0);
  return line === 0 ? null : line;
}

/** Adds a dotted name, also without its last parts, which may name something in the module. */
function addModules(parts: readonly string[], add: (segments: readonly string[], isModule: boolean) => void): void {
  for (let innerParts = 0; innerParts <= maxInnerParts && parts.length - innerParts >= 2; innerParts++)
    add(parts.slice(0, parts.length - innerParts), true);
}
