/** What `code-scout catalogue` prints about limits, backups, removed repositories and what is missing in the page store. */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Catalogue } from '../../team/catalogue/catalogue.ts';
import { openCatalogue } from '../../team/catalogue/open-catalogue.ts';
import { runCommandLine } from '../testing/command-run.ts';

let top = '';
let catalogue: Catalogue;
const unfolded = 2000;

const open = (file: string): Promise<Catalogue> =>
  openCatalogue({ location: join(top, file), tenant: 'main', creates: true, allowsPlain: false });

beforeEach(async () => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-keep-catalogue-')));
  catalogue = await open('catalogue.db');
  await catalogue.addRepository({ name: 'shop', url: 'u', defaultRef: 'main', forkOf: null });
});
afterEach(async () => {
  await catalogue.close();
  rmSync(top, { recursive: true, force: true });
});

async function run(...args: string[]): Promise<string> {
  const { code, output } = await runCommandLine(['catalogue', ...args, '--catalogue', 'catalogue.db'], top, top, { width: unfolded }); // prettier-ignore
  return `${code} ${output.trimEnd()}`;
}

async function publish(commit: string, sentBytes: number): Promise<void> {
  await catalogue.wantEdition('e1', '1');
  await catalogue.hear({ repository: 1, ref: 'main', commit, delivery: null });
  const job = (await catalogue.takeJob({ worker: 'w', edition: 'e1', leaseMs: 60_000, maxStrikes: 3 }))!;
  await catalogue.finishJob({ ...job, tree: 'a'.repeat(40), flavour: 'f'.repeat(32), bytes: 1, sentBytes, files: 1, lines: 1, packages: null }); // prettier-ignore
}

it('lists limits and sets them, and says what a full one means', async () => {
  expect(await run('limit')).toBe(
    [
      '0 repositories  no limit (usual)  how many there may be',
      'store  no limit (usual)  what snapshots may take in the page store',
      'audit  400 days (usual)  how long changes are noted',
      'tokens  90 days (usual)  how long expired and revoked tokens are listed',
      'history  30 days (usual)  how long messages of git hosts, earlier pushes and their jobs, and deleted branches are known',
    ].join('\n'),
  );
  expect(await run('limit', 'store', '2MB')).toBe('0 store: 2 MB');
  expect(await run('limit', 'repositories', '1')).toBe('0 repositories: 1');
  expect(await run('limit', 'audit', '30')).toBe('0 audit: 30 days');
  expect(await run('limit', 'audit', 'usual')).toBe('0 audit: 400 days, as usual');
  await publish('c1', 3 * 2 ** 20);
  expect((await run('limit')).split('\n').slice(0, 2)).toEqual([
    '0 repositories  1, 1 in use  how many there may be',
    'store  2 MB, 3 MB in use  what snapshots may take in the page store',
  ]);
  // Another build of the same version.
  await catalogue.wantEdition('e2', '1');
  const status = await run('status');
  expect(status).toMatch(/^Indexed for version 1$/m);
  expect(status).toContain('There are as many repositories as there may be (1)');
  expect(status).toContain('The page store has all that it may have (2 MB), so nothing is indexed: raise it with `code-scout catalogue limit store SIZE`'); // prettier-ignore
  for (const words of [['nonsense', '1'], ['store'], ['store', '1MB', 'more']]) expect(await run('limit', ...words)).toMatch(/^2 .*is written: catalogue limit NAME NUMBER[^]*repositories, store, audit, tokens, history/); // prettier-ignore
  expect(await run('limit', 'store', 'much')).toMatch(/^2 .*The limit store must be a size such as 500GB, or `usual`/);
  for (const value of ['0', '1.5', 'x']) expect(await run('limit', 'tokens', value)).toMatch(/^2 .*The limit tokens must be a whole number above 0/); // prettier-ignore
});

