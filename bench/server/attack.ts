/**
 * `npm run bench -- attack DIR [--seconds 3] [--only NAME] [--write]`: slow clients, expensive questions, large requests and floods against a server on a tree, over
 * HTTP and over stdio. For each kind: the longest time for which the server's main thread works without a break, in CPU milliseconds (`loop-hold.ts`), and how
 * long a cheap question beside it waits. The index is in a temporary folder. Servers and clients share the machine's cores, so waiting times are those of a
 * machine at work; CPU times are the server's own.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { recordResults } from '../lib/results.ts';
import { builtEntry, programAt } from '../lib/stdio-server.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '3' },
    only: { type: 'string' },
    write: { type: 'boolean' },
  },
});
if (positionals[0] === undefined) throw new Error('name a directory');
const root = resolve(positionals[0]);
const forMs = Number(values.seconds) * 1000;
/** CPU milliseconds without a break. */
const target = 50;
const clientsOfQuestion = 4;
const flood = 200;

type Arguments = Record<string, unknown>;

interface Reply {
  /** HTTP status; over stdio 200 or, for an error, 400. */
  status: number;
  text: string;
}

/** A server with a measurement of its event loop. */
interface Server {
  call(tool: string, args: Arguments): Promise<Reply>;
  /** The longest hold since the last question for it (CPU ms). */
  hold(): Promise<number>;
  stop(): Promise<void>;
}

interface HttpServer extends Server {
  port: number;
  get(path: string): Promise<Reply>;
  /** Sends a body that need not be that of a tool. */
  post(path: string, body: string): Promise<Reply>;
}

const folder = mkdtempSync(join(tmpdir(), 'bench-attack-'));
const agent = new Agent({ keepAlive: true, maxSockets: 1000 });

function start(...command: string[]): ChildProcess {
  const preload = join(import.meta.dirname, '../lsp/loop-hold.ts');
  const options = ['--json', '--root', root, '--db', join(folder, 'index.db')];
  return spawn(process.execPath, ['--import', preload, programAt(builtEntry), ...options, ...command], {
    stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
    env: { PATH: process.env['PATH'], HOME: folder, XDG_CONFIG_HOME: folder, CODE_SCOUT_HTTP_RATE_LIMIT: '0' },
  });
}

function holdOf(child: ChildProcess): Promise<number> {
  return new Promise((done) => {
    child.once('message', (longest) => done(Number(longest)));
    child.send('longest');
  });
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = new Promise((done) => child.once('close', done));
  child.kill('SIGTERM');
  await gone;
}

function send(port: number, path: string, body?: string): Promise<Reply> {
  return new Promise((done) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body ?? '') };
    const method = body === undefined ? 'GET' : 'POST';
    const request = httpRequest(
      { host: '127.0.0.1', port, path, agent, method, ...(body === undefined ? {} : { headers }) },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', (error) => done({ status: 0, text: error.message }));
        response.on('end', () => done({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      },
    );
    request.on('error', (error) => done({ status: 0, text: error.message })).end(body);
  });
}

async function startHttp(): Promise<HttpServer> {
  const child = start('serve', '--http', '--port', '0');
  const lines = createInterface({ input: child.stdout! });
  const line = await new Promise<string>((done, fail) => {
    lines.once('line', done);
    child.once('close', () => fail(new Error('the server ended before it listened')));
  });
  const port = Number(new URL((JSON.parse(line) as { url: string }).url).port);
  return {
    port,
    call: (tool, args) => send(port, `/api/tools/${tool}`, JSON.stringify(args)),
    get: (path) => send(port, path),
    post: (path, body) => send(port, path, body),
    hold: () => holdOf(child),
    stop: () => stop(child),
  };
}

async function startStdio(): Promise<Server> {
  const child = start('serve');
  const waiting = new Map<number, (reply: Reply) => void>();
  createInterface({ input: child.stdout! }).on('line', (text) => {
    const { id, error, result } = JSON.parse(text) as { id?: number; error?: object; result?: { isError?: boolean } };
    if (id === undefined) return;
    waiting.get(id)?.({ status: error === undefined && result?.isError !== true ? 200 : 400, text });
    waiting.delete(id);
  });
  let last = 0;
  const write = (message: object): boolean => child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = (method: string, params: object): Promise<Reply> =>
    new Promise((done) => {
      waiting.set(++last, done);
      write({ id: last, method, params });
    });
  await ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  });
  write({ method: 'notifications/initialized' });
  return {
    call: (name, args) => ask('tools/call', { name, arguments: args }),
    hold: () => holdOf(child),
    stop: () => stop(child),
  };
}

async function data<T>(server: Server, tool: string, args: Arguments): Promise<T> {
  const { status, text } = await server.call(tool, args);
  if (status !== 200) throw new Error(`${tool}: ${status} ${text.slice(0, 300)}`);
  return (JSON.parse(text) as { data: T }).data;
}

