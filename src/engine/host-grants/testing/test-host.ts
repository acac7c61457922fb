/** A git host for tests: a server over HTTP that has the documented forms, pages and headers of one kind of host. No real host is behind it. */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HostKind } from '../grant-host.ts';

export interface HostRequest {
  /** As it was sent. */
  url: string;
  /** Decoded, below the interface's own path. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
}

const apis: Readonly<Record<HostKind, string>> = { github: '/api/v3', gitlab: '/api/v4', gitea: '/api/v1' };
const mostOfPage: Readonly<Record<HostKind, number>> = { github: 100, gitlab: 100, gitea: 50 };

export class TestHost {
  /** By path. A list is answered in pages. */
  readonly answers = new Map<string, object | readonly object[]>();
  /** Of paths whose lists come as a whole. */
  readonly whole = new Set<string>();
  readonly requests: HostRequest[] = [];
  /** Answers in place of the host; false: the host answers itself. */
  before: (request: HostRequest, response: ServerResponse) => boolean = () => false;
  readonly #kind: HostKind;
  readonly #server: Server;

  private constructor(kind: HostKind) {
    this.#kind = kind;
    this.#server = createServer((request, response) => {
      const url = new URL(request.url!, 'http://host');
      const below = apis[kind];
      const path = url.pathname.startsWith(`${below}/`) ? decodeURIComponent(url.pathname.slice(below.length)) : '';
      const asked = { url: request.url!, path, query: url.searchParams, headers: request.headers };
      this.requests.push(asked);
      if (!this.before(asked, response)) this.#answer(asked, response);
    });
  }

  static async start(kind: HostKind): Promise<TestHost> {
    const host = new TestHost(kind);
    await new Promise<void>((done) => host.#server.listen(0, '127.0.0.1', done));
    return host;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The paths that were asked about. */
  get paths(): string[] {
    return this.requests.map(({ path }) => path);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  #answer({ path, query }: HostRequest, response: ServerResponse): void {
    const found = this.answers.get(path);
    if (found === undefined) return json(response, 404, { message: 'Not Found' });
    if (!Array.isArray(found) || this.whole.has(path)) return json(response, 200, found);
    const items = found as readonly object[];
    const most = mostOfPage[this.#kind];
    const size = Math.min(Number(query.get(this.#kind === 'gitea' ? 'limit' : 'per_page') ?? 20), most);
    const page = Number(query.get('page') ?? 1);
    const hasNext = page * size < items.length;
    const link = hasNext ? `<http://elsewhere.example${path}?page=${page + 1}>; rel="next", <http://elsewhere.example${path}?page=9>; rel="last"` : `<http://elsewhere.example${path}?page=1>; rel="first"`; // prettier-ignore
    if (this.#kind === 'github') response.setHeader('link', link);
    if (this.#kind === 'gitlab') response.setHeader('x-next-page', hasNext ? String(page + 1) : '');
    if (this.#kind === 'gitea') response.setHeader('x-total-count', String(items.length));
    json(response, 200, items.slice((page - 1) * size, page * size));
  }
}

export function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
