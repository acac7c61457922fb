/** What the benches of attacks have in common: a server with a measurement of its event loop, the questions and requests that are sent to it, and the rows of the record. */
import { spawn, type ChildProcess } from 'node:child_process';
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { builtEntry, programAt } from '../lib/stdio-server.ts';

/** CPU milliseconds without a break. */
export const target = 50;
const clientsOfQuestion = 4;
export const flood = 200;

export type Arguments = Record<string, unknown>;

export interface Reply {
  /** HTTP status; over stdio 200 or, for an error, 400. */
  status: number;
  text: string;
  /** Of HTTP. */
  headers?: IncomingHttpHeaders;
}

export interface Besides {
  /** Milliseconds that each answer took. */
  times: number[];
  /** Questions that were refused, or not answered at all. */
  unanswered: number;
}

export interface Beside {
  end(): Promise<Besides>;
}

/** A server with a measurement of its event loop. */
export interface Server {
  call(tool: string, args: Arguments): Promise<Reply>;
  /** Asks a cheap question again and again, as somebody else than the attacker. */
  beside(): Beside;
  /** The longest hold since the last question for it (CPU ms). */
  hold(): Promise<number>;
  stop(): Promise<void>;
}

export interface HttpServer extends Server {
  port: number;
  /** Lines of the head of each request. */
  credentials: readonly string[];
  get(path: string): Promise<Reply>;
  /** Sends a body that need not be that of a tool. */
  post(path: string, body: string): Promise<Reply>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 2000 });

export function closeConnections(): void {
  agent.destroy();
}

/** The built program, with the measurement. @param env all of its environment but the path */
export function startMeasured(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  const preload = join(import.meta.dirname, '../lsp/loop-hold.ts');
  return spawn(process.execPath, ['--import', preload, programAt(builtEntry), ...args], {
    stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
    env: { PATH: process.env['PATH'], ...env },
  });
}

export function holdOf(child: ChildProcess): Promise<number> {
  return new Promise((done) => {
    child.once('message', (longest) => done(Number(longest)));
    child.send('longest');
  });
}

export async function stop(child: ChildProcess): Promise<void> {
  const gone = new Promise((done) => child.once('close', done));
  child.kill('SIGTERM');
  await gone;
}

/** What a server says when it listens. Rejects where it ends before. */
export function listening(child: ChildProcess): Promise<{ url: string }> {
  return new Promise((done, fail) => {
    createInterface({ input: child.stdout! }).once('line', (line) => done(JSON.parse(line) as { url: string }));
    child.once('close', () => fail(new Error('the server ended before it listened')));
  });
}

