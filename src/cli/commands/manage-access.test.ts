/** What `code-scout catalogue` prints about people, groups, grants and tokens, and what the catalogue knows after it. */
import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CatalogueChecker } from '../../team/access/catalogue-access.ts';
import { TestHost } from '../../engine/host-grants/testing/test-host.ts';
import { importGrants } from '../../engine/worker/import-grants.ts';
import { isRefusal } from '../../team/access/access.ts';
import type { Catalogue } from '../../team/catalogue/catalogue.ts';
import { openCatalogue } from '../../team/catalogue/open-catalogue.ts';
import { runCommandLine } from '../testing/command-run.ts';

let top = '';
let catalogue: Catalogue;
const ids = new Map<string, number>();

beforeEach(async () => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-manage-access-')));
  catalogue = await openCatalogue({
    location: join(top, 'catalogue.db'),
    tenant: 'main',
    creates: true,
    allowsPlain: false,
  });
  for (const name of ['git.example.org/team/shop', 'git.example.org/team/pay'])
    ids.set(name, (await catalogue.addRepository({ name, url: name, defaultRef: 'main', forkOf: null })).id);
});
afterEach(async () => {
  await catalogue.close();
  rmSync(top, { recursive: true, force: true });
});

const [shop, pay] = ['git.example.org/team/shop', 'git.example.org/team/pay'];
async function run(...args: string[]): Promise<string> {
  const { code, output } = await runCommandLine(['catalogue', ...args, '--catalogue', 'catalogue.db'], top, top);
  return `${code} ${output.trimEnd()}`;
}
/** What a token may see now: names, or the status of the refusal. */
async function seenWith(token: string): Promise<unknown> {
  const found = await new CatalogueChecker({ catalogue, signed: null, metadataUrl: null }).check(`Bearer ${token}`);
  if (isRefusal(found)) return found.status;
  return [...ids].flatMap(([name, id]) => (found.repositories.has(id) ? [name] : []));
}
const tokenIn = (output: string): string => /cscout_\S{43}/.exec(output)?.[0] ?? '';

it('leads from a person to a token, and ends with the person', async () => {
  expect(await run('person', 'list')).toBe('1 The catalogue knows no person yet');
  expect(await run('grant', 'ann', shop)).toMatch(/^1 .*does not know the person ann[^]*catalogue person add ann/);
  expect(await run('person', 'add', 'ann')).toBe('0 ann is known; it may see nothing until it is granted something');
  expect(await run('group', 'add', 'payments')).toMatch(/^0 group:payments is known/);
  expect(await run('group', 'join', 'payments', 'ann')).toBe('0 ann is a member of group:payments');
  expect(await run('grant', 'group:payments', pay, '--may', 'index')).toBe(`0 group:payments may index ${pay}`);
  expect(await run('grant', 'ann', shop)).toBe(`0 ann may read ${shop}`);
  const made = await run('token', 'create', 'ann', '--note', 'laptop');
  const token = tokenIn(made);
  expect(made).toMatch(/^0 Token [0-9a-f]{32} of ann, for 90 days. It is shown this once:\ncscout_\S{43}$/);
  expect(await seenWith(token)).toEqual([shop, pay]);
  const narrow = tokenIn(await run('token', 'create', 'ann', '--only', pay, '--days', '1'));
  expect(await seenWith(narrow)).toEqual([pay]);
  expect(await run('person', 'list')).toBe(`0 ann  ${shop}; in group:payments; 2 tokens`);
  expect(await run('grants', 'list')).toBe(
    `0 ann  ${shop}; in group:payments; 2 tokens\ngroup:payments  index ${pay}; members ann`,
  );
  const listed = await run('token', 'list');
  expect(listed).toMatch(
    /^0 [0-9a-f]{12} {2}ann {2}90 days left; laptop\n[0-9a-f]{12} {2}ann {2}1 day left; only git.example.org\/team\/pay$/,
  );
  expect(listed).not.toContain(token);
  const id = listed.slice(2, 14);
  expect(await run('token', 'revoke', id)).toMatch(/^0 The token [0-9a-f]{32} is revoked/);
  expect(await run('token', 'revoke', id)).toMatch(/^1 .*no such token/);
  expect([await seenWith(token), await seenWith(narrow)]).toEqual([401, [pay]]);
  expect(await run('group', 'leave', 'payments', 'ann')).toBe('0 ann has left group:payments');
  expect(await seenWith(narrow)).toEqual([]);
  expect(await run('person', 'remove', 'ann')).toMatch(/^0 ann is not known any more/);
  expect(await seenWith(narrow)).toBe(401);
  expect(await run('token', 'list')).toMatch(/ {2}number 1, removed {2}revoked/);
  expect(await run('person', 'remove', 'ann')).toMatch(/^1 /);
});

