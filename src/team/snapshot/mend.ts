/**
 * Looks whether snapshots are whole, and makes damage into absence: a pack with other bytes than its name says, and a manifest that leads to none, are deleted,
 * so that the next push sends them again. Nothing of a store is trusted here, and nothing is used: who reads a snapshot verifies it.
 */
import { sha256 } from '../../util/bytes/digest.ts';
import { TooLargeError, type PageStore } from '../pages/page-store.ts';
import { objectId, packName, readName, repositoryPrefix } from './layout.ts';
import { maxManifestBytes, readUnverifiedManifest, UnknownFormError, type Manifest, type Pack } from './manifest.ts';

export interface StorePlace {
  store: PageStore;
  /** The name of the repository. */
  repository: string;
  signal?: AbortSignal | undefined;
}

const withSignal = (signal: AbortSignal | undefined): { signal?: AbortSignal } =>
  signal === undefined ? {} : { signal };

/** Whether the packs are there, at the length that they should have. */
export async function hasPacks({ store, repository, signal }: StorePlace, packs: readonly Pack[]): Promise<boolean> {
  const asked = packs.map(({ name, bytes }) =>
    store
      .get(packName(repository, name), { maxBytes: 1, range: { at: bytes - 1, length: 1 }, ...withSignal(signal) })
      .catch(() => null),
  );
  return (await Promise.all(asked)).every((found) => found !== null);
}

/** An object; `damaged`: it is longer than it may be. */
async function objectAt(
  { store, signal }: StorePlace,
  name: string,
  maxBytes: number,
): Promise<Uint8Array | 'absent' | 'damaged'> {
  try {
    return (await store.get(name, { maxBytes, ...withSignal(signal) })) ?? 'absent';
  } catch (error) {
    if (error instanceof TooLargeError) return 'damaged';
    throw error;
  }
}

/** `unknown`: it is of a newer program, which has to look after it. */
async function manifestAt(place: StorePlace, name: string): Promise<Manifest | 'absent' | 'damaged' | 'unknown'> {
  const bytes = await objectAt(place, name, maxManifestBytes);
  if (typeof bytes === 'string') return bytes;
  try {
    return readUnverifiedManifest(bytes);
  } catch (error) {
    return error instanceof UnknownFormError ? 'unknown' : 'damaged';
  }
}

/** Whether the manifest of this name and its packs are there, as far as can be told here. Rejects where the store cannot be asked. */
export async function isWhole(place: StorePlace, manifestName: string): Promise<boolean> {
  const manifest = await manifestAt(place, manifestName);
  if (typeof manifest === 'string') return manifest === 'unknown';
  return hasPacks(place, manifest.packs);
}

export interface Mended {
  /** Packs that were not there, or were deleted because they were damaged. */
  packs: number;
  /** Manifests that were deleted. */
  manifests: number;
  /** Snapshots that are not there (any more). */
  missing: { tree: string; flavour: string }[];
}

/** The most that a pack may have that is read to be verified (bytes). */
const mostPackBytes = 2 ** 30;

/**
 * Reads every pack that a snapshot of the repository needs. May be ended at any moment and begun again.
 * @param known names of manifests, where the store cannot list its own
 */
export async function mendSnapshots(place: StorePlace, known: readonly string[]): Promise<Mended> {
  const { store, repository, signal } = place;
  const names = new Set(known);
  if (store.list !== null)
    for await (const { name } of store.list(`${repositoryPrefix(repository)}/snapshots/`, signal)) names.add(name);
  const isGood = new Map<string, boolean>();
  const mended: Mended = { packs: 0, manifests: 0, missing: [] };
  for (const name of names) {
    const { flavour = null, last: tree = '' } = readName(name) ?? {};
    if (flavour === null || !objectId.test(tree)) continue;
    const manifest = await manifestAt(place, name);
    if (manifest === 'unknown') continue;
    let isIntact = typeof manifest !== 'string';
    for (const pack of typeof manifest === 'string' ? [] : manifest.packs) {
      const key = `${pack.name} ${pack.bytes}`;
      if (!isGood.has(key)) isGood.set(key, await verifyPack(place, pack));
      isIntact &&= isGood.get(key)!;
    }
    if (isIntact) continue;
    if (manifest !== 'absent') {
      await store.delete(name, signal);
      mended.manifests++;
    }
    mended.missing.push({ tree, flavour });
  }
  mended.packs = [...isGood.values()].filter((good) => !good).length;
  return mended;
}

/** Whether the pack is there as its name says; else it is deleted. */
async function verifyPack(place: StorePlace, pack: Pack): Promise<boolean> {
  const name = packName(place.repository, pack.name);
  // A longer one is damaged as well, and is not read to its end.
  const maxBytes = Math.min(pack.bytes + 1024, mostPackBytes);
  const bytes = await objectAt(place, name, maxBytes);
  // Of a good one with another length than a manifest says, the manifest is damaged.
  if (typeof bytes !== 'string' && sha256(bytes) === pack.name) return bytes.length === pack.bytes;
  if (bytes !== 'absent') await place.store.delete(name, place.signal);
  return false;
}

/** Deletes all objects of a repository. Returns their number; null where the store cannot list them. */
export async function deleteObjects({ store, repository, signal }: StorePlace): Promise<number | null> {
  if (store.list === null) return null;
  const names: string[] = [];
  for await (const { name } of store.list(`${repositoryPrefix(repository)}/`, signal)) names.push(name);
  // Manifests first: none is left that leads to a pack which is gone.
  const isManifest = (name: string): boolean => readName(name)?.kind === 'snapshots';
  for (const name of names.toSorted((a, b) => Number(isManifest(b)) - Number(isManifest(a))))
    await store.delete(name, signal);
  return names.length;
}

/** What the objects of each repository take (bytes), by its prefix. Empty where the store cannot list them. */
export async function storedBytes({ store, signal }: Omit<StorePlace, 'repository'>): Promise<Map<string, number>> {
  const bytes = new Map<string, number>();
  if (store.list === null) return bytes;
  for await (const object of store.list('', signal)) {
    const { prefix } = readName(object.name) ?? {};
    if (prefix !== undefined) bytes.set(prefix, (bytes.get(prefix) ?? 0) + object.bytes);
  }
  return bytes;
}
