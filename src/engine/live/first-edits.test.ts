/** The first edits after an index was made: only the affected files are linked again. */
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { openStore } from '../../store/registry.ts';
import type { Store } from '../../store/store.ts';
import type { IndexJob } from '../indexing/index-job.ts';
import { indexJob, runJob } from '../indexing/indexing.ts';
import { readAgain } from '../search/tag-answer.ts';
import { Updater } from './updater.ts';

const users = ['src/first.ts', 'src/second.ts', 'src/third.ts'];
const lamp = 'export function light() { return 1; }\n';
const sameLamp = 'export function light() { console.log(2); return 1; }\n';
const otherLamp = 'export function light() { return "1"; }\n';
const goShapes = ['package shop\n\ntype Shape interface { Area() int }\n', 'package shop\n\ntype Square struct{}\n\n'];
const area = 'func (s Square) Area() int { return 1 }\n';

let root: string;
let path: string;
let store: Store;
let job: IndexJob;
let linked: DatabaseSync;
/** Windows removes no file that is open. */
let updaters: Updater[];

function newUpdater(): Updater {
  const updater = new Updater(job);
  updaters.push(updater);
  return updater;
}

const put = (file: string, text: string): void => writeFileSync(join(root, file), text);

beforeEach(async () => {
  updaters = [];
  root = realpathSync(mkdtempSync(join(tmpdir(), 'first-edits-')));
  mkdirSync(join(root, 'src'));
  mkdirSync(join(root, 'shop'));
  put('src/lamp.ts', lamp);
  for (const user of users) put(user, "import { light } from './lamp.ts';\nexport const seen = light();\n");
  put('shop/shape.go', goShapes[0]!);
  put('shop/square.go', goShapes[1]! + area);
  const { config } = loadConfig({ root });
  path = join(root, '.code-scout', 'database.db');
  store = await openStore({ file: path });
  job = indexJob(root, { file: path }, config, false);
  await runJob(job, store, {});
  linked = new DatabaseSync(path);
  // A file that is linked again gets its links written again.
  linked.exec(`
    CREATE TABLE linked_again (path TEXT);
    CREATE TRIGGER link_again AFTER UPDATE OF targets ON linked_files BEGIN INSERT INTO linked_again VALUES (new.path); END;
  `);
});

afterEach(async () => {
  linked.close();
  await Promise.all(updaters.map((updater) => updater.close()));
  await store.close();
  rmSync(root, { recursive: true, force: true });
});

/** The files that were linked since the last call. */
function linkedAgain(): string[] {
  const rows = linked.prepare('SELECT DISTINCT path FROM linked_again ORDER BY path').all();
  linked.exec('DELETE FROM linked_again');
  return rows.map((row) => String(row.path));
}

async function interfaceOf(file: string): Promise<string | undefined> {
  return (await store.interfaces([file]))[0]?.interface;
}

test('an index does not name interfaces, except for files without anything to link by', async () => {
  const shapes = (await store.linkedFiles()).filter(({ path: of }) => !of.startsWith('//'));
  expect(shapes.map((row) => row.interface)).toEqual(shapes.map(({ fileId }) => `?${fileId}`));
});

describe.each<[string, (files: readonly string[]) => Promise<void>]>([
  ['a run', async () => void (await runJob(job, store, {}))],
  [
    'an update',
    async (files) => {
      const updater = newUpdater();
      await updater.write(files.map((file) => ({ path: file, rawPath: null })));
      await updater.link();
    },
  ],
  [
    'a question and the run after it',
    async (files) => {
      const records = await store.filesByPath(files);
      const { data, batchSize } = job;
      await readAgain(store, records, { data, batchSize });
      await runJob(job, store, {});
    },
  ],
])('by %s', (_, update) => {
  const edit = async (file: string, text: string): Promise<string[]> => {
    put(file, text);
    await update([file]);
    return linkedAgain();
  };

  test('an edit inside a function affects its file alone, even if it is the first edit', async () => {
    expect(await edit('src/lamp.ts', sameLamp)).toEqual(['src/lamp.ts']);
    expect(await edit('src/lamp.ts', lamp)).toEqual(['src/lamp.ts']);
    expect(await edit('shop/square.go', `${goShapes[1]}// Nothing else.\n${area}`)).toEqual(['shop/square.go']);
  });

  test('an edit of an interface affects the files that depend on it', async () => {
    expect(await edit('src/lamp.ts', otherLamp)).toEqual(['src/lamp.ts', ...users].toSorted());
    // An interface that was computed once is compared directly.
    expect(await edit('src/lamp.ts', otherLamp.replace('return', 'console.log(3); return'))).toEqual(['src/lamp.ts']);
    expect(await edit('src/lamp.ts', lamp)).toEqual(['src/lamp.ts', ...users].toSorted());
  });

  test('an edit of methods is noticed even if no file names them', async () => {
    const overrides = async (): Promise<number> => {
      const ids = (await store.linkedFiles()).map(({ id }) => id);
      return (await store.overridesFrom(ids)).length;
    };
    expect(await overrides()).toBe(1);
    await edit('shop/square.go', goShapes[1]!);
    expect(await overrides()).toBe(0);
    await edit('shop/square.go', goShapes[1]! + area);
    expect(await overrides()).toBe(1);
  });
});

test('a file that is removed and restored before linking is distinguished from another one', async () => {
  const updater = newUpdater();
  const rewrite = async (text: string): Promise<string[]> => {
    rmSync(join(root, 'src/lamp.ts'));
    await updater.write([{ path: 'src/lamp.ts', rawPath: null }]);
    put('src/lamp.ts', text);
    await updater.write([{ path: 'src/lamp.ts', rawPath: null }]);
    await updater.link();
    return linkedAgain();
  };
  expect(await rewrite(sameLamp)).toEqual(['src/lamp.ts']);
  expect(await rewrite(otherLamp)).toContain(users[0]);
});

test('a file that is written twice before linking is compared with its linked state', async () => {
  const updater = newUpdater();
  for (const text of [otherLamp, sameLamp]) {
    put('src/lamp.ts', text);
    await updater.write([{ path: 'src/lamp.ts', rawPath: null }]);
  }
  await updater.link();
  expect(linkedAgain()).toEqual(['src/lamp.ts']);
});

test('if the linked state of a file is lost, its interface counts as changed', async () => {
  put('src/lamp.ts', sameLamp);
  // Like a program that does not know of interfaces.
  const [row] = await store.filesByPath(['src/lamp.ts']);
  linked.prepare('UPDATE contents SET facts = NULL WHERE file_id = ?').run(row!.id);
  await runJob(job, store, {});
  expect(linkedAgain()).toEqual(['src/lamp.ts', ...users].toSorted());
  expect(await interfaceOf('src/lamp.ts')).toMatch(/^\?\d+$/);
  put('src/lamp.ts', lamp);
  await runJob(job, store, {});
  expect(linkedAgain()).toEqual(['src/lamp.ts']);
});

test('a file with the same content, linked again, has the same interface', async () => {
  const before = await interfaceOf('src/lamp.ts');
  // A precise index makes the file be linked again.
  await store.writePreciseLinks({ files: [], removed: [{ path: 'src/lamp.ts', source: 's' }] });
  await runJob(job, store, {});
  expect(linkedAgain()).toEqual(['src/lamp.ts']);
  expect(await interfaceOf('src/lamp.ts')).toBe(before);
});

test('a file that moves has another interface', async () => {
  renameSync(join(root, 'src/lamp.ts'), join(root, 'src/light.ts'));
  await runJob(job, store, {});
  expect(linkedAgain()).toEqual([...users, 'src/light.ts'].toSorted());
});
