/** What a page store has: lists snapshots, and verifies one to the last page. */
import type { PageStore } from '../pages/page-store.ts';
import type { PublicKey } from './keys.ts';
import { readName, repositoryPrefix } from './layout.ts';
import { ManifestError, maxManifestBytes, openManifest, pageBytes, type Manifest } from './manifest.ts';

export interface ListedSnapshot {
  /** Git's id of the tree. */
  tree: string;
  /** Null if the manifest is refused. */
  manifest: Manifest | null;
  /** Why it is refused. */
  fault: string | null;
  indexBytes: number;
}

/** The snapshots of a repository, the newest first; refused ones last. Rejects if the store cannot list. */
export async function listSnapshots(
  store: PageStore,
  repository: string,
  trusted: readonly PublicKey[],
  signal?: AbortSignal,
): Promise<ListedSnapshot[]> {
  const { list } = store;
  if (list === null) throw new ManifestError('list cannot be had: this store does not list what it has');
  const found: ListedSnapshot[] = [];
  for await (const { name } of list(`${repositoryPrefix(repository)}/snapshots/`, signal)) {
    const tree = readName(name)?.last ?? '';
    const bytes = await store.get(name, { maxBytes: maxManifestBytes, ...(signal === undefined ? {} : { signal }) });
    if (bytes !== null) found.push(listed(tree, bytes, trusted));
  }
  const time = ({ manifest }: ListedSnapshot): number => manifest?.madeMs ?? -1;
  return found.toSorted((a, b) => time(b) - time(a) || (a.tree < b.tree ? -1 : 1));
}

function listed(tree: string, bytes: Uint8Array, trusted: readonly PublicKey[]): ListedSnapshot {
  try {
    const manifest = openManifest(bytes, trusted);
    if (manifest.tree !== tree) throw new ManifestError('is of another tree than its name says');
    return { tree, manifest, fault: null, indexBytes: manifest.pages * pageBytes };
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    return { tree, manifest: null, fault: error.message, indexBytes: 0 };
  }
}
