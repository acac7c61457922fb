/** Asks git hosts which branches have changed, and tells the catalogue. Finds what a message of the host would have said that was lost. */
import { readEnvironment } from '../../config/environment.ts';
import { AppError } from '../../model/error.ts';
import { findGit, type GitCommand } from '../../source/git/find-git.ts';
import { askBranches } from '../../source/git/git-mirror.ts';
import type { Catalogue, Repository } from '../../team/catalogue/catalogue.ts';

export interface Polled {
  repository: string;
  /** Branches that have another commit than was known, new and deleted ones included. */
  pushes: number;
  /** Null where the host answered. */
  error: string | null;
}

interface PollPlace {
  catalogue: Catalogue;
  git: GitCommand;
  signal: AbortSignal;
}

/** Throws a `ConfigurationError` where there is no git. */
export function requireGit(): GitCommand {
  const git = findGit(null, readEnvironment().forGit);
  if (git !== null) return git;
  throw new AppError('ConfigurationError', 'There is no git on this machine');
}

/**
 * Branches of one repository that are heard of in one poll: a repository with endlessly many does not hold up the others. The next poll finds the rest, and
 * the default branch comes first.
 */
const mostPushes = 500;

/** The repositories whose time has come, all at once. Rejects where the catalogue cannot be asked. */
export async function pollDue(
  { catalogue, git, signal }: PollPlace,
  options: { limit: number; intervalMs: number },
): Promise<Polled[]> {
  const due = await catalogue.takePolls(options);
  // A host that does not answer holds up none of the others.
  return Promise.all(due.map((repository) => poll({ catalogue, git, signal }, repository)));
}

/** Polls that go on beside each other, so that a host that does not answer holds up none of the others. */
export class Polls {
  readonly #place: PollPlace;
  readonly #options: { atOnce: number; intervalMs: number; onEnd: (polled: Polled) => void };
  /** By the ids of their repositories. */
  readonly #running = new Map<number, Promise<void>>();

  constructor(place: PollPlace, options: { atOnce: number; intervalMs: number; onEnd: (polled: Polled) => void }) {
    this.#place = place;
    this.#options = options;
  }

  /** Begins to ask for the repositories whose time has come, as soon as fewer than `atOnce` are asked. Returns whether there were any. Rejects where the catalogue cannot be asked. */
  async begin(): Promise<boolean> {
    const { atOnce, intervalMs } = this.#options;
    if (this.#running.size >= atOnce) await Promise.race(this.#running.values());
    const due = await this.#place.catalogue.takePolls({ limit: atOnce - this.#running.size, intervalMs });
    for (const repository of due) {
      const { id } = repository;
      // A host that does not answer would take all places, one with each turn.
      if (this.#running.has(id)) continue;
      this.#running.set(id, this.#poll(repository).finally(() => this.#running.delete(id))); // prettier-ignore
    }
    return due.length > 0;
  }

  /** When all that were begun have ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  async #poll(repository: Repository): Promise<void> {
    try {
      this.#options.onEnd(await poll(this.#place, repository));
    } catch (error) {
      // The catalogue is away, or the worker is told to end.
      if (!this.#place.signal.aborted) this.#options.onEnd(failed(repository, error));
    }
  }
}

function failed({ name }: Repository, error: unknown): Polled {
  return { repository: name, pushes: 0, error: error instanceof Error ? error.message : String(error) };
}

async function poll({ catalogue, git, signal }: PollPlace, repository: Repository): Promise<Polled> {
  let found: Map<string, string>;
  try {
    ({ branches: found } = await askBranches({ git, signal }, repository.url));
  } catch (error) {
    signal.throwIfAborted();
    return failed(repository, error);
  }
  const known = new Map((await catalogue.listRefs(repository.id)).map(({ ref, commit }) => [ref, commit]));
  const changed = [...found].filter(([ref, commit]) => known.get(ref) !== commit);
  changed.sort(([a], [b]) => Number(b === repository.defaultRef) - Number(a === repository.defaultRef));
  const gone = [...known].flatMap(([ref, commit]) => (commit === null || found.has(ref) ? [] : [[ref, null] as const]));
  const heard = [...changed, ...gone].slice(0, mostPushes);
  for (const [ref, commit] of heard) {
    signal.throwIfAborted();
    await catalogue.hear({ repository: repository.id, ref, commit, delivery: null });
  }
  return { repository: repository.name, pushes: heard.length, error: null };
}
