/** A real `code-scout serve --http`, and requests to it by raw sockets and by `fetch`. */
import { spawn, type ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterAll } from 'vitest';
import { cleanEnvironment, modernMeta, type Answer } from './raw-client.ts';
import { programEntry } from '../program-entry.ts';
import { patienceMs } from '../../src/util/testing/until.ts';

export interface HttpServerProcess {
  url: string;
  port: number;
  pid: number;
  /** The token that the server made; null where it made none. */
  token: string | null;
  /** What it has written to standard error so far. */
  errors: () => string;
  kill: (signal: NodeJS.Signals) => void;
  exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Ends the server and waits until it has ended. */
  close: () => Promise<void>;
}

export interface StartOptions {
  cwd: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
}

/** The servers to end even where a test fails before it closes its own. */
const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Listens on a free port unless the arguments name one. Rejects with the text of standard error if the server ends
 * instead.
 */
export async function startHttpServer({ cwd, args = [], env = {} }: StartOptions): Promise<HttpServerProcess> {
  const port = args.includes('--port') ? [] : ['--port', '0'];
  const child = spawn(process.execPath, [programEntry, '--json', 'serve', '--http', ...port, ...args], {
    cwd,
    env: cleanEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let errors = '';
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const exit = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve({ code, signal });
    });
  });
  const announced = await new Promise<Record<string, unknown>>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (!output.includes('\n')) return;
      try {
        const found = JSON.parse(output) as Record<string, unknown>;
        if ('url' in found) resolve(found);
      } catch {
        // The text is not JSON yet, such as a failure message of several lines.
      }
    });
    void exit.then(() => reject(new Error(`${output}${errors}`)));
  });
  const url = String(announced['url']);
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    token: typeof announced['token'] === 'string' ? announced['token'] : null,
    errors: () => errors,
    kill: (signal) => child.kill(signal),
    exit,
    close: async () => {
      child.kill('SIGTERM');
      await exit;
    },
  };
}

export interface RawReply {
  status: number;
  head: string;
  body: string;
}

export interface RawOptions {
  /** Closes our side of the connection after sending. */
  endAfter?: boolean;
  tls?: boolean;
}

/** Sends bytes unchanged. Resolves with what comes back when the connection closes or the reply is complete. */
export function sendRaw(port: number, bytes: string | Buffer, options: RawOptions = {}): Promise<RawReply | null> {
  const { endAfter = false, tls = false } = options;
  return new Promise((resolve, reject) => {
    const socket = tls
      ? connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false })
      : connect({ host: '127.0.0.1', port, allowHalfOpen: true });
    let text = '';
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no reply; so far: ${text}`));
    }, patienceMs);
    const finish = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(readReply(text));
    };
    socket.setEncoding('utf8');
    socket.on('error', () => finish());
    socket.on('close', () => finish());
    socket.on('end', () => finish());
    socket.on('data', (piece: string) => {
      text += piece;
      if (readReply(text) !== null) finish();
    });
    socket.write(bytes);
    if (endAfter) socket.end();
  });
}

/** Null until the reply is complete. */
function readReply(text: string): RawReply | null {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const head = text.slice(0, end);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
  if (status === 100) return readReply(text.slice(end + 4));
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  const body = text.slice(end + 4);
  return Buffer.byteLength(body) < length ? null : { status, head, body };
}

export function postBytes(path: string, body: string, headers: readonly string[] = []): string {
  const own = ['Host: localhost', 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];
  return `POST ${path} HTTP/1.1\r\n${[...own, ...headers].join('\r\n')}\r\n\r\n${body}`;
}

const jsonHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

export interface RpcReply {
  status: number;
  headers: Headers;
  /** The answer; of a stream, its last message. */
  answer: Answer;
  /** All messages, including notifications. */
  messages: Record<string, unknown>[];
}

/** Posts one message to `/mcp`. */
export async function postMessage(
  url: string,
  message: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<RpcReply> {
  const response = await fetch(url.endsWith('/') ? url : `${url}/mcp`, {
    method: 'POST',
    headers: { ...jsonHeaders, ...headers },
    body: JSON.stringify(message),
  });
  const text = await response.text();
  const events = response.headers.get('content-type') === 'text/event-stream';
  const data = events ? [...text.matchAll(/^data: (.+)$/gm)].map((match) => match[1] ?? '') : text === '' ? [] : [text];
  const messages = data.map((part) => JSON.parse(part) as Record<string, unknown>);
  return { status: response.status, headers: response.headers, answer: messages.at(-1) as unknown as Answer, messages };
}

/** Posts a request of 2026-07-28 with the headers that this revision requires. */
export function modernPost(
  url: string,
  method: string,
  params: Record<string, unknown> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<RpcReply> {
  const name = params['name'] ?? params['uri'];
  const meta = params['_meta'] as Record<string, unknown> | undefined;
  return postMessage(
    url,
    { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: modernMeta(meta) } },
    {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
      ...headers,
    },
  );
}
