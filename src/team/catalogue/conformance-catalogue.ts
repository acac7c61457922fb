/** The suite that every engine of a catalogue passes: `describeCatalogue('…', open)` in a test file. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Catalogue, ClaimedJob, Finish, FinishedJob, JobState, Repository, TakenJob } from './catalogue.ts';
import { migrate, requireUsable } from './sql/migrate.ts';
import { migrations } from './sql/schema.ts';
import { openSqlCatalogue } from './sql/sql-catalogue.ts';
import type { SqlDatabase } from './sql/sql-database.ts';
import { ModelCatalogue } from './testing/model-catalogue.ts';
import { makeToken, tokenDigest } from './tokens.ts';

export interface CatalogueEngine {
  /** A connection of its own to one database, as another process has it. */
  connect(): Promise<SqlDatabase>;
  /** A connection to a new, empty database. */
  connectEmpty(): Promise<SqlDatabase>;
  close(): Promise<void>;
}

export interface CatalogueTraits {
  /** Why the suite cannot run on this machine; null if it can. */
  missing: string | null;
  /** Connections that work at once. */
  atOnce: number;
  /** Random histories; more with CATALOGUE_HISTORIES. */
  histories: number;
}

const everyState: readonly JobState[] = ['waiting', 'taken', 'done', 'failed', 'superseded'];
const hour = 3_600_000;
let made = 0;

