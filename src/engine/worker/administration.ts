/** What `code-scout catalogue` and `code-scout worker` do. All functions reject with an `AppError`. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueVariable, readEnvironment, signingKeyVariable, teamTokenVariable } from '../../config/environment.ts';
import { productVersion } from '../../config/product.ts';
import { AppError } from '../../model/error.ts';
import { askBranches } from '../../source/git/git-mirror.ts';
import { nameOfAddress } from '../../source/git/git-trees.ts';
import { openCatalogue } from '../../team/catalogue/open-catalogue.ts';
import type { Catalogue, Counts, JobState, RefState, Repository } from '../../team/catalogue/catalogue.ts';
import type { JobOverview } from '../../team/catalogue/overview.ts';
import { flavourKey } from '../../team/snapshot/layout.ts';
import { folderBytes } from '../../util/paths/folder-bytes.ts';
import { uniqueName } from '../../util/unique-name.ts';
import { usePlugins } from '../indexing/plugin-languages.ts';
import type { EngineConfig } from '../engine-options.ts';
import { readSigningKey } from '../team/snapshots.ts';
import { flavourOf, namedPlace, openStoreAt } from '../team/team-place.ts';
import { teamSettings } from '../team/team-settings.ts';
import { checkHeads, type CheckedHeads, type StoreOfCatalogue } from './missing-snapshots.ts';
import { pollDue, requireGit, type Polled } from './poll-repositories.ts';
import { eraseRemoved, rulesOf, sweepSnapshots, type RemovedRepository } from './sweeps.ts';
import { runWorker } from './worker.ts';
import { workerKey } from './worker-key.ts';
import type { WorkerEvent, WorkerLimits } from './worker-settings.ts';

export { nameOfAddress } from '../../source/git/git-trees.ts';
export { hasLogin, requireRemoteUrl } from '../../source/git/remote-url.ts';
export { namedPlace, trustedKeys as keysOf } from '../team/team-place.ts';
export { usualGraceMs } from './sweeps.ts';
export type { LimitName } from '../../team/catalogue/catalogue.ts';
export { usualLimits } from '../../team/catalogue/catalogue.ts';
export type { Catalogue, JobState, Polled, Repository, WorkerEvent, WorkerLimits };

export interface CatalogueRequest {
  /** As the user gave it; null: from the environment. */
  location: string | null;
  tenant: string;
  creates: boolean;
  workingDirectory: string;
  config: EngineConfig;
}

/** The caller closes it. */
export async function openCatalogueAt(request: CatalogueRequest): Promise<Catalogue> {
  const { tenant, creates, workingDirectory, config } = request;
  const named = request.location ?? readEnvironment().team.catalogue;
  if (named === null)
    throw new AppError('ConfigurationError', 'No catalogue is named', {
      hint: `Name it with --catalogue or in ${catalogueVariable}: postgresql://USER@HOST/DATABASE, or the path of a file.`,
    });
  const location = namedPlace(named, workingDirectory);
  return openCatalogue({ location, tenant, creates, allowsPlain: teamSettings(config).allowHttp });
}

export interface AddRequest {
  url: string;
  /** Null: by the address. */
  name: string | null;
  /** Null: as the host says. */
  branch: string | null;
  /** The name of a repository that it is a fork of; null for none. */
  forkOf: string | null;
  signal: AbortSignal;
}

/** Registers a repository, and hears of its branches with the next poll. */
export async function addRepository(catalogue: Catalogue, request: AddRequest): Promise<Repository> {
  const { url, branch, forkOf, signal } = request;
  const asked = await askBranches({ git: requireGit(), signal }, url);
  const defaultRef = branch ?? asked.defaultBranch;
  if (defaultRef === null || !asked.branches.has(defaultRef))
    throw new AppError('ValidationError', defaultRef === null ? 'The host does not say which branch is the default' : `The repository has no branch ${defaultRef}`, { hint: 'Name one with --branch.' }); // prettier-ignore
  const name = request.name ?? nameOfAddress(url);
  if (name === null)
    throw new AppError('ValidationError', 'The repository has no name: its address has no host', {
      hint: 'Name it with --name. Clones of it need the same name in `team.repository`.',
    });
  return catalogue.addRepository({ name, url, defaultRef, forkOf });
}

/** The repository of a name. */
export async function repositoryNamed(catalogue: Catalogue, name: string): Promise<Repository> {
  const all = await catalogue.listRepositories();
  const found = all.find((one) => one.name === name);
  if (found !== undefined) return found;
  throw new AppError('NotFoundError', `The catalogue has no repository ${name}`, {
    hint: '`code-scout catalogue list` names them all.',
  });
}

export async function removeRepository(catalogue: Catalogue, name: string): Promise<void> {
  await catalogue.setRepositoryState((await repositoryNamed(catalogue, name)).id, 'forgotten');
}

export interface ListedRepository {
  repository: Repository;
  refs: RefState[];
}

export async function listRepositories(catalogue: Catalogue): Promise<ListedRepository[]> {
  const listed: ListedRepository[] = [];
  for (const repository of await catalogue.listRepositories())
    listed.push({ repository, refs: await catalogue.listRefs(repository.id) });
  return listed;
}

export interface CatalogueStatus {
  counts: Counts;
  /** The last ones that have failed. */
  failed: JobOverview[];
  /** Of the last ones that wait, those that have failed before. */
  triedAgain: JobOverview[];
}

