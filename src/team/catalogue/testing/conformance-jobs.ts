/** Jobs: who takes them, and what becomes of them. */
import { describe, expect, it } from 'vitest';
import type { Catalogue } from '../catalogue.ts';
import { hour, type Subject } from './conformance-subject.ts';

export function describeTakenJobs(subject: Subject): void {
  describe('jobs', () => {
    it('are taken by urgency, each by one worker of many at once', async () => {
      await subject.catalogue.wantEdition('e1', '1');
      const one = await subject.add();
      for (let at = 0; at < 30; at++) await subject.hear(one, `c${at}`, `branch${at}`);
      await subject.hear(one, 'first');
      await subject.catalogue.hear({ repository: one.id, ref: 'asked', commit: 'asked', delivery: null });
      expect(await subject.catalogue.askForJob(one.id, 'asked')).toBe(true);
      expect([(await subject.take())!.commit, (await subject.take())!.commit]).toEqual(['asked', 'first']);
      const connections = await Promise.all(Array.from({ length: subject.atOnce }, () => subject.connect()));
      const work = async (of: Catalogue, at: number): Promise<string[]> => {
        const done: string[] = [];
        for (let job = await subject.take(`w${at}`, of); job !== null; job = await subject.take(`w${at}`, of)) {
          expect(await of.finishJob(subject.finished(job))).toBe('done');
          done.push(job.commit);
        }
        return done;
      };
      const all = (await Promise.all(connections.map(work))).flat();
      expect(all.toSorted()).toEqual(Array.from({ length: 30 }, (_, at) => `c${at}`).toSorted());
      for (const { ref, heads } of await subject.catalogue.listRefs(one.id))
        if (ref.startsWith('branch')) expect(heads).toHaveLength(1);
    });

    // A worker that is started again may have the name that it had before.
    it.each(['w2', 'w1'])('are taken by %s after the lease of w1, and the late one writes nothing', async (another) => {
      await subject.catalogue.wantEdition('e1', '1');
      const one = await subject.add();
      await subject.hear(one, 'c1');
      const late = (await subject.take('w1'))!;
      subject.now += 60_000;
      expect(await subject.take(another)).toBeNull();
      expect(await subject.catalogue.heartbeat(late, 60_000)).toBe(true);
      subject.now += 60_001;
      const second = (await subject.take(another))!;
      expect(second).toMatchObject({ job: late.job, attempt: late.attempt + 1, strikes: 2 });
      expect(await subject.catalogue.heartbeat(late, 60_000)).toBe(false);
      expect(await subject.catalogue.failJob(late, { error: 'late', retryMs: null })).toBe(false);
      expect(await subject.catalogue.releaseJob(late)).toBe(false);
      expect(await subject.finish(late, { tree: 'late', packages: { provides: [{ ecosystem: 'npm', package: 'late', root: '' }], requires: [] } })).toBe('lost'); // prettier-ignore
      expect(await subject.catalogue.useSnapshot(one.id, 'late', 'f1')).toBeNull();
      expect(await subject.catalogue.nearestSnapshot(one.id, 'f1', ['c1'])).toBeNull();
      expect(await subject.catalogue.providersOf('npm', 'late')).toEqual([]);
      expect(await subject.headOf(one)).toBeUndefined();
      expect(await subject.finish(second)).toBe('done');
      // Also after the end, and the same worker in an earlier attempt.
      expect([await subject.finish(late), await subject.finish(second)]).toEqual(['lost', 'lost']);
      expect(await subject.headOf(one)).toBe('c1');
    });

    it('that end every worker fail, after a while', async () => {
      await subject.catalogue.wantEdition('e1', '1');
      await subject.hear(await subject.add(), 'poison');
      for (let strikes = 1; strikes <= 3; strikes++) {
        expect(await subject.take(`w${strikes}`)).toMatchObject({ strikes });
        subject.now += 60_001;
      }
      expect(await subject.take('w4')).toBeNull();
      const [job] = await subject.catalogue.listJobs({ states: ['failed'], limit: 10 });
      expect(job).toMatchObject({ commit: 'poison', error: 'The worker that had it ended without a word, 3 times' });
    });
  });
}

