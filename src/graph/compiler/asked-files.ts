/**
 * The files about which the compiler was asked, and those for which its answers may have changed.
 * Invariant: a file is asked about again when its content, a configuration, or the interface of a file that it depends on has changed; else not.
 */
import { createHash } from 'node:crypto';
import type { LinkedFile } from '../../store/link-store.ts';
import type { Store } from '../../store/store.ts';
import { dependentsOf, readersOf } from '../incremental/dependents.ts';
import { interfaceToken } from '../incremental/named-interfaces.ts';
import { compilerVersion } from './compiler-version.ts';

/** The state of the index's files for the compiler, read before and after the compiler is asked. */
export interface FilesNow {
  /** A digest of the compiler's version and all configurations. */
  setting: string;
  /** By path: files that have their links, with the hash of their content. */
  files: ReadonlyMap<string, AskableFile>;
  /** By path; empty for files without an interface. */
  interfaces: ReadonlyMap<string, string>;
  /** Paths of the files that have answers of the compiler in the index. */
  kept: ReadonlySet<string>;
}

export interface AskableFile {
  linked: LinkedFile;
  hash: string;
  size: number;
}

interface AskedState {
  setting: string;
  /** `isStored`: answers about it are in the index. */
  asked: [path: string, hash: string, isStored: boolean][];
  interfaces: [path: string, shape: string][];
}

const configName = /(?:^|\/)(?:(?:ts|js)config[^/]*\.json|package\.json)$/;
const askedLanguages: ReadonlySet<string> = new Set(['typescript', 'javascript']);
/** The name of the compiler among precise sources. */
export const compilerSource = 'typescript';
/** Configurations of the compiler, which define the files of a project. */
const projectName = /(?:^|\/)(?:tsconfig[^/]*|jsconfig)\.json$/;

export function isProjectConfig(path: string): boolean {
  return projectName.test(path);
}

export async function filesNow(store: Store): Promise<FilesNow> {
  const rows = (await store.linkedFiles()).filter(({ path, language }) => askedLanguages.has(language) && path !== '');
  const { paths } = await store.documents();
  const configs = await store.filesByPath(paths.filter((path) => configName.test(path)));
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
    interfaces: new Map(rows.map((row) => [row.path, interfaceToken(row.interface).slice(0, 16)])),
    kept: new Set(
      (await store.preciseFiles()).flatMap(({ path, source }) => (source === compilerSource ? [path] : [])),
    ),
  };
}

/**
 * The files about which the compiler was asked and need not be asked again.
 * @param text from `answeredState`; null when it was never asked
 */
export function stillAnswered(text: string | null, now: FilesNow): Set<string> {
  const state = text === null ? null : (JSON.parse(text) as AskedState);
  if (state === null || state.setting !== now.setting) return new Set();
  // Which files depended on a removed file is no longer known.
  if (state.interfaces.some(([path, shape]) => shape !== '' && !now.interfaces.has(path))) return new Set();
  const before = new Map(state.interfaces);
  const ids = new Map([...now.files.values()].map(({ linked }) => [linked.path, linked.id]));
  const readers = readersOf([...now.files.values()].map(({ linked }) => [linked.id, linked.reads] as const));
  const seeds: number[] = [];
  for (const [path, shape] of now.interfaces) {
    const id = ids.get(path);
    if (id !== undefined && before.get(path) !== shape) seeds.push(id);
  }
  const moved = dependentsOf(seeds, readers);
  const answered = state.asked.filter(([path, hash, isStored]) => {
    const file = now.files.get(path);
    return file !== undefined && file.hash === hash && !moved.has(file.linked.id) && (!isStored || now.kept.has(path));
  });
  return new Set(answered.map(([path]) => path));
}

/** @param answered the files whose answers are valid for `now` */
export function answeredState(now: FilesNow, answered: Iterable<string>): string {
  const state: AskedState = {
    setting: now.setting,
    asked: [...answered].flatMap((path) => {
      const file = now.files.get(path);
      return file === undefined ? [] : [[path, file.hash, now.kept.has(path)] as [string, string, boolean]];
    }),
    interfaces: [...now.interfaces],
  };
  return JSON.stringify(state);
}
