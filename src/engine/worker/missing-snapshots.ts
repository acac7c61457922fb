/**
 * Snapshots that the catalogue has and the page store has not, because a sweep has deleted the objects while they were published. The objects of a tree have
 * one name, so whoever publishes it again meanwhile may take them for there.
 */
import type { Catalogue } from '../../team/catalogue/catalogue.ts';
import type { PageStore } from '../../team/pages/page-store.ts';
import { namesByKey } from '../../team/snapshot/layout.ts';

export interface PublishedSnapshot {
  repository: number;
  /** Of the repository. */
  name: string;
  tree: string;
  flavour: string;
  commit: string;
}

/** Has each head of a branch that is such a snapshot indexed again. Returns whether the snapshot was missing. Rejects where store or catalogue are away. */
export async function remakeIfMissing(
  { catalogue, pages, signal }: { catalogue: Catalogue; pages: PageStore; signal: AbortSignal },
  { repository, name, tree, flavour, commit }: PublishedSnapshot,
): Promise<boolean> {
  const [manifest = ''] = namesByKey(name, flavour, { tree, commit });
  if ((await pages.get(manifest, { maxBytes: 1, range: { at: 0, length: 1 }, signal })) !== null) return false;
  for (const { ref, heads } of await catalogue.listRefs(repository))
    if (heads.some((head) => head.tree === tree && head.flavour === flavour))
      await catalogue.askForJob(repository, ref);
  return true;
}
