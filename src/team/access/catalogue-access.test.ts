import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Catalogue, Permission, Principal, Repository } from '../catalogue/catalogue.ts';
import { SqliteDatabase } from '../catalogue/sqlite-database.ts';
import { openSqlCatalogue } from '../catalogue/sql/sql-catalogue.ts';
import { makeToken, tokenDigest } from '../catalogue/tokens.ts';
import { isRefusal, type Access, type Refusal } from './access.ts';
import { CatalogueChecker, type CatalogueCheckerOptions } from './catalogue-access.ts';
import { invalidToken } from './challenge.ts';
import type { SignedSubject } from './signed-tokens.ts';

const hour = 3_600_000;
const metadataUrl = 'https://code.example.org/.well-known/oauth-protected-resource/mcp';
let folder = '';
let catalogue: Catalogue;
let now = 0;
let clock = 0;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'code-scout-access-'));
  [now, clock] = [1_000_000, 0];
  const database = new SqliteDatabase(join(folder, 'catalogue.db'));
  catalogue = await openSqlCatalogue(database, { tenant: 'main', creates: true, clock: () => now });
});
afterEach(async () => {
  await catalogue.close();
  rmSync(folder, { recursive: true, force: true });
});

const pass = (ms: number): void => {
  clock += ms;
  now += ms;
};
const checker = (more: Partial<CatalogueCheckerOptions> = {}): CatalogueChecker =>
  new CatalogueChecker({ catalogue, signed: null, metadataUrl, clock: () => clock, ...more });
const add = (name: string): Promise<Repository> =>
  catalogue.addRepository({ name, url: `https://${name}`, defaultRef: 'main', forkOf: null });
async function newToken(
  principal: Principal,
  may: Permission = 'read',
  repositories: number[] | null = null,
): Promise<string> {
  const token = makeToken();
  await catalogue.addToken({
    digest: tokenDigest(token),
    principal: principal.id,
    name: 't',
    repositories,
    may,
    validMs: hour,
  });
  return token;
}
const seen = (found: Access | Refusal): unknown =>
  isRefusal(found) ? found.status : [...(found.repositories as Set<number>)];
/** The catalogue with what it was asked; each call may be made to fail. */
function watched(): {
  asked: string[];
  fails: { with: Error | null };
  catalogue: CatalogueCheckerOptions['catalogue'];
} {
  const asked: string[] = [];
  const fails: { with: Error | null } = { with: null };
  const call = <T>(name: string, ask: () => Promise<T>): Promise<T> => {
    asked.push(name);
    return fails.with === null ? ask() : Promise.reject(fails.with);
  };
  return {
    ...{ asked, fails },
    catalogue: {
      location: 'the catalogue',
      accessVersion: () => call('version', () => catalogue.accessVersion()),
      scopeOf: (digest) => call('scope', () => catalogue.scopeOf(digest)),
      scopeOfPrincipal: (named) => call('principal', () => catalogue.scopeOfPrincipal(named)),
    },
  };
}

