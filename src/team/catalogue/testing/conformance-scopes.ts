/** What somebody may see whom an issuer of tokens names, and who may see all. */
import { describe, expect, it } from 'vitest';
import type { Subject } from './conformance-subject.ts';

export function describeScopes(subject: Subject): void {
  describe('the scope', () => {
    it('of somebody whom an issuer names has the groups that it names, and those of the catalogue', async () => {
      const [a, b, c, d] = await subject.addAll('a', 'b', 'c', 'd');
      const ann = await subject.catalogue.addPrincipal('person', 'ann');
      const robot = await subject.catalogue.addPrincipal('robot', 'ann');
      const [mine, named, other] = [
        await subject.catalogue.addPrincipal('group', 'mine'),
        await subject.catalogue.addPrincipal('group', 'it’s "named"'),
        await subject.catalogue.addPrincipal('group', 'other'),
      ];
      await subject.catalogue.addMember(mine.id, ann.id);
      await subject.catalogue.grant(ann.id, a.id, 'read');
      await subject.catalogue.grant(mine.id, b.id, 'index');
      await subject.catalogue.grant(named.id, c.id, 'read');
      await subject.catalogue.grant(other.id, d.id, 'read');
      const scope = async (name: string, groups: string[], kind: 'person' | 'robot' = 'person'): Promise<unknown> => {
        const found = await subject.catalogue.scopeOfPrincipal({ kind, name, groups });
        return found === null ? null : [found.principal.id, found.read, found.index];
      };
      expect(await scope('ann', [])).toEqual([ann.id, [a.id, b.id], [b.id]]);
      expect(await scope('ann', ['it’s "named"', 'unknown'])).toEqual([ann.id, [a.id, b.id, c.id], [b.id]]);
      expect(await scope('ann', ['other'], 'robot')).toEqual([robot.id, [d.id], []]);
      // The name of a group is nobody's name, and the name of a person is no group.
      expect(await scope('mine', [])).toBeNull();
      expect(await scope('ann', ['ann'], 'robot')).toEqual([robot.id, [], []]);
      const before = (await subject.catalogue.scopeOfPrincipal({ kind: 'person', name: 'ann', groups: [] }))!
        .accessVersion;
      expect(before).toBe(await subject.catalogue.accessVersion());
      await subject.catalogue.removePrincipal(ann.id);
      expect(await scope('ann', ['named', 'other'])).toBeNull();
      await subject.catalogue.addPrincipal('person', 'bob');
      expect(await subject.catalogue.accessVersion()).toBe(before + 2);
    });

    it('may be granted for all repositories, also those that come later', async () => {
      const one = await subject.add('a');
      const ann = await subject.catalogue.addPrincipal('person', 'ann');
      await subject.catalogue.grant(ann.id, null, 'read');
      await subject.catalogue.grant(ann.id, one.id, 'index');
      const later = await subject.add('b');
      const scope = async (): Promise<unknown> => {
        const found = await subject.catalogue.scopeOfPrincipal({ kind: 'person', name: 'ann', groups: [] });
        return [found!.read, found!.index];
      };
      expect(await scope()).toEqual([[one.id, later.id], [one.id]]);
      expect(await subject.catalogue.listGrants()).toEqual([
        { principal: ann.id, repository: null, may: 'read' },
        { principal: ann.id, repository: one.id, may: 'index' },
      ]);
      await subject.catalogue.setRepositoryState(one.id, 'forgotten');
      expect(await scope()).toEqual([[later.id], []]);
      expect(await subject.catalogue.listGrants()).toEqual([{ principal: ann.id, repository: null, may: 'read' }]);
      await subject.catalogue.revokeGrant(ann.id, null, 'read');
      expect(await scope()).toEqual([[], []]);
      await subject.catalogue.grant(ann.id, 99, 'read');
      expect(await subject.catalogue.listGrants()).toEqual([]);
    });
  });
}
