/** Grants of a git host: what is asked of each kind, what becomes of it in the catalogue, and that a host that fails changes nothing. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServerResponse } from 'node:http';
import type { Catalogue, Permission } from '../../team/catalogue/catalogue.ts';
import { openCatalogue } from '../../team/catalogue/open-catalogue.ts';
import { readName, writtenName } from '../worker/administer-access.ts';
import { importGrants } from '../worker/import-grants.ts';
import { fetchGrants, type AskedHost, type FetchedGrants } from './fetch-grants.ts';
import { gitea } from './gitea.ts';
import { github as githubHost } from './github.ts';
import { gitlab } from './gitlab.ts';
import type { GrantHost, HostKind } from './grant-host.ts';
import { json, TestHost, type HostRequest } from './testing/test-host.ts';

const token = 'a-secret-token-1c9e';
let top = '';
let catalogue: Catalogue;
let host: TestHost;

beforeEach(async () => {
  top = mkdtempSync(join(tmpdir(), 'code-scout-host-grants-'));
  catalogue = await openCatalogue({
    location: join(top, 'catalogue.db'),
    tenant: 'main',
    creates: true,
    allowsPlain: false,
  });
});
afterEach(async () => {
  await host.close();
  await catalogue.close();
  rmSync(top, { recursive: true, force: true });
});

async function start(kind: HostKind, ...paths: readonly string[]): Promise<void> {
  host = await TestHost.start(kind);
  for (const path of paths) await catalogue.addRepository({ name: path, url: `${host.url}/${path}.git`, defaultRef: 'main', forkOf: null }); // prettier-ignore
}

function fetched(kind: HostKind, more: Partial<AskedHost> = {}): Promise<FetchedGrants> {
  return fetchGrants(catalogue, {
    ...{ kind, address: host.url, token, allowsPlain: false, names: null, everyone: null, adds: true },
    client: { signal: new AbortController().signal, wait: () => Promise.resolve() },
    ...more,
  });
}

async function imported(kind: HostKind, more: Partial<AskedHost> = {}): Promise<string[]> {
  const { grants } = await fetched(kind, more);
  return (await importGrants(catalogue, grants, { adds: true, isTrial: false })).changes;
}

/** Everything that the catalogue says about who may see what, as text. */
async function granted(): Promise<string> {
  const [principals, grants, members] = await Promise.all([catalogue.listPrincipals(), catalogue.listGrants(), catalogue.listMembers()]); // prettier-ignore
  return JSON.stringify([principals, grants, members]);
}

async function grant(who: string, repository: number | null, may: Permission): Promise<void> {
  const { kind, name } = readName(who);
  const { id } = await catalogue.addPrincipal(kind, name);
  await catalogue.grant(id, repository, may);
}

/** As `WHO may REPOSITORY`. */
async function listed(): Promise<string[]> {
  const names = new Map((await catalogue.listPrincipals()).map((one) => [one.id, writtenName(one)]));
  return (await catalogue.listGrants()).map(({ principal, repository, may }) => `${names.get(principal)} ${may} ${repository ?? 'all'}`); // prettier-ignore
}

const user = (login: string, more: object = {}): object => ({ login, type: 'User', ...more });
const member = (username: string, level: number, more: object = {}): object => ({ username, access_level: level, state: 'active', membership_state: 'active', ...more }); // prettier-ignore
const many = (count: number, start: string): string[] => Array.from({ length: count }, (_, at) => `${start}${at}`);

/** GitHub with a repository of an organisation, and with a team. */
async function github(): Promise<void> {
  await start('github', 'acme/shop');
  host.answers.set('/repos/acme/shop', { private: true, visibility: 'private', owner: user('acme', { type: 'Organization' }) }); // prettier-ignore
  host.answers.set('/repos/acme/shop/collaborators', [user('ann'), user('bob'), user('carol')]);
  host.answers.set('/repos/acme/shop/teams', [{ slug: 'payments', permission: 'pull' }]);
  host.answers.set('/orgs/acme/teams/payments/members', [user('ann'), user('bob')]);
  for (const login of ['ann', 'bob', 'carol']) host.answers.set(`/users/${login}`, { ...user(login), suspended_at: null }); // prettier-ignore
}