/** Waits until all background work has ended: files, links, vectors. */
async function atRest(server: HttpServer): Promise<void> {
  await data(server, 'code-scout_index', { background: false });
  for (let quiet = 0; quiet < 5;) {
    await sleep(500);
    const { status, embedding } = await data<{ status: string; embedding?: { state: string } }>(
      server,
      'code-scout_status',
      {},
    );
    quiet = status === 'idle' && embedding?.state !== 'working' ? quiet + 1 : 0;
  }
}

interface Names {
  /** Ids of functions, the one with the most users first. */
  used: string[];
  path: string;
}

/** The most used of the functions that a search lists. */
async function chooseNames(server: HttpServer): Promise<Names> {
  const { files } = await data<{ files: { path: string; symbols: { name: string }[] }[] }>(server, 'search', {
    pattern: '*',
    limit: 400,
    type: 'function',
    max_chars: 50_000,
  });
  const names = [...new Set(files.flatMap(({ symbols }) => symbols.map(({ name }) => name)))].slice(0, 60);
  const sized: [number, string][] = [];
  for (const symbol of names) {
    const { status, text } = await server.call('explain_usage', { symbol, limit: 100, max_chars: 50_000 });
    if (status === 200) sized.push([text.length, symbol]);
  }
  const used = sized.sort(([a], [b]) => b - a).map(([, name]) => name);
  if (used.length < 2) throw new Error('the tree has too few functions');
  return { used, path: files[0]!.path };
}

type Question = [name: string, tool: string, args: Arguments];

function expensiveQuestions({ used: [most, next], path }: Names): Question[] {
  const words = `${most} ${next} how errors of requests are handled, retried and reported to the caller, with their options `;
  return [
    ['a regular expression that matches every line', 'search_code', { query: '.*', regex: true, max_results: 1000 }],
    ['a regular expression that backtracks', 'search_code', { query: '(a|aa|aaa|.)*(x+x+)+y', regex: true }],
    ['a regular expression over lines', 'search_code', { query: '[\\s\\S]{1,200}z{3}', regex: true, multiline: true }],
    ['callers of the most used symbol', 'get_callers', { symbol: most, max_chars: 50_000 }],
    ['usage of the most used symbol', 'explain_usage', { symbol: most, limit: 100, max_chars: 50_000 }],
    ['impact of the most used symbol', 'get_impact', { symbol: most, max_chars: 50_000 }],
    ['neighbours of a file', 'get_neighbors', { symbol: path }],
    ['a path between far symbols', 'find_path', { from: most, to: next, maxPaths: 10 }],
    ['a path the other way', 'find_path', { from: next, to: most, maxPaths: 10 }],
    ['all symbols', 'search', { pattern: '*', limit: 1000, max_chars: 50_000 }],
    ['symbols by many stars', 'search', { pattern: '*a*e*i*o*u*', limit: 1000, max_chars: 50_000 }],
    ['explore with 10,000 characters', 'explore', { query: words.repeat(80).slice(0, 10_000) }],
    ['a search with 1,000 characters', 'search_repo', { query: words.repeat(8).slice(0, 1_000) }],
    ['changes of the whole history', 'changes', { revision: 'HEAD~1..HEAD' }],
    ['all files', 'list_indexed_files', { max_chars: 50_000 }],
  ];
}

interface Row {
  kind: string;
  asked: number;
  good: number;
  hold: number;
  /** Milliseconds that the cheap question waited. */
  beside: number[];
}

/** Runs an attack for some seconds beside a client that asks a cheap question again and again. */
async function measure(
  server: Server,
  kind: string,
  attack: (isOver: () => boolean, note: (reply: Reply) => void) => Promise<unknown>,
): Promise<Row | null> {
  if (values.only !== undefined && !kind.includes(values.only)) return null;
  const row: Row = { kind, asked: 0, good: 0, hold: 0, beside: [] };
  await server.hold();
  const end = performance.now() + forMs;
  let isDone = false;
  const cheap = async (): Promise<void> => {
    while (!isDone) {
      const started = performance.now();
      await server.call('code-scout_status', {});
      row.beside.push(performance.now() - started);
      await sleep(20);
    }
  };
  let refusal: string | null = null;
  const note = ({ status, text }: Reply): void => {
    row.asked++;
    if (status === 200) row.good++;
    else refusal ??= `${status} ${text.slice(0, 200)}`;
  };
  const beside = cheap();
  await attack(() => performance.now() > end, note);
  isDone = true;
  await beside;
  row.hold = await server.hold();
  console.log(rowText(row));
  if (refusal !== null) console.log(`refused: ${refusal}`);
  return row;
}

function question(server: Server, tool: string, args: Arguments) {
  return (isOver: () => boolean, note: (reply: Reply) => void): Promise<unknown> =>
    Promise.all(
      Array.from({ length: clientsOfQuestion }, async () => {
        do note(await server.call(tool, args));
        while (!isOver());
      }),
    );
}

/** The same question by all clients at once, once. */
function floodOf(server: Server, questions: readonly Question[]) {
  return (_: () => boolean, note: (reply: Reply) => void): Promise<unknown> =>
    Promise.all(
      Array.from({ length: flood }, async (__, at) => {
        const [, tool, args] = questions[at % questions.length]!;
        note(await server.call(tool, args));
      }),
    );
}

