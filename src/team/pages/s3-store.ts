/** A bucket of S3, or of a storage with its protocol (R2, MinIO, GCS and others), as a page store. */
import { refusal, requestStore, type StoreAnswer, type StoreRequest } from './http-request.ts';
import { isSuccess } from './http-store.ts';
import { isObjectName, requireObjectName, StoreError, type GetOptions, type PageStore, type StoredObject } from './page-store.ts'; // prettier-ignore
import { signRequest, type S3Credentials } from './s3-signature.ts';

export interface S3Place {
  bucket: string;
  /** Without slashes at its ends; empty for the whole bucket. */
  prefix: string;
  region: string;
  /** Null for Amazon's own. */
  endpoint: URL | null;
  credentials: S3Credentials;
}

/** A page of a listing has at most 1,000 names. */
const maxListBytes = 4 * 1024 * 1024;
const nothing = new Uint8Array(0);

export class S3Store implements PageStore {
  readonly location: string;
  readonly #place: S3Place;
  /** Of the bucket; ends in a slash. */
  readonly #base: URL;

  constructor(place: S3Place) {
    const { bucket, prefix, endpoint, region } = place;
    this.#place = place;
    this.location = `s3://${bucket}/${prefix}`;
    // A bucket as a host name needs a server that takes it, and a name without dots for its certificate.
    const isHost = endpoint === null && !bucket.includes('.');
    this.#base = isHost
      ? new URL(`https://${bucket}.s3.${region}.amazonaws.com/`)
      : new URL(`${bucket}/`, endpoint === null ? `https://s3.${region}.amazonaws.com/` : withSlash(endpoint));
  }

  async get(name: string, { maxBytes, range, signal }: GetOptions): Promise<Uint8Array | null> {
    const url = this.#urlOf(name);
    const { status, bytes } = await this.#ask({ method: 'GET', url, headers: {}, range, maxBytes, signal });
    return status === 404 ? null : bytes;
  }

  async put(name: string, bytes: Uint8Array, signal?: AbortSignal): Promise<void> {
    const headers = { 'content-type': 'application/octet-stream' };
    const url = this.#urlOf(name);
    await this.#ask({ method: 'PUT', url, headers, body: bytes, maxBytes: 64 * 1024, signal });
  }

  async delete(name: string, signal?: AbortSignal): Promise<void> {
    await this.#ask({ method: 'DELETE', url: this.#urlOf(name), headers: {}, maxBytes: 64 * 1024, signal });
  }

  readonly list = (prefix: string, signal?: AbortSignal): AsyncIterable<StoredObject> => this.#list(prefix, signal);

  async *#list(prefix: string, signal: AbortSignal | undefined): AsyncGenerator<StoredObject> {
    const before = this.#place.prefix === '' ? '' : `${this.#place.prefix}/`;
    let next: string | null = null;
    do {
      // A bucket in the path has no slash behind it when it is asked itself.
      const url = new URL(this.#base.pathname === '/' ? this.#base : this.#base.href.replace(/\/$/, ''));
      url.searchParams.set('list-type', '2');
      url.searchParams.set('prefix', `${before}${prefix}`);
      if (next !== null) url.searchParams.set('continuation-token', next);
      const answer = await this.#ask({ method: 'GET', url, headers: {}, maxBytes: maxListBytes, signal });
      if (answer.status === 404) throw new StoreError(this.location, 'does not exist: there is no such bucket');
      const page = readListing(Buffer.from(answer.bytes).toString('utf8'));
      for (const { key, ...rest } of page.objects) {
        const name = key.startsWith(before) ? key.slice(before.length) : '';
        if (isObjectName(name) && name.startsWith(prefix)) yield { name, ...rest };
      }
      // A server that names the same page again would be asked for ever.
      if (page.next !== null && page.next === next) throw new StoreError(this.location, 'lists in circles');
      next = page.next;
    } while (next !== null);
  }

  #urlOf(name: string): URL {
    requireObjectName(name);
    const { prefix } = this.#place;
    return new URL(prefix === '' ? name : `${prefix}/${name}`, this.#base);
  }

  async #ask(request: StoreRequest): Promise<StoreAnswer> {
    const { region, credentials } = this.#place;
    const signed = signRequest({ ...request, body: request.body ?? nothing }, { region, credentials, now: Date.now() });
    const answer = await requestStore(this.location, { ...request, headers: signed });
    if (!isSuccess(answer, request)) throw refusal(this.location, request, answer);
    return answer;
  }
}

function withSlash(url: URL): URL {
  return url.pathname.endsWith('/') ? url : new URL(`${url.href}/`);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function textIn(xml: string, tag: string): string | null {
  const raw = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];
  return raw === undefined ? null : raw.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name]!);
}

/** Reads an answer of ListObjectsV2. What is not of the known form is left out. */
export function readListing(xml: string): {
  objects: { key: string; bytes: number; writtenMs: number }[];
  next: string | null;
} {
  const [, ...parts] = xml.split('<Contents>');
  const objects = parts.flatMap((part) => {
    const [entry = '', end] = part.split('</Contents>', 2);
    if (end === undefined) return [];
    const [key, size, time] = [textIn(entry, 'Key'), textIn(entry, 'Size'), textIn(entry, 'LastModified')];
    const [bytes, writtenMs] = [Number(size ?? Number.NaN), Date.parse(time ?? '')];
    return key === null || !Number.isSafeInteger(bytes) || Number.isNaN(writtenMs) ? [] : [{ key, bytes, writtenMs }];
  });
  const isCut = textIn(xml, 'IsTruncated') === 'true';
  return { objects, next: isCut ? textIn(xml, 'NextContinuationToken') : null };
}
