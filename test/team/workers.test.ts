/** Workers as processes on one catalogue: killed, ended, given what they cannot take; what they publish equals an index from nothing. */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  missingPostgres,
  startPostgres,
  type PostgresServer,
} from '../../src/team/postgres/testing/postgres-server.ts';
import { until } from '../../src/util/testing/until.ts';
import { editProject } from '../faults/project-edits.ts';
import { seededRandom } from '../faults/random.ts';
import { everyState, Organisation } from './organisation.ts';
import { git } from './team-repository.ts';

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
    const many = team.written('many', Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}.txt`, 'x\n'])));
    const old = team.repository('old', 3, 4);
    // Too large for a clone, though not for a checkout any more.
    writeFileSync(join(old, 'noise.bin'), randomBytes(4 * 2 ** 20));
    team.commit(old);
    rmSync(join(old, 'noise.bin'));
    team.commit(old);
    writeFileSync(join(large, 'data.bin'), Buffer.alloc(3 * 2 ** 20, 1));
    team.commit(large);
    // A project of a repository that names a program, and settings of its own that are refused.
    writeFileSync(join(hungry, 'code-scout.config.json'), JSON.stringify({ plugins: ['./evil.js'] }));
    team.commit(hungry);
    await team.open();
    for (const [name, root] of Object.entries({ large, hungry, many, old, healthy }))
      expect(await team.run('catalogue', 'add', root, '--name', `example.org/${name}`)).toMatchObject({ code: 0 });
    const worker = team.worker('--once', '--max-clone', '3', '--max-checkout', '2', '--max-files', '50', '--attempts', '1'); // prettier-ignore
    expect(await worker.ended).toBe(0);
    const failed = worker.events.filter((event) => event.event === 'failed');
    // They are heard of in any order.
    expect(failed.map(({ repository, isTriedAgain }) => `${repository} ${isTriedAgain}`).toSorted()).toEqual(['hungry', 'large', 'many', 'old'].map((name) => `example.org/${name} false`)); // prettier-ignore
    const errorOf = (name: string): string =>
      failed.find(({ repository }) => repository === `example.org/${name}`)!.error;
    expect(errorOf('large')).toContain('bytes, more than a worker takes');
    expect(errorOf('many')).toContain('more than 50 files');
    expect(errorOf('old')).toContain('The repository has more than 3145728 bytes');
    expect(errorOf('hungry')).toContain('cannot be set by a project');
    expect(worker.events.some((event) => event.event === 'indexed' && event.repository === 'example.org/healthy')).toBe(
      true,
    );
    const status = await team.run('catalogue', 'status');
    expect(status.output).toContain('1 done, 4 failed');
    expect(status.output).toMatch(/^Failed: example\.org\/many main:\s.*more than 50\sfiles/ms);
    // A page store that has lost everything: what is asked for is made again.
    rmSync(team.store, { recursive: true });
    await team.run('catalogue', 'ask', 'example.org/healthy');
    const { edition } = (await team.catalogue.counts()).editions[0]!;
    const job = (await team.catalogue.takeJob({ worker: 'w', edition, leaseMs: 60_000, maxStrikes: 3 }))!;
    await team.catalogue.failJob({ job: job.job, worker: 'w', attempt: job.attempt }, { error: 'no way', retryMs: 0 });
    expect((await team.run('catalogue', 'status')).output).toMatch(
      /^Tried again: example\.org\/healthy main: no way$/m,
    );
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

  it('are not held up by a host that does not answer', async () => {
    const team = new Organisation(null);
    const root = team.repository('shop', 3, 4);
    await team.open();
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket.on('error', () => {})));
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    onTestFinished(() => {
      silent.close();
      for (const socket of sockets) socket.destroy();
    });
    const url = `https://127.0.0.1:${(silent.address() as AddressInfo).port}/team/silent.git`;
    for (const [name, of] of [['silent', url], ['shop', root]] as const) await team.catalogue.addRepository({ name, url: of, defaultRef: 'main', forkOf: null }); // prettier-ignore
    const worker = team.worker('--poll', '1');
    await until(() => worker.events.some(({ event }) => event === 'indexed'));
    git(root, 'commit', '--quiet', '--allow-empty', '-m', 'later');
    await until(() => worker.events.filter(({ event }) => event === 'indexed').length === 2);
    // The first question to the host has not ended yet.
    expect(worker.events.filter(({ event }) => event === 'trouble')).toEqual([]);
  });

  it.each(['another commit is pushed', 'the repository is removed and added again', 'the repository is removed'])(
    'publish nothing when they were stopped beyond their lease, and meanwhile %s',
    async (what) => {
      const url = server?.newDatabase();
      const team = new Organisation(url === undefined ? null : { catalogue: url, store: url });
      const root = team.repository('shop', 12, 8);
      expect(await team.run('catalogue', 'init')).toMatchObject({ code: 0 });
      await team.open();
      const add = (): Promise<unknown> => team.run('catalogue', 'add', root, '--name', 'shop');
      await add();
      const stopped = team.worker('--poll', '1');
      await until(() => stopped.events.some(({ event }) => event === 'taken'));
      stopped.child.kill('SIGSTOP');
      if (what.includes('removed')) await team.run('catalogue', 'remove', 'shop');
      if (what.includes('added')) await add();
      editProject(root, 3, seededRandom(9));
      const head = team.commit(root);
      const other = team.worker('--poll', '1');
      if (!what.endsWith('removed')) {
        await until(() => other.events.some((one) => one.event === 'indexed' && one.commit === head));
        // The other one takes the job, where it is one still, when the lease is over.
        await team.settled();
      }
      other.child.kill('SIGTERM');
      await other.ended;
      const before = await team.catalogue.listJobs({ states: everyState, limit: 9 });
      stopped.child.kill('SIGCONT');
      await until(() => stopped.events.some(({ event }) => event === 'lost'));
      expect(stopped.events.filter(({ event }) => event === 'indexed' || event === 'failed')).toEqual([]);
      expect(await team.catalogue.listJobs({ states: everyState, limit: 9 })).toEqual(before);
      const [repository] = await team.catalogue.listRepositories();
      expect((repository === undefined ? [] : await team.catalogue.listRefs(repository.id)).map(({ heads }) => heads.map(({ commit }) => commit))).toEqual(repository === undefined ? [] : [[head]]); // prettier-ignore
      stopped.child.kill('SIGTERM');
      expect(await stopped.ended).toBe(0);
    },
  );

  it('take branches whose names look like options', async () => {
    const team = new Organisation(null);
    const root = team.repository('shop', 3, 7);
    const names = ['--root=x', '--json', '-h'];
    for (const name of names) git(root, 'update-ref', `refs/heads/${name}`, 'HEAD');
    git(root, 'symbolic-ref', 'HEAD', 'refs/heads/--root=x');
    await team.open();
    expect(await team.run('catalogue', 'add', root, '--name', 'shop')).toMatchObject({ code: 0 });
    const worker = team.worker('--once');
    expect(await worker.ended).toBe(0);
    const indexed = worker.events.flatMap((one) => (one.event === 'indexed' ? [one.ref] : []));
    expect(indexed.toSorted()).toEqual([...names, 'main'].toSorted());
  });

  it('leave alone, after some attempts, what ends every worker that takes it', async () => {
    const team = new Organisation(null);
    const [poison, healthy] = [team.repository('poison', 3, 5), team.repository('healthy', 3, 6)];
    await team.open();
    for (const [name, root] of Object.entries({ poison, healthy }))
      expect(await team.run('catalogue', 'add', root, '--name', name)).toMatchObject({ code: 0 });
    for (let attempt = 1; attempt <= 2; attempt++) {
      const worker = team.worker('--attempts', '2', '--lease', '2');
      await until(() => worker.events.some((one) => one.event === 'taken' && one.repository === 'poison'));
      worker.child.kill('SIGKILL');
      await worker.ended;
    }
    const last = team.worker('--attempts', '2', '--lease', '2');
    await until(async () => (await team.catalogue.counts()).jobs.failed === 1);
    await until(async () => (await team.catalogue.counts()).jobs.done === 1);
    expect(last.events.some((one) => 'repository' in one && one.repository === 'poison' && one.event === 'taken')).toBe(false); // prettier-ignore
    expect(await team.catalogue.listJobs({ states: ['failed'], limit: 9 })).toMatchObject([
      { repository: 1, strikes: 2, error: 'The worker that had it ended without a word, 2 times' },
    ]);
  });

  it('tell the catalogue which packages the default branch provides and requires', async () => {
    const team = new Organisation(null);
    const shop = team.written('shop', {
      'package.json': '{ "name": "@acme/shop" }',
      'index.ts': 'export function open() {}\nexport function close() {}\n',
    });
    const app = team.written('app', {
      'package.json': '{ "name": "app", "dependencies": { "@acme/shop": "^1.0.0" } }',
      'main.ts': "import { open } from '@acme/shop';\nopen();\n",
    });
    await team.open();
    for (const root of [shop, app])
      expect(await team.run('catalogue', 'add', root, '--name', `example.org${root.slice(team.top.length)}`)).toMatchObject({ code: 0 }); // prettier-ignore
    const worker = team.worker('--poll', '1');
    const indexed = (ref: string, count: number): Promise<true> =>
      until(() => worker.events.filter((one) => one.event === 'indexed' && one.ref === ref).length === count);
    await indexed('main', 2);
    expect(await team.catalogue.providersOf('npm', '@acme/shop')).toEqual([{ ecosystem: 'npm', package: '@acme/shop', root: '', repository: 1 }]); // prettier-ignore
    const users = async (name: string): Promise<unknown[]> => team.catalogue.requirersOf('npm', '@acme/shop', [name]);
    expect(await users('open')).toEqual([
      { ecosystem: 'npm', package: '@acme/shop', module: '@acme/shop', name: 'open', files: [expect.any(Number)], repository: 2 }, // prettier-ignore
    ]);
    expect(await users('close')).toEqual([]);
    // Another branch changes nothing, until it is the default branch, though its snapshot is there by then.
    git(app, 'checkout', '--quiet', '--detach');
    writeFileSync(join(app, 'main.ts'), "import { close } from '@acme/shop';\nclose();\n");
    git(app, 'branch', 'feature', team.commit(app));
    await indexed('feature', 1);
    expect([await users('open'), await users('close')].map(({ length }) => length)).toEqual([1, 0]);
    git(app, 'branch', '--force', 'main', 'feature');
    await indexed('main', 3);
    expect(worker.events.at(-1)).toMatchObject({ event: 'indexed', ref: 'main', wasThere: true });
    expect([await users('open'), await users('close')].map(({ length }) => length)).toEqual([0, 1]);
  });
});
