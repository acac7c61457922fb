/**
 * Tells the catalogue what git hosts say. What gets lost on the way, or comes in another order, a poll finds.
 * Invariant: what the sender gets back does not depend on which repositories there are.
 */
import type { Catalogue, Repository } from '../../team/catalogue/catalogue.ts';
import { nameOfAddress } from '../../source/git/git-trees.ts';
import { hasLogin } from '../../source/git/remote-url.ts';
import type { HostEvent, HostMessage } from './host-messages.ts';

export type HookEvent =
  | { event: 'heard'; repository: string; ref: string; commit: string | null; push: number }
  | { event: 'changed'; repository: string; what: string }
  /** `repository`: what the host calls it. */
  | { event: 'unknown'; repository: string; what: string }
  | { event: 'ignored'; repository: string; what: string };

/** How long the list of repositories is kept, and how long after that one is looked for again which is not in it (ms). */
const keptMs = 60_000;
const missingMs = 1000;

export class HookReceiver {
  readonly #catalogue: Catalogue;
  readonly #log: (event: HookEvent) => void;
  #byName: Promise<ReadonlyMap<string, Repository[]>> | null = null;
  #readAt = 0;

  constructor(catalogue: Catalogue, log: (event: HookEvent) => void) {
    this.#catalogue = catalogue;
    this.#log = log;
  }

  /** Rejects with a `CatalogueError` where the catalogue is away. */
  async receive({ events, what, delivery }: HostMessage): Promise<void> {
    for (const event of events) {
      const found = await this.#find(event.names);
      if (found.length === 0) this.#log({ event: 'unknown', repository: event.names[0] ?? '', what });
      for (const repository of found) await this.#hear(repository, event, { what, delivery });
    }
  }

  async #hear(
    repository: Repository,
    event: HostEvent,
    { what, delivery }: Omit<HostMessage, 'events'>,
  ): Promise<void> {
    const { id, name, state, url, defaultRef } = repository;
    if (event.kind === 'push') {
      const { ref, commit, before } = event;
      // One message may be about several branches.
      const own = delivery === null ? null : `${delivery} ${ref}`;
      const push = await this.#catalogue.hear({ repository: id, ref, commit, delivery: own, ...(before === undefined ? {} : { before }) }); // prettier-ignore
      this.#log(push === null ? { event: 'ignored', repository: name, what } : { event: 'heard', repository: name, ref, commit, push }); // prettier-ignore
      return;
    }
    const changed = await this.#change(repository, event, { state, url, defaultRef });
    this.#log({ event: changed ? 'changed' : 'ignored', repository: name, what: event.kind });
    if (changed) this.#byName = null;
  }

  /** Whether anything is different now. */
  async #change(
    { id }: Repository,
    event: Exclude<HostEvent, { kind: 'push' }>,
    { state, url, defaultRef }: Pick<Repository, 'state' | 'url' | 'defaultRef'>,
  ): Promise<boolean> {
    const catalogue = this.#catalogue;
    // It was added before these were refused. No audit repeats one, and no worker asks it.
    if (hasLogin(url) && (event.kind === 'moved' || event.kind === 'default branch')) return false;
    switch (event.kind) {
      case 'archived':
      case 'unarchived': {
        const wanted = event.kind === 'archived' ? 'archived' : 'active';
        if (state !== wanted) await catalogue.setRepositoryState(id, wanted);
        return state !== wanted;
      }
      case 'deleted':
        await catalogue.setRepositoryState(id, 'forgotten');
        return true;
      case 'default branch':
        if (event.branch === defaultRef) return false;
        await catalogue.moveRepository(id, { url, defaultRef: event.branch });
        return true;
      case 'moved': {
        const moved = movedUrl(url, event.from, event.to);
        if (moved !== null) await catalogue.moveRepository(id, { url: moved, defaultRef });
        return moved !== null;
      }
    }
  }

  async #find(names: readonly string[]): Promise<Repository[]> {
    const wanted = names.map((name) => name.toLowerCase());
    const look = async (maxAgeMs: number): Promise<Repository[]> => {
      const byName = await this.#list(maxAgeMs);
      return [...new Set(wanted.flatMap((name) => byName.get(name) ?? []))];
    };
    const found = await look(keptMs);
    return found.length > 0 ? found : look(missingMs);
  }

  #list(maxAgeMs: number): Promise<ReadonlyMap<string, Repository[]>> {
    if (this.#byName !== null && performance.now() - this.#readAt < maxAgeMs) return this.#byName;
    this.#readAt = performance.now();
    const listed = this.#catalogue.listRepositories().then(byName);
    this.#byName = listed;
    listed.catch(() => {
      if (this.#byName === listed) this.#byName = null;
    });
    return listed;
  }
}

/** By the name in the catalogue, and by that of the address that is cloned, in small letters. */
function byName(repositories: readonly Repository[]): Map<string, Repository[]> {
  const found = new Map<string, Repository[]>();
  for (const one of repositories)
    for (const name of new Set([one.name, nameOfAddress(one.url) ?? one.name].map((text) => text.toLowerCase())))
      found.set(name, [...(found.get(name) ?? []), one]);
  return found;
}

/**
 * The address of a repository that has another path on its host now. Host, user and protocol stay, so no message can send a worker elsewhere. Null where the
 * address does not end with the old path, or the new one is none.
 */
export function movedUrl(url: string, from: string, to: string): string | null {
  const isPath =
    to.length < 500 && to.split('/').every((part) => /^(?!-|\.{1,2}$)[\w.~-]+$/.test(part)) && to.includes('/');
  const ending = /\/?$/.exec(url)![0];
  const bare = url.slice(0, url.length - ending.length);
  const git = bare.endsWith('.git') ? '.git' : '';
  const path = bare.slice(0, bare.length - git.length);
  const isOld = from !== '' && path.toLowerCase().endsWith(from.toLowerCase()) && '/:'.includes(path.at(-1 - from.length) ?? ' '); // prettier-ignore
  return isPath && isOld ? path.slice(0, path.length - from.length) + to + git + ending : null;
}
