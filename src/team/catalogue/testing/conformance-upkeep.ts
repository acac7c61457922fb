/** What keeps a catalogue going: duties, reports of what is missing, turns, limits, and what is forgotten with time. */
import { describe, expect, it } from 'vitest';
import type { Duty, Repository } from '../catalogue.ts';
import { everyState, hour, type Subject } from './conformance-subject.ts';

const day = 24 * hour;
const minute = 60_000;
const rules = { headsMs: 30 * day, usedMs: 7 * day, lastOfDefault: 2 };

export function describeUpkeep(subject: Subject): void {
  /** Hears of a commit and publishes its snapshot. */
  const index = async (one: Repository, commit: string, ref = 'main', sentBytes = 0): Promise<void> => {
    await subject.hear(one, commit, ref);
    expect(await subject.finish((await subject.take())!, { sentBytes })).toBe('done');
  };

  it('gives a duty to one of many, again when its time has come or the lease is over', async () => {
    const connections = await Promise.all(Array.from({ length: subject.atOnce }, () => subject.connect()));
    const duty = (holder: string): Duty => ({ name: 'sweep', holder });
    const taking = async (): Promise<string[]> => {
      const taken = await Promise.all(connections.map((of, at) => of.takeDuty(duty(`w${at}`), hour)));
      return taken.flatMap((isTaken, at) => (isTaken ? [`w${at}`] : []));
    };
    const [first = '', ...others] = await taking();
    expect([first, others]).toEqual([expect.stringMatching(/^w/), []]);
    expect(await taking()).toEqual([]);
    // Only whoever has it ends it.
    await subject.catalogue.endDuty(duty('another'), day);
    expect(await taking()).toEqual([]);
    await subject.catalogue.endDuty(duty(first), day);
    subject.now += day - 1;
    expect(await taking()).toEqual([]);
    subject.now += 1;
    expect(await taking()).toHaveLength(1);
    // One that was killed loses it.
    subject.now += hour + 1;
    const [second = ''] = await taking();
    expect(second).not.toBe('');
    // One that says that it goes on keeps it, and nobody else does.
    subject.now += hour;
    await subject.catalogue.keepDuty(duty(second), hour);
    subject.now += hour;
    expect(await taking()).toEqual([]);
    await subject.catalogue.keepDuty(duty('another'), hour);
    subject.now += 1;
    const [third = ''] = await taking();
    expect(third).not.toBe('');
    await subject.catalogue.endDuty(duty(third), day);
    await subject.catalogue.keepDuty(duty(third), day);
    subject.now += day;
    expect(await taking()).toHaveLength(1);
    expect(await subject.catalogue.takeDuty({ name: 'another', holder: 'w' }, hour)).toBe(true);
  });

  it('has a head made again whose snapshot is missing, and not again and again', async () => {
    await subject.catalogue.wantEdition('e1', '1');
    const one = await subject.add();
    await index(one, 'c1');
    await index(one, 'c1', 'same');
    await index(one, 'f1', 'feature');
    const report = (tree: string, isAwaited = true): Promise<boolean> =>
      subject.catalogue.reportMissing({ repository: one.id, tree: `tree of ${tree}`, flavour: 'f1' }, isAwaited);
    // What is the head of nothing is not made again.
    expect(await report('unknown')).toBe(false);
    const reports = await Promise.all(Array.from({ length: 4 }, () => report('c1')));
    expect(reports.filter(Boolean)).toHaveLength(1);
    expect((await subject.catalogue.counts()).missing).toBe(1);
    const jobs = await subject.catalogue.listJobs({ states: ['waiting'], limit: 9 });
    expect(jobs.map(({ ref, priority }) => `${ref} ${priority}`).toSorted()).toEqual(['main 0', 'same 0']);
    const job = (await subject.take())!;
    expect([job.isReported, job.strikes]).toEqual([true, 1]);
    await subject.catalogue.noteMended(one.id);
    expect(await subject.finish(job)).toBe('done');
    const other = (await subject.take())!;
    expect(other.isReported).toBe(false);
    expect(await subject.finish(other)).toBe('done');
    expect((await subject.catalogue.counts()).missing).toBe(0);
    // It is missing still: asked for after ten minutes, twenty, forty…
    for (const minutes of [10, 20, 40]) {
      subject.now += minutes * minute - 1;
      expect(await report('c1', false)).toBe(false);
      expect(await subject.take()).toBeNull();
      subject.now += 1;
      expect(await report('c1', false)).toBe(true);
      const priorities = async (): Promise<number[]> =>
        (await subject.catalogue.listJobs({ states: ['waiting'], limit: 9 })).map(({ priority }) => priority);
      expect(await priorities()).toEqual([3, 3]);
      // Whoever waits for it finds that it was reported, and has it made sooner.
      if (minutes === 40) {
        expect(await report('c1')).toBe(false);
        expect(await priorities()).toEqual([0, 0]);
      }
      for (let again = await subject.take(); again !== null; again = await subject.take())
        expect(await subject.finish(again)).toBe('done');
    }
    // A job that somebody works on stays his, and the head of an archived repository is not made.
    subject.now += day;
    await subject.hear(one, 'c2');
    const held = (await subject.take())!;
    expect(await report('c1')).toBe(true);
    expect(await subject.catalogue.heartbeat(held, minute)).toBe(true);
    await subject.catalogue.setRepositoryState(one.id, 'archived');
    expect(await report('f1')).toBe(false);
  });

  it('gives each repository its turn, however much one of them has to do', async () => {
    await subject.catalogue.wantEdition('e1', '1');
    const [busy, calm] = await subject.addAll('busy', 'calm');
    for (let at = 0; at < 6; at++) await subject.hear(busy, `b${at}`, `branch${at}`);
    subject.now += 1;
    for (let at = 0; at < 2; at++) await subject.hear(calm, `c${at}`, `branch${at}`);
    const taken: string[] = [];
    for (let job = await subject.take(); job !== null; job = await subject.take()) {
      taken.push(job.commit);
      subject.now += 1;
    }
    expect(taken).toEqual(['b0', 'c0', 'b1', 'c1', 'b2', 'b3', 'b4', 'b5']);
  });

  it(
    'gives each repository its turn also where more jobs wait than are looked through',
    { timeout: 120_000 },
    async () => {
      await subject.catalogue.wantEdition('e1', '1');
      const [one, two, three, idle] = await subject.addAll('one', 'two', 'three', 'idle');
      const push = async (to: Repository, count: number): Promise<void> => {
        for (let at = 0; at < count; at += 50)
        await Promise.all(Array.from({ length: Math.min(50, count - at) }, (_, more) => subject.hear(to, `${to.name}${at + more}`, `b${at + more}`))); // prettier-ignore
        subject.now++;
      };
      await push(one, 550);
      await push(two, 2);
      await push(three, 1);
      // One that has nothing to do is passed over, however long ago its turn was.
      await subject.hear(idle, 'x', 'b');
      await subject.hear(idle, null, 'b');
      const taken: string[] = [];
      for (let at = 0; at < 7; at++) {
        subject.now++;
        taken.push((await subject.take())!.repository.name);
      }
      expect(taken).toEqual(['one', 'two', 'three', 'one', 'two', 'one', 'one']);
      await subject.hear(three, 'urgent');
      expect((await subject.take())!.commit).toBe('urgent');
    },
  );

  it('adds no more repositories than a tenant may have', async () => {
    await subject.catalogue.setLimit('repositories', 2);
    const connections = await Promise.all(Array.from({ length: subject.atOnce }, () => subject.connect()));
    const adding = connections.map((of, at) =>
      of.addRepository({ name: `r${at}`, url: 'u', defaultRef: 'main', forkOf: null }).then(
        ({ name }) => name,
        (error: unknown) => String(error),
      ),
    );
    const added = await Promise.all(adding);
    expect(added.filter((text) => /^r\d+$/.test(text))).toHaveLength(2);
    expect(added.filter((text) => text.includes('as many repositories as it may have'))).toHaveLength(subject.atOnce - 2); // prettier-ignore
    const [one] = await subject.catalogue.listRepositories();
    // One that is there may be added again; one that was removed only where there is room.
    expect((await subject.add(one!.name)).id).toBe(one!.id);
    await subject.catalogue.setRepositoryState(one!.id, 'forgotten');
    await subject.add('new');
    await expect(subject.add(one!.name)).rejects.toThrow('as many repositories as it may have');
    expect((await subject.catalogue.listForgotten()).map(({ id }) => id)).toEqual([one!.id]);
    expect((await subject.catalogue.counts()).limits).toEqual([{ name: 'repositories', most: 2, used: 2 }]);
    await subject.catalogue.setLimit('repositories', null);
    expect((await subject.add(one!.name)).id).toBe(one!.id);
    expect((await subject.catalogue.counts()).limits).toEqual([]);
  });

  it('gives no job where the page store has no room', async () => {
    await subject.catalogue.wantEdition('e1', '1');
    const [one, two] = await subject.addAll('one', 'two');
    await index(one, 'c1', 'main', 600);
    await index(two, 'd1', 'main', 500);
    await subject.catalogue.setLimit('store', 1100);
    await subject.hear(one, 'c2');
    expect(await subject.take()).toBeNull();
    expect((await subject.catalogue.counts()).limits).toEqual([{ name: 'store', most: 1100, used: 1100 }]);
    expect((await subject.catalogue.counts()).jobs.waiting).toBe(1);
    // A sweep has counted.
    await subject.catalogue.noteStored(new Map([[one.id, 100], [two.id, 20], [99, 5]])); // prettier-ignore
    expect((await subject.catalogue.counts()).limits).toEqual([{ name: 'store', most: 1100, used: 120 }]);
    expect((await subject.take())!.commit).toBe('c2');
  });

  describe('forgets with time', () => {
    const tidy = (): Promise<unknown> => subject.catalogue.condemnSnapshots(rules, 100);

    it('what was heard and done, and nothing that is needed', async () => {
      await subject.catalogue.wantEdition('e1', '1');
      const one = await subject.add();
      for (const commit of ['c1', 'c2', 'c3']) await index(one, commit);
      await index(one, 'g1', 'gone');
      await subject.hear(one, null, 'gone');
      await subject.hear(one, 'failing', 'feature');
      expect(await subject.catalogue.failJob((await subject.take())!, { error: 'x', retryMs: null })).toBe(true);
      await subject.hear(one, 'x1', 'other', 'delivery');
      await subject.catalogue.releaseJob((await subject.take())!);
      await tidy();
      expect(await subject.states()).toEqual(['c1 done', 'c2 done', 'c3 done', 'failing failed', 'g1 done', 'x1 waiting']); // prettier-ignore
      subject.now += 31 * day;
      await tidy();
      // The last job of a branch says what became of its head.
      expect(await subject.states()).toEqual(['c3 done', 'failing failed', 'x1 waiting']);
      expect((await subject.catalogue.listRefs(one.id)).map(({ ref }) => ref)).toEqual(['feature', 'main', 'other']);
      // The branch comes back, and is counted and indexed from the beginning.
      expect(await subject.hear(one, 'g2', 'gone')).toBe(1);
      const jobs = [(await subject.take())!, (await subject.take())!];
      expect(jobs.map(({ commit }) => commit).toSorted()).toEqual(['g2', 'x1']);
      for (const job of jobs) expect(await subject.finish(job)).toBe('done');
      expect(await subject.headOf(one, 'gone')).toBe('g2');
      // The rule of the last pushes of the default branch still finds them.
      const kept = await subject.catalogue.condemnSnapshots(rules, 100);
      expect(kept.map(({ commit }) => commit).toSorted()).toEqual(['c1', 'g1']);
    });

    it('notes and tokens, each after its own time', async () => {
      const [ann, bob] = [await subject.catalogue.addPrincipal('person', 'ann'), await subject.catalogue.addPrincipal('person', 'bob')]; // prettier-ignore
      const token = (digit: string, principal: number, validMs: number): Promise<void> =>
        subject.catalogue.addToken({ digest: digit.repeat(64), principal, name: digit, repositories: null, may: 'read', validMs }); // prettier-ignore
      await token('a', ann.id, day);
      await token('b', ann.id, 1000 * day);
      await token('c', ann.id, 1000 * day);
      await token('d', bob.id, 1000 * day);
      await subject.catalogue.revokeToken('c'.repeat(32));
      await subject.catalogue.removePrincipal(bob.id);
      const tokens = async (): Promise<string> =>
        (await subject.catalogue.listTokens()).map(({ name }) => name).join('');
      const notes = async (): Promise<number> => (await subject.catalogue.readAudit(100)).length;
      const [before, all] = [await tokens(), await notes()];
      expect(before).toBe('abcd');
      subject.now += 91 * day;
      await tidy();
      // Of the token of bob, who was the last one, his number is known, which nobody gets again.
      expect([await tokens(), await notes()]).toEqual(['abd', all]);
      const carl = await subject.catalogue.addPrincipal('person', 'carl');
      expect(carl.id).toBeGreaterThan(bob.id);
      subject.now += day;
      await tidy();
      expect(await tokens()).toBe('b');
      await subject.catalogue.setLimit('tokens', 1000);
      await subject.catalogue.revokeToken('b'.repeat(32));
      subject.now += 310 * day;
      await tidy();
      expect(await tokens()).toBe('b');
      // A new one, the limit and the revocation are all that is noted in the last 400 days.
      expect(await notes()).toBe(3);
      await subject.catalogue.setLimit('audit', 1);
      subject.now += day + 1;
      await tidy();
      expect(await notes()).toBe(0);
    });
  });

  it('goes on after a backup was restored, with nothing of what nobody knows any more', async () => {
    await subject.catalogue.wantEdition('e1', '1');
    const one = await subject.add();
    await index(one, 'c1');
    const ann = await subject.catalogue.addPrincipal('person', 'ann');
    await subject.catalogue.grant(ann.id, one.id, 'read');
    const digests = ['a', 'b'].map((digit) => digit.repeat(64));
    for (const digest of digests) await subject.catalogue.addToken({ digest, principal: ann.id, name: '', repositories: null, may: 'read', validMs: 10 * day }); // prettier-ignore
    await subject.catalogue.takePolls({ limit: 9, intervalMs: day });
    await subject.hear(one, 'c2');
    const held = (await subject.take())!;
    await subject.catalogue.takeDuty({ name: 'sweep', holder: 'w' }, hour);
    const version = await subject.catalogue.accessVersion();
    const changedAt = subject.now;
    subject.now += hour / 2;
    expect(await subject.catalogue.markRestored(true)).toEqual({ lastChangeMs: changedAt, revokedTokens: 0 });
    expect(await subject.catalogue.scopeOf(digests[0]!)).not.toBeNull();
    expect(await subject.catalogue.markRestored(false)).toEqual({ lastChangeMs: subject.now, revokedTokens: 2 });
    expect(await subject.catalogue.scopeOf(digests[0]!)).toBeNull();
    // No version that anybody remembers comes again.
    expect(await subject.catalogue.accessVersion()).toBeGreaterThan(version + 1_000_000);
    expect(await subject.finish(held)).toBe('lost');
    expect(await subject.catalogue.heartbeat(held, minute)).toBe(false);
    expect(await subject.catalogue.takePolls({ limit: 9, intervalMs: day })).toHaveLength(1);
    expect(await subject.catalogue.takeDuty({ name: 'sweep', holder: 'w2' }, hour)).toBe(true);
    const again = (await subject.take('w1'))!;
    expect([again.job, again.attempt > held.attempt]).toEqual([held.job, true]);
    expect(await subject.finish(held)).toBe('lost');
    expect(await subject.finish(again)).toBe('done');
    expect(await subject.catalogue.listJobs({ states: everyState, limit: 9 })).toMatchObject([{ state: 'done' }, { state: 'done' }]); // prettier-ignore
  });
}
