/**
 * A server process over stdio and a client for it, for benches and for tests of many processes.
 * Invariants: no setting of the machine's user reaches the server; it ends with this process; when it ends before an
 * answer, the call resolves with null and never waits forever.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { repositoryRoot } from './evaluation.ts';

/** The built program. */
export const builtEntry = join(repositoryRoot, 'dist', 'bin.js');

/** The program that `--entry` of a bench names. Throws where it does not exist. */
export function programAt(given: string): string {
  const entry = resolve(given);
  if (!existsSync(entry)) throw new Error(`${entry} does not exist: npm run build`);
  return entry;
}

export interface ServerOptions {
  root: string;
  /** Default: the built program. */
  entry?: string;
  env?: Readonly<Record<string, string>>;
  /** More arguments. */
  args?: readonly string[];
  /** The whole command line, instead of `serve --root ROOT` and `args`. */
  command?: readonly string[];
}

/** The answer of a tool. */
export interface ToolAnswer {
  text: string;
  data: Record<string, unknown>;
  /** The message of the error, if it is one. */
  error: string | null;
}

interface RawAnswer {
  id?: number;
  result?: { content?: { text?: string }[]; structuredContent?: Record<string, unknown>; isError?: boolean };
  error?: { code: number; message: string };
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export class StdioServer {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: RawAnswer | null) => void>();
  /** Its exit code and signal. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  #rest = '';
  #id = 0;
  #hasEnded = false;
  /** The end of its output on standard error. */
  errors = '';

  constructor(options: ServerOptions) {
    const { root, entry = builtEntry, env = {}, args = [] } = options;
    const child = spawn(process.execPath, [entry, ...(options.command ?? ['serve', '--root', root, ...args])], {
      cwd: root,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], HOME: root, XDG_CONFIG_HOME: join(root, '.config'), ...env },
    });
    this.#child = child;
    running.add(child);
    child.stdin.on('error', () => {});
    child.stdout.setEncoding('utf8').on('data', (text: string) => this.#receive(text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.errors = (this.errors + text).slice(-20_000)));
    this.ended = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        this.#hasEnded = true;
        running.delete(child);
        for (const answer of this.#waiting.values()) answer(null);
        this.#waiting.clear();
        resolve({ code, signal });
      });
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  #receive(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = JSON.parse(line) as RawAnswer;
      const id = message.id ?? -1;
      this.#waiting.get(id)?.(message);
      this.#waiting.delete(id);
    }
  }

  #send(message: object): void {
    this.#child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  request(method: string, params: object): Promise<RawAnswer | null> {
    if (this.#hasEnded) return Promise.resolve(null);
    const id = ++this.#id;
    const answer = new Promise<RawAnswer | null>((resolve) => this.#waiting.set(id, resolve));
    this.#send({ id, method, params });
    return answer;
  }

  /** Null when the server ended before it answered. */
  async call(name: string, args: object): Promise<ToolAnswer | null> {
    const answer = await this.request('tools/call', { name, arguments: args });
    if (answer === null) return null;
    const { result, error } = answer;
    const text = result?.content?.map((part) => part.text ?? '').join('\n') ?? error?.message ?? '';
    const failure = error === undefined ? (result?.isError === true ? text : null) : `${error.code} ${error.message}`;
    return { text, data: result?.structuredContent ?? {}, error: failure };
  }

  /** Does the handshake; false when the server ended meanwhile. */
  async open(): Promise<boolean> {
    const clientInfo = { name: 'bench', version: '1' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    const answer = await this.request('initialize', params);
    this.#send({ method: 'notifications/initialized' });
    return answer !== null;
  }

  /** User and system time of the process and all of its descendants (ms, in ticks of 10). */
  cpu(): number {
    return allTicks(this.#proc('stat')) * 10 + this.childrenCpu();
  }

  /** CPU time of the process's current threads, with nanosecond resolution (ms). */
  exactCpu(): number {
    const threads = readdirSync(`/proc/${this.pid}/task`);
    const spent = threads.map((thread) => Number(this.#proc(`task/${thread}/schedstat`).split(' ')[0]));
    return spent.reduce((sum, ns) => sum + ns, 0) / 1e6;
  }

  /** CPU time of its current child processes and of their ended children (ms, in ticks of 10). */
  childrenCpu(): number {
    return this.#children().reduce((sum, pid) => sum + allTicks(statOf(pid)), 0) * 10;
  }

  #children(): number[] {
    return readdirSync(`/proc/${this.pid}/task`).flatMap((thread) =>
      this.#proc(`task/${thread}/children`).trim().split(' ').filter(Boolean).map(Number),
    );
  }

  /** Memory of the process and its child processes (MB). `resident` counts a page once for each process that has it; `shared` divides it among them. */
  familyMemory(): { resident: number; shared: number } {
    const rolls = [this.pid, ...this.#children()].map((pid) => readIfThere(`/proc/${pid}/smaps_rollup`));
    const sum = (field: string): number =>
      rolls.reduce((all, roll) => all + Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(roll)?.[1] ?? 0), 0) / 1024;
    return { resident: sum('Rss'), shared: sum('Pss') };
  }

  /** Resident memory (MB). */
  memory(): number {
    return Number(/VmRSS:\s+(\d+)/.exec(this.#proc('status'))?.[1]) / 1024;
  }

  /** Memory that it shares with no other process (MB). */
  privateMemory(): number {
    const fields = this.#proc('smaps_rollup').matchAll(/^Private_(?:Clean|Dirty):\s+(\d+)/gm);
    return [...fields].reduce((sum, [, kb]) => sum + Number(kb), 0) / 1024;
  }

  threads(): number {
    return Number(/Threads:\s+(\d+)/.exec(this.#proc('status'))?.[1]);
  }

  descriptors(): number {
    return readdirSync(`/proc/${this.pid}/fd`).length;
  }

  #proc(name: string): string {
    return readFileSync(`/proc/${this.pid}/${name}`, 'utf8');
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Closes its input, as a client does. */
  async close(): Promise<void> {
    this.#child.stdin?.end();
    await this.ended;
  }
}

/** Empty where the process has ended. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function statOf(pid: number): string {
  return readIfThere(`/proc/${pid}/stat`);
}

/** Ticks of user and system time, including child processes that it has waited for. */
function allTicks(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
  return stat === '' ? 0 : fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0);
}

/** Waits until the process and its children use no more CPU. Returns their CPU time (ms) less `from`, an earlier value of `cpu()`. */
export async function rested(server: StdioServer, from: number): Promise<number> {
  let last = server.cpu();
  for (let still = 0; still < 4;) {
    await new Promise((done) => setTimeout(done, 250));
    const now = server.cpu();
    still = now - last <= 10 ? still + 1 : 0;
    last = now;
  }
  return last - from;
}
