/**
 * A worker of an organisation's server: takes jobs from the catalogue, makes their snapshots and publishes them, until it is told to end.
 * Invariants: it publishes only what its attempt still holds; a job that it cannot finish is given back; it never rejects because of one job, a git host, or a
 * catalogue that is away for a while.
 */
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { toAppError } from '../../model/error.ts';
import { lockFolder } from '../../runtime/folder-lock.ts';
import type { GitCommand } from '../../source/git/find-git.ts';
import type { ClaimedJob, TakenJob } from '../../team/catalogue/catalogue.ts';
import { Backoff } from '../../util/backoff.ts';
import { repositoryAttribute, traced, type OpenSpan } from '../../util/tracing/spans.ts';
import type { PushReport } from '../team/snapshots.ts';
import { checkoutsFolder, CommitError, indexCommit } from './index-commit.ts';
import { mendRepository, remakeIfMissing } from './missing-snapshots.ts';
import { Polls, requireGit, type Polled } from './poll-repositories.ts';
import { finishLeaving } from './sweeps.ts';
import { doDuties, tidyMirrors } from './upkeep.ts';
import type { WorkerSettings } from './worker-settings.ts';

/**
 * The first wait after a failure (ms), and how many times as long the next one is. Five attempts take three quarters of an hour, for which a page store or
 * a git host may be away.
 */
const retryMs = 30_000;
const retryGrowth = 4;
/** How often an edition is asked for again, so that it stays one of those that are wanted (ms). */
const editionMs = 3_600_000;
const pollsAtOnce = 8;
/** How often it is looked for what is due besides jobs (ms). */
const upkeepMs = 60_000;
/** How often a worker says that it is there (ms). */
const beatMs = 15_000;

/** Resolves when it was told to end, or, with `once`, when there is nothing to do. Rejects where it cannot begin. */
export async function runWorker(settings: WorkerSettings): Promise<void> {
  const { catalogue, folder, edition, label, once, pollMs } = settings;
  const git = requireGit();
  const unlock = lockFolder(folder, 'worker');
  try {
    rmSync(checkoutsFolder(folder), { recursive: true, force: true });
    await catalogue.wantEdition(edition, label);
    let askedAt = performance.now();
    let tidiedAt = -Infinity;
    const nextJob = async (): Promise<boolean> => {
      // Between jobs, so that nobody uses a mirror.
      if (performance.now() - tidiedAt > upkeepMs) {
        await tidyMirrors(settings);
        tidiedAt = performance.now();
      }
      if (performance.now() - askedAt > editionMs) {
        await catalogue.wantEdition(edition, label);
        askedAt = performance.now();
      }
      return workOnNext(settings, git);
    };
    const poll = pollMs === null ? null : pollAgain(settings, { git, pollMs });
    const upkeep = async (): Promise<boolean> => {
      await doDuties(settings);
      return false;
    };
    const endBeats = await beat(settings);
    try {
      // Polls and jobs do not wait for each other, but where all that there is to do is to be done once.
      if (once) await poll;
      // It may take longer than the work that is to be done once, and comes after it then.
      if (once) await repeat(settings, nextJob);
      await Promise.all([
        poll,
        once ? null : repeat(settings, nextJob),
        repeat({ ...settings, idleMs: upkeepMs }, upkeep),
      ]);
    } finally {
      await endBeats();
    }
  } finally {
    unlock();
  }
}

/** Says again and again that this worker is there, for administrators; nothing depends on it. Returns what says that it has ended. */
async function beat({ catalogue, name, label, edition }: WorkerSettings): Promise<() => Promise<void>> {
  const say = (): Promise<void> => catalogue.beatWorker({ name, version: label, edition }).catch(() => {});
  // One of this name that was killed has not said that it ended.
  await catalogue.endWorker(name).catch(() => {});
  await say();
  const timer = setInterval(() => void say(), beatMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await catalogue.endWorker(name).catch(() => {});
  };
}

/** Does something again and again until the worker is told to end; with `once`, until there is nothing to do. @param next whether there was anything to do */
async function repeat({ once, idleMs, signal, log }: WorkerSettings, next: () => Promise<boolean>): Promise<void> {
  const trouble = new Backoff({ firstMs: 500, mostMs: 30_000 });
  while (!signal.aborted) {
    try {
      const isBusy = await next();
      trouble.reset();
      if (isBusy) continue;
      if (once) return;
      await pause(idleMs, signal);
    } catch (error) {
      if (isAborted(signal)) return;
      log({ event: 'trouble', error: messageOf(error) });
      await pause(trouble.next(), signal);
    }
  }
}

async function pollAgain(
  settings: WorkerSettings,
  { git, pollMs }: { git: GitCommand; pollMs: number },
): Promise<void> {
  const { catalogue, signal, log } = settings;
  const onEnd = ({ repository, pushes, error }: Polled): void => {
    if (error !== null) log({ event: 'trouble', error });
    else if (pushes > 0) log({ event: 'polled', repository, pushes });
  };
  const polls = new Polls({ catalogue, git, signal }, { atOnce: pollsAtOnce, intervalMs: pollMs, onEnd });
  await repeat(settings, () => polls.begin());
  await polls.ended();
}

