/** An HTTP server as a page store: any that serves files can be read; one that takes PUT and DELETE (WebDAV) can be written too. It cannot be listed. */
import { refusal, requestStore, type StoreAnswer, type StoreRequest } from './http-request.ts';
import { requireObjectName, type GetOptions, type PageStore } from './page-store.ts';

export class HttpStore implements PageStore {
  readonly location: string;
  readonly list = null;
  readonly #base: URL;
  readonly #headers: Readonly<Record<string, string>>;

  /** @param token is sent as a bearer token to this address and nowhere else; null for none */
  constructor(base: URL, token: string | null) {
    this.#base = new URL(base.pathname.endsWith('/') ? base : `${base.href}/`);
    this.location = this.#base.href;
    this.#headers = token === null ? {} : { authorization: `Bearer ${token}` };
  }

  async get(name: string, { maxBytes, range, signal }: GetOptions): Promise<Uint8Array | null> {
    const { status, bytes } = await this.#ask({ method: 'GET', name, headers: {}, range, maxBytes, signal });
    return status === 404 ? null : bytes;
  }

  async put(name: string, bytes: Uint8Array, signal?: AbortSignal): Promise<void> {
    const headers = { 'content-type': 'application/octet-stream' };
    await this.#ask({ method: 'PUT', name, headers, body: bytes, maxBytes: 64 * 1024, signal });
  }

  async delete(name: string, signal?: AbortSignal): Promise<void> {
    await this.#ask({ method: 'DELETE', name, headers: {}, maxBytes: 64 * 1024, signal });
  }

  async #ask({ name, ...rest }: Omit<StoreRequest, 'url'> & { name: string }): Promise<StoreAnswer> {
    requireObjectName(name);
    const request = { ...rest, url: new URL(name, this.#base), headers: { ...this.#headers, ...rest.headers } };
    const answer = await requestStore(this.location, request);
    if (!isSuccess(answer, request)) throw refusal(this.location, request, answer);
    return answer;
  }
}

/** What is not there can be neither read nor deleted, and both are answers. */
export function isSuccess({ status }: StoreAnswer, { method }: Pick<StoreRequest, 'method'>): boolean {
  return (status >= 200 && status < 300) || (method !== 'PUT' && status === 404);
}
