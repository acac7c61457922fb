/**
 * Files that a question names by their place: paths, places in stack traces and links, file names, dotted module names.
 * Invariant: a name that fits many files says little of each.
 */
import { folderModules } from './file-names.ts';

/** More say nothing of any of them. */
const maxMentions = 40;
/** A name of more files than that is no place (`index.ts`). */
const maxFiles = 20;
/** Last parts of a dotted name that may stand for what is in the file rather than for the file. */
const maxInside = 2;
/** What is behind this names nothing new (characters). */
const maxLength = 8000;

// Classes of Unicode take V8 up to half a millisecond: they are made where they are asked for.
/** Runs of what places are written with; one class of characters, so that any text is read in one go. */
const runs = (): RegExp => /[\p{L}\p{N}_.@+$\\/-]+/gu;
const fileName = /^[^.].*\.[a-z]\w{0,5}$/i;
const dottedName = (): RegExp => /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*){2,}$/u;

/** A line that is given behind a place: `a.py:12`, `a.py", line 12`, `a.cs:line 12`, `a.ts(12,5)`, `a.go#L12`, `a.rb line 12`. */
const lineBehind = /(?:"?,? line |:line |:|#L|\()(\d{1,7})(?!\w)/y;

export interface MentionedFile {
  /** 1 for one that alone fits a name, less where more do. */
  share: number;
  /** Lines that are given with its place, 1-based. */
  lines: readonly number[];
}

interface Mention {
  /** In small letters, last first. */
  segments: readonly string[];
  /** Without an extension, and so compared with paths without theirs. */
  isModule: boolean;
  lines: Set<number>;
}

/**
 * The files among `paths` that a question names, by row.
 * @param paths of all files; the same array for all questions while they are the same
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

/** The files that have most of a name's last segments; those of which it has all before others, whose folders have other names than it says. */
function filesOf({ segments, isModule }: Mention, paths: readonly string[]): readonly number[] {
  let most = isModule ? 2 : 1;
  let found: number[] = [];
  let isWhole = false;
  for (const row of rowsByStem(paths).get(stem(segments[0]!)) ?? []) {
    const own = paths[row]!.toLowerCase().split('/').reverse();
    if (isModule) {
      own[0] = stem(own[0]!);
      if (folderModules.has(own[0])) own.shift();
    }
    let length = 0;
    while (length < own.length && own[length] === segments[length]) length++;
    const hasAll = length === own.length && length < segments.length;
    if (length < most || (length === most && isWhole && !hasAll)) continue;
    if (length > most || (hasAll && !isWhole)) found = [];
    [most, isWhole] = [length, hasAll];
    found.push(row);
  }
  return found;
}

const known = new WeakMap<readonly string[], ReadonlyMap<string, readonly number[]>>();

/** Files by the last segment of their path without its extension, and folders' modules by their folder's name. */
function rowsByStem(paths: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const made = known.get(paths);
  if (made !== undefined) return made;
  const rows = new Map<string, number[]>();
  const add = (name: string, row: number): void => {
    const of = rows.get(name);
    if (of === undefined) rows.set(name, [row]);
    else of.push(row);
  };
  for (const [row, path] of paths.entries()) {
    const small = path.toLowerCase();
    const slash = small.lastIndexOf('/');
    const name = stem(small.slice(slash + 1));
    add(name, row);
    if (slash > 0 && folderModules.has(name)) add(stem(small.slice(small.lastIndexOf('/', slash - 1) + 1, slash)), row);
  }
  known.set(paths, rows);
  return rows;
}

function stem(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

function mentionsIn(query: string): Iterable<Mention> {
  const mentions = new Map<string, Mention>();
  const add = (segments: readonly string[], isModule: boolean, line: number | null = null): void => {
    const own = segments.filter((one) => one !== '' && one !== '.' && one !== '..').map((one) => one.toLowerCase());
    const key = `${own.join('/')}${isModule ? ':' : ''}`;
    if (own.length === 0 || (mentions.size >= maxMentions && !mentions.has(key))) return;
    const mention = mentions.get(key) ?? { segments: own.reverse(), isModule, lines: new Set() };
    if (line !== null) mention.lines.add(line);
    mentions.set(key, mention);
  };
  const text = query.slice(0, maxLength);
  for (const match of text.matchAll(runs())) {
    const run = match[0].replace(/\.{1,3}$/, '');
    const line = lineAt(text, match.index + match[0].length);
    if (/[\\/]/.test(run)) add(run.split(/[\\/]/), false, line);
    // `query.filter()` is a call.
    else if ((fileName.test(run) && text[match.index + run.length] !== '(') || line !== null) add([run], false, line);
    if (dottedName().test(run)) addModules(run.split('.'), add);
  }
  return mentions.values();
}

/** The line that is given there; null for none. */
function lineAt(text: string, at: number): number | null {
  lineBehind.lastIndex = at;
  const line = Number(lineBehind.exec(text)?.[1] ?? 0);
  return line === 0 ? null : line;
}

/** A dotted name, and what is left without its last parts: they may stand for what is in the module. */
function addModules(parts: readonly string[], add: (segments: readonly string[], isModule: boolean) => void): void {
  for (let inside = 0; inside <= maxInside && parts.length - inside >= 2; inside++)
    add(parts.slice(0, parts.length - inside), true);
}
