/** From a push to a snapshot that a clone can begin with: a git host’s message, `code-scout hooks`, a worker that does not poll, a real PostgreSQL. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { HookEvent } from '../../src/engine/hooks/hooks.ts';
import { gitHubPush, gitHubRepositoryOf, messageOf, testSecret, zeros } from '../../src/engine/hooks/testing/sent-messages.ts'; // prettier-ignore
import { missingPostgres, startPostgres, type PostgresServer } from '../../src/team/postgres/testing/postgres-server.ts'; // prettier-ignore
import { until } from '../../src/util/testing/until.ts';
import { programEntry } from '../program-entry.ts';
import { Organisation } from './organisation.ts';
import { git } from './team-repository.ts';

let server: PostgresServer | null = null;
beforeAll(async () => {
  if (missingPostgres === null) server = await startPostgres();
  else console.warn(`SKIPPED in part: hooks are tested on SQLite and a folder alone: ${missingPostgres}`);
});
afterAll(() => server?.close());

interface Hooks {
  url: string;
  events: HookEvent[];
  end(): Promise<number | null>;
}

async function startHooks(team: Organisation): Promise<Hooks> {
  const file = join(team.top, 'hook-secret.txt');
  writeFileSync(file, `${testSecret}\n`);
  const args = [programEntry, 'hooks', '--json', '--port', '0', '--secret-file', file];
  const child = spawn(process.execPath, args, { cwd: team.top, env: team.environment(), stdio: ['ignore', 'pipe', 'inherit'] }); // prettier-ignore
  const ended = new Promise<number | null>((done) => child.on('close', done));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const events: HookEvent[] = [];
  let url = '';
  createInterface({ input: child.stdout }).on('line', (line) => {
    const said = JSON.parse(line) as HookEvent | { url: string };
    if ('url' in said) ({ url } = said);
    else events.push(said);
  });
  await until(() => url !== '');
  return { url, events, end: () => (child.kill('SIGTERM'), ended) };
}

it.skipIf(process.platform === 'win32')('a push is indexed as soon as its host says so', async () => {
  const url = server?.newDatabase();
  const team = new Organisation(url === undefined ? null : { catalogue: url, store: url });
  const name = 'github.example.org/team/shop';
  // The work tree of a person, and the bare repository of the host.
  const root = team.repository('work', 6, 11);
  const host = join(team.top, 'host.git');
  git(team.top, 'clone', '--quiet', '--bare', root, host);
  git(root, 'remote', 'add', 'origin', host);
  await team.open();
  expect(await team.run('catalogue', 'add', `file://${host}`, '--name', name)).toMatchObject({ code: 0 });
  const hooks = await startHooks(team);
  const worker = team.worker('--poll', '0');
  const send = async (event: string, payload: object, delivery: string): Promise<number> => {
    const { headers, body } = messageOf('github', event, payload, { delivery });
    return (await fetch(`${hooks.url}/hooks/github`, { method: 'POST', headers, body })).status;
  };
  const pushed = async (ref: string, before: string, after: string, delivery: string): Promise<void> => {
    expect(await send('push', gitHubPush('team/shop', { ref: `refs/heads/${ref}`, before, after }), delivery)).toBe(
      202,
    );
  };
  const head = async (ref: string): Promise<string | undefined> =>
    (await team.catalogue.listRefs(1)).find((one) => one.ref === ref)?.heads[0]?.commit;
  expect(await send('ping', { zen: 'Half measures are as bad as nothing at all.', repository: gitHubRepositoryOf('team/shop') }, 'p')).toBe(202); // prettier-ignore
  let last = git(root, 'rev-parse', 'HEAD');
  await pushed('main', zeros, last, 'd0');
  await until(async () => (await head('main')) === last);
  for (const at of [1, 2]) {
    writeFileSync(join(root, `added${at}.ts`), `export const added${at} = ${at};\n`);
    const next = team.commit(root);
    git(root, 'push', '--quiet', 'origin', 'HEAD:main');
    // Sent twice, as hosts do that have heard no answer.
    for (const _ of [1, 2]) await pushed('main', last, next, `d${at}`);
    last = next;
    await until(async () => (await head('main')) === next);
  }
  git(root, 'push', '--quiet', 'origin', 'HEAD:feature');
  await pushed('feature', zeros, last, 'd3');
  await until(async () => (await head('feature')) === last);
  git(root, 'push', '--quiet', 'origin', ':feature');
  await pushed('feature', last, zeros, 'd4');
  expect((await team.catalogue.listRefs(1)).find(({ ref }) => ref === 'feature')!.commit).toBeNull();
  expect(worker.events.filter(({ event }) => event === 'indexed')).toHaveLength(4);
  expect(worker.events.filter(({ event }) => event === 'polled' || event === 'trouble' || event === 'failed')).toEqual([]); // prettier-ignore
  await team.verify(root, name, last);
  expect(hooks.events).toHaveLength(7);
  expect(await hooks.end()).toBe(0);
  // A message that is lost is found by a poll.
  writeFileSync(join(root, 'lost.ts'), 'export const lost = 1;\n');
  last = team.commit(root);
  git(root, 'push', '--quiet', 'origin', 'HEAD:main');
  team.worker('--poll', '1');
  await until(async () => (await head('main')) === last);
});