describe('GitHub', () => {
  it('reports collaborators and teams, on as many pages as there are', async () => {
    await github();
    const [people, members] = [many(230, 'c'), many(150, 'm')];
    host.answers.set('/repos/acme/shop/collaborators', [...people, ...members, 'bot'].map((login) => user(login, login === 'bot' ? { type: 'Bot' } : {}))); // prettier-ignore
    host.answers.set(
      '/orgs/acme/teams/payments/members',
      members.map((login) => user(login)),
    );
    for (const login of [...people, ...members]) host.answers.set(`/users/${login}`, user(login));
    const group = new URL(host.url).host + '/acme/payments';
    const { grants } = await fetched('github');
    expect(grants).toEqual({
      groups: { [group]: members },
      repositories: { 'acme/shop': { read: [...people, `group:${group}`], index: [] } },
    });
    for (const { headers } of host.requests) {
      expect(headers.authorization).toBe(`Bearer ${token}`);
      expect(headers['x-github-api-version']).toBe('2022-11-28');
    }
    const asked = host.requests.filter(({ path }) => path.endsWith('/collaborators')).map(({ query }) => String(query));
    expect(asked).toEqual([1, 2, 3, 4].map((page) => `affiliation=all&per_page=100&page=${page}`));
  });

  it('is asked for no teams of a repository of a person', async () => {
    await start('github', 'ann/own');
    host.answers.set('/repos/ann/own', { private: true, owner: user('ann') });
    host.answers.set('/repos/ann/own/collaborators', [user('ann')]);
    host.answers.set('/users/ann', user('ann'));
    expect((await fetched('github')).grants.repositories).toEqual({ 'ann/own': { read: ['ann'], index: [] } });
    expect(host.paths).not.toContain('/repos/ann/own/teams');
  });

  it('leaves out suspended accounts of a server of one’s own, in teams too', async () => {
    await github();
    for (const login of ['bob', 'carol']) host.answers.set(`/users/${login}`, user(login, { suspended_at: '2026-01-01T00:00:00Z' })); // prettier-ignore
    const { grants, suspended } = await fetched('github');
    expect(suspended).toEqual(['bob', 'carol']);
    expect(Object.values(grants.groups)).toEqual([['ann']]);
    expect(grants.repositories['acme/shop']!.read).toEqual([expect.stringMatching(/^group:/)]);
  });
});

describe('GitLab', () => {
  it('reports members by their levels and states, and of groups that a project is shared with', async () => {
    await start('gitlab', 'acme/sub/shop');
    host.answers.set('/projects/acme/sub/shop', {
      visibility: 'private',
      shared_with_groups: [
        { group_id: 7, group_full_path: 'acme/payments', group_access_level: 30 },
        { group_id: 8, group_full_path: 'acme/guests', group_access_level: 10 },
      ],
    });
    const people = many(120, 'p');
    host.answers.set('/projects/acme/sub/shop/members/all', [
      ...people.map((name) => member(name, 30)),
      ...[member('reporter', 20), member('guest', 10), member('planner', 15), member('nobody', 0)],
      ...[member('blocked', 40, { state: 'blocked' }), member('awaiting', 40, { membership_state: 'awaiting' })],
      ...[member('project_12_bot_1a2b', 40), member('group_3_bot1', 40), member('payer', 30)],
    ]);
    host.answers.set('/groups/7/members/all', [member('payer', 50), member('visitor', 10)]);
    const { grants, forAll } = await fetched('gitlab');
    const group = `${new URL(host.url).host}/acme/payments`;
    expect(grants).toEqual({
      groups: { [group]: ['payer'] },
      repositories: { 'acme/sub/shop': { read: [...people, 'reporter', `group:${group}`], index: [] } },
    });
    expect(forAll).toEqual([]);
    expect(new Set(host.requests.map(({ headers }) => headers['private-token']))).toEqual(new Set([token]));
  });

  it.each([
    ['internal', undefined, ['acme/shop']],
    ['public', 'enabled', ['acme/shop']],
    ['public', 'private', []],
    ['private', 'enabled', []],
  ])('%s with code that is %s', async (visibility, level, forAll) => {
    await start('gitlab', 'acme/shop');
    host.answers.set('/projects/acme/shop', { visibility, repository_access_level: level });
    host.answers.set('/projects/acme/shop/members/all', [member('guest', 10)]);
    const found = await fetched('gitlab', { everyone: 'group:staff' });
    expect(found.forAll).toEqual(forAll);
    const read = found.grants.repositories['acme/shop']!.read;
    expect(read).toEqual([...(visibility === 'private' ? [] : ['guest']), ...(forAll.length > 0 ? ['group:staff'] : [])]); // prettier-ignore
  });
});

