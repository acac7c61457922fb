/** A page store that was emptied or damaged heals: nodes and workers notice, heads are indexed again, and what is in a cache goes on answering. */
import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Repository } from '../../src/team/catalogue/catalogue.ts';
import { until } from '../../src/util/testing/until.ts';
import { everyState } from './organisation.ts';
import { askTool, NodeOrganisation, type StartedNode } from './node-organisation.ts';
import { runProgram, startWorker } from './programs.ts';

let organisation: NodeOrganisation;
let token = '';
beforeEach(async () => {
  organisation = await NodeOrganisation.open();
});
afterEach(() => organisation.close());

/** Repositories that are indexed: two or more, so that a question names one. */
async function indexed(...names: string[]): Promise<Repository[]> {
  const repositories: Repository[] = [];
  for (const name of names) {
    // Enough for a pack that can be torn in several places.
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`src/${name}${at}.ts`, `export function of_${name}_${at}(): number {\n  return ${at};\n}\n`])); // prettier-ignore
    const repository = await organisation.repository(`example.org/${name}`, files);
    await organisation.publish(repository);
    repositories.push(repository);
  }
  token = await organisation.token('ann', null);
  return repositories;
}

/** The status of an answer about a name of a repository, and whether it has the name. */
async function ask(node: StartedNode, name: string): Promise<{ status: number; isFound: boolean; body: string }> {
  const { status, texts, body } = await askTool(node, token, 'search', { pattern: `of_${name}_7`, project: `example.org/${name}` }); // prettier-ignore
  return { status, isFound: texts.join('\n').includes(`src/${name}7.ts`), body };
}
const answers = async (node: StartedNode, name: string): Promise<boolean> => (await ask(node, name)).isFound;

const packs = (): string[] =>
  readdirSync(organisation.store, { recursive: true, encoding: 'utf8' }).filter((name) => /\/packs\/[0-9a-f]{64}$/.test(name)).map((name) => join(organisation.store, name)); // prettier-ignore

async function isWhole(): Promise<boolean> {
  return (await runProgram(organisation, 'catalogue', 'check', '--from', organisation.store)).code === 0;
}

describe.skipIf(process.platform === 'win32')('an emptied page store', () => {
  it('is filled again by what is asked, without an administrator', async () => {
    const [shop, bank] = await indexed('shop', 'bank');
    const node = await organisation.start();
    expect(await answers(node, 'shop')).toBe(true);
    rmSync(organisation.store, { recursive: true });
    // What is in the cache answers, and what is not says what is done about it. Asked often, it is made once.
    expect(await answers(node, 'shop')).toBe(true);
    for (let times = 0; times < 5; times++) {
      const { status, body } = await ask(node, 'bank');
      expect([status >= 400, body]).toEqual([true, expect.stringContaining('A worker was asked to make it again')]);
    }
    const jobs = await organisation.catalogue.listJobs({ states: ['waiting'], limit: 9 });
    expect(jobs).toMatchObject([{ repository: bank!.id, priority: 0, attempt: 1 }]);
    expect((await runProgram(organisation, 'catalogue', 'status')).output).toContain('1 snapshot missing in the page store; workers make it again'); // prettier-ignore
    const worker = startWorker(organisation, 'worker', '--poll', '0');
    await until(() => answers(node, 'bank'));
    expect(await answers(node, 'shop')).toBe(true);
    expect(worker.events.filter(({ event }) => event === 'failed')).toEqual([]);
    // A node that has it in its cache needs no page store, and one that has not asks for it.
    await node.kill();
    const again = await organisation.start({ folder: node.folder });
    expect(await answers(again, 'shop')).toBe(true);
    expect(again.events).toEqual([]);
    const other = await organisation.start();
    await until(() => answers(other, 'shop'));
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
    expect(await isWhole()).toBe(true);
    const done = await organisation.catalogue.listJobs({ states: everyState, limit: 9 });
    expect(done.map(({ repository, state, attempt }) => [repository, state, attempt]).toSorted()).toEqual([[shop!.id, 'done', 2], [bank!.id, 'done', 2]].toSorted()); // prettier-ignore
  });

  it('is filled at once by one command, and by the worker that sweeps once a day', async () => {
    await indexed('shop', 'bank');
    expect(await isWhole()).toBe(true);
    rmSync(organisation.store, { recursive: true });
    const { code, output } = await runProgram(organisation, 'catalogue', 'check', '--from', organisation.store);
    expect([code, output]).toEqual([1, expect.stringContaining('Missing: example.org/bank main\n2 of 2 heads are not in the page store')]); // prettier-ignore
    expect(await startWorker(organisation, 'worker', '--once').ended).toBe(0);
    expect(await isWhole()).toBe(true);
    rmSync(organisation.store, { recursive: true });
    // The duty of the day is not due yet, nor are the snapshots to be made again so soon.
    const early = startWorker(organisation, 'worker', '--once');
    expect(await early.ended).toBe(0);
    expect(early.events).toEqual([]);
    const ahead = 25 * 3_600_000;
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(organisation.location);
    database.exec(`UPDATE duties SET due_at = due_at - ${ahead}; UPDATE missing SET asked_at = asked_at - ${ahead}`);
    database.close();
    const late = startWorker(organisation, 'worker', '--once');
    expect(await late.ended).toBe(0);
    expect(late.events).toMatchObject([{ event: 'swept', missing: 2 }]);
    expect(await startWorker(organisation, 'worker', '--once').ended).toBe(0);
    expect(await isWhole()).toBe(true);
  });
});