export function describeCatalogue(name: string, open: () => Promise<CatalogueEngine>, traits: CatalogueTraits): void {
  const { missing, atOnce, histories } = traits;
  // Loud, because a suite that nobody runs proves nothing.
  if (missing !== null) console.warn(`SKIPPED: the suite of catalogues for ${name}: ${missing}`);
  describe.skipIf(missing !== null)(missing === null ? name : `${name} (${missing})`, () => {
    let engine: CatalogueEngine;
    let catalogue: Catalogue;
    let tenant = '';
    let now = 0;
    const opened: Catalogue[] = [];
    beforeAll(async () => {
      engine = await open();
    });
    afterAll(async () => {
      for (const one of opened) await one.close();
      await engine.close();
    });
    /** Each test has its own tenant: a database is not emptied between them. */
    const connect = async (of = tenant, clock: (() => number) | null = () => now): Promise<Catalogue> => {
      const one = await openSqlCatalogue(await engine.connect(), { tenant: of, creates: true, clock });
      opened.push(one);
      return one;
    };
    beforeEach(async () => {
      tenant = `suite${++made}`;
      now = 1_000_000;
      catalogue = await connect();
    });

    const add = (repository = 'example.org/team/shop'): Promise<Repository> =>
      catalogue.addRepository({ name: repository, url: `https://${repository}`, defaultRef: 'main', forkOf: null });
    const hear = (
      repository: Repository,
      commit: string | null,
      ref = 'main',
      delivery: string | null = null,
    ): Promise<number | null> =>
      // prettier-ignore
      catalogue.hear({ repository: repository.id, ref, commit, delivery });
    const take = (worker = 'w1', of = catalogue): Promise<ClaimedJob | null> =>
      of.takeJob({ worker, edition: 'e1', leaseMs: 60_000, maxStrikes: 3 });
    const finished = (job: TakenJob & { commit: string }, more: Partial<FinishedJob> = {}): FinishedJob => ({
      ...{ job: job.job, worker: job.worker, attempt: job.attempt, commit: job.commit },
      ...{ tree: `tree of ${job.commit}`, flavour: 'f1', bytes: 8192, files: 3, lines: 40, packages: null, ...more },
    });
    const finish = (job: ClaimedJob, more: Partial<FinishedJob> = {}): Promise<Finish> =>
      catalogue.finishJob(finished(job, more));
    const states = async (): Promise<string[]> => {
      const jobs = await catalogue.listJobs({ states: everyState, limit: 1000 });
      return jobs.map(({ commit, state }) => `${commit} ${state}`).toSorted();
    };
    const headOf = async ({ id }: Repository, ref = 'main'): Promise<string | undefined> =>
      (await catalogue.listRefs(id)).find((one) => one.ref === ref)?.heads[0]?.commit;

    describe('repositories', () => {
      it('are added once, and found by their name', async () => {
        const one = await add();
        expect(await add()).toEqual(one);
        const fork = await catalogue.addRepository({ name: 'fork', url: 'u', defaultRef: 'dev', forkOf: one.name });
        expect(fork).toEqual({ id: 2, family: one.family, name: 'fork', url: 'u', defaultRef: 'dev', state: 'active' });
        expect((await add('another')).family).not.toBe(one.family);
        expect((await catalogue.listRepositories()).map(({ name: of }) => of)).toEqual([one.name, 'fork', 'another']);
      });

      it('get numbers of their own when they are added at once', async () => {
        const names = Array.from({ length: 12 }, (_, at) => `repository${at % 6}`);
        const connections = await Promise.all(Array.from({ length: Math.min(atOnce, 4) }, () => connect()));
        const added = await Promise.all(
          names.map((of, at) => connections[at % connections.length]!.addRepository({ name: of, url: 'u', defaultRef: 'main', forkOf: null })), // prettier-ignore
        );
        expect(new Set(added.map(({ id }) => id)).size).toBe(6);
        expect(await catalogue.listRepositories()).toHaveLength(6);
      });

      it('are polled when their time has come, by one poller', async () => {
        await add('a');
        await add('b');
        await add('c');
        const other = await connect();
        const both = await Promise.all(
          [catalogue, other].map((one) => one.takePolls({ limit: 2, intervalMs: 60_000 })),
        );
        const third = await catalogue.takePolls({ limit: 2, intervalMs: 60_000 });
        expect([...both.flat(), ...third].map(({ name: of }) => of).toSorted()).toEqual(['a', 'b', 'c']);
        now += 59_999;
        expect(await catalogue.takePolls({ limit: 9, intervalMs: 60_000 })).toEqual([]);
        now += 1;
        expect(await catalogue.takePolls({ limit: 9, intervalMs: 60_000 })).toHaveLength(3);
      });

      it('are not indexed when they are archived, and not seen when they are forgotten', async () => {
        const one = await add();
        await catalogue.wantEdition('e1', '1');
        await hear(one, 'c1');
        await catalogue.setRepositoryState(one.id, 'archived');
        expect(await take()).toBeNull();
        expect(await hear(one, 'c2')).toBeNull();
        expect(await catalogue.listRepositories()).toHaveLength(1);
        await catalogue.setRepositoryState(one.id, 'forgotten');
        expect(await catalogue.listRepositories()).toEqual([]);
        expect(await add()).toEqual(one);
        expect(await hear(one, 'c2')).toBe(2);
      });
    });

    describe('pushes', () => {
      it('count once, however often they are heard of', async () => {
        const one = await add();
        await catalogue.wantEdition('e1', '1');
        expect([await hear(one, 'c1'), await hear(one, 'c1'), await hear(one, 'c1', 'main', 'd1')]).toEqual([1, 1, 1]);
        expect([await hear(one, 'c2', 'main', 'd2'), await hear(one, 'c2', 'main', 'd2')]).toEqual([2, 2]);
        // An old message that the host sends again is no push back.
        expect(await hear(one, 'c1', 'main', 'd1')).toBe(2);
        // A force push is one, also to a commit that was there before.
        expect(await hear(one, 'c1', 'main', 'd3')).toBe(3);
        expect(await states()).toEqual(['c1 superseded', 'c1 waiting', 'c2 superseded']);
      });

      it('count once when they are heard of at once', async () => {
        const one = await add();
        await catalogue.wantEdition('e1', '1');
        const connections = await Promise.all(Array.from({ length: atOnce }, () => connect()));
        const heard = await Promise.all(
          connections.map((of, at) => of.hear({ repository: one.id, ref: 'main', commit: 'c1', delivery: at % 2 === 0 ? 'd1' : null })), // prettier-ignore
        );
        expect(new Set(heard)).toEqual(new Set([1]));
        expect(await states()).toEqual(['c1 waiting']);
      });

      it('of a branch that is deleted leave nothing to do, and begin anew after it', async () => {
        const one = await add();
        await catalogue.wantEdition('e1', '1');
        expect(await hear(one, null, 'none')).toBeNull();
        await hear(one, 'c1', 'feature');
        expect(await hear(one, null, 'feature')).toBe(2);
        expect(await take()).toBeNull();
        expect(await catalogue.listRefs(one.id)).toEqual([{ ref: 'feature', heard: 2, commit: null, heads: [] }]);
        expect(await hear(one, 'c1', 'feature')).toBe(3);
        expect((await take())!.commit).toBe('c1');
      });

      it('of what the catalogue does not know are none', async () => {
        expect(await catalogue.hear({ repository: 77, ref: 'main', commit: 'c1', delivery: 'd' })).toBeNull();
      });
    });

    describe('editions', () => {
      it('are two at most, and each head that lacks one gets a job that is less urgent than a push', async () => {
        const one = await add();
        await hear(one, 'c1');
        expect(await states()).toEqual([]);
        await catalogue.wantEdition('e1', '1');
        await finish((await take())!);
        now += 1000;
        await catalogue.wantEdition('e2', '2');
        await hear(one, 'c9', 'feature');
        const second = { worker: 'w2', edition: 'e2', leaseMs: 1000, maxStrikes: 3 };
        expect((await catalogue.takeJob(second))!.commit).toBe('c9');
        expect((await catalogue.takeJob(second))!.commit).toBe('c1');
        now += 1000;
        await catalogue.wantEdition('e3', '3');
        expect((await catalogue.counts()).editions).toEqual([
          { edition: 'e3', label: '3' },
          { edition: 'e2', label: '2' },
        ]);
        // What waited for the first is not wanted any more.
        expect(await take()).toBeNull();
        await catalogue.wantEdition('e1', '1');
        expect((await take())!.commit).toBe('c9');
      });
    });

    describe('jobs', () => {
      it('are taken by urgency, each by one worker of many at once', async () => {
        await catalogue.wantEdition('e1', '1');
        const one = await add();
        for (let at = 0; at < 30; at++) await hear(one, `c${at}`, `branch${at}`);
        await hear(one, 'first');
        await catalogue.hear({ repository: one.id, ref: 'asked', commit: 'asked', delivery: null });
        expect(await catalogue.askForJob(one.id, 'asked')).toBe(true);
        expect([(await take())!.commit, (await take())!.commit]).toEqual(['asked', 'first']);
        const connections = await Promise.all(Array.from({ length: atOnce }, () => connect()));
        const work = async (of: Catalogue, at: number): Promise<string[]> => {
          const done: string[] = [];
          for (let job = await take(`w${at}`, of); job !== null; job = await take(`w${at}`, of)) {
            expect(await of.finishJob(finished(job))).toBe('done');
            done.push(job.commit);
          }
          return done;
        };
        const all = (await Promise.all(connections.map(work))).flat();
        expect(all.toSorted()).toEqual(Array.from({ length: 30 }, (_, at) => `c${at}`).toSorted());
        for (const { ref, heads } of await catalogue.listRefs(one.id))
          if (ref.startsWith('branch')) expect(heads).toHaveLength(1);
      });

      // A worker that is started again may have the name that it had before.
      it.each(['w2', 'w1'])(
        'are taken by %s after the lease of w1, and the late one writes nothing',
        async (another) => {
          await catalogue.wantEdition('e1', '1');
          const one = await add();
          await hear(one, 'c1');
          const late = (await take('w1'))!;
          now += 60_000;
          expect(await take(another)).toBeNull();
          expect(await catalogue.heartbeat(late, 60_000)).toBe(true);
          now += 60_001;
          const second = (await take(another))!;
          expect(second).toMatchObject({ job: late.job, attempt: late.attempt + 1, strikes: 2 });
          expect(await catalogue.heartbeat(late, 60_000)).toBe(false);
          expect(await catalogue.failJob(late, { error: 'late', retryMs: null })).toBe(false);
          expect(await catalogue.releaseJob(late)).toBe(false);
          expect(await finish(late, { tree: 'late', packages: { provides: [{ ecosystem: 'npm', package: 'late', root: '' }], requires: [] } })).toBe('lost'); // prettier-ignore
          expect(await catalogue.useSnapshot(one.id, 'late', 'f1')).toBeNull();
          expect(await catalogue.nearestSnapshot(one.id, 'f1', ['c1'])).toBeNull();
          expect(await catalogue.providersOf('npm', 'late')).toEqual([]);
          expect(await headOf(one)).toBeUndefined();
          expect(await finish(second)).toBe('done');
          // Also after the end, and the same worker in an earlier attempt.
          expect([await finish(late), await finish(second)]).toEqual(['lost', 'lost']);
          expect(await headOf(one)).toBe('c1');
        },
      );

      it('that end every worker fail, after a while', async () => {
        await catalogue.wantEdition('e1', '1');
        await hear(await add(), 'poison');
        for (let strikes = 1; strikes <= 3; strikes++) {
          expect(await take(`w${strikes}`)).toMatchObject({ strikes });
          now += 60_001;
        }
        expect(await take('w4')).toBeNull();
        const [job] = await catalogue.listJobs({ states: ['failed'], limit: 10 });
        expect(job).toMatchObject({ commit: 'poison', error: 'The worker that had it ended without a word, 3 times' });
      });

      it('that fail wait for their time, or have failed for good; whoever asks has them tried again', async () => {
        await catalogue.wantEdition('e1', '1');
        const one = await add();
        await hear(one, 'c1');
        const error = `no \0such ${'x'.repeat(5000)}\ud800`;
        expect(await catalogue.failJob((await take())!, { error, retryMs: 5000 })).toBe(true);
        now += 4999;
        expect(await take()).toBeNull();
        now += 1;
        expect(await catalogue.failJob((await take())!, { error: 'again', retryMs: null })).toBe(true);
        now += hour;
        expect(await take()).toBeNull();
        expect(await catalogue.listJobs({ states: ['failed'], limit: 10 })).toEqual([expect.objectContaining({ error: 'again', attempt: 2 })]); // prettier-ignore
        expect(await catalogue.askForJob(one.id, 'main')).toBe(true);
        expect(await catalogue.askForJob(one.id, 'nothing')).toBe(false);
        expect(await take()).toMatchObject({ attempt: 3, strikes: 1 });
      });

      it('that are given back are no strike, and give way to a newer push', async () => {
        await catalogue.wantEdition('e1', '1');
        const one = await add();
        await hear(one, 'c1');
        expect(await catalogue.releaseJob((await take())!)).toBe(true);
        const again = (await take())!;
        expect(again).toMatchObject({ attempt: 2, strikes: 1 });
        await hear(one, 'c2');
        await catalogue.releaseJob(again);
        expect(await states()).toEqual(['c1 superseded', 'c2 waiting']);
      });

      it('that are finished out of order leave the ref at the newer push', async () => {
        await catalogue.wantEdition('e1', '1');
        const one = await add();
        await hear(one, 'c1');
        const older = (await take('w1'))!;
        await hear(one, 'c2');
        const newer = (await take('w2'))!;
        expect([await finish(newer), await headOf(one)]).toEqual(['done', 'c2']);
        expect([await finish(older), await headOf(one)]).toEqual(['done', 'c2']);
        // The older snapshot is there all the same.
        expect((await catalogue.nearestSnapshot(one.id, 'f1', ['c1']))!.commit).toBe('c1');
      });

      it('of one tree at once make one snapshot', async () => {
        await catalogue.wantEdition('e1', '1');
        const one = await add();
        const count = Math.min(atOnce, 8);
        for (let at = 0; at < count; at++) await hear(one, `c${at}`, `branch${at}`);
        const connections = await Promise.all(Array.from({ length: count }, () => connect()));
        const ends = await Promise.all(
          connections.map(async (of, at) => of.finishJob(finished((await take(`w${at}`, of))!, { tree: 'same' }))),
        );
        expect(new Set(ends)).toEqual(new Set(['done']));
        expect(await catalogue.counts()).toMatchObject({ snapshots: 1, behind: 0, jobs: { done: count } });
      });
    });

    describe('snapshots', () => {
      it('are found by the first commit that has one, else by the default branch', async () => {
        await catalogue.wantEdition('e1', '1');
        const one = await add();
        for (const [commit, ref] of [
          ['c1', 'feature'],
          ['c2', 'feature'],
          ['m1', 'main'],
        ] as const) {
          // prettier-ignore
          await hear(one, commit, ref);
          expect(await finish((await take())!)).toBe('done');
        }
        const near = async (flavour: string, ...commits: string[]): Promise<string | undefined> =>
          (await catalogue.nearestSnapshot(one.id, flavour, commits))?.commit;
        expect(await near('f1', 'x', 'c2', 'c1')).toBe('c2');
        expect(await near('f1', 'c1', 'c2')).toBe('c1');
        expect(await near('f1', 'x')).toBe('m1');
        expect(await near('f1')).toBe('m1');
        expect(await near('f2', 'c1')).toBeUndefined();
        const other = await add('another');
        expect(await catalogue.nearestSnapshot(other.id, 'f1', ['c1'])).toBeNull();
      });

      it('leave by the rules, and cannot be published while they do', async () => {
        await catalogue.wantEdition('e1', '1');
        const one = await add();
        const index = async (commit: string, ref: string): Promise<void> => {
          await hear(one, commit, ref);
          expect(await finish((await take())!)).toBe('done');
          now += 1000;
        };
        for (const commit of ['m1', 'm2', 'm3']) await index(commit, 'main');
        for (const commit of ['f1', 'f2']) await index(commit, 'feature');
        await index('g1', 'gone');
        await hear(one, null, 'gone');
        const rules = { headsMs: 30 * 24 * hour, usedMs: 7 * 24 * hour, lastOfDefault: 2 };
        const condemned = async (): Promise<string[]> =>
          (await catalogue.condemnSnapshots(rules, 100)).map(({ commit }) => commit).toSorted();
        expect(await condemned()).toEqual([]);
        now += 8 * 24 * hour;
        await catalogue.useSnapshot(one.id, 'tree of f1', 'f1');
        expect(await condemned()).toEqual(['g1', 'm1']);
        // Neither found nor used, and a job that would publish it is to be done again.
        expect(await catalogue.useSnapshot(one.id, 'tree of m1', 'f1')).toBeNull();
        expect((await catalogue.nearestSnapshot(one.id, 'f1', ['m1']))!.commit).toBe('m3');
        await hear(one, 'm1', 'revert');
        const job = (await take())!;
        expect(await finish(job)).toBe('leaving');
        expect(await headOf(one, 'revert')).toBeUndefined();
        // A sweep that was ended goes on where it was.
        expect(await condemned()).toEqual(['g1', 'm1']);
        await catalogue.forgetSnapshots([
          { repository: one.id, tree: 'tree of m1', flavour: 'f1' },
          { repository: one.id, tree: 'tree of m3', flavour: 'f1' },
        ]);
        expect(await finish(job)).toBe('done');
        expect(await condemned()).toEqual(['g1']);
        expect(await catalogue.useSnapshot(one.id, 'tree of m3', 'f1')).not.toBeNull();
        now += 31 * 24 * hour;
        // The head of the default branch stays for ever.
        expect(await condemned()).toEqual(['f1', 'f2', 'g1', 'm1']);
        await catalogue.setRepositoryState(one.id, 'forgotten');
        expect(await condemned()).toEqual(['f1', 'f2', 'g1', 'm1', 'm2', 'm3']);
        await catalogue.forgetSnapshots(await catalogue.condemnSnapshots(rules, 100));
        expect(await catalogue.listRefs(one.id)).toEqual(expect.arrayContaining([expect.objectContaining({ ref: 'main', heads: [] })])); // prettier-ignore
        expect((await catalogue.counts()).snapshots).toBe(0);
      });

      it('of the default branch say which packages a repository provides and requires', async () => {
        await catalogue.wantEdition('e1', '1');
        const one = await add();
        const packages = (of: string, count = 1): FinishedJob['packages'] => ({
          provides: [{ ecosystem: 'npm', package: of, root: 'packages/it' }],
          requires: Array.from({ length: count }, (_, at) => ({ ecosystem: 'npm', package: 'react', module: 'react', name: `use${at}`, files: [1, at] })), // prettier-ignore
        });
        await hear(one, 'c1');
        await finish((await take())!, { packages: packages('shop', 450) });
        expect(await catalogue.providersOf('npm', 'shop')).toEqual([{ ecosystem: 'npm', package: 'shop', root: 'packages/it', repository: one.id }]); // prettier-ignore
        expect(await catalogue.requirersOf('npm', 'react', [])).toHaveLength(450);
        expect(await catalogue.requirersOf('npm', 'react', ['use449', 'none'])).toEqual([
          { ecosystem: 'npm', package: 'react', module: 'react', name: 'use449', files: [1, 449], repository: one.id },
        ]);
        // Another branch does not count, nor a push that came too late.
        await hear(one, 'c2', 'feature');
        await finish((await take())!, { packages: packages('feature') });
        await hear(one, 'c3');
        const older = (await take())!;
        await hear(one, 'c4');
        await finish((await take())!, { packages: packages('newer') });
        await finish(older, { packages: packages('older') });
        const provided = await Promise.all(
          ['shop', 'feature', 'newer', 'older'].map((of) => catalogue.providersOf('npm', of)),
        );
        expect(provided.map(({ length }) => length)).toEqual([0, 0, 1, 0]);
        expect(await catalogue.requirersOf('npm', 'react', [])).toHaveLength(1);
      });
    });

    describe('access', () => {
      const token = makeToken();
      const digest = tokenDigest(token);

      it('is the meeting of the token’s own list with the grants of its principal and that one’s groups', async () => {
        const [a, b, c, d] = [await add('a'), await add('b'), await add('c'), await add('d')];
        const ann = await catalogue.addPrincipal('person', 'ann');
        expect(await catalogue.addPrincipal('person', 'ann')).toEqual(ann);
        const [group, others] = [
          await catalogue.addPrincipal('group', 'team'),
          await catalogue.addPrincipal('group', 'others'),
        ];
        await catalogue.addMember(group.id, ann.id);
        await catalogue.grant(ann.id, a.id, 'index');
        await catalogue.grant(group.id, b.id, 'read');
        await catalogue.grant(group.id, c.id, 'index');
        await catalogue.grant(others.id, d.id, 'index');
        const scope = async (may: 'read' | 'index', repositories: number[] | null): Promise<unknown> => {
          const one = tokenDigest(makeToken());
          await catalogue.addToken({ digest: one, principal: ann.id, name: 't', repositories, may, validMs: hour });
          const found = await catalogue.scopeOf(one);
          return [found!.read, found!.index];
        };
        expect(await scope('index', null)).toEqual([
          [a.id, b.id, c.id],
          [a.id, c.id],
        ]);
        expect(await scope('read', null)).toEqual([[a.id, b.id, c.id], []]);
        expect(await scope('index', [c.id, d.id])).toEqual([[c.id], [c.id]]);
        expect(await scope('index', [])).toEqual([[], []]);
        await catalogue.setRepositoryState(c.id, 'forgotten');
        expect(await scope('index', null)).toEqual([[a.id, b.id], [a.id]]);
        expect(await catalogue.scopeOf(tokenDigest('another'))).toBeNull();
      });

      it('ends with its token’s time, with a revocation and with its principal', async () => {
        const ann = await catalogue.addPrincipal('person', 'ann');
        const one = await add();
        await catalogue.grant(ann.id, one.id, 'read');
        const rest = { principal: ann.id, name: 'laptop', repositories: null, may: 'read' } as const;
        await catalogue.addToken({ ...rest, digest, validMs: hour });
        expect(await catalogue.scopeOf(digest)).toMatchObject({ principal: ann, read: [one.id], validMs: hour });
        now += hour - 1;
        expect((await catalogue.scopeOf(digest))!.validMs).toBe(1);
        now += 1;
        expect(await catalogue.scopeOf(digest)).toBeNull();
        expect((await catalogue.listTokens()).map(({ state }) => state)).toEqual(['expired']);
        const second = tokenDigest(makeToken());
        await catalogue.addToken({ ...rest, digest: second, validMs: hour });
        expect(await catalogue.revokeToken(second.slice(0, 32))).toBe(true);
        expect(await catalogue.revokeToken(second.slice(0, 32))).toBe(false);
        expect(await catalogue.scopeOf(second)).toBeNull();
        const third = tokenDigest(makeToken());
        await catalogue.addToken({ ...rest, digest: third, validMs: hour });
        await catalogue.removePrincipal(ann.id);
        expect(await catalogue.scopeOf(third)).toBeNull();
        expect((await catalogue.listTokens()).map(({ state }) => state)).toEqual(['revoked', 'revoked', 'revoked']);
        // The number is not given to another, who would have the tokens.
        expect((await catalogue.addPrincipal('person', 'bob')).id).not.toBe(ann.id);
        expect(JSON.stringify(await catalogue.listTokens())).not.toContain(token);
      });

      it('has a version that each change raises, with a note', async () => {
        const [one, ann, group] = [await add(), await catalogue.addPrincipal('person', 'ann'), await catalogue.addPrincipal('group', 'g')]; // prettier-ignore
        const changes: [string, () => Promise<unknown>][] = [
          ['granted', () => catalogue.grant(group.id, one.id, 'read')],
          ['member added', () => catalogue.addMember(group.id, ann.id)],
          ['token added', () => catalogue.addToken({ digest, principal: ann.id, name: 't', repositories: null, may: 'read', validMs: hour })], // prettier-ignore
          ['grant revoked', () => catalogue.revokeGrant(group.id, one.id, 'read')],
          ['member removed', () => catalogue.removeMember(group.id, ann.id)],
          ['token revoked', () => catalogue.revokeToken(digest.slice(0, 32))],
          ['principal removed', () => catalogue.removePrincipal(ann.id)],
          ['repository archived', () => catalogue.setRepositoryState(one.id, 'archived')],
        ];
        for (const [what, change] of changes) {
          now++;
          const before = await catalogue.accessVersion();
          await change();
          expect(await catalogue.accessVersion(), what).toBe(before + 1);
          expect((await catalogue.readAudit(1))[0], what).toMatchObject({ what, atMs: now, principal: null });
        }
        expect(JSON.stringify(await catalogue.readAudit(100))).not.toContain(digest);
      });
    });

    it('knows which nodes live, and what was noted', async () => {
      const node = { name: 'n1', url: 'https://n1', bytes: 5, version: '1' };
      await catalogue.beatNode(node);
      now += 5000;
      await catalogue.beatNode({ ...node, name: 'n2' });
      expect((await catalogue.liveNodes(5000)).map(({ name: of }) => of)).toEqual(['n1', 'n2']);
      now += 1;
      expect((await catalogue.liveNodes(5000)).map(({ name: of }) => of)).toEqual(['n2']);
      await catalogue.beatNode(node);
      expect(await catalogue.liveNodes(5000)).toEqual([node, { ...node, name: 'n2' }]);
      await catalogue.note({ principal: 7, what: 'asked', detail: { tool: 'explore' } });
      expect(await catalogue.readAudit(5)).toEqual([
        { atMs: now, principal: 7, what: 'asked', detail: { tool: 'explore' } },
      ]);
    });

    it('keeps tenants apart', async () => {
      const one = await add();
      await catalogue.wantEdition('e1', '1');
      await hear(one, 'c1');
      const other = await connect(`${tenant}-other`);
      expect([await other.listRepositories(), await other.listRefs(one.id), await take('w', other)]).toEqual([
        [],
        [],
        null,
      ]);
      await other.wantEdition('e1', '1');
      expect(await take('w', other)).toBeNull();
      expect(await other.hear({ repository: one.id, ref: 'main', commit: 'c2', delivery: null })).toBeNull();
      expect(await take()).toMatchObject({ commit: 'c1' });
    });

    it('has the database’s time', async () => {
      const here = await connect(tenant, null);
      const one = await add();
      await here.wantEdition('e1', '1');
      await here.hear({ repository: one.id, ref: 'main', commit: 'c1', delivery: null });
      const options = { worker: 'w', edition: 'e1', maxStrikes: 3 };
      expect(await here.takeJob({ ...options, leaseMs: hour })).not.toBeNull();
      expect(await here.takeJob({ ...options, leaseMs: hour })).toBeNull();
      await here.note({ principal: null, what: 'x', detail: null });
      // In seconds it would be of 1970, in microseconds of the far future.
      const atMs = (await here.readAudit(1))[0]!.atMs;
      expect(new Date(atMs).getUTCFullYear()).toBeGreaterThan(2020);
      expect(new Date(atMs).getUTCFullYear()).toBeLessThan(2200);
    });

    it('needs a tenant that was made', async () => {
      const open = async (of: string): Promise<unknown> =>
        openSqlCatalogue(await engine.connect(), { tenant: of, creates: false });
      await expect(open('nobody')).rejects.toThrow('has no tenant nobody');
      await expect(open('Not a name!')).rejects.toThrow('has no tenant');
      await ((await open(tenant)) as Catalogue).close();
    });

    it('makes its tables once, however many programs do it at once', async () => {
      const database = await engine.connectEmpty();
      await expect(requireUsable(database)).rejects.toThrow('has no tables yet');
      const counts = await Promise.all(Array.from({ length: 4 }, () => migrate(database)));
      expect(counts.reduce((sum, count) => sum + count)).toBe(migrations.length);
      expect(await migrate(database)).toBe(0);
      // The next version adds something, which this one need not know…
      const number = migrations.length + 1;
      const next = {
        number,
        oldest: 1,
        statements: ['CREATE TABLE later (tenant integer NOT NULL)'],
        tenantTables: ['later'],
      };
      expect(await migrate(database, [...migrations, next])).toBe(1);
      await requireUsable(database);
      expect(await migrate(database)).toBe(0);
      // …and this one's programs say what to do where the tables are older than they need.
      const after = { number: number + 1, oldest: number + 1, statements: [], tenantTables: [] };
      await expect(requireUsable(database, [...migrations, next, after])).rejects.toThrow('is of an older version');
      expect(await migrate(database, [...migrations, next, after])).toBe(1);
      await expect(requireUsable(database)).rejects.toThrow('is of a newer version of Code Scout');
      await expect(migrate(database)).rejects.toThrow('is of a newer version of Code Scout');
      await database.close();
    });

    it('leaves nothing of a step that fails', async () => {
      const database = await engine.connectEmpty();
      const broken = { number: migrations.length + 1, oldest: 1, statements: ['CREATE TABLE half (id integer)', 'CREATE NONSENSE'], tenantTables: [] }; // prettier-ignore
      await expect(migrate(database, [...migrations, broken])).rejects.toThrow();
      await requireUsable(database);
      await expect(requireUsable(database, [...migrations, broken])).rejects.toThrow('older');
      expect(
        await migrate(database, [...migrations, { ...broken, statements: ['CREATE TABLE half (id integer)'] }]),
      ).toBe(1);
      await database.close();
    });

    it('does what the model does, after random histories', { timeout: 600_000 }, async () => {
      const numRuns = Number(process.env['CATALOGUE_HISTORIES'] ?? histories);
      await fc.assert(
        fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 60 }), async (history) => {
          now = 1_000_000;
          const of = await openSqlCatalogue(await engine.connect(), { tenant: `random${++made}`, creates: true, clock: () => now }); // prettier-ignore
          try {
            await replay(of, history, (time) => (now = time));
          } finally {
            await of.close();
          }
        }),
        { numRuns },
      );
    });
  });
}

