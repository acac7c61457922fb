/** Snapshots of a project's index, for the command line: what `code-scout snapshot` does. All functions reject with an `AppError`. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { readEnvironment, signingKeyVariable } from '../../config/environment.ts';
import type { PackageRows } from '../../graph/across/package-uses.ts';
import { AppError } from '../../model/error.ts';
import { isCleanTree, nearbyTrees, readHead, type HeadState } from '../../source/git/git-trees.ts';
import { nameOfLocation } from '../../store/index-location.ts';
import { localStateOf, stateFile, type LocalState } from '../../store/local-state.ts';
import { indexExists, makeStateFolder, openStore } from '../../store/registry.ts';
import { sealIndex } from '../../store/sealing.ts';
import { makeKey, parsePublicKey, parseSigningKey, type PublicKey, type SigningKey } from '../../team/snapshot/keys.ts';
import { flavourKey, manifestName, type SnapshotFamily } from '../../team/snapshot/layout.ts';
import { listSnapshots, type ListedSnapshot } from '../../team/snapshot/list-snapshots.ts';
import {
  pushKnown,
  pushSnapshot,
  type PushOptions,
  type PushReport as StoredReport,
} from '../../team/snapshot/push.ts';
import { pullPages, type PullReport } from '../../team/snapshot/pull.ts';
import { readManifest } from '../../team/snapshot/read-manifest.ts';
import { sweepStore, type SweepReport } from '../../team/snapshot/sweep.ts';
import { uniqueName } from '../../util/unique-name.ts';
import { workerData } from '../indexing/indexing.ts';
import { usePlugins } from '../indexing/plugin-languages.ts';
import { indexTexts } from '../live/text-index.ts';
import { indexLocationOf } from '../project-place.ts';
import { packagesIn } from './package-rows.ts';
import { familyOf, gitPlace, openStoreAt, repositoryOf, trustedKeys, type TeamProject } from './team-place.ts';
import { indexFlavour, mostCommits, pullNearest, type PullRequest } from './team-seed.ts';
import type { SeedReport } from '../../team/seed.ts';

export { packagesOf } from './package-rows.ts';
export { describeSeed } from './team-seed.ts';
export type { ListedSnapshot, PullReport, SweepReport };

export interface StoreRequest {
  /** As the user gave it. */
  location: string;
  workingDirectory: string;
  signal?: AbortSignal;
}

export interface PushRequest extends StoreRequest {
  /** Path of the secret key; null: from the environment. */
  keyFile: string | null;
  /** The branch that is pushed, where git does not say it (a detached head in CI). */
  branch: string | null;
  /** Whether the report is to say which packages the repository provides and requires. Default: no. */
  packages?: boolean;
}

