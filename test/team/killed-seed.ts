/**
 * `node killed-seed.ts JOB` begins an index with a snapshot, and kills itself at a step: `JOB` is `SeedJob` as JSON. Prints the number of steps where it was
 * not killed.
 */
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { parsePublicKey } from '../../src/team/snapshot/keys.ts';
import type { SnapshotFamily } from '../../src/team/snapshot/layout.ts';
import { FolderStore } from '../../src/team/pages/folder-store.ts';
import type { PageStore } from '../../src/team/pages/page-store.ts';
import { seedFromStore } from '../../src/team/seed.ts';
import { adoptIndex } from '../../src/store/sealing.ts';

export interface SeedJob {
  store: string;
  family: SnapshotFamily;
  tree: string;
  key: string;
  /** The place of the index. */
  to: string;
  /** The step at which it is killed, from 0 on; null: never. */
  killAt: number | null;
}

const job = JSON.parse(process.argv[2]!) as SeedJob;
let steps = 0;
function step(): void {
  if (steps++ === job.killAt) process.kill(process.pid, 'SIGKILL');
}

const folder = new FolderStore(job.store);
/** Gives its answers byte by byte, in effect: many small parts are many steps. */
const store: PageStore = {
  location: folder.location,
  list: null,
  put: () => Promise.reject(new Error('read only')),
  delete: () => Promise.reject(new Error('read only')),
  get: async (name, options) => {
    step();
    const bytes = await folder.get(name, options);
    step();
    return bytes;
  },
};
const { family, to, tree, key } = job;
const { extraction, linking, embedder } = family.flavour;
const flavour = { extractionVersion: extraction, linkingVersion: linking, embedder };
mkdirSync(dirname(to), { recursive: true });
const adopt = (from: string): string | null => {
  step();
  // As between the check of the file and the moment at which it is the index.
  const half = `${to}.pull-${process.pid}-half`;
  copyFileSync(from, half);
  const fault = adoptIndex({ file: half, to: { file: `${half}-index` }, ...flavour });
  step();
  for (const path of [half, `${half}-index`]) rmSync(path, { force: true });
  if (fault !== null) return fault;
  const adopted = adoptIndex({ file: from, to: { file: to }, ...flavour });
  step();
  return adopted;
};
const near = { trees: [tree], commits: [], branches: [] };
const file = `${to}.pull-${process.pid}`;
await seedFromStore({
  store,
  family,
  near,
  trusted: [parsePublicKey(key)],
  file,
  adopt: (from) => Promise.resolve(adopt(from)),
});
step();
process.stdout.write(String(steps));