describe('a named token', () => {
  it('gives what it may, and who does not have one is told how to get one', async () => {
    const [a, b] = [await add('a'), await add('b')];
    const ann = await catalogue.addPrincipal('person', 'ann');
    await catalogue.grant(ann.id, a.id, 'index');
    await catalogue.grant(ann.id, b.id, 'read');
    const one = checker();
    expect(await one.check(`Bearer ${await newToken(ann, 'index')}`)).toEqual({
      ...{ principal: ann.id, name: 'ann', repositories: new Set([a.id, b.id]), scopes: new Set(['read', 'index']) },
      indexable: new Set([a.id]),
    });
    const reader = await one.check(`bearer  ${await newToken(ann, 'read', [b.id])} `);
    expect(reader).toMatchObject({ repositories: new Set([b.id]), scopes: new Set(['read']), indexable: new Set() });
    // The scope `index` is of no use where nothing may be indexed.
    expect(await one.check(`Bearer ${await newToken(ann, 'index', [b.id])}`)).toMatchObject({
      scopes: new Set(['read']),
    });
    const none = { status: 401, challenge: `Bearer resource_metadata="${metadataUrl}", scope="read"` };
    for (const header of [undefined, '', 'Bearer', 'Bearer ', 'Basic YTpi', `Bearer ${makeToken()} x`])
      expect(await one.check(header)).toEqual(none);
    const invalid = { status: 401, challenge: `Bearer resource_metadata="${metadataUrl}", error="invalid_token", scope="read", error_description="The token is not known, has expired, or was revoked"` }; // prettier-ignore
    expect(await one.check(`Bearer ${makeToken()}`)).toEqual(invalid);
    expect(await checker({ metadataUrl: null }).check(undefined)).toEqual({
      status: 401,
      challenge: 'Bearer realm="code-scout"',
    });
  });

  it('asks the catalogue once, also for many requests at once, and not for what is no token', async () => {
    const ann = await catalogue.addPrincipal('person', 'ann');
    const header = `Bearer ${await newToken(ann)}`;
    const { asked, catalogue: of } = watched();
    const one = checker({ catalogue: of });
    await Promise.all(Array.from({ length: 20 }, () => one.check(header)));
    await one.check(header);
    for (const guess of ['x', 'cscout_short', 'a.b.c', `cscout_${'x'.repeat(44)}`]) await one.check(`Bearer ${guess}`);
    expect(asked).toEqual(['version', 'scope']);
    const unknown = `Bearer ${makeToken()}`;
    await one.check(unknown);
    await one.check(unknown);
    expect(asked).toEqual(['version', 'scope', 'scope']);
    pass(999);
    await one.check(header);
    expect(asked).toHaveLength(3);
    pass(1);
    await Promise.all([one.check(header), one.check(header)]);
    expect(asked.slice(3)).toEqual(['version']);
  });

  it('ends with its time, though it is kept', async () => {
    const ann = await catalogue.addPrincipal('person', 'ann');
    const header = `Bearer ${await newToken(ann)}`;
    const one = checker({ versionMs: 10 * hour });
    expect(seen(await one.check(header))).toEqual([]);
    pass(hour - 1);
    expect(seen(await one.check(header))).toEqual([]);
    pass(1);
    expect(seen(await one.check(header))).toBe(401);
  });

  const changes: [
    string,
    (of: { ann: Principal; group: Principal; a: Repository; token: string }) => Promise<unknown>,
    unknown,
  ][] = [
    ['its revocation', ({ token }) => catalogue.revokeToken(tokenDigest(token).slice(0, 32)), 401],
    ['the removal of its principal', ({ ann }) => catalogue.removePrincipal(ann.id), 401],
    ['a grant that is taken back', ({ ann, a }) => catalogue.revokeGrant(ann.id, a.id, 'read'), [2]],
    ['the end of a membership', ({ ann, group }) => catalogue.removeMember(group.id, ann.id), [1]],
    ['the removal of a group', ({ group }) => catalogue.removePrincipal(group.id), [1]],
    ['the removal of a repository', ({ a }) => catalogue.setRepositoryState(a.id, 'forgotten'), [2]],
  ];
  it.each(changes)('heeds %s within a second, and at once where it is asked anew', async (_, change, after) => {
    const [a, b] = [await add('a'), await add('b')];
    const [ann, group] = [await catalogue.addPrincipal('person', 'ann'), await catalogue.addPrincipal('group', 'g')];
    await catalogue.addMember(group.id, ann.id);
    await catalogue.grant(ann.id, a.id, 'read');
    await catalogue.grant(group.id, b.id, 'read');
    const token = await newToken(ann);
    const one = checker();
    expect(seen(await one.check(`Bearer ${token}`))).toEqual([a.id, b.id]);
    await change({ ann, group, a, token });
    pass(999);
    expect(seen(await one.check(`Bearer ${token}`))).toEqual([a.id, b.id]);
    pass(1);
    // The first to come asks for the version, and those beside it wait for the answer.
    const both = await Promise.all([one.check(`Bearer ${token}`), one.check(`Bearer ${token}`)]);
    expect(both.map(seen)).toEqual([after, after]);
  });

  it('does not keep an answer that was overtaken by a newer version', async () => {
    const a = await add('a');
    const ann = await catalogue.addPrincipal('person', 'ann');
    await catalogue.grant(ann.id, a.id, 'read');
    const [first, second] = [await newToken(ann), await newToken(ann)];
    const held = Promise.withResolvers<void>();
    let calls = 0;
    const slow = checker({
      catalogue: {
        ...watched().catalogue,
        scopeOf: async (digest) => {
          const scope = await catalogue.scopeOf(digest);
          if (++calls === 1) await held.promise;
          return scope;
        },
      },
    });
    const late = slow.check(`Bearer ${first}`);
    await Promise.resolve();
    while (calls === 0) await Promise.resolve();
    await catalogue.revokeGrant(ann.id, a.id, 'read');
    // Another request hears of the newer version.
    expect(seen(await slow.check(`Bearer ${second}`))).toEqual([]);
    held.resolve();
    expect(seen(await late)).toEqual([]);
  });

  it('is answered by what is kept while the catalogue is away, for a minute', async () => {
    const ann = await catalogue.addPrincipal('person', 'ann');
    const header = `Bearer ${await newToken(ann)}`;
    const { asked, fails, catalogue: of } = watched();
    const one = checker({ catalogue: of });
    await one.check(header);
    fails.with = new Error('away');
    pass(59_999);
    expect(seen(await one.check(header))).toEqual([]);
    const before = asked.length;
    expect(seen(await one.check(header))).toEqual([]);
    expect(asked).toHaveLength(before);
    await expect(one.check(`Bearer ${makeToken()}`)).rejects.toThrow('away');
    pass(1);
    await expect(one.check(header)).rejects.toThrow('away');
    fails.with = null;
    expect(seen(await one.check(header))).toEqual([]);
  });

  it('does not wait for ever for a catalogue that says nothing', async () => {
    const one = checker({
      waitMs: 1,
      catalogue: { ...watched().catalogue, accessVersion: () => new Promise(() => {}) },
    });
    await expect(one.check(`Bearer ${makeToken()}`)).rejects.toThrow('does not answer');
  });
});