/** Writes a new secret key to a file that must not exist, readable by the user alone. Returns the public key. */
export function createKeyFile(path: string): string {
  const made = makeKey();
  try {
    writeFileSync(path, made.pem, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const what =
      error instanceof Error && 'code' in error && error.code === 'EEXIST' ? 'exists already' : String(error);
    throw new AppError('FileSystemError', `The key cannot be written: ${path} ${what}`, { cause: error });
  }
  return made.public.text;
}

export function readSigningKey(file: string | null): SigningKey {
  const { signingKey } = readEnvironment().team;
  if (file === null && signingKey === null)
    throw new AppError('ConfigurationError', 'There is no key to sign the snapshot with', {
      hint: `Name its file with --key, or set ${signingKeyVariable}; \`code-scout snapshot keygen\` makes one.`,
    });
  if (file === null) return parseSigningKey(signingKey!);
  try {
    return parseSigningKey(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('FileSystemError', `The signing key ${file} cannot be read`, { cause: error });
  }
}

async function repositoryFor({ root, config }: TeamProject): Promise<string> {
  const name = await repositoryOf(gitPlace(root), config);
  if (name !== null) return name;
  throw new AppError('ConfigurationError', 'This repository has no name for a page store', {
    hint: 'It has no remote `origin` with a host. Name it with `team.repository`.',
  });
}

/** The head of a tree without changes, so that the index is of this tree and of nothing else. */
async function cleanHead({ root }: TeamProject): Promise<HeadState> {
  const place = gitPlace(root);
  const head = await readHead(place);
  if (head === null) throw new AppError('ValidationError', `There is no commit of ${root}`);
  if (await isCleanTree(place)) return head;
  throw new AppError('ValidationError', 'The folder has files that are not in its commit', {
    hint: 'A snapshot is of a commit: commit or stash what `git status` shows.',
  });
}

/** Where the files of a snapshot can be made. Throws a `ValidationError` that an index in memory cannot do what is asked. */
function stateFor({ root, config }: TeamProject, what: string): LocalState {
  const state = localStateOf(indexLocationOf(root, config));
  if (state === null) throw new AppError('ValidationError', `An index in memory cannot ${what}`);
  return state;
}

export interface PushReport extends StoredReport {
  commit: string;
  /** The key of the flavour in the names of the page store. */
  flavour: string;
  /** Of the index; null where the snapshot was there already. */
  files: number | null;
  lines: number | null;
  /** Null where nobody asked for them. */
  packages: PackageRows | null;
}

/** When a part of a push began and ended, by the clock of the machine (ms since 1970). */
export interface PushStep {
  name: 'index' | 'push';
  startMs: number;
  endMs: number;
}

interface Push {
  head: HeadState;
  family: SnapshotFamily;
  /** Without the sealed index. */
  options: Omit<PushOptions, 'file'>;
}

async function preparePush(project: TeamProject, request: PushRequest): Promise<Push> {
  const { root, config } = project;
  stateFor(project, 'be pushed');
  const key = readSigningKey(request.keyFile);
  const store = openStoreAt(request.location, config, request.workingDirectory);
  const head = await cleanHead(project);
  const family = await familyOf(project, await repositoryFor(project), request.signal);
  const { trees } = await nearbyTrees(gitPlace(root), mostCommits);
  const options = {
    ...{ store, family, key, trusted: trustedKeys(config), nowMs: Date.now() },
    ...{ tree: head.tree, commit: head.commit, branch: request.branch ?? head.branch },
    earlier: trees.filter((tree) => tree !== head.tree),
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  };
  return { head, family, options };
}

/** Null where the store has no snapshot of this tree, so that the index has to be made. */
export async function pushWithoutIndex(project: TeamProject, request: PushRequest): Promise<PushReport | null> {
  await usePlugins(project.config.plugins ?? []);
  const { head, family, options } = await preparePush(project, request);
  const report = await pushKnown(options);
  if (report === null) return null;
  return {
    ...report,
    commit: head.commit,
    flavour: flavourKey(family.flavour),
    files: null,
    lines: null,
    packages: null,
  };
}

/** Pushes the index, which the caller has brought up to date with its vectors. */
export async function pushIndex(project: TeamProject, request: PushRequest): Promise<PushReport> {
  const { root, config } = project;
  const location = indexLocationOf(root, config);
  const state = stateFor(project, 'be pushed');
  const { head, family, options } = await preparePush(project, request);
  const index = await openStore(location);
  let counts: Pick<PushReport, 'files' | 'lines' | 'packages'>;
  try {
    await indexTexts(index, workerData(root, config), request.signal);
    const { files, lines } = await index.statistics();
    counts = { files, lines, packages: request.packages === true ? await packagesIn(index, root) : null };
  } finally {
    await index.close();
  }
  const file = stateFile(state, `.seal-${process.pid}-${uniqueName()}`);
  try {
    await sealIndex({ from: location, file, ...indexFlavour(family) });
    const after = await cleanHead(project);
    if (after.commit !== head.commit)
      throw new AppError('ValidationError', 'The commit has changed in between; push again');
    const report = await pushSnapshot({ ...options, file });
    return { ...report, commit: head.commit, flavour: flavourKey(family.flavour), ...counts };
  } finally {
    for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
  }
}

/** Begins the index with the nearest snapshot. Null where there is none. Rejects with a `ValidationError` where there is an index. */
export async function pullInto(project: TeamProject, request: PullRequest): Promise<SeedReport | null> {
  const location = indexLocationOf(project.root, project.config);
  stateFor(project, 'begin with a snapshot');
  if (indexExists(location))
    throw new AppError('ValidationError', `There is an index already: ${nameOfLocation(location)}`, {
      hint: '`code-scout index` brings it up to date. To begin anew, delete its folder.',
    });
  await usePlugins(project.config.plugins ?? []);
  // Says what is missing, where an index that begins by itself says nothing.
  await repositoryFor(project);
  return pullNearest(project, request);
}

/** The keys of the settings, or those that the user names for this command. */
function keysFor({ config }: TeamProject, named: readonly string[]): PublicKey[] {
  return named.length > 0 ? named.map(parsePublicKey) : trustedKeys(config);
}

/** The snapshots of this repository in a store, of all flavours, the newest first. */
export async function listOf(project: TeamProject, request: StoreRequest): Promise<ListedSnapshot[]> {
  const store = openStoreAt(request.location, project.config, request.workingDirectory);
  return listSnapshots(store, await repositoryFor(project), trustedKeys(project.config), request.signal);
}

export interface VerifyRequest extends StoreRequest {
  /** Git's id of a tree; null: the tree of HEAD. */
  tree: string | null;
  /** Public keys that count as trusted for this command; empty: those of the settings. */
  keys: readonly string[];
}

/** Reads every page of a snapshot. Rejects with a `ValidationError` if anything in it is wrong, and with a `NotFoundError` where there is none. */
export async function verifySnapshot(
  project: TeamProject,
  request: VerifyRequest,
): Promise<PullReport & { tree: string }> {
  const { root, config } = project;
  const { signal } = request;
  await usePlugins(config.plugins ?? []);
  const store = openStoreAt(request.location, config, request.workingDirectory);
  const family = await familyOf(project, await repositoryFor(project), signal);
  const tree = request.tree ?? (await readHead(gitPlace(root)))?.tree ?? '';
  const name = manifestName(family, tree);
  const manifest = await readManifest({ store, name, trusted: keysFor(project, request.keys), expected: { family, tree }, signal }); // prettier-ignore
  if (manifest === null)
    throw new AppError('NotFoundError', `There is no snapshot of tree ${tree.slice(0, 12)} in ${store.location}`);
  const state = localStateOf(indexLocationOf(root, config)) ?? { folder: tmpdir(), name: 'code-scout' };
  const file = stateFile(state, `.verify-${process.pid}-${uniqueName()}`);
  makeStateFolder(state);
  try {
    return { tree, ...(await pullPages({ store, manifest, file, ...(signal === undefined ? {} : { signal }) })) };
  } finally {
    rmSync(file, { force: true });
  }
}

export interface SweepRequest extends StoreRequest {
  graceMs: number;
  quotaBytes: number | null;
}

/** Sweeps a whole page store: all repositories. */
export async function sweep({ config }: TeamProject, request: SweepRequest): Promise<SweepReport> {
  const store = openStoreAt(request.location, config, request.workingDirectory);
  if (store.list === null)
    throw new AppError('ValidationError', `${store.location} cannot be swept, because it does not list what it has`, {
      hint: 'Sweep the folder that the server serves.',
    });
  const { graceMs, quotaBytes, signal } = request;
  return sweepStore({ store, graceMs, quotaBytes, ...(signal === undefined ? {} : { signal }) });
}
