/**
 * Notifies subscribers when a resource changes: the state of the index, or the list of files. Once a second a mark of each resource is
 * computed, which is a text with a digest of the content, and compared with the previous mark.
 * Invariants: nothing is polled, and no timer runs, while nobody has subscribed. A change by any process is reported, at most once a second.
 */
import type { Engine } from '../engine/types.ts';
import type { ServedProjects } from './engine-pool.ts';
import { bases } from './resources/list.ts';
import { readUri, resourceUri } from './resources/uri.ts';

const pollMs = 1000;
/** Above this number of files, the index's generation is compared instead of the list of files. */
const maxListedFiles = 20_000;

type Kind = 'status' | 'files';

interface Watched {
  kind: Kind;
  project: string | null;
  /** Number of subscribers. */
  subscribers: number;
  /** The mark at the last poll; null before the first poll. That of the list of files also has the index's generation before the digest. */
  mark: string | null;
}

type Watchable = Pick<ServedProjects, 'names' | 'engineFor'>;

export class ResourceWatch {
  readonly #pool: Watchable;
  readonly #onChange: (uri: string) => void;
  readonly #watched = new Map<string, Watched>();
  #timer: NodeJS.Timeout | null = null;
  #isPolling = false;

  constructor(pool: Watchable, onChange: (uri: string) => void) {
    this.#pool = pool;
    this.#onChange = onChange;
  }

  /** The URIs of all resources that can be subscribed to. */
  get uris(): string[] {
    const projects = this.#pool.names.length === 0 ? [null] : [null, ...this.#pool.names];
    return projects.flatMap((project) => [
      resourceUri(bases.status, 'status', { project }),
      resourceUri(bases.files, '', { project }),
    ]);
  }

  #kindOf(uri: string): { kind: Kind; project: string | null } | null {
    const address = readUri(uri);
    if (address === null || !this.uris.includes(uri)) return null;
    return { kind: address.base === bases.status ? 'status' : 'files', project: address.query.get('project') };
  }

  /** Watches a resource until the returned function is called. Null for a resource that never changes. */
  subscribe(uri: string): (() => void) | null {
    const asked = this.#kindOf(uri);
    if (asked === null) return null;
    const watched = this.#watched.get(uri) ?? { ...asked, subscribers: 0, mark: null };
    this.#watched.set(uri, watched);
    watched.subscribers++;
    this.#timer ??= setInterval(() => void this.#poll(), pollMs).unref();
    void this.#poll();
    let isSubscribed = true;
    return () => {
      if (!isSubscribed) return;
      isSubscribed = false;
      if (--watched.subscribers === 0) this.#watched.delete(uri);
      if (this.#watched.size === 0) this.close();
    };
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    try {
      for (const [uri, watched] of this.#watched) {
        const mark = await this.#markOf(watched);
        const hasChanged = watched.mark !== null && contentOf(watched.mark) !== contentOf(mark);
        watched.mark = mark;
        if (hasChanged && this.#watched.has(uri)) this.#onChange(uri);
      }
    } finally {
      this.#isPolling = false;
    }
  }

  async #markOf({ kind, project, mark }: Watched): Promise<string> {
    try {
      const engine = await this.#pool.engineFor({ project, path: null }, { writes: false });
      return kind === 'status' ? await statusMark(engine) : await filesMark(engine, mark);
    } catch (error) {
      return `failed-${await hash(String(error))}`;
    }
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#watched.clear();
  }
}

/** Hashing is loaded with the first subscription, so that the start of a server does not wait for it. */
async function hash(value: unknown): Promise<string> {
  const { createHash } = await import('node:crypto');
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}

/** The digest in a mark, without the generation: a new generation of the index may have the same list of files. */
function contentOf(mark: string): string {
  return mark.slice(mark.lastIndexOf(' ') + 1);
}

/** A digest of the status, without the fields that asking for the status may change. */
async function statusMark(engine: Engine): Promise<string> {
  const { cache: _cache, indexSize: _size, ...status } = await engine.status();
  return hash(status);
}

/** The generation, and a digest of the list of files. The list is read again only if the generation has changed. */
async function filesMark(engine: Engine, previousMark: string | null): Promise<string> {
  const generation = String(await engine.generation());
  if (previousMark?.startsWith(`${generation} `) === true) return previousMark;
  const { total, files } = await engine.listFiles({ limit: maxListedFiles });
  const rows = files.map(({ path, language, lines, size }) => [path, language, lines, size]);
  const content = total > maxListedFiles ? `${total}/${generation}` : await hash(rows);
  return `${generation} ${content}`;
}
