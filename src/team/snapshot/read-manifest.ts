/** Reads manifests and pointers from a page store, and verifies that a manifest is of what was asked for. */
import type { PageStore } from '../pages/page-store.ts';
import type { PublicKey } from './keys.ts';
import { flavourKey, objectId, type SnapshotFamily } from './layout.ts';
import { ManifestError, maxManifestBytes, openManifest, type Manifest } from './manifest.ts';

export interface ManifestRequest {
  store: PageStore;
  name: string;
  trusted: readonly PublicKey[];
  expected: { family: SnapshotFamily; tree: string };
  signal?: AbortSignal | undefined;
}

/** Null where there is none. Rejects with a `ManifestError` if it is not signed by a trusted key, or is of something else. */
export async function readManifest(request: ManifestRequest): Promise<Manifest | null> {
  const { store, name, trusted, expected, signal } = request;
  const bytes = await store.get(name, { maxBytes: maxManifestBytes, ...(signal === undefined ? {} : { signal }) });
  if (bytes === null) return null;
  const manifest = openManifest(bytes, trusted);
  const { family, tree } = expected;
  if (manifest.repository !== family.repository || manifest.tree !== tree)
    throw new ManifestError('is of another repository or tree than its name says');
  if (flavourKey(manifest.flavour) !== flavourKey(family.flavour))
    throw new ManifestError('is of another version than its name says');
  return manifest;
}

/** The longest id of a tree. */
const pointerBytes = 64;

/** The tree that a pointer names; null where there is no such pointer, or it names none. */
export async function readPointer(store: PageStore, name: string, signal?: AbortSignal): Promise<string | null> {
  const bytes = await store.get(name, { maxBytes: pointerBytes, ...(signal === undefined ? {} : { signal }) });
  const tree = bytes === null ? '' : Buffer.from(bytes).toString('latin1');
  return objectId.test(tree) ? tree : null;
}
