/**
 * Asks a git host's interface over HTTP, page by page.
 * Invariants: only the address that the administrator named is asked, no redirect is followed, and no address of an answer is; the token is in no error; no more
 * is read than was allowed; who does not answer in time is left; a limit of the host is waited for within bounds.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, type ErrorCode } from '../../model/error.ts';

/** The host does not answer as it has to. Nothing of its answer's body is in the message. */
export class HostError extends AppError {
  /** Of the answer; null where there was none. */
  readonly status: number | null;

  constructor(
    host: string,
    what: string,
    more: { code?: ErrorCode; hint?: string; cause?: unknown; status?: number } = {},
  ) {
    // prettier-ignore
    const { code = 'FileSystemError', hint, cause, status = null } = more;
    super(code, `${host} ${what}`, {
      hint: `${hint === undefined ? '' : `${hint} `}Nothing was changed.`,
      ...(cause === undefined ? {} : { cause }),
    });
    this.status = status;
  }
}

/** The host has nothing at this path, or does not show it to the token's holder. */
export class NotAtHost extends HostError {}

export interface HostPlace {
  /** For messages: as people write it. */
  name: string;
  /** Where the interface begins, without a slash at the end. */
  api: string;
  /** With the token. */
  headers: Readonly<Record<string, string>>;
  /** The parameter for the size of a page, and the largest page that the host gives. */
  page: { parameter: string; size: number };
  /** What the token has to be allowed, for messages. */
  right: string;
}

export interface HostLimits {
  /** Of one answer. */
  timeoutMs: number;
  /** All waiting for the host's limits together; requests that wait at once count once. */
  mostWaitMs: number;
  maxBytes: number;
  /** Of all pages of one list. */
  maxListBytes: number;
  maxPages: number;
}

const usualLimits: HostLimits = {
  timeoutMs: 30_000,
  mostWaitMs: 20 * 60_000,
  maxBytes: 16 * 1024 * 1024,
  maxListBytes: 128 * 1024 * 1024,
  maxPages: 1000,
};

export interface HostClientOptions {
  signal: AbortSignal;
  /** Told before a limit of the host is waited for (ms). */
  onWait?: (ms: number) => void;
  limits?: Partial<HostLimits>;
  /** Absent: the system's. */
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** Milliseconds since 1970, in which hosts say when a limit ends. */
  now?: () => number;
}

/** An object of an answer. */
export type Fields = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];
type Query = Readonly<Record<string, string>>;

/** A host that is restarting is asked again after these times (ms). */
const pausesMs = [1000, 4000];
/** Where a limit does not say when it ends (ms). */
const usualWaitMs = 60_000;

export class HostClient {
  readonly #place: HostPlace;
  readonly #options: HostClientOptions;
  readonly #limits: HostLimits;
  #waitedMs = 0;
  /** When the last of the waiting requests goes on (ms since 1970). */
  #waitsUntil = 0;

  constructor(place: HostPlace, options: HostClientOptions) {
    this.#place = place;
    this.#options = options;
    this.#limits = { ...usualLimits, ...options.limits };
  }

  /** Rejects with a `HostError`. */
  async get(path: Path, query: Query = {}): Promise<Fields> {
    const { value } = await this.#ask(path, query);
    return this.#fields(value, path);
  }

