/** Workers as processes on one catalogue: killed, ended, given what they cannot take; what they publish equals an index from nothing. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { createKeyFile, pullInto } from '../../src/engine/team/snapshots.ts';
import type { WorkerEvent } from '../../src/engine/worker/administration.ts';
import type { Catalogue, JobState } from '../../src/team/catalogue/catalogue.ts';
import { openCatalogue } from '../../src/team/catalogue/open-catalogue.ts';
import {
  missingPostgres,
  startPostgres,
  type PostgresServer,
} from '../../src/team/postgres/testing/postgres-server.ts';
import { until } from '../../src/util/testing/until.ts';
import { differences } from '../faults/index-content.ts';
import { editProject, makeProject } from '../faults/project-edits.ts';
import { seededRandom } from '../faults/random.ts';
import { programEntry } from '../program-entry.ts';
import { contentFromNothing, contentOf, git, index } from './team-repository.ts';

const everyState: readonly JobState[] = ['waiting', 'taken', 'done', 'failed', 'superseded'];

interface StartedWorker {
  child: ChildProcess;
  events: WorkerEvent[];
  ended: Promise<number | null>;
}

/** An organisation with a catalogue, a page store and repositories, in a folder that is removed after the test. */
class Organisation {
  readonly top = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-workers-')));
  readonly key: string;
  readonly location: string;
  readonly store: string;
  catalogue!: Catalogue;
  #workers = 0;

  constructor(places: { catalogue: string; store: string } | null) {
    onTestFinished(() => rmSync(this.top, { recursive: true, force: true, maxRetries: 5 }));
    this.key = createKeyFile(join(this.top, 'key.pem'));
    this.location = places?.catalogue ?? join(this.top, 'catalogue.db');
    this.store = places?.store ?? join(this.top, 'store');
  }

  async open(): Promise<void> {
    this.catalogue = await openCatalogue({
      location: this.location,
      tenant: 'main',
      creates: true,
      allowsPlain: false,
    });
    onTestFinished(() => this.catalogue.close());
  }

  /** A new repository with one commit; not registered yet. */
  repository(name: string, files: number, seed: number): string {
    const root = join(this.top, name);
    mkdirSync(root);
    makeProject(root, files, seededRandom(seed));
    git(root, 'init', '--quiet', '-b', 'main');
    this.commit(root);
    return root;
  }

  commit(root: string): string {
    git(root, 'add', '-A', '.');
    git(root, 'commit', '--quiet', '--allow-empty', '-m', 'next');
    return git(root, 'rev-parse', 'HEAD');
  }

  environment(): Record<string, string> {
    const home = join(this.top, 'home');
    const quiet = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' };
    return { PATH: process.env['PATH'] ?? '', HOME: home, XDG_CONFIG_HOME: join(home, 'config'), CODE_SCOUT_CATALOGUE: this.location, ...quiet }; // prettier-ignore
  }

  async run(...args: string[]): Promise<{ code: number | null; output: string }> {
    const child = spawn(process.execPath, [programEntry, ...args], { cwd: this.top, env: this.environment(), stdio: ['ignore', 'pipe', 'pipe'] }); // prettier-ignore
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    const code = await new Promise<number | null>((done) => child.on('close', done));
    return { code, output };
  }

