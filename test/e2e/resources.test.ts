/** The resources, their templates and completion, with a real process of each transport. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtureProject, permittedName, temporaryFolder } from './fixture-project.ts';
import { modernPost, startHttpServer, type HttpServerProcess } from './http-process.ts';
import { RawClient, type Answer } from './raw-client.ts';

const many = Object.fromEntries(
  Array.from({ length: 230 }, (_, i) => [
    `many/file-${String(i).padStart(3, '0')}.ts`,
    `export const value${i} = ${i};\n`,
  ]),
);
const longText = Array.from({ length: 4000 }, (_, i) => `line ${i} ${'x'.repeat(20)}`).join('\n');
const oddName = permittedName('src/odd name #1?.ts');
const root = fixtureProject({
  ...many,
  'docs/long.md': longText,
  'src/one-line.js': `let text = "${'y'.repeat(120_000)}";`,
  '.env': 'SECRET=hunter2\n',
  [oddName]: 'export const odd = 1;\n',
});

let client: RawClient;
let server: HttpServerProcess;
beforeAll(async () => {
  writeFileSync(join(root, 'picture.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]));
  client = new RawClient({ cwd: root });
  await client.initialize('2025-11-25');
  await client.call('code-scout_index', { background: false });
  server = await startHttpServer({ cwd: root });
  await modernPost(server.url, 'tools/call', { name: 'code-scout_index', arguments: { background: false } });
});
afterAll(async () => {
  await client.close();
  await server.close();
});

interface Contents {
  uri: string;
  mimeType: string;
  text: string;
  _meta?: Record<string, unknown>;
}

/** Sends a request over both transports, which must give the same answer. */
async function ask(method: string, params: Record<string, unknown>): Promise<Answer> {
  const answer = await client.request(method, params);
  let { answer: overHttp } = await modernPost(server.url, method, params);
  // The HTTP server follows the index that the other server makes, and its answer says so.
  for (let tries = 0; tries < 50 && JSON.stringify(overHttp).includes('is being updated'); tries++) {
    await sleep(50);
    ({ answer: overHttp } = await modernPost(server.url, method, params));
  }
  if (answer.result === undefined) expect(overHttp.error?.message).toBe(answer.error?.message);
  else expect(overHttp.result).toMatchObject(answer.result);
  return answer;
}

async function read(uri: string): Promise<Contents> {
  const { result, error } = await ask('resources/read', { uri });
  expect(error).toBeUndefined();
  const [only] = (result?.['contents'] ?? []) as Contents[];
  expect(only?.uri).toBe(uri);
  return only as Contents;
}

const readJson = async (uri: string): Promise<Record<string, unknown>> =>
  JSON.parse((await read(uri)).text) as Record<string, unknown>;

describe('lists', () => {
  it('list the resources by address, and the templates', async () => {
    const { result } = await ask('resources/list', {});
    const uris = (result?.['resources'] as { uri: string }[] | undefined)?.map(({ uri }) => uri);
    expect(uris).toEqual([
      'code-scout://config',
      'code-scout://project/status',
      'codebase://files',
      'codebase://search',
      'ui://code-scout/graph',
    ]);
    const templates = (await ask('resources/templates/list', {})).result?.['resourceTemplates'] as {
      uriTemplate: string;
    }[];
    expect(templates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'codebase://files/{+path}',
      'codebase://symbols/{+symbol}',
    ]);
  });
});

describe('codebase://search', () => {
  it('explains how to search, with the languages and counts', async () => {
    const data = await readJson('codebase://search');
    expect(data['description']).toBe('Use the search_code tool to search the codebase');
    expect(data['languages']).toMatchObject({ python: 1, markdown: 2 });
    expect(Object.values(data['languages'] as Record<string, number>).reduce((a, b) => a + b)).toBe(data['files']);
    const named = (await client.request('tools/list')).result?.['tools'] as { name: string }[];
    for (const tool of Object.keys(data['tools'] as object)) expect(named.map(({ name }) => name)).toContain(tool);
  });
});

describe('codebase://files', () => {
  it('lists each file once, in pages, even when one is removed meanwhile', async () => {
    const paths: string[] = [];
    let uri: string | undefined = 'codebase://files';
    let pages = 0;
    while (uri !== undefined) {
      const page = await readJson(uri);
      const files = page['files'] as { path: string; language: string; lines: number; size: number }[];
      expect(files.length).toBeLessThanOrEqual(100);
      expect(files.every(({ language, size }) => language !== '' && size > 0)).toBe(true);
      paths.push(...files.map(({ path }) => path));
      uri = page['next'] as string | undefined;
      pages++;
      if (uri === undefined) expect(page['total']).toBe(paths.length);
    }
    expect(pages).toBe(3);
    expect(paths).toEqual([...new Set(paths)].toSorted());
    expect(paths).toContain(oddName);
    expect(paths.filter((path) => path.startsWith('many/'))).toHaveLength(230);
  });

  it.each(['codebase://files?cursor=zzz', 'codebase://files?cursor=', 'codebase://files?page=2'])(
    '%s is refused',
    async (uri) => {
      expect((await ask('resources/read', { uri })).error?.code).toBe(-32602);
    },
  );
});

