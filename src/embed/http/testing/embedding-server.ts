/** A real embedding endpoint for tests of the HTTP provider; each test defines its behaviour. */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { AppError } from '../../../model/error.ts';
import type { HttpEmbedderSettings } from '../http-embedder.ts';

export interface Call {
  path: string;
  authorization: string | undefined;
  body: { model: string; input: string[]; dimensions?: number; truncate?: boolean };
}
/** Answers the n-th request, counted from 0. */
export type Behaviour = (call: Call, response: ServerResponse, number: number) => void;

const servers: Server[] = [];

/** Ends every server of the test. */
export async function closeServers(): Promise<void> {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
}

async function readJson(request: IncomingMessage): Promise<Call['body']> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Call['body'];
}

/** Starts a server; `calls` collects its requests. */
export async function serve(behaviour: Behaviour): Promise<{ url: string; calls: Call[] }> {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    void readJson(request).then((body) => {
      const call = { path: request.url ?? '', authorization: request.headers.authorization, body };
      calls.push(call);
      behaviour(call, response, calls.length - 1);
    });
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
}

/** A vector that identifies its text: its length, then ones. */
export function vectorOf(text: string, dimensions = 4): number[] {
  return Array.from({ length: dimensions }, (_, i) => (i === 0 ? text.length : 1));
}
function expected(text: string, dimensions = 4): number[] {
  const length = Math.sqrt(text.length ** 2 + dimensions - 1);
  return vectorOf(text, dimensions).map((value) => value / length);
}
export function expectVectors(vectors: readonly Float32Array[], texts: readonly string[], dimensions = 4): void {
  expect(vectors.length).toBe(texts.length);
  for (const [i, text] of texts.entries()) {
    const wanted = text.trim() === '' ? Array.from({ length: dimensions }, () => 0) : expected(text, dimensions);
    for (const [j, value] of wanted.entries()) expect(vectors[i]![j]).toBeCloseTo(value, 5);
  }
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
/** Answers as OpenAI does. The vectors are in reverse order, which the API allows: each has its index. */
export function openai(call: Call, response: ServerResponse): void {
  const data = call.body.input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }));
  json(response, 200, { object: 'list', data: data.toReversed(), model: call.body.model });
}
export function ollama(call: Call, response: ServerResponse): void {
  json(response, 200, { model: call.body.model, embeddings: call.body.input.map((text) => vectorOf(text)) });
}

export function settings(url: string, overrides: Partial<HttpEmbedderSettings> = {}): HttpEmbedderSettings {
  return {
    api: 'openai',
    url,
    model: 'm',
    key: null,
    dimensions: 4,
    batchSize: 2,
    concurrency: 2,
    timeoutMs: 5000,
    prefixes: { query: '', passage: '' },
    retries: { attempts: 3, baseMs: 4, capMs: 20, maxRequestedMs: 2000 },
    ...overrides,
  };
}

export async function failure(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof AppError) return error;
  throw new Error(`expected an AppError, got ${String(error)}`);
}

export const texts = ['one', 'three', ' \n', 'fourteen chars', 'five5', ''];
