/**
 * Brings a snapshot to a node: the files of its tree from git, and its index from the page store. The index has no texts of files, so a node needs both.
 * Invariants: the index is signed by a trusted key, and its manifest names the tree; the files are those of that tree, by git's own hashes; nothing that a
 * repository names is run; the files are compared with the index in a process with limits, so that no question has to.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, toAppError } from '../../model/error.ts';
import { runLimited } from '../../runtime/limited-program.ts';
import type { GitCommand } from '../../source/git/find-git.ts';
import { checkOut, fetchCommit, GitFailure, withMirror } from '../../source/git/git-mirror.ts';
import { readHead } from '../../source/git/git-trees.ts';
import { nameOfLocation } from '../../store/index-location.ts';
import { localStateOf, stateFile } from '../../store/local-state.ts';
import { makeStateFolder } from '../../store/registry.ts';
import type { Head, Repository } from '../../team/catalogue/catalogue.ts';
import { seedFromStore } from '../../team/seed.ts';
import { flavourKey, packName } from '../../team/snapshot/layout.ts';
import { traced } from '../../util/tracing/spans.ts';
import { uniqueName } from '../../util/unique-name.ts';
import { usePlugins } from '../indexing/plugin-languages.ts';
import { indexLocationOf } from '../project-place.ts';
import { adoptApart } from '../team/adopt-apart.ts';
import { familyOf, gitPlace, openStoreAt, type TeamProject } from '../team/team-place.ts';
import { indexFlavour } from '../team/team-seed.ts';
import type { NodeSettings } from './node-settings.ts';

export interface WantedSnapshot {
  repository: Repository;
  head: Head;
  /** Of this repository alone. Nobody else uses it meanwhile. */
  mirror: string;
  /** Exists and is empty. */
  folder: string;
  /** Whether somebody waits for it. */
  isAwaited: boolean;
}

/** Where the files of a snapshot are, below its folder. */
export const filesOf = (folder: string): string => join(folder, 'files');

/** The mirror of a repository is used by one at a time. */
const turns = new Map<string, Promise<unknown>>();

function inTurn<T>(mirror: string, work: () => Promise<T>): Promise<T> {
  const done = (turns.get(mirror) ?? Promise.resolve()).then(work, work);
  const ended = done.catch(() => {});
  turns.set(mirror, ended);
  void ended.then(() => {
    if (turns.get(mirror) === ended) turns.delete(mirror);
  });
  return done;
}

/** Rejects with an error that `forSenders` has to look at. Returns how many files the comparison has found to differ, which should be none. */
export async function makeSnapshot(
  { repository, head, mirror, folder, isAwaited }: WantedSnapshot,
  { settings, git, signal }: { settings: NodeSettings; git: GitCommand; signal: AbortSignal },
): Promise<{ differing: number }> {
  const root = filesOf(folder);
  const work = (): Promise<void> => filesFromGit({ repository, head, mirror, root, settings, git, signal });
  const onDamage = (said: string): void =>
    settings.log({ event: 'trouble', error: `${repository.name}: its mirror is damaged, and fetched anew: ${said}` });
  await inTurn(mirror, () => withMirror(mirror, { work, onDamage }));
  const { config } = settings.settingsFor(root);
  await usePlugins(config.plugins ?? []);
  await traced('pull index', {}, () => pullIndex({ root, config }, { repository, head, settings, signal, isAwaited }));
  return { differing: await traced('compare', {}, () => compareAll({ root, config }, settings, signal)) };
}

interface FromGit extends Omit<WantedSnapshot, 'folder' | 'isAwaited'> {
  root: string;
  settings: NodeSettings;
  git: GitCommand;
  signal: AbortSignal;
}

/** What git and the system say is for the log: where a repository is, and why its host or a disk refuses this machine, is nothing for those who ask. */
export function forSenders(error: unknown, { name }: Repository, settings: NodeSettings): unknown {
  const isOfSystem = error instanceof Error && 'syscall' in error;
  if (!isOfSystem && !(error instanceof GitFailure)) return error;
  settings.log({ event: 'trouble', error: `${name}: ${toAppError(error).message}` });
  return new AppError('FileSystemError', `The files of ${name} cannot be fetched at the moment`, {
    hint: 'Ask again in a while. The log of the node says why.',
  });
}