/** Status 0: the connection was closed without an answer. @param body absent: GET @param headers besides those of a body */
export function send(
  port: number,
  path: string,
  { body, headers = {} }: { body?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<Reply> {
  return new Promise((done) => {
    const ofBody =
      body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const method = body === undefined ? 'GET' : 'POST';
    const request = httpRequest(
      { host: '127.0.0.1', port, path, agent, method, headers: { ...ofBody, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', (error) => done({ status: 0, text: error.message }));
        response.on('end', () => done({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString(), headers: response.headers })); // prettier-ignore
      },
    );
    request.on('error', (error) => done({ status: 0, text: error.message })).end(body);
  });
}

export async function data<T>(server: Pick<Server, 'call'>, tool: string, args: Arguments): Promise<T> {
  const { status, text } = await server.call(tool, args);
  if (status !== 200) throw new Error(`${tool}: ${status} ${text.slice(0, 300)}`);
  return (JSON.parse(text) as { data: T }).data;
}

export interface Names {
  /** Ids of functions, the one with the most users first. */
  used: string[];
  path: string;
}

/** The most used of the functions that a search lists. */
export async function chooseNames(server: HttpServer): Promise<Names> {
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

export type Question = [name: string, tool: string, args: Arguments];

export function expensiveQuestions({ used: [most = '', next = ''], path }: Names): Question[] {
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
    ['callers of a misspelt name', 'get_callers', { symbol: misspelt(most) }],
    ['a misspelt name', 'search', { pattern: misspelt(most) }],
    ['misspelt words', 'search_repo', { query: [most, next].map(misspelt).join(' ') }],
    ['a misspelt path', 'chunk_file', { file_path: misspelt(path) }],
    ['changes of the whole history', 'changes', { revision: 'HEAD~1..HEAD' }],
    ['all files', 'list_indexed_files', { max_chars: 50_000 }],
  ];
}

/** With letters that no name has there: it is compared with all. */
function misspelt(name: string): string {
  return `${name.slice(0, -2)}qx${name.slice(-2)}`;
}

/** Something that is done to a server until it is over. */
export type Attack = (isOver: () => boolean, note: (reply: Reply) => void) => Promise<unknown>;

export interface Row {
  kind: string;
  asked: number;
  /** Answered with status 200. */
  good: number;
  /** CPU milliseconds. */
  hold: number;
  /** Milliseconds that the cheap question waited. */
  beside: number[];
  /** Cheap questions that were not answered. */
  unanswered: number;
}

export interface Measuring {
  seconds: number;
  /** Only attacks with this text in their names. */
  only: string | undefined;
}

/** Runs an attack for some seconds beside a client that asks a cheap question again and again. */
export async function measure(
  server: Server,
  kind: string,
  attack: Attack,
  { seconds, only }: Measuring,
): Promise<Row | null> {
  if (only !== undefined && !kind.includes(only)) return null;
  const row: Row = { kind, asked: 0, good: 0, hold: 0, beside: [], unanswered: 0 };
  const beside = server.beside();
  await server.hold();
  const end = performance.now() + seconds * 1000;
  let refusal: string | null = null;
  const note = ({ status, text }: Reply): void => {
    row.asked++;
    if (status === 200) row.good++;
    else refusal ??= `${status} ${text.slice(0, 200)}`;
  };
  await attack(() => performance.now() > end, note);
  const { times, unanswered } = await beside.end();
  [row.beside, row.unanswered] = [times, unanswered];
  row.hold = await server.hold();
  console.log(rowText(row));
  if (refusal !== null) console.log(`refused: ${refusal}`);
  return row;
}

export function question(server: Server, tool: string, args: Arguments): Attack {
  return (isOver, note) =>
    Promise.all(
      Array.from({ length: clientsOfQuestion }, async () => {
        do note(await server.call(tool, args));
        while (!isOver());
      }),
    );
}

/** The same question by all clients at once, once. */
export function floodOf(server: Server, questions: readonly Question[]): Attack {
  return (_, note) =>
    Promise.all(
      Array.from({ length: flood }, async (__, at) => {
        const [, tool, args] = questions[at % questions.length]!;
        note(await server.call(tool, args));
      }),
    );
}

/** Between two cheap questions (ms). */
const pauseMs = 20;

/** In this thread. */
export function besideBy(ask: () => Promise<Reply>): Beside {
  const found: Besides = { times: [], unanswered: 0 };
  let isOver = false;
  const run = async (): Promise<void> => {
    while (!isOver) {
      const started = performance.now();
      if ((await ask()).status !== 200) found.unanswered++;
      found.times.push(performance.now() - started);
      await sleep(pauseMs);
    }
  };
  const running = run();
  return {
    end: async () => {
      isOver = true;
      await running;
      return found;
    },
  };
}

export interface CheapQuestion {
  port: number;
  path: string;
  body: string;
  headers: Readonly<Record<string, string>>;
}

/** In a thread of its own, so that what the attack costs this one does not count. */
export function besideOverHttp(question: CheapQuestion): Beside {
  const worker = new Worker(new URL('./cheap-asker.ts', import.meta.url), { workerData: question });
  return {
    end: () =>
      new Promise((done, fail) => {
        worker.once('message', (found: Besides) => {
          done(found);
          void worker.terminate();
        });
        worker.once('error', fail);
        worker.postMessage('end');
      }),
  };
}

/** Asks the same by one client again and again. */
export function repeat(ask: () => Promise<Reply>): Attack {
  return async (isOver, note) => {
    do note(await ask());
    while (!isOver());
  };
}

export async function nothing(isOver: () => boolean): Promise<void> {
  while (!isOver()) await sleep(100);
}

export function httpAttacks(server: HttpServer): [name: string, attack: Attack][] {
  const get = (path: string): Attack => repeat(() => server.get(path));
  const post = (path: string, body: string): Attack => repeat(() => server.post(path, body));
  const rpc = (params: string): string => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
  const keys = (count: number): string =>
    `{"name":"search","arguments":{${Array.from({ length: count }, (_, at) => `"k${at}":${at}`).join(',')}}}`;
  const sockets =
    (count: number, act: (socket: Socket) => void): Attack =>
    async (isOver) => {
      const open = Array.from({ length: count }, () => connect(server.port, '127.0.0.1').on('error', () => {}));
      while (!isOver()) {
        for (const socket of open) act(socket);
        await sleep(100);
      }
      for (const socket of open) socket.destroy();
    };
  const large = JSON.stringify({ pattern: '*', limit: 1000, max_chars: 50_000 });
  const head = ['POST /api/tools/search HTTP/1.1', 'host: 127.0.0.1', ...server.credentials, 'content-type: application/json', `content-length: ${large.length}`]; // prettier-ignore
  const asking = `${head.join('\r\n')}\r\n\r\n${large}`;
  return [
    ['200,000 keys in one request', post('/mcp', rpc(keys(200_000)))],
    ['4,900 keys in one request', post('/mcp', rpc(keys(4_900)))],
    ['4,900 keys to the JSON API', post('/api/tools/search', keys(4_900))],
    ['a text of 4 MB', post('/mcp', rpc(`{"name":"search_repo","arguments":{"query":"${'words '.repeat(650_000)}"}}`))],
    [
      'a body of 4 MB of escapes',
      post('/mcp', rpc(`{"name":"search_repo","arguments":{"query":"${'\\u00e9'.repeat(650_000)}"}}`)),
    ],
    ['a million levels', post('/mcp', '['.repeat(1_000_000))],
    ['the map', get('/api/explorer/map')],
    ['the health of the index', get('/api/explorer/health')],
    ['the checks of the index', get('/api/explorer/checks')],
    ['entry points', get('/api/explorer/entries')],
    ['unused symbols', get('/api/explorer/unused')],
    ['500 clients that send a byte each 100 ms', sockets(500, (socket) => void (socket.writable && socket.write('G')))],
    [
      '100 clients that read no answer',
      sockets(100, (socket) => void (socket.pause().writable && socket.write(asking))),
    ],
  ];
}

export function rowText({ kind, asked, good, hold, beside }: Row): string {
  const sorted = beside.toSorted((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN).toFixed(0);
  return `| ${kind} | ${asked} | ${good} | ${hold.toFixed(0)} | ${at(0.5)} | ${at(1)} |`;
}
