/**
 * Measures one start of a server from outside: its CPU time when it answers, and its memory at rest.
 * Invariant: every figure comes from a process of its own, started on a tree with a complete index.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { measure } from './measure.ts';
import { rested, StdioServer, type ServerOptions } from './stdio-server.ts';

/** CPU time of all threads, and time since the start of the process (ms). */
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

/** Starts the server as a client does: without arguments, in the folder of the project. */
function start(options: ServerOptions): { server: StdioServer; spent: () => Spent } {
  const from = performance.now();
  const server = new StdioServer({ command: [], ...options });
  return { server, spent: () => ({ cpu: server.exactCpu(), wall: performance.now() - from }) };
}

async function answered(server: StdioServer, method: string, params: object): Promise<void> {
  const answer = await server.request(method, params);
  if (answer?.result === undefined) throw new Error(`${method}: ${JSON.stringify(answer)}\n${server.errors}`);
}

/**
 * What a start takes until the answer of the handshake, and until that of the `tools/list` after it.
 * @param era of the protocol: `older` begins with `initialize`, `modern` with `server/discover`
 */
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

/** What a start takes until the program answers a first line. Any program will do. */
export async function firstLine(options: ServerOptions): Promise<Spent> {
  const { server, spent } = start(options);
  await server.request('initialize', {});
  const at = spent();
  await server.close();
  return at;
}

/** What a start takes until the answer of a question that is asked directly after the handshake. */
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
  /** Memory of the process (MB); `private`: memory that it shares with no other process. */
  alone: number;
  private: number;
  /** Memory including child processes (MB). `resident` counts a page once for each process that has it; `shared` divides it among them. */
  resident: number;
  shared: number;
  /** CPU time until then (ms): the start of a server whose project has not changed. */
  cpu: number;
}

const restMs = 5000;

/** Waits until the index is up to date, no work is under way, and five seconds have passed. */
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

/** How often a command of a few milliseconds runs for one figure. */
const repeats = 10;

/** CPU time (ms) of listing the project's files by git, and of a stat of each: the lower bound of a check for changes. */
export function listAndStat(root: string): number {
  const once = 'git ls-files -z --cached --others --exclude-standard | xargs -0 stat -c "%s %Y" >/dev/null';
  const script = `for ((i = 0; i < ${repeats}; i++)); do ${once}; done`;
  return (measure(['bash', '-c', script], root).cpuS / repeats) * 1000;
}