type Step =
  | { do: 'hear'; repository: number; ref: string; commit: string | null; delivery: string | null }
  | { do: 'want'; edition: string }
  | { do: 'take'; worker: string; edition: string }
  | { do: 'wait'; ms: number }
  /** `which`: of the jobs that were ever taken, counted from the last. */
  | { do: 'heartbeat' | 'release'; which: number }
  | { do: 'finish'; which: number; tree: string }
  | { do: 'fail'; which: number; retryMs: number | null }
  | { do: 'ask'; repository: number; ref: string };

const oneOf = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const [repository, ref, edition] = [oneOf(1, 2), oneOf('main', 'feature'), oneOf('e1', 'e1', 'e2', 'e3')];
const which = fc.nat({ max: 4 });
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: oneOf('hear' as const), repository, ref, commit: oneOf('a', 'b', 'c', null), delivery: oneOf(null, null, 'd1', 'd2', 'd3') }) }, // prettier-ignore
  { weight: 1, arbitrary: fc.record({ do: oneOf('want' as const), edition }) },
  { weight: 5, arbitrary: fc.record({ do: oneOf('take' as const), worker: oneOf('w1', 'w2'), edition }) },
  { weight: 2, arbitrary: fc.record({ do: oneOf('wait' as const), ms: oneOf(1, 500, 1000, 1001) }) },
  { weight: 2, arbitrary: fc.record({ do: oneOf('heartbeat' as const, 'release' as const), which }) },
  { weight: 4, arbitrary: fc.record({ do: oneOf('finish' as const), which, tree: oneOf('t1', 't2', 't3') }) },
  { weight: 2, arbitrary: fc.record({ do: oneOf('fail' as const), which, retryMs: oneOf(null, 0, 1000) }) },
  { weight: 1, arbitrary: fc.record({ do: oneOf('ask' as const), repository, ref }) },
);