it('makes administrators, who need a token that was made for it and read nothing by that', async () => {
  const mayAdminister = async (token: string): Promise<unknown> => {
    const found = await new CatalogueChecker({ catalogue, signed: null, metadataUrl: null }).check(`Bearer ${token}`);
    return isRefusal(found) ? found.status : [found.scopes.has('admin'), found.repositories.size];
  };
  await run('person', 'add', 'ann');
  expect(await run('grant', 'ann', '--may', 'admin')).toMatch(/^0 ann is an administrator, with a token/);
  const [plain, wide] = [tokenIn(await run('token', 'create', 'ann')), tokenIn(await run('token', 'create', 'ann', '--may', 'admin'))]; // prettier-ignore
  expect([await mayAdminister(plain), await mayAdminister(wide)]).toEqual([
    [false, 0],
    [true, 0],
  ]);
  expect(await run('grants', 'list')).toBe('0 ann  administrator, nothing of its own; 2 tokens');
  expect(await run('token', 'list')).toMatch(/may administer$/);
  expect(await run('revoke', 'ann', '--may', 'admin')).toMatch(/^0 ann is no administrator any more/);
  expect(await mayAdminister(wide)).toEqual([false, 0]);
  for (const wrong of [
    ['grant', 'ann', shop, '--may', 'admin'],
    ['grant', 'ann', '--all', '--may', 'admin'],
    ['token', 'create', 'ann', '--only', shop, '--may', 'admin'],
  ])
    // prettier-ignore
    expect(await run(...wrong)).toMatch(/^2 /);
});

it('grants all repositories, and takes that back', async () => {
  await run('robot', 'add', 'ci');
  expect(await run('grant', 'robot:ci', '--all', '--may', 'index')).toBe(
    '0 robot:ci may index all repositories, also those that are added later',
  );
  const token = tokenIn(await run('token', 'create', 'robot:ci', '--may', 'index'));
  expect(await seenWith(token)).toEqual([shop, pay]);
  const listed = JSON.parse((await run('robot', 'list', '--json')).slice(2)) as unknown;
  expect(listed).toMatchObject([{ who: 'robot:ci', grants: [{ repository: null, may: 'index' }], tokens: 1 }]);
  expect(await run('revoke', 'robot:ci', '--all', '--may', 'index')).toMatch(
    /^0 robot:ci may not index all repositories/,
  );
  expect(await seenWith(token)).toEqual([]);
});

it('says what a token may not do because its holder may not', async () => {
  await run('person', 'add', 'zoe');
  const lacks = async (...words: string[]): Promise<string> => (await run('token', 'create', 'zoe', ...words)).replaceAll(/\s+/g, ' '); // prettier-ignore
  expect(await lacks()).toContain('zoe may not read anything yet, so neither may this token');
  expect(await lacks('--only', shop)).toContain(`zoe may not read ${shop} yet`);
  expect(await lacks('--may', 'admin')).toContain('zoe may not administer yet');
  await run('grant', 'zoe', shop);
  await run('grant', 'zoe', '--may', 'admin');
  for (const words of [[], ['--only', shop], ['--may', 'admin']])
    expect(await lacks(...words)).not.toContain('may not');
});

it('tells a program what it did, and the audit everything but the token', async () => {
  await run('person', 'add', 'ann');
  const { code, output } = await runCommandLine(['catalogue', 'token', 'create', 'ann', '--json', '--catalogue', 'catalogue.db'], top, top); // prettier-ignore
  const made = JSON.parse(output) as { token: string; id: string; days: number };
  expect([code, made]).toEqual([
    0,
    {
      token: expect.stringMatching(/^cscout_/),
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      days: 90,
      notYet: ['read anything'],
    },
  ]);
  const audit = await run('audit', '--limit', '2');
  expect(audit.replaceAll(/\s+/g, ' ')).toMatch(
    /^0 \S+Z command line or worker token added ann: read, id [0-9a-f]{12} \S+Z command line or worker principal added ann$/,
  );
  expect(audit).not.toContain(made.token);
});

