/**
 * `npm run bench -- http [--root DIR] [--clients 50] [--seconds 10] [--write]`: the load that a server over HTTP can
 * take. The server is a process of its own (`serve --http`) with its own index in a temporary folder. The clients are
 * in this process, on loopback, and each asks again as soon as it has an answer. They call cheap tools in turn, by the
 * older protocol without a session, by that of 2026-07-28 and by the JSON API.
 * All clients share one address, so the server's limit of requests per client is off. Both processes share the
 * machine's cores, so the figures are for both together; the server's CPU time is its own. Memory is that of the
 * server's process, after the warm-up and at each fifth of the run. Growth is judged from the first fifth on, when code
 * and caches are warm.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '../lib/evaluation.ts';
import { recordResults } from '../lib/results.ts';

const { values } = parseArgs({
  options: {
    root: { type: 'string', default: repositoryRoot },
    clients: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '10' },
    write: { type: 'boolean' },
  },
});
const clients = Number(values.clients);
const seconds = Number(values.seconds);
const warmUpSeconds = Math.min(3, seconds / 3);
/** Requests per second, errors, and milliseconds at the 99th percentile. */
const targets = { perSecond: 500, errors: 0, p99: 100 };

interface Post {
  kind: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

interface Reply {
  status: number;
  text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: clients + 4 });

function send(port: number, post: Partial<Post>): Promise<Reply> {
  const { path = '/', headers = {}, body } = post;
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        ...{ host: '127.0.0.1', port, path, agent, method: body === undefined ? 'GET' : 'POST' },
        headers: body === undefined ? {} : { ...headers, 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      },
    );
    request.on('error', reject).end(body);
  });
}

function apiPost(name: string, args: Record<string, unknown>): Post {
  const headers = { 'content-type': 'application/json' };
  return { kind: 'JSON API', path: `/api/tools/${name}`, headers, body: JSON.stringify(args) };
}

function olderPost(name: string, args: Record<string, unknown>): Post {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  return { kind: 'older protocol', path: '/mcp', headers, body: JSON.stringify(message) };
}

function modernPost(name: string, args: Record<string, unknown>): Post {
  const prefix = 'io.modelcontextprotocol';
  const _meta = {
    [`${prefix}/protocolVersion`]: '2026-07-28',
    [`${prefix}/clientCapabilities`]: {},
    [`${prefix}/clientInfo`]: { name: 'bench', version: '1' },
  };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args, _meta } };
  const headers = {
    ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name },
  };
  return { kind: '2026-07-28', path: '/mcp', headers, body: JSON.stringify(message) };
}

async function ask(port: number, name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { status, text } = await send(port, apiPost(name, args));
  if (status !== 200) throw new Error(`${name}: ${status} ${text.slice(0, 500)}`);
  return JSON.parse(text) as Record<string, unknown>;
}

/** Waits until all background work has ended: files, links, vectors. */
async function atRest(port: number): Promise<void> {
  await ask(port, 'code-scout_index', { background: false });
  for (let quiet = 0; quiet < 5;) {
    await sleep(500);
    const { data } = await ask(port, 'code-scout_status', {});
    const { status, embedding } = data as { status: string; embedding?: { state: string } };
    quiet = status === 'idle' && embedding?.state !== 'working' ? quiet + 1 : 0;
  }
}

/** Questions about names, files and chunks of the project, for each tool and each protocol. */
async function makePosts(port: number): Promise<Post[]> {
  await atRest(port);
  const found = (await ask(port, 'search', { pattern: '*', limit: 100, type: 'function', max_chars: 50_000 }))[
    'data'
  ] as {
    files: { path: string; symbols: { name: string }[] }[];
  };
  const paths = found.files.map(({ path }) => path).slice(0, 20);
  const names = [...new Set(found.files.flatMap(({ symbols }) => symbols.map(({ name }) => name)))].slice(0, 40);
  const questions: [string, Record<string, unknown>][] = [
    ...names.map((name): [string, Record<string, unknown>] => ['search', { pattern: `${name}*`, limit: 10 }]),
    ...names.map((name): [string, Record<string, unknown>] => [
      'code-scout_search',
      { tags: [name.toLowerCase().slice(0, 40)], limit: 5 },
    ]),
    ...paths.map((filePath): [string, Record<string, unknown>] => ['get_context', { filePath }]),
    ...paths.map((path): [string, Record<string, unknown>] => [
      'list_indexed_files',
      { pathPrefix: path.replace(/[^/]+$/, '') },
    ]),
    ...names.slice(0, 20).map((name): [string, Record<string, unknown>] => ['search_repo', { query: name, limit: 3 }]),
    ...paths.map((): [string, Record<string, unknown>] => ['code-scout_status', {}]),
  ];
  // Only questions with a good answer are used: a tag may be too short, a name may be a keyword.
  const posts: Post[] = [];
  for (const [name, args] of questions) {
    const { status } = await send(port, apiPost(name, args));
    if (status === 200) posts.push(olderPost(name, args), modernPost(name, args), apiPost(name, args));
  }
  return posts;
}

