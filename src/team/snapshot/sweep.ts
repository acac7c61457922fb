/**
 * Deletes from a page store what nothing needs: snapshots beyond a quota, and packs that no manifest refers to.
 * Invariants: the newest snapshot of each branch stays; a pack is deleted only if a sweep at least `graceMs` ago found it unneeded, and it is unneeded
 * still. A push that takes less than that loses nothing, whenever it runs: the manifest that it read protects its packs until then, and its own
 * manifest afterwards. If a manifest cannot be read, no pack of its repository is deleted.
 */
import { isObjectName, TooLargeError, type PageStore, type StoredObject } from '../pages/page-store.ts';
import { readName } from './layout.ts';
import { ManifestError, maxManifestBytes, readUnverifiedManifest, type Manifest } from './manifest.ts';

export interface SweepOptions {
  store: PageStore;
  /** How long a pack stays that nothing refers to (ms). */
  graceMs: number;
  /** The most that manifests and the packs that they refer to may take (bytes); null for no limit. */
  quotaBytes: number | null;
  signal?: AbortSignal;
}

/** Written at the beginning of each sweep, so that the store's clock says what time it is: no clock of this machine is compared with it. */
const clockName = 'sweep/clock';

export interface SweepReport {
  /** Snapshots that were deleted to keep to the quota. */
  snapshots: number;
  /** Packs that were deleted, and their bytes. */
  packs: number;
  freedBytes: number;
  /** Packs that nothing refers to, and which a later sweep will delete. */
  waiting: number;
  /** What manifests and their packs take now. */
  keptBytes: number;
  /** Manifests that could not be read. */
  unreadable: string[];
}

interface StoredManifest {
  object: StoredObject;
  manifest: Manifest;
  prefix: string;
  flavour: string;
}

interface Contents {
  manifests: StoredManifest[];
  packs: StoredObject[];
  /** When a sweep first found a pack unneeded, by the name of the pack (ms since 1970, by the store's clock). */
  condemned: Map<string, number>;
  pointers: StoredObject[];
  unreadable: StoredObject[];
  /** When the sweep began, by the store's clock (ms since 1970); null where the store does not show yet what was just written. */
  nowMs: number | null;
}

/** Rejects with a defect where the store cannot list: the caller asks `store.list` first. */
export async function sweepStore(options: SweepOptions): Promise<SweepReport> {
  const { store, signal } = options;
  await store.put(clockName, new Uint8Array([1]), signal);
  const contents = await readContents(store, signal);
  const { nowMs } = contents;
  const dropped = overQuota(contents, options.quotaBytes);
  for (const { object } of dropped) await store.delete(object.name, signal);
  await dropPointers(contents, dropped, options);
  const kept = contents.manifests.filter((one) => !dropped.includes(one));
  const needed = new Set(kept.flatMap(packNames));
  // A push may have read a manifest just before it was deleted, so the grace of its packs begins now.
  const justDropped = new Set(dropped.flatMap(packNames));
  const unsure = new Set(contents.unreadable.map(({ name }) => readName(name)?.prefix));
  const report: SweepReport = {
    ...{ snapshots: dropped.length, packs: 0, freedBytes: 0, waiting: 0 },
    keptBytes: bytesOf(kept, contents.packs),
    unreadable: contents.unreadable.map(({ name }) => name),
  };
  for (const pack of contents.packs) {
    const since = contents.condemned.get(pack.name);
    const mark = condemnedName(pack.name);
    if (needed.has(pack.name) || unsure.has(readName(pack.name)?.prefix)) {
      if (since !== undefined) await store.delete(mark, signal);
    } else if (since === undefined || justDropped.has(pack.name)) {
      await store.put(mark, new Uint8Array([1]), signal);
      report.waiting++;
    } else if (nowMs === null || nowMs - since < options.graceMs) report.waiting++;
    else {
      await store.delete(pack.name, signal);
      await store.delete(mark, signal);
      report.packs++;
      report.freedBytes += pack.bytes;
    }
  }
  return report;
}

const condemnedName = (pack: string): string => pack.replace('/packs/', '/condemned/');

function packNames({ manifest, prefix }: StoredManifest): string[] {
  return manifest.packs.map(({ name }) => `${prefix}/packs/${name}`);
}

