/**
 * Puts a snapshot into a page store. What an earlier snapshot of the repository has is not sent again: all new pages are one pack, and the manifest, which
 * comes last, refers to earlier packs for the others.
 * Invariants: a manifest is written when everything that it refers to is there, and that is looked at again afterwards, because a sweep may have run in between;
 * of several pushes of one tree the first whole manifest stays: the others say the same with other packs.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { sha256 } from '../../util/bytes/digest.ts';
import type { PageStore } from '../pages/page-store.ts';
import type { PublicKey, SigningKey } from './keys.ts';
import { commitName, headName, manifestName, packName, type SnapshotFamily } from './layout.ts';
import { maxPacks, pageBytes, writeManifest, type Manifest, type NewManifest, type Pack, type PagePlace } from './manifest.ts'; // prettier-ignore
import { hasPacks } from './mend.ts';
import { packPage, pageHash } from './packed-page.ts';
import { readManifest } from './read-manifest.ts';

/** Usual size of a pack (bytes). A pack is made in memory. A larger index has larger packs, so that they are few. */
const usualPackBytes = 64 * 1024 * 1024;

export interface PushOptions {
  store: PageStore;
  family: SnapshotFamily;
  tree: string;
  commit: string;
  branch: string | null;
  /** The sealed index. */
  file: string;
  key: SigningKey;
  /** Keys whose snapshots may be built on, besides `key`. */
  trusted: readonly PublicKey[];
  /** Trees that may have a snapshot, the most like this one first. */
  earlier: readonly string[];
  nowMs: number;
  signal?: AbortSignal;
}

export interface PushReport {
  tree: string;
  /** Whether the store had a snapshot of this tree and flavour already; nothing but pointers was written then. */
  wasThere: boolean;
  pages: number;
  /** Distinct pages that were sent. */
  newPages: number;
  /** Size of the sealed index. */
  indexBytes: number;
  sentBytes: number;
}

/** Null where the store has no whole snapshot of the tree; where it has, only pointers are written. No index is needed for this. */
export async function pushKnown(options: Places): Promise<PushReport | null> {
  const { tree } = options;
  const before = await wholeManifest(options, tree);
  if (before === null) return null;
  await writePointers(options);
  const { pages } = before;
  return { tree, wasThere: true, pages, newPages: 0, indexBytes: pages * pageBytes, sentBytes: 0 };
}

export async function pushSnapshot(options: PushOptions): Promise<PushReport> {
  const { tree, file } = options;
  const known = await pushKnown(options);
  if (known !== null) return known;
  const base = await findBase(options);
  const descriptor = openSync(file, 'r');
  try {
    const source = new SealedFile(descriptor);
    let report = await pushPages(options, source, base);
    // A sweep may have taken packs away: earlier ones since they were seen, and those of this push where it was held up for long.
    if (!(await arePacksThere(options, report.packs))) report = await pushPages(options, source, null);
    await writePointers(options);
    const { newPages, sentBytes } = report;
    return { tree, wasThere: false, pages: source.pages, newPages, indexBytes: source.pages * pageBytes, sentBytes };
  } finally {
    closeSync(descriptor);
  }
}

/** The pages of a sealed index. */
class SealedFile {
  readonly pages: number;
  readonly #file: number;

  constructor(file: number) {
    const { size } = fstatSync(file);
    if (size === 0 || size % pageBytes !== 0) throw new RangeError('a sealed index has whole pages');
    this.#file = file;
    this.pages = size / pageBytes;
  }

