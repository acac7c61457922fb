/** How far an organisation's server is: which repositories have an index of the head of their default branch. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Catalogue } from '../../engine/worker/administration.ts';

export interface Progress {
  /** Repositories that are not archived. */
  all: number;
  indexed: number;
  /** Those whose default branch has failed for good. */
  failed: number;
}

const pauseMs = 1000;
/** A look takes at most this share of the time. */
const share = 0.1;
const mostFailures = 1000;

/**
 * Looks until all are indexed or have failed, or the signal fires. A catalogue that cannot be asked is asked again: the parts say so.
 * @param onChange called with the first look, and whenever something has changed
 */
export async function watchProgress(
  catalogue: Catalogue,
  signal: AbortSignal,
  onChange: (progress: Progress) => void,
): Promise<void> {
  const indexed = new Set<number>();
  let shown = '';
  while (!signal.aborted) {
    const begun = performance.now();
    const progress = await look(catalogue, indexed).catch(() => null);
    if (progress !== null && countsOf(progress) !== shown) {
      shown = countsOf(progress);
      onChange(progress);
    }
    if (progress !== null && progress.indexed + progress.failed >= progress.all) return;
    const took = performance.now() - begun;
    await sleep(Math.max(pauseMs, took / share), undefined, { signal }).catch(() => {});
  }
}

const countsOf = ({ all, indexed, failed }: Progress): string => [all, indexed, failed].join();

/** @param indexed those that were seen to be; they are not looked at again */
async function look(catalogue: Catalogue, indexed: Set<number>): Promise<Progress> {
  const repositories = (await catalogue.listRepositories()).filter(({ state }) => state === 'active');
  for (const { id, defaultRef } of repositories) {
    if (indexed.has(id)) continue;
    const head = (await catalogue.listRefs(id)).find(({ ref }) => ref === defaultRef);
    if ((head?.heads.length ?? 0) > 0) indexed.add(id);
  }
  const refs = new Map(repositories.map(({ id, defaultRef }) => [id, defaultRef]));
  const failures = await catalogue.listJobs({ states: ['failed'], limit: mostFailures });
  const failed = new Set(failures.flatMap(({ repository, ref }) => (refs.get(repository) === ref && !indexed.has(repository) ? [repository] : []))); // prettier-ignore
  const count = repositories.filter(({ id }) => indexed.has(id)).length;
  return { all: refs.size, indexed: count, failed: failed.size };
}
