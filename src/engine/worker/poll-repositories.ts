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

/** Throws a `ConfigurationError` where there is no git. */
export function requireGit(): GitCommand {
  const git = findGit(null, readEnvironment().forGit);
  if (git !== null) return git;
  throw new AppError('ConfigurationError', 'There is no git on this machine');
}

/** The repositories whose time has come. Rejects where the catalogue cannot be asked. */
export async function pollDue(
  { catalogue, git, signal }: { catalogue: Catalogue; git: GitCommand; signal: AbortSignal },
  options: { limit: number; intervalMs: number },
): Promise<Polled[]> {
  const polled: Polled[] = [];
  for (const repository of await catalogue.takePolls(options)) {
    signal.throwIfAborted();
    polled.push(await poll({ catalogue, git, signal }, repository));
  }
  return polled;
}

async function poll(
  { catalogue, git, signal }: { catalogue: Catalogue; git: GitCommand; signal: AbortSignal },
  repository: Repository,
): Promise<Polled> {
  let found: Map<string, string>;
  try {
    ({ branches: found } = await askBranches({ git, signal }, repository.url));
  } catch (error) {
    signal.throwIfAborted();
    return { repository: repository.name, pushes: 0, error: error instanceof Error ? error.message : String(error) };
  }
  const known = new Map((await catalogue.listRefs(repository.id)).map(({ ref, commit }) => [ref, commit]));
  let pushes = 0;
  const hear = async (ref: string, commit: string | null): Promise<void> => {
    await catalogue.hear({ repository: repository.id, ref, commit, delivery: null });
    pushes++;
  };
  for (const [ref, commit] of found) if (known.get(ref) !== commit) await hear(ref, commit);
  for (const [ref, commit] of known) if (commit !== null && !found.has(ref)) await hear(ref, null);
  return { repository: repository.name, pushes, error: null };
}
