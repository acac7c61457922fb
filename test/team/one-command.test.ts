/** The whole server of an organisation by one command: from nothing, with parts that are killed, started again, and what it refuses. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openCatalogue } from '../../src/team/catalogue/open-catalogue.ts';
import type { Catalogue } from '../../src/team/catalogue/catalogue.ts';
import { missingPostgres, startPostgres } from '../../src/team/postgres/testing/postgres-server.ts';
import { until } from '../../src/util/testing/until.ts';
import { askOverMcp, OneCommand } from './one-command.ts';

const shop = {
  'src/basket.ts': 'export function addPrice(basket: number[], price: number): void {\n  basket.push(price);\n}\n',
  'src/till.ts':
    "import { addPrice } from './basket.ts';\n\nexport function ring(price: number): void {\n  addPrice([], price);\n}\n",
};
const bank = { 'bank/vault.py': 'def open_vault(code):\n    return code == 7\n' };
const mill = { 'mill.go': 'package mill\n\nfunc Grind(corn int) int { return corn / 2 }\n' };

async function openAt(location: string): Promise<Catalogue> {
  const catalogue = await openCatalogue({ location, tenant: 'main', creates: false, allowsPlain: false });
  onTestFinished(() => catalogue.close());
  return catalogue;
}

/** Waits until an answer has a text: nodes ask the catalogue every two seconds, and one that was killed takes a moment. */
function untilAnswered(
  mcp: string | undefined,
  token: string,
  [tool, args]: [tool: string, args: object],
  text: string,
): Promise<boolean> {
  return until(async () => (await askOverMcp(mcp!, token, tool, args).catch(String)).includes(text));
}

