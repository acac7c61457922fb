/** Off-boarding of a repository and of a person: what is gone at once, what goes later, and that nothing is left. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HookReceiver, type HookEvent } from '../../src/engine/hooks/hook-receiver.ts';
import { repositoryPrefix } from '../../src/team/snapshot/layout.ts';
import { until } from '../../src/util/testing/until.ts';
import { programEntry } from '../program-entry.ts';
import { askTool, NodeOrganisation, type StartedNode } from './node-organisation.ts';
import { runProgram, startWorker } from './programs.ts';

let organisation: NodeOrganisation;
beforeEach(async () => {
  organisation = await NodeOrganisation.open();
  // So that a question always names one of several.
  for (const name of [kept, third]) await organisation.repository(name, files(name));
});
afterEach(() => organisation.close());

const [kept, removed, third] = ['example.org/kept', 'example.org/zebra', 'example.org/third'];

const files = (name: string): Record<string, string> => ({
  'package.json': JSON.stringify({ name, dependencies: { 'zebra-food': '1' } }),
  'src/a.ts': "import { eat } from 'zebra-food';\nexport function stripes(): void {\n  eat();\n}\n",
});

/** The tables with a row in which a text occurs. */
function tablesWith(text: string): string[] {
  const database = new DatabaseSync(organisation.location, { readOnly: true });
  const tables = database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).all() as { name: string }[];
  const found = tables.filter(({ name }) => database.prepare(`SELECT * FROM ${name}`).all().some((row) => JSON.stringify(row).includes(text))); // prettier-ignore
  database.close();
  return found.map(({ name }) => name).toSorted();
}

async function catalogue(...args: string[]): Promise<string> {
  const { code, output } = await runProgram(organisation, 'catalogue', ...args);
  return `${code} ${output.trim()}`;
}

const objects = (): string[] =>
  readdirSync(organisation.store, { recursive: true, withFileTypes: true, encoding: 'utf8' }).flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name).slice(organisation.store.length + 1)] : [])); // prettier-ignore

const ask = (node: StartedNode, token: string, project: string): ReturnType<typeof askTool> =>
  askTool(node, token, 'search', { pattern: 'stripes', project });