/** Whether there was a job. */
async function workOnNext(settings: WorkerSettings, git: GitCommand): Promise<boolean> {
  const { catalogue, name, edition, leaseMs, limits } = settings;
  const job = await catalogue.takeJob({ worker: name, edition, leaseMs, maxStrikes: limits.attempts });
  if (job === null) return false;
  const attributes = { 'code_scout.attempt': job.attempt, ...repositoryAttribute(job.repository.name) };
  await traced('job', { attributes }, (span) => work(job, { settings, git, span }));
  return true;
}

interface WorkPlace {
  settings: WorkerSettings;
  git: GitCommand;
  span: OpenSpan;
}

async function work(job: ClaimedJob, { settings, git, span }: WorkPlace): Promise<void> {
  const { catalogue, log, limits, signal } = settings;
  const what = { repository: job.repository.name, ref: job.ref, commit: job.commit };
  log({ event: 'taken', ...what, attempt: job.attempt });
  const started = performance.now();
  const held = new HeldJob(job, settings);
  try {
    if (job.isReported) await mend(job, settings, held.signal);
    const report = await indexCommit(job, { settings, git, signal: held.signal });
    const end = await traced('publish', {}, () => publish(job, report, settings));
    if (end === 'lost') log({ event: 'lost', ...what });
    else if (end === 'leaving') {
      // The repository was removed, and added again, or a sweep was ended; the next one may be a day away.
      await finishLeaving({ ...settings, signal: held.signal });
      throw new CommitError('The snapshot of this tree was being deleted', true);
    } else {
      const ms = Math.round(performance.now() - started);
      log({
        event: 'indexed',
        ...what,
        wasThere: report.wasThere,
        newPages: report.newPages,
        sentBytes: report.sentBytes,
        ms,
      });
      await lookAfter(job, report, settings).catch((error: unknown) => log({ event: 'trouble', error: messageOf(error) })); // prettier-ignore
    }
  } catch (error) {
    if (held.isLost) log({ event: 'lost', ...what });
    else if (isAborted(signal)) {
      await catalogue.releaseJob(takenOf(job)).catch(() => false);
      log({ event: 'released', ...what });
    } else {
      const isPassing = !(error instanceof CommitError) || error.isPassing;
      const isTriedAgain = isPassing && job.strikes < limits.attempts;
      const failure = {
        error: messageOf(error),
        retryMs: isTriedAgain ? retryMs * retryGrowth ** (job.strikes - 1) : null,
      };
      span.fail(error instanceof CommitError ? 'CommitError' : toAppError(error).code);
      log({ event: 'failed', ...what, error: failure.error, isTriedAgain });
      await catalogue.failJob(takenOf(job), failure);
    }
  } finally {
    held.end();
  }
}

/** Before what is missing is made again: a push sends only what is not there, whatever bytes that has. */
async function mend({ repository }: ClaimedJob, settings: WorkerSettings, signal: AbortSignal): Promise<void> {
  const { packs, manifests } = await mendRepository({ ...settings, signal }, repository);
  if (manifests > 0) settings.log({ event: 'mended', repository: repository.name, packs, snapshots: manifests });
}

/** A sweep that began before may have deleted what was there; one that begins now does not. */
async function lookAfter({ repository, ref }: ClaimedJob, report: PushReport, settings: WorkerSettings): Promise<void> {
  const { tree, flavour, commit } = report;
  const snapshot = { repository: repository.id, name: repository.name, tree, flavour, commit };
  if (report.wasThere && (await remakeIfMissing(settings, snapshot)))
    settings.log({ event: 'gone', repository: repository.name, ref, commit });
}

function takenOf({ job, worker, attempt }: ClaimedJob): TakenJob {
  return { job, worker, attempt };
}

function publish(
  job: ClaimedJob,
  report: PushReport,
  { catalogue }: WorkerSettings,
): ReturnType<WorkerSettings['catalogue']['finishJob']> {
  const { commit, tree, flavour, indexBytes, sentBytes, files, lines, packages } = report;
  return catalogue.finishJob({
    ...takenOf(job),
    ...{ commit, tree, flavour, bytes: indexBytes, sentBytes, files: files ?? 0, lines: lines ?? 0, packages },
  });
}

/** Keeps the lease of a job, and ends the work on it when the job is lost or the worker is told to end. */
class HeldJob {
  isLost = false;
  readonly #abort = new AbortController();
  readonly signal: AbortSignal;
  readonly #timer: NodeJS.Timeout;

  constructor(job: ClaimedJob, { catalogue, leaseMs, signal }: WorkerSettings) {
    this.signal = AbortSignal.any([signal, this.#abort.signal]);
    const beat = async (): Promise<void> => {
      // A catalogue that cannot be reached for a moment says nothing about the job; the fence decides at the end.
      if (await catalogue.heartbeat(takenOf(job), leaseMs).catch(() => true)) return;
      this.isLost = true;
      this.#abort.abort();
    };
    this.#timer = setInterval(() => void beat(), leaseMs / 4);
  }

  end(): void {
    clearInterval(this.#timer);
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}

/** Asked again after each wait: the type checker would take the first answer for all. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
