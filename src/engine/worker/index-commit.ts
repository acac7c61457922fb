/**
 * Makes the snapshot of one commit: mirror, checkout, and a process of its own that begins with the nearest snapshot, indexes, seals and pushes, with limits of
 * time and memory.
 * Invariants: nothing that a repository names is run; the checkout is gone when this ends.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../model/error.ts';
import { runLimited, type LimitedEnd } from '../../runtime/limited-program.ts';
import type { GitCommand } from '../../source/git/find-git.ts';
import { checkOut, fetchCommit, withMirror } from '../../source/git/git-mirror.ts';
import type { ClaimedJob } from '../../team/catalogue/catalogue.ts';
import { traced, tracePast } from '../../util/tracing/spans.ts';
import { uniqueName } from '../../util/unique-name.ts';
import type { PushReport, PushStep } from '../team/snapshots.ts';
import { mirrorOf } from './upkeep.ts';
import type { WorkerSettings } from './worker-settings.ts';

/** Why a commit cannot be indexed. */
export class CommitError extends Error {
  /** Whether the same again may succeed. */
  readonly isPassing: boolean;

  constructor(message: string, isPassing: boolean) {
    super(message);
    this.isPassing = isPassing;
  }
}

export const checkoutsFolder = (folder: string): string => join(folder, 'checkouts');

/** Rejects with a `CommitError`, or with an `AppError` of git. */
export async function indexCommit(
  job: ClaimedJob,
  { settings, git, signal }: { settings: WorkerSettings; git: GitCommand; signal: AbortSignal },
): Promise<PushReport> {
  const { repository, commit } = job;
  const mirror = mirrorOf(settings.folder, settings.catalogue, repository.family);
  const { mirrorBytes: maxBytes, memoryBytes } = settings.limits;
  const place = { git, signal, memoryBytes };
  const wanted = { url: repository.url, mirror, namespace: String(repository.id), commit, maxBytes };
  const own = join(checkoutsFolder(settings.folder), uniqueName());
  // Beside the files: a repository may have files of its own where an index is usually.
  const [folder, database] = [join(own, 'files'), join(own, 'index', 'database.db')];
  const { checkoutBytes, checkoutFiles } = settings.limits;
  const limits = { maxBytes: checkoutBytes, maxFiles: checkoutFiles };
  const { defaultRef: defaultBranch } = repository;
  const filesFromGit = async (): Promise<void> => {
    // A forced push may have replaced it, of which the catalogue hears soon: then this job is superseded, and has not failed.
    if (!(await traced('git fetch', {}, () => withinLimits(fetchCommit(place, wanted)))))
      throw new CommitError(`The repository does not have the commit ${commit.slice(0, 12)} any more`, true);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    const wantedTree = { mirror, commit, folder, defaultBranch, ...limits };
    await traced('checkout', {}, () => withinLimits(checkOut(place, wantedTree)));
  };
  const onDamage = (said: string): void =>
    settings.log({ event: 'trouble', error: `${repository.name}: its mirror is damaged, and fetched anew: ${said}` });
  try {
    await withMirror(mirror, { work: filesFromGit, onDamage });
    return await traced('make snapshot', {}, () => pushFrom({ root: folder, database }, job, settings, signal));
  } finally {
    rmSync(own, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** More than a worker takes: no other takes more. */
async function withinLimits<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.code === 'ValidationError') throw new CommitError(error.message, false);
    throw error;
  }
}

async function pushFrom(
  { root, database }: { root: string; database: string },
  { repository, ref }: ClaimedJob,
  { program, store, environment, limits, folder }: WorkerSettings,
  signal: AbortSignal,
): Promise<PushReport> {
  const { timeMs, memoryBytes } = limits;
  // Packages count by the default branch alone.
  const packages = ref === repository.defaultRef ? ['--packages'] : [];
  const end = await runLimited({
    program: program.path,
    args: [
      ...program.args,
      'snapshot',
      'push',
      '--root',
      root,
      '--db',
      database,
      '--to',
      store,
      // It may begin like an option.
      `--branch=${ref}`,
      '--json',
      ...packages,
    ],
    // Not in the checkout: Node reads a `package.json` of the folder where it begins.
    folder,
    environment: {
      ...environment,
      CODE_SCOUT_TEAM_REPOSITORY: repository.name,
      // JavaScript's part of the memory ends with an error of its own before the whole is over the limit.
      NODE_OPTIONS: `--max-old-space-size=${Math.max(64, Math.floor((memoryBytes * 0.75) / 2 ** 20))}`,
    },
    ...{ timeMs, memoryBytes, signal },
  });
  return readReport(end, limits);
}

function readReport(
  { by, code, output, errors }: LimitedEnd,
  { timeMs, memoryBytes }: WorkerSettings['limits'],
): PushReport {
  const said = errors.trim().split('\n').slice(-4).join(' ').slice(0, 1000);
  if (by === 'time') throw new CommitError(`The index was not made within ${Math.round(timeMs / 1000)} s`, true);
  if (by === 'memory') throw new CommitError(`The index needs more than ${Math.round(memoryBytes / 2 ** 20)} MB of memory`, true); // prettier-ignore
  if (by !== 'exit' || code !== 0) {
    const end = code === null ? 'was killed' : `ended with ${code}`;
    throw new CommitError(`The process that makes the index ${end}: ${said === '' ? output.slice(-1000) : said}`, true);
  }
  try {
    const report = JSON.parse(output) as PushReport & { steps?: PushStep[] };
    for (const { name, startMs, endMs } of report.steps ?? []) tracePast(name, startMs, endMs);
    return report;
  } catch {
    throw new CommitError(`The process that makes the index said what is no report: ${output.slice(0, 200)}`, true);
  }
}
