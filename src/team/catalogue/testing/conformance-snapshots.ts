/** Snapshots: which are found, which leave, and which packages they name. */
import { describe, expect, it } from 'vitest';
import type { FinishedJob } from '../catalogue.ts';
import { hour, type Subject } from './conformance-subject.ts';

export function describeSnapshots(subject: Subject): void {
  describe('snapshots', () => {
    it('are found by the first commit that has one, else by the default branch', async () => {
      await subject.catalogue.wantEdition('e1', '1');
      const one = await subject.add();
      for (const [commit, ref] of [
        ['c1', 'feature'],
        ['c2', 'feature'],
        ['m1', 'main'],
      ] as const) {
        // prettier-ignore
        await subject.hear(one, commit, ref);
        expect(await subject.finish((await subject.take())!)).toBe('done');
      }
      const near = async (flavour: string, ...commits: string[]): Promise<string | undefined> =>
        (await subject.catalogue.nearestSnapshot(one.id, flavour, commits))?.commit;
      expect(await near('f1', 'x', 'c2', 'c1')).toBe('c2');
      expect(await near('f1', 'c1', 'c2')).toBe('c1');
      expect(await near('f1', 'x')).toBe('m1');
      expect(await near('f1')).toBe('m1');
      expect(await near('f2', 'c1')).toBeUndefined();
      const other = await subject.add('another');
      expect(await subject.catalogue.nearestSnapshot(other.id, 'f1', ['c1'])).toBeNull();
    });

    it('leave by the rules, and cannot be published while they do', async () => {
      await subject.catalogue.wantEdition('e1', '1');
      const one = await subject.add();
      const index = async (commit: string, ref: string): Promise<void> => {
        await subject.hear(one, commit, ref);
        expect(await subject.finish((await subject.take())!)).toBe('done');
        subject.now += 1000;
      };
      for (const commit of ['m1', 'm2', 'm3']) await index(commit, 'main');
      for (const commit of ['f1', 'f2']) await index(commit, 'feature');
      await index('g1', 'gone');
      await subject.hear(one, null, 'gone');
      const rules = { headsMs: 30 * 24 * hour, usedMs: 7 * 24 * hour, lastOfDefault: 2 };
      const condemned = async (): Promise<string[]> =>
        (await subject.catalogue.condemnSnapshots(rules, 100)).map(({ commit }) => commit).toSorted();
      expect(await condemned()).toEqual([]);
      subject.now += 8 * 24 * hour;
      await subject.catalogue.useSnapshot(one.id, 'tree of f1', 'f1');
      expect(await condemned()).toEqual(['g1', 'm1']);
      // Neither found nor used, and a job that would publish it is to be done again.
      expect(await subject.catalogue.useSnapshot(one.id, 'tree of m1', 'f1')).toBeNull();
      expect((await subject.catalogue.nearestSnapshot(one.id, 'f1', ['m1']))!.commit).toBe('m3');
      await subject.hear(one, 'm1', 'revert');
      const job = (await subject.take())!;
      expect(await subject.finish(job)).toBe('leaving');
      expect(await subject.headOf(one, 'revert')).toBeUndefined();
      // A sweep that was ended goes on where it was.
      expect(await condemned()).toEqual(['g1', 'm1']);
      await subject.catalogue.forgetSnapshots([
        { repository: one.id, tree: 'tree of m1', flavour: 'f1' },
        { repository: one.id, tree: 'tree of m3', flavour: 'f1' },
      ]);
      expect(await subject.finish(job)).toBe('done');
      expect(await condemned()).toEqual(['g1']);
      expect(await subject.catalogue.useSnapshot(one.id, 'tree of m3', 'f1')).not.toBeNull();
      subject.now += 31 * 24 * hour;
      // The head of the default branch stays for ever.
      expect(await condemned()).toEqual(['f1', 'f2', 'g1', 'm1']);
      await subject.catalogue.setRepositoryState(one.id, 'forgotten');
      expect(await condemned()).toEqual(['f1', 'f2', 'g1', 'm1', 'm2', 'm3']);
      await subject.catalogue.forgetSnapshots(await subject.catalogue.condemnSnapshots(rules, 100));
      expect(await subject.catalogue.listRefs(one.id)).toEqual([]);
      expect((await subject.catalogue.counts()).snapshots).toBe(0);
    });

    it('that somebody asks for make their repositories known to nodes, with the default branch', async () => {
      await subject.catalogue.wantEdition('e1', '1');
      const [one, two, three] = [await subject.add(), await subject.add('two'), await subject.add('three')];
      const watched = (...repositories: number[]): ReturnType<typeof subject.catalogue.watchRefs> =>
        subject.catalogue.watchRefs({ repositories, usedMs: hour });
      expect(await watched(one.id)).toEqual([]);
      for (const [at, repository] of [one, two, three].entries()) {
        for (const [commit, ref] of [
          ['m1', 'main'],
          ['f1', 'feature'],
        ] as const) {
          await subject.hear(repository, commit, ref);
          expect(await subject.finish((await subject.take())!)).toBe('done');
        }
        if (at === 1) subject.now += 1000;
      }
      const states = new Map<number, unknown>();
      for (const { id } of [one, two, three])
        states.set(
          id,
          (await subject.catalogue.listRefs(id)).find(({ ref }) => ref === 'main'),
        );
      const known = ({ id }: { id: number }, usedMsAgo: number | null): unknown =>
        ({ repository: id, state: states.get(id), bytes: expect.any(Number) as unknown, usedMsAgo, indexedMsAgo: null }); // prettier-ignore
      // Nobody has asked for them since they were made.
      expect(await watched()).toEqual([]);
      expect(await watched(three.id, one.id, 99)).toEqual([known(one, null), known(three, null)]);
      subject.now += 1000;
      await subject.catalogue.useSnapshot(two.id, 'tree of m1', 'f1');
      subject.now += 500;
      expect(await watched(one.id)).toEqual([known(one, null), known(two, 500)]);
      expect((await watched(two.id))[0]!.bytes).toBeGreaterThan(0);
      await subject.catalogue.setRepositoryState(one.id, 'forgotten');
      expect(await watched(one.id)).toEqual([known(two, 500)]);
      subject.now += hour;
      expect(await watched()).toEqual([]);
      expect(await watched(two.id)).toEqual([known(two, null)]);
    });

    it('that were made lately make their repositories known to nodes, and count for no use', async () => {
      await subject.catalogue.wantEdition('e1', '1');
      const lately = async (indexedMs: number): Promise<(number | null)[][]> => {
        const watched = await subject.catalogue.watchRefs({ repositories: [], usedMs: hour, indexedMs });
        return watched.map(({ repository, usedMsAgo, indexedMsAgo }) => [repository, usedMsAgo, indexedMsAgo]);
      };
      const [one, two, three] = [await subject.add(), await subject.add('two'), await subject.add('three')];
      for (const repository of [two, one, three]) {
        await subject.hear(repository, 'm1');
        expect(await subject.finish((await subject.take())!)).toBe('done');
        subject.now += 1000;
      }
      expect(await lately(Number.MAX_SAFE_INTEGER)).toEqual([[one.id, null, 2000], [two.id, null, 3000], [three.id, null, 1000]]); // prettier-ignore
      expect(await lately(2001)).toEqual([[one.id, null, 2000], [three.id, null, 1000]]); // prettier-ignore
      expect(await lately(0)).toEqual([]);
      await subject.hear(two, 'm2');
      await subject.finish((await subject.take())!);
      await subject.catalogue.setRepositoryState(one.id, 'forgotten');
      expect(await lately(2001)).toEqual([[two.id, null, 0], [three.id, null, 1000]]); // prettier-ignore
      await subject.catalogue.useSnapshot(three.id, 'tree of m1', 'f1');
      expect(await lately(0)).toEqual([[three.id, 0, null]]);
    });

    it('of the default branch say which packages a repository provides and requires', async () => {
      await subject.catalogue.wantEdition('e1', '1');
      const one = await subject.add();
      const packages = (of: string, count = 1): FinishedJob['packages'] => ({
        provides: [{ ecosystem: 'npm', package: of, root: 'packages/it' }],
        requires: Array.from({ length: count }, (_, at) => ({ ecosystem: 'npm', package: 'react', module: 'react', name: `use${at}`, files: [1, at] })), // prettier-ignore
      });
      await subject.hear(one, 'c1');
      await subject.finish((await subject.take())!, { packages: packages('shop', 450) });
      expect(await subject.catalogue.providersOf('npm', 'shop')).toEqual([{ ecosystem: 'npm', package: 'shop', root: 'packages/it', repository: one.id }]); // prettier-ignore
      expect(await subject.catalogue.requirersOf('npm', 'react', [])).toHaveLength(450);
      expect(await subject.catalogue.requirersOf('npm', 'react', ['use449', 'none'])).toEqual([
        { ecosystem: 'npm', package: 'react', module: 'react', name: 'use449', files: [1, 449], repository: one.id },
      ]);
      // Another branch does not count, nor a push that came too late.
      await subject.hear(one, 'c2', 'feature');
      await subject.finish((await subject.take())!, { packages: packages('feature') });
      await subject.hear(one, 'c3');
      const older = (await subject.take())!;
      await subject.hear(one, 'c4');
      await subject.finish((await subject.take())!, { packages: packages('newer') });
      await subject.finish(older, { packages: packages('older') });
      const provided = await Promise.all(
        ['shop', 'feature', 'newer', 'older'].map((of) => subject.catalogue.providersOf('npm', of)),
      );
      expect(provided.map(({ length }) => length)).toEqual([0, 0, 1, 0]);
      expect(await subject.catalogue.requirersOf('npm', 'react', [])).toHaveLength(1);
    });
  });
}