  read(page: number): Uint8Array {
    const bytes = new Uint8Array(pageBytes);
    readSync(this.#file, bytes, 0, pageBytes, page * pageBytes);
    return bytes;
  }
}

/** The manifest of a tree, where all is there that it refers to. */
async function wholeManifest(options: Places, tree: string): Promise<Manifest | null> {
  const { store, family, signal } = options;
  const trusted = [options.key.public, ...options.trusted];
  const name = manifestName(family, tree);
  const found = await readManifest({ store, name, trusted, expected: { family, tree }, signal }).catch(() => null);
  return found !== null && (await arePacksThere(options, found.packs)) ? found : null;
}

async function findBase(options: PushOptions): Promise<Manifest | null> {
  for (const tree of options.earlier) {
    const found = await wholeManifest(options, tree);
    if (found !== null) return found;
  }
  return null;
}

type Places = Omit<PushOptions, 'file'>;

function arePacksThere({ store, family, signal }: Places, packs: readonly Pack[]): Promise<boolean> {
  return hasPacks({ store, repository: family.repository, signal }, packs);
}

interface Pushed {
  /** What the manifest refers to. */
  packs: readonly Pack[];
  newPages: number;
  sentBytes: number;
}

async function pushPages(options: PushOptions, source: SealedFile, base: Manifest | null): Promise<Pushed> {
  const { store, family, key, signal } = options;
  const hashes = Array.from({ length: source.pages }, (_, page) => pageHash(source.read(page)));
  const known = knownPlaces(base, hashes);
  // Earlier packs without a page of this snapshot are not referred to any more.
  const used = new Set([...known.values()].map(({ pack }) => pack));
  const reused = (base?.packs ?? []).filter((_, at) => used.has(at));
  const packs: Pack[] = [...reused];
  const places = new Map<string, PagePlace>();
  for (const [hash, place] of known) places.set(hash, { ...place, pack: reused.indexOf(base!.packs[place.pack]!) });
  const packBytes = Math.max(usualPackBytes, Math.ceil((source.pages * pageBytes) / (maxPacks / 2)));
  let [newPages, sentBytes] = [0, 0];
  let open = newPack();
  const finish = async (): Promise<void> => {
    if (open.parts.length === 1) return;
    const bytes = Buffer.concat(open.parts);
    const name = sha256(bytes);
    packs.push({ name, bytes: bytes.length });
    sentBytes += bytes.length;
    open = newPack();
    await store.put(packName(family.repository, name), bytes, signal);
  };
  for (const [page, hash] of hashes.entries()) {
    const text = hash.toString('latin1');
    if (places.has(text)) continue;
    const packed = packPage(source.read(page));
    if (open.bytes + packed.length > packBytes) await finish();
    places.set(text, { pack: packs.length, at: open.bytes, length: packed.length });
    open.parts.push(packed);
    open.bytes += packed.length;
    newPages++;
  }
  if (packs.length + 1 > maxPacks && base !== null) return pushPages(options, source, null);
  await finish();
  const manifest = writeManifest(
    { ...headOf(options), packs, pages: hashes.map((hash) => ({ hash, place: places.get(hash.toString('latin1'))! })) },
    key,
  );
  // Another push of the tree may have ended meanwhile. Its manifest is no worse, and what somebody has seen whole is not replaced.
  const other = await wholeManifest(options, options.tree);
  if (other !== null) return { packs: other.packs, newPages, sentBytes };
  await store.put(manifestName(family, options.tree), manifest, signal);
  return { packs, newPages, sentBytes: sentBytes + manifest.length };
}

/**
 * A pack begins with random bytes, so that no two pushes make the same one: a sweep may be about to delete what an earlier push, which was broken off, has
 * left.
 */
function newPack(): { parts: Uint8Array[]; bytes: number } {
  const salt = randomBytes(16);
  return { parts: [salt], bytes: salt.length };
}

function headOf({ family, tree, commit, branch, nowMs }: PushOptions): Omit<NewManifest, 'packs' | 'pages'> {
  return { ...family, tree, commit, branch, madeMs: nowMs };
}

/** The places of those pages that the base has, by their hashes. */
function knownPlaces(base: Manifest | null, hashes: readonly Buffer[]): Map<string, PagePlace> {
  const wanted = new Set(hashes.map((hash) => hash.toString('latin1')));
  const places = new Map<string, PagePlace>();
  for (let page = 0; page < (base?.pages ?? 0); page++) {
    const hash = base!.hashOf(page).toString('latin1');
    if (wanted.has(hash)) places.set(hash, base!.placeOf(page));
  }
  return places;
}

/** Pointers say where to look, and nothing is trusted because of them. */
async function writePointers({ store, family, tree, commit, branch, signal }: Places): Promise<void> {
  const pointer = Buffer.from(tree);
  await store.put(commitName(family, commit), pointer, signal);
  if (branch !== null) await store.put(headName(family, branch), pointer, signal);
}