it('makes no file where there is no catalogue, and shows no password of a URL without //', async () => {
  const before = readdirSync(top);
  const status = async (place: string): Promise<string> => (await runCommandLine(['catalogue', 'status', '--catalogue', place], top, top)).output; // prettier-ignore
  expect(await status('other.db')).toMatch(/other\.db does not exist[^]*catalogue init/);
  for (const url of ['postgres:scout:hunter2@db.example.org/scout', 'PostgreSQL:/scout:hunter2@db.example.org/scout']) {
    const refused = await status(url);
    expect(refused).toContain('A URL needs // after its protocol');
    expect(refused).not.toContain('hunter2');
  }
  expect(readdirSync(top)).toEqual(before);
});

const wrong: [string[], string][] = [
  [['token', 'create'], 'is written: catalogue token create|list|revoke'],
  [['token', 'create', 'group:g'], 'belongs to a person or a robot'],
  [['token', 'create', 'ann', '--days', '0'], '--days must be a whole number'],
  [['token', 'create', 'ann', '--only', 'nowhere'], 'no repository nowhere'],
  [['token', 'revoke', 'abc'], 'no such token'],
  [['grant', 'ann'], 'is written: catalogue grant WHO REPOSITORY | WHO --all | WHO --may admin'],
  [['grant', 'ann', shop, '--may', 'write'], '--may must be read, index or admin'],
  [['grant', 'ann', 'nowhere'], 'no repository nowhere'],
  [['grant', 'ann', shop, '--all'], 'is written'],
  [['group', 'join', 'g', 'group:g'], 'cannot be a member of a group'],
  [['group', 'join', 'g'], 'is written'],
  [['person', 'join', 'g', 'ann'], 'is written'],
  [['person', 'add', 'a\u001B[31m'], 'none that control a terminal'],
  [['list', '--days', '3'], '--days must be left out for list'],
  [['grants', 'import', 'nowhere.json'], 'nowhere.json cannot be read'],
  [['grants', 'import', 'nowhere.json', '--everyone', 'group:g'], '--everyone is for grants fetch'],
  [['grants', 'fetch', 'github'], 'is written: catalogue grants fetch github|gitlab|gitea URL --token-file FILE'],
  [['grants', 'fetch', 'sourcehut', 'https://git.example.org'], 'is written: catalogue grants fetch github|gitlab'],
  [['grants', 'fetch', 'github', 'https://git.example.org'], 'others of this machine would see it'],
  [['grants', 'fetch', 'github', 'https://git.example.org', '--token-file', 'none'], 'none cannot be read'],
  [['grants', 'fetch', 'github', 'https://elsewhere.example', '--token-file', 'token'], 'no repository at elsewhere'],
  [['grants', 'fetch', 'github', 'http://git.example.org', '--token-file', 'token'], 'asked over https'],
  [['grants', 'fetch', 'github', 'https://git.example.org', '--token-file', 'two-lines'], 'two-lines has no token'],
  [
    ['grants', 'fetch', 'github', 'https://git.example.org', '--token-file', 'token', '--map', 'token'],
    'is no map of logins',
  ],
];
it.each(wrong)('%j is refused with what to do', async (args, message) => {
  await catalogue.addPrincipal('person', 'ann');
  await catalogue.addPrincipal('group', 'g');
  writeFileSync(join(top, 'token'), 'host-token-7f3e\n');
  writeFileSync(join(top, 'two-lines'), 'host-token-7f3e\nhost-token-7f3e\n');
  const before = await catalogue.accessVersion();
  const answer = await run(...args);
  expect(answer).toMatch(/^[123] /);
  expect(answer.replaceAll(/\s+/g, ' ')).toContain(message);
  expect(answer).not.toContain('7f3e');
  expect(await catalogue.accessVersion()).toBe(before);
});

