/**
 * A client of the Language Server Protocol over a real server process, written against the specification and without the library that the server uses,
 * so that both cannot be wrong in the same way.
 * Invariant: bytes on standard output that are no frame of the protocol make every later call fail.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { patienceMs } from '../../src/util/testing/until.ts';
import { programEntry } from '../program-entry.ts';

export interface Position {
  line: number;
  character: number;
}
export interface Range {
  start: Position;
  end: Position;
}
export interface Location {
  uri: string;
  range: Range;
}
export interface Message {
  jsonrpc: '2.0';
  id?: number | string | null;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: { code: number; message: string };
}

export class LspError extends Error {
  readonly code: number;
  constructor({ code, message }: { code: number; message: string }) {
    super(message);
    this.code = code;
  }
}

export interface LspClientOptions {
  cwd: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Default: `code-scout`. */
  entry?: readonly string[];
  /** The whole command line of another server, instead of `entry` and `args`. */
  command?: readonly string[];
  /** Whether the process has a channel for messages of Node, by which it says how long its loop was held. */
  hasChannel?: boolean;
  /** Answers to requests of the server, by method; other requests get null. */
  answers?: Readonly<Record<string, (params: Record<string, unknown>) => unknown>>;
}

export function uriFor(path: string): string {
  return pathToFileURL(path).href;
}

export class LspClient {
  readonly #process: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #exited: Promise<number | null>;
  readonly #answers: NonNullable<LspClientOptions['answers']>;
  readonly messages: Message[] = [];
  #waiting: (() => void)[] = [];
  #bytes = Buffer.alloc(0);
  #impure: string | null = null;
  #isGone = false;
  #lastId = 0;
  errors = '';

