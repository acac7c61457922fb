/**
 * One start of a server, measured from outside: what it has spent when it answers, and what it holds at rest.
 * Invariant: every figure is of a process of its own, started on a tree with a finished index.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { measure } from './measure.ts';
import { rested, StdioServer, type ServerOptions } from './stdio-server.ts';

/** CPU of all threads (ms), and time since the process was started (ms). */
export interface Spent {
  cpu: number;
  wall: number;
}

const clientInfo = { name: 'bench', version: '1' };
const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': clientInfo,
};

export interface Question {
  tool: string;
  args: object;
}

/** Started as a client does: without arguments, in the folder of the project. */
function start(options: ServerOptions): { server: StdioServer; spent: () => Spent } {
  const from = performance.now();
  const server = new StdioServer({ command: [], ...options });
  return { server, spent: () => ({ cpu: server.exactCpu(), wall: performance.now() - from }) };
}

async function answered(server: StdioServer, method: string, params: object): Promise<void> {
  const answer = await server.request(method, params);
  if (answer?.result === undefined) throw new Error(`${method}: ${JSON.stringify(answer)}\n${server.errors}`);
}

/** To the answer of the handshake, and to that of `tools/list` behind it. */
export async function handshake(
  options: ServerOptions,
  era: 'older' | 'modern',
): Promise<{ first: Spent; tools: Spent }> {
  const { server, spent } = start(options);
  if (era === 'older') {
    if (!(await server.open())) throw new Error(`no answer to initialize\n${server.errors}`);
  } else await answered(server, 'server/discover', { _meta: modernMeta });
  const first = spent();
  await answered(server, 'tools/list', era === 'older' ? {} : { _meta: modernMeta });
  const tools = spent();
  await server.close();
  return { first, tools };
}

/** To the answer of one line, whoever gives it. */
export async function firstLine(options: ServerOptions): Promise<Spent> {
  const { server, spent } = start(options);
  await server.request('initialize', {});
  const at = spent();
  await server.close();
  return at;
}

/** To the answer of a question that is asked as soon as the handshake is over. */
export async function firstAnswer(options: ServerOptions, { tool, args }: Question): Promise<Spent> {
  const { server, spent } = start(options);
  await server.open();
  const answer = await server.call(tool, args);
  const at = spent();
  if (answer === null || answer.error !== null) throw new Error(`${tool}: ${answer?.error ?? server.errors}`);
  await server.close();
  return at;
}

export interface AtRest {
  /** Of the process (MB); `private`: what no other process has too. */
  alone: number;
  private: number;
  /** With the processes that it has started (MB); `shared`: pages that several have are counted in parts. */
  resident: number;
  shared: number;
  /** Up to then (ms): the start of a server whose project has not changed. */
  cpu: number;
}

const restMs = 5000;

/** Once the index is up to date, nothing is under way, and five seconds have passed. */
export async function atRest(options: ServerOptions): Promise<AtRest> {
  const { server } = start(options);
  await server.open();
  for (;;) {
    const status = await server.call('code-scout_status', {});
    if (status === null || status.error !== null) throw new Error(`status: ${status?.error ?? server.errors}`);
    if (status.data['status'] === 'idle') break;
    await wait(50);
  }
  const cpu = await rested(server, 0);
  await wait(restMs);
  const { resident, shared } = server.familyMemory();
  const alone = server.memory();
  const own = server.privateMemory();
  await server.close();
  return { alone, private: own, resident, shared, cpu };
}

/** How often a command of a few milliseconds is repeated for one figure. */
const repeats = 10;

/** CPU (ms) of what every check for changes has to do at least: the list of files that git keeps, and a look at each. */
export function listAndStat(root: string): number {
  const once = 'git ls-files -z --cached --others --exclude-standard | xargs -0 stat -c "%s %Y" >/dev/null';
  const script = `for ((i = 0; i < ${repeats}; i++)); do ${once}; done`;
  return (measure(['bash', '-c', script], root).cpuS / repeats) * 1000;
}
