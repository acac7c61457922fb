/**
 * The contract of a page store: a flat set of named objects, which are packs of pages, manifests and pointers. All stores have the same objects under the
 * same names, so a folder that is served over HTTP is a store that can be read over HTTP.
 * Invariants: nothing of a store is trusted. Names are checked before they are asked for and when they are listed, and no answer is read beyond the size
 * that the caller allows. `put` makes an object appear completely or not at all.
 */
import { AppError } from '../../model/error.ts';

export interface StoredObject {
  name: string;
  bytes: number;
  /** When it was written, by the store's clock (ms since 1970). */
  writtenMs: number;
}

/** A part of an object. */
export interface ByteRange {
  at: number;
  length: number;
}

export interface GetOptions {
  /** A longer answer is refused, with a `TooLargeError`. */
  maxBytes: number;
  /** The part to read; the answer has exactly its length. */
  range?: ByteRange;
  signal?: AbortSignal;
}

export interface PageStore {
  /** For messages; has no secret. */
  readonly location: string;
  /** Null where there is no such object. Rejects with a `StoreError` if the store cannot be asked, or gives more or less than it should. */
  get(name: string, options: GetOptions): Promise<Uint8Array | null>;
  /** Replaces an object of the name. */
  put(name: string, bytes: Uint8Array, signal?: AbortSignal): Promise<void>;
  /** Does nothing where there is no such object. */
  delete(name: string, signal?: AbortSignal): Promise<void>;
  /** The objects whose names begin with `prefix`, in any order. Null if a store of this kind cannot list (plain HTTP). */
  readonly list: ((prefix: string, signal?: AbortSignal) => AsyncIterable<StoredObject>) | null;
}

/** A store that cannot be reached, refuses, or breaks the contract. */
export class StoreError extends AppError {
  constructor(location: string, what: string, cause?: unknown) {
    super('FileSystemError', `The page store ${location} ${what}`, {
      hint: 'Is the address right, and may you read (for a push: write) there?',
      ...(cause === undefined ? {} : { cause }),
    });
  }
}

/** An object is longer than the caller allows. */
export class TooLargeError extends StoreError {}

const objectName = /^[a-z0-9]{1,80}(?:\/[a-z0-9]{1,80}){1,4}$/;

/** Names have two to five parts of small letters and digits, so that no store takes one for a path that leads out of it. */
export function isObjectName(name: string): boolean {
  return objectName.test(name);
}

/** Throws a defect of the caller. */
export function requireObjectName(name: string): void {
  if (!isObjectName(name)) throw new RangeError(`${JSON.stringify(name)} is no name of an object`);
}

/** The header that asks for a part. */
export function rangeHeader(range: ByteRange | undefined): Record<string, string> {
  return range === undefined ? {} : { range: `bytes=${range.at}-${range.at + range.length - 1}` };
}
