/**
 * The first index of a clone begins with a snapshot of the team's page store. The first run compares all of it with the disk.
 * Invariants: only the user's own settings name the store and the keys; the network is waited for no longer than `team.waitMs`; whatever fails, an index is
 * made from nothing as before.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../model/error.ts';
import { processLives } from '../../runtime/process-lives.ts';
import { nearbyTrees } from '../../source/git/git-trees.ts';
import { localStateOf, stateFile, type LocalState } from '../../store/local-state.ts';
import { makeStateFolder } from '../../store/registry.ts';
import { adoptApart } from './adopt-apart.ts';
import { seedFromStore, type SeedReport } from '../../team/seed.ts';
import type { SnapshotFamily } from '../../team/snapshot/layout.ts';
import { uniqueName } from '../../util/unique-name.ts';
import { indexLocationOf } from '../project-place.ts';
import { familyOf, findGitPlace, openStoreAt, repositoryOf, trustedKeys, type TeamProject } from './team-place.ts';
import { teamSettings } from './team-settings.ts';

/** How an index began that did not exist before. Both are null where it is made from nothing, as without a team. */
export interface IndexBeginning {
  /** What it began with, as a sentence. */
  beganWith: string | null;
  /** Why the team's snapshot is not used, as a sentence. */
  fault: string | null;
}

/** How many commits back a snapshot is looked for. */
export const mostCommits = 200;
/** Part of the name of a file that is being pulled; the id of the process follows. */
const pullMark = '.pull-';

/** Null where the user has named no page store, or the index is in memory. The function never rejects. */
export function teamSeed(project: TeamProject): (() => Promise<IndexBeginning>) | null {
  const { url, waitMs } = teamSettings(project.config);
  if (url === '' || 'memory' in indexLocationOf(project.root, project.config)) return null;
  return async () => {
    try {
      const report = await pullNearest(project, { location: url, waitMs });
      return { beganWith: report === null ? null : describeSeed(report), fault: null };
    } catch (error) {
      const what = error instanceof Error ? error.message : String(error);
      return { beganWith: null, fault: `${what}. The index is made from nothing` };
    }
  };
}

export function describeSeed({ manifest, receivedBytes }: SeedReport): string {
  const size = (receivedBytes / 1e6).toFixed(1);
  return `Began with the team’s snapshot of ${manifest.commit.slice(0, 12)} (${size} MB received)`;
}

export interface PullRequest {
  location: string;
  /** How long the store is waited for (ms); null: as long as it takes. */
  waitMs: number | null;
  workingDirectory?: string;
  signal?: AbortSignal;
  /** Also looks for the last snapshot of this branch. */
  base?: string;
}

/** Null where there is no repository, or no snapshot near. Rejects with an `AppError`. */
export async function pullNearest(project: TeamProject, request: PullRequest): Promise<SeedReport | null> {
  const { root, config } = project;
  const place = findGitPlace(root);
  const repository = place === null ? null : await repositoryOf(place, config);
  if (place === null || repository === null) return null;
  const trusted = trustedKeys(config);
  if (trusted.length === 0)
    throw new AppError('ConfigurationError', 'No key is trusted, so no snapshot can be used', {
      hint: 'List the public keys of your team in `team.keys` of your own settings.',
    });
  const store = openStoreAt(request.location, config, request.workingDirectory);
  const to = indexLocationOf(root, config);
  const state = localStateOf(to);
  if (state === null) return null;
  makeStateFolder(state);
  removeAbandoned(state);
  // A name that nobody can foresee: the folder is in the project, where a checkout may have put a log for it.
  const file = stateFile(state, `${pullMark}${process.pid}-${uniqueName()}`);
  const limit = new WaitLimit(store.location, request);
  const seed = async (): Promise<SeedReport | null> => {
    const { signal } = limit;
    // The name of a model may have to be asked of an endpoint, so it is within the limit too.
    const [family, near] = await Promise.all([familyOf(project, repository, signal), nearbyTrees(place, mostCommits)]);
    if (request.base !== undefined) near.branches.unshift(request.base);
    const adopt = (pulled: string): Promise<string | null> => {
      limit.end();
      return adoptApart({ file: pulled, to, ...indexFlavour(family) });
    };
    return seedFromStore({ store, family, near, trusted, file, adopt, signal });
  };
  try {
    return await limit.race(seed());
  } finally {
    limit.end();
  }
}

/** Ends what waits for the store after a time, also where the store does not notice that it was ended. */
class WaitLimit {
  readonly #abort = new AbortController();
  readonly signal: AbortSignal;
  readonly #expired = Promise.withResolvers<never>();
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(location: string, { waitMs, signal }: PullRequest) {
    this.signal = signal === undefined ? this.#abort.signal : AbortSignal.any([signal, this.#abort.signal]);
    this.#expired.promise.catch(() => {});
    const expire = (): void => {
      const what = `The page store ${location} did not give the snapshot within ${waitMs} ms`;
      this.#expired.reject(new AppError('FileSystemError', what, { hint: '`team.waitMs` sets the time.' }));
      this.#abort.abort();
    };
    this.#timer = waitMs === null ? undefined : setTimeout(expire, waitMs);
  }

  race<T>(work: Promise<T>): Promise<T> {
    work.catch(() => {});
    return Promise.race([work, this.#expired.promise]);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/** What the store's own checks compare. */
export function indexFlavour({ flavour }: SnapshotFamily): {
  extractionVersion: string;
  linkingVersion: string;
  embedder: string | null;
} {
  return { extractionVersion: flavour.extraction, linkingVersion: flavour.linking, embedder: flavour.embedder };
}

/** Removes what processes left that were killed while they pulled. */
function removeAbandoned({ folder, name: index }: LocalState): void {
  const start = `${index}${pullMark}`;
  for (const name of readdirSync(folder)) {
    const pid = Number(/^\d+/.exec(name.startsWith(start) ? name.slice(start.length) : '')?.[0]);
    if (pid > 0 && !processLives(pid)) rmSync(join(folder, name), { force: true });
  }
}