it('adds no repository beyond the limit', async () => {
  await run('limit', 'repositories', '1');
  await expect(catalogue.addRepository({ name: 'bank', url: 'u', defaultRef: 'main', forkOf: null })).rejects.toMatchObject({ message: 'The tenant main has as many repositories as it may have', hint: expect.stringContaining('catalogue limit repositories NUMBER') }); // prettier-ignore
});

it('copies a catalogue to a file that is whole and the user’s own, and replaces none', async () => {
  expect(await run('backup', 'copy.db')).toMatch(/^0 .*copy\.db is a copy of the catalogue, of all tenants/);
  if (process.platform !== 'win32') expect(statSync(join(top, 'copy.db')).mode & 0o777).toBe(0o600);
  const copy = await open('copy.db');
  expect(await copy.listRepositories()).toEqual(await catalogue.listRepositories());
  await copy.close();
  writeFileSync(join(top, 'other'), 'mine');
  expect(await run('backup', 'other')).toMatch(/^3 .*there is such a file already\nName one that does not exist/);
  expect(await run('backup', 'missing/copy.db')).toMatch(/^3 .*cannot be used: ENOENT/);
  expect(existsSync(join(top, 'missing'))).toBe(false);
  expect(await run('backup')).toMatch(
    /^2 .*after `catalogue backup` must be a file\nIt is written: code-scout catalogue backup catalogue-backup.db$/,
  );
});

it('says what a restored backup knows, and ends its tokens unless they are to be kept', async () => {
  const { id } = await catalogue.addPrincipal('person', 'ann');
  const add = (digit: string): Promise<void> =>
    catalogue.addToken({ digest: digit.repeat(64), principal: id, name: '', repositories: null, may: 'read', validMs: 1e9 }); // prettier-ignore
  await add('a');
  expect(await run('restored', '--keep-tokens')).toMatch(/^0 The catalogue knows of changes until 20\d\d-\S+Z\.[^]*\nTokens that were revoked after that are valid again/); // prettier-ignore
  expect(await catalogue.scopeOf('a'.repeat(64))).not.toBeNull();
  expect(await run('restored')).toMatch(/\n1 token revoked, because nobody knows/);
  expect(await catalogue.scopeOf('a'.repeat(64))).toBeNull();
  expect(JSON.parse((await run('restored', '--json')).slice(2))).toMatchObject({ revokedTokens: 0, lastChange: expect.stringMatching(/^20\d\d-/) }); // prettier-ignore
});

it('says what is missing in the page store, and has it made again', async () => {
  await publish('c1', 1);
  mkdirSync(join(top, 'store'));
  expect(await run('check', '--from', 'store')).toBe('1 Missing: shop main\n1 of 1 head is not in the page store; workers make them again, each at most every ten minutes'); // prettier-ignore
  expect(await run('status')).toContain('1 snapshot missing in the page store; workers make it again');
  expect(await catalogue.listJobs({ states: ['waiting'], limit: 5 })).toMatchObject([{ repository: 1, priority: 3 }]);
  expect(await run('check')).toMatch(/^2 .*No page store is named/);
  expect(await run('check', 'shop', '--from', 'store')).toMatch(
    /^2 .*after `catalogue check` must be left out\nIt is written: code-scout catalogue check$/,
  );
});

it('says what is left of a removed repository', async () => {
  expect(await run('remove', 'shop')).toMatch(/^0 shop is seen by nobody now\. Workers delete its snapshots/);
  expect(await run('sweep', '--from', 'store')).toBe('0 shop: 0 objects deleted, its name is forgotten by a later sweep\nDeleted 0 snapshots; `code-scout snapshot sweep` deletes their pages'); // prettier-ignore
  expect(await run('sweep', '--from', 'store', '--grace', '0')).toMatch(/^0 shop: 0 objects deleted, and nothing is known of it any more\n/); // prettier-ignore
  expect(await run('sweep', '--from', 'store', '--grace', '0')).toMatch(/^0 Deleted 0 snapshots/);
});
