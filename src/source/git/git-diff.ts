/**
 * Which files differ between two commits, or between a commit and the files on disk, by git's raw lists. Contents are read by their ids.
 * Invariants: no filter, text conversion or diff program of the repository's configuration is run. Names are bytes and stay unchanged (`-z`). A list
 * that is cut or broken yields what could be read.
 */
import { displayPath } from '../../util/bytes/path-bytes.ts';
import { filtersOff } from './git-filters.ts';
import { askGit, type GitPlace } from './git-revision.ts';

export type FileStatus = 'added' | 'modified' | 'deleted' | 'renamed' | 'typeChanged' | 'unmerged';
export type EntryKind = 'file' | 'link' | 'submodule';

export interface FileChange {
  status: FileStatus;
  /** Relative to the project's root; the new path of a renamed file. */
  path: string;
  /** The old path of a renamed file; null for any other. */
  oldPath: string | null;
  kind: EntryKind;
  /** Ids of the contents; null where there is none, and for new content that is only on disk. */
  oldId: string | null;
  newId: string | null;
  /** Whether only the permissions differ. */
  isModeOnly: boolean;
}

/** Maximum number of pairs of added and deleted files whose contents are compared to find renames. With more pairs only equal contents are found. */
const maxRenamePairs = 200;

const rawOptions = ['--raw', '-z', '--no-ext-diff', '--no-textconv', '--no-color', '--no-abbrev', '--relative'];

/** @param to null: the files on disk. Returns null where git fails. */
export async function changedFiles(
  place: GitPlace,
  { from, to }: { from: string | null; to: string | null },
): Promise<FileChange[] | null> {
  if (to === null) return workingChanges(place, from);
  // `--root` compares a first commit with nothing.
  const ends = from === null ? ['--root', '--no-commit-id', to] : [from, to];
  const renames = ['-r', '--find-renames', `-l${maxRenamePairs}`];
  const raw = await askGit(place, ['diff-tree', ...rawOptions, ...renames, ...ends, '--']);
  return raw === null ? null : parseRawChanges(raw);
}

async function workingChanges(place: GitPlace, from: string | null): Promise<FileChange[] | null> {
  const others = ['ls-files', '-z', '--exclude-standard', '--others'];
  if (from === null) {
    const all = await askGit(place, [...others, '--cached']);
    return all === null ? null : [...new Set(pathsOf(all))].map(addedOnDisk);
  }
  const quick = ['--no-renames', '--ignore-submodules=dirty'];
  const [tracked, untracked, conflicts] = await Promise.all([
    filtersOff(place).then((off) => askGit(place, [...off, 'diff-index', ...rawOptions, ...quick, from, '--'])),
    askGit(place, others),
    askGit(place, ['ls-files', '-z', '--unmerged']),
  ]);
  if (tracked === null || untracked === null || conflicts === null) return null;
  const unmerged = new Set(
    splitAtNul(conflicts).map((entry) => displayPath(entry.subarray(entry.indexOf(9) + 1)).path),
  );
  const changes = new Map(
    parseRawChanges(tracked).map((change) => [
      change.path,
      unmerged.has(change.path) ? { ...change, status: 'unmerged' as const } : change,
    ]),
  );
  for (const path of pathsOf(untracked)) {
    const tracked = changes.get(path);
    // A file that was removed from git's index, but is still on disk, is listed as deleted and as untracked.
    changes.set(path, tracked?.status === 'deleted' ? { ...tracked, status: 'modified' } : addedOnDisk(path));
  }
  return [...changes.values()];
}

function addedOnDisk(path: string): FileChange {
  return { status: 'added', path, oldPath: null, kind: 'file', oldId: null, newId: null, isModeOnly: false };
}

/** Displayed paths of files. A path that ends in `/` is an untracked repository, which is not part of the project. */
function pathsOf(output: Buffer): string[] {
  return splitAtNul(output)
    .map((bytes) => displayPath(bytes).path)
    .filter((path) => path !== '' && !path.endsWith('/'));
}

/** The parts of an output that NUL terminates. */
function splitAtNul(output: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let from = 0, end = 0; (end = output.indexOf(0, from)) !== -1; from = end + 1)
    found.push(output.subarray(from, end));
  return found;
}

const statuses: Readonly<Record<string, FileStatus>> = {
  A: 'added',
  // A copy leaves its original unchanged.
  C: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  T: 'typeChanged',
  U: 'unmerged',
};

const header = /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/;

/** Git's raw format with `-z`: `:mode mode id id status NUL path NUL`, and a second path for renames and copies. */
export function parseRawChanges(output: Buffer): FileChange[] {
  const parts = splitAtNul(output);
  const changes = new Map<string, FileChange>();
  for (let at = 0; at < parts.length;) {
    const found = header.exec(parts[at]!.toString('latin1'));
    at++;
    // Skip a part that is not a header: the next one may be.
    if (found === null) continue;
    const [, oldMode = '', newMode = '', oldId = '', newId = '', letter = ''] = found;
    const isPair = letter === 'R' || letter === 'C';
    const [first, second] = [parts[at], parts[at + 1]];
    at += isPair ? 2 : 1;
    const last = isPair ? second : first;
    if (first === undefined || last === undefined) break;
    const path = displayPath(last).path;
    const status = statuses[letter] ?? 'modified';
    changes.set(path, {
      status,
      path,
      oldPath: letter === 'R' ? displayPath(first).path : null,
      kind: kindOf(status === 'deleted' ? oldMode : newMode, oldMode),
      oldId: letter === 'C' ? null : idOf(oldId),
      newId: idOf(newId),
      isModeOnly: status === 'modified' && oldId === newId && oldMode !== newMode,
    });
  }
  return [...changes.values()];
}

function kindOf(mode: string, oldMode: string): EntryKind {
  if (mode === '160000' || (mode === '000000' && oldMode === '160000')) return 'submodule';
  return mode === '120000' ? 'link' : 'file';
}

function idOf(id: string): string | null {
  return /^0+$/.test(id) ? null : id;
}

/**
 * Contents by id. Left out are missing contents (a partial clone), objects that are not file contents, and contents longer than `limits.each` bytes.
 * A content is also left out if the contents before it and this one would together be longer than `limits.all` bytes.
 */
export async function readBlobs(
  place: GitPlace,
  ids: readonly string[],
  limits: { each: number; all: number },
): Promise<Map<string, Buffer>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const heads = await askGit(place, ['cat-file', '--batch-check'], Buffer.from(`${wanted.join('\n')}\n`));
  const readable: string[] = [];
  let bytes = 0;
  for (const head of heads?.toString('latin1').split('\n') ?? []) {
    const [id = '', kind, size] = head.split(' ');
    if (kind !== 'blob' || Number(size) > limits.each || bytes + Number(size) > limits.all) continue;
    bytes += Number(size);
    readable.push(id);
  }
  if (readable.length === 0) return new Map();
  const output = await askGit(place, ['cat-file', '--batch'], Buffer.from(`${readable.join('\n')}\n`));
  return output === null ? new Map() : parseBatch(output);
}

/** Format: `id blob size LF`, the content, `LF`. A missing object is one line. */
export function parseBatch(output: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (let at = 0; at < output.length;) {
    const end = output.indexOf(10, at);
    if (end === -1) break;
    const [id = '', kind, size] = output.toString('latin1', at, end).split(' ');
    at = end + 1;
    if (size === undefined) continue;
    const length = Number(size);
    if (!Number.isSafeInteger(length) || at + length > output.length) break;
    if (kind === 'blob') found.set(id, output.subarray(at, at + length));
    at += length + 1;
  }
  return found;
}
