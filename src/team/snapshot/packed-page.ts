/** Pages as they are in packs: each compressed for itself with zstd, so that each can be read alone. */
import { hash } from 'node:crypto';
import { lazyZlib } from '../../util/lazy-module.ts';
import { ManifestError, pageBytes } from './manifest.ts';

/** Level 3 stores a page in 60 % of its bytes; level 9 takes four times as long for 2 % less. */
const level = 3;

export function pageHash(page: Uint8Array): Buffer {
  return Buffer.from(hash('sha256', page, 'hex'), 'hex');
}

export function packPage(page: Uint8Array): Uint8Array {
  const { zstdCompressSync, constants } = lazyZlib();
  return zstdCompressSync(page, { params: { [constants.ZSTD_c_compressionLevel]: level } });
}

/** Throws a `ManifestError` unless the bytes are of the page with this hash. Never makes more than a page of them. */
export function unpackPage(packed: Uint8Array, expected: Uint8Array): Uint8Array {
  let page: Uint8Array;
  try {
    page = lazyZlib().zstdDecompressSync(packed, { maxOutputLength: pageBytes, chunkSize: pageBytes + 64 });
  } catch (error) {
    throw Object.assign(new ManifestError('has a page that cannot be decompressed'), { cause: error });
  }
  if (page.length !== pageBytes || !pageHash(page).equals(expected))
    throw new ManifestError('has a page that differs from its hash');
  return page;
}
