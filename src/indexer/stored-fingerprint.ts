/**
 * The fingerprint of the tree that is stored in the index. If it still matches, the tree has not changed since a run found it up to date.
 * Invariant: it is stored only by a run that has compared every file and found no change, together with the generation of the index; any write of
 * files makes it invalid.
 */
import type { Store } from '../store/store.ts';
import { isUnchanged } from '../source/fingerprint/fingerprint.ts';
import { takeFingerprint } from '../source/fingerprint/take-fingerprint.ts';
import type { WalkOptions, WalkResult } from '../source/source.ts';

/** One run has found no change. The next such run takes the fingerprint, which costs as much as a walk. */
const awaited = 'awaited';
/** The tree cannot have a fingerprint. */
const never = 'never';

interface Tree {
  root: string;
  store: Store;
  walkOptions: WalkOptions;
  /** Null for an index in memory. */
  indexFolder: string | null;
  signal?: AbortSignal;
}

export class StoredFingerprint {
  readonly #tree: Tree;
  readonly #beganMs: number;
  readonly #generation: number;
  /** `awaited`, `never`, or a fingerprint; null if none is stored for this generation of the index. */
  readonly #stored: string | null;
  /** Nothing has changed since a run that found the index up to date. */
  readonly isSame: boolean;

  private constructor(
    tree: Tree,
    state: { beganMs: number; generation: number; stored: string | null; isSame: boolean },
  ) {
    this.#tree = tree;
    this.#beganMs = state.beganMs;
    this.#generation = state.generation;
    this.#stored = state.stored;
    this.isSame = state.isSame;
  }

  /** To be called before the walk. */
  static async compare(tree: Tree): Promise<StoredFingerprint> {
    const beganMs = Date.now();
    const { store, root, walkOptions, signal } = tree;
    const { generation } = await store.vectors.state();
    const stored = storedOf(await store.getMeta('treeFingerprint'), generation);
    const hasNone = stored === null || stored === awaited || stored === never;
    const isSame = !hasNone && (await isUnchanged(root, walkOptions, stored, signal));
    return new StoredFingerprint(tree, { beganMs, generation, stored, isSame });
  }

  /** To be called when a run has compared every file and found nothing to do. */
  async store(walked: WalkResult): Promise<void> {
    const { root, store, walkOptions: options, indexFolder, signal } = this.#tree;
    if (indexFolder === null || this.#stored === never) return;
    if ((await store.vectors.state()).generation !== this.#generation) return;
    let next = awaited;
    if (this.#stored === awaited) {
      const taken = await takeFingerprint({ root, options, walked, beganMs: this.#beganMs, indexFolder, signal });
      next = typeof taken === 'object' ? taken.fingerprint : taken === 'never' ? never : awaited;
    }
    if (next !== this.#stored) await store.setMeta('treeFingerprint', `${this.#generation} ${next}`);
  }
}

function storedOf(meta: string | null, generation: number): string | null {
  const of = `${generation} `;
  return meta?.startsWith(of) === true ? meta.slice(of.length) : null;
}
