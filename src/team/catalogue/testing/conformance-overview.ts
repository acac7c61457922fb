/** Administrators, and the pages that they see. */
import { describe, expect, it } from 'vitest';
import type { PageRequest } from '../overview.ts';
import { keyOfWorker } from '../states.ts';
import { makeToken, tokenDigest } from '../tokens.ts';
import { hour, type Subject } from './conformance-subject.ts';

const page = (more: Partial<PageRequest> = {}): PageRequest => ({ offset: 0, limit: 50, text: '', ...more });

export function describeAdministrators(subject: Subject): void {
  describe('an administrator', () => {
    const digestOf = async (principal: number, administers: boolean): Promise<string> => {
      const digest = tokenDigest(makeToken());
      await subject.catalogue.addToken({ digest, principal, name: 't', repositories: null, may: 'index', administers, validMs: hour }); // prettier-ignore
      return digest;
    };

    it('is one by itself or by a group, with a token that was made for it, until it is taken back', async () => {
      const { catalogue } = subject;
      const [ann, bob] = [await catalogue.addPrincipal('person', 'ann'), await catalogue.addPrincipal('person', 'bob')];
      const ops = await catalogue.addPrincipal('group', 'ops');
      const [wide, plain, other] = [await digestOf(ann.id, true), await digestOf(ann.id, false), await digestOf(bob.id, true)]; // prettier-ignore
      const administers = async (): Promise<(boolean | undefined)[]> => [
        ...(await Promise.all([wide, plain, other].map(async (one) => (await catalogue.scopeOf(one))?.administers))),
        (await catalogue.scopeOfPrincipal({ kind: 'person', name: 'bob', groups: [] }))?.administers,
        (await catalogue.scopeOfPrincipal({ kind: 'person', name: 'bob', groups: ['ops'] }))?.administers,
      ];
      expect(await administers()).toEqual([false, false, false, false, false]);
      const before = await catalogue.accessVersion();
      await catalogue.setAdministrator(ann.id, true);
      expect(await catalogue.accessVersion()).toBe(before + 1);
      expect(await administers()).toEqual([true, false, false, false, false]);
      await catalogue.setAdministrator(ops.id, true);
      await catalogue.setAdministrator(ann.id, false);
      expect(await administers()).toEqual([false, false, false, false, true]);
      await catalogue.addMember(ops.id, ann.id);
      expect(await administers()).toEqual([true, false, false, false, true]);
      expect(await catalogue.listAdministrators()).toEqual([ops.id]);
      // It gives nothing to read.
      expect(await catalogue.scopeOf(wide)).toMatchObject({ read: [], index: [] });
      await catalogue.removePrincipal(ops.id);
      expect([await catalogue.listAdministrators(), await administers()]).toEqual([
        [],
        [false, false, false, false, false],
      ]);
      const audit = await catalogue.readAudit(100);
      expect(audit.map(({ what }) => what)).toEqual(expect.arrayContaining(['administrator added', 'administrator removed'])); // prettier-ignore
    });

    it('is nobody who has the number of one that an older program has removed', async () => {
      const { catalogue } = subject;
      const ann = await catalogue.addPrincipal('person', 'ann');
      await catalogue.setAdministrator(ann.id, true);
      const database = await subject.engine.connect();
      const [rows] = await database.batch([{ text: 'SELECT id FROM tenants WHERE name = :name', values: { name: subject.tenant } }], { tenant: null, tenantName: subject.tenant }); // prettier-ignore
      const tenant = Number(rows![0]!['id']);
      await database.batch([{ text: 'DELETE FROM principals WHERE tenant = :tenant', values: { tenant } }], { tenant, tenantName: subject.tenant }); // prettier-ignore
      await database.close();
      expect((await catalogue.addPrincipal('person', 'bob')).id).toBe(ann.id);
      const bob = await catalogue.scopeOfPrincipal({ kind: 'person', name: 'bob', groups: [] });
      expect(bob).toMatchObject({ administers: false });
    });

    it('is noted with what it does', async () => {
      const { catalogue } = subject;
      const [one, ann] = [await subject.add(), await catalogue.addPrincipal('person', 'ann')];
      await catalogue.wantEdition('e1', '1');
      await subject.hear(one, 'c1');
      const digest = await digestOf(ann.id, false);
      expect(await catalogue.askForJob(one.id, 'main', ann.id)).toBe(true);
      subject.now++;
      expect(await catalogue.revokeToken(digest.slice(0, 32), ann.id)).toBe(true);
      const { rows, total } = await catalogue.auditPage(page({ limit: 2 }));
      const who = { id: ann.id, kind: 'person', name: 'ann' };
      expect(rows).toMatchObject([
        { what: 'token revoked', who, detail: { id: digest.slice(0, 32) }, atMs: subject.now },
        { what: 'index asked for', who, detail: { repository: one.id, ref: 'main' }, names: { repository: one.name } },
      ]);
      const ops = await catalogue.addPrincipal('group', 'ops');
      subject.now++;
      await catalogue.addMember(ops.id, ann.id);
      expect((await catalogue.auditPage(page({ limit: 1 }))).rows).toMatchObject([{ what: 'member added', names: { group: 'group:ops', principal: 'ann' } }]); // prettier-ignore
      expect(total).toBeGreaterThan(2);
      await catalogue.removePrincipal(ann.id);
      const asked = (await catalogue.auditPage(page({ text: 'ASKED' }))).rows;
      expect(asked).toMatchObject([{ who: { id: ann.id, kind: null, name: null } }]);
    });
  });
}

