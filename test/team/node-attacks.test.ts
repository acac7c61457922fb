/** Attacks on query nodes: floods, as on every server; a node that somebody has put into the catalogue; commits that no clone would have; tokens where none belong. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Repository } from '../../src/team/catalogue/catalogue.ts';
import { until } from '../../src/util/testing/until.ts';
import { postBytes, sendRaw } from '../e2e/http-process.ts';
import { describeFloods } from '../served-suites.ts';
import { askTool, NodeOrganisation, underAttack, type StartedNode } from './node-organisation.ts';
import { git } from './team-repository.ts';

const files = { 'src/app.ts': 'export function app(): void {}\n' };
const mark = 'LEAKED-1c9e';

describeFloods(
  'a node under attack',
  async () => {
    const organisation = await NodeOrganisation.open();
    const repository = await organisation.repository('example.org/shop', files);
    await organisation.publish(repository);
    return underAttack(organisation, await organisation.start(), await organisation.token('ann', [repository]));
  },
  ['search', { pattern: 'app' }],
);

let organisation: NodeOrganisation;
const closing: (() => void)[] = [];
beforeEach(async () => {
  organisation = await NodeOrganisation.open();
});
afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await organisation.close();
});

async function published(name = 'example.org/shop'): Promise<Repository> {
  const repository = await organisation.repository(name, files);
  await organisation.publish(repository);
  return repository;
}

describe('a node that somebody has put into the catalogue', () => {
  interface Seen {
    url: string;
    headers: NodeJS.Dict<string | string[]>;
  }

  /** Is named so that it is the first choice of some of the repositories. */
  async function hostile(answer: RequestListener): Promise<{ url: string; seen: Seen[] }> {
    const seen: Seen[] = [];
    const server = createServer((request, response) => {
      seen.push({ url: request.url ?? '', headers: request.headers });
      answer(request, response);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    closing.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
  }
  const beat = (name: string, url: string): Promise<void> =>
    organisation.catalogue.beatNode({ name, url, bytes: 0, version: 'test' });

  /** A repository whose questions the node passes on to the hostile one. */
  async function passedTo(node: StartedNode, name: string): Promise<Repository> {
    for (let at = 0; ; at++) {
      const repository = await published(`example.org/shop${at}`);
      await until(() => node.node.repositories.some(({ id }) => id === repository.id));
      if (node.node.betterNodes(repository.id)[0]?.name === name) return repository;
    }
  }

  it('is sent nothing where it is reached without TLS beyond the machine', async () => {
    await published();
    const token = await organisation.token('ann', null);
    const node = await organisation.start({ name: 'n1' });
    for (const [at, url] of ['http://evil.example', 'ftp://127.0.0.1', 'not a url', 'http://127.0.0.1.evil.example:1'].entries()) await beat(`evil${at}`, url); // prettier-ignore
    const { url } = await hostile((_, response) => response.end());
    await beat('local', url);
    await until(() => [1, 2, 3, 4, 5, 6, 7, 8].some((id) => node.node.betterNodes(id).length > 0));
    for (let id = 1; id < 50; id++)
      expect(node.node.betterNodes(id).filter(({ name }) => name.startsWith('evil'))).toEqual([]);
    expect((await askTool(node, token, 'search', { pattern: 'app' })).status).toBe(200);
  });

  it('puts nothing into answers but what answers have', async () => {
    const token = await organisation.token('ann', null);
    const page = await hostile((_, response) => {
      response.writeHead(200, {
        ...{ 'content-type': 'text/html', 'set-cookie': 'a=b', 'access-control-allow-origin': '*' },
        ...{ location: 'https://evil.example', 'content-security-policy': '', 'x-injected': mark },
      });
      response.end(`<script>${mark}</script>`);
    });
    const node = await organisation.start({ name: 'n1' });
    await beat('evil', page.url);
    const repository = await passedTo(node, 'evil');
    const ask = (): Promise<Response> =>
      fetch(`${node.url}/api/tools/search`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ pattern: 'app', project: repository.name }),
      });
    const answer = await ask();
    expect([answer.status, await answer.text()]).toEqual([200, expect.not.stringContaining(mark)]);
    expect(page.seen.length).toBeGreaterThan(0);
    // What is said to be JSON is handed on, with nothing else of its headers.
    const json = await hostile((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'a=b', 'x-injected': mark });
      response.end('{}');
    });
    await beat('evil', json.url);
    await until(async () => (await ask()).headers.get('content-length') === '2');
    const passed = await ask();
    for (const name of ['set-cookie', 'x-injected', 'access-control-allow-origin'])
      expect([name, passed.headers.get(name)]).toEqual([name, null]);
    expect(passed.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('gets what it needs of a request, and no header that a sender made up', async () => {
    const token = await organisation.token('ann', null);
    const { url, seen } = await hostile((_, response) => response.writeHead(503).end());
    const node = await organisation.start({ name: 'n1' });
    await beat('evil', url);
    const repository = await passedTo(node, 'evil');
    const more = ['Cookie: a=b', 'X-Forwarded-Host: evil.example', 'Mcp-Name: a b', 'Transfer-Encoding: chunked'];
    const body = JSON.stringify({ pattern: 'app', project: repository.name });
    const bytes = postBytes('/api/tools/search?a=%0d%0aX-Injected:%201', body, [`Authorization: Bearer ${token}`, ...more])
      .replace(/Content-Length: \d+\r\n/, '')
      .replace(body, `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`); // prettier-ignore
    const { port } = new URL(node.url);
    expect((await sendRaw(Number(port), bytes))?.status).toBe(200);
    const [first] = seen;
    expect(first!.url).toBe('/api/tools/search?a=%0d%0aX-Injected:%201');
    expect(first!.headers).toMatchObject({ host: new URL(url).host, 'content-length': String(body.length), 'mcp-name': 'a b' }); // prettier-ignore
    for (const name of ['cookie', 'x-forwarded-host', 'x-injected', 'transfer-encoding', 'mcp-session-id'])
      expect(first!.headers).not.toHaveProperty(name);
  });
});

