/**
 * A manifest says what a snapshot is of, and which pages it consists of: a head in JSON, the hash of each page, and where each is. It is signed as a
 * whole; whoever has verified the signature and the pages' hashes has the very file that the signer had.
 * Invariants: nothing is allocated by a number of a manifest before it is within its bounds; an unknown field is refused, a key above all; a manifest is
 * used only after `openManifest` has found a trusted signature.
 *
 * Format, numbers big-endian: 8 bytes `CSsnap1\n`; length of the head (4); the head; 32 bytes a page; 12 bytes a page (pack 2, offset 6, length 4);
 * 16 bytes that name the key; 64 bytes of signature over everything before it.
 */
import { AppError } from '../../model/error.ts';
import { objectId, type Flavour } from './layout.ts';
import { isSignedBy, signBytes, type PublicKey, type SigningKey } from './keys.ts';

export const pageBytes = 8192;
/** At 8 KiB a page, an index of 8 GiB. */
const maxPages = 1 << 20;
/** The most packs that a manifest refers to; one that would need more is written whole once more. */
export const maxPacks = 32;
const maxHeadBytes = 64 * 1024;
const hashBytes = 32;
const placeBytes = 12;
const keyIdBytes = 16;
const signatureBytes = 64;
const magic = Buffer.from('CSsnap1\n');
const notKnown = 'has no manifest of a form that is known here';
/** Longer than any compressed page. */
export const maxPackedPage = pageBytes + 256;
export const maxManifestBytes =
  magic.length + 4 + maxHeadBytes + maxPages * (hashBytes + placeBytes) + keyIdBytes + signatureBytes;

export interface Pack {
  /** SHA-256 of its bytes, in hexadecimal digits. */
  name: string;
  bytes: number;
}

export interface ManifestHead {
  repository: string;
  /** Git's id of the tree that was indexed. */
  tree: string;
  /** A commit of that tree. */
  commit: string;
  /** The branch that was pushed; null for none. */
  branch: string | null;
  /** When it was made (ms since 1970), by the clock of who made it. */
  madeMs: number;
  flavour: Flavour;
  packs: readonly Pack[];
}

/** Where a page is. */
export interface PagePlace {
  /** Position in `packs`. */
  pack: number;
  at: number;
  length: number;
}

export interface Manifest extends ManifestHead {
  pages: number;
  /** The SHA-256 of a page. */
  hashOf(page: number): Buffer;
  placeOf(page: number): PagePlace;
}

export interface NewManifest extends ManifestHead {
  pages: readonly { hash: Uint8Array; place: PagePlace }[];
}

/** Why a manifest is refused. */
export class ManifestError extends AppError {
  constructor(what: string) {
    super('ValidationError', `The snapshot ${what}`, {
      hint: 'It is not used. Whoever looks after the page store should know.',
    });
  }
}

/** It may be one of a newer program: nothing here can tell whether it is damaged. */
export class UnknownFormError extends ManifestError {}

export function writeManifest({ pages, ...head }: NewManifest, key: SigningKey): Uint8Array {
  if (pages.length > maxPages) throw new RangeError('the index has too many pages for a snapshot');
  const { repository, tree, commit, branch, madeMs, flavour, packs } = head;
  const { extraction, linking, schema, embedder } = flavour;
  const text = JSON.stringify({
    ...{ repository, tree, commit, branch, madeMs, pages: pages.length },
    flavour: { extraction, linking, schema, embedder },
    packs: packs.map(({ name, bytes }) => [name, bytes]),
  });
  const headBytes = Buffer.from(text);
  const bodyAt = magic.length + 4 + headBytes.length;
  const signedBytes = bodyAt + pages.length * (hashBytes + placeBytes) + keyIdBytes;
  const bytes = Buffer.alloc(signedBytes + signatureBytes);
  magic.copy(bytes);
  bytes.writeUInt32BE(headBytes.length, magic.length);
  headBytes.copy(bytes, magic.length + 4);
  for (const [at, { hash, place }] of pages.entries()) {
    bytes.set(hash, bodyAt + at * hashBytes);
    const placeAt = bodyAt + pages.length * hashBytes + at * placeBytes;
    bytes.writeUInt16BE(place.pack, placeAt);
    bytes.writeUIntBE(place.at, placeAt + 2, 6);
    bytes.writeUInt32BE(place.length, placeAt + 8);
  }
  bytes.write(key.public.id, signedBytes - keyIdBytes, 'hex');
  bytes.set(signBytes(key, bytes.subarray(0, signedBytes)), signedBytes);
  return bytes;
}

/** Throws a `ManifestError` unless a trusted key has signed these bytes. */
export function openManifest(bytes: Uint8Array, trusted: readonly PublicKey[]): Manifest {
  const { manifest, keyId, signedBytes } = readUnverified(bytes);
  const key = trusted.find(({ id }) => id === keyId);
  if (key === undefined) throw new ManifestError('is signed by a key that is not trusted here');
  const buffer = asBuffer(bytes);
  if (!isSignedBy(key, buffer.subarray(0, signedBytes), buffer.subarray(signedBytes)))
    throw new ManifestError('has a wrong signature');
  return manifest;
}

