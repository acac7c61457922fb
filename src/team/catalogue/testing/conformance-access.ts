/** Who may see what. */
import { describe, expect, it } from 'vitest';
import { makeToken, tokenDigest } from '../tokens.ts';
import { hour, type Subject } from './conformance-subject.ts';

export function describeAccess(subject: Subject): void {
  describe('access', () => {
    const token = makeToken();
    const digest = tokenDigest(token);

    it('is the meeting of the token’s own list with the grants of its principal and that one’s groups', async () => {
      const [a, b, c, d] = await subject.addAll('a', 'b', 'c', 'd');
      const ann = await subject.catalogue.addPrincipal('person', 'ann');
      expect(await subject.catalogue.addPrincipal('person', 'ann')).toEqual(ann);
      const [group, others] = [
        await subject.catalogue.addPrincipal('group', 'team'),
        await subject.catalogue.addPrincipal('group', 'others'),
      ];
      await subject.catalogue.addMember(group.id, ann.id);
      await subject.catalogue.grant(ann.id, a.id, 'index');
      await subject.catalogue.grant(group.id, b.id, 'read');
      await subject.catalogue.grant(group.id, c.id, 'index');
      await subject.catalogue.grant(others.id, d.id, 'index');
      const scope = async (may: 'read' | 'index', repositories: number[] | null): Promise<unknown> => {
        const one = tokenDigest(makeToken());
        await subject.catalogue.addToken({
          digest: one,
          principal: ann.id,
          name: 't',
          repositories,
          may,
          validMs: hour,
        });
        const found = await subject.catalogue.scopeOf(one);
        return [found!.read, found!.index];
      };
      expect(await scope('index', null)).toEqual([
        [a.id, b.id, c.id],
        [a.id, c.id],
      ]);
      expect(await scope('read', null)).toEqual([[a.id, b.id, c.id], []]);
      expect(await scope('index', [c.id, d.id])).toEqual([[c.id], [c.id]]);
      expect(await scope('index', [])).toEqual([[], []]);
      await subject.catalogue.setRepositoryState(c.id, 'forgotten');
      expect(await scope('index', null)).toEqual([[a.id, b.id], [a.id]]);
      expect(await subject.catalogue.scopeOf(tokenDigest('another'))).toBeNull();
    });

    it('ends with its token’s time, with a revocation and with its principal', async () => {
      const ann = await subject.catalogue.addPrincipal('person', 'ann');
      const one = await subject.add();
      await subject.catalogue.grant(ann.id, one.id, 'read');
      const rest = { principal: ann.id, name: 'laptop', repositories: null, may: 'read' } as const;
      await subject.catalogue.addToken({ ...rest, digest, validMs: hour });
      expect(await subject.catalogue.scopeOf(digest)).toMatchObject({ principal: ann, read: [one.id], validMs: hour });
      subject.now += hour - 1;
      expect((await subject.catalogue.scopeOf(digest))!.validMs).toBe(1);
      expect((await subject.catalogue.listTokens())[0]).toMatchObject({ state: 'valid', validMs: 1 });
      subject.now += 1;
      expect(await subject.catalogue.scopeOf(digest)).toBeNull();
      expect((await subject.catalogue.listTokens()).map(({ state }) => state)).toEqual(['expired']);
      const second = tokenDigest(makeToken());
      await subject.catalogue.addToken({ ...rest, digest: second, validMs: hour });
      expect(await subject.catalogue.revokeToken(second.slice(0, 32))).toBe(true);
      expect(await subject.catalogue.revokeToken(second.slice(0, 32))).toBe(false);
      expect(await subject.catalogue.scopeOf(second)).toBeNull();
      const third = tokenDigest(makeToken());
      await subject.catalogue.addToken({ ...rest, digest: third, validMs: hour });
      const group = await subject.catalogue.addPrincipal('group', 'team');
      await subject.catalogue.addMember(group.id, ann.id);
      expect(await subject.catalogue.listMembers()).toEqual([{ group: group.id, principal: ann.id }]);
      await subject.catalogue.removePrincipal(ann.id);
      expect([await subject.catalogue.listMembers(), await subject.catalogue.listGrants()]).toEqual([[], []]);
      expect(await subject.catalogue.scopeOf(third)).toBeNull();
      expect((await subject.catalogue.listTokens()).map(({ state }) => state)).toEqual([
        'revoked',
        'revoked',
        'revoked',
      ]);
      // The number is not given to another, who would have the tokens.
      expect((await subject.catalogue.addPrincipal('person', 'bob')).id).not.toBe(ann.id);
      expect(JSON.stringify(await subject.catalogue.listTokens())).not.toContain(token);
    });

    it('has a version that each change raises, with a note', async () => {
      const [one, ann, group] = [await subject.add(), await subject.catalogue.addPrincipal('person', 'ann'), await subject.catalogue.addPrincipal('group', 'g')]; // prettier-ignore
      const changes: [string, () => Promise<unknown>][] = [
        ['granted', () => subject.catalogue.grant(group.id, one.id, 'read')],
        ['member added', () => subject.catalogue.addMember(group.id, ann.id)],
        ['principal added', () => subject.catalogue.addPrincipal('robot', 'ci')],
        ['token added', () => subject.catalogue.addToken({ digest, principal: ann.id, name: 't', repositories: null, may: 'read', validMs: hour })], // prettier-ignore
        ['grant revoked', () => subject.catalogue.revokeGrant(group.id, one.id, 'read')],
        ['member removed', () => subject.catalogue.removeMember(group.id, ann.id)],
        ['token revoked', () => subject.catalogue.revokeToken(digest.slice(0, 32))],
        ['principal removed', () => subject.catalogue.removePrincipal(ann.id)],
        ['repository archived', () => subject.catalogue.setRepositoryState(one.id, 'archived')],
      ];
      for (const [what, change] of changes) {
        subject.now++;
        const before = await subject.catalogue.accessVersion();
        await change();
        expect(await subject.catalogue.accessVersion(), what).toBe(before + 1);
        expect((await subject.catalogue.readAudit(1))[0], what).toMatchObject({
          what,
          atMs: subject.now,
          principal: null,
        });
      }
      expect(JSON.stringify(await subject.catalogue.readAudit(100))).not.toContain(digest);
    });
  });
}