describe('Gitea', () => {
  const shop = '/repos/acme/shop';

  async function gitea(isAdministrator: boolean): Promise<void> {
    await start('gitea', 'acme/shop');
    host.whole.add(`${shop}/teams`);
    host.answers.set('/user', { login: 'own', is_admin: isAdministrator });
    host.answers.set(shop, { private: true, owner: { login: 'acme' } });
    host.answers.set(`${shop}/teams`, [
      { id: 1, name: 'Owners', permission: 'owner' },
      { id: 2, name: 'readers', permission: 'none', units_map: { 'repo.code': 'read' } },
      { id: 3, name: 'writers-of-issues', permission: 'none', units_map: { 'repo.issues': 'write' } },
      { id: 4, name: 'old', permission: 'read', units: ['repo.code', 'repo.issues'] },
      { id: 5, name: 'old-issues', permission: 'read', units: ['repo.issues'] },
      ...many(60, 'more').map((name, at) => ({ id: 100 + at, name, permission: 'none', units_map: {} })),
    ]);
    for (const [id, login] of [[1, 'boss'], [2, 'reader'], [4, 'elder']] as const) host.answers.set(`/teams/${id}/members`, [{ login, active: true }]); // prettier-ignore
  }

  it('reports collaborators, and of teams that see code', async () => {
    await gitea(false);
    const people = many(120, 'p');
    host.answers.set(`${shop}/collaborators`, [{ login: 'shut', active: false, prohibit_login: true }, ...people.map((login) => ({ login, active: false }))]); // prettier-ignore
    const { grants } = await fetched('gitea');
    const at = new URL(host.url).host;
    const groups = ['Owners', 'readers', 'old'].map((name) => `${at}/acme/${name}`);
    expect(grants.groups).toEqual(Object.fromEntries(groups.map((name, index) => [name, [['boss', 'reader', 'elder'][index]]]))); // prettier-ignore
    // Who is no administrator is told of nobody that the account is active.
    expect(grants.repositories['acme/shop']!.read).toEqual([...people, ...groups.map((name) => `group:${name}`)]);
    expect(host.requests[0]!.headers.authorization).toBe(`token ${token}`);
  });

  it('tells administrators which accounts are not active', async () => {
    await gitea(true);
    host.answers.set(`${shop}/teams`, []);
    host.answers.set(`${shop}/collaborators`, [
      { login: 'ann', active: true },
      { login: 'gone', active: false },
    ]);
    expect((await fetched('gitea')).grants.repositories['acme/shop']!.read).toEqual(['ann']);
  });

  it('has no teams for a person’s own repository, and names the owner nowhere else', async () => {
    await gitea(false);
    host.before = ({ path }, response) => path === `${shop}/teams` && answered(response, 405, { message: 'repo is not owned by an organization' }); // prettier-ignore
    host.answers.set(`${shop}/collaborators`, [{ login: 'bob' }]);
    host.answers.set(shop, { private: false, owner: { login: 'acme', visibility: 'private' } });
    const { grants, forAll } = await fetched('gitea');
    expect([grants.repositories['acme/shop']!.read, grants.groups, forAll]).toEqual([['acme', 'bob'], {}, []]);
  });

  it.each([
    [true, { active: true }, ['acme']],
    [true, { active: false }, []],
    [true, { active: true, prohibit_login: true }, []],
    // The owner may be hidden from the token's holder.
    [false, null, ['acme']],
  ])('owners are left out as others are; an administrator asks: %s, account: %j', async (asks, account, read) => {
    await gitea(asks);
    host.before = ({ path }, response) => path === `${shop}/teams` && answered(response, 405, {});
    host.answers.set(`${shop}/collaborators`, []);
    // As Gitea does: what stands in a repository about its owner does not say it.
    host.answers.set(shop, { private: true, owner: { login: 'acme', active: false, prohibit_login: false } });
    if (account !== null) host.answers.set('/users/acme', { login: 'acme', ...account });
    expect((await fetched('gitea')).grants.repositories['acme/shop']!.read).toEqual(read);
  });
});

