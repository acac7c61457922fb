/**
 * Requests to a server over HTTP, as bytes; in a request to /mcp the message is what is changed, and its length is right. The contract: no
 * answer of status 500, no error that says that the program is at fault, and the server goes on.
 */
import { connect } from 'node:net';
import { startHttp } from '../../src/api/http-server.ts';
import type { Target } from '../lib/target.ts';
import { ownFolder, writeProject } from './own-folder.ts';

const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } };

function message(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
}

function request(head: string, body = ''): string {
  const length = body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return `${head} HTTP/1.1\r\nHost: localhost\r\nAccept: application/json, text/event-stream\r\n${length}Connection: close\r\n\r\n${body}`;
}

const calls: readonly string[] = [
  message('initialize', client),
  message('tools/list', {}),
  message('tools/call', { name: 'find_callers', arguments: { symbol: 'moor', maxDepth: 2 } }),
  message('tools/call', { name: 'search_repo', arguments: { query: 'ships at the quay', limit: 5 } }),
  message('tools/call', { name: 'search_code', arguments: { query: 'mo+r', isRegex: true } }),
  message('tools/call', { name: 'read_file', arguments: { path: 'src/main.ts', startLine: 1, endLine: 3 } }),
  message('resources/read', { uri: 'file:///src/main.ts' }),
  message('prompts/get', { name: 'onboard', arguments: {} }),
  message('completion/complete', { ref: { type: 'ref/prompt', name: 'onboard' }, argument: { name: 'a', value: 'b' } }),
];

const requests: readonly string[] = [
  request('GET /health'),
  request('GET /metrics'),
  request('GET /openapi.json'),
  request('POST /mcp', message('ping', {})),
  request('POST /api/v1/tools/find_callers', '{"symbol":"moor"}'),
  request('DELETE /mcp'),
];

/** How long an answer is waited for (ms): a request that is not complete gets none. */
const patienceMs = 1500;

function ask(port: number, bytes: Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect({ port, host: '127.0.0.1' });
    const timer = setTimeout(() => socket.destroy(), patienceMs);
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      if (text.length < 100_000) text += chunk;
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(text);
    });
    socket.end(bytes);
  });
}

/** A message as its request: of the version 2026-07-28, which has no sessions, as far as its head goes. */
function withHead(body: Uint8Array): Uint8Array {
  const head =
    'POST /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: application/json, text/event-stream\r\nContent-Type: application/json\r\n' +
    `MCP-Protocol-Version: 2025-06-18\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

export const http: Target = {
  seeds: () =>
    Promise.resolve([
      ...calls.map((text) => ({ name: 'call.json', bytes: Buffer.from(text) })),
      ...requests.map((text) => ({ name: 'request.txt', bytes: Buffer.from(text) })),
    ]),
  testRuns: 16,
  form: 'text',
  tokens: [
    '\r\n',
    '\r\n\r\n',
    'Transfer-Encoding: chunked',
    'Content-Length: ',
    'Host: ',
    ' HTTP/1.1',
    '%2e%2e/',
    '/mcp',
    '/api/',
    '"arguments":',
    'null',
    '{}',
    '[]',
  ],
  largest: 200_000,
  open: async () => {
    const folder = ownFolder();
    writeProject(folder.path);
    const settings = { 'embedding.provider': 'off', 'http.rateLimit': 0 };
    const server = await startHttp({ root: folder.path, transport: 'http', userConfig: false, settings });
    const port = Number(new URL(server.url ?? '').port);
    return {
      run: async ({ name, bytes }) => {
        const answer = await ask(port, name === 'call.json' ? withHead(bytes) : bytes);
        if (/^HTTP\/1\.1 5(?!03)/.test(answer)) throw new Error(answer.slice(0, 300));
        if (answer.includes('InternalError') || answer.includes('"code":-32603')) throw new Error(answer.slice(-500));
        if (answer !== '') return;
        const health = await ask(port, Buffer.from(request('GET /health')));
        if (!health.startsWith('HTTP/1.1 200'))
          throw new Error(`the server does not answer any more: ${health.slice(0, 100)}`);
      },
    };
  },
};