describe('a commit', () => {
  it('with links shows nothing of where they lead', async () => {
    const outside = join(organisation.top, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'target.txt'), `${mark}\n`);
    const repository = await organisation.repository('example.org/links', files);
    const origin = organisation.originOf(repository.name);
    for (const [link, to] of [
      ['file.txt', join(outside, 'target.txt')],
      ['folder', outside],
      ['relative.txt', '../../outside/target.txt'],
      ['up', '../../..'],
      ['git', '.git'],
      ['src/index', '../.code-scout'],
      ['passwords.txt', '/etc/passwd'],
    ] as const)
      symlinkSync(to, join(origin, link));
    organisation.commit(repository.name, {});
    await organisation.publish(repository);
    const token = await organisation.token('ann', [repository]);
    const node = await organisation.start();
    const bodies: string[] = [(await askTool(node, token, 'search', { pattern: 'app' })).body];
    const paths = ['file.txt', 'folder/target.txt', 'folder', 'relative.txt', 'up/outside/target.txt', 'up', 'git/config', 'git', 'src/index/database.db', 'src/index', 'passwords.txt']; // prettier-ignore
    for (const path of paths) {
      const read = await askTool(node, token, 'read_file', { file_path: path });
      const listed = await askTool(node, token, 'list_directory', { path });
      expect([path, read.status >= 400, listed.status >= 400]).toEqual([path, true, true]);
      bodies.push(read.body, listed.body, (await askTool(node, token, 'chunk_file', { file_path: path })).body);
    }
    bodies.push((await askTool(node, token, 'search_code', { query: mark.slice(0, 6) })).body);
    bodies.push((await askTool(node, token, 'list_indexed_files', {})).body);
    expect(bodies.filter((body) => /1c9e|root:|\[core\]/.test(body))).toEqual([]);
  });

  it.each([
    ['a file above the folder', '..', false],
    ['a folder of version control', '.git', true],
    ['a folder of version control by another case', '.GIT', true],
    ['a folder of version control by another name of it', 'git~1', true],
    ['a path with a slash in a name', '../../escaped', false],
  ])('with %s is not checked out', async (_, name, isFolder) => {
    const repository = await published();
    const origin = organisation.originOf(repository.name);
    const hash = (type: string, bytes: Buffer): string =>
      execFileSync('git', ['hash-object', '-w', '--literally', '-t', type, '--stdin'], { cwd: origin, input: bytes }).toString().trim(); // prettier-ignore
    const entry = (mode: string, path: string, id: string): Buffer =>
      Buffer.concat([Buffer.from(`${mode} ${path}\0`), Buffer.from(id, 'hex')]);
    const blob = hash('blob', Buffer.from(`${mark}\n`));
    const inner = hash('tree', entry('100644', 'config', blob));
    const app = git(origin, 'rev-parse', 'HEAD:src');
    const tree = hash('tree', Buffer.concat([entry(isFolder ? '40000' : '100644', name, isFolder ? inner : blob), entry('40000', 'src', app)])); // prettier-ignore
    const commit = git(origin, 'commit-tree', '-m', 'hostile', '-p', 'HEAD', tree);
    git(origin, 'update-ref', 'refs/heads/main', commit);
    await organisation.hear(repository);
    const [ref] = await organisation.catalogue.listRefs(repository.id);
    const { edition, flavour } = ref!.heads[0]!;
    const job = await organisation.catalogue.takeJob({ worker: 'w', edition, leaseMs: 60_000, maxStrikes: 3 });
    // As a worker would say that is not ours.
    await organisation.catalogue.finishJob({ ...job!, commit, tree, flavour, bytes: 1, files: 1, lines: 1, packages: null }); // prettier-ignore
    const token = await organisation.token('ann', [repository]);
    const node = await organisation.start();
    const answer = await askTool(node, token, 'search', { pattern: 'app' });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    const written = readdirSync(organisation.top, { recursive: true, withFileTypes: true });
    const marked = written.filter((file) => file.isFile() && readFileSync(join(file.parentPath, file.name), 'latin1').includes(mark)); // prettier-ignore
    expect(marked).toEqual([]);
  });
});