async function readContents(store: PageStore, signal: AbortSignal | undefined): Promise<Contents> {
  const contents: Contents = { manifests: [], packs: [], condemned: new Map(), pointers: [], unreadable: [], nowMs: null }; // prettier-ignore
  // Packs are listed before the manifests are read: a pack that comes in between is not seen, and so not judged.
  const objects: StoredObject[] = [];
  for await (const object of store.list!('', signal)) objects.push(object);
  contents.nowMs = objects.find(({ name }) => name === clockName)?.writtenMs ?? null;
  for (const object of objects) {
    const { kind, prefix = '', flavour = null } = readName(object.name) ?? { kind: '' };
    if (kind === 'packs') contents.packs.push(object);
    else if (kind === 'condemned') {
      const pack = object.name.replace('/condemned/', '/packs/');
      if (isObjectName(pack)) contents.condemned.set(pack, object.writtenMs);
    } else if (kind === 'commits' || kind === 'heads') contents.pointers.push(object);
    else if (kind === 'snapshots' && flavour !== null) {
      try {
        const bytes = await store.get(object.name, {
          maxBytes: maxManifestBytes,
          ...(signal === undefined ? {} : { signal }),
        });
        if (bytes === null) continue;
        contents.manifests.push({ object, manifest: readUnverifiedManifest(bytes), prefix, flavour });
      } catch (error) {
        if (!(error instanceof ManifestError || error instanceof TooLargeError)) throw error;
        contents.unreadable.push(object);
      }
    }
  }
  return contents;
}

/** The snapshots to delete, the oldest first: those that are no head of a branch, then heads of flavours that newer ones have replaced. */
function overQuota(contents: Contents, quotaBytes: number | null): StoredManifest[] {
  if (quotaBytes === null) return [];
  const newest = new Map<string, StoredManifest>();
  const newestOf = (key: string, one: StoredManifest): void => {
    const known = newest.get(key);
    if (known === undefined || isNewer(one, known)) newest.set(key, one);
  };
  for (const one of contents.manifests) {
    newestOf(headKey(one), one);
    newestOf(one.prefix, one);
  }
  const isHead = (one: StoredManifest): boolean => newest.get(headKey(one)) === one;
  const isOfOldFlavour = (one: StoredManifest): boolean => newest.get(one.prefix)!.flavour !== one.flavour;
  const byAge = contents.manifests.toSorted((a, b) => (isNewer(a, b) ? 1 : -1));
  const candidates = [
    ...byAge.filter((one) => !isHead(one)),
    ...byAge.filter((one) => isHead(one) && isOfOldFlavour(one)),
  ];
  const dropped: StoredManifest[] = [];
  let kept = contents.manifests;
  for (const one of candidates) {
    if (bytesOf(kept, contents.packs) <= quotaBytes) break;
    dropped.push(one);
    kept = kept.filter((other) => other !== one);
  }
  return dropped;
}

function headKey({ prefix, flavour, manifest }: StoredManifest): string {
  return JSON.stringify([prefix, flavour, manifest.branch]);
}

function isNewer(a: StoredManifest, b: StoredManifest): boolean {
  const difference = a.manifest.madeMs - b.manifest.madeMs;
  return difference === 0 ? a.object.name > b.object.name : difference > 0;
}

/** What manifests and the packs that they refer to take. */
function bytesOf(manifests: readonly StoredManifest[], packs: readonly StoredObject[]): number {
  const needed = new Set(manifests.flatMap(packNames));
  const ofPacks = packs.filter(({ name }) => needed.has(name)).reduce((sum, { bytes }) => sum + bytes, 0);
  return manifests.reduce((sum, { object }) => sum + object.bytes, ofPacks);
}

/** Pointers to snapshots that are gone lead nowhere. */
async function dropPointers(
  { pointers, manifests }: Contents,
  dropped: readonly StoredManifest[],
  { store, signal }: SweepOptions,
): Promise<void> {
  if (dropped.length === 0) return;
  const key = (one: StoredManifest): string => `${one.prefix} ${one.flavour} ${one.manifest.tree}`;
  const gone = new Set(dropped.map(key));
  for (const one of manifests) if (!dropped.includes(one)) gone.delete(key(one));
  for (const pointer of pointers) {
    const { prefix = '', flavour = '' } = readName(pointer.name) ?? {};
    const bytes = await store.get(pointer.name, { maxBytes: 64, ...(signal === undefined ? {} : { signal }) });
    const tree = bytes === null ? '' : Buffer.from(bytes).toString('latin1');
    if (gone.has(`${prefix} ${flavour} ${tree}`)) await store.delete(pointer.name, signal);
  }
}
