/** The union store on real indexes: order, numbers, what stays the same, and what is refused. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { openEngine, type Engine } from '../../engine/engine.ts';
import { folderTerms } from '../../extract/words/tags.ts';
import { openStore } from '../registry.ts';
import { viewOf, type IndexView, type Store } from '../store.ts';
import { UnionIds } from './union-ids.ts';
import { UnionStore } from './union-store.ts';

const base = mkdtempSync(join(tmpdir(), 'code-scout-union-store-'));
/** In another order than that of their paths. */
const names = ['a', 'a0', 'a.b', 'a-b', 'team/web'];
const engines: Engine[] = [];
const stores = new Map<string, Store>();

function put(name: string, path: string, text: string): void {
  const location = join(base, name.replaceAll('/', '+'), path);
  mkdirSync(dirname(location), { recursive: true });
  writeFileSync(location, text);
}

async function views(of: readonly string[] = names): Promise<Map<string, IndexView>> {
  const opened = new Map<string, IndexView>();
  for (const name of of) opened.set(name, await viewOf(stores.get(name)!));
  return opened;
}

async function unionOf(of: readonly string[] = names): Promise<UnionStore> {
  const terms = folderTerms(names);
  const union = new UnionStore(names.map((name, at) => ({ name, terms: terms[at]! })));
  union.use(await views(of));
  return union;
}

beforeAll(async () => {
  for (const name of names) {
    put(name, 'src/one.ts', "import { two } from './two.ts';\nexport const one = two();\n");
    if (name === 'a0')
      put(name, 'src/one.ts', "import { two } from './two.ts';\nexport const one = two();\nexport const rare = 1;\n");
    put(name, 'src/two.ts', 'export function two(): number {\n  return 2;\n}\n');
    const root = join(base, name.replaceAll('/', '+'));
    const flags = { 'embedding.provider': 'off' };
    const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
    const engine = await openEngine({ root, config, indexing: 'inline' });
    await engine.index();
    engines.push(engine);
    stores.set(name, await openStore(engine.location));
  }
});

afterAll(async () => {
  for (const one of [...stores.values(), ...engines]) await one.close();
  rmSync(base, { recursive: true, force: true });
});

it('lists paths in the order of their code units, whatever stands before the slash', async () => {
  const union = await unionOf();
  const { paths } = (await union.state()).documents;
  expect(paths).toEqual([...paths].sort());
  expect(paths.filter((path) => path.endsWith('one.ts'))).toEqual([
    'a-b/src/one.ts',
    'a.b/src/one.ts',
    'a/src/one.ts',
    'a0/src/one.ts',
    'team/web/src/one.ts',
  ]);
  const named = (await union.definitionsNamed(['two'])).get('two')!.map(({ fileId }) => fileId);
  expect((await union.files(named)).map(({ path }) => path)).toEqual(paths.filter((path) => path.endsWith('two.ts')));
  const linked = (await union.linkedFiles()).map(({ path }) => path);
  expect(linked).toEqual([...linked].sort());
});

it('asks an index for the names that it has alone, once all names are known', async () => {
  const asked: string[][] = [];
  const seen = new Map<string, IndexView>();
  for (const [name, view] of await views()) {
    const store = new Proxy(view.store, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key);
        if (key !== 'definitionsNamed') return typeof value === 'function' ? value.bind(target) : value;
        return (wanted: readonly string[]) => {
          asked.push([...wanted]);
          return target.definitionsNamed(wanted);
        };
      },
    });
    seen.set(name, { ...view, store });
  }
  const others = Array.from({ length: 20 }, (_, at) => `other${at}`);
  for (const wanted of [
    ['two', 'rare', 'nowhere'],
    ['nowhere', 'rare', ...others, 'two'],
  ]) {
    const fresh = new UnionStore(names.map((name) => ({ name, terms: folderTerms([name])[0]! })));
    fresh.use(seen);
    const before = await fresh.definitionsNamed(wanted);
    await fresh.definitionNames();
    asked.length = 0;
    const after = await fresh.definitionsNamed(wanted);
    expect([...after]).toEqual([...before]);
    expect([...after.keys()]).toEqual(wanted);
    expect(asked.map((one) => one.toSorted().join(' ')).sort()).toEqual(['rare two', 'two', 'two', 'two', 'two']);
  }
});

