/** An index that begins with a snapshot of the team's page store, in real repositories. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  closeSync,
  cpSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { openEngine } from '../../src/engine/engine.ts';
import { createKeyFile, pullInto, pushIndex, verifySnapshot } from '../../src/engine/team/snapshots.ts';
import { nginxProgram, startNginx } from '../../src/team/pages/testing/nginx.ts';
import { differences } from '../faults/index-content.ts';
import { editProject } from '../faults/project-edits.ts';
import { seededRandom } from '../faults/random.ts';
import { contentFromNothing, contentOf, git, index, remains, TeamRepository } from './team-repository.ts';

function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

const rounds = Number(process.env['SNAPSHOT_HISTORIES'] ?? 2);
it.each(Array.from({ length: rounds }, (_, at) => at))(
  'equals an index from nothing, after random history %i of pushes, commits and edits that are not committed',
  async (seed) => {
    const random = seededRandom(4000 + seed);
    const team = new TeamRepository(40, random);
    const commits = [git(team.origin, 'rev-parse', 'HEAD')];
    for (let round = 0; round < 5; round++) {
      editProject(team.origin, 1 + random(5), random);
      commits.push(team.commit());
      // Each job of CI has a new clone, and begins with what another job has pushed.
      if (round % 2 === 0) {
        const report = await team.push(team.clone(commits.at(-1)));
        expect(report.wasThere).toBe(false);
        if (round > 0) expect(report.newPages).toBeLessThan(report.pages);
      }
    }
    for (const commit of [commits.at(-1)!, commits[3]!, commits[1]!]) {
      const root = team.clone(commit);
      editProject(root, random(6), random);
      const report = await index(root, team.config(root));
      expect(report.beganWith).toContain('Began with the team’s snapshot');
      expect(report.indexedFiles).toBeLessThan(report.totalFiles);
      const seeded = await contentOf(root);
      expect(remains(root)).toEqual([]);
      expect(differences(seeded, await contentFromNothing(root))).toEqual([]);
    }
  },
);

it('reads no file where the commit itself was pushed, and takes nothing of the machine along', async () => {
  const team = new TeamRepository(30, seededRandom(1));
  const from = team.clone();
  // What is ignored is not in the snapshot, not even its name.
  writeFileSync(join(from, '.gitignore'), 'PrivateNotes.md\n');
  git(from, 'add', '.gitignore');
  git(from, 'commit', '--quiet', '-m', 'ignore');
  git(from, 'push', '--quiet', 'origin', 'HEAD:refs/heads/other');
  writeFileSync(join(from, 'PrivateNotes.md'), '# AboutSomethingElse\n');
  await team.push(from);
  const root = team.clone('origin/other');
  await pullInto({ root, config: team.config(root) }, { location: team.store, workingDirectory: root, waitMs: null });
  expect(git(root, 'status', '--porcelain')).toBe('');
  const sealed = readFileSync(join(root, '.code-scout', 'database.db'));
  const paths = [team.top, process.cwd(), process.env['HOME'] ?? team.top, 'PrivateNotes', 'AboutSomethingElse'];
  for (const text of paths) expect(sealed.indexOf(text), text).toBe(-1);
  const report = await index(root, team.config(root));
  expect(report).toMatchObject({ indexedFiles: 0, removedFiles: 0 });
  expect(report.notice).toBeUndefined();
});

it('takes no links along that another tool or the compiler has made on this machine', async () => {
  const team = new TeamRepository(20, seededRandom(9));
  const from = team.clone();
  const config = team.config(from);
  await index(from, config);
  const engine = await openEngine({ root: from, config, indexing: 'inline' });
  const pieces: Uint8Array[] = [];
  for await (const piece of engine.scip.export().pieces) pieces.push(piece);
  expect((await engine.scip.import(Buffer.concat(pieces), { prefix: '', whole: true })).covered).toBeGreaterThan(5);
  await engine.close();
  const links = (lines: readonly string[]): string[] => lines.filter((line) => line.startsWith('link '));
  const imported = links(await contentOf(from));
  await team.push(from);
  const root = team.clone();
  expect((await index(root, team.config(root))).beganWith).toBeDefined();
  const seeded = await contentOf(root);
  expect(links(seeded)).not.toEqual(imported);
  expect(differences(seeded, await contentFromNothing(root))).toEqual([]);
});

it('begins with the base of a pull request in a clone of one commit', async () => {
  const random = seededRandom(2);
  const team = new TeamRepository(30, random);
  await team.push(team.clone());
  // As CI checks out a pull request: a merge of the branch into its base.
  git(team.origin, 'checkout', '--quiet', '-b', 'feature');
  editProject(team.origin, 2, random);
  team.commit();
  git(team.origin, 'checkout', '--quiet', 'main');
  git(team.origin, 'merge', '--quiet', '--no-ff', '--no-edit', 'feature');
  const root = team.clone(null, '--depth', '1');
  expect(git(root, 'rev-list', '--count', 'HEAD')).toBe('1');
  expect((await index(root, team.config(root))).beganWith).toBeDefined();
  // The folder of a repository has a tree of its own, and a snapshot of its own.
  const inner = join(team.clone(), 'src');
  expect((await index(inner, team.config(inner))).beganWith).toBeUndefined();
  await team.push(inner);
  const again = join(team.clone(), 'src');
  expect(await index(again, team.config(again))).toMatchObject({ indexedFiles: 0, beganWith: expect.any(String) });
});

it('ignores a store and keys that the project’s own file names', async () => {
  const team = new TeamRepository(5, seededRandom(3));
  await team.push(team.clone());
  const root = team.clone();
  const named = { team: { url: team.store, keys: [team.key], repository: 'example.org/team/shop' } };
  writeFileSync(join(root, 'code-scout.config.json'), JSON.stringify(named));
  expect(() => loadConfig({ root, flags: {}, env: new Map(), userConfigDir: null })).toThrow(
    'cannot be set by a project',
  );
});

it.skipIf(nginxProgram === undefined)(
  'begins with what a web server gives of the folder that was pushed to',
  async () => {
    const team = new TeamRepository(20, seededRandom(8));
    const server = await startNginx('reading');
    onTestFinished(() => server.close());
    await team.push(team.clone());
    cpSync(team.store, server.root, { recursive: true });
    const root = team.clone();
    const report = await index(root, team.config(root, { 'team.url': server.url.href }));
    expect(report).toMatchObject({ indexedFiles: 0, beganWith: expect.any(String) });
    const config = team.config(root, { 'team.url': server.url.href });
    const request = { location: server.url.href, workingDirectory: root, keyFile: team.keyFile, branch: null };
    writeFileSync(join(root, 'lib', 'more.ts'), 'export const more = 1;\n');
    git(root, 'add', '.');
    git(root, 'commit', '--quiet', '-m', 'more');
    await index(root, config);
    await expect(pushIndex({ root, config }, request)).rejects.toThrow('refuses to write');
  },
);

it('is made from nothing, with a note, whatever is wrong with the store', async () => {
  const team = new TeamRepository(20, seededRandom(5));
  await team.push(team.clone());
  const stranger = createKeyFile(join(team.top, 'stranger.pem'));
  const pack = filesBelow(team.store).find((path) => path.includes('/packs/'))!;
  const manifest = filesBelow(team.store).find((path) => path.includes('/snapshots/'))!;
  const flip = (path: string) => (): void => {
    const file = openSync(path, 'r+');
    const at = Math.floor(statSync(path).size / 2);
    writeSync(file, Buffer.of(readFileSync(path)[at]! ^ 4), 0, 1, at);
    closeSync(file);
  };
  const hanging = createServer(() => {}).listen(0, '127.0.0.1');
  await new Promise((done) => hanging.once('listening', done));
  onTestFinished(() => {
    hanging.closeAllConnections();
    hanging.close();
  });
  const hangingUrl = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}/`;
  const cases: [string, string, Record<string, string | string[]>, () => void][] = [
    ['no trusted key', 'No key is trusted', { 'team.keys': [] }, () => {}],
    ['another key', 'a key that is not trusted', { 'team.keys': [stranger] }, () => {}],
    [
      'a store that does not answer',
      'did not give the snapshot within 100 ms',
      { 'team.url': hangingUrl, 'team.waitMs': '100' },
      () => {},
    ],
    ['a store that cannot be reached', 'cannot be reached', { 'team.url': 'http://127.0.0.1:1/' }, () => {}],
    ['S3 without credentials', 'no credentials', { 'team.url': 's3://bucket/x' }, () => {}],
    ['a changed pack', 'page', {}, flip(pack)],
    ['a pack that is gone', 'not in the store', {}, () => rmSync(pack)],
    ['a changed manifest', 'The snapshot', {}, flip(manifest)],
  ];
  const root = team.clone();
  const expected = await contentFromNothing(root);
  for (const [what, note, settings, damage] of cases) {
    const original = [pack, manifest].map((path) => [path, readFileSync(path)] as const);
    damage();
    rmSync(join(root, '.code-scout'), { recursive: true, force: true });
    const report = await index(root, team.config(root, settings));
    expect(report.notice, what).toContain(note);
    expect(report.notice, what).toContain('made from nothing');
    expect(report.beganWith, what).toBeUndefined();
    expect(differences(await contentOf(root), expected), what).toEqual([]);
    expect(remains(root), what).toEqual([]);
    for (const [path, bytes] of original) writeFileSync(path, bytes);
  }
  // Without damage the same clone begins with the snapshot.
  rmSync(join(root, '.code-scout'), { recursive: true, force: true });
  expect((await index(root, team.config(root))).beganWith).toBeDefined();
});

it('is made from nothing, without a note, where the store has no snapshot near', async () => {
  const team = new TeamRepository(5, seededRandom(6));
  const root = team.clone();
  const report = await index(root, team.config(root));
  expect([report.notice, report.beganWith]).toEqual([undefined, undefined]);
  await team.push(root);
  const other = team.clone();
  const renamed = await index(other, team.config(other, { 'team.repository': 'example.org/other' }));
  expect(renamed.beganWith).toBeUndefined();
  // Without a name there is nothing to look for: a path of this machine names no repository.
  const unnamed = team.clone();
  expect((await index(unnamed, team.config(unnamed, { 'team.repository': '' }))).beganWith).toBeUndefined();
});

it('pushes only what is committed', async () => {
  const team = new TeamRepository(5, seededRandom(7));
  const root = team.clone();
  const config = team.config(root);
  await index(root, config);
  writeFileSync(join(root, 'src', 'new.ts'), 'export const a = 1;\n');
  const request = { location: team.store, workingDirectory: root, keyFile: team.keyFile, branch: null };
  await expect(pushIndex({ root, config }, request)).rejects.toThrow('not in its commit');
  expect(existsSync(team.store)).toBe(false);
  rmSync(join(root, 'src', 'new.ts'));
  await pushIndex({ root, config }, request);
  const verified = await verifySnapshot({ root, config }, { ...request, tree: null, keys: [] });
  expect(verified.pages).toBeGreaterThan(0);
  await expect(verifySnapshot({ root, config }, { ...request, tree: 'f'.repeat(40), keys: [] })).rejects.toThrow(
    'no snapshot',
  );
  await expect(pullInto({ root, config }, { ...request, waitMs: null })).rejects.toThrow('an index already');
});