describe.skipIf(process.platform === 'win32')('a damaged page store', () => {
  it.each([
    ['other bytes in a pack', (pack: string): void => writeFileSync(pack, flipped(readFileSync(pack)))],
    ['a pack that ends too early', (pack: string): void => truncateSync(pack, Math.floor(statSync(pack).size / 2))],
    ['a pack that is gone', (pack: string): void => rmSync(pack)],
  ])('has what needs the damage made again: %s', async (_, damage) => {
    const [shop] = await indexed('shop', 'bank');
    // The head shares pages with the commit before it.
    organisation.commit('example.org/shop', { 'src/more.ts': 'export const more = 1;\n' });
    await organisation.publish(shop!);
    expect(packs()).toHaveLength(3);
    for (const pack of packs()) damage(pack);
    const node = await organisation.start();
    expect((await ask(node, 'shop')).status).toBeGreaterThanOrEqual(400);
    // Nothing else is fetched for a question that failed, so nobody has noticed what the bank lacks.
    const reported = await organisation.catalogue.listJobs({ states: ['waiting'], limit: 9 });
    expect(reported).toMatchObject([{ repository: shop!.id }]);
    // One worker is killed while it makes it, another goes on.
    const first = startWorker(organisation, 'worker', '--poll', '0', '--lease', '2');
    await until(() => first.events.some(({ event }) => event === 'mended'));
    first.child.kill('SIGKILL');
    await first.ended;
    const second = startWorker(organisation, 'worker2', '--poll', '0');
    await until(() => answers(node, 'shop'));
    expect(second.events.filter(({ event }) => event === 'failed')).toEqual([]);
    expect(first.events).toContainEqual({ event: 'mended', repository: 'example.org/shop', packs: 2, snapshots: 2 });
    await until(() => answers(node, 'bank'));
    expect(await isWhole()).toBe(true);
    expect((await organisation.catalogue.counts()).missing).toBe(0);
  });

  it('which cannot be asked is not taken for an empty one', async () => {
    await indexed('shop', 'bank');
    const node = await organisation.start({ settings: { store: 'http://127.0.0.1:9/' } });
    expect((await ask(node, 'shop')).body).toContain('The page store http://127.0.0.1:9/ cannot be');
    expect(await organisation.catalogue.listJobs({ states: ['waiting'], limit: 9 })).toEqual([]);
    expect((await organisation.catalogue.counts()).missing).toBe(0);
  });
});

function flipped(bytes: Buffer): Buffer {
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = bytes[middle]! ^ 0xff;
  return bytes;
}