/** Does each step with the catalogue and with the model, and compares what they say. */
async function replay(catalogue: Catalogue, history: readonly Step[], setTime: (now: number) => void): Promise<void> {
  const model = new ModelCatalogue('main');
  model.now = 1_000_000;
  for (const name of ['a', 'b']) await catalogue.addRepository({ name, url: 'u', defaultRef: 'main', forkOf: null });
  await catalogue.wantEdition('e1', 'e1');
  model.wantEdition('e1');
  const taken: (TakenJob & { commit: string })[] = [];
  for (const step of history) {
    if (step.do === 'wait') {
      model.now += step.ms;
      setTime(model.now);
      continue;
    }
    const [real, expected] = await both(step, { catalogue, model, taken });
    expect(real, JSON.stringify(step)).toEqual(expected);
  }
  const jobs = await catalogue.listJobs({ states: everyState, limit: 1000 });
  expect(jobs.toSorted((a, b) => (a.job < b.job ? -1 : 1))).toEqual(model.jobs());
  for (const id of [1, 2]) expect(await catalogue.listRefs(id)).toEqual(model.refs(id));
}

interface Sides {
  catalogue: Catalogue;
  model: ModelCatalogue;
  /** All that were ever taken. */
  taken: (TakenJob & { commit: string })[];
}

