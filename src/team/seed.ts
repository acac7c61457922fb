/**
 * Begins an index with a snapshot of a page store.
 * Invariant: `adopt` gets a file only when each of its pages has the hash of a manifest that a trusted key has signed. Nothing is left where this rejects.
 */
import { rmSync } from 'node:fs';
import type { PageStore } from './pages/page-store.ts';
import { findSnapshot, type NearbyStates } from './snapshot/find-snapshot.ts';
import type { PublicKey } from './snapshot/keys.ts';
import type { SnapshotFamily } from './snapshot/layout.ts';
import { ManifestError, type Manifest } from './snapshot/manifest.ts';
import { pullPages, type PullReport } from './snapshot/pull.ts';

export interface SeedOptions {
  store: PageStore;
  family: SnapshotFamily;
  near: NearbyStates;
  trusted: readonly PublicKey[];
  /** Where the pages are put together; not the place of the index. */
  file: string;
  /** Makes the file the index, and returns null; or returns why it is none, as the end of a sentence. */
  adopt: (file: string) => Promise<string | null>;
  /** Ends what waits for the store. */
  signal?: AbortSignal;
}

export interface SeedReport extends PullReport {
  manifest: Manifest;
}

/** Null where the store has no snapshot near. Rejects with an `AppError`. */
export async function seedFromStore(options: SeedOptions): Promise<SeedReport | null> {
  const { store, file, adopt, signal } = options;
  const manifest = await findSnapshot(options);
  if (manifest === null) return null;
  try {
    const pulled = await pullPages({ store, manifest, file, ...(signal === undefined ? {} : { signal }) });
    signal?.throwIfAborted();
    const fault = await adopt(file);
    if (fault !== null) throw new ManifestError(`of ${manifest.commit.slice(0, 12)} ${fault}`);
    return { ...pulled, manifest };
  } finally {
    rmSync(file, { force: true });
  }
}