it('leads every id and path to its own index', async () => {
  const union = await unionOf();
  const { ids, paths } = (await union.state()).documents;
  expect(new Set(ids).size).toBe(paths.length);
  expect((await union.files([...ids])).map(({ path }) => path)).toEqual(paths);
  expect((await union.filesByPath([...paths, 'a/none.ts', 'none/src/one.ts'])).map(({ id }) => id)).toEqual([...ids]);
  const [one] = await union.filesByPath(['team/web/src/one.ts']);
  const places = new Map((await union.linkPlaces()).map(({ id, path }) => [path, id]));
  const [from, to] = [places.get('team/web/src/one.ts')!, places.get('team/web/src/two.ts')!];
  expect((await union.linksInto([to])).map((link) => [link.from, link.to])).toEqual([[from, to]]);
  expect((await union.linkDegrees(paths)).get('team/web/src/two.ts')).toBe(1);
  expect([...(await union.outlines([one!.id])).keys()]).toEqual([one!.id]);
  expect(await union.pathsBelow(['a', 'team'])).toEqual(['a/src/one.ts', 'a/src/two.ts', 'team/web/src/one.ts', 'team/web/src/two.ts']); // prettier-ignore
});

it('counts the words of a name in the path of each file of the repository', async () => {
  const union = await unionOf();
  const { documents, postings } = await union.postings(['web', 'two']);
  const found = (at: number): string[] => [...postings[at]!.rows].map((row) => documents.paths[row]!).sort();
  expect(found(0)).toEqual(['team/web/src/one.ts', 'team/web/src/two.ts']);
  expect(found(1)).toHaveLength(2 * names.length);
});

describe('while nothing changes', () => {
  it('the state is the same object, and one index that changes leaves the ids of the others alone', async () => {
    const union = await unionOf();
    const before = await union.state();
    expect(await union.state()).toBe(before);
    expect(union.use(await views()).state).toBe(before);
    put('a', 'src/three.ts', 'export const three = 3;\n');
    await engines[0]!.index();
    const after = await union.state();
    expect(after.generation).not.toBe(before.generation);
    expect(after.documents.count).toBe(before.documents.count + 1);
    const idOf = ({ documents: { paths, ids } }: typeof after, path: string): number => ids[paths.indexOf(path)]!;
    for (const path of before.documents.paths) expect(idOf(after, path)).toBe(idOf(before, path));
  });

  it('an index that goes and comes back has other numbers, which no cache mistakes', async () => {
    const union = await unionOf();
    const [before] = await union.filesByPath(['a0/src/one.ts']);
    union.use(await views(names.filter((name) => name !== 'a0')));
    expect(await union.filesByPath(['a0/src/one.ts'])).toEqual([]);
    expect(await union.files([before!.id])).toEqual([]);
    union.use(await views());
    const [after] = await union.filesByPath(['a0/src/one.ts']);
    expect(after!.id).not.toBe(before!.id);
    expect(await union.files([before!.id])).toEqual([]);
  });
});

it('is written by nobody', async () => {
  const union = await unionOf();
  for (const write of [
    () => union.write(),
    () => union.clear(),
    () => union.setMeta(),
    () => union.writeLinks(),
    () => union.linkIds(),
    () => union.texts.write(),
    () => union.vectors.begin(),
  ])
    await expect(write()).rejects.toMatchObject({ code: 'InternalError' });
});

describe('numbers', () => {
  it('are exact up to 32 bits, and lead back', () => {
    const ids = new UnionIds(2);
    const own = [1, 4095, 4096, 2 ** 31, 2 ** 32 - 1];
    const numbers = [0, 1].flatMap((slot) => own.map((id) => ids.numberOf(slot, id)));
    expect(new Set(numbers).size).toBe(10);
    expect([...Uint32Array.from(numbers)]).toEqual(numbers);
    expect(numbers.map((one) => ids.own(one))).toEqual([0, 1].flatMap((slot) => own.map((id) => ({ slot, id }))));
    expect(ids.own(2 ** 32 - 1)).toBeNull();
  });

  it('are refused when all are given', () => {
    const ids = new UnionIds(1);
    for (let page = 0; page < 2 ** 20; page++) ids.numberOf(0, page * 4096);
    expect(() => ids.numberOf(0, 2 ** 32)).toThrow(/too many files/);
    expect(ids.numberOf(0, 1)).toBe(1);
  });
});
