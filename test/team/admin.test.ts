/** What administrators see and do at a node, and that it is not there for anybody else. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AdminQuestions } from '../../src/explorer/contract.ts';
import type { Repository } from '../../src/team/catalogue/catalogue.ts';
import { makeToken, tokenDigest, tokenId } from '../../src/team/catalogue/tokens.ts';
import { until } from '../../src/util/testing/until.ts';
import { NodeOrganisation, type StartedNode } from './node-organisation.ts';

let organisation: NodeOrganisation;
let node: StartedNode;
let shop: Repository;
const tokens: Record<'admin' | 'plain' | 'reader' | 'nobody', string> = {
  admin: '',
  plain: '',
  reader: '',
  nobody: '',
};
let adminId = 0;

async function tokenOf(principal: number, more: { administers?: boolean } = {}): Promise<string> {
  const token = makeToken();
  const rest = { principal, name: 'laptop', repositories: null, may: 'index', validMs: 3_600_000 } as const;
  await organisation.catalogue.addToken({ digest: tokenDigest(token), ...rest, ...more });
  return token;
}

beforeAll(async () => {
  organisation = await NodeOrganisation.open();
  const { catalogue } = organisation;
  shop = await organisation.repository('team/shop', { 'a.ts': 'export const a = 1;\n' });
  await organisation.repository('team/prices', { 'b.ts': 'export const b = 1;\n' });
  await catalogue.wantEdition('e1', '9.9.9');
  await organisation.hear(shop);
  const job = await catalogue.takeJob({ worker: 'w1', edition: 'e1', leaseMs: 60_000, maxStrikes: 3 });
  await catalogue.failJob(job!, { error: 'The repository is too large', retryMs: null });
  await catalogue.beatWorker({ name: 'w1', version: '9.9.9', edition: 'e1' });
  const [ann, bob, eve] = [await catalogue.addPrincipal('person', 'ann'), await catalogue.addPrincipal('person', 'bob'), await catalogue.addPrincipal('person', 'eve')]; // prettier-ignore
  adminId = ann.id;
  await catalogue.setAdministrator(ann.id, true);
  await catalogue.grant(bob.id, shop.id, 'index');
  tokens.admin = await tokenOf(ann.id, { administers: true });
  tokens.plain = await tokenOf(ann.id);
  // Made with --may admin for somebody who is no administrator.
  tokens.reader = await tokenOf(bob.id, { administers: true });
  tokens.nobody = await tokenOf(eve.id);
  node = await organisation.start({ name: 'n1' });
});
afterAll(() => organisation.close());

interface Reply {
  status: number;
  body: string;
}

async function send(path: string, init: RequestInit & { token?: string } = {}): Promise<Reply> {
  const { token = tokens.admin, headers, ...rest } = init;
  const response = await fetch(node.url + path, { ...rest, headers: { authorization: `Bearer ${token}`, ...headers } });
  return { status: response.status, body: await response.text() };
}

async function ask<Name extends keyof AdminQuestions>(name: Name, query = ''): Promise<AdminQuestions[Name]['answer']> {
  const { status, body } = await send(`/api/${name}?${query}`);
  expect(status, body).toBe(200);
  return JSON.parse(body) as AdminQuestions[Name]['answer'];
}

const act = (name: string, given: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  send(`/api/admin/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(given),
  });

it('tells a client of the protocol what the token of an administrator who may read nothing is for', async () => {
  for (const path of ['/mcp', '/']) {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    const { status, body } = await send(path, init);
    expect(status).toBe(403);
    expect(JSON.parse(body).error.message).toMatch(/for the administration alone.*explorer.*catalogue grant/);
  }
});

it('is there for an administrator, also for one who may read nothing', async () => {
  expect(await ask('admin/summary')).toMatchObject({
    ...{ tenant: 'main', repositories: 2, behind: 1, versions: ['9.9.9'], lastSweep: null },
    jobs: { failed: 1, waiting: 0 },
    workers: { total: 1, shown: [{ name: 'w1', version: '9.9.9' }] },
    nodes: { total: 1, shown: [{ name: 'n1', url: node.url, held: 0 }] },
  });
  const { total, rows } = await ask('admin/repositories', 'filter=failed&q=SHOP');
  expect([total, rows[0]]).toMatchObject([
    1,
    { name: 'team/shop', lastJob: { state: 'failed', error: 'The repository is too large' } },
  ]);
  expect((await ask('admin/jobs')).rows).toMatchObject([{ name: 'team/shop', state: 'failed', worker: 'w1' }]);
  expect((await ask('admin/people', 'q=ann')).rows).toMatchObject([{ name: 'ann', administers: true, tokens: 2 }]);
  expect((await ask('admin/audit', 'limit=3')).rows).toHaveLength(3);
  const listed = await ask('admin/tokens');
  expect(listed.total).toBe(4);
  for (const token of Object.values(tokens)) {
    expect(JSON.stringify(listed)).not.toContain(token);
    expect(JSON.stringify(listed)).not.toContain(tokenDigest(token));
  }
  expect(await send('/api/explorer/projects')).toEqual({ status: 200, body: '{"names":[],"administers":true}' });
  // That is all: an administrator who was granted nothing reads nothing.
  expect((await send('/api/tools')).status).toBe(404);
});

it('is for everybody else as any path that does not exist', async () => {
  const answers = async (path: string, token: string, method: string): Promise<string> => {
    const body = method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {};
    const { status, body: text } = await send(path, { token, method, ...body });
    return `${status} ${text.replace(/"timestamp":\d+/, '')}`;
  };
  for (const token of [tokens.plain, tokens.reader, tokens.nobody, 'cscout_unknown'])
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS'])
      for (const path of ['/api/admin/summary', '/api/admin/revoke-token', '/api/admin/nowhere', '/api/admin'])
        expect(await answers(path, token, method), `${method} ${path}`).toBe(await answers('/api/nowhere/x', token, method)); // prettier-ignore
  const projects = await send('/api/explorer/projects', { token: tokens.reader });
  expect(projects.body).toBe('{"names":["team/shop"]}');
});

it.each([
  ['/api/admin/nowhere', 404, 'There is no question'],
  ['/api/admin/jobs?state=lost', 400, 'state must be one of open, waiting'],
  ['/api/admin/jobs?limit=51', 400, 'limit must be a whole number from 1 to 50'],
  ['/api/admin/jobs?state=done&state=done', 400, 'given twice'],
  ['/api/admin/people?offset=-1', 400, 'offset must be'],
])('%s is refused with what is wrong', async (path, status, message) => {
  const answer = await send(path);
  expect([answer.status, answer.body]).toEqual([status, expect.stringContaining(message)]);
});

it('has a failed job tried again, and revokes a token, with a note of who did it', async () => {
  const given = { repository: shop.id, ref: 'main' };
  expect(await act('ask-index', given)).toEqual({ status: 200, body: JSON.stringify(given) });
  expect((await ask('admin/jobs', 'state=waiting')).rows).toMatchObject([{ name: 'team/shop' }]);
  const id = tokenId(tokenDigest(tokens.nobody));
  expect((await act('revoke-token', { id })).status).toBe(200);
  expect((await act('revoke-token', { id })).status).toBe(404);
  const { rows } = await ask('admin/audit', 'limit=3');
  expect(rows.map(({ what, who, words }) => [what, who?.id, words])).toEqual([
    ['token revoked', adminId, `id ${id.slice(0, 12)}`],
    ['token revoked', adminId, `id ${id.slice(0, 12)}`],
    ['index asked for', adminId, 'team/shop, main'],
  ]);
  await until(async () => (await send('/api/projects', { token: tokens.nobody })).status === 401);
});

it.each([
  ['ask-index', { repository: 999, ref: 'main' }, 404],
  ['ask-index', { repository: '1', ref: 'main' }, 400],
  ['ask-index', { repository: 1 }, 400],
  ['revoke-token', { id: 'ab' }, 400],
  ['revoke-token', [], 400],
  ['remove-all', {}, 404],
])('%s of %j is refused', async (name, given, status) => {
  expect((await act(name, given)).status).toBe(status);
});

it('is refused to pages of other sites, and without a body of JSON', async () => {
  const given = { repository: shop.id, ref: 'main' };
  const own = { origin: node.url, 'sec-fetch-site': 'same-origin' };
  expect((await act('ask-index', given, own)).status).toBe(200);
  expect((await act('ask-index', given, { 'sec-fetch-site': 'same-site' })).status).toBe(403);
  expect((await act('ask-index', given, { origin: 'https://evil.example.org' })).status).toBe(403);
  expect((await send('/api/admin/summary', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
  expect((await act('ask-index', given, { 'content-type': 'text/plain' })).status).toBe(415);
});

it('ends with the role', async () => {
  await organisation.catalogue.setAdministrator(adminId, false);
  await until(async () => (await send('/api/admin/summary')).status !== 200);
  expect((await send('/api/admin/summary')).body).toContain('no repository here that the token may read');
  await organisation.catalogue.setAdministrator(adminId, true);
});
