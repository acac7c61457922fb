/** What a project provides and requires, from its index and the manifests that it was made of. */
import type { PackageRows } from '../../graph/across/package-uses.ts';
import { openStore } from '../../store/registry.ts';
import { viewOf, type Store } from '../../store/store.ts';
import { filesOnDisk } from '../files/files-on-disk.ts';
import { manifestText } from '../files/manifest-text.ts';
import { knownLanguages } from '../indexing/plugin-languages.ts';
import { indexLocationOf } from '../project-place.ts';
import type { TeamProject } from './team-place.ts';

/** @param root of the index, whose files have not changed since */
export async function packagesIn(store: Store, root: string): Promise<PackageRows> {
  const { packageRows } = await import('../../graph/across/package-uses.ts');
  const { Repository } = await import('../../graph/across/repository.ts');
  const disk = filesOnDisk(root);
  const read = (path: string): string | null => manifestText(disk, path);
  const entries = new Map(knownLanguages().map((entry) => [entry.id, entry]));
  return packageRows(await Repository.open({ name: root, view: await viewOf(store), read }, entries));
}

/** From the index of a project, which the caller has brought up to date. */
export async function packagesOf({ root, config }: TeamProject): Promise<PackageRows> {
  const store = await openStore(indexLocationOf(root, config));
  try {
    return await packagesIn(store, root);
  } finally {
    await store.close();
  }
}
