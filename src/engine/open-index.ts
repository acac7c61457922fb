/** The connection of an engine to its index. Invariant: nothing is opened or created on disk before the first question. */
import { AppError, toAppError } from '../model/error.ts';
import type { IndexLocation } from '../store/index-location.ts';
import { identityOf, indexExists, isReplaced, openStore, type IndexIdentity } from '../store/registry.ts';
import type { Store } from '../store/store.ts';
import { ownerCheck } from './processes/index-owner.ts';
import type { EngineConfig } from './types.ts';
import { worktreeSeed } from './indexing/worktree-seed.ts';
import type { IndexBeginning } from './team/team-seed.ts';
import { teamSettings } from './team/team-settings.ts';

export function projectIndex(root: string, location: IndexLocation, config: EngineConfig): OpenIndex {
  return new OpenIndex(location, firstSeed(root, config), ownerCheck(root, location));
}

/** An index that is only read. */
export function finishedIndex(location: IndexLocation): OpenIndex {
  return new OpenIndex(location, null, null, true);
}

/** Another work tree is nearer than the team's page store, which is asked where there is none. */
function firstSeed(root: string, config: EngineConfig): (() => Promise<IndexBeginning | null>) | null {
  const ofWorktree = worktreeSeed(root, config);
  const hasTeam = teamSettings(config).url !== '';
  if (ofWorktree === null && !hasTeam) return null;
  return async () => {
    if ((await ofWorktree?.().catch(() => false)) === true || !hasTeam) return null;
    const { teamSeed } = await import('./team/team-seed.ts');
    return (await teamSeed({ root, config })?.()) ?? null;
  };
}

export class OpenIndex {
  readonly location: IndexLocation;
  readonly #seed: (() => Promise<IndexBeginning | null>) | null;
  /** How the index began, if this process has created it. */
  beginning: IndexBeginning | null = null;
  readonly #check: ((store: Store) => Promise<void>) | null;
  readonly #readOnly: boolean;
  #store: Promise<Store> | null = null;
  /** Identity of the open index. */
  #identity: IndexIdentity | null = null;
  #closed = false;

  /**
   * @param seed is called before an index is created; an index that it leaves at the location is the index
   * @param check is called before each use, and throws if the index must not be used
   * @param readOnly opening fails if there is no index, and writing fails
   */
  constructor(
    location: IndexLocation,
    seed: (() => Promise<IndexBeginning | null>) | null = null,
    check: ((store: Store) => Promise<void>) | null = null,
    readOnly = false,
  ) {
    this.location = location;
    this.#seed = seed;
    this.#check = check;
    this.#readOnly = readOnly;
  }

  /** Opens the index at the first call, and checks it at each call. Throws `AppError`. */
  readonly open = async (): Promise<Store> => {
    if (this.#closed) throw new AppError('InternalError', 'The engine is closed');
    this.#store ??= this.#openStore();
    let store: Store;
    try {
      store = await this.#store;
    } catch (error) {
      this.#store = null;
      throw toAppError(error);
    }
    await this.#check?.(store);
    return store;
  };

  async #openStore(): Promise<Store> {
    // If seeding fails, the new index is empty, and a run reads all files.
    if (this.#seed !== null && !('memory' in this.location) && !indexExists(this.location))
      this.beginning = await this.#seed().catch(() => null);
    const store = await openStore(this.location, { readOnly: this.#readOnly });
    this.#identity = identityOf(this.location);
    return store;
  }

  /** Whether the open index was removed or replaced by another one, or is to be replaced since damage was found in it. */
  get isReplaced(): boolean {
    return this.#identity !== null && isReplaced(this.location, this.#identity);
  }

  /** Whether there is an index, which may turn out not to be readable. */
  get isThere(): boolean {
    return this.#store !== null || indexExists(this.location);
  }

  /** Opens an existing index, for questions that can also be answered without an index. Null if there is none, or if it cannot be opened. */
  readonly openIfThere = async (): Promise<Store | null> => {
    return this.isThere ? this.open().catch(() => null) : null;
  };

  /** Sets a damaged index aside and creates a new one. */
  async openReplacement(): Promise<Store> {
    const store = await this.#store?.catch(() => null);
    await store?.close();
    this.#identity = null;
    this.#store = openStore(this.location, { setAside: true }).then((opened) => {
      this.#identity = identityOf(this.location);
      return opened;
    });
    return this.open();
  }

  async close(): Promise<void> {
    this.#closed = true;
    const store = await this.#store?.catch(() => null);
    await store?.close();
  }
}
