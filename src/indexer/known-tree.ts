/**
 * What a run knows of the tree before it walks: whether it is as it was when a run found it unchanged.
 * Invariant: looks are kept only by a run that looked at every file and found what the index holds, before anything was changed since; any
 * write to the index ends their use.
 */
import type { Store } from '../store/store.ts';
import { lookAtTree } from '../source/look-at-tree.ts';
import type { WalkOptions, WalkResult } from '../source/source.ts';
import { looksAsBefore } from '../source/tree-looks.ts';

/** A run has found nothing to do: if the next one finds the same, it looks at the tree. */
const awaited = 'awaited';
/** The tree cannot be told by looks. */
const never = 'never';

interface Tree {
  root: string;
  store: Store;
  walkOptions: WalkOptions;
  /** Null for an index in memory. */
  indexFolder: string | null;
  signal?: AbortSignal;
}

export class KnownTree {
  readonly #tree: Tree;
  readonly #beganMs: number;
  readonly #generation: number;
  /** `awaited`, `never`, or looks; null for nothing of this state of the index. */
  readonly #noted: string | null;
  /** Nothing has changed since a run that found what the index holds. */
  readonly isSame: boolean;

  private constructor(
    tree: Tree,
    state: { beganMs: number; generation: number; noted: string | null; isSame: boolean },
  ) {
    this.#tree = tree;
    this.#beganMs = state.beganMs;
    this.#generation = state.generation;
    this.#noted = state.noted;
    this.isSame = state.isSame;
  }

  /** Of a tree that the index holds as it is now; null for none. */
  static async looksOf(store: Store): Promise<string | null> {
    return looksIn(notedOf(await store.getMeta('treeLooks'), (await store.vectors.state()).generation));
  }

  /** To be called before the walk. */
  static async look(tree: Tree): Promise<KnownTree> {
    const beganMs = Date.now();
    const { store, root, walkOptions, signal } = tree;
    const { generation } = await store.vectors.state();
    const noted = notedOf(await store.getMeta('treeLooks'), generation);
    const looks = looksIn(noted);
    const isSame = looks !== null && (await looksAsBefore(root, walkOptions, looks, signal));
    return new KnownTree(tree, { beganMs, generation, noted, isSame });
  }

  /** To be called when a run has looked at every file and found nothing to do. */
  async settled(walked: WalkResult): Promise<void> {
    const { root, store, walkOptions: options, indexFolder, signal } = this.#tree;
    if (indexFolder === null || this.#noted === never) return;
    if ((await store.vectors.state()).generation !== this.#generation) return;
    let noted = awaited;
    if (this.#noted === awaited) {
      const taken = await lookAtTree({ root, options, walked, beganMs: this.#beganMs, indexFolder, signal });
      noted = typeof taken === 'object' ? taken.looks : taken === 'never' ? never : awaited;
    }
    if (noted !== this.#noted) await store.setMeta('treeLooks', `${this.#generation} ${noted}`);
  }
}

function notedOf(kept: string | null, generation: number): string | null {
  const of = `${generation} `;
  return kept?.startsWith(of) === true ? kept.slice(of.length) : null;
}

function looksIn(noted: string | null): string | null {
  return noted === awaited || noted === never ? null : noted;
}
