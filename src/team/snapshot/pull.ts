/**
 * Gets a snapshot from a page store into a file, page by page.
 * Invariants: a page is written only if its hash is that of the signed manifest; memory does not depend on the size of the index; the file is complete and
 * on the disk when this resolves, and is removed when it rejects.
 */
import { closeSync, fsyncSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import type { ByteRange, PageStore } from '../pages/page-store.ts';
import { packName } from './layout.ts';
import { ManifestError, pageBytes, type Manifest } from './manifest.ts';
import { unpackPage } from './packed-page.ts';

/** A request asks for at most this much (bytes). */
const mostAtOnce = 2 * 1024 * 1024;
/** Bytes between two wanted pages that are read rather than asked around. */
const smallGap = 32 * 1024;
/** Requests under way. */
const lanes = 6;

export interface PullOptions {
  store: PageStore;
  manifest: Manifest;
  /** The file to write; it must not exist. */
  file: string;
  signal?: AbortSignal;
}

export interface PullReport {
  pages: number;
  indexBytes: number;
  receivedBytes: number;
}

export async function pullPages({ store, manifest, file, signal }: PullOptions): Promise<PullReport> {
  if (manifest.pages === 0) throw new ManifestError('has no pages');
  const descriptor = openSync(file, 'wx');
  let isWhole = false;
  try {
    ftruncateSync(descriptor, manifest.pages * pageBytes);
    const requests = requestsFor(manifest);
    let receivedBytes = 0;
    const next = requests.values();
    const stop = new AbortController();
    const either = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
    const lane = async (): Promise<void> => {
      for (const request of next) {
        either.throwIfAborted();
        const received = await fetchPages(request, { store, manifest, descriptor, signal: either });
        receivedBytes += received;
      }
    };
    try {
      await Promise.all(Array.from({ length: Math.min(lanes, requests.length) }, lane));
    } finally {
      // The other lanes would go on writing into a file that is closed.
      stop.abort();
    }
    fsyncSync(descriptor);
    isWhole = true;
    return { pages: manifest.pages, indexBytes: manifest.pages * pageBytes, receivedBytes };
  } finally {
    closeSync(descriptor);
    if (!isWhole) rmSync(file, { force: true });
  }
}

interface WantedPage extends ByteRange {
  /** Where it belongs in the file; a page may occur more than once. */
  positions: number[];
}

interface PackRequest extends ByteRange {
  pack: number;
  pages: WantedPage[];
}

/** The parts of packs to ask for, so that neighbouring pages come in one answer. */
function requestsFor(manifest: Manifest): PackRequest[] {
  const byPlace = new Map<string, WantedPage & { pack: number }>();
  for (let page = 0; page < manifest.pages; page++) {
    const place = manifest.placeOf(page);
    const key = `${place.pack} ${place.at} ${place.length}`;
    const known = byPlace.get(key);
    if (known === undefined) byPlace.set(key, { ...place, positions: [page] });
    else known.positions.push(page);
  }
  const requests: PackRequest[] = [];
  for (const page of [...byPlace.values()].sort((a, b) => a.pack - b.pack || a.at - b.at)) {
    const last = requests.at(-1);
    const end = page.at + page.length;
    const isNear =
      last?.pack === page.pack && page.at <= last.at + last.length + smallGap && end - last.at <= mostAtOnce;
    if (isNear) {
      last.length = Math.max(last.length, end - last.at);
      last.pages.push(page);
    } else requests.push({ pack: page.pack, at: page.at, length: page.length, pages: [page] });
  }
  return requests;
}

interface Target {
  store: PageStore;
  manifest: Manifest;
  descriptor: number;
  signal: AbortSignal;
}

/** Returns the number of bytes that came. */
async function fetchPages(request: PackRequest, { store, manifest, descriptor, signal }: Target): Promise<number> {
  const { at, length } = request;
  const { name } = manifest.packs[request.pack]!;
  const bytes = await store.get(packName(manifest.repository, name), {
    ...{ maxBytes: length, range: { at, length }, signal },
  });
  if (bytes === null) throw new ManifestError('refers to a pack that is not in the store');
  signal.throwIfAborted();
  for (const wanted of request.pages) {
    const packed = bytes.subarray(wanted.at - at, wanted.at - at + wanted.length);
    for (const position of wanted.positions) {
      const page = unpackPage(packed, manifest.hashOf(position));
      if (writeSync(descriptor, page, 0, pageBytes, position * pageBytes) !== pageBytes)
        throw new ManifestError('could not be written as a whole');
    }
  }
  return bytes.length;
}
