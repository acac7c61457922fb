/**
 * The drill: a backup of a catalogue that is in use, everything lost, the backup restored, and workers and a node go on. What was revoked since the backup is
 * valid again until `catalogue restored`, which the how-to says.
 */
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  missingPostgres,
  startPostgres,
  type PostgresServer,
} from '../../src/team/postgres/testing/postgres-server.ts';
import { until } from '../../src/util/testing/until.ts';
import { askTool, NodeOrganisation, type StartedNode } from './node-organisation.ts';
import { runProgram, startWorker, type StartedWorker } from './programs.ts';
import { git } from './team-repository.ts';

let server: PostgresServer;
let organisation: NodeOrganisation;
beforeAll(async () => {
  if (missingPostgres === null) server = await startPostgres();
  else console.warn(`SKIPPED in part: the drill is done with SQLite alone: ${missingPostgres}`);
});
afterAll(async () => {
  if (missingPostgres === null) await server.close();
});
afterEach(() => organisation.close());

const names = ['example.org/shop', 'example.org/bank', 'example.org/mill'];

async function catalogue(...args: string[]): Promise<string> {
  const { code, output } = await runProgram(organisation, 'catalogue', ...args);
  return `${code} ${output.trim()}`;
}

const ask = (node: StartedNode, token: string, project: string): ReturnType<typeof askTool> =>
  askTool(node, token, 'search', { pattern: 'latest', project });
const statusOf = async (node: StartedNode, token: string): Promise<number> =>
  (await ask(node, token, names[0]!)).status;

/** The branches of a repository by git, and by the catalogue with what is indexed. */
const branchesOf = (name: string): string[] =>
  git(organisation.originOf(name), 'for-each-ref', '--format=%(refname:short) %(objectname)', 'refs/heads').split('\n').toSorted(); // prettier-ignore
async function refsOf(repository: number): Promise<string[]> {
  const refs = await organisation.catalogue.listRefs(repository);
  return refs.flatMap(({ ref, heard, commit, heads: [head] }) => (commit === null ? [] : [`${ref} ${head?.push === heard ? head.commit : `not ${commit}`}`])).toSorted(); // prettier-ignore
}
async function isRight(): Promise<boolean> {
  for (const { id, name } of await organisation.catalogue.listRepositories())
    if ((await refsOf(id)).join() !== branchesOf(name).join()) return false;
  return true;
}

/** How a backup is made and restored. `keepsRunning`: whether programs may go on meanwhile. */
interface Way {
  keepsRunning: boolean;
  location(): string | null;
  backup(file: string): Promise<void>;
  restore(file: string): Promise<void>;
}

const ways: [name: string, way: Way][] = [
  [
    'SQLite',
    {
      keepsRunning: false,
      location: () => null,
      backup: async (file) => {
        expect(await catalogue('backup', file)).toMatch(/^0 .*is a copy of the catalogue/);
        expect(await catalogue('backup', file)).toMatch(/^3 .*there is such a file already/);
      },
      restore: async (file) => {
        for (const ending of ['', '-wal', '-shm']) rmSync(`${organisation.location}${ending}`, { force: true });
        copyFileSync(file, organisation.location);
      },
    },
  ],
  ...(missingPostgres === null
    ? ([
        [
          'PostgreSQL',
          {
            keepsRunning: true,
            location: () => server.newDatabase(),
            backup: async (file) => {
              // The owner of the tables is bound by their row-level security, and would be shown no rows.
              expect(() => server.dump(organisation.location, file, 'scout')).toThrow('row-level security');
              server.dump(organisation.location, file);
              expect(await catalogue('backup', `${file}.2`)).toMatch(/^2 .*pg_dump/s);
            },
            restore: (file) => server.replaceBy(organisation.location, file),
          },
        ],
      ] satisfies [string, Way][])
    : []),
];

describe.skipIf(process.platform === 'win32')('a restored backup', () => {
  it.each(ways)(
    'of %s has every branch right again, and lets nobody in whose token was revoked since',
    async (_, way) => {
      organisation = await NodeOrganisation.open(way.location());
      for (const name of names) await organisation.repository(name, { 'src/a.ts': 'export const first = 1;\n' });
      let worker: StartedWorker = startWorker(organisation, 'worker', '--poll', '1');
      let node = await organisation.start();
      const [ann, bob, eve] = [await organisation.token('ann', null), await organisation.token('bob', null), await organisation.token('eve', null)]; // prettier-ignore
      await until(isRight);
      await until(async () => (await statusOf(node, ann)) === 200);
      // Pushes while the backup is made, so that it has a job in work.
      for (const name of names) organisation.commit(name, { 'src/b.ts': 'export const second = 2;\n' });
      await until(async () => (await organisation.catalogue.counts()).jobs.taken > 0);
      const file = join(organisation.top, 'backup');
      await way.backup(file);

      // What the backup does not know: a revoked token, somebody removed, a repository, pushes, a branch.
      const tokenIds = await organisation.catalogue.listTokens();
      expect(await catalogue('token', 'revoke', tokenIds.find(({ name }) => name === 'bob')!.id)).toMatch(/^0/);
      expect(await catalogue('person', 'remove', 'eve')).toMatch(/^0/);
      await until(async () => (await statusOf(node, bob)) === 401 && (await statusOf(node, eve)) === 401);
      await organisation.repository('example.org/late', { 'src/a.ts': 'export const late = 1;\n' });
      const last = organisation.commit(names[0]!, { 'src/c.ts': 'export const latest = 3;\n' });
      git(organisation.originOf(names[1]!), 'branch', 'feature');
      await until(isRight);
      await until(async () => (await ask(node, ann, names[0]!)).data['commit'] === last);

      if (!way.keepsRunning) {
        worker.child.kill('SIGKILL');
        await worker.ended;
        await node.kill();
      }
      await organisation.catalogue.close();
      await way.restore(file);
      await organisation.connect();
      if (!way.keepsRunning) {
        node = await organisation.start({ folder: node.folder });
        worker = startWorker(organisation, 'worker', '--poll', '1');
      }
      // This is the hole, and this closes it.
      await until(async () => (await statusOf(node, bob)) === 200 && (await statusOf(node, eve)) === 200);
      const said = await catalogue('restored');
      expect(said).toMatch(/^0 The catalogue knows of changes until 20\d\d-[^]*\n3 tokens revoked/);
      for (const token of [ann, bob, eve]) await until(async () => (await statusOf(node, token)) === 401);
      // Whom the backup knows is known again, so that has to be looked through.
      expect(await catalogue('person', 'list')).toContain('eve');
      const again = (await catalogue('token', 'create', 'ann')).split('\n').at(-1)!;
      await until(isRight);
      expect((await organisation.catalogue.listRepositories()).map(({ name }) => name)).toEqual(names);
      await until(async () => {
        const { data, texts } = await ask(node, again, names[0]!);
        return data['commit'] === last && data['pushes_behind'] === 0 && texts.join('\n').includes('src/c.ts');
      });
      // Pushes after that are found as before.
      const next = organisation.commit(names[0]!, { 'src/d.ts': 'export const next = 4;\n' });
      await until(async () => (await ask(node, again, names[0]!)).data['commit'] === next);
      expect(await catalogue('check', '--from', organisation.store)).toMatch(/^0 /);
      expect(worker.events.filter(({ event }) => event === 'failed')).toEqual([]);
      worker.child.kill('SIGTERM');
      expect(await worker.ended).toBe(0);
      expect((await organisation.catalogue.counts()).jobs).toMatchObject({ taken: 0, failed: 0 });
    },
  );
});