  /**
   * All pages of a list. Of a page nothing is kept but what is picked from it.
   * @param pick what is kept of an object; null: nothing
   * @param isWhole whether the host gives all at once, whatever page is asked for
   */
  async list<T>(
    path: Path,
    pick: (one: Fields) => T | null,
    { query = {}, isWhole = false }: { query?: Query; isWhole?: boolean } = {},
  ): Promise<T[]> {
    const { page } = this.#place;
    const { maxPages, maxListBytes } = this.#limits;
    const found: T[] = [];
    let [all, length] = [0, 0];
    for (let number = 1; number <= maxPages; number++) {
      const paged = isWhole ? query : { ...query, [page.parameter]: String(page.size), page: String(number) };
      const { value, headers, bytes } = await this.#ask(path, paged);
      if (!Array.isArray(value)) throw this.#strange(path);
      all += value.length;
      length += bytes;
      if (length > maxListBytes) throw this.#tooLong(path, maxListBytes);
      for (const one of value as unknown[]) {
        const picked = pick(this.#fields(one, path));
        if (picked !== null) found.push(picked);
      }
      if (isWhole || !hasNext(headers, { got: value.length, all, size: page.size })) return found;
    }
    throw new HostError(this.#place.name, `has more than ${maxPages} pages of ${shown(path)}`);
  }

  /** A text of an answer. */
  text(fields: Fields, name: string): string {
    const value = fields[name];
    if (typeof value === 'string' && value !== '') return value;
    throw this.#lacks(name);
  }

  /** An object within one. */
  part(fields: Fields, name: string): Fields {
    const value = fields[name];
    if (typeof value === 'object' && value !== null) return value as Fields;
    throw this.#lacks(name);
  }

  #lacks(name: string): HostError {
    return new HostError(this.#place.name, `answers without \`${name}\`, which its interface has`);
  }

  #fields(value: unknown, path: Path): Fields {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
    throw this.#strange(path);
  }

  #strange(path: Path): HostError {
    return new HostError(this.#place.name, `answers about ${shown(path)} with something else than its interface has`, {
      hint: 'Is the address that of such a host?',
    });
  }

  #tooLong(path: Path, most: number): HostError {
    return new HostError(this.#place.name, `answers about ${shown(path)} with more than ${most / 1024 / 1024} MB`);
  }

  async #ask(path: Path, query: Query): Promise<{ value: unknown; bytes: number; headers: Headers }> {
    for (let tries = 0; ; tries++) {
      const response = await this.#send(path, query).catch((error: unknown) => {
        this.#options.signal.throwIfAborted();
        if (tries < pausesMs.length) return null;
        throw new HostError(this.#place.name, `does not answer about ${shown(path)}`, {
          hint: 'Is the address right? Behind a proxy, set NODE_USE_ENV_PROXY=1 and HTTPS_PROXY.',
          cause: error,
        });
      });
      const limitMs = response === null ? null : this.#limitMs(response);
      if (limitMs !== null) {
        await response!.body?.cancel();
        await this.#waitForLimit(limitMs);
        // A limit is no failure.
        tries--;
      } else if (response === null || (response.status >= 502 && response.status <= 504 && tries < pausesMs.length)) {
        await response?.body?.cancel();
        await this.#pause(pausesMs[tries]!);
      } else return { ...(await this.#read(response, path)), headers: response.headers };
    }
  }

  #send(path: Path, query: Query): Promise<Response> {
    const parts = path.map((part) => encodeURIComponent(String(part)));
    // They would lead to another path.
    if (parts.some((part) => part === '' || part === '.' || part === '..')) throw new NotAtHost(this.#place.name, `has no ${shown(path)}`, { code: 'NotFoundError' }); // prettier-ignore
    const search = new URLSearchParams(query).toString();
    return fetch(`${this.#place.api}/${parts.join('/')}${search === '' ? '' : `?${search}`}`, {
      headers: { accept: 'application/json', 'user-agent': 'code-scout', ...this.#place.headers },
      redirect: 'manual',
      signal: AbortSignal.any([this.#options.signal, AbortSignal.timeout(this.#limits.timeoutMs)]),
    });
  }

  /** How long a limit of requests has to be waited for; null: the answer is no such refusal. */
  #limitMs({ status, headers }: Response): number | null {
    const after = headers.get('retry-after');
    const isUsedUp = headers.get('x-ratelimit-remaining') === '0';
    if (status !== 429 && !((status === 403 || status === 503) && (after !== null || (status === 403 && isUsedUp)))) return null; // prettier-ignore
    const now = this.#now();
    if (after !== null) {
      const ms = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - now;
      if (Number.isFinite(ms)) return Math.max(ms, 1000);
    }
    // Seconds since 1970, as GitHub and GitLab say it.
    const reset = Number(headers.get('x-ratelimit-reset') ?? headers.get('ratelimit-reset') ?? NaN) * 1000;
    return Number.isFinite(reset) ? Math.max(reset - now + 1000, 1000) : usualWaitMs;
  }

  async #waitForLimit(ms: number): Promise<void> {
    const now = this.#now();
    const until = Math.max(now + ms, this.#waitsUntil);
    // Several requests wait at once: only what is beyond the others' end is more to wait.
    this.#waitedMs += until - Math.max(now, this.#waitsUntil);
    this.#waitsUntil = until;
    if (this.#waitedMs > this.#limits.mostWaitMs)
      throw new HostError(this.#place.name, `takes no more requests for ${Math.ceil(ms / 60_000)} min`, {
        hint: 'Its limit of requests is used up: ask again then, or with a token that has a limit of its own.',
      });
    this.#options.onWait?.(ms);
    await this.#pause(ms);
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }

  async #pause(ms: number): Promise<void> {
    const { signal, wait = (time, until) => sleep(time, undefined, { signal: until }) } = this.#options;
    await wait(ms, signal);
    signal.throwIfAborted();
  }

  async #read(response: Response, path: Path): Promise<{ value: unknown; bytes: number }> {
    const { status } = response;
    if (status !== 200) {
      await response.body?.cancel();
      throw this.#refusal(status, path);
    }
    const body = await this.#body(response, path);
    try {
      return { value: JSON.parse(body.toString('utf8')) as unknown, bytes: body.length };
    } catch {
      throw this.#strange(path);
    }
  }

  #refusal(status: number, path: Path): HostError {
    const { name, right } = this.#place;
    const asked = shown(path);
    if (status === 404 || status === 410) return new NotAtHost(name, `has no ${asked}, or does not show it`, { code: 'NotFoundError', hint: `The token needs ${right}.` }); // prettier-ignore
    if (status === 401) return new HostError(name, 'does not accept the token (status 401)', { hint: 'Is it of this host, and still valid?' }); // prettier-ignore
    if (status === 403) return new HostError(name, `does not tell about ${asked} (status 403)`, { hint: `The token needs ${right}.` }); // prettier-ignore
    if (status >= 300 && status < 400) return new HostError(name, `leads elsewhere for ${asked} (status ${status}), which is not followed`, { hint: 'A repository that was renamed there needs its new address: `code-scout catalogue add`.' }); // prettier-ignore
    return new HostError(name, `does not answer about ${asked} (status ${status})`, { status });
  }

  async #body(response: Response, path: Path): Promise<Buffer> {
    const { maxBytes } = this.#limits;
    const parts: Uint8Array[] = [];
    let length = 0;
    try {
      for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
        length += part.length;
        if (length > maxBytes) break;
        parts.push(part);
      }
    } catch (error) {
      this.#options.signal.throwIfAborted();
      throw new HostError(this.#place.name, `broke its answer about ${shown(path)} off`, { cause: error });
    }
    if (length > maxBytes) throw this.#tooLong(path, maxBytes);
    return Buffer.concat(parts);
  }
}

function shown(path: Path): string {
  return path
    .join('/')
    .slice(0, 300)
    .replaceAll(/\p{Cc}/gu, '?');
}

/** By what hosts say about pages: GitLab the number of the next, GitHub a link to it, Gitea how many there are of all. */
function hasNext(headers: Headers, { got, all, size }: { got: number; all: number; size: number }): boolean {
  if (got === 0) return false;
  const next = headers.get('x-next-page');
  if (next !== null) return next !== '';
  const link = headers.get('link');
  if (link !== null && /;\s*rel="?next"?/.test(link)) return true;
  const total = headers.get('x-total-count');
  if (total !== null && /^\d+$/.test(total)) return all < Number(total);
  return link === null && got >= size;
}