function answered(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): true {
  // prettier-ignore
  for (const [name, text] of Object.entries(headers)) response.setHeader(name, text);
  json(response, status, value);
  return true;
}

describe('a host that fails half way', () => {
  const late = '/orgs/acme/teams/payments/members';
  type Failing = (response: ServerResponse, request: HostRequest) => true;
  const failures: [what: string, fail: Failing, message: RegExp][] = [
    ['an error', (response) => answered(response, 500, {}), /does not answer about orgs.*status 500/],
    ['an error that stays', (response) => answered(response, 503, {}), /status 503/],
    ['no right', (response) => answered(response, 403, {}), /does not tell about .*403/],
    ['no such token', (response) => answered(response, 401, { message: token }), /does not accept the token/],
    ['nothing there', (response) => answered(response, 404, {}), /has no orgs/],
    ['a way elsewhere', (response) => answered(response, 301, {}, { location: 'https://evil.example/' }), /leads elsewhere/], // prettier-ignore
    ['no JSON', (response) => (response.end('<html>'), true), /something else than its interface has/],
    ['an object for a list', (response) => answered(response, 200, { login: 'ann' }), /something else/],
    ['a list of texts', (response) => answered(response, 200, ['ann']), /something else/],
    ['an account without a login', (response) => answered(response, 200, [{ id: 1 }]), /without `login`/],
    ['a login that is no name', (response) => answered(response, 200, [user('a\u001B[31m')]), /has no users\/a\?\[31m/], // prettier-ignore
    ['an endless answer', (response) => (response.end(`["${'a'.repeat(70_000)}"]`), true), /with more than/],
    ['pages without end', (response, { query }) => answered(response, 200, [user(`u${query.get('page')}`)], { link: '<x>; rel="next"' }), /more than 20 pages/], // prettier-ignore
    ['a list that is too long', (response, { query }) => answered(response, 200, [user(`u${query.get('page')}`, { bio: 'a'.repeat(60_000) })], { link: '<x>; rel="next"' }), /with more than 0.25 MB/], // prettier-ignore
    ['a broken connection', (response) => (response.writeHead(200, { 'content-length': '100' }).write('['), response.destroy(), true), /broke its answer|does not answer/], // prettier-ignore
    ['silence', () => true, /does not answer about orgs/],
    ['a limit that lasts too long', (response) => answered(response, 429, {}, { 'retry-after': '3600' }), /takes no more requests for 60 min/], // prettier-ignore
  ];

  it.each(failures)('with %s changes nothing, and does not tell the token', async (_, fail, message) => {
    await github();
    await grant('before', 1, 'read');
    const before = await granted();
    host.before = (request, response) => request.path === late && fail(response, request);
    const limits = { maxBytes: 65_536, maxListBytes: 262_144, maxPages: 20, timeoutMs: 1000 };
    const client = { signal: new AbortController().signal, wait: () => Promise.resolve(), limits };
    const error = await imported('github', { client }).catch((thrown: unknown) => thrown as Error);
    expect(error).toBeInstanceOf(Error);
    const { message: text, hint } = error as Error & { hint: string };
    expect(text).toMatch(message);
    expect(hint ?? '').not.toBe('');
    expect(`${text} ${hint} ${String((error as Error).cause)}`).not.toContain(token);
    expect(await granted()).toBe(before);
  });

  it('names all repositories that it does not have', async () => {
    await github();
    for (const name of ['acme/gone', 'acme/other']) await catalogue.addRepository({ name, url: `git@127.0.0.1:${name}`, defaultRef: 'main', forkOf: null }); // prettier-ignore
    await expect(fetched('github')).rejects.toThrow(/Not at the host: acme\/gone .*; acme\/other/);
  });

  it('gives up all other questions', async () => {
    await github();
    const signals: boolean[] = [];
    for (const name of many(20, 'acme/r')) await catalogue.addRepository({ name, url: `${host.url}/${name}`, defaultRef: 'main', forkOf: null }); // prettier-ignore
    host.before = ({ path }, response) => {
      response.once('close', () => signals.push(response.writableFinished));
      return path === '/repos/acme/shop' ? answered(response, 500, {}) : true;
    };
    await expect(fetched('github')).rejects.toThrow(/status 500/);
    await expect.poll(() => signals.length).toBe(host.requests.length);
    expect(host.requests.length).toBeLessThan(6);
  });
});

describe('a limit of the host', () => {
  const now = 1_800_000_000_000;
  it.each<[string, number, Record<string, string>, number]>([
    ['Retry-After in seconds', 429, { 'retry-after': '7' }, 7000],
    ['Retry-After of a secondary limit', 403, { 'retry-after': '60', 'x-ratelimit-remaining': '12' }, 60_000],
    ['Retry-After as a date', 429, { 'retry-after': new Date(now + 30_000).toUTCString() }, 30_000],
    ['a primary limit that is used up', 403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1000 + 90) }, 91_000], // prettier-ignore
    ['GitLab’s reset', 429, { 'ratelimit-reset': String(now / 1000 + 5) }, 6000],
    ['nothing that says when', 429, {}, 60_000],
  ])('is waited for: %s', async (_, status, headers, ms) => {
    await github();
    let refusals = 2;
    host.before = ({ path }, response) => path.endsWith('/collaborators') && refusals-- > 0 && answered(response, status, {}, headers); // prettier-ignore
    const waits: number[] = [];
    const told: number[] = [];
    const client = {
      ...{ signal: new AbortController().signal, now: () => now, onWait: (time: number) => void told.push(time) },
      wait: (time: number) => Promise.resolve(waits.push(time)),
    };
    expect((await fetched('github', { client })).grants.repositories['acme/shop']!.read).toHaveLength(2);
    expect([waits, told]).toEqual([[ms, ms], [ms, ms]]); // prettier-ignore
  });

  it('is waited for within bounds, and a restart of the host is borne', async () => {
    await github();
    const waits: number[] = [];
    let failures = 2;
    host.before = ({ path }, response) => path.endsWith('/teams') && failures-- > 0 && answered(response, 502, {});
    let time = now;
    const wait = (ms: number): Promise<unknown> => {
      time += ms;
      return Promise.resolve(waits.push(ms));
    };
    const client = { signal: new AbortController().signal, now: () => time, wait };
    await fetched('github', { client });
    expect(waits).toEqual([1000, 4000]);
    host.before = (_, response) => answered(response, 429, {}, { 'retry-after': '500' });
    await expect(fetched('github', { client })).rejects.toThrow(/takes no more requests for 9 min/);
    expect(waits.slice(2)).toEqual([500_000, 500_000]);
  });

  it('counts once where several requests wait at once', async () => {
    await start('github', ...many(4, 'acme/r'));
    for (const name of many(4, 'acme/r')) {
      host.answers.set(`/repos/${name}`, { private: true, owner: user('acme') });
      host.answers.set(`/repos/${name}/collaborators`, [user('ann')]);
    }
    host.answers.set('/users/ann', user('ann'));
    const refused = new Set<string>();
    host.before = ({ path }, response) => {
      if (refused.has(path) || !/\/r\d$/.test(path)) return false;
      refused.add(path);
      return answered(response, 429, {}, { 'retry-after': '360' });
    };
    // All four wait before the first of them goes on.
    const waits: number[] = [];
    const { promise, resolve: goOn } = Promise.withResolvers<void>();
    const wait = (ms: number): Promise<void> => {
      if (waits.push(ms) === 4) goOn();
      return promise;
    };
    const client = { signal: new AbortController().signal, now: () => now, wait, limits: { mostWaitMs: 360_000 } };
    const { grants } = await fetched('github', { client });
    expect(waits).toEqual([360_000, 360_000, 360_000, 360_000]);
    expect(Object.values(grants.repositories)).toEqual(many(4, '').map(() => ({ read: ['ann'], index: [] })));
  });
});

