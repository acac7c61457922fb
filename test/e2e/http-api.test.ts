/** The JSON API, health, metrics and logs of the HTTP server, over a real process. */
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tools } from '../../src/tools/registry.ts';
import { fixtureProject } from './fixture-project.ts';
import { postMessage, startHttpServer, type HttpServerProcess } from './http-process.ts';
import { until } from '../../src/util/testing/until.ts';

const root = fixtureProject();
let server: HttpServerProcess;
beforeAll(async () => {
  server = await startHttpServer({ cwd: root, env: { CODE_SCOUT_LOGGING_LEVEL: 'info' } });
  await api('code-scout_index', { background: false });
});
afterAll(() => server.close());

type Json = Record<string, unknown>;

async function api(
  name: string,
  args: unknown = {},
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Json }> {
  const response = await fetch(`${server.url}/api/tools/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof args === 'string' ? args : JSON.stringify(args),
  });
  return { status: response.status, body: (await response.json()) as Json };
}

const get = async (path: string): Promise<Json> => (await (await fetch(server.url + path)).json()) as Json;

async function metrics(): Promise<string> {
  const response = await fetch(`${server.url}/metrics`);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return response.text();
}

function sample(text: string, name: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? Number.NaN);
}

describe('GET /health', () => {
  it('answers with the fields that it promises', async () => {
    expect(await get('/health')).toEqual({
      status: 'ok',
      service: 'code-scout-mcp',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as unknown,
      mode: 'http',
    });
    const head = await fetch(`${server.url}/health`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});

describe('the JSON API', () => {
  it('lists the tools with their schemas', async () => {
    const { tools: listed } = (await get('/api/tools')) as { tools: Json[] };
    expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    for (const tool of listed)
      expect(tool).toMatchObject({ inputSchema: { type: 'object', additionalProperties: false } });
  });

  it('gives the same answers as the protocol', async () => {
    const args = { tags: ['login'] };
    const { status, body } = await api('code-scout_search', args);
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'code-scout_search', arguments: args },
    };
    const { answer } = await postMessage(server.url, message);
    const timeless = (value: unknown): string =>
      JSON.stringify(value).replaceAll(/execution_time":[\d.]+|time:\*\* [\d.]+ ?ms/gi, '');
    expect(status).toBe(200);
    expect(timeless(body['data'])).toBe(timeless(answer.result?.['structuredContent']));
    expect(timeless(body['texts'])).toBe(
      timeless((answer.result?.['content'] as { text: string }[] | undefined)?.map(({ text }) => text)),
    );
  });

  it('accepts no body where a tool needs no arguments', async () => {
    const response = await fetch(`${server.url}/api/tools/code-scout_status`, { method: 'POST' });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ data: { status: 'idle' } });
  });

  it.each<[string, string, unknown, Record<string, string>, number, string]>([
    ['a wrong argument', 'search', { patern: 'x' }, {}, 400, 'ValidationError'],
    ['a list for arguments', 'search', [], {}, 400, 'ValidationError'],
    ['half of JSON', 'search', '{"a":', {}, 400, 'ValidationError'],
    ['an unknown symbol', 'get_callers', { symbol: 'noSuchSymbolAnywhere' }, {}, 404, 'NotFoundError'],
    ['an unknown tool', 'serch', {}, {}, 404, 'NotFoundError'],
    ['a prototype’s name', '__proto__', {}, {}, 404, 'NotFoundError'],
    ['a name with a wrong escape', '%E0%A4%A', {}, {}, 404, 'NotFoundError'],
    ['another type of content', 'search', '{}', { 'content-type': 'text/plain' }, 415, 'ValidationError'],
  ])('%s has its HTTP status', async (_, name, args, headers, status, type) => {
    const reply = await api(name, args, headers);
    expect(reply.status).toBe(status);
    expect(reply.body).toMatchObject({ error: { type, message: expect.any(String) as unknown } });
    expect(reply.body).not.toHaveProperty('data');
  });

  it('refuses other methods and other paths', async () => {
    const wrong = await fetch(`${server.url}/api/tools/search`);
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST']);
    for (const path of ['/api', '/api/tools/search/more', '/api/../etc/passwd', '/favicon.ico']) {
      expect((await fetch(server.url + path)).status, path).toBe(404);
    }
  });
});

describe('the OpenAPI document', () => {
  it('has each tool with its own schemas, and no reference out of the document', async () => {
    const document = await get('/api/openapi.json');
    const paths = document['paths'] as Record<string, { post?: Json }>;
    const { tools: listed } = (await get('/api/tools')) as { tools: Json[] };
    expect(document['openapi']).toBe('3.1.0');
    expect(Object.keys(paths).filter((path) => path.startsWith('/api/tools/'))).toHaveLength(tools.length);
    for (const tool of listed) {
      const post = paths[`/api/tools/${String(tool['name'])}`]?.post;
      expect(post?.['requestBody']).toMatchObject({ content: { 'application/json': { schema: tool['inputSchema'] } } });
    }
    const components = document['components'] as { responses: Json };
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(new Set(references)).toEqual(
      new Set(Object.keys(components.responses).map((status) => `#/components/responses/${status}`)),
    );
    const ids = Object.values(paths).flatMap((path) => Object.values(path).map((one) => one['operationId']));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('GET /api/projects', () => {
  it('lists the one project', async () => {
    expect(await get('/api/projects')).toEqual({ projects: [{ name: basename(root), root }] });
  });
});

describe('GET /metrics', () => {
  it('counts calls and errors by tool and answers from the cache, and reports sizes', async () => {
    // An index that does not change: answers are cached only until the index changes.
    const hit = 'code_scout_answer_cache_total{tool="search_repo",result="hit"}';
    for (let i = 0; i < 200 && Number.isNaN(sample(await metrics(), hit)); i++) {
      await api('search_repo', { query: 'signing out' });
      await wait(20);
    }
    const before = await metrics();
    await api('search_repo', { query: 'how users sign in' });
    await api('search_repo', { query: 'how users sign in' });
    await api('search_repo', {});
    const session = await postMessage(server.url, {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    });
    expect(session.status).toBe(200);
    const after = await metrics();
    const ofProject = `{project="${basename(root)}"}`;
    const risen = (name: string): number => sample(after, name) - (sample(before, name) || 0);
    expect(risen('code_scout_tool_calls_total{tool="search_repo",outcome="ok"}')).toBe(2);
    expect(risen('code_scout_tool_calls_total{tool="search_repo",outcome="ValidationError"}')).toBe(1);
    expect(risen(hit)).toBe(1);
    expect(risen('code_scout_answer_cache_total{tool="search_repo",result="miss"}')).toBe(1);
    expect(risen('code_scout_tool_duration_seconds_count{tool="search_repo"}')).toBe(3);
    expect(risen('code_scout_http_requests_total{method="POST",route="/api/tools/*",status="400"}')).toBe(1);
    expect(risen('code_scout_mcp_sessions')).toBe(1);
    expect(sample(after, `code_scout_index_up${ofProject}`)).toBe(1);
    expect(sample(after, `code_scout_index_files${ofProject}`)).toBeGreaterThan(8);
    expect(sample(after, `code_scout_index_bytes${ofProject}`)).toBeGreaterThan(1000);
    expect(sample(after, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
  });

  it('is in the format of Prometheus: each family is described once, and its buckets rise to the count', async () => {
    const lines = (await metrics()).trimEnd().split('\n');
    const types = lines.filter((line) => line.startsWith('# TYPE ')).map((line) => line.split(' ')[2]);
    expect(new Set(types).size).toBe(types.length);
    for (const line of lines.filter((one) => !one.startsWith('#'))) {
      expect(line).toMatch(/^[a-z0-9_]+(?:\{[a-z_]+="[^"]*"(?:,[a-z_]+="[^"]*")*\})? -?[\d.e+-]+$/);
    }
    const of = (suffix: string): number[] =>
      lines
        .filter((line) => line.startsWith(`code_scout_tool_duration_seconds_${suffix}{tool="code-scout_index"`))
        .map((line) => Number(line.split(' ')[1]));
    const buckets = of('bucket');
    expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
    expect(buckets.at(-1)).toBe(of('count')[0]);
  });

  it('contains no words of a question and no path from one', async () => {
    await api('search_repo', { query: 'quokka wombat' });
    await fetch(`${server.url}/quokka`);
    expect(await metrics()).not.toContain('quokka');
  });
});

describe('logs', () => {
  it('have a JSON line for each call and each request, with the fields that are documented and without words of the question', async () => {
    await api('search_repo', { query: 'platypus burrow' });
    await api('get_callers', { symbol: 'platypusBurrow' });
    const read = (): Json[] =>
      server
        .errors()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Json);
    // The line of a request is written after its answer has been sent.
    await until(() => read().at(-1)?.['status'] === 404, read);
    const lines = read();
    const call = lines.findLast(({ tool }) => tool === 'search_repo');
    expect(call).toMatchObject({
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown,
      level: 'info',
      component: 'API',
      duration: expect.any(Number) as unknown,
      queryLength: 15,
      queryHash: expect.stringMatching(/^[0-9a-f]{12}$/) as unknown,
      results: expect.any(Number) as unknown,
      cache: false,
    });
    expect(lines.findLast(({ tool }) => tool === 'get_callers')).toMatchObject({
      level: 'warn',
      error: 'NotFoundError',
    });
    expect(lines.findLast(({ component }) => component === 'HTTP')).toMatchObject({
      method: 'POST',
      path: '/api/tools/*',
      status: 404,
    });
    expect(server.errors()).not.toMatch(/platypus/i);
  });
});
