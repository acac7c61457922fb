/** Reads whether symbols are defined in their file or only declared. It owns a cache by file id; the content of a file id never changes. */
import { entityFields, entityFlags, entityWidth } from '../../../model/file-summary.ts';
import { unpackSummary } from '../../../store/packed/packed-summary.ts';
import type { Store } from '../../../store/store.ts';
import { RecentlyUsed } from '../../../util/recently-used.ts';

export interface Presence {
  isDefined: boolean;
  /** Whether the symbol is visible only in its file (`static`). */
  isOwn: boolean;
}

const maxCachedBytes = 4 * 1024 * 1024;
/** The estimated size of a symbol in a table, in bytes. */
const symbolBytes = 32;

/** The four possible presences, which all symbols share. */
const presences = [false, true].map((isDefined) => [false, true].map((isOwn): Presence => ({ isDefined, isOwn })));

export class Presences {
  readonly #store: Store;
  readonly #files = new RecentlyUsed<number, ReadonlyMap<number, Presence>>(maxCachedBytes);

  constructor(store: Store) {
    this.#store = store;
  }

  /** The presences of a file's symbols by `symbolKey`; empty for a file without a summary. */
  async of(fileId: number): Promise<ReadonlyMap<number, Presence>> {
    const cached = this.#files.get(fileId);
    if (cached !== undefined) return cached;
    const packed = (await this.#store.summaries([fileId])).get(fileId);
    const found = packed === undefined ? new Map<number, Presence>() : presencesIn(packed);
    this.#files.set(fileId, found, found.size * symbolBytes);
    return found;
  }
}

/** The presences in a packed summary. Of several entities of a symbol, the first that is defined counts, or else the first. */
function presencesIn(packed: Uint8Array): Map<number, Presence> {
  const { summary, keys } = unpackSummary(packed);
  const found = new Map<number, Presence>();
  for (let at = 0; at < summary.entities.length; at += entityWidth) {
    const key = keys[summary.entities[at + entityFields.definition]!];
    if (key === undefined) continue;
    const flags = summary.entities[at + entityFields.flags]!;
    const isDefined = (flags & entityFlags.implemented) !== 0;
    const before = found.get(key);
    if (before === undefined || (isDefined && !before.isDefined))
      found.set(key, presences[Number(isDefined)]![Number((flags & entityFlags.private) !== 0)]!);
  }
  return found;
}