  worker(...options: string[]): StartedWorker {
    const folder = join(this.top, `worker${++this.#workers}`);
    const args = [
      'worker',
      '--json',
      '--to',
      this.store,
      '--key',
      join(this.top, 'key.pem'),
      '--folder',
      folder,
      '--lease',
      '5',
    ];
    const child = spawn(process.execPath, [programEntry, ...args, ...options], { cwd: this.top, env: this.environment(), stdio: ['ignore', 'pipe', 'inherit'] }); // prettier-ignore
    const events: WorkerEvent[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => events.push(JSON.parse(line) as WorkerEvent));
    const ended = new Promise<number | null>((done) => child.on('close', done));
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await ended;
    });
    return { child, events, ended };
  }

  /** When nothing waits and nobody works. */
  async settled(): Promise<void> {
    await until(async () => {
      const { jobs, repositories, behind } = await this.catalogue.counts();
      return repositories > 0 && behind === 0 && jobs.waiting + jobs.taken === 0;
    });
  }

  /** That the snapshot of a commit makes the index that is made from nothing. */
  async verify(root: string, name: string, commit: string): Promise<void> {
    const clone = join(this.top, `clone-${commit.slice(0, 12)}-${readdirSync(this.top).length}`);
    git(this.top, 'clone', '--quiet', `file://${root}`, clone);
    git(clone, 'checkout', '--quiet', commit);
    const flags = { 'team.url': this.store, 'team.keys': [this.key], 'team.repository': name };
    const { config } = loadConfig({ root: clone, flags, env: new Map(), userConfigDir: null });
    const pulled = await pullInto(
      { root: clone, config },
      { location: this.store, workingDirectory: clone, waitMs: null },
    );
    expect(pulled!.manifest.tree).toBe(git(clone, 'rev-parse', `${commit}^{tree}`));
    expect(await index(clone, config)).toMatchObject({ indexedFiles: 0, removedFiles: 0 });
    const seeded = await contentOf(clone);
    expect(differences(seeded, await contentFromNothing(clone))).toEqual([]);
  }
}

let server: PostgresServer | null = null;
beforeAll(async () => {
  if (missingPostgres === null) server = await startPostgres();
  else console.warn(`SKIPPED in part: workers are tested on SQLite and a folder alone: ${missingPostgres}`);
});
afterAll(() => server?.close());

