/** Tenants, nodes, notes, the clock, and the tables themselves. */
import { expect, it } from 'vitest';
import type { Catalogue } from '../catalogue.ts';
import { migrate, requireUsable } from '../sql/migrate.ts';
import { migrations } from '../sql/schema.ts';
import { openSqlCatalogue } from '../sql/sql-catalogue.ts';
import { hour, type Subject } from './conformance-subject.ts';

export function describeOperation(subject: Subject): void {
  it('knows which nodes live, and what was noted', async () => {
    const node = { name: 'n1', url: 'https://n1', bytes: 5, version: '1' };
    await subject.catalogue.beatNode(node);
    subject.now += 5000;
    await subject.catalogue.beatNode({ ...node, name: 'n2' });
    expect((await subject.catalogue.liveNodes(5000)).map(({ name: of }) => of)).toEqual(['n1', 'n2']);
    subject.now += 1;
    expect((await subject.catalogue.liveNodes(5000)).map(({ name: of }) => of)).toEqual(['n2']);
    await subject.catalogue.beatNode(node);
    expect(await subject.catalogue.liveNodes(5000)).toEqual([node, { ...node, name: 'n2' }]);
    await subject.catalogue.note({ principal: 7, what: 'asked', detail: { tool: 'explore' } });
    expect(await subject.catalogue.readAudit(5)).toEqual([
      { atMs: subject.now, principal: 7, what: 'asked', detail: { tool: 'explore' } },
    ]);
  });

  it('keeps tenants apart', async () => {
    const one = await subject.add();
    await subject.catalogue.wantEdition('e1', '1');
    await subject.hear(one, 'c1');
    const other = await subject.connect(`${subject.tenant}-other`);
    expect([await other.listRepositories(), await other.listRefs(one.id), await subject.take('w', other)]).toEqual([
      [],
      [],
      null,
    ]);
    await other.wantEdition('e1', '1');
    expect(await subject.take('w', other)).toBeNull();
    expect(await other.hear({ repository: one.id, ref: 'main', commit: 'c2', delivery: null })).toBeNull();
    expect(await subject.take()).toMatchObject({ commit: 'c1' });
  });

  it('has the database’s time', async () => {
    const here = await subject.connect(subject.tenant, null);
    const one = await subject.add();
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
      openSqlCatalogue(await subject.engine.connect(), { tenant: of, creates: false });
    await expect(open('nobody')).rejects.toThrow('has no tenant nobody');
    await expect(open('Not a name!')).rejects.toThrow('has no tenant');
    await ((await open(subject.tenant)) as Catalogue).close();
  });
}

export function describeTables(subject: Subject): void {
  it('makes its tables once, however many programs do it at once', async () => {
    const database = await subject.engine.connectEmpty();
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
    const database = await subject.engine.connectEmpty();
    const broken = { number: migrations.length + 1, oldest: 1, statements: ['CREATE TABLE half (id integer)', 'CREATE NONSENSE'], tenantTables: [] }; // prettier-ignore
    await expect(migrate(database, [...migrations, broken])).rejects.toThrow();
    await requireUsable(database);
    await expect(requireUsable(database, [...migrations, broken])).rejects.toThrow('older');
    expect(
      await migrate(database, [...migrations, { ...broken, statements: ['CREATE TABLE half (id integer)'] }]),
    ).toBe(1);
    await database.close();
  });
}
