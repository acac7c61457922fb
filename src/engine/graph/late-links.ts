/** Links of files that an answer had read again in this thread: no run makes them. */
import type { Store } from '../../store/store.ts';

export class LateLinks {
  readonly #root: string;
  readonly #isIndexing: () => boolean;
  /** Whether files were written that no run has linked. */
  areMissing = false;

  /** @param isIndexing whether a run is writing, which makes the links itself */
  constructor(root: string, isIndexing: () => boolean) {
    this.#root = root;
    this.#isIndexing = isIndexing;
  }

  /** Makes missing links; whether there were some. */
  readonly make = async (store: Store): Promise<boolean> => {
    if (!this.areMissing || this.#isIndexing()) return false;
    this.areMissing = false;
    const { linkIndex } = await import('../indexing/linking.ts');
    await linkIndex(this.#root, store);
    return true;
  };
}