describe.skipIf(process.platform === 'win32')('off-boarding', () => {
  it('of a repository that a node is just fetching leaves nothing there, and answers nothing', async () => {
    const repository = await organisation.repository(removed, files(removed));
    for (const one of await organisation.catalogue.listRepositories()) await organisation.publish(one);
    const go = join(organisation.top, 'go');
    // The program that compares a snapshot with its files, which comes last.
    const slow = join(organisation.top, 'slow.sh');
    writeFileSync(slow, `until [ -e ${go} ]; do sleep 0.05; done\nexec ${process.execPath} ${programEntry} "$@"\n`);
    const limits = { ...organisation.limits, graceMs: 100 };
    const node = await organisation.start({ settings: { limits, program: { path: '/bin/sh', args: [slow] } } });
    const opened = node.node.engineOf(repository.id, 'ann').catch((error: unknown) => error);
    const snapshots = join(node.folder, 'snapshots', String(repository.id));
    await until(() => existsSync(snapshots) && readdirSync(snapshots).length > 0);
    await organisation.catalogue.setRepositoryState(repository.id, 'forgotten');
    await until(() => node.node.repositories.length === 2);
    // Nor does a question of several repositories fail where all of them have just gone.
    await expect(node.node.engineOfSeveral([repository.id], 'ann')).rejects.toMatchObject({ code: 'NotFoundError' });
    writeFileSync(go, '');
    expect(await opened).toMatchObject({ code: 'NotFoundError' });
    await until(() => !existsSync(snapshots) || readdirSync(snapshots).length === 0);
    expect(node.node.state.repositories.held).toBe(0);
  });

  it('of a repository leaves nothing in catalogue, page store and caches but its number and what is noted', async () => {
    await organisation.repository(removed, files(removed));
    expect(await startWorker(organisation, 'worker', '--once').ended).toBe(0);
    const node = await organisation.start({ settings: { limits: { ...organisation.limits, graceMs: 100 } } });
    const token = await organisation.token('ann', null);
    for (const name of [kept, removed]) expect((await ask(node, token, name)).texts.join('\n')).toContain('src/a.ts');
    const { id } = (await organisation.catalogue.listRepositories()).find(({ name }) => name === removed)!;
    const places = [join(node.folder, 'snapshots', String(id)), join(node.folder, 'mirrors', `${id}.git`), join(organisation.top, 'worker', 'mirrors', `main-${id}.git`)]; // prettier-ignore
    expect(places.map((place) => existsSync(place) && readdirSync(place).length > 0)).toEqual([true, true, true]);
    const before = objects();

    expect(await catalogue('remove', removed)).toMatch(/^0 example\.org\/zebra is seen by nobody now/);
    await until(async () => (await ask(node, token, removed)).status !== 200);
    const refusal = async (of: string): Promise<string> =>
      (await ask(node, token, of)).body.replaceAll(of, 'NAME').replace(/"timestamp":\d+/, '');
    expect(await refusal(removed)).toBe(await refusal('example.org/never'));
    expect(await organisation.catalogue.listGrants()).toHaveLength(1);
    // A message of the host about it is about no repository that is here.
    const heard: HookEvent[] = [];
    const hooks = new HookReceiver(organisation.catalogue, (event) => heard.push(event));
    await hooks.receive({ events: [{ kind: 'push', names: [removed], ref: 'main', commit: 'c'.repeat(40) }], what: 'push', delivery: 'd' }); // prettier-ignore
    expect(heard).toEqual([{ event: 'unknown', repository: removed, what: 'push' }]);
    // The node deletes what it has when no question uses it any more.
    await until(() => !existsSync(places[1]!) && (!existsSync(places[0]!) || readdirSync(places[0]!).length === 0));
    // A worker deletes its mirror and the objects, with packs that a sweep would leave for a day.
    expect(await catalogue('sweep', '--from', organisation.store)).toMatch(/^0 example\.org\/zebra: \d+ objects deleted, its name is forgotten by a later sweep/); // prettier-ignore
    expect(await startWorker(organisation, 'worker', '--once').ended).toBe(0);
    expect(existsSync(places[2]!)).toBe(false);
    expect(existsSync(join(organisation.top, 'worker', 'mirrors', `main-1.git`))).toBe(true);
    expect(await catalogue('sweep', '--from', organisation.store, '--grace', '0')).toMatch(/^0 example\.org\/zebra: 0 objects deleted, and nothing is known of it any more/); // prettier-ignore
    expect(tablesWith('example.org/zebra')).toEqual(['audit']);
    const ofRemoved = (name: string): boolean => name.startsWith(`${repositoryPrefix(removed)}/`);
    expect([before.filter(ofRemoved).length > 3, objects().filter(ofRemoved)]).toEqual([true, []]);
    expect((await ask(node, token, kept)).texts.join('\n')).toContain('src/a.ts');
  });

  it('of a repository can be taken back for a while, and is indexed anew then', async () => {
    await organisation.repository(removed, files(removed));
    expect(await startWorker(organisation, 'worker', '--once').ended).toBe(0);
    const node = await organisation.start();
    const token = await organisation.token('ann', await organisation.catalogue.listRepositories());
    expect((await ask(node, token, removed)).status).toBe(200);
    await catalogue('remove', removed);
    await catalogue('sweep', '--from', organisation.store);
    expect(objects().filter((name) => name.startsWith(repositoryPrefix(removed)))).toEqual([]);
    expect(await catalogue('add', `file://${organisation.originOf(removed)}`, '--name', removed)).toMatch(/^0 /);
    expect(await startWorker(organisation, 'worker', '--once').ended).toBe(0);
    await until(async () => (await ask(node, token, removed)).texts.join('\n').includes('src/a.ts'));
    expect(await catalogue('check', '--from', organisation.store)).toMatch(/^0 .*all 3 heads/);
  });

  it('of a person is one command, which all nodes know, and says what stays', async () => {
    expect(await startWorker(organisation, 'worker', '--once').ended).toBe(0);
    const nodes = [await organisation.start(), await organisation.start()];
    const tokens = [await organisation.token('zoe', null), await organisation.token('zoe', null)];
    const other = await organisation.token('carl', null);
    await catalogue('group', 'add', 'all');
    await catalogue('group', 'join', 'all', 'zoe');
    await catalogue('grant', 'group:all', '--all');
    for (const node of nodes)
      for (const token of [...tokens, other]) expect((await ask(node, token, kept)).status).toBe(200);
    const said = await catalogue('person', 'remove', 'zoe');
    expect(said).toMatch(/^0 zoe is not known any more: 2 tokens revoked, its grants and memberships gone/);
    expect(said).toContain('What was noted of it stays for 400 days');
    for (const node of nodes) {
      for (const token of tokens) await until(async () => (await ask(node, token, kept)).status === 401);
      expect((await ask(node, other, kept)).status).toBe(200);
    }
    const members = await organisation.catalogue.listMembers();
    const people = await organisation.catalogue.listPrincipals();
    expect([members, people.map(({ name }) => name).toSorted()]).toEqual([[], ['all', 'carl']]);
    expect(tablesWith('zoe')).toEqual(['audit', 'tokens']);
    expect(await catalogue('audit')).toContain('zoe');
  });
});
