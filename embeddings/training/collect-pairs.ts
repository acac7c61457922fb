/** Collects the pairs of all repositories in worker threads. The pairs of a commit are cached in a folder. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { LockedRepository } from './lock-file.ts';
import { findGitDirectory, hasCommit } from './repository-files.ts';
import type { RepositoryTask } from './repository-pairs.ts';
import type { TokenPairs } from './token-pairs.ts';

export interface RepositoryPairs {
  repository: LockedRepository;
  pairs: TokenPairs;
}

export interface CollectOptions {
  /** The folder of git directories. */
  sources: string;
  /** The folder of cached pairs. */
  cache: string;
  threads: number;
  maxPairs: number;
}

/** Increased with every change to how pairs are made, so that older cached pairs are not used. */
const pairsVersion = 1;

function cachePath({ cache, maxPairs }: CollectOptions, { repository, commit }: LockedRepository): string {
  return join(cache, `${repository.replace('/', '+')}-${commit.slice(0, 12)}-${maxPairs}-${pairsVersion}.pairs`);
}

function taskOf({ sources, maxPairs }: CollectOptions, locked: LockedRepository): RepositoryTask {
  const { repository, commit, use } = locked;
  const gitDirectory = findGitDirectory(sources, repository);
  if (gitDirectory === null) throw new Error(`${repository}: no git directory in ${sources}`);
  if (!hasCommit(gitDirectory, commit)) throw new Error(`${repository}: ${gitDirectory} has no commit ${commit}`);
  return { gitDirectory, commit, maxPairs, candidates: use === 'validation' };
}

function runTask(worker: Worker, task: RepositoryTask): Promise<TokenPairs> {
  return new Promise((done, failed) => {
    worker.once('message', (pairs: TokenPairs) => {
      worker.off('error', failed);
      done(pairs);
    });
    worker.once('error', failed);
    worker.postMessage(task);
  });
}

/** Whether pairs of at least one repository are cached. */
export function hasCached(repositories: readonly LockedRepository[], options: CollectOptions): boolean {
  return repositories.some((locked) => existsSync(cachePath(options, locked)));
}

/** In the order of `repositories`, whichever thread did the work. */
export async function collectPairs(
  repositories: readonly LockedRepository[],
  options: CollectOptions,
): Promise<RepositoryPairs[]> {
  mkdirSync(options.cache, { recursive: true });
  const missing = repositories.filter((locked) => !existsSync(cachePath(options, locked)));
  const tasks = missing.map((locked) => ({ locked, task: taskOf(options, locked) }));
  const lane = async (): Promise<void> => {
    const worker = new Worker(new URL('./pair-worker.ts', import.meta.url));
    try {
      for (let next = tasks.shift(); next !== undefined; next = tasks.shift()) {
        const pairs = await runTask(worker, next.task);
        writeFileSync(cachePath(options, next.locked), serialize(pairs));
        console.log(`${next.locked.repository}: ${pairs.kinds.length} pairs`);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.threads, missing.length) }, lane));
  return repositories.map((repository) => ({
    repository,
    pairs: deserialize(readFileSync(cachePath(options, repository))) as TokenPairs,
  }));
}
