/** What is heard of repositories, and the jobs that follow from it. */
import { describe, expect, it } from 'vitest';
import type { Subject } from './conformance-subject.ts';

export function describeRepositories(subject: Subject): void {
  describe('repositories', () => {
    it('are added once, and found by their name', async () => {
      const one = await subject.add();
      expect(await subject.add()).toEqual(one);
      const fork = await subject.catalogue.addRepository({
        name: 'fork',
        url: 'u',
        defaultRef: 'dev',
        forkOf: one.name,
      });
      expect(fork).toEqual({ id: 2, family: one.family, name: 'fork', url: 'u', defaultRef: 'dev', state: 'active' });
      expect((await subject.add('another')).family).not.toBe(one.family);
      expect((await subject.catalogue.listRepositories()).map(({ name: of }) => of)).toEqual([
        one.name,
        'fork',
        'another',
      ]);
    });

    it('get numbers of their own when they are added at once', async () => {
      const names = Array.from({ length: 12 }, (_, at) => `repository${at % 6}`);
      const connections = await Promise.all(
        Array.from({ length: Math.min(subject.atOnce, 4) }, () => subject.connect()),
      );
      const added = await Promise.all(
        names.map((of, at) => connections[at % connections.length]!.addRepository({ name: of, url: 'u', defaultRef: 'main', forkOf: null })), // prettier-ignore
      );
      expect(new Set(added.map(({ id }) => id)).size).toBe(6);
      expect(await subject.catalogue.listRepositories()).toHaveLength(6);
    });

    it('are polled when their time has come, by one poller', async () => {
      await subject.add('a');
      await subject.add('b');
      await subject.add('c');
      const other = await subject.connect();
      const both = await Promise.all(
        [subject.catalogue, other].map((one) => one.takePolls({ limit: 2, intervalMs: 60_000 })),
      );
      const third = await subject.catalogue.takePolls({ limit: 2, intervalMs: 60_000 });
      expect([...both.flat(), ...third].map(({ name: of }) => of).toSorted()).toEqual(['a', 'b', 'c']);
      subject.now += 59_999;
      expect(await subject.catalogue.takePolls({ limit: 9, intervalMs: 60_000 })).toEqual([]);
      subject.now += 1;
      expect(await subject.catalogue.takePolls({ limit: 9, intervalMs: 60_000 })).toHaveLength(3);
    });

    it('move to another address, and are polled there at once', async () => {
      const one = await subject.add();
      await subject.catalogue.takePolls({ limit: 9, intervalMs: 60_000 });
      await subject.catalogue.moveRepository(one.id, { url: 'elsewhere', defaultRef: 'trunk' });
      const moved = { ...one, url: 'elsewhere', defaultRef: 'trunk' };
      expect(await subject.catalogue.takePolls({ limit: 9, intervalMs: 60_000 })).toEqual([moved]);
      expect((await subject.catalogue.readAudit(1))[0]).toMatchObject({ what: 'repository moved' });
      await subject.catalogue.setRepositoryState(one.id, 'forgotten');
      await subject.catalogue.moveRepository(one.id, { url: 'third', defaultRef: 'x' });
      expect(await subject.catalogue.listRepositories()).toEqual([]);
    });

    it('are not indexed when they are archived, and not seen when they are forgotten', async () => {
      const one = await subject.add();
      await subject.catalogue.wantEdition('e1', '1');
      await subject.hear(one, 'c1');
      await subject.catalogue.setRepositoryState(one.id, 'archived');
      expect(await subject.take()).toBeNull();
      expect(await subject.hear(one, 'c2')).toBeNull();
      expect(await subject.catalogue.listRepositories()).toHaveLength(1);
      await subject.catalogue.setRepositoryState(one.id, 'forgotten');
      expect(await subject.catalogue.listRepositories()).toEqual([]);
      expect(await subject.add()).toEqual(one);
      // Of its pushes nothing was known any more.
      expect(await subject.hear(one, 'c2')).toBe(1);
    });
  });
}