export function describePages(subject: Subject): void {
  describe('a page', () => {
    it('of repositories has the state of each, by name', async () => {
      const { catalogue } = subject;
      const [shop, prices, old, gone] = await subject.addAll('x/shop', 'x/prices', 'x/old_100%', 'x/gone');
      await catalogue.setRepositoryState(gone.id, 'forgotten');
      await catalogue.wantEdition('e1', '1');
      await subject.hear(shop, 'c1');
      const packages = { provides: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ ecosystem: 'npm', package: name, root: '' })), requires: [] }; // prettier-ignore
      await subject.finish((await subject.take())!, { packages });
      subject.now += 500;
      await subject.hear(shop, 'c2');
      await subject.hear(prices, 'p1');
      // Asked for, so it comes before the other.
      await catalogue.askForJob(prices.id, 'main');
      await catalogue.failJob((await subject.take())!, { error: 'too large', retryMs: null });
      const all = await catalogue.repositoryPage({ ...page(), filter: 'all' });
      expect(all.total).toBe(3);
      expect(all.rows.map(({ name }) => name)).toEqual(['x/old_100%', 'x/prices', 'x/shop']);
      expect(all.rows[2]).toMatchObject({
        ...{ id: shop.id, state: 'active', defaultRef: 'main', branches: 1, branchesBehind: 1 },
        heard: { push: 2, commit: 'c2', atMs: subject.now },
        head: { push: 1, commit: 'c1' },
        index: { bytes: 8192, files: 3, lines: 40 },
        ...{ snapshots: 1, snapshotBytes: 8192 },
        lastJob: { state: 'waiting', ref: 'main', commit: 'c2', worker: null, error: null, restMs: 0 },
      });
      expect(all.rows[2]!.packages).toEqual({ total: 6, rows: ['a', 'b', 'c'].map((name) => ({ ecosystem: 'npm', package: name })) }); // prettier-ignore
      expect(all.rows[1]).toMatchObject({ head: null, index: null, lastJob: { state: 'failed', error: 'too large', worker: 'w1', endedMs: subject.now } }); // prettier-ignore
      expect(all.rows[0]).toMatchObject({ heard: null, head: null, branches: 0, snapshots: 0, lastJob: null, packages: { total: 0, rows: [] } }); // prettier-ignore
      const names = async (
        filter: 'all' | 'behind' | 'failed' | 'new',
        more: Partial<PageRequest> = {},
      ): Promise<string[]> =>
        // prettier-ignore
        (await catalogue.repositoryPage({ ...page(more), filter })).rows.map(({ name }) => name);
      expect(await names('behind')).toEqual(['x/prices', 'x/shop']);
      expect(await names('failed')).toEqual(['x/prices']);
      expect(await names('new')).toEqual(['x/old_100%', 'x/prices']);
      expect(await names('all', { text: 'SHO' })).toEqual(['x/shop']);
      // What is special in patterns is not special here.
      expect([await names('all', { text: '0%' }), await names('all', { text: '_' }), await names('all', { text: 'x%p' })]).toEqual([['x/old_100%'], ['x/old_100%'], []]); // prettier-ignore
      expect(await names('all', { limit: 1, offset: 1 })).toEqual(['x/prices']);
      expect(await catalogue.repositoryPage({ ...page({ offset: 10 }), filter: 'all' })).toEqual({ total: 3, rows: [] }); // prettier-ignore
      expect(old.id).toBe(all.rows[0]!.id);
    });

    it('of jobs has what became of them, the last first', async () => {
      const { catalogue } = subject;
      const one = await subject.add('x/one');
      await catalogue.wantEdition('e1', '1');
      await subject.hear(one, 'c1');
      const job = (await subject.take('w7'))!;
      subject.now += 100;
      await catalogue.failJob(job, { error: 'away', retryMs: 5000 });
      const open = async (): Promise<unknown> => (await catalogue.jobPage({ ...page(), states: ['waiting', 'taken'] })).rows; // prettier-ignore
      expect(await open()).toMatchObject([{ name: 'x/one', state: 'waiting', worker: 'w7', error: 'away', restMs: 5000, attempt: 1 }]); // prettier-ignore
      subject.now += 5000;
      await subject.finish((await subject.take('w8'))!);
      expect(await open()).toEqual([]);
      const done = await catalogue.jobPage({ ...page({ text: 'ONE' }), states: ['done'] });
      expect(done).toMatchObject({ total: 1, rows: [{ endedMs: subject.now, madeMs: subject.now - 5100, worker: 'w8' }] }); // prettier-ignore
    });

    it('of people and of tokens has what each may, and nothing that could be used', async () => {
      const { catalogue } = subject;
      const [a, b] = await subject.addAll('x/a', 'x/b');
      const [ann, ci, ops] = [await catalogue.addPrincipal('person', 'ann'), await catalogue.addPrincipal('robot', 'ci'), await catalogue.addPrincipal('group', 'ops')]; // prettier-ignore
      await catalogue.addMember(ops.id, ann.id);
      await catalogue.addMember(ops.id, ci.id);
      await catalogue.setAdministrator(ops.id, true);
      await catalogue.grant(ann.id, b.id, 'read');
      await catalogue.grant(ann.id, a.id, 'index');
      await catalogue.grant(ci.id, null, 'read');
      const digests = [tokenDigest(makeToken()), tokenDigest(makeToken())];
      const rest = { may: 'read', validMs: hour } as const;
      await catalogue.addToken({ ...rest, digest: digests[0]!, principal: ann.id, name: 'laptop', repositories: [a.id, b.id] }); // prettier-ignore
      subject.now++;
      await catalogue.addToken({ ...rest, digest: digests[1]!, principal: ci.id, name: '', repositories: null, administers: true }); // prettier-ignore
      expect(await catalogue.principalPage({ ...page(), kind: null })).toEqual({
        total: 3,
        rows: [
          {
            ...{ ...ann, administers: false, tokens: 1 },
            of: { total: 1, rows: [{ kind: 'group', name: 'ops' }] },
            grants: {
              total: 2,
              rows: [
                { repository: 'x/a', may: 'index' },
                { repository: 'x/b', may: 'read' },
              ],
            },
          },
          {
            ...{ ...ci, administers: false, tokens: 1 },
            of: { total: 1, rows: [{ kind: 'group', name: 'ops' }] },
            grants: { total: 1, rows: [{ repository: null, may: 'read' }] },
          },
          {
            ...{ ...ops, administers: true, tokens: 0 },
            of: {
              total: 2,
              rows: [
                { kind: 'person', name: 'ann' },
                { kind: 'robot', name: 'ci' },
              ],
            },
            grants: { total: 0, rows: [] },
          },
        ],
      });
      expect((await catalogue.principalPage({ ...page({ text: 'C' }), kind: 'robot' })).rows).toMatchObject([{ name: 'ci' }]); // prettier-ignore
      const tokens = await catalogue.tokenPage({ ...page(), state: null });
      expect(tokens).toMatchObject({
        total: 2,
        rows: [
          { holder: { kind: 'robot', name: 'ci' }, repositories: null, administers: true, validMs: hour, name: '' },
          { holder: { kind: 'person', name: 'ann' }, repositories: 2, administers: false, name: 'laptop' },
        ],
      });
      expect(JSON.stringify(tokens)).not.toContain(digests[0]);
      await catalogue.removePrincipal(ann.id);
      const byId = await catalogue.tokenPage({ ...page({ text: digests[0]!.slice(0, 9) }), state: null });
      expect(byId.rows).toMatchObject([{ holder: null, state: 'revoked' }]);
      expect((await catalogue.tokenPage({ ...page({ text: 'CI' }), state: 'valid' })).total).toBe(1);
      expect((await catalogue.tokenPage({ ...page(), state: 'expired' })).total).toBe(0);
    });

    it('of workers and nodes has when they were heard of, and what they have', async () => {
      const { catalogue } = subject;
      await subject.hear(await subject.add('x/one'), 'c1');
      await catalogue.wantEdition('e1', '1');
      const worker = { name: 'w1', version: '1.0', edition: 'e1' };
      await catalogue.beatWorker(worker);
      await catalogue.beatWorker({ ...worker, name: 'w2' });
      const startedMs = subject.now;
      await subject.take('w1');
      subject.now += 9000;
      await catalogue.beatWorker(worker);
      expect(await catalogue.listWorkers()).toEqual([
        { ...worker, startedMs, seenMsAgo: 0, job: { name: 'x/one', ref: 'main' } },
        { ...worker, name: 'w2', startedMs, seenMsAgo: 9000, job: null },
      ]);
      await catalogue.endWorker('w1');
      // Two machines of one name.
      const [mine, other] = [keyOfWorker('w2', '0123456789ab'), keyOfWorker('w2', 'ba9876543210')];
      for (const name of [mine, other]) await catalogue.beatWorker({ ...worker, name });
      await subject.hear(await subject.add('x/two'), 'c2');
      await subject.take(other);
      await catalogue.endWorker(mine);
      expect((await catalogue.listWorkers()).map(({ name, job }) => [name, job?.name])).toEqual([
        ['w2', 'x/two'],
        ['w2', undefined],
      ]);
      const { rows } = await catalogue.jobPage({ ...page(), states: ['taken'], text: 'x/two' });
      expect(rows.map((row) => row.worker)).toEqual(['w2']);
      await catalogue.endWorker(other);
      subject.now += 24 * hour;
      await catalogue.beatWorker({ ...worker, name: 'w3' });
      expect((await catalogue.listWorkers()).map(({ name }) => name)).toEqual(['w3']);
      const node = { name: 'n1', url: 'https://n1', bytes: 900, version: '1' };
      await catalogue.beatNode(node, { bytes: 500, repositories: 3 });
      await catalogue.beatNode({ ...node, name: 'n2' });
      subject.now += 40;
      expect(await catalogue.listNodes(hour)).toEqual([
        { ...node, seenMsAgo: 40, heldBytes: 500, held: 3 },
        { ...node, name: 'n2', seenMsAgo: 40, heldBytes: null, held: null },
      ]);
      expect(await catalogue.listNodes(39)).toEqual([]);
    });

    it('says when snapshots were swept', async () => {
      const { catalogue } = subject;
      expect(await catalogue.lastSweep()).toBeNull();
      await catalogue.note({ principal: null, what: 'snapshots swept', detail: { deleted: 4 } });
      expect(await catalogue.lastSweep()).toEqual({ atMs: subject.now, deleted: 4 });
    });

    it('has nothing of another tenant', async () => {
      const { catalogue } = subject;
      await subject.hear(await subject.add(), 'c1');
      const ann = await catalogue.addPrincipal('person', 'ann');
      await catalogue.setAdministrator(ann.id, true);
      await catalogue.addToken({ digest: tokenDigest(makeToken()), principal: ann.id, name: 't', repositories: null, may: 'read', validMs: hour }); // prettier-ignore
      await catalogue.beatWorker({ name: 'w1', version: '1', edition: 'e1' });
      const other = await subject.connect(`${subject.tenant}-other`);
      const pages = await Promise.all([
        other.repositoryPage({ ...page(), filter: 'all' }),
        other.jobPage({ ...page(), states: ['waiting'] }),
        other.principalPage({ ...page(), kind: null }),
        other.tokenPage({ ...page(), state: null }),
        other.auditPage(page()),
      ]);
      for (const one of pages) expect(one).toEqual({ total: 0, rows: [] });
      expect([await other.listWorkers(), await other.listAdministrators()]).toEqual([[], []]);
    });
  });
}
