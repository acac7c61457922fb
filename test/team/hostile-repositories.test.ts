/** What the files of a repository can do to the workers and nodes that index and serve it. */
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  missingPostgres,
  startPostgres,
  type PostgresServer,
} from '../../src/team/postgres/testing/postgres-server.ts';
import { askTool, NodeOrganisation } from './node-organisation.ts';
import { Organisation } from './organisation.ts';
import { startWorker } from './programs.ts';
import { git } from './team-repository.ts';

let server: PostgresServer | null = null;
beforeAll(async () => {
  if (missingPostgres === null) server = await startPostgres();
  else console.warn(`SKIPPED in part: catalogues are files of SQLite: ${missingPostgres}`);
});
afterAll(() => server?.close());

/** A text that nothing makes shorter. */
function noise(length: number, first = 0x61, count = 26): string {
  let state = 1;
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCodePoint(first + (state % count));
  }).join('');
}

describe.skipIf(process.platform === 'win32')('files of a repository', () => {
  it('are no modules of the programs that index and compare them', async () => {
    const team = await NodeOrganisation.open();
    onTestFinished(() => team.close());
    // As an administrator names a tracer that every Node of a machine loads.
    const own = join(team.top, 'node_modules', 'probe');
    mkdirSync(own, { recursive: true });
    const [ofRepository, ofMachine] = [join(team.top, 'of-repository'), join(team.top, 'of-machine')];
    const writing = (path: string): string => `require('node:fs').writeFileSync(${JSON.stringify(path)}, '');`;
    writeFileSync(join(own, 'index.js'), writing(ofMachine));
    const repository = await team.repository('example.org/shop', {
      'node_modules/probe/index.js': writing(ofRepository),
      'a.ts': 'export const shop = 1;\n',
    });
    await team.publish(repository);
    const environment = { ...process.env, HOME: team.top, XDG_CONFIG_HOME: team.top, NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --require probe` }; // prettier-ignore
    const node = await team.start({ settings: { environment } });
    const answer = await askTool(node, await team.token('ann', null), 'search', { pattern: 'shop' });
    expect(answer.texts.join('\n')).toContain('a.ts');
    expect([existsSync(ofMachine), existsSync(ofRepository)]).toEqual([true, false]);
  });

  it.each(['a folder', 'a file', 'a link'])('may be where the index is usually: %s', async (kind) => {
    const team = await NodeOrganisation.open();
    onTestFinished(() => team.close());
    const outside = join(team.top, 'outside');
    mkdirSync(outside);
    const repository = await team.repository('example.org/shop', { 'a.ts': 'export const shop = 1;\n' });
    const place = join(team.originOf(repository.name), '.code-scout');
    if (kind === 'a link') symlinkSync(outside, place);
    else if (kind === 'a file') writeFileSync(place, 'no folder');
    else {
      mkdirSync(place);
      for (const name of ['database.db', 'database.db-wal']) writeFileSync(join(place, name), noise(20_000));
    }
    git(team.originOf(repository.name), 'add', '--force', '.');
    team.commit(repository.name, {});
    const worker = startWorker(team, 'worker', '--once', '--attempts', '1');
    expect(await worker.ended).toBe(0);
    expect(worker.events.filter(({ event }) => event === 'failed')).toEqual([]);
    const node = await team.start();
    const answer = await askTool(node, await team.token('ann', null), 'search', { pattern: 'shop' });
    expect(answer.texts.join('\n'), answer.body).toContain('a.ts');
    expect(readdirSync(outside)).toEqual([]);
  });

  it('may name packages as they like', async () => {
    const url = server?.newDatabase();
    const team = new Organisation(url === undefined ? null : { catalogue: url, store: url });
    await team.run('catalogue', 'init');
    const manifest = (name: string, required: string): string =>
      JSON.stringify({ name, dependencies: { [required]: '1' } });
    const importing = (module: string, name: string): string => `import { ${name} } from '${module}';\n${name}();\n`;
    const names: Readonly<Record<string, string>> = {
      nul: 'a\0b',
      surrogate: 'a\ud800b',
      long: noise(9000),
      wide: noise(300, 0x4e00, 20_000),
    };
    const deep = Array.from({ length: 15 }, (_, at) => noise(200).slice(at) + 'x'.repeat(at)).join('/');
    for (const [name, odd] of Object.entries(names)) {
      const files = {
        'package.json': manifest(odd, odd),
        'ok/package.json': manifest(`ok-${name}`, 'left-pad'),
        'ok/index.ts': 'export const ok = 1;\n',
        'a.ts': importing(odd, name === 'wide' ? noise(250, 0x4e00, 20_000) : 'run') + importing('left-pad', 'pad'),
        ...(name === 'long' ? { [`${deep}/package.json`]: manifest('deep', 'x') } : {}),
      };
      const root = team.written(name, files);
      expect(await team.run('catalogue', 'add', root, '--name', name)).toMatchObject({ code: 0 });
    }
    const worker = team.worker('--once', '--attempts', '1');
    expect(await worker.ended).toBe(0);
    const ended = worker.events.flatMap((one) => (one.event === 'failed' ? [`${one.repository}: ${one.error}`] : one.event === 'indexed' ? [one.repository] : [])); // prettier-ignore
    expect(ended.toSorted()).toEqual(Object.keys(names).toSorted());
    await team.open();
    for (const name of Object.keys(names))
      expect(await team.catalogue.providersOf('npm', `ok-${name}`)).toMatchObject([{ root: 'ok' }]);
    expect(await team.catalogue.requirersOf('npm', 'left-pad', ['pad'])).toHaveLength(4);
  });
});