export function describePushes(subject: Subject): void {
  describe('pushes', () => {
    it('count once, however often they are heard of', async () => {
      const one = await subject.add();
      await subject.catalogue.wantEdition('e1', '1');
      expect([
        await subject.hear(one, 'c1'),
        await subject.hear(one, 'c1'),
        await subject.hear(one, 'c1', 'main', 'd1'),
      ]).toEqual([1, 1, 1]);
      expect([await subject.hear(one, 'c2', 'main', 'd2'), await subject.hear(one, 'c2', 'main', 'd2')]).toEqual([
        2, 2,
      ]);
      // An old message that the host sends again is no push back.
      expect(await subject.hear(one, 'c1', 'main', 'd1')).toBe(2);
      // A force push is one, also to a commit that was there before.
      expect(await subject.hear(one, 'c1', 'main', 'd3')).toBe(3);
      expect(await subject.states()).toEqual(['c1 superseded', 'c1 waiting', 'c2 superseded']);
    });

    it('count once when they are heard of at once', async () => {
      const one = await subject.add();
      await subject.catalogue.wantEdition('e1', '1');
      const connections = await Promise.all(Array.from({ length: subject.atOnce }, () => subject.connect()));
      const heard = await Promise.all(
        connections.map((of, at) => of.hear({ repository: one.id, ref: 'main', commit: 'c1', delivery: at % 2 === 0 ? 'd1' : null })), // prettier-ignore
      );
      expect(new Set(heard)).toEqual(new Set([1]));
      expect(await subject.states()).toEqual(['c1 waiting']);
    });

    it('of a branch that is deleted leave nothing to do, and begin anew after it', async () => {
      const one = await subject.add();
      await subject.catalogue.wantEdition('e1', '1');
      expect(await subject.hear(one, null, 'none')).toBeNull();
      await subject.hear(one, 'c1', 'feature');
      expect(await subject.hear(one, null, 'feature')).toBe(2);
      expect(await subject.take()).toBeNull();
      expect(await subject.catalogue.listRefs(one.id)).toEqual([{ ref: 'feature', heard: 2, commit: null, heads: [] }]);
      expect(await subject.hear(one, 'c1', 'feature')).toBe(3);
      expect((await subject.take())!.commit).toBe('c1');
    });

    it('that others must have come before make the next poll due', async () => {
      const one = await subject.add();
      const interval = { limit: 9, intervalMs: 60_000 };
      const isDue = async (): Promise<boolean> => (await subject.catalogue.takePolls(interval)).length > 0;
      const heard = async (
        before: string | null,
        commit: string | null,
        delivery: string | null = null,
      ): Promise<boolean> => {
        await subject.catalogue.hear({ repository: one.id, ref: 'main', commit, delivery, before });
        return isDue();
      };
      expect([await isDue(), await isDue()]).toEqual([true, false]);
      expect([await heard(null, 'c1'), await heard('c1', 'c2', 'd1')]).toEqual([false, false]);
      // What a poll has found meanwhile, and what is sent twice.
      expect([await heard('c1', 'c2', 'd2'), await heard('c2', 'c3'), await heard('c1', 'c2', 'd1')]).toEqual([false, false, false]); // prettier-ignore
      expect([await heard('c4', 'c5'), await heard('c5', null), await heard('c5', 'c6'), await heard(null, 'c7')]).toEqual([true, false, true, true]); // prettier-ignore
    });

    it('of what the catalogue does not know are none', async () => {
      expect(await subject.catalogue.hear({ repository: 77, ref: 'main', commit: 'c1', delivery: 'd' })).toBeNull();
    });
  });
}

export function describeEditions(subject: Subject): void {
  describe('editions', () => {
    it('are two at most, and each head that lacks one gets a job that is less urgent than a push', async () => {
      const one = await subject.add();
      await subject.hear(one, 'c1');
      expect(await subject.states()).toEqual([]);
      await subject.catalogue.wantEdition('e1', '1');
      await subject.finish((await subject.take())!);
      subject.now += 1000;
      await subject.catalogue.wantEdition('e2', '2');
      await subject.hear(one, 'c9', 'feature');
      const second = { worker: 'w2', edition: 'e2', leaseMs: 1000, maxStrikes: 3 };
      expect((await subject.catalogue.takeJob(second))!.commit).toBe('c9');
      expect((await subject.catalogue.takeJob(second))!.commit).toBe('c1');
      subject.now += 1000;
      await subject.catalogue.wantEdition('e3', '3');
      expect((await subject.catalogue.counts()).editions).toEqual([
        { edition: 'e3', label: '3' },
        { edition: 'e2', label: '2' },
      ]);
      // What waited for the first is not wanted any more.
      expect(await subject.take()).toBeNull();
      await subject.catalogue.wantEdition('e1', '1');
      expect((await subject.take())!.commit).toBe('c9');
    });
  });
}
