/** Linking on a store that is on another machine: nothing can be asked of it while inference runs. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import type { FileOutcome } from '../../indexer/file-outcome.ts';
import type { AnalyseTask } from '../../indexer/read-file.ts';
import { updateFiles } from '../../indexer/update-files.ts';
import { openStore } from '../../store/registry.ts';
import type { Store } from '../../store/store.ts';
import { createAnalyser } from './analyser.ts';
import { workerData } from './indexing.ts';
import { interfaceRecorder, linkIndex } from './linking.ts';

const root = mkdtempSync(join(tmpdir(), 'code-scout-remote-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The store as if a network were in between. */
function remote(store: Store): Store {
  return new Proxy(store, {
    get: (target, name) => {
      if (name === 'isLocal') return false;
      if (name === 'summaryNow')
        return () => {
          throw new Error('asked synchronously');
        };
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** Each state of the tree: files and their texts. The second changes what others see of a file, the third only a body. */
const states: Record<string, string>[] = [
  {
    'make.ts': 'export class Lamp { light() { return 1; } }\nexport function make(): Lamp { return new Lamp(); }\n',
    'use.ts': "import { make } from './make';\nexport function use() { return make().light(); }\n",
    'far.ts': "import { use } from './use';\nexport const far = () => use().toFixed();\n",
  },
  {
    'make.ts':
      'export class Torch { light() { return new Flame(); } }\nexport class Flame { burn() {} }\nexport function make(): Torch { return new Torch(); }\n',
    'far.ts': "import { use } from './use';\nexport const far = () => use().burn();\n",
  },
  { 'use.ts': "import { make } from './make';\nexport function use() { make(); return make().light(); }\n" },
];

/** All links after each state, by the paths that they lead from and to. */
async function linksAfterEach(wrap: (store: Store) => Store): Promise<string[][]> {
  const opened = await openStore({ memory: true });
  const store = wrap(opened);
  const { config } = loadConfig({ root, env: new Map(), userConfigDir: null });
  const analyser = createAnalyser(workerData(root, config));
  const analyse = async (tasks: AnalyseTask[]): Promise<FileOutcome[]> =>
    Promise.all(tasks.map((task) => analyser.analyse(task)));
  const found: string[][] = [];
  for (const texts of states) {
    for (const [path, text] of Object.entries(texts)) writeFileSync(join(root, path), text);
    const files = Object.keys(texts).map((path) => ({ path, rawPath: null }));
    await updateFiles({ store, files, batchSize: 10, analyse, beforeBatch: interfaceRecorder(store) });
    await linkIndex(root, store);
    const places = await store.linkPlaces();
    const paths = new Map(places.map(({ id, path }) => [id, path]));
    const links = await store.linksFrom(places.map(({ id }) => id));
    found.push(
      links.map(({ from, to, data }) => `${paths.get(from)} ${paths.get(to)} ${Buffer.from(data).toString('hex')}`),
    );
  }
  analyser.close();
  await opened.close();
  return found;
}

it('makes the same links as on a store in this process, after edits too', async () => {
  const local = await linksAfterEach((store) => store);
  expect(local[1]).not.toEqual(local[0]);
  expect(await linksAfterEach(remote)).toEqual(local);
});
