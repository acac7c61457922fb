/** How PostgreSQL is connected to: its address, and where the password is from. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AppError } from '../../model/error.ts';
import { openPool, postgresPlace } from './postgres-pool.ts';
import { missingPostgres, startPostgres, type PostgresServer } from './testing/postgres-server.ts';

describe('an address', () => {
  it.each([
    'postgresql://scout:se#cret@localhost/scout',
    'postgresql://scout:se@c#ret@localhost/scout',
    'postgresql://scout:se/cret@localhost/scout',
    'postgresql://scout:12/cret@localhost/scout',
    'postgresql://scout:se?cret@localhost/scout',
    'postgresql://scout:12?cret@localhost/scout',
    'postgresql://scout:12?a=cret@localhost/scout',
    'postgresql://scout:secr%@localhost/scout',
  ])('whose password has a letter that ends it is refused, without the password: %s', (url) => {
    let refusal: AppError | null = null;
    try {
      postgresPlace(url, false);
    } catch (error) {
      refusal = error as AppError;
    }
    expect(refusal?.code).toBe('ConfigurationError');
    expect(refusal?.message).not.toMatch(/cret|12/);
    expect(refusal?.hint).toContain('# @ % are written %3A %2F %3F %23 %40 %25');
  });

  it('may have any password that is escaped, which no message has', () => {
    const { location } = postgresPlace('postgresql://scout:a%23b%40c%2Fd@localhost:5433/scout', false);
    expect(location).toBe('postgresql://localhost:5433/scout');
    expect(postgresPlace('postgresql:///scout?user=ann@corp', false).location).toBe('postgresql:///scout');
  });
});

describe.skipIf(missingPostgres !== null)('the password', () => {
  const folder = mkdtempSync(join(tmpdir(), 'code-scout-pgpass-'));
  const file = join(folder, 'pgpass');
  let server: PostgresServer;
  let url: string;

  const ask = async (given: string): Promise<unknown> => {
    const pool = await openPool(postgresPlace(given, false));
    try {
      return (await pool.query('SELECT current_user AS who')).rows;
    } finally {
      await pool.end();
    }
  };

  beforeAll(async () => {
    server = await startPostgres();
    url = server.newDatabase();
    const pool = await openPool(postgresPlace(server.asSuperuser(url), false));
    await pool.query(`ALTER ROLE scout PASSWORD 'se:cr et#1'`);
    const { rows } = await pool.query<{ hba_file: string }>('SHOW hba_file');
    await pool.query(
      `COPY (VALUES ('local all scout scram-sha-256'), ('local all all trust')) TO '${rows[0]!.hba_file}'`,
    );
    await pool.query('SELECT pg_reload_conf()');
    await pool.end();
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is that of the file of passwords, without a warning of the driver, and read again for each connection', async () => {
    const warnings: string[] = [];
    const hear = (warning: Error): void => void warnings.push(warning.message);
    process.on('warning', hear);
    vi.stubEnv('PGPASSFILE', file);
    writeFileSync(file, '*:*:*:scout:wrong\n', { mode: 0o600 });
    await expect(ask(url)).rejects.toThrow('password authentication failed');
    writeFileSync(file, '*:*:*:other:no\n*:*:*:scout:se\\:cr et#1\n', { mode: 0o600 });
    expect(await ask(url)).toEqual([{ who: 'scout' }]);
    await new Promise((done) => setImmediate(done));
    process.off('warning', hear);
    expect(warnings).toEqual([]);
  });

  it('is that of the address before the file', async () => {
    vi.stubEnv('PGPASSFILE', file);
    writeFileSync(file, '*:*:*:scout:wrong\n', { mode: 0o600 });
    const right = url.replace('scout@', 'scout:se%3Acr%20et%231@');
    expect(await ask(right)).toEqual([{ who: 'scout' }]);
    vi.stubEnv('PGPASSWORD', 'se:cr et#1');
    expect(await ask(url)).toEqual([{ who: 'scout' }]);
  });
});