interface Measured {
  latencies: number[];
  errors: Map<string, number>;
}

function isGood({ status, text }: Reply): boolean {
  return (
    status === 200 &&
    !text.startsWith('{"error"') &&
    !text.includes('"isError":true') &&
    !text.includes('"error":{"code"')
  );
}

async function load(port: number, posts: readonly Post[], forMs: number): Promise<Measured> {
  const measured: Measured = { latencies: [], errors: new Map() };
  const end = performance.now() + forMs;
  // Clients start at different posts, and take every seventh, so that they do not ask the same at the same time.
  const client = async (first: number): Promise<void> => {
    for (let i = first; performance.now() < end; i += 7) {
      const post = posts[i % posts.length] as Post;
      const started = performance.now();
      const reply = await send(port, post).catch((error: unknown): Reply => ({ status: 0, text: String(error) }));
      measured.latencies.push(performance.now() - started);
      if (!isGood(reply)) {
        const what = `${post.kind} ${reply.status}: ${reply.text.slice(0, 120)}`;
        measured.errors.set(what, (measured.errors.get(what) ?? 0) + 1);
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, i) => client(i * 13)));
  return measured;
}

async function serverFigures(port: number): Promise<{ memory: number; heap: number; cpu: number }> {
  const { text } = await send(port, { path: '/metrics' });
  const sample = (name: string): number => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
  const memory = sample('process_resident_memory_bytes');
  return { memory, heap: sample('nodejs_heap_size_used_bytes'), cpu: sample('process_cpu_seconds_total') };
}

function startServer(folder: string): Promise<{ port: number; stop: () => Promise<void> }> {
  const entry = join(repositoryRoot, 'src', 'cli', 'bin.ts');
  const args = ['--json', '--root', values.root, '--db', join(folder, 'index.db'), 'serve', '--http', '--port', '0'];
  const child = spawn(process.execPath, [entry, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], HOME: folder, XDG_CONFIG_HOME: folder, CODE_SCOUT_HTTP_RATE_LIMIT: '0' },
  });
  const gone = new Promise<void>((done) => child.once('close', () => done()));
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      output += piece;
      if (!output.endsWith('\n')) return;
      const { url } = JSON.parse(output) as { url: string };
      const stop = async (): Promise<void> => {
        child.kill('SIGTERM');
        await gone;
      };
      resolve({ port: Number(new URL(url).port), stop });
    });
    void gone.then(() => reject(new Error('The server ended before it listened')));
  });
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const folder = mkdtempSync(join(tmpdir(), 'bench-http-'));
const server = await startServer(folder);
try {
  const posts = await makePosts(server.port);
  console.log(`${posts.length} requests in turn, ${clients} clients, ${seconds} s after ${warmUpSeconds} s of warm-up`);
  await load(server.port, posts, warmUpSeconds * 1000);
  const before = await serverFigures(server.port);
  const started = performance.now();
  const memory = [before.memory];
  const sampler = setInterval(() => {
    void serverFigures(server.port).then((figures) => memory.push(figures.memory));
  }, seconds * 200);
  const { latencies, errors } = await load(server.port, posts, seconds * 1000);
  const elapsed = (performance.now() - started) / 1000;
  clearInterval(sampler);
  await sleep(200);
  const after = await serverFigures(server.port);
  const sorted = latencies.toSorted((a, b) => a - b);
  const failed = [...errors.values()].reduce((sum, count) => sum + count, 0);
  const perSecond = sorted.length / elapsed;
  const cpuMs = ((after.cpu - before.cpu) * 1000) / sorted.length;
  const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(sorted, share).toFixed(1));
  const lines = [
    '| clients | seconds | requests/s | errors | p50 ms | p95 ms | p99 ms | server CPU ms a request | memory MB by fifths | of it JavaScript heap, start → end |',
    '|---|---|---|---|---|---|---|---|---|---|',
    `| ${clients} | ${seconds} | ${perSecond.toFixed(0)} | ${failed} | ${p50} | ${p95} | ${p99} | ${cpuMs.toFixed(2)} | ${[...memory.slice(0, 5), after.memory].map(megabytes).join(', ')} | ${megabytes(before.heap)} → ${megabytes(after.heap)} |`,
  ];
  console.log(lines.join('\n'));
  for (const [what, count] of errors) console.log(`${count} × ${what}`);
  const met = perSecond >= targets.perSecond && failed === targets.errors && percentile(sorted, 0.99) < targets.p99;
  console.log(met ? 'All targets met.' : `Targets: ${JSON.stringify(targets)}`);
  if (values.write === true) {
    recordResults(
      'http',
      'HTTP server under load',
      `npm run bench -- http --clients ${clients} --seconds ${seconds} --write`,
      [
        `Cheap tools (symbols and files by name, tags, files in chunks, status, ranked search) in turn, in both eras of the protocol and over the JSON API; clients and server share the machine's cores.`,
        '',
        ...lines,
      ],
    );
  }
} finally {
  agent.destroy();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