describe('in the catalogue', () => {
  it('stands what the host says; a second time nothing is left to do', async () => {
    await github();
    await grant('gone', 1, 'read');
    await grant('group:by-hand', 1, 'read');
    const changes = await imported('github');
    const group = `group:${new URL(host.url).host}/acme/payments`;
    expect(changes).toContain('gone may not read acme/shop any more');
    expect((await listed()).toSorted()).toEqual(['carol read 1', `${group} read 1`]);
    expect(await imported('github')).toEqual([]);
    host.answers.set('/orgs/acme/teams/payments/members', [user('bob')]);
    host.answers.set('/repos/acme/shop/collaborators', [user('bob')]);
    expect(await imported('github')).toEqual([`ann leaves ${group}`, 'carol may not read acme/shop any more']);
  });

  it('groups of the host that read nothing there any more have no members, and others keep theirs', async () => {
    await github();
    await imported('github');
    const [team, other] = [`${new URL(host.url).host}/acme/payments`, 'other.example/acme/payments'];
    const { id } = await catalogue.addPrincipal('group', other);
    const bob = (await catalogue.listPrincipals()).find(({ name }) => name === 'bob')!;
    await catalogue.addMember(id, bob.id);
    host.answers.set('/repos/acme/shop/teams', []);
    expect(await imported('github')).toEqual([
      `ann leaves group:${team}`,
      `bob leaves group:${team}`,
      `group:${team} may not read acme/shop any more`,
      'ann may read acme/shop',
      'bob may read acme/shop',
    ]);
    expect(await catalogue.listMembers()).toEqual([{ group: id, principal: bob.id }]);
  });

  it('robots stay, all repositories stay granted, and who does not read has nothing indexed', async () => {
    await github();
    await grant('robot:ci', 1, 'read');
    await grant('robot:ci', 1, 'index');
    await grant('ann', 1, 'index');
    await grant('carol', 1, 'index');
    await grant('gone', 1, 'index');
    await grant('auditor', null, 'read');
    await imported('github');
    const group = `group:${new URL(host.url).host}/acme/payments`;
    expect((await listed()).toSorted()).toEqual(
      ['ann index 1', 'auditor read all', 'carol index 1', 'carol read 1', `${group} read 1`, 'robot:ci index 1', 'robot:ci read 1'].toSorted(), // prettier-ignore
    );
  });

  it('a login is a person, whatever it looks like', async () => {
    await github();
    await catalogue.addPrincipal('robot', 'ci');
    host.answers.set('/repos/acme/shop/collaborators', [user('robot:ci'), user('group:all')]);
    for (const login of ['robot:ci', 'group:all']) host.answers.set(`/users/${login}`, user(login));
    await imported('github');
    expect(await listed()).toEqual(expect.arrayContaining(['person:robot:ci read 1', 'person:group:all read 1']));
    expect(await listed()).not.toContain('robot:ci read 1');
  });

  it('logins are whom a map names, and nobody else is let in', async () => {
    await github();
    const names = new Map([['ann', 'ann@example.org'], ['bob', null], ['carol', 'robot:carol']] as const); // prettier-ignore
    host.answers.set('/repos/acme/shop/collaborators', [user('ANN'), user('bob'), user('carol'), user('dave')]);
    host.answers.set('/orgs/acme/teams/payments/members', [user('bob')]);
    for (const login of ['ANN', 'dave']) host.answers.set(`/users/${login}`, user(login));
    const { grants, unnamed } = await fetched('github', { names });
    expect(unnamed).toEqual(['dave']);
    expect(grants.repositories['acme/shop']!.read).toEqual(['ann@example.org', 'robot:carol', expect.stringMatching(/^group:/)]); // prettier-ignore
    expect(Object.values(grants.groups)).toEqual([[]]);
  });

  it('names are compared as the catalogue writes them, however a map and `--everyone` write them', async () => {
    await github();
    host.answers.set('/repos/acme/shop', { visibility: 'internal', owner: user('acme', { type: 'Organization' }) });
    await grant('carol', 1, 'index');
    const names = new Map([['ann', 'person:ann'], ['bob', 'bob'], ['carol', 'person:carol']] as const); // prettier-ignore
    const { grants } = await fetched('github', { names, everyone: 'person:bob' });
    const group = `${new URL(host.url).host}/acme/payments`;
    expect(grants).toEqual({
      groups: { [group]: ['ann', 'bob'] },
      repositories: { 'acme/shop': { read: ['carol', `group:${group}`, 'bob'], index: ['carol'] } },
    });
    const asked = host.requests.length;
    await expect(fetched('github', { everyone: 'group:' })).rejects.toThrow('A name has 1 to 500 characters');
    expect(host.requests).toHaveLength(asked);
  });

  it('members of a team that the catalogue does not get read by themselves', async () => {
    await github();
    for (const name of ['ann', 'bob']) await grant(name, 1, 'read');
    const importing = async (adds: boolean): Promise<string[]> => {
      const { grants } = await fetched('github', { adds });
      const { changes, unknown } = await importGrants(catalogue, grants, { adds, isTrial: false });
      return [...changes, ...unknown.map((one) => `unknown: ${one}`)];
    };
    const group = `group:${new URL(host.url).host}/acme/payments`;
    expect(await importing(false)).toEqual(['unknown: carol', `unknown: ${group}`]);
    expect((await listed()).toSorted()).toEqual(['ann read 1', 'bob read 1']);
    await importing(true);
    expect((await listed()).toSorted()).toEqual(['carol read 1', `${group} read 1`]);
    expect(await importing(false)).toEqual([]);
  });

  it('two hosts at one address, below paths of their own, have no group in common', async () => {
    await start('gitlab');
    const at = new URL(host.url).host;
    const origins = ['/', '/a', '/a/b', '/a~b', '/b'];
    for (const base of origins) await catalogue.addRepository({ name: `at${base}`, url: `${new URL(base, host.url).href.replace(/\/$/, '')}/acme/shop`, defaultRef: 'main', forkOf: null }); // prettier-ignore
    // The one at the top is asked last, and about all: nobody leaves a group of another.
    host.before = ({ url }, response) => {
      const path = decodeURIComponent(new URL(url, 'http://host').pathname).replace(/^.*\/api\/v4/, '');
      if (/^\/projects\/[^]*\/members\/all$/.test(path)) return answered(response, 200, [member('ann', 30)]);
      if (path.startsWith('/projects/')) return answered(response, 200, { visibility: 'private', shared_with_groups: [{ group_id: 7, group_full_path: 'acme/team', group_access_level: 30 }] }); // prettier-ignore
      return answered(response, 200, [member('ann', 30)]);
    };
    for (const base of origins.toReversed()) await imported('gitlab', { address: new URL(base, host.url).href });
    const groups = (await catalogue.listPrincipals()).filter(({ kind }) => kind === 'group');
    expect(groups.map(({ name }) => name).toSorted()).toEqual(
      ['', '~a', '~a~b', '~a%7Eb', '~b'].map((base) => `${at}${base}/acme/team`).toSorted(),
    );
    expect((await catalogue.listMembers()).map(({ group }) => group).toSorted()).toEqual(
      groups.map(({ id }) => id).toSorted(),
    );
  });

  it.each([
    ['public', { private: false, visibility: 'public' }],
    ['internal', { private: true, visibility: 'internal' }],
  ])('what is %s is everybody’s only where somebody says who that is', async (_, visibility) => {
    await github();
    host.answers.set('/repos/acme/shop', { ...visibility, owner: user('acme', { type: 'Organization' }) });
    const [closed, open] = [await fetched('github'), await fetched('github', { everyone: 'group:staff' })];
    expect([closed.forAll, open.forAll]).toEqual([['acme/shop'], ['acme/shop']]);
    expect(closed.grants.repositories['acme/shop']!.read).not.toContain('group:staff');
    expect(open.grants.repositories['acme/shop']!.read).toContain('group:staff');
  });
});