async function both(
  step: Exclude<Step, { do: 'wait' }>,
  { catalogue, model, taken }: Sides,
): Promise<[unknown, unknown]> {
  const leaseMs = 1000;
  switch (step.do) {
    case 'hear':
      return [await catalogue.hear(step), model.hear(step.repository, step.ref, step.commit, step.delivery)];
    case 'want':
      return [await catalogue.wantEdition(step.edition, step.edition), model.wantEdition(step.edition)];
    case 'ask':
      return [await catalogue.askForJob(step.repository, step.ref), model.askForJob(step.repository, step.ref)];
    case 'take': {
      const claimed = await catalogue.takeJob({ worker: step.worker, edition: step.edition, leaseMs, maxStrikes: 3 });
      const expected = model.takeJob(step.worker, step.edition, leaseMs, 3);
      if (claimed !== null)
        taken.push({ job: claimed.job, worker: claimed.worker, attempt: claimed.attempt, commit: claimed.commit });
      return [
        claimed === null ? null : { job: claimed.job, worker: claimed.worker, attempt: claimed.attempt },
        expected,
      ];
    }
    default:
  }
  const job = taken.at(-1 - step.which);
  if (job === undefined) return [null, null];
  switch (step.do) {
    case 'heartbeat':
      return [await catalogue.heartbeat(job, leaseMs), model.heartbeat(job, leaseMs)];
    case 'release':
      return [await catalogue.releaseJob(job), model.releaseJob(job)];
    case 'fail':
      return [
        await catalogue.failJob(job, { error: 'failed', retryMs: step.retryMs }),
        model.failJob(job, 'failed', step.retryMs),
      ];
    case 'finish': {
      const of = { commit: job.commit, tree: step.tree, flavour: 'f1' };
      const rest = { bytes: 1, files: 1, lines: 1, packages: null };
      return [
        await catalogue.finishJob({ job: job.job, worker: job.worker, attempt: job.attempt, ...of, ...rest }),
        model.finishJob(job, of),
      ];
    }
  }
}