/** For a sweep, which has to know what every manifest refers to, whoever signed it. Nothing else may use what this returns. */
export function readUnverifiedManifest(bytes: Uint8Array): Manifest {
  return readUnverified(bytes).manifest;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function readUnverified(given: Uint8Array): { manifest: Manifest; keyId: string; signedBytes: number } {
  const bytes = asBuffer(given);
  const headAt = magic.length + 4;
  const begin = bytes.toString('latin1', 0, magic.length);
  if (/^CSsnap[^1]\n$/.test(begin)) throw new UnknownFormError(notKnown);
  if (bytes.length < headAt + keyIdBytes + signatureBytes || begin !== magic.toString('latin1')) throw new ManifestError(notKnown); // prettier-ignore
  const headBytes = bytes.readUInt32BE(magic.length);
  const bodyAt = headAt + headBytes;
  if (headBytes > maxHeadBytes || bodyAt > bytes.length) throw new ManifestError('has a manifest that is cut off');
  const { pages, ...head } = readHead(bytes.toString('utf8', headAt, bodyAt));
  const signedBytes = bodyAt + pages * (hashBytes + placeBytes) + keyIdBytes;
  if (signedBytes + signatureBytes !== bytes.length) throw new ManifestError('has a manifest of a wrong length');
  const placesAt = bodyAt + pages * hashBytes;
  const manifest: Manifest = {
    ...head,
    pages,
    hashOf: (page) => bytes.subarray(bodyAt + page * hashBytes, bodyAt + (page + 1) * hashBytes),
    placeOf: (page) => {
      const at = placesAt + page * placeBytes;
      return { pack: bytes.readUInt16BE(at), at: bytes.readUIntBE(at + 2, 6), length: bytes.readUInt32BE(at + 8) };
    },
  };
  requirePlaces(manifest);
  return { manifest, keyId: bytes.toString('hex', signedBytes - keyIdBytes, signedBytes), signedBytes };
}

function requirePlaces({ pages, packs, placeOf }: Manifest): void {
  for (let page = 0; page < pages; page++) {
    const { pack, at, length } = placeOf(page);
    if (length === 0 || length > maxPackedPage || at + length > (packs[pack]?.bytes ?? 0))
      throw new ManifestError('refers to a page that is in none of its packs');
  }
}

const text = (value: unknown, most: number): string => {
  if (typeof value !== 'string' || value.length > most) throw new ManifestError('has a manifest with a wrong text');
  return value;
};
const number = (value: unknown, most: number): number => {
  if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > most)
    throw new ManifestError('has a manifest with a number that is too large');
  return value as number;
};
const id = (value: unknown): string => {
  if (typeof value !== 'string' || !objectId.test(value)) throw new ManifestError('has a manifest with a wrong id');
  return value;
};

/** The fields of an object, which has exactly these. */
function fields(value: unknown, names: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new ManifestError('has a manifest with a missing part');
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new UnknownFormError(`has a manifest with an unknown field (${unknown.slice(0, 40)})`);
  return value as Record<string, unknown>;
}

function readHead(json: string): ManifestHead & { pages: number } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    throw new ManifestError('has a manifest that is no JSON');
  }
  const names = ['repository', 'tree', 'commit', 'branch', 'madeMs', 'pages', 'flavour', 'packs'];
  const head = fields(parsed, names);
  const flavour = fields(head['flavour'], ['extraction', 'linking', 'schema', 'embedder']);
  const packs: unknown = head['packs'];
  if (!Array.isArray(packs) || packs.length > maxPacks) throw new ManifestError('refers to too many packs');
  return {
    repository: text(head['repository'], 1000),
    tree: id(head['tree']),
    commit: id(head['commit']),
    branch: head['branch'] === null ? null : text(head['branch'], 1000),
    madeMs: number(head['madeMs'], Number.MAX_SAFE_INTEGER),
    pages: number(head['pages'], maxPages),
    flavour: {
      extraction: text(flavour['extraction'], 20_000),
      linking: text(flavour['linking'], 100),
      schema: number(flavour['schema'], 1_000_000),
      embedder: flavour['embedder'] === null ? null : text(flavour['embedder'], 10_000),
    },
    packs: packs.map((pack: unknown): Pack => {
      if (!Array.isArray(pack) || pack.length !== 2) throw new ManifestError('has a manifest with a wrong pack');
      const [name, bytes] = pack as [unknown, unknown];
      if (typeof name !== 'string' || !/^[0-9a-f]{64}$/.test(name))
        throw new ManifestError('has a manifest with a wrong name of a pack');
      return { name, bytes: number(bytes, 2 ** 40) };
    }),
  };
}