export function describeEndedJobs(subject: Subject): void {
  describe('jobs', () => {
    it('that fail wait for their time, or have failed for good; whoever asks has them tried again', async () => {
      await subject.catalogue.wantEdition('e1', '1');
      const one = await subject.add();
      await subject.hear(one, 'c1');
      const error = `no \0such ${'x'.repeat(5000)}\ud800`;
      expect(await subject.catalogue.failJob((await subject.take())!, { error, retryMs: 5000 })).toBe(true);
      subject.now += 4999;
      expect(await subject.take()).toBeNull();
      subject.now += 1;
      expect(await subject.catalogue.failJob((await subject.take())!, { error: 'again', retryMs: null })).toBe(true);
      subject.now += hour;
      expect(await subject.take()).toBeNull();
      expect(await subject.catalogue.listJobs({ states: ['failed'], limit: 10 })).toEqual([expect.objectContaining({ error: 'again', attempt: 2 })]); // prettier-ignore
      expect(await subject.catalogue.askForJob(one.id, 'main')).toBe(true);
      expect(await subject.catalogue.askForJob(one.id, 'nothing')).toBe(false);
      expect(await subject.take()).toMatchObject({ attempt: 3, strikes: 1 });
    });

    it('say how long the oldest has waited that might be done', async () => {
      const waiting = async (): Promise<number | null> => (await subject.catalogue.counts()).oldestWaitingMs;
      await subject.catalogue.wantEdition('e1', '1');
      const one = await subject.add();
      expect(await waiting()).toBeNull();
      await subject.hear(one, 'c1');
      subject.now += 500;
      await subject.hear(one, 'f1', 'feature');
      subject.now += 500;
      expect(await waiting()).toBe(1000);
      const job = (await subject.take())!;
      expect(await waiting()).toBe(500);
      await subject.catalogue.failJob(job, { error: 'x', retryMs: 2000 });
      subject.now += 2100;
      // Since it may be tried again, and not since it was made.
      await subject.finish((await subject.take())!);
      expect(await waiting()).toBe(2600);
      await subject.finish((await subject.take())!);
      expect(await waiting()).toBeNull();
    });

    it('that are given back are no strike, and give way to a newer push', async () => {
      await subject.catalogue.wantEdition('e1', '1');
      const one = await subject.add();
      await subject.hear(one, 'c1');
      expect(await subject.catalogue.releaseJob((await subject.take())!)).toBe(true);
      const again = (await subject.take())!;
      expect(again).toMatchObject({ attempt: 2, strikes: 1 });
      await subject.hear(one, 'c2');
      await subject.catalogue.releaseJob(again);
      expect(await subject.states()).toEqual(['c1 superseded', 'c2 waiting']);
    });

    it('that are finished out of order leave the ref at the newer push', async () => {
      await subject.catalogue.wantEdition('e1', '1');
      const one = await subject.add();
      await subject.hear(one, 'c1');
      const older = (await subject.take('w1'))!;
      await subject.hear(one, 'c2');
      const newer = (await subject.take('w2'))!;
      expect([await subject.finish(newer), await subject.headOf(one)]).toEqual(['done', 'c2']);
      expect([await subject.finish(older), await subject.headOf(one)]).toEqual(['done', 'c2']);
      // The older snapshot is there all the same.
      expect((await subject.catalogue.nearestSnapshot(one.id, 'f1', ['c1']))!.commit).toBe('c1');
    });

    it('of one tree at once make one snapshot', async () => {
      await subject.catalogue.wantEdition('e1', '1');
      const one = await subject.add();
      const count = Math.min(subject.atOnce, 8);
      for (let at = 0; at < count; at++) await subject.hear(one, `c${at}`, `branch${at}`);
      const connections = await Promise.all(Array.from({ length: count }, () => subject.connect()));
      const ends = await Promise.all(
        connections.map(async (of, at) =>
          of.finishJob(subject.finished((await subject.take(`w${at}`, of))!, { tree: 'same' })),
        ),
      );
      expect(new Set(ends)).toEqual(new Set(['done']));
      expect(await subject.catalogue.counts()).toMatchObject({ snapshots: 1, behind: 0, jobs: { done: count } });
    });
  });
}