describe('a file', () => {
  it('is its text, with its content type', async () => {
    expect(await read('codebase://files/src/auth/session.ts')).toMatchObject({
      mimeType: 'text/plain',
      text: 'export class Session {\n  constructor(readonly token: string) {}\n}\n',
    });
    expect((await read('codebase://files/docs/login.md')).mimeType).toBe('text/markdown');
    expect((await read(`codebase://files/${encodeURI(oddName).replace('#', '%23').replace('?', '%3F')}`)).text).toBe(
      'export const odd = 1;\n',
    );
  });

  it.each([
    ['docs/long.md', longText],
    ['src/one-line.js', `let text = "${'y'.repeat(120_000)}";`],
  ])('%s comes in pages that together are the whole file', async (path, whole) => {
    let text = '';
    let uri: string | undefined = `codebase://files/${path}`;
    let pages = 0;
    while (uri !== undefined) {
      const page = await read(uri);
      expect(page.text.length).toBeLessThanOrEqual(50_000);
      text += page.text;
      uri = page._meta?.['next'] as string | undefined;
      pages++;
    }
    expect(text === whole).toBe(true);
    expect(pages).toBeGreaterThan(2);
  });

  it.each([
    ['a secret', 'codebase://files/.env', 'hunter2'],
    ['what is ignored', 'codebase://files/ignored/login.ts', 'ignoredLogin'],
    ['the way out', 'codebase://files/../../etc/passwd', 'root:'],
    ['the way out, encoded', 'codebase://files/%2e%2e%2f%2e%2e%2fetc%2fpasswd', 'root:'],
    ['an absolute path', 'codebase://files//etc/passwd', 'root:'],
    ['a zero', 'codebase://files/src%00/a.ts', 'root:'],
    ['git', 'codebase://files/.git/config', '[core]'],
    ['a link out', 'codebase://files/out/secret.txt', 'hunter3'],
    ['a picture', 'codebase://files/picture.png', 'PNG\r'],
    ['a folder', 'codebase://files/src', 'login'],
    ['a wrong place', 'codebase://files/docs/login.md?start_line=0', '# Login'],
    ['a wrong parameter', 'codebase://files/docs/login.md?line=1', '# Login'],
  ])('%s is refused', async (_, uri, secret) => {
    const outside = temporaryFolder();
    writeFileSync(join(outside, 'secret.txt'), 'hunter3\n');
    mkdirSync(join(root, 'src'), { recursive: true });
    try {
      symlinkSync(outside, join(root, 'out'));
    } catch {
      // The pipe is left from the first transport.
    }
    const { error, result } = await ask('resources/read', { uri });
    expect(result).toBeUndefined();
    expect([-32602, -32002]).toContain(error?.code);
    expect(error?.message).not.toContain(secret);
  });

  it('that does not exist is refused with the nearest path', async () => {
    const { error } = await client.request('resources/read', { uri: 'codebase://files/src/auth/sesion.ts' });
    expect(error).toMatchObject({ code: -32002, message: expect.stringContaining('src/auth/session.ts') as unknown });
  });
});

describe('a symbol', () => {
  it('is shown by its definitions with code, and its uses', async () => {
    const data = await readJson('codebase://symbols/loginUser');
    expect(data['definitions']).toMatchObject([
      {
        id: 'src/auth/login-service.ts#loginUser',
        kind: 'function',
        exported: true,
        code: expect.stringContaining('signIn') as unknown,
      },
    ]);
    expect(data['uses']).toMatchObject([{ path: 'src/auth/login-service.test.ts', line: 4 }]);
    const byId = await readJson('codebase://symbols/src/auth/login-service.ts%23LoginService.signIn');
    expect(byId['definitions']).toMatchObject([{ kind: 'method' }]);
  });

  it('that does not exist is refused with the nearest name', async () => {
    const { error } = await client.request('resources/read', { uri: 'codebase://symbols/loginUsr1' });
    expect(error).toMatchObject({ code: -32002, message: expect.stringContaining('loginUser') as unknown });
  });
});

describe('completion', () => {
  const complete = async (uri: string, name: string, value: string): Promise<Record<string, unknown>> => {
    const params = { ref: { type: 'ref/resource', uri }, argument: { name, value } };
    const { result } = await ask('completion/complete', params);
    return result?.['completion'] as Record<string, unknown>;
  };

  it('offers paths and symbols, the most likely first, at most 100', async () => {
    expect(await complete('codebase://files/{+path}', 'path', 'session')).toEqual({
      values: ['src/auth/session.ts'],
      total: 1,
      hasMore: false,
    });
    const all = await complete('codebase://files/{+path}', 'path', 'file-');
    expect(all).toMatchObject({ total: 230, hasMore: true });
    expect(all['values']).toHaveLength(100);
    const symbols = await complete('codebase://symbols/{+symbol}', 'symbol', 'login');
    expect((symbols['values'] as string[]).slice(0, 2)).toEqual(['loginUser', 'loginLimit']);
    expect(symbols['values']).toContain('LoginService');
  });

  it.each<[string, Record<string, unknown>]>([
    ['another template', { ref: { type: 'ref/resource', uri: 'x://{y}' }, argument: { name: 'y', value: '' } }],
    [
      'another argument',
      { ref: { type: 'ref/resource', uri: 'codebase://files/{+path}' }, argument: { name: 'y', value: '' } },
    ],
    ['a prompt', { ref: { type: 'ref/prompt', name: 'explore' }, argument: { name: 'y', value: '' } }],
  ])('%s is refused', async (_, params) => {
    expect((await ask('completion/complete', params)).error?.code).toBe(-32602);
  });

  it.each([
    {},
    { ref: 5 },
    { ref: { type: 'ref/resource' }, argument: {} },
    { ref: { type: 'x' }, argument: { name: 'a', value: 'b' } },
  ])('refuses the malformed request %j', async (params) => {
    expect((await client.request('completion/complete', params)).error?.code).toBe(-32602);
  });
});