describe('an address', () => {
  it.each([
    ['http://git.example.org', /asked over https/],
    ['https://ann:secret@git.example.org', /no address of a git host/],
    ['https://git.example.org/?token=secret', /no address/],
    ['ftp://git.example.org', /no address/],
    ['git.example.org', /no address/],
  ])('%s is refused', async (address, message) => {
    await github();
    const error = await fetched('github', { address }).catch((thrown: unknown) => thrown);
    expect(String(error)).toMatch(message);
    expect(JSON.stringify(error)).not.toContain('secret');
    expect(host.requests).toEqual([]);
  });

  it('of a repository is of the host by HTTPS at its port and below its path, by SSH at any, and of no other host', async () => {
    await start('gitlab');
    const urls = [
      ...['ssh://git@127.0.0.1:2222/a/ssh.git', 'git@127.0.0.1:a/short', `${host.url}/below/a/below.git`],
      // Elsewhere: another port, no path or another, the path alone, another host.
      ...['https://127.0.0.1/below/a/port', `${host.url}/a/top`, `${host.url}/belowed/a/next`, `${host.url}/below`],
      ...['https://127.0.0.2/below/a/other', 'https://127.0.0.1.evil.example/below/a/evil'],
    ];
    for (const [at, url] of urls.entries()) await catalogue.addRepository({ name: `r${at}`, url, defaultRef: 'main', forkOf: null }); // prettier-ignore
    const asked: string[] = [];
    host.before = ({ url }, response) => asked.push(url) > 0 && answered(response, 404, {});
    await expect(fetched('gitlab', { address: `${host.url}/below/` })).rejects.toThrow('Not at the host: r0');
    expect(asked.toSorted()).toEqual(['a%2Fbelow', 'a%2Fshort', 'a%2Fssh'].map((path) => `/below/api/v4/projects/${path}`)); // prettier-ignore
  });

  it('with dots leads to nothing else', async () => {
    await start('github');
    await catalogue.addRepository({ name: 'dots', url: 'git@127.0.0.1:acme/../../user', defaultRef: 'main', forkOf: null }); // prettier-ignore
    await expect(fetched('github')).rejects.toThrow('Not at the host: dots');
    expect(host.requests).toEqual([]);
  });

  it('that no repository has is refused', async () => {
    await start('github');
    await expect(fetched('github')).rejects.toThrow('no repository at 127.0.0.1');
  });
});

it.each<[GrantHost, string, string]>([
  [githubHost, 'https://github.com', 'https://api.github.com'],
  [githubHost, 'https://acme.ghe.com/', 'https://api.acme.ghe.com'],
  [githubHost, 'https://git.example.org', 'https://git.example.org/api/v3'],
  [gitlab, 'https://gitlab.com', 'https://gitlab.com/api/v4'],
  [gitlab, 'https://example.org:8443/gitlab/', 'https://example.org:8443/gitlab/api/v4'],
  [gitea, 'https://codeberg.org/', 'https://codeberg.org/api/v1'],
])('the interface of %# is where the host documents it', async (kind, address, api) => {
  host = await TestHost.start('github');
  expect(kind.placeOf(new URL(address), token).api).toBe(api);
});
