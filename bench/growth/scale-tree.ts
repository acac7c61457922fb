/**
 * The copy of a large tree that the scale bench works on, and edits of its files.
 * Invariant: the original tree is never written.
 */
import { cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { measure, type Cost } from '../lib/measure.ts';

export const indexFolder = '.code-scout';

/** Bytes of the index's files, including its log files. */
export function indexBytes(root: string): number {
  const bytes = (name: string): number => statSync(join(root, indexFolder, name), { throwIfNoEntry: false })?.size ?? 0;
  return bytes('database.db') + bytes('database.db-wal');
}

/**
 * Makes a copy in `root` as users have it: a git work tree whose files are in git's index, with one commit where it had
 * none, on disk and in the page cache. An existing copy is used again.
 */
export function copyTree(source: string, root: string): void {
  if (!existsSync(root)) cpSync(source, root, { recursive: true, verbatimSymlinks: true });
  if (!existsSync(join(root, '.git'))) commitAll(root);
  measure(['git', 'status', '--porcelain'], root);
  measure(['sync'], root);
  readAll(root);
}

/** Reads every file that git lists. */
export function readAll(root: string): Cost {
  return measure(['bash', '-c', 'git ls-files -z | xargs -0 cat >/dev/null 2>&1 || true'], root);
}

function commitAll(root: string): void {
  const identity = ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost'];
  measure(['git', 'init', '--quiet'], root);
  measure(['git', 'add', '--all'], root);
  measure(['git', ...identity, 'commit', '--quiet', '--message', 'The tree as it was named'], root);
}

export function dropIndex(root: string): void {
  rmSync(join(root, indexFolder), { recursive: true, force: true });
}

export interface IndexedAmounts {
  files: number;
  /** Bytes of all indexed files. */
  bytes: number;
  lines: number;
  /** Bytes of files below a folder `vendor`. */
  vendored: number;
  /** In descending order of bytes. */
  languages: { language: string; files: number; bytes: number; lines: number }[];
}

function inDatabase<T>(root: string, read: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(root, indexFolder, 'database.db'), { readOnly: true });
  try {
    return read(database);
  } finally {
    database.close();
  }
}

export function indexedAmounts(root: string): IndexedAmounts {
  return inDatabase(root, (database) => {
    const languages = database
      .prepare(
        'SELECT language, count(*) AS files, sum(size) AS bytes, sum(lines) AS lines FROM files GROUP BY language ORDER BY bytes DESC',
      )
      .all() as unknown as IndexedAmounts['languages'];
    const vendored = database
      .prepare("SELECT count(*) AS files FROM files WHERE path LIKE 'vendor/%' OR path LIKE '%/vendor/%'")
      .get() as { files: number };
    const sum = (field: 'files' | 'bytes' | 'lines'): number => languages.reduce((all, one) => all + one[field], 0);
    return { files: sum('files'), bytes: sum('bytes'), lines: sum('lines'), vendored: vendored.files, languages };
  });
}

export const editKinds = ['comment', 'body', 'export'] as const;
export type EditKind = (typeof editKinds)[number];

interface Syntax {
  comment: string;
  /** A call as a statement at the beginning of a body. */
  call: (name: string) => string;
  define: (name: string) => string;
}

const braces = (define: Syntax['define'], end = ';'): Syntax => ({
  comment: '//',
  call: (name) => `${name}()${end}`,
  define,
});
const ecmascript = braces((name) => `export function ${name}(): void {}`);
/** Languages whose bodies begin after a brace at the end of a line. */
const syntaxes = new Map<string, Syntax>([
  ['go', braces((name) => `func ${name}() {}`, '')],
  ['typescript', ecmascript],
  ['javascript', braces((name) => `export function ${name}() {}`)],
  ['rust', braces((name) => `pub fn ${name}() {}`)],
  ['c', braces((name) => `void ${name}(void) {}`)],
  ['cpp', braces((name) => `void ${name}() {}`)],
]);

/** Edits files in the most used language of the tree; each edit is in another file. */
export class Edits {
  readonly #root: string;
  readonly #syntax: Syntax;
  readonly #paths: string[];
  #next = 0;

  constructor(root: string, random: (below: number) => number) {
    this.#root = root;
    const { languages } = indexedAmounts(root);
    const main = languages.find(({ language }) => syntaxes.has(language));
    if (main === undefined) throw new Error(`no files of ${[...syntaxes.keys()].join(', ')} to edit`);
    this.#syntax = syntaxes.get(main.language)!;
    // Files of a size that people write and edit.
    const rows = inDatabase(root, (database) =>
      database
        .prepare('SELECT path FROM files WHERE language = ? AND size BETWEEN 2000 AND 40000 ORDER BY path')
        .all(main.language),
    ) as { path: string }[];
    this.#paths = rows.map(({ path }) => path).filter((path) => !path.includes('vendor/'));
    for (let at = this.#paths.length - 1; at > 0; at--) {
      const other = random(at + 1);
      [this.#paths[at], this.#paths[other]] = [this.#paths[other]!, this.#paths[at]!];
    }
  }

  /** Writes the edit; gives the path and the new size of the file. */
  make(kind: EditKind): { path: string; size: number } {
    for (;;) {
      const path = this.#paths[this.#next++];
      if (path === undefined) throw new Error('too few files can be edited');
      const before = readFileSync(join(this.#root, path), 'utf8');
      const at = before.lastIndexOf(') {\n');
      if (at === -1) continue;
      const name = `Fresh${kind}${this.#next}`;
      const { comment, call, define } = this.#syntax;
      const text =
        kind === 'comment'
          ? `${before}\n${comment} ${name}\n`
          : kind === 'export'
            ? `${before}\n${define(name)}\n`
            : `${before.slice(0, at + 4)}\t${call(name)}\n${before.slice(at + 4)}`;
      writeFileSync(join(this.#root, path), text);
      return { path, size: Buffer.byteLength(text) };
    }
  }

  /** Restores every file to the committed state. */
  undo(): void {
    measure(['git', 'checkout', '--quiet', '--', '.'], this.#root);
  }
}
