/**
 * What a run knows of the tree before it walks: whether it is as it was when a run found it unchanged.
 * Invariant: a mark is written only by a run that took it, then looked at every file and found what the index holds; any write to the index
 * ends its use.
 */
import type { Store } from '../store/store.ts';
import type { WalkOptions, WalkResult } from '../source/source.ts';
import { gitIndexHash, speaksForAll, treeMark, type TreeMark } from '../source/tree-mark.ts';

/** For fewer files a walk is as cheap. */
const fewestFiles = 3000;
/** A first run has found nothing to do: the next one takes a mark. */
const awaited = 'awaited';
/** There is none to be had of a state of git's index, whose hash follows: what it has noted of files can be of another copy of them. */
const none = 'none:';

interface Tree {
  root: string;
  store: Store;
  walkOptions: WalkOptions;
  signal?: AbortSignal;
}

export class KnownTree {
  readonly #tree: Tree;
  readonly #known: string | null;
  readonly #taken: TreeMark | null;
  readonly #generation: number;
  /** What is noted where there is no mark. */
  readonly #without: string;

  private constructor(
    tree: Tree,
    before: { known: string | null; generation: number; taken: TreeMark | null; without: string },
  ) {
    this.#tree = tree;
    this.#without = before.without;
    this.#known = before.known;
    this.#generation = before.generation;
    this.#taken = before.taken;
  }

  /** To be called before the walk. */
  static async look(tree: Tree): Promise<KnownTree> {
    const { store, root, walkOptions, signal } = tree;
    const { generation } = await store.vectors.state();
    const [of, noted = null] = (await store.getMeta('treeMark'))?.split(' ') ?? [];
    const without = `${none}${gitIndexHash(root) ?? ''}`;
    if (noted === null || Number(of) !== generation)
      return new KnownTree(tree, { known: null, generation, taken: null, without });
    const known = noted.startsWith(none) && noted !== without ? awaited : noted;
    const taken = known === without ? null : await treeMark(root, walkOptions, signal);
    return new KnownTree(tree, { known, generation, taken, without });
  }

  /** Nothing has changed since a run that found what the index holds. */
  get isSame(): boolean {
    return this.#taken !== null && this.#taken.mark === this.#known;
  }

  /** To be called when a run has looked at every file and found nothing to do. */
  async settled({ files, usedGit }: WalkResult): Promise<void> {
    const { store, root, walkOptions } = this.#tree;
    if (!usedGit || files.length < fewestFiles || this.#known === this.#without) return;
    if ((await store.vectors.state()).generation !== this.#generation) return;
    const taken = this.#taken;
    const isGood = taken !== null && (await speaksForAll(root, walkOptions, taken));
    const mark = this.#known === null ? awaited : isGood ? taken.mark : this.#without;
    if (mark !== this.#known) await store.setMeta('treeMark', `${this.#generation} ${mark}`);
  }
}