function httpAttacks(
  server: HttpServer,
): [string, (isOver: () => boolean, note: (reply: Reply) => void) => Promise<unknown>][] {
  const repeat = (path: string, body?: string) => async (isOver: () => boolean, note: (reply: Reply) => void) => {
    do note(await (body === undefined ? server.get(path) : server.post(path, body)));
    while (!isOver());
  };
  const rpc = (params: string): string => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
  const keys = (count: number): string =>
    `{"name":"search","arguments":{${Array.from({ length: count }, (_, at) => `"k${at}":${at}`).join(',')}}}`;
  const sockets = (count: number, act: (socket: Socket) => void) => async (isOver: () => boolean) => {
    const open = Array.from({ length: count }, () => connect(server.port, '127.0.0.1').on('error', () => {}));
    while (!isOver()) {
      for (const socket of open) act(socket);
      await sleep(100);
    }
    for (const socket of open) socket.destroy();
  };
  const large = JSON.stringify({ pattern: '*', limit: 1000, max_chars: 50_000 });
  const asking = `POST /api/tools/search HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${large.length}\r\n\r\n${large}`;
  return [
    ['200,000 keys in one request', repeat('/mcp', rpc(keys(200_000)))],
    ['4,900 keys in one request', repeat('/mcp', rpc(keys(4_900)))],
    ['4,900 keys to the JSON API', repeat('/api/tools/search', keys(4_900))],
    [
      'a text of 4 MB',
      repeat('/mcp', rpc(`{"name":"search_repo","arguments":{"query":"${'words '.repeat(650_000)}"}}`)),
    ],
    [
      'a body of 4 MB of escapes',
      repeat('/mcp', rpc(`{"name":"search_repo","arguments":{"query":"${'\\u00e9'.repeat(650_000)}"}}`)),
    ],
    ['a million levels', repeat('/mcp', '['.repeat(1_000_000))],
    ['the map', repeat('/api/explorer/map')],
    ['the health of the index', repeat('/api/explorer/health')],
    ['the checks of the index', repeat('/api/explorer/checks')],
    ['entry points', repeat('/api/explorer/entries')],
    ['unused symbols', repeat('/api/explorer/unused')],
    ['500 clients that send a byte each 100 ms', sockets(500, (socket) => void (socket.writable && socket.write('G')))],
    [
      '100 clients that read no answer',
      sockets(100, (socket) => void (socket.pause().writable && socket.write(asking))),
    ],
  ];
}

function rowText({ kind, asked, good, hold, beside }: Row): string {
  const sorted = beside.toSorted((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN).toFixed(0);
  return `| ${kind} | ${asked} | ${good} | ${hold.toFixed(0)} | ${at(0.5)} | ${at(1)} |`;
}

const rows: (Row | null)[] = [];
let http: HttpServer | null = null;
let stdio: Server | null = null;
try {
  http = await startHttp();
  await atRest(http);
  const questions = expensiveQuestions(await chooseNames(http));
  await sleep(3000);
  rows.push(await measure(http, 'nothing', (isOver) => sleepUntil(isOver)));
  for (const [name, tool, args] of questions) rows.push(await measure(http, name, question(http, tool, args)));
  for (const [name, attack] of httpAttacks(http)) rows.push(await measure(http, name, attack));
  rows.push(await measure(http, `${flood} cheap questions at once`, floodOf(http, [['', 'code-scout_status', {}]])));
  rows.push(await measure(http, `${flood} expensive questions at once`, floodOf(http, questions)));
  stdio = await startStdio();
  await sleep(3000);
  for (const [name, tool, args] of questions)
    rows.push(await measure(stdio, `stdio: ${name}`, question(stdio, tool, args)));
  rows.push(await measure(stdio, `stdio: ${flood} expensive questions at once`, floodOf(stdio, questions)));
} finally {
  agent.destroy();
  await stdio?.stop();
  await http?.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function sleepUntil(isOver: () => boolean): Promise<void> {
  while (!isOver()) await sleep(100);
}

const measured = rows.filter((row) => row !== null);
const over = measured.filter(({ hold }) => hold > target);
console.log(
  over.length === 0 ? `No hold over ${target} ms.` : `Over ${target} ms: ${over.map(({ kind }) => kind).join('; ')}.`,
);
if (values.write === true) {
  recordResults('attack', 'A server under attack', `npm run bench -- attack ${basename(root)} --write`, [
    `The longest time for which the main thread of a server works without a break (CPU ms; at most ${target} is the target), and how long a cheap question beside it waits`,
    '(`code-scout_status`, every 20 ms), while something else is asked by four clients again and again. A request that is refused is not "good".',
    '',
    '| what is done | requests | good | longest hold, CPU ms | cheap question, median ms | at most ms |',
    '|---|---|---|---|---|---|',
    ...measured.map(rowText),
  ]);
}
