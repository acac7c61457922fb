/**
 * The fingerprint of the project's tree that is stored in the index. If it still matches, the tree has not changed since a run found the index up to
 * date. Invariant: only a run that has compared every file and found no change stores a fingerprint. The generation of the index is stored with it, so
 * that any write of files makes it invalid.
 */
import type { Store } from '../store/store.ts';
import { isUnchanged } from '../source/fingerprint/fingerprint.ts';
import { takeFingerprint } from '../source/fingerprint/take-fingerprint.ts';
import type { WalkOptions, WalkResult } from '../source/source.ts';

/** Stored value: one run has found no change. The next run without a change takes the fingerprint, which costs as much as a walk. */
const awaited = 'awaited';
/** Stored value: the tree cannot have a fingerprint. */
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
  /** Whether nothing has changed since a run that found the index up to date. */
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

  /** Compares the tree with the stored fingerprint. Call this before the walk. */
  static async compare(tree: Tree): Promise<StoredFingerprint> {
    const beganMs = Date.now();
    const { store, root, walkOptions, signal } = tree;
    const generation = await store.generation();
    const stored = storedOf(await store.getMeta('treeFingerprint'), generation);
    const hasNone = stored === null || stored === awaited || stored === never;
    const isSame = !hasNone && (await isUnchanged(root, walkOptions, stored, signal));
    return new StoredFingerprint(tree, { beganMs, generation, stored, isSame });
  }

  /** Call this when a run has compared every file and found nothing to do. */
  async store(walked: WalkResult): Promise<void> {
    const { root, store, walkOptions: options, indexFolder, signal } = this.#tree;
    if (indexFolder === null || this.#stored === never) return;
    if ((await store.generation()) !== this.#generation) return;
    let next = awaited;
    if (this.#stored === awaited) {
      const taken = await takeFingerprint({ root, options, walked, beganMs: this.#beganMs, indexFolder, signal });
      next = typeof taken === 'object' ? taken.fingerprint : taken === 'never' ? never : awaited;
    }
    if (next !== this.#stored) await store.setMeta('treeFingerprint', `${this.#generation} ${next}`);
  }
}

/** The value of the index's meta data, if it was stored at this generation; else null. */
function storedOf(meta: string | null, generation: number): string | null {
  const prefix = `${generation} `;
  return meta?.startsWith(prefix) === true ? meta.slice(prefix.length) : null;
}
