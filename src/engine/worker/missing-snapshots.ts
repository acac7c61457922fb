/**
 * Snapshots that the catalogue has and the page store has not: a sweep has deleted the objects while they were published, the store was emptied, or some of it
 * is damaged. The heads of branches among them are indexed again, at most so often as the catalogue allows.
 */
import type { Catalogue, SnapshotRow } from '../../team/catalogue/catalogue.ts';
import type { PageStore } from '../../team/pages/page-store.ts';
import { namesByKey } from '../../team/snapshot/layout.ts';
import { isWhole, mendSnapshots, type Mended } from '../../team/snapshot/mend.ts';

export interface StoreOfCatalogue {
  catalogue: Catalogue;
  pages: PageStore;
  signal: AbortSignal;
}

export interface PublishedSnapshot extends Pick<SnapshotRow, 'repository' | 'tree' | 'flavour' | 'commit'> {
  /** Of the repository. */
  name: string;
}

const manifestOf = ({ name, flavour, tree, commit }: Omit<PublishedSnapshot, 'repository'>): string =>
  namesByKey(name, flavour, { tree, commit })[0]!;

/** Reports a snapshot that is not there as a whole. Returns whether that is so. Rejects where store or catalogue are away. */
export async function remakeIfMissing(
  { catalogue, pages, signal }: StoreOfCatalogue,
  snapshot: PublishedSnapshot,
  isAwaited = true,
): Promise<boolean> {
  if (await isWhole({ store: pages, repository: snapshot.name, signal }, manifestOf(snapshot))) return false;
  await catalogue.reportMissing(snapshot, isAwaited);
  return true;
}

export interface CheckedHeads {
  heads: number;
  /** Names of repositories with their branches. */
  missing: string[];
}

/** Looks for the snapshot of each head. Those that are not there are indexed again, after what was pushed. */
export async function checkHeads(place: StoreOfCatalogue): Promise<CheckedHeads> {
  const { catalogue, signal } = place;
  const { editions } = await catalogue.counts();
  const wanted = new Set(editions.map(({ edition }) => edition));
  const checked: CheckedHeads = { heads: 0, missing: [] };
  for (const { id: repository, name } of await catalogue.listRepositories()) {
    const seen = new Map<string, boolean>();
    for (const { ref, commit, heads } of await catalogue.listRefs(repository)) {
      for (const head of heads.filter(({ edition }) => commit !== null && wanted.has(edition))) {
        signal.throwIfAborted();
        const key = `${head.flavour}/${head.tree}`;
        if (!seen.has(key)) seen.set(key, await remakeIfMissing(place, { ...head, repository, name }, false));
        checked.heads++;
        if (seen.get(key)!) checked.missing.push(`${name} ${ref}`);
      }
    }
  }
  return checked;
}

/** Deletes what is damaged of the snapshots of a repository, and has the heads among them made again. */
export async function mendRepository(
  { catalogue, pages, signal }: StoreOfCatalogue,
  { id, name }: { id: number; name: string },
): Promise<Mended> {
  const heads = (await catalogue.listRefs(id)).flatMap((ref) => ref.heads);
  const mended = await mendSnapshots(
    { store: pages, repository: name, signal },
    heads.map((head) => manifestOf({ ...head, name })),
  );
  // What is reported now is not to be looked at once more.
  for (const snapshot of mended.missing) await catalogue.reportMissing({ repository: id, ...snapshot }, false);
  await catalogue.noteMended(id);
  return mended;
}