export async function catalogueStatus(catalogue: Catalogue): Promise<CatalogueStatus> {
  const [counts, failed, waiting] = await Promise.all([
    catalogue.counts(),
    catalogue.jobPage({ states: ['failed'], offset: 0, limit: 20, text: '' }),
    catalogue.jobPage({ states: ['waiting'], offset: 0, limit: 100, text: '' }),
  ]);
  return { counts, failed: failed.rows, triedAgain: waiting.rows.filter(({ error }) => error !== null) };
}

/** Asks the hosts of all repositories whose time has come; each is asked again after `intervalMs` at the earliest. */
export async function pollCatalogue(catalogue: Catalogue, intervalMs: number, signal: AbortSignal): Promise<Polled[]> {
  const git = requireGit();
  const polled: Polled[] = [];
  for (;;) {
    const some = await pollDue({ catalogue, git, signal }, { limit: 20, intervalMs });
    if (some.length === 0) return polled;
    polled.push(...some);
  }
}

/** Has the head of a branch indexed before all others, again if it was. */
export async function askForIndex(catalogue: Catalogue, name: string, branch: string | null): Promise<string> {
  const repository = await repositoryNamed(catalogue, name);
  const ref = branch ?? repository.defaultRef;
  if (await catalogue.askForJob(repository.id, ref)) return ref;
  throw new AppError(
    'NotFoundError',
    `Nothing is known of a branch ${ref} of ${name}, or no worker has been started yet`,
    {
      hint: '`code-scout catalogue poll` asks the hosts.',
    },
  );
}

export interface SweepRequest {
  /** The page store, as the user gave it. */
  store: string;
  config: EngineConfig;
  workingDirectory: string;
  signal: AbortSignal;
}

export interface Swept {
  /** Snapshots that no rule keeps. Their pages go with the next sweep of the page store. */
  deleted: number;
  removed: RemovedRepository[];
}

/** Deletes the snapshots that no rule keeps, and what is left of removed repositories. @param rules `graceMs`: see `eraseRemoved` */
export async function sweepCatalogue(
  catalogue: Catalogue,
  request: SweepRequest,
  { keepDays, graceMs }: { keepDays: number; graceMs: number },
): Promise<Swept> {
  const place = placeOf(catalogue, request);
  // First, so that those of removed repositories are counted.
  const deleted = await sweepSnapshots(place, rulesOf(keepDays));
  return { deleted, removed: await eraseRemoved(place, graceMs) };
}

/** Has what the page store lost indexed again: see `checkHeads`. */
export async function checkStore(catalogue: Catalogue, request: SweepRequest): Promise<CheckedHeads> {
  return checkHeads(placeOf(catalogue, request));
}

function placeOf(catalogue: Catalogue, { store, config, workingDirectory, signal }: SweepRequest): StoreOfCatalogue {
  return { catalogue, pages: openStoreAt(store, config, workingDirectory), signal };
}

export interface WorkerRequest {
  catalogue: Catalogue;
  store: string;
  workingDirectory: string;
  /** Path of the secret key; null: from the environment. */
  keyFile: string | null;
  /** Null: one that no other worker has. */
  name: string | null;
  folder: string;
  /** Of this user, without a project's file. */
  config: EngineConfig;
  program: { path: string; args: readonly string[] };
  limits: WorkerLimits;
  leaseMs: number;
  pollMs: number | null;
  sweep: { keepDays: number } | null;
  once: boolean;
  log: (event: WorkerEvent) => void;
  signal: AbortSignal;
}

const idleMs = 1000;
/** The most that `team.waitMs` takes. */
const mostWaitMs = 3_600_000;

/** Resolves when the worker has ended. */
export async function startWorker(request: WorkerRequest): Promise<void> {
  const { catalogue, config, folder, workingDirectory, keyFile, store } = request;
  const { forGit, team } = readEnvironment();
  const key = readSigningKey(keyFile);
  // Refuses a wrong location now, rather than with each job.
  const pages = openStoreAt(store, config, workingDirectory);
  const location = namedPlace(store, workingDirectory);
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  await usePlugins(config.plugins ?? []);
  const edition = flavourKey(await flavourOf({ root: folder, config }, request.signal));
  const { keys } = teamSettings(config);
  const { program, limits, leaseMs, pollMs, sweep, once, log, signal } = request;
  await runWorker({
    ...{ catalogue, folder, edition, program, limits, leaseMs, pollMs, sweep, once, log, signal, idleMs },
    label: productVersion(),
    name: request.name === null ? uniqueName() : workerKey(request.name, folder),
    store: location,
    pages,
    environment: {
      ...forGit,
      CODE_SCOUT_TEAM_URL: location,
      CODE_SCOUT_TEAM_KEYS: [...new Set([key.public.text, ...keys])].join(','),
      CODE_SCOUT_TEAM_WAIT_MS: String(Math.min(limits.timeMs, mostWaitMs)),
      [signingKeyVariable]: String(key.key.export({ type: 'pkcs8', format: 'pem' })),
      ...(team.token === null ? {} : { [teamTokenVariable]: team.token }),
    },
  });
}

/** What the mirrors of a worker take on the disk (bytes); 0 where they cannot be read. */
export function mirrorBytes(folder: string): Promise<number> {
  return folderBytes(join(folder, 'mirrors')).catch(() => 0);
}

/** Where a worker keeps its mirrors unless it is told; null where the user has no cache folder. */
export function usualWorkerFolder(): string | null {
  return usualFolder('worker');
}

/** Where a query node keeps its snapshots unless it is told; null where the user has no cache folder. */
export function usualNodeFolder(): string | null {
  return usualFolder('node');
}

function usualFolder(name: string): string | null {
  const { cacheDirectory } = readEnvironment();
  return cacheDirectory === null ? null : join(cacheDirectory, name);
}