describe.skipIf(process.platform === 'win32')('workers', () => {
  it('do every job once, though one of two is killed', async () => {
    const url = server?.newDatabase();
    const team = new Organisation(url === undefined ? null : { catalogue: url, store: url });
    const names = ['shop', 'bank', 'mill'];
    const roots = names.map((name, at) => team.repository(name, 8 + at, 70 + at));
    expect(await team.run('catalogue', 'init')).toMatchObject({ code: 0 });
    await team.open();
    for (const [at, root] of roots.entries()) {
      git(root, 'branch', 'feature');
      const address = at === 0 ? root : `file://${root}`;
      const { code, output } = await team.run('catalogue', 'add', address, '--name', `example.org/${names[at]}`);
      expect(code, output).toBe(0);
    }
    const [first, second] = [team.worker('--poll', '1'), team.worker('--poll', '1')];
    await until(() => first.events.some(({ event }) => event === 'taken'));
    first.child.kill('SIGKILL');
    await first.ended;
    await team.settled();
    // Pushes while the second works on, a force push and a branch that is deleted among them.
    const random = seededRandom(5);
    for (const root of roots) {
      editProject(root, 3, random);
      team.commit(root);
    }
    git(roots[1]!, 'commit', '--quiet', '--amend', '--allow-empty', '-m', 'another');
    git(roots[2]!, 'branch', '-D', 'feature');
    const heads = roots.map((root) => git(root, 'rev-parse', 'main'));
    await until(async () => {
      const all = await Promise.all(
        (await team.catalogue.listRepositories()).map(({ id }) => team.catalogue.listRefs(id)),
      );
      return all.every((refs, at) => refs.find(({ ref }) => ref === 'main')?.heads[0]?.commit === heads[at]);
    });
    await team.settled();
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    const jobs = await team.catalogue.listJobs({ states: everyState, limit: 100 });
    expect(jobs.filter(({ state }) => state !== 'done' && state !== 'superseded')).toEqual([]);
    const done = [...first.events, ...second.events].filter((event) => event.event === 'indexed');
    expect(done.map(({ repository, ref, commit }) => `${repository} ${ref} ${commit}`).toSorted()).toEqual(
      jobs
        .filter(({ state }) => state === 'done')
        .map(({ repository, ref, commit }) => `example.org/${names[repository - 1]} ${ref} ${commit}`)
        .toSorted(),
    );
    expect((await team.catalogue.listRefs(3)).find(({ ref }) => ref === 'feature')!.commit).toBeNull();
    for (const [at, root] of roots.entries()) {
      const branches = git(root, 'for-each-ref', '--format=%(refname:short) %(objectname)', 'refs/heads').split('\n');
      const refs = (await team.catalogue.listRefs(at + 1)).filter(({ commit }) => commit !== null);
      expect(refs.map(({ ref, heads: [head] }) => `${ref} ${head!.commit}`).toSorted()).toEqual(branches.toSorted());
    }
    // The branch at the commit that was indexed before is the same tree: nothing was indexed again for it.
    expect(done.some(({ wasThere }) => wasThere)).toBe(true);
    await team.verify(roots[0]!, 'example.org/shop', heads[0]!);
    await team.verify(roots[1]!, 'example.org/bank', git(roots[1]!, 'rev-parse', 'feature'));
  });

  it('give back what they have in hands when they are told to end, and leave nothing behind', async () => {
    const team = new Organisation(null);
    const root = team.repository('shop', 40, 3);
    await team.open();
    const { code, output } = await team.run('catalogue', 'add', root, '--name', 'example.org/shop');
    expect(code, output).toBe(0);
    const worker = team.worker();
    const checkouts = join(team.top, 'worker1', 'checkouts');
    await until(() => existsSync(checkouts) && readdirSync(checkouts).length > 0);
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
    expect(worker.events.at(-1)).toMatchObject({ event: 'released', ref: 'main' });
    expect(await team.catalogue.listJobs({ states: everyState, limit: 5 })).toMatchObject([{ state: 'waiting', attempt: 1, strikes: 0 }]); // prettier-ignore
    expect(readdirSync(join(team.top, 'worker1')).toSorted()).toEqual(['checkouts', 'mirrors']);
    expect(readdirSync(checkouts)).toEqual([]);
  });

  it('are not held up by what they cannot take', async () => {
    const team = new Organisation(null);
    const [large, hungry, healthy] = [team.repository('large', 3, 1), team.repository('hungry', 3, 2), team.repository('healthy', 3, 3)]; // prettier-ignore
    writeFileSync(join(large, 'data.bin'), Buffer.alloc(3 * 2 ** 20, 1));
    team.commit(large);
    // A project of a repository that names a program, and settings of its own that are refused.
    writeFileSync(join(hungry, 'code-scout.config.json'), JSON.stringify({ plugins: ['./evil.js'] }));
    team.commit(hungry);
    await team.open();
    for (const [name, root] of Object.entries({ large, hungry, healthy }))
      expect(await team.run('catalogue', 'add', root, '--name', `example.org/${name}`)).toMatchObject({ code: 0 });
    const worker = team.worker('--once', '--max-checkout', '2', '--attempts', '1');
    expect(await worker.ended).toBe(0);
    const failed = worker.events.filter((event) => event.event === 'failed');
    expect(failed.map(({ repository, isTriedAgain }) => `${repository} ${isTriedAgain}`)).toEqual(['example.org/large false', 'example.org/hungry false']); // prettier-ignore
    expect(failed[0]!.error).toContain('more than a worker takes');
    expect(failed[1]!.error).toContain('cannot be set by a project');
    expect(worker.events.some((event) => event.event === 'indexed' && event.repository === 'example.org/healthy')).toBe(
      true,
    );
    const status = await team.run('catalogue', 'status');
    expect(status.output).toContain('1 done, 2 failed');
    // A page store that has lost everything: what is asked for is made again.
    rmSync(team.store, { recursive: true });
    await team.run('catalogue', 'ask', 'example.org/healthy');
    const healer = team.worker('--once');
    expect(await healer.ended).toBe(0);
    expect(healer.events).toContainEqual(expect.objectContaining({ event: 'indexed', wasThere: false }));
    await team.verify(healthy, 'example.org/healthy', git(healthy, 'rev-parse', 'main'));
    // Off-boarding: nothing of it is left in the page store.
    await team.run('catalogue', 'remove', 'example.org/healthy');
    expect((await team.run('catalogue', 'sweep', '--from', team.store)).output).toContain('Deleted 1 snapshot');
    const left = readdirSync(team.store, { recursive: true, encoding: 'utf8' }).filter((name) => /\/(?:snapshots|commits)\/.*\/[0-9a-f]{40}$/.test(name)); // prettier-ignore
    expect(left).toEqual([]);
  });
});