describe('grants from a file', () => {
  const file = {
    repositories: { [shop]: { read: ['ann', 'group:payments', 'eve'], index: ['robot:ci'] } },
    groups: { payments: ['ann', 'bob'] },
  };
  const importing = async (content: unknown, ...more: string[]): Promise<string> => {
    writeFileSync(join(top, 'grants.json'), typeof content === 'string' ? content : JSON.stringify(content));
    return run('grants', 'import', 'grants.json', ...more);
  };

  it('become those of the repositories and groups that it names, and of no others', async () => {
    const [ann, old] = [await catalogue.addPrincipal('person', 'ann'), await catalogue.addPrincipal('person', 'old')];
    await catalogue.addPrincipal('group', 'payments');
    await catalogue.grant(old.id, ids.get(shop)!, 'read');
    await catalogue.grant(old.id, ids.get(pay)!, 'read');
    const before = await catalogue.accessVersion();
    const trial = await importing(file, '--dry-run');
    expect(trial).toContain('4 changes would be made');
    expect(await catalogue.accessVersion()).toBe(before);
    expect((await importing(file)).split('\n')).toEqual([
      `0 old may not read ${shop} any more`,
      'ann joins group:payments',
      `ann may read ${shop}`,
      `group:payments may read ${shop}`,
      'Left out, since the catalogue does not know them (--add adds them): bob, eve, robot:ci',
      '4 changes',
    ]);
    expect(await importing(file)).toMatch(/0 changes$/);
    expect(await importing(file, '--add')).toMatch(/bob is known now\nbob joins group:payments\n[^]*6 changes$/);
    const grants = (await catalogue.listGrants()).filter(({ repository }) => repository === ids.get(shop));
    expect(grants).toHaveLength(4);
    expect(grants.some(({ principal }) => principal === old.id)).toBe(false);
    expect(await catalogue.listGrants()).toContainEqual({ principal: old.id, repository: ids.get(pay), may: 'read' });
    await catalogue.grant(ann.id, null, 'read');
    expect(await importing({ repositories: { [shop]: {} } })).toMatch(/4 changes$/);
    expect(await catalogue.listGrants()).toContainEqual({ principal: ann.id, repository: null, may: 'read' });
  });

  it('let nobody see what neither those before nor the file let them see, wherever the import is broken off', async () => {
    const before = { repositories: { [shop]: { read: ['group:payments', 'old'] }, [pay]: {} }, groups: { payments: ['ann'], empty: [] } }; // prettier-ignore
    const after = { repositories: { [shop]: { read: ['group:empty'] }, [pay]: { read: ['group:payments'] } }, groups: { payments: ['bob'], empty: ['new'] } }; // prettier-ignore
    const most = { ann: [shop], bob: [pay], old: [shop] };
    expect(await importing(before, '--add')).toMatch(/^0 /);
    await run('person', 'add', 'bob');
    const tokens = new Map<string, string>();
    for (const who of Object.keys(most)) tokens.set(who, tokenIn(await run('token', 'create', who)));
    const changing = new Set<PropertyKey>(['addPrincipal', 'addMember', 'removeMember', 'grant', 'revokeGrant']);
    const breakingAfter = (changes: number): Catalogue => {
      let left = changes;
      return new Proxy(catalogue, {
        get(real, name) {
          const value: unknown = Reflect.get(real, name);
          if (typeof value !== 'function') return value;
          return (...args: unknown[]): unknown => {
            if (changing.has(name) && left-- === 0) throw new Error('broken off');
            return Reflect.apply(value, real, args);
          };
        },
      });
    };
    let isDone = false;
    for (let changes = 0; !isDone; changes++) {
      await importing(before);
      const options = { adds: true, isTrial: false };
      isDone = await importGrants(breakingAfter(changes), after, options).then(
        () => true,
        (error: Error) => {
          if (error.message !== 'broken off') throw error;
          return false;
        },
      );
      for (const [who, names] of Object.entries(most))
        expect(names, `${who} after ${changes} changes`).toEqual(expect.arrayContaining((await seenWith(tokens.get(who)!)) as string[])); // prettier-ignore
    }
    expect(await Promise.all(Object.keys(most).map((who) => seenWith(tokens.get(who)!)))).toEqual([[], [pay], []]);
  });

  const bad: [unknown, string][] = [
    ['{', 'is no JSON'],
    [[], 'is no object'],
    [{ people: {} }, 'has a field that is not known: "people"'],
    [{ repositories: { [shop]: { write: [] } } }, 'may grant `read` and `index`'],
    [{ repositories: { [shop]: { read: 'ann' } } }, 'no list of names'],
    [{ groups: { payments: ['group:other'] } }, 'a group cannot be a member of a group'],
    [{ groups: { payments: ['ann'], '': [] } }, 'A name has 1 to 500 characters'],
    [{ groups: { payments: [''] } }, 'A name has 1 to 500 characters'],
    [{ groups: { payments: ['ann'] }, repositories: { nowhere: {} } }, 'has no repository nowhere'],
  ];
  it.each(bad)('%j is refused as a whole', async (content, message) => {
    await catalogue.addPrincipal('person', 'ann');
    const before = await catalogue.accessVersion();
    const answer = await importing(content, '--add');
    expect(answer).toMatch(/^[123] /);
    expect(answer.replaceAll(/\s+/g, ' ')).toContain(message);
    expect(await catalogue.accessVersion()).toBe(before);
  });
});

