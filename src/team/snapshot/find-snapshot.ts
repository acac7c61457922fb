/** Finds the snapshot that is nearest to a state of a repository. */
import type { PageStore } from '../pages/page-store.ts';
import type { PublicKey } from './keys.ts';
import { commitName, headName, manifestName, type SnapshotFamily } from './layout.ts';
import type { Manifest } from './manifest.ts';
import { readManifest, readPointer } from './read-manifest.ts';

/** Where to look, in this order. */
export interface NearbyStates {
  /** Trees of the commit and of its first parents, the newest first. */
  trees: readonly string[];
  /** Commits whose trees are not known here: a shallow clone has only the ids of the parents of its last commit. */
  commits: readonly string[];
  branches: readonly string[];
}

export interface FindOptions {
  store: PageStore;
  family: SnapshotFamily;
  near: NearbyStates;
  trusted: readonly PublicKey[];
  signal?: AbortSignal;
}

/** Most stores have a snapshot of one of the last commits, so the first questions are few. */
const firstAtOnce = 4;
const atOnce = 16;

/** Null where there is none. Rejects if the store cannot be asked, or the nearest snapshot is refused. */
export async function findSnapshot(options: FindOptions): Promise<Manifest | null> {
  const { store, family, near, signal } = options;
  const tree = await firstOf(near.trees, async (one) => ((await isThere(options, one)) ? one : null));
  if (tree !== null) return open(options, tree);
  const pointers = [
    ...near.commits.map((commit) => commitName(family, commit)),
    ...near.branches.map((branch) => headName(family, branch)),
  ];
  const pointed = await firstOf(pointers, (name) => readPointer(store, name, signal));
  return pointed === null ? null : open(options, pointed);
}

function open({ store, family, trusted, signal }: FindOptions, tree: string): Promise<Manifest | null> {
  return readManifest({ store, name: manifestName(family, tree), trusted, expected: { family, tree }, signal });
}

async function isThere({ store, family, signal }: FindOptions, tree: string): Promise<boolean> {
  const options = { maxBytes: 1, range: { at: 0, length: 1 }, ...(signal === undefined ? {} : { signal }) };
  return (await store.get(manifestName(family, tree), options)) !== null;
}

/** The first answer that is not null, in the order of the questions, of which several are asked at once. */
async function firstOf<Q, A>(questions: readonly Q[], ask: (question: Q) => Promise<A | null>): Promise<A | null> {
  for (let at = 0; at < questions.length;) {
    const end = at + (at === 0 ? firstAtOnce : atOnce);
    const answers = await Promise.all(questions.slice(at, end).map(ask));
    const found = answers.find((answer) => answer !== null);
    if (found !== undefined) return found;
    at = end;
  }
  return null;
}
