/**
 * `npm run bench -- attack DIR [--seconds 3] [--only NAME] [--write]`: slow clients, expensive questions, large requests and floods against a server on a tree, over
 * HTTP and over stdio. For each kind: the longest time for which the server's main thread works without a break, in CPU milliseconds (`loop-hold.ts`), and how
 * long a cheap question beside it waits. The index is in a temporary folder. Servers and clients share the machine's cores, so waiting times are those of a
 * machine at work; CPU times are the server's own.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { recordResults } from '../lib/results.ts';
import {
  besideBy,
  besideOverHttp,
  chooseNames,
  closeConnections,
  data,
  expensiveQuestions,
  flood,
  floodOf,
  holdOf,
  httpAttacks,
  listening,
  measure,
  nothing,
  question,
  rowText,
  send,
  startMeasured,
  stop,
  target,
  type Attack,
  type HttpServer,
  type Reply,
  type Row,
  type Server,
} from './attacks.ts';

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
const measuring = { seconds: Number(values.seconds), only: values.only };
const folder = mkdtempSync(join(tmpdir(), 'bench-attack-'));

function start(...command: string[]): ChildProcess {
  const options = ['--json', '--root', root, '--db', join(folder, 'index.db')];
  return startMeasured([...options, ...command], { HOME: folder, XDG_CONFIG_HOME: folder, CODE_SCOUT_HTTP_RATE_LIMIT: '0' }); // prettier-ignore
}

async function startHttp(): Promise<HttpServer> {
  const child = start('serve', '--http', '--port', '0');
  const port = Number(new URL((await listening(child)).url).port);
  const call: Server['call'] = (tool, args) => send(port, `/api/tools/${tool}`, { body: JSON.stringify(args) });
  return {
    ...{ port, call, credentials: [] },
    beside: () => besideOverHttp({ port, path: '/api/tools/code-scout_status', body: '{}', headers: {} }),
    get: (path) => send(port, path),
    post: (path, body) => send(port, path, { body }),
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
  const call: Server['call'] = (name, args) => ask('tools/call', { name, arguments: args });
  return {
    call,
    beside: () => besideBy(() => call('code-scout_status', {})),
    hold: () => holdOf(child),
    stop: () => stop(child),
  };
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

const rows: (Row | null)[] = [];
let http: HttpServer | null = null;
let stdio: Server | null = null;
try {
  http = await startHttp();
  await atRest(http);
  const questions = expensiveQuestions(await chooseNames(http));
  await sleep(3000);
  await attackBy(http, 'nothing', nothing);
  for (const [name, tool, args] of questions) await attackBy(http, name, question(http, tool, args));
  for (const [name, attack] of httpAttacks(http)) await attackBy(http, name, attack);
  await attackBy(http, `${flood} cheap questions at once`, floodOf(http, [['', 'code-scout_status', {}]]));
  await attackBy(http, `${flood} expensive questions at once`, floodOf(http, questions));
  stdio = await startStdio();
  await sleep(3000);
  for (const [name, tool, args] of questions) await attackBy(stdio, `stdio: ${name}`, question(stdio, tool, args));
  await attackBy(stdio, `stdio: ${flood} expensive questions at once`, floodOf(stdio, questions));
} finally {
  closeConnections();
  await stdio?.stop();
  await http?.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function attackBy(server: Server, name: string, attack: Attack): Promise<void> {
  rows.push(await measure(server, name, attack, measuring));
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
