/**
 * Which files the compiler was asked about, and for which of them its answers may have changed since.
 * Invariant: a file is asked about again only when its content, a configuration, the compiler's version, or the interface of a file on which it depends
 * has changed; all files are, when a file with an interface was removed.
 */
import { createHash } from 'node:crypto';
import type { LinkedFile } from '../../store/link-store.ts';
import type { Store } from '../../store/store.ts';
import { dependentsOf, readersOf } from '../incremental/dependents.ts';
import { interfaceToken } from '../incremental/named-interfaces.ts';
import { compilerVersion } from './compiler-version.ts';

/** The state of the index's files for the compiler, read before and after the compiler is asked. */
export interface FilesNow {
  /** A digest of the compiler's version and of all configurations. */
  setting: string;
  /** Files whose links are up to date, by path. */
  files: ReadonlyMap<string, AskableFile>;
  /** Interfaces (`interfaceToken`) by path; empty for files without one. */
  interfaces: ReadonlyMap<string, string>;
  /** Paths of the files that have answers of the compiler in the index. */
  answered: ReadonlySet<string>;
}

/** A file whose links are up to date, with the hash and size of its content. */
export interface AskableFile {
  linked: LinkedFile;
  hash: string;
  size: number;
}

/** The stored form of `answeredState`. */
interface AskedState {
  setting: string;
  /** `isStored`: whether answers about the file are in the index. */
  asked: [path: string, hash: string, isStored: boolean][];
  interfaces: [path: string, token: string][];
}

/** Files that are no source, and on which the compiler's answers depend. */
const settingPath = /(?:^|\/)(?:(?:ts|js)config[^/]*\.json|package\.json)$/;
const askedLanguages: ReadonlySet<string> = new Set(['typescript', 'javascript']);
/** The compiler's name among precise sources. */
export const compilerSource = 'typescript';
/** Paths of the compiler's configurations, which list the files of a project. */
const projectConfigPath = /(?:^|\/)(?:tsconfig[^/]*|jsconfig)\.json$/;

export function isProjectConfig(path: string): boolean {
  return projectConfigPath.test(path);
}

export async function filesNow(store: Store): Promise<FilesNow> {
  const rows = (await store.linkedFiles()).filter(({ path, language }) => askedLanguages.has(language) && path !== '');
  const { paths } = (await store.state()).documents;
  const configs = await store.filesByPath(paths.filter((path) => settingPath.test(path)));
  const setting = createHash('sha256').update(compilerVersion);
  for (const { path, hash } of configs.toSorted((a, b) => (a.path < b.path ? -1 : 1)))
    setting.update(`\0${path}\0${hash}`);
  const records = new Map((await store.filesByPath(rows.map(({ path }) => path))).map((one) => [one.path, one]));
  const files = new Map<string, AskableFile>();
  for (const linked of rows) {
    const record = records.get(linked.path);
    if (record !== undefined && record.id === linked.fileId)
      files.set(linked.path, { linked, hash: record.hash, size: record.size });
  }
  return {
    setting: setting.digest('hex'),
    files,
    // The first 16 characters are enough to see whether an interface changed.
    interfaces: new Map(rows.map((row) => [row.path, interfaceToken(row.interface).slice(0, 16)])),
    answered: new Set(
      (await store.preciseFiles()).flatMap(({ path, source }) => (source === compilerSource ? [path] : [])),
    ),
  };
}

/**
 * The files about which the compiler was asked and whose answers are still valid.
 * @param text from `answeredState`; null when the compiler was never asked
 */
export function stillAnswered(text: string | null, now: FilesNow): Set<string> {
  const state = text === null ? null : (JSON.parse(text) as AskedState);
  if (state === null || state.setting !== now.setting) return new Set();
  // A file with an interface was removed: which files depended on it is no longer known.
  if (state.interfaces.some(([path, token]) => token !== '' && !now.interfaces.has(path))) return new Set();
  const before = new Map(state.interfaces);
  const ids = new Map([...now.files.values()].map(({ linked }) => [linked.path, linked.id]));
  const readers = readersOf([...now.files.values()].map(({ linked }) => [linked.id, linked.reads] as const));
  const seeds: number[] = [];
  for (const [path, token] of now.interfaces) {
    const id = ids.get(path);
    if (id !== undefined && before.get(path) !== token) seeds.push(id);
  }
  const affected = dependentsOf(seeds, readers);
  const answered = state.asked.filter(([path, hash, isStored]) => {
    const file = now.files.get(path);
    return (
      file !== undefined && file.hash === hash && !affected.has(file.linked.id) && (!isStored || now.answered.has(path))
    );
  });
  return new Set(answered.map(([path]) => path));
}

/** The text that `stillAnswered` reads in a later run. @param answered the files whose answers are valid for `now` */
export function answeredState(now: FilesNow, answered: Iterable<string>): string {
  const state: AskedState = {
    setting: now.setting,
    asked: [...answered].flatMap((path) => {
      const file = now.files.get(path);
      return file === undefined ? [] : [[path, file.hash, now.answered.has(path)] as [string, string, boolean]];
    }),
    interfaces: [...now.interfaces],
  };
  return JSON.stringify(state);
}