describe('a signed token', () => {
  const subject = (more: Partial<SignedSubject> = {}): SignedSubject => ({
    ...{ kind: 'person', name: 'ann', groups: [], scopes: new Set(['read']), ...more },
  });
  const signed = (found: SignedSubject | ReturnType<typeof invalidToken>): CatalogueChecker =>
    checker({ signed: { check: async () => found } });
  const header = 'Bearer a.b.c';

  it('gives what the catalogue grants to whom it names, and to its groups', async () => {
    const [a, b] = [await add('a'), await add('b')];
    const [ann, group] = [await catalogue.addPrincipal('person', 'ann'), await catalogue.addPrincipal('group', 'g')];
    await catalogue.grant(ann.id, a.id, 'read');
    await catalogue.grant(group.id, b.id, 'index');
    expect(seen(await signed(subject()).check(header))).toEqual([a.id]);
    expect(await signed(subject({ groups: ['g'], scopes: new Set(['read', 'index']) })).check(header)).toMatchObject({
      ...{ principal: ann.id, repositories: new Set([a.id, b.id]), indexable: new Set([b.id]) },
    });
    expect(await signed(subject({ groups: ['g'] })).check(header)).toMatchObject({
      scopes: new Set(['read']),
      indexable: new Set(),
    });
  });

  it('of somebody whom the catalogue does not know gives nothing, whatever its groups', async () => {
    const [a, group] = [await add('a'), await catalogue.addPrincipal('group', 'g')];
    await catalogue.grant(group.id, a.id, 'read');
    const one = signed(subject({ groups: ['g'] }));
    expect(await one.check(header)).toMatchObject({
      status: 403,
      challenge: expect.stringContaining('error="insufficient_scope"'),
    });
    const ann = await catalogue.addPrincipal('person', 'ann');
    pass(1000);
    expect(seen(await one.check(header))).toEqual([a.id]);
    await catalogue.removePrincipal(ann.id);
    pass(1000);
    expect(seen(await one.check(header))).toBe(403);
  });

  it('that is not valid is refused with its reason', async () => {
    expect(await signed(invalidToken('The token has expired')).check(header)).toEqual({
      status: 401,
      challenge: `Bearer resource_metadata="${metadataUrl}", error="invalid_token", scope="read", error_description="The token has expired"`,
    });
  });
});

