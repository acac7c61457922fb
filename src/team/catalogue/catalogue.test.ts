/** Each engine of a catalogue passes the suite: SQLite, PostgreSQL (a real server); D1 in its own file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresPlace } from '../postgres/postgres-pool.ts';
import { missingPostgres, startPostgres, type PostgresServer } from '../postgres/testing/postgres-server.ts';
import type { Catalogue } from './catalogue.ts';
import { describeCatalogue } from './testing/conformance.ts';
import { openCatalogue } from './open-catalogue.ts';
import { PostgresDatabase } from './postgres-database.ts';
import { SqliteDatabase } from './sqlite-database.ts';

describeCatalogue(
  'SQLite',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'code-scout-catalogue-'));
    let count = 0;
    return {
      connect: async () => new SqliteDatabase(join(folder, 'made', 'catalogue.db')),
      connectEmpty: async () => new SqliteDatabase(join(folder, `empty${++count}.db`)),
      close: async () => rmSync(folder, { recursive: true, force: true }),
    };
  },
  { missing: null, atOnce: 4, histories: 60 },
);

describeCatalogue(
  'PostgreSQL',
  async () => {
    const server = await startPostgres();
    const url = server.newDatabase();
    const connectTo = (one: string): PostgresDatabase => new PostgresDatabase(postgresPlace(one, false));
    return {
      connect: async () => connectTo(url),
      connectEmpty: async () => connectTo(server.newDatabase()),
      close: () => server.close(),
    };
  },
  { missing: missingPostgres, atOnce: 16, histories: 30 },
);

describe.skipIf(missingPostgres !== null)('a catalogue in PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());

  const open = (location: string, tenant: string): Promise<Catalogue> =>
    openCatalogue({ location, tenant, creates: true, allowsPlain: false });

  it('shows a connection with another tenant’s setting nothing, whatever it asks', async () => {
    const location = server.newDatabase();
    const [mine, other] = [await open(location, 'mine'), await open(location, 'other')];
    const { id } = await mine.addRepository({ name: 'secret', url: 'u', defaultRef: 'main', forkOf: null });
    await mine.wantEdition('e1', '1');
    await mine.hear({ repository: id, ref: 'main', commit: 'c1', delivery: 'd1' });
    const job = (await mine.takeJob({ worker: 'w', edition: 'e1', leaseMs: 1, maxStrikes: 3 }))!;
    const packages = { provides: [{ ecosystem: 'npm', package: 'p', root: '' }], requires: [{ ecosystem: 'npm', package: 'q', module: 'q', name: '*', files: [1] }] }; // prettier-ignore
    await mine.finishJob({ ...job, tree: 't', flavour: 'f', bytes: 1, files: 1, lines: 1, packages });
    const [ann, group] = [await mine.addPrincipal('person', 'ann'), await mine.addPrincipal('group', 'g')];
    await mine.addMember(group.id, ann.id);
    await mine.grant(ann.id, id, 'read');
    await mine.addToken({
      digest: 'x'.repeat(64),
      principal: ann.id,
      name: 't',
      repositories: null,
      may: 'read',
      validMs: 1,
    });
    await mine.beatNode({ name: 'n', url: 'u', bytes: 1, version: '1' });
    await mine.takeDuty({ name: 'sweep', holder: 'w' }, 1);
    await mine.reportMissing({ repository: id, tree: 't', flavour: 'f' }, true);
    await mine.setLimit('store', 1);
    await mine.beatWorker({ name: 'w', version: '1', edition: 'e1' });
    await mine.setAdministrator(ann.id, true);
    const database = new PostgresDatabase(postgresPlace(location, false));
    // Without `tenant = …`, as a mistake would be.
    const tables = await database.batch([{ text: `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'`, values: {} }], { tenant: null, tenantName: '' }); // prettier-ignore
    const names = tables[0]!.map((row) => String(row['tablename']));
    expect(names.length).toBeGreaterThan(22);
    const count = async (table: string, tenant: number | null, tenantName: string): Promise<number> => {
      const [rows] = await database.batch([{ text: `SELECT COUNT(*) AS count FROM ${table}`, values: {} }], { tenant, tenantName }); // prettier-ignore
      return Number(rows![0]!['count']);
    };
    for (const table of names) {
      expect(await count(table, 1, 'mine'), table).toBeGreaterThan(0);
      expect(await count(table, null, ''), table).toBe(0);
      // Of itself alone the other has a row.
      expect(await count(table, 2, 'other'), table).toBe(table === 'tenants' ? 1 : 0);
    }
    // Nor can it write there.
    const steal = { text: `INSERT INTO families (tenant, id) VALUES (1, 99)`, values: {} };
    await expect(database.batch([steal], { tenant: 2, tenantName: 'other' })).rejects.toThrow('row-level security');
    const [changed] = await database.batch([{ text: `UPDATE repositories SET url = 'mine now' RETURNING id`, values: {} }], { tenant: 2, tenantName: 'other' }); // prettier-ignore
    expect(changed).toEqual([]);
    for (const one of [mine, other, database]) await one.close();
  });

  it('leaves nothing to somebody who is removed while more is being granted', async () => {
    const location = server.newDatabase();
    const [granting, removing] = [await open(location, 'mine'), await open(location, 'mine')];
    const { id } = await granting.addRepository({ name: 'a', url: 'u', defaultRef: 'main', forkOf: null });
    const ann = await granting.addPrincipal('person', 'ann');
    const client = new Client(postgresPlace(location, false).config);
    await client.connect();
    const waiting = async (count: number): Promise<void> => {
      const text = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      while ((await client.query(text)).rows.length < count);
    };
    // Both changes end with this row, so neither can end before the other has done what comes earlier.
    await client.query(`BEGIN; SET LOCAL scout.tenant = '1'; UPDATE access_versions SET version = version`);
    const granted = granting.grant(ann.id, id, 'read');
    await waiting(1);
    const removed = removing.removePrincipal(ann.id);
    await waiting(2);
    await client.query('COMMIT');
    await Promise.all([granted, removed]);
    expect([await granting.listPrincipals(), await granting.listGrants()]).toEqual([[], []]);
    await client.end();
    for (const one of [granting, removing]) await one.close();
  });

  it('says that a superuser passes the second line', async () => {
    const location = server.newDatabase();
    const [usual, superuser] = [await open(location, 'mine'), await open(server.asSuperuser(location), 'mine')];
    expect(usual.notes).toEqual([]);
    expect(superuser.notes).toEqual([expect.stringContaining('bypasses row-level security')]);
    for (const one of [usual, superuser]) await one.close();
  });

  it('fails while the server is away, and goes on when it is back, with all that was done', async () => {
    const catalogue = await open(server.newDatabase(), 'mine');
    const { id } = await catalogue.addRepository({ name: 'a', url: 'u', defaultRef: 'main', forkOf: null });
    await catalogue.wantEdition('e1', '1');
    const crashed = server.crash();
    const failures: unknown[] = [];
    for (let at = 0; at < 20; at++) {
      const commit = `c${at}`;
      // Heard of again and again, as by polls.
      for (;;) {
        const heard = await catalogue
          .hear({ repository: id, ref: `b${at}`, commit, delivery: null })
          .catch((error: unknown) => {
            failures.push(error);
            return null;
          });
        if (heard !== null) break;
        await new Promise((done) => setTimeout(done, 20));
      }
    }
    await crashed;
    for (const failure of failures) expect(String(failure)).toContain('cannot be reached');
    expect(await catalogue.listRefs(id)).toHaveLength(20);
    expect((await catalogue.listRefs(id)).every(({ heard }) => heard === 1)).toBe(true);
    await catalogue.close();
  });
});

describe('the location of a catalogue', () => {
  const open = (location: string): Promise<unknown> => openCatalogue({ location, tenant: 't', creates: false, allowsPlain: false }); // prettier-ignore

  it('is a file or a server, and never tells a password', async () => {
    await expect(open('relative.db')).rejects.toThrow('This is no catalogue');
    await expect(open('postgresql://no host')).rejects.toThrow('not usable');
    const refused = open('postgresql://scout:secret@127.0.0.1:1/db');
    await expect(refused).rejects.toThrow('The catalogue postgresql://127.0.0.1:1/db cannot be reached');
    await refused.catch((error: unknown) => expect(String(error)).not.toContain('secret'));
  });

  it('needs a verified certificate beyond this machine', () => {
    for (const mode of ['disable', 'require', 'no-verify', 'prefer'])
      expect(() => postgresPlace(`postgresql://u:secret@example.org/db?sslmode=${mode}`, false), mode).toThrow(
        'verified',
      );
    expect(postgresPlace('postgresql://u@example.org/db', false).config.ssl).toEqual({ rejectUnauthorized: true });
    expect(postgresPlace('postgresql://u@example.org/db?sslmode=disable', true).config.ssl).toBeUndefined();
    expect(postgresPlace('postgresql://u@localhost/db?host=/run/postgresql', false).config.ssl).toBeUndefined();
  });
});
