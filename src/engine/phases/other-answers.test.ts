/** What a share keeps of text searches between their messages. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { openStore } from '../../store/registry.ts';
import { viewOf, type IndexView, type Store } from '../../store/store.ts';
import { openEngine, type Engine } from '../engine.ts';
import { textOnDisk } from '../files/text-on-disk.ts';
import { workerData } from '../indexing/indexing.ts';
import type { AskedText } from '../text/text-part.ts';
import { questionsOfNode } from './bounds.ts';
import { otherAnswers } from './other-answers.ts';

const root = mkdtempSync(join(tmpdir(), 'code-scout-other-'));
let engine: Engine;
let store: Store;
let answers: ReturnType<typeof otherAnswers>;
/** Reads the store, and counts how often files are chosen. */
let view: IndexView;
let chosen = 0;
let failures = 0;
/** Whether the index is known to have what is on the disk. */
let isCompared = true;
const unasked = (): Promise<never> => Promise.reject(new Error('nobody asks'));

beforeAll(async () => {
  for (const name of ['parcel', 'invoice']) writeFileSync(join(root, `${name}.ts`), `export const ${name} = 1;\n`);
  const { config } = loadConfig({ root, flags: { 'embedding.provider': 'off' }, env: new Map(), userConfigDir: null });
  engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index();
  store = await openStore(engine.location);
  const texts = new Proxy(store.texts, {
    get: (target, key) => {
      if (key === 'encodings') {
        chosen++;
        if (failures-- > 0) return () => Promise.reject(new Error('the index is busy'));
      }
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const counted = new Proxy(store, {
    get: (target, key) => {
      const value: unknown = key === 'texts' ? texts : Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  view = { ...(await viewOf(store)), store: counted };
  const disk = textOnDisk(workerData(root, config));
  answers = otherAnswers({
    text: { disk, isCompared: () => isCompared, isBehind: () => false },
    ...{ graph: { symbols: unasked, symbolNames: unasked }, status: unasked },
  });
});
afterAll(async () => {
  await store.close();
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

const textOf = (query: string): AskedText => ({
  pattern: { query, isRegex: false, case: 'sensitive', wholeWord: false, multiline: false },
});

it('are chosen once for each of as many searches as a sender has in parallel', async () => {
  const texts = Array.from({ length: questionsOfNode.ofOne }, (_, at) => textOf(at === 0 ? 'parcel' : `parcel${at}`));
  chosen = 0;
  for (const text of texts) await answers.textScope(view, { text });
  for (const [at, text] of texts.entries()) {
    const { total } = await answers.textFind(view, { text, request: { most: null, paths: null, shown: 5 } });
    expect(total).toBe(at === 0 ? 1 : 0);
  }
  expect(chosen).toBe(texts.length);
});

it('are chosen again where that has failed', async () => {
  const text = textOf('invoice');
  failures = 1;
  await expect(answers.textScope(view, { text })).rejects.toThrow('the index is busy');
  expect(await answers.textScope(view, { text })).toMatchObject({ files: 2 });
});

it('are chosen again for each question, so that it finds what is new on disk since the last', async () => {
  isCompared = false;
  const text = textOf('harbor');
  const linesFound = async (): Promise<number> => {
    await answers.textScope(view, { text });
    return (await answers.textFind(view, { text, request: { most: null, paths: null, shown: 5 } })).total;
  };
  expect(await linesFound()).toBe(0);
  writeFileSync(join(root, 'harbor.ts'), 'export const harbor = 1;\n');
  // A question waits only a moment for a walk; a later one uses it.
  await expect.poll(linesFound).toBe(1);
});