  constructor({
    cwd,
    args = ['lsp'],
    env = {},
    entry = [programEntry],
    command = [process.execPath, ...entry, ...args],
    hasChannel = false,
    answers = {},
  }: LspClientOptions) {
    this.#answers = answers;
    // The first three are pipes, whatever follows.
    this.#process = spawn(command[0]!, command.slice(1), {
      cwd,
      // No setting of the machine's user reaches the server.
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: dirname(cwd),
        XDG_CONFIG_HOME: join(dirname(cwd), '.config'),
        ...env,
      },
      stdio: ['pipe', 'pipe', 'pipe', ...(hasChannel ? (['ipc'] as const) : [])],
    }) as ChildProcessByStdio<Writable, Readable, Readable>;
    this.#process.stdout.on('data', (bytes: Buffer) => this.#receive(bytes));
    this.#process.stderr.setEncoding('utf8').on('data', (text: string) => (this.errors += text));
    this.#process.stdin.on('error', () => {});
    this.#exited = new Promise((done) => {
      this.#process.on('close', (code) => {
        this.#isGone = true;
        this.#wake();
        done(code);
      });
    });
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  #receive(bytes: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    for (;;) {
      const end = this.#bytes.indexOf('\r\n\r\n');
      if (end === -1) break;
      const head = this.#bytes.subarray(0, end).toString('ascii');
      const length = /^Content-Length: (\d+)$/m.exec(head.replaceAll('\r', ''))?.[1];
      if (length === undefined) {
        this.#impure ??= head;
        break;
      }
      const from = end + 4;
      if (this.#bytes.length < from + Number(length)) break;
      const body = this.#bytes.subarray(from, from + Number(length)).toString('utf8');
      this.#bytes = this.#bytes.subarray(from + Number(length));
      const message = JSON.parse(body) as Message;
      this.messages.push(message);
      if (message.method !== undefined && message.id !== undefined) {
        const answer = this.#answers[message.method];
        this.send({ jsonrpc: '2.0', id: message.id, result: answer?.(message.params ?? {}) ?? null });
      }
    }
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const done of waiting) done();
  }

  /** Sends bytes as they are. */
  raw(bytes: string | Buffer): void {
    this.#process.stdin.write(bytes);
  }

  /** Sends messages in one piece. */
  send(...messages: object[]): void {
    const frames = messages.map((message) => {
      const body = JSON.stringify(message);
      return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    });
    this.raw(frames.join(''));
  }

  notify(method: string, params: unknown): void {
    this.send({ jsonrpc: '2.0', method, params });
  }

  /** Waits for the first message from an index on that fits. */
  async wait(fits: (message: Message) => boolean, from = 0): Promise<Message> {
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), patienceMs);
    try {
      for (;;) {
        if (this.#impure !== null) throw new Error(`not a frame of the protocol: ${this.#impure.slice(0, 200)}`);
        const found = this.messages.slice(from).find(fits);
        if (found !== undefined) return found;
        if (this.#isGone) throw new Error(`the server has ended: ${this.errors.slice(-2000)}`);
        await new Promise<void>((done) => this.#waiting.push(done));
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** Sends a request without waiting; its id. */
  start(method: string, params: unknown, id: number | string = ++this.#lastId): number | string {
    this.send({ jsonrpc: '2.0', id, method, params });
    return id;
  }

  async answerTo(id: number | string | null, from = 0): Promise<Message> {
    return this.wait((message) => message.id === id && message.method === undefined, from);
  }

  /** The result of a request. Throws `LspError`. */
  async request<T = unknown>(method: string, params: unknown): Promise<T> {
    const from = this.messages.length;
    const { result, error } = await this.answerTo(this.start(method, params), from);
    if (error !== undefined) throw new LspError(error);
    return result as T;
  }

  /** Initializes with folders; the server's result. */
  async initialize(
    folders: readonly string[],
    parts: Record<string, unknown> = {},
  ): Promise<{ capabilities: Record<string, unknown> }> {
    const { capabilities = {}, ...others } = parts;
    const result = await this.request<{ capabilities: Record<string, unknown> }>('initialize', {
      processId: null,
      rootUri: null,
      workspaceFolders: folders.map((folder) => ({ uri: uriFor(folder), name: folder })),
      capabilities,
      ...others,
    });
    this.notify('initialized', {});
    return result;
  }

  open(uri: string, languageId: string, text: string): void {
    this.notify('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });
  }

  change(uri: string, version: number, contentChanges: readonly { range?: Range; text: string }[]): void {
    this.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges });
  }

  /** A request about a place in a file. */
  at<T = unknown>(method: string, uri: string, position: Position, parts: object = {}): Promise<T> {
    return this.request<T>(`textDocument/${method}`, { textDocument: { uri }, position, ...parts });
  }

  /** The longest time for which the server's main thread worked without a break since the last call (CPU ms). */
  longestHold(): Promise<number> {
    return new Promise((done) => {
      this.#process.once('message', (ms) => done(ms as number));
      this.#process.send('hold');
    });
  }

  /** Ends the server as an editor does; the exit code. */
  async close(): Promise<number | null> {
    if (!this.#isGone) {
      await this.request('shutdown', undefined).catch(() => {});
      this.notify('exit', undefined);
      this.#process.stdin.end();
    }
    return this.#exited;
  }

  /** Ends the input without a word. */
  async endInput(): Promise<number | null> {
    this.#process.stdin.end();
    return this.#exited;
  }
}

/** The position of a text in a source, or of its nth occurrence; `|` in the text is the place (default: its beginning). */
export function positionOf(source: string, marked: string, nth = 1): Position {
  const text = marked.replace('|', '');
  let at = -1;
  for (let count = 0; count < nth; count++) {
    at = source.indexOf(text, at + 1);
    if (at === -1) throw new Error(`not in the source: ${text}`);
  }
  const offset = at + Math.max(0, marked.indexOf('|'));
  const before = source.slice(0, offset).split('\n');
  return { line: before.length - 1, character: before.at(-1)!.length };
}

/** The text of a range of a source whose lines end with `\n`. */
export function textIn(source: string, { start, end }: Range): string {
  const lines = source.split('\n').slice(start.line, end.line + 1);
  lines[lines.length - 1] = lines.at(-1)!.slice(0, end.character);
  lines[0] = lines[0]!.slice(start.character);
  return lines.join('\n');
}
