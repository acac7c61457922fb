/** The end of a repository and of a person: what is seen of them, and what is left. */
import { expect, it } from 'vitest';
import { migrations } from '../sql/schema.ts';
import type { SqlRow } from '../sql/sql-database.ts';
import { everyState, hour, type Subject } from './conformance-subject.ts';

const day = 24 * hour;
const tables = migrations.flatMap(({ tenantTables }) => tenantTables);

export function describeRemoval(subject: Subject): void {
  /** The rows of all tables. */
  const everyRow = async (): Promise<{ table: string; row: SqlRow }[]> => {
    const database = await subject.engine.connect();
    const of = { tenant: null, tenantName: subject.tenant };
    const [found] = await database.batch([{ text: 'SELECT id FROM tenants WHERE name = :name', values: { name: subject.tenant } }], of); // prettier-ignore
    const tenant = Number(found![0]!['id']);
    const all: { table: string; row: SqlRow }[] = [];
    for (const table of tables) {
      const sql = { text: `SELECT * FROM ${table} WHERE tenant = :tenant`, values: { tenant } };
      const [rows] = await database.batch([sql], { tenant, tenantName: subject.tenant });
      all.push(...rows!.map((row) => ({ table, row })));
    }
    await database.close();
    return all;
  };
  /** The tables of the rows in which a text occurs. */
  const tablesWith = async (text: string): Promise<string[]> =>
    (await everyRow()).flatMap(({ table, row }) => (JSON.stringify(row).includes(text) ? [table] : [])).toSorted();

  it('leaves nothing of a repository but its number, and what is noted', async () => {
    const { catalogue } = subject;
    await catalogue.wantEdition('e1', '1');
    const [kept, one] = await subject.addAll('example.org/kept', 'example.org/zebra');
    const ann = await catalogue.addPrincipal('person', 'ann');
    for (const { id } of [kept, one]) await catalogue.grant(ann.id, id, 'read');
    const packages = { provides: [{ ecosystem: 'npm', package: 'zebra', root: '' }], requires: [{ ecosystem: 'npm', package: 'zebra-stripes', module: 'm', name: '*', files: [1] }] }; // prettier-ignore
    for (const repository of [kept, one]) {
      await subject.hear(repository, `zebra1 ${repository.id}`, 'main', 'zebra-delivery');
      await subject.finish((await subject.take())!, { packages });
      await subject.hear(repository, `zebra2 ${repository.id}`, 'zebra-branch');
    }
    await catalogue.reportMissing({ repository: one.id, tree: `tree of zebra1 ${one.id}`, flavour: 'f1' }, true);
    const held = (await subject.take('late'))!;
    expect(held.repository.id).toBe(one.id);
    await catalogue.setRepositoryState(one.id, 'forgotten');
    // At once: nobody sees it, nothing is done for it, and whoever has it in hands loses it.
    expect((await catalogue.listRepositories()).map(({ id }) => id)).toEqual([kept.id]);
    expect(await catalogue.listRefs(one.id)).toEqual([]);
    expect((await catalogue.providersOf('npm', 'zebra')).map(({ repository }) => repository)).toEqual([kept.id]);
    expect((await catalogue.requirersOf('npm', 'zebra-stripes', [])).map(({ repository }) => repository)).toEqual([kept.id]); // prettier-ignore
    expect(await catalogue.useSnapshot(one.id, `tree of zebra1 ${one.id}`, 'f1')).toBeNull();
    expect((await catalogue.listGrants()).map(({ repository }) => repository)).toEqual([kept.id]);
    expect(await catalogue.heartbeat(held, hour)).toBe(false);
    expect(await subject.finish(held)).toBe('lost');
    expect(await subject.hear(one, 'later')).toBeNull();
    expect((await catalogue.listJobs({ states: everyState, limit: 99 })).every(({ repository }) => repository === kept.id)).toBe(true); // prettier-ignore
    // For a while it can be had back, with its grants; then not.
    expect(await catalogue.listForgotten()).toEqual([{ id: one.id, name: one.name, agoMs: 0 }]);
    expect(await subject.add(one.name)).toEqual(one);
    expect(await catalogue.eraseRepository(one.id, 0)).toBe(false);
    expect(await catalogue.listGrants()).toHaveLength(2);
    await catalogue.setRepositoryState(one.id, 'forgotten');
    subject.now += day - 1;
    expect(await catalogue.eraseRepository(one.id, day)).toBe(false);
    subject.now += 1;
    expect(await catalogue.eraseRepository(one.id, day)).toBe(true);
    expect(await catalogue.eraseRepository(one.id, day)).toBe(false);
    expect(await catalogue.listForgotten()).toEqual([]);
    const rows = await everyRow();
    expect(rows.some(({ row }) => row['repository'] === kept.id)).toBe(true);
    expect(rows.filter(({ row }) => row['repository'] === one.id)).toEqual([]);
    // That it was added, twice.
    expect(await tablesWith('example.org/zebra')).toEqual(['audit', 'audit']);
    // A repository of the name is another one, which nobody was granted.
    const again = await subject.add(one.name);
    expect(again.id).toBeGreaterThan(one.id);
    expect((await catalogue.listGrants()).map(({ repository }) => repository)).toEqual([kept.id]);
  });

  it('knows since when a repository is forgotten that an earlier program has removed', async () => {
    const one = await subject.add();
    await subject.catalogue.setRepositoryState(one.id, 'forgotten');
    const database = await subject.engine.connect();
    const setting = { tenant: null, tenantName: subject.tenant };
    const [found] = await database.batch([{ text: 'SELECT id FROM tenants WHERE name = :name', values: { name: subject.tenant } }], setting); // prettier-ignore
    const tenant = Number(found![0]!['id']);
    await database.batch([{ text: 'UPDATE repositories SET forgotten_at = NULL WHERE tenant = :tenant', values: { tenant } }], { tenant, tenantName: subject.tenant }); // prettier-ignore
    await database.close();
    expect(await subject.catalogue.eraseRepository(one.id, 0)).toBe(false);
    expect(await subject.catalogue.listForgotten()).toMatchObject([{ agoMs: 0 }]);
    expect(await subject.catalogue.eraseRepository(one.id, 0)).toBe(true);
  });

  it('leaves of a person what is noted, for as long as notes are kept', async () => {
    const { catalogue } = subject;
    const one = await subject.add();
    const person = await catalogue.addPrincipal('person', 'zoe-zebra');
    const group = await catalogue.addPrincipal('group', 'g');
    await catalogue.addMember(group.id, person.id);
    await catalogue.grant(person.id, one.id, 'read');
    await catalogue.grant(group.id, one.id, 'read');
    const digest = 'e'.repeat(64);
    await catalogue.addToken({ digest, principal: person.id, name: 'laptop of zoe-zebra', repositories: null, may: 'read', validMs: day }); // prettier-ignore
    const named = { kind: 'person', name: 'zoe-zebra', groups: ['g'] } as const;
    expect([await catalogue.scopeOf(digest), await catalogue.scopeOfPrincipal(named)]).toMatchObject([{ read: [one.id] }, { read: [one.id] }]); // prettier-ignore
    await catalogue.removePrincipal(person.id);
    expect([await catalogue.scopeOf(digest), await catalogue.scopeOfPrincipal(named)]).toEqual([null, null]);
    expect(await tablesWith('zoe-zebra')).toEqual(['audit', 'audit', 'tokens']); // prettier-ignore
    // Somebody newer is known, so that the number is not needed any more.
    await catalogue.addPrincipal('person', 'carl');
    subject.now += 401 * day;
    await catalogue.condemnSnapshots({ headsMs: 1, usedMs: 1, lastOfDefault: 1 }, 1);
    expect(await tablesWith('zoe-zebra')).toEqual([]);
  });
}