async function filesFromGit({ repository, head, mirror, root, settings, git, signal }: FromGit): Promise<void> {
  const { commit, tree } = head;
  const place = { git, signal, memoryBytes: settings.limits.memoryBytes };
  mkdirSync(mirror, { recursive: true, mode: 0o700 });
  const wanted = { url: repository.url, mirror, namespace: String(repository.id), commit };
  if (!(await traced('git fetch', {}, () => fetchCommit(place, { ...wanted, maxBytes: settings.cacheBytes }))))
    throw new AppError('NotFoundError', `The repository does not have the commit ${commit.slice(0, 12)} any more`);
  const { checkoutBytes: maxBytes, checkoutFiles: maxFiles } = settings.limits;
  const { defaultRef: defaultBranch } = repository;
  rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  await traced('checkout', {}, () => checkOut(place, { mirror, commit, folder: root, defaultBranch, maxBytes, maxFiles })); // prettier-ignore
  const checkedOut = await readHead(gitPlace(root));
  if (checkedOut?.tree !== tree)
    throw new AppError(
      'ValidationError',
      `The commit ${commit.slice(0, 12)} is not of the tree that the catalogue names`,
    );
  // A repository may have files of its own where its index comes, which are never indexed.
  rmSync(join(root, '.code-scout'), { recursive: true, force: true });
}

type FromStore = Pick<FromGit, 'repository' | 'head' | 'settings' | 'signal'> & Pick<WantedSnapshot, 'isAwaited'>;

async function pullIndex(project: TeamProject, wanted: FromStore): Promise<void> {
  const { repository, head, settings, signal } = wanted;
  const store = openStoreAt(settings.store, project.config);
  const family = await familyOf(project, repository.name, signal);
  if (flavourKey(family.flavour) !== head.flavour)
    throw new AppError('ConfigurationError', 'The snapshot is of another version of Code Scout, or of other settings', {
      hint: 'Workers and nodes need the same version, and the same settings of their users.',
    });
  const to = indexLocationOf(project.root, project.config);
  const state = localStateOf(to);
  if (state === null) throw new AppError('ConfigurationError', 'A node keeps its indexes in files');
  makeStateFolder(state);
  try {
    const seed = await seedFromStore({
      store,
      family,
      near: { trees: [head.tree], commits: [], branches: [] },
      trusted: settings.trusted,
      file: stateFile(state, `.pull-${process.pid}-${uniqueName()}`),
      adopt: (file) => adoptApart({ file, to, ...indexFlavour(family) }),
      signal,
    });
    if (seed !== null) return;
  } catch (error) {
    signal.throwIfAborted();
    // A store that does not answer at all may have everything, and one that does knows that it has no such pack.
    const answers = await store.get(packName(repository.name, '0'.repeat(64)), { maxBytes: 1, signal }).then(
      () => true,
      () => false,
    );
    if (answers) await report(wanted);
    throw error;
  }
  await report(wanted);
  throw new AppError('NotFoundError', `The page store has no snapshot of the tree ${head.tree.slice(0, 12)}`, {
    hint: 'A worker was asked to make it again: try again in a while, and see `code-scout catalogue status`.',
  });
}

/** A worker makes it again; where the catalogue is away, the next question says it again. */
async function report({ settings, repository: { id }, head: { tree, flavour }, isAwaited }: FromStore): Promise<void> {
  await settings.catalogue.reportMissing({ repository: id, tree, flavour }, isAwaited).catch(() => false);
}

/** Has the whole index compared with the files once, so that it is known to be of them, and knows what is left out. */
async function compareAll({ root, config }: TeamProject, settings: NodeSettings, signal: AbortSignal): Promise<number> {
  const database = nameOfLocation(indexLocationOf(root, config));
  const { program, environment, limits, folder } = settings;
  const { timeMs, memoryBytes } = limits;
  const { by, code, output, errors } = await runLimited({
    program: program.path,
    args: [...program.args, 'index', '--root', root, '--db', database, '--no-metrics', '--no-compiler', '--json'], // prettier-ignore
    // Node looks for modules that the machine's settings name (NODE_OPTIONS) in the folder where it begins, which is not the repository's.
    folder,
    environment,
    ...{ timeMs, memoryBytes, signal },
  });
  if (by !== 'exit' || code !== 0)
    throw new AppError('InternalError', `The snapshot could not be compared with its files: ${by === 'exit' ? errors.trim().slice(-500) : by}`); // prettier-ignore
  try {
    const { indexedFiles = 0, removedFiles = 0 } = JSON.parse(output) as Record<string, number>;
    return indexedFiles + removedFiles;
  } catch {
    throw new AppError('InternalError', 'The process that compares a snapshot said what is no report');
  }
}