describe('grants from a git host', () => {
  const token = 'host-token-7f3e';
  let host: TestHost;
  beforeEach(async () => {
    host = await TestHost.start('gitlab');
    await catalogue.addRepository({ name: 'here/shop', url: `${host.url}/team/shop.git`, defaultRef: 'main', forkOf: null }); // prettier-ignore
    await catalogue.addRepository({ name: 'here/open', url: 'git@127.0.0.1:team/open.git', defaultRef: 'main', forkOf: null }); // prettier-ignore
    host.answers.set('/projects/team/shop', { visibility: 'private' });
    host.answers.set('/projects/team/open', { visibility: 'internal' });
    const member = (username: string): object => ({ username, access_level: 30, state: 'active' });
    host.answers.set('/projects/team/shop/members/all', ['ann', 'bob', 'eve'].map(member));
    host.answers.set('/projects/team/open/members/all', ['bob'].map(member));
    writeFileSync(join(top, 'token'), `${token}\n`);
    writeFileSync(join(top, 'map.json'), JSON.stringify({ ann: 'ann@example.org', Bob: 'bob' }));
    await catalogue.addPrincipal('person', 'bob');
  });
  afterEach(() => host.close());
  const fetching = (...more: string[]): Promise<string> =>
    run('grants', 'fetch', 'gitlab', host.url, '--token-file', 'token', ...more);

  it('are told beforehand, then those of the catalogue, and there is no token in what is told or noted', async () => {
    const before = await catalogue.accessVersion();
    const trial = await fetching('--map', 'map.json', '--add', '--dry-run');
    expect(trial.split('\n')).toEqual([
      '0 ann@example.org is known now',
      'ann@example.org may read here/shop',
      'bob may read here/shop',
      'bob may read here/open',
      'Left out, since map.json does not name them: eve',
      'Everybody at the host may read these, here only who is named there (--everyone WHO lets others):',
      '  here/open',
      '4 changes would be made',
    ]);
    expect(await catalogue.accessVersion()).toBe(before);
    const done = await fetching('--map', 'map.json', '--add');
    expect(done).toMatch(/\n4 changes$/);
    expect(await fetching('--map', 'map.json')).toMatch(/\n0 changes$/);
    expect(await run('grants', 'list')).toBe('0 ann@example.org  here/shop\nbob  here/shop, here/open');
    expect([trial, done, await run('audit')].join()).not.toContain(token);
  });

  it('are told to a program', async () => {
    const { out } = await runCommandLine(['catalogue', 'grants', 'fetch', 'gitlab', host.url, '--token-file', 'token', '--json', '--catalogue', 'catalogue.db'], top, top); // prettier-ignore
    expect(JSON.parse(out.join('\n'))).toEqual({
      ...{ changes: ['bob may read here/shop', 'bob may read here/open'], unknown: ['ann', 'eve'], done: true },
      ...{ asked: 2, forAll: ['here/open'], unnamed: [], suspended: [] },
    });
  });

  it('stay as they are where the host fails', async () => {
    const before = await catalogue.accessVersion();
    host.answers.delete('/projects/team/open/members/all');
    const answer = await fetching('--add');
    expect(answer).toMatch(/^1 /);
    expect(answer.replaceAll(/\s+/g, ' ')).toContain('Nothing was changed');
    expect(await catalogue.accessVersion()).toBe(before);
  });
});
