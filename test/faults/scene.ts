/** A project in a folder of its own, what runs in it, and what must hold afterwards. */
import assert from 'node:assert/strict';
import { readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { differences, indexContent, withStore } from './index-content.ts';
import { makeProject } from './project-edits.ts';
import { run, start, type Outcome, type ProgramOptions } from './program.ts';
import { seededRandom } from './random.ts';

export interface Scene {
  /** An empty folder for this scenario. */
  folder: string;
  /** The project in that folder. */
  root: string;
  /** The default place of its index. */
  database: string;
  entry?: string;
}

const withoutVectors = { CODE_SCOUT_EMBEDDING_PROVIDER: 'off' };

export function makeScene(folder: string, entry?: string): Scene {
  const root = join(folder, 'project');
  makeProject(root, 16, seededRandom(7));
  const anHourAgo = Date.now() / 1000 - 3600;
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' }))
    utimesSync(join(root, path), anHourAgo, anHourAgo);
  return {
    folder,
    root,
    database: join(root, '.code-scout', 'database.db'),
    ...(entry === undefined ? {} : { entry }),
  };
}

export function call(scene: Scene, args: readonly string[], options: Partial<ProgramOptions> = {}): Promise<Outcome> {
  return run(args, {
    cwd: scene.root,
    env: withoutVectors,
    ...(scene.entry === undefined ? {} : { entry: scene.entry }),
    ...options,
  });
}

export function assertDone({ code, stdout, stderr }: Outcome): void {
  assert.equal(code, 0, `${stdout}${stderr}`);
  assert.doesNotMatch(stderr, /Error/);
}

/** The next run makes the same index as a rebuild, and nothing was set aside. */
export async function assertWhole(scene: Scene, database = scene.database): Promise<void> {
  const ended = await call(scene, ['index', '--db', database]);
  assertDone(ended);
  assert.doesNotMatch(`${ended.stdout}${ended.stderr}`, /moved to/);
  const fresh = join(scene.folder, 'fresh.db');
  for (const ending of ['', '-wal', '-shm']) rmSync(`${fresh}${ending}`, { force: true });
  assertDone(await call(scene, ['index', '--db', fresh]));
  const [found, expected] = [await withStore(database, checkedContent), await withStore(fresh, checkedContent)];
  assert.deepEqual(differences(found, expected), []);
}

async function checkedContent(store: Parameters<typeof indexContent>[0]): Promise<string[]> {
  assert.deepEqual(await store.check(), []);
  return indexContent(store);
}

/** Asks a server over standard input and output, and gives the texts of its answers. */
export async function askServer(
  scene: Scene,
  tags: readonly string[],
  { beforeEach, ...options }: Partial<ProgramOptions> & { beforeEach?: (question: number) => void } = {},
): Promise<string[]> {
  const server = start(['serve', '--no-compiler'], {
    ...{ cwd: scene.root, env: withoutVectors, ...(scene.entry === undefined ? {} : { entry: scene.entry }) },
    ...options,
  });
  const answers: string[] = [];
  let rest = '';
  server.process.stdout?.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const { id, result, error } = JSON.parse(line) as { id?: number; result?: unknown; error?: unknown };
      if (id !== undefined && id > 1) answers.push(JSON.stringify(result ?? error));
    }
  });
  const send = (message: object): void =>
    void server.process.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'faults', version: '1' };
  send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
  send({ method: 'notifications/initialized' });
  for (const [at, tag] of tags.entries()) {
    beforeEach?.(at);
    send({ id: 2 + at, method: 'tools/call', params: { name: 'code-scout_search', arguments: { tags: [tag] } } });
    for (let waited = 0; answers.length <= at && waited < 20_000 && server.process.exitCode === null; waited += 20)
      await sleep(20);
  }
  server.process.stdin?.end();
  const { stderr } = await server.ended;
  assert.equal(answers.length, tags.length, stderr);
  return answers;
}
