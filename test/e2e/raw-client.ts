/**
 * A JSON-RPC client over a real server process, written without the SDK, so that client and server cannot be wrong in
 * the same way.
 * Invariant: a line on the server's standard output that is not a JSON-RPC message makes every later call fail.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { patienceMs } from '../../src/util/testing/until.ts';
import { programEntry } from '../program-entry.ts';
import { homeVariables } from './cli-process.ts';
import { temporaryFolder } from './fixture-project.ts';
import { sharedCompileCache } from './shared-compile-cache.ts';

export interface Answer {
  jsonrpc: '2.0';
  id: string | number | null;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: unknown };
}
export interface Notice {
  jsonrpc: '2.0';
  method: string;
  params?: Record<string, unknown>;
  /** Present in requests of the server. */
  id?: string | number;
}
type Message = Answer | Notice;

export interface ClientOptions {
  cwd: string;
  args?: readonly string[];
  /** Undefined: the variable is not set. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Default: `code-scout`. */
  entry?: string;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** An environment without settings of the machine's user. */
export function cleanEnvironment(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  const home = temporaryFolder();
  return {
    PATH: process.env['PATH'] ?? '',
    ...homeVariables(home),
    XDG_CONFIG_HOME: join(home, 'config'),
    ...sharedCompileCache(),
    ...extra,
  };
}

export class RawClient {
  readonly #process: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #waiting: (() => void)[] = [];
  readonly #messages: Message[] = [];
  readonly #exited: Promise<Exit>;
  #rest = '';
  #impure: string | null = null;
  #nextId = 100;
  #gone = false;
  errors = '';

  constructor({ cwd, args = [], env = {}, entry = programEntry }: ClientOptions) {
    this.#process = spawn(process.execPath, [entry, ...args], {
      cwd,
      env: { ...cleanEnvironment(), ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#process.stdout.setEncoding('utf8').on('data', (text: string) => this.#receive(text));
    this.#process.stderr.setEncoding('utf8').on('data', (text: string) => (this.errors += text));
    this.#process.stdin.on('error', () => {});
    this.#exited = new Promise((resolve) => {
      this.#process.on('close', (code, signal) => {
        this.#gone = true;
        this.#wake();
        resolve({ code, signal });
      });
    });
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** All messages received so far, in order. */
  get messages(): readonly Message[] {
    return this.#messages;
  }

  get notices(): Notice[] {
    return this.#messages.filter((message): message is Notice => 'method' in message);
  }

  #receive(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      try {
        const message = JSON.parse(line) as Message;
        if (message.jsonrpc !== '2.0' && !Array.isArray(message)) throw new Error('no JSON-RPC');
        this.#messages.push(message);
      } catch {
        this.#impure ??= line;
      }
    }
    this.#wake();
  }

  #wake(): void {
    for (const resume of this.#waiting.splice(0)) resume();
  }

  /** Stops reading the server's standard error. */
  dropErrors(): void {
    this.#process.stderr.destroy();
  }

  sendText(text: string | Buffer): void {
    this.#process.stdin.write(text);
  }

  send(message: unknown): void {
    this.sendText(`${JSON.stringify(message)}\n`);
  }

  notify(method: string, params?: Record<string, unknown>): void {
    this.send({ jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) });
  }

  /** The first message from index `from` on that matches, now or later. */
  async message<T extends Message>(fits: (message: Message) => boolean, { from = 0 } = {}): Promise<T> {
    const hanging = new AbortController();
    const timer = setTimeout(() => {
      hanging.abort();
      this.#wake();
    }, patienceMs);
    try {
      return await this.#messageOr<T>(fits, from, hanging.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  async #messageOr<T extends Message>(fits: (message: Message) => boolean, from: number, end: AbortSignal): Promise<T> {
    for (;;) {
      if (this.#impure !== null)
        throw new Error(`standard output contains text that is not a message: ${this.#impure.slice(0, 200)}`);
      const found = this.#messages.slice(from).find(fits);
      if (found !== undefined) return found as T;
      if (end.aborted || this.#gone)
        throw new Error(`no such message${this.#gone ? '; the server is gone' : ''}\n${this.errors}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  answer(id: string | number | null, options: { from?: number } = {}): Promise<Answer> {
    return this.message<Answer>((message) => !('method' in message) && 'id' in message && message.id === id, options);
  }

  /** Sends text that is not a valid request, and waits for the answer without an id. */
  async fault(text: string | Buffer): Promise<Answer> {
    const from = this.#messages.length;
    this.sendText(text);
    return this.answer(null, { from });
  }

  request(method: string, params?: Record<string, unknown>, id: string | number = this.#nextId++): Promise<Answer> {
    this.send({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) });
    return this.answer(id);
  }

  async initialize(protocolVersion = '2025-06-18', capabilities: Record<string, unknown> = {}): Promise<Answer> {
    const clientInfo = { name: 'raw-client', version: '1.0.0' };
    const answer = await this.request('initialize', { protocolVersion, capabilities, clientInfo });
    this.notify('notifications/initialized');
    return answer;
  }

  /** Calls a tool and gives its result. */
  async call(name: string, args: Record<string, unknown> = {}): Promise<ToolResult> {
    const answer = await this.request('tools/call', { name, arguments: args });
    if (answer.result === undefined) throw new Error(`${name}: ${JSON.stringify(answer.error)}`);
    const content = answer.result['content'] as { type: string; text: string }[];
    return {
      text: content.map((part) => part.text).join('\n'),
      data: (answer.result['structuredContent'] ?? {}) as Record<string, unknown>,
      isError: answer.result['isError'] === true,
    };
  }

  endInput(): void {
    this.#process.stdin.end();
  }

  pauseOutput(): void {
    this.#process.stdout.pause();
  }

  resumeOutput(): void {
    this.#process.stdout.resume();
  }

  kill(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  exit(): Promise<Exit> {
    return this.#exited;
  }

  /** Ends the server and checks that it wrote nothing but messages. */
  async close(): Promise<Exit> {
    this.endInput();
    const exit = await this.#exited;
    if (this.#impure !== null)
      throw new Error(`standard output contains text that is not a message: ${this.#impure.slice(0, 200)}`);
    if (this.#rest !== '')
      throw new Error(`standard output ends in an incomplete message: ${this.#rest.slice(0, 200)}`);
    return exit;
  }
}

export interface ToolResult {
  text: string;
  data: Record<string, unknown>;
  isError: boolean;
}

/** `_meta` of a request of 2026-07-28. */
export function modernMeta(extra: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'raw-client', version: '1.0.0' },
    ...extra,
  };
}