describe.skipIf(process.platform === 'win32')('one command for an organisation', () => {
  it('starts all from nothing, starts again what is killed, and leaves no process', async () => {
    const site = new OneCommand();
    const [first, second] = [site.repository('shop', shop), site.repository('bank', bank)];
    const server = site.start(['--port', '0', '--poll', '1', first, second]);
    const { mcp, tokenFile } = await server.hears('ready', 'organisation');
    expect(statSync(tokenFile!).mode & 0o777).toBe(0o600);
    expect(statSync(join(site.folder, 'admin-token.txt')).mode & 0o777).toBe(0o600);
    expect(statSync(site.folder).mode & 0o777).toBe(0o700);
    await until(() => server.said.some(({ text }) => text.startsWith('2 of 2 repositories indexed')));
    // Before anybody asks.
    await until(() => readdirSync(join(site.folder, 'node-1', 'mirrors')).length === 2);
    const callers = { symbol: 'addPrice', project: 'local/shop' };
    await untilAnswered(mcp, site.token(), ['get_callers', callers], 'ring [3-5] calls at 4');
    await untilAnswered(mcp, site.token(), ['search', { pattern: '*vault*', project: '*' }], 'open_vault');
    await expect(askOverMcp(mcp!, 'cscout_wrong', 'search', { pattern: '*' })).rejects.toThrow();

    const administration = async (token: string): Promise<number> =>
      (await fetch(new URL('/api/admin/summary', mcp), { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await administration(site.token())).toBe(404);
    expect(await administration(readFileSync(join(site.folder, 'admin-token.txt'), 'utf8').trim())).toBe(200);

    for (const part of ['worker-1', 'node-1']) {
      process.kill((await server.hears('started', part)).pid!, 'SIGKILL');
      await server.hears('started', part, 2);
    }
    // The new worker finds what was pushed, and the new node has the address of the one before.
    site.commit(first, { 'src/refund.ts': 'export function refundPrice(): void {}\n' });
    const refund = { pattern: 'refundPrice', project: 'local/shop' };
    await untilAnswered(mcp, site.token(), ['search', refund], 'src/refund.ts');
    server.child.kill('SIGINT');
    expect(await server.ended, server.errors()).toBe(0);
    expect(site.processes()).toEqual([]);
  });

  it('goes on with what is there when it is started again', async () => {
    const site = new OneCommand();
    const first = site.repository('shop', shop);
    const before = site.start(['--port', '0', first]);
    await before.hears('ready', 'organisation');
    const [token, key] = [site.token(), readFileSync(join(site.folder, 'worker-key.pem'), 'utf8')];
    before.child.kill('SIGTERM');
    expect(await before.ended, before.errors()).toBe(0);
    const catalogue = await openAt(join(site.folder, 'catalogue.db'));
    const changes = (await catalogue.readAudit(1000)).length;

    writeFileSync(join(site.top, 'all.txt'), `# ours\n${first}\n\n${site.repository('mill', mill)} example.org/mill\n`);
    const after = site.start(['--port', '0', '--repositories', 'all.txt', '--hooks', '--hooks-port', '0']);
    const { mcp } = await after.hears('ready', 'organisation');
    expect(after.said.filter(({ event }) => event === 'added').map(({ repository }) => repository)).toEqual(['example.org/mill']); // prettier-ignore
    expect([site.token(), readFileSync(join(site.folder, 'worker-key.pem'), 'utf8')]).toEqual([token, key]);
    // The repository, and nothing about people.
    expect((await catalogue.readAudit(1000)).length).toBe(changes + 1);
    await until(() => after.said.some(({ text }) => text.startsWith('2 of 2 repositories indexed')));
    await untilAnswered(mcp, token, ['search', { pattern: 'Grind', project: '*' }], 'example.org/mill/mill.go');
    await untilAnswered(mcp, token, ['search', { pattern: 'addPrice', project: '*' }], 'local/shop/src/basket.ts');

    const twice = site.start([]);
    expect(await twice.ended).toBe(2);
    expect(twice.errors()).toContain('Another organisation (process ');
    // A token that an administrator has taken away is not made again.
    rmSync(join(site.folder, 'token.txt'));
    after.child.kill('SIGTERM');
    await after.ended;
    const again = site.start(['--prepare']);
    expect(await again.ended, again.errors()).toBe(0);
    expect(readdirSync(site.folder)).not.toContain('token.txt');
    expect((await catalogue.readAudit(1000)).length).toBe(changes + 1);
  });

  it.skipIf(missingPostgres !== null)('prepares a catalogue of PostgreSQL, and adds nobody where people are known', async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.close());
    const url = postgres.newDatabase();
    const site = new OneCommand();
    const first = site.start(['--catalogue', url, '--person', 'ann', '--prepare', site.repository('shop', shop)]);
    expect(await first.ended, first.errors()).toBe(0);
    const catalogue = await openAt(url);
    expect((await catalogue.listRepositories()).map(({ name }) => name)).toEqual(['local/shop']);
    expect((await catalogue.listPrincipals()).map(({ name }) => name)).toEqual(['ann']);

    // Another folder on the same catalogue; then the same folder, which knows its catalogue.
    rmSync(site.folder, { recursive: true });
    const other = site.start(['--person', 'bob', '--prepare'], { CODE_SCOUT_CATALOGUE: url });
    expect(await other.ended, other.errors()).toBe(0);
    expect(readdirSync(site.folder)).not.toContain('token.txt');
    const same = site.start(['--prepare']);
    expect(await same.ended, same.errors()).toBe(0);
    expect(readdirSync(site.folder)).not.toContain('catalogue.db');
    expect((await catalogue.listPrincipals()).map(({ name }) => name)).toEqual(['ann']);
  }); // prettier-ignore

  it('says what is wrong before it writes anything, and what to do', async () => {
    const site = new OneCommand();
    const root = site.repository('shop', shop);
    const refused = async (args: readonly string[]): Promise<string> => {
      const server = site.start(args);
      expect(await server.ended).toBeGreaterThan(0);
      return server.errors();
    };
    const listener = createServer();
    await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
    onTestFinished(() => void listener.close());
    const { port } = listener.address() as AddressInfo;
    expect(await refused(['--port', String(port), root])).toMatch(/Port \d+ of 127\.0\.0\.1 is in use[^]*--port/);
    expect(await refused(['--repositories', 'none.txt'])).toContain('none.txt cannot be read (ENOENT)');
    mkdirSync(join(site.top, 'other', 'shop'), { recursive: true });
    expect(await refused([root, join(site.top, 'other', 'shop')])).toContain('Two repositories would have the name local/shop'); // prettier-ignore
    expect(readdirSync(site.top)).not.toContain('server');

    mkdirSync(site.folder);
    writeFileSync(join(site.folder, 'thesis.txt'), 'not ours');
    expect(await refused([root])).toContain('is not empty, and was not made by');
    expect(readdirSync(site.folder)).toEqual(['thesis.txt']);
  });

  it('ends where no repository can be added, and takes other places after a catalogue that cannot be reached', async () => {
    const site = new OneCommand();
    const away = site.start(['--port', '0', '--catalogue', 'postgresql://scout@127.0.0.1:9/scout']);
    expect(await away.ended).toBe(3);
    expect(away.errors()).toContain('cannot be reached');
    const none = site.start(['--port', '0', 'https://127.0.0.1:9/team/shop.git']);
    expect(await none.ended).toBe(3);
    expect(none.errors()).toContain('None of 1 repository could be added');
    expect(site.processes()).toEqual([]);

    const other = site.start(['--prepare', '--catalogue', join(site.top, 'other.db')]);
    expect(await other.ended).toBe(2);
    expect(other.errors()).toContain('is of an organisation with another catalogue');
  });
}); // prettier-ignore
