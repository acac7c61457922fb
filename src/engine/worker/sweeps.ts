/**
 * What deletes from catalogue and page store what nobody needs: snapshots that no rule keeps, repositories that were removed, pages that no snapshot has.
 * Invariants: each may be ended at any moment, and be done by several at once, beside readers and pushes; what was published meanwhile is made again.
 */
import type { Repository, RetentionRules } from '../../team/catalogue/catalogue.ts';
import { namesByKey, repositoryPrefix } from '../../team/snapshot/layout.ts';
import { deleteObjects, storedBytes } from '../../team/snapshot/mend.ts';
import { sweepStore } from '../../team/snapshot/sweep.ts';
import { checkHeads, remakeIfMissing, type StoreOfCatalogue } from './missing-snapshots.ts';

const day = 24 * 3_600_000;
const condemnedAtOnce = 200;
/** How long a pack stays that nothing refers to, and the name of a repository that was removed: no push takes longer (ms). */
export const usualGraceMs = day;

/** @param keepDays how long the heads of branches stay that are not pushed to */
export const rulesOf = (keepDays: number): RetentionRules => ({ headsMs: keepDays * day, usedMs: Math.min(keepDays, 7) * day, lastOfDefault: 20 }); // prettier-ignore

/** No snapshot of a repository that is there leaves by these, but those that leave already. */
const keepsAll: RetentionRules = { ...rulesOf(0), headsMs: Number.MAX_SAFE_INTEGER, usedMs: Number.MAX_SAFE_INTEGER };

/** Brings to its end what a sweep has begun, or the removal of a repository: what leaves cannot be published until then. Returns the number of snapshots. */
export const finishLeaving = (place: StoreOfCatalogue): Promise<number> => deleteSnapshots(place, keepsAll, false);

/** Deletes the snapshots that no rule keeps, and forgets what is old in the catalogue. Their pages go with a sweep of the page store. Returns their number. */
export const sweepSnapshots = (place: StoreOfCatalogue, rules: RetentionRules): Promise<number> => deleteSnapshots(place, rules, true); // prettier-ignore

/** @param isNoted whether it is noted as the last sweep also where there was nothing to delete */
async function deleteSnapshots(place: StoreOfCatalogue, rules: RetentionRules, isNoted: boolean): Promise<number> {
  const { catalogue, pages, signal } = place;
  for (let count = 0; ;) {
    const leaving = await catalogue.condemnSnapshots(rules, condemnedAtOnce);
    if (leaving.length === 0) {
      if (isNoted || count > 0)
        await catalogue.note({ principal: null, what: 'snapshots swept', detail: { deleted: count } });
      return count;
    }
    for (const { name, flavour, tree, commit } of leaving)
      for (const object of namesByKey(name, flavour, { tree, commit })) await pages.delete(object, signal);
    await catalogue.forgetSnapshots(leaving);
    // What was published again meanwhile has a row, and may have lost its objects.
    for (const one of leaving)
      if ((await catalogue.useSnapshot(one.repository, one.tree, one.flavour)) !== null)
        await remakeIfMissing(place, one);
    count += leaving.length;
  }
}

export interface RemovedRepository {
  repository: string;
  /** How many objects were deleted besides manifests; null where the store cannot list them. */
  objects: number | null;
  /** Whether nothing is left of it but a number; else it is forgotten for too short a while. */
  isErased: boolean;
}

/** Deletes all objects of the repositories that were removed and not added again, and what the catalogue knows of those that were so `graceMs` ago. */
export async function eraseRemoved(place: StoreOfCatalogue, graceMs: number): Promise<RemovedRepository[]> {
  const { catalogue, pages, signal } = place;
  const removed: RemovedRepository[] = [];
  const forgotten = await catalogue.listForgotten();
  // While their rows leave, nothing can be published for whoever adds one again. Without a list of objects, the rows are the only one.
  if (forgotten.length > 0) await finishLeaving(place);
  for (const { id, name, agoMs } of forgotten) {
    signal.throwIfAborted();
    // The objects are those of a name, which somebody may have again, also under another number.
    const holder = async (): Promise<Repository | undefined> =>
      (await catalogue.listRepositories()).find((one) => one.name === name);
    if ((await holder()) !== undefined) continue;
    const objects = await deleteObjects({ store: pages, repository: name, signal });
    const isErased = agoMs >= graceMs && (await catalogue.eraseRepository(id, graceMs));
    removed.push({ repository: name, objects, isErased });
    // It was added again, and published, while its objects were deleted.
    const again = await holder();
    if (again === undefined) {
      // Nothing of it takes room any more.
      if (objects !== null) await catalogue.noteStored(new Map([[id, 0]]));
    } else
      for (const { heads } of await catalogue.listRefs(again.id))
        for (const head of heads) await remakeIfMissing(place, { ...head, repository: again.id, name });
  }
  return removed;
}

export interface StoreSwept {
  packs: number;
  freedBytes: number;
  /** Packs that a later sweep deletes. */
  waiting: number;
  /** Heads of branches whose snapshots were not there. */
  missing: number;
}

/** Deletes the pages that nothing needs, counts what each repository takes, and looks for the snapshots of all heads. */
export async function sweepPages(place: StoreOfCatalogue, graceMs: number): Promise<StoreSwept> {
  const { catalogue, pages, signal } = place;
  let [packs, freedBytes, waiting] = [0, 0, 0];
  if (pages.list !== null) {
    ({ packs, freedBytes, waiting } = await sweepStore({ store: pages, graceMs, quotaBytes: null, signal }));
    const bytes = await storedBytes({ store: pages, signal });
    const repositories = await catalogue.listRepositories();
    await catalogue.noteStored(
      new Map(repositories.map(({ id, name }) => [id, bytes.get(repositoryPrefix(name)) ?? 0])),
    );
  }
  const { missing } = await checkHeads(place);
  return { packs, freedBytes, waiting, missing: missing.length };
}