it('checks as the grants say, after random changes, with a version that is at most a second old', async () => {
  const [people, groups, repositories] = [3, 2, 4];
  const which = (count: number): fc.Arbitrary<number> => fc.nat({ max: count - 1 });
  const change = fc.oneof(
    fc.record({
      do: fc.constantFrom<'grant' | 'revokeGrant'>('grant', 'revokeGrant'),
      who: which(people + groups),
      repository: fc.option(which(repositories)),
    }),
    fc.record({
      do: fc.constantFrom('addMember' as const, 'removeMember' as const),
      group: which(groups),
      who: which(people),
    }),
    fc.record({ do: fc.constant('revokeToken' as const), who: which(people) }),
    fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(1, 400, 1000) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 40 }), async (changes) => {
      await catalogue.close();
      const file = join(mkdtempSync(join(folder, 'c-')), 'catalogue.db');
      catalogue = await openSqlCatalogue(new SqliteDatabase(file), { tenant: 'main', creates: true, clock: () => now });
      const all: Principal[] = [];
      for (let at = 0; at < people; at++) all.push(await catalogue.addPrincipal('person', `p${at}`));
      for (let at = 0; at < groups; at++) all.push(await catalogue.addPrincipal('group', `g${at}`));
      const own: Repository[] = [];
      for (let at = 0; at < repositories; at++) own.push(await add(`r${at}`));
      const tokens = await Promise.all(all.slice(0, people).map((one) => newToken(one)));
      const granted = all.map(() => new Set<number | null>());
      const members = Array.from({ length: groups }, () => new Set<number>());
      const revoked = new Set<number>();
      const one = checker();
      /** What each token may have seen at a moment of the last second. */
      let history: { at: number; seen: unknown[] }[] = [];
      const expected = (): unknown[] =>
        tokens.map((_, who) => {
          if (revoked.has(who)) return 401;
          const sets = [
            granted[who]!,
            ...members.flatMap((set, group) => (set.has(who) ? [granted[people + group]!] : [])),
          ];
          return own.filter(({ id }) => sets.some((set) => set.has(id) || set.has(null))).map(({ id }) => id);
        });
      for (const step of changes) {
        if (step.do === 'pass') pass(step.ms);
        else if (step.do === 'revokeToken') {
          revoked.add(step.who);
          await catalogue.revokeToken(tokenDigest(tokens[step.who]!).slice(0, 32));
        } else if ('repository' in step) {
          const id = step.repository === null ? null : own[step.repository]!.id;
          if (step.do === 'grant') granted[step.who]!.add(id);
          else granted[step.who]!.delete(id);
          await catalogue[step.do](all[step.who]!.id, id, 'read');
        } else {
          if (step.do === 'addMember') members[step.group]!.add(step.who);
          else members[step.group]!.delete(step.who);
          await catalogue[step.do](all[people + step.group]!.id, all[step.who]!.id);
        }
        // Each was true until the next began.
        const recent = history.filter((_, n) => clock - (history[n + 1]?.at ?? clock) < 1000);
        history = [...recent, { at: clock, seen: expected() }];
        for (const [who, token] of tokens.entries()) {
          const found = seen(await one.check(`Bearer ${token}`));
          expect(history.map((past) => past.seen[who])).toContainEqual(found);
        }
      }
    }),
    { numRuns: 25 },
  );
});