describe('a token', () => {
  it('is in no line of the log, whatever is asked with it, and counts only in its header', async () => {
    const repository = await published();
    const token = await organisation.token('ann', [repository]);
    const node = await organisation.start({ name: 'n1' });
    const statuses: number[] = [];
    for (const target of [
      `/api/tools/search?access_token=${token}`,
      `/mcp?token=${token}`,
      `/${token}`,
      `/api/explorer/${token}`,
    ])
      // prettier-ignore
      for (const headers of [{}, { authorization: `Bearer ${token}x` }, { authorization: `Basic ${token}` }, { cookie: `token=${token}` }] as Record<string, string>[]) // prettier-ignore
        for (const method of ['GET', 'POST'])
          statuses.push((await fetch(`${node.url}${target}`, { method, headers })).status);
    expect(new Set(statuses)).toEqual(new Set([401]));
    await askTool(node, token, token, {});
    await askTool(node, token, 'search', { pattern: 'app', project: token });
    const own = { authorization: `Bearer ${token}` };
    for (const target of [`/api/explorer/symbol?id=${token}`, `/${token}`, `/api/tools/search?token=${token}`]) await fetch(`${node.url}${target}`, { headers: own }); // prettier-ignore
    expect(node.log().length).toBeGreaterThan(statuses.length);
    expect(node.log().filter((line) => line.includes(token.slice(8)))).toEqual([]);
  });
});

it('no question of the explorer says where something is on the machine, or has the machine checked', async () => {
  const repositories = [await published('example.org/one'), await published('example.org/two')];
  const token = await organisation.token('ann', repositories);
  const { url } = await organisation.start();
  const bodies: string[] = [];
  for (const project of ['example.org/one', '*'])
    for (const question of ['checks', 'health', 'overview', 'entries', 'map', 'files', 'unused']) {
      const reply = await fetch(`${url}/api/explorer/${question}?project=${encodeURIComponent(project)}`, { headers: { authorization: `Bearer ${token}` } }); // prettier-ignore
      bodies.push(await reply.text());
    }
  expect(bodies.filter((body) => body.includes(organisation.top) || /grammars|native parts/.test(body))).toEqual([]);
  expect(bodies[0]).toContain('signed snapshot');
});
