/**
 * The suite that every `Store` passes: `describeStore('…', open)` in a test file of the engine.
 * Tests call through the contract only.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../model/error.ts';
import { allAnswers, arbitraryStep, oddWords, sampleDefinition, sampleFile, sampleImport } from './conformance-samples.ts';
import type { Step } from './conformance-samples.ts';
import { packReferences, unpackReferences } from './packing.ts';
import type { FileWrite, Store, WriteBatch } from './store.ts';

/** `directory` is empty at first and the test's own; an engine that keeps nothing there gives a new, empty store each time. */
export type OpenForTest = (directory: string) => Promise<Store>;

export interface Traits {
  /** A store opened again in the same directory has what was written; default true. */
  persistent?: boolean;
  /** Histories that the property test runs; default 40. */
  histories?: number;
}

let directory = '';
let store: Store;

function batch(part: Partial<WriteBatch>): WriteBatch {
  return { files: [], touched: [], removed: [], ...part };
}

async function writeFiles(...files: FileWrite[]): Promise<void> {
  await store.write(batch({ files }));
}

async function idOf(path: string): Promise<number> {
  const [file] = await store.filesByPath([path]);
  if (file === undefined) throw new Error(`${path} is not there`);
  return file.id;
}

/** Paths that have a term, in the order of the answer. */
async function pathsWith(term: string): Promise<(string | undefined)[]> {
  const { documents, postings } = await store.postings([term]);
  return [...(postings[0]?.rows ?? [])].map((row) => documents.paths[row]);
}

export function describeStore(name: string, open: OpenForTest, traits: Traits = {}): void {
  describe(name, () => {
    beforeEach(async () => {
      directory = await mkdtemp(join(tmpdir(), 'code-scout-store-'));
      store = await open(directory);
    });
    afterEach(async () => {
      await store.close();
      await rm(directory, { recursive: true, force: true });
    });
    describe('files', describeFiles);
    describe('terms', describeTerms);
    describe('lists', describeLists);
    describe('behaviour', () => describeBehaviour(open));
    describe('history', () => describeHistory(open, traits.histories ?? 40));
    if (traits.persistent !== false) describe('persistence', () => describePersistence(open));
  });
}

function describeFiles(): void {
  it('is empty at first', async () => {
    expect((await store.documents()).count).toBe(0);
    expect(await store.fileStates()).toEqual([]);
    expect(await store.termsWithPrefix('', 10)).toEqual([]);
    expect((await store.statistics()).files).toBe(0);
    expect(await store.check()).toEqual([]);
  });

  it('gives back all of a file', async () => {
    const references = [{ name: 'run', kind: 'call' as const, receiver: 'this', line: 4, column: 2, container: 0 }];
    const issues = [{ code: 'syntax' as const, message: 'missing ")"', line: null }];
    const write = sampleFile({
      path: 'src/a.ts',
      definitions: [{ name: 'A', decorators: ['x.y'], docstring: 'Doc.', signature: '<T>', exported: true }, { name: 'run', container: 'A' }],
      imports: [
        { module: './b.js', type: 'local', names: [{ name: 'default', alias: 'b' }, { name: '*', alias: null }] },
        { module: 'fs', type: 'builtin', alias: 'fs', isDynamic: true, isReexport: true, isTypeOnly: true, line: 9, column: 4 },
      ],
      references,
      rest: { rawPath: new Uint8Array([0xff, 0]), traits: 129, mtimeMs: 1_730_000_000_123.456, encoding: 'latin1', issues, size: 2 ** 40 },
    });
    await writeFiles(write);
    const id = await idOf('src/a.ts');
    const { definitions, imports, references: packed, issues: written, terms, termCounts, fieldLengths, ...row } = write;
    const counts = { definitionCount: 2, importCount: 2, referenceCount: 1, issueCount: 1 };
    expect(await store.files([id])).toEqual([{ ...row, id, indexedAtMs: expect.any(Number), ...counts }]);
    expect(await store.definitions([id])).toEqual(new Map([[id, definitions]]));
    expect(await store.imports([id])).toEqual(new Map([[id, imports]]));
    expect(unpackReferences((await store.references([id])).get(id) ?? new Uint8Array(0))).toEqual(references);
    expect(await store.issues([id])).toEqual(new Map([[id, written]]));
    const { path, size, mtimeMs, hash, verifiedAtMs } = write;
    expect(await store.fileStates()).toEqual([{ id, path, size, mtimeMs, hash, verifiedAtMs }]);
  });

  it('gives empty lists for a bare file and nothing for a file that is not there', async () => {
    await writeFiles(sampleFile({ path: 'bare' }));
    const id = await idOf('bare');
    expect(await store.definitions([id, id + 99])).toEqual(new Map([[id, []]]));
    expect(await store.imports([id, id + 99])).toEqual(new Map([[id, []]]));
    expect(await store.references([id, id + 99])).toEqual(new Map([[id, packReferences([])]]));
    expect(await store.issues([id, id + 99])).toEqual(new Map([[id, []]]));
    expect((await store.files([id + 99, id])).map((file) => file.path)).toEqual(['bare']);
    expect(await store.filesByPath(['nowhere', 'bare'])).toHaveLength(1);
  });

  it('keeps the order that was asked for', async () => {
    await writeFiles(...['a', 'b', 'c'].map((path) => sampleFile({ path })));
    const ids = [await idOf('c'), await idOf('a'), await idOf('b')];
    expect((await store.files(ids)).map((file) => file.path)).toEqual(['c', 'a', 'b']);
    expect((await store.filesByPath(['b', 'c'])).map((file) => file.path)).toEqual(['b', 'c']);
  });

  it('replaces a file and forgets the old one', async () => {
    await writeFiles(sampleFile({ path: 'a', definitions: [{ name: 'Old' }], terms: { old: { symbols: 1 }, both: { path: 1 } } }));
    const old = await idOf('a');
    await writeFiles(sampleFile({ path: 'a', definitions: [{ name: 'New' }], terms: { new: { symbols: 1 }, both: { path: 2 } } }));
    const id = await idOf('a');
    expect(id).not.toBe(old);
    expect(await store.files([old])).toEqual([]);
    expect(await store.definitions([old, id])).toEqual(new Map([[id, [sampleDefinition({ name: 'New' })]]]));
    expect(await store.definitionsNamed(['Old'])).toEqual(new Map([['Old', []]]));
    expect(await pathsWith('old')).toEqual([]);
    expect(await pathsWith('both')).toEqual(['a']);
    expect(await store.termsWithPrefix('', 10)).toEqual(['both', 'new']);
    expect(await store.check()).toEqual([]);
  });

  it('removes, then writes, then touches', async () => {
    await writeFiles(sampleFile({ path: 'a', terms: { gone: {} } }), sampleFile({ path: 'b', terms: { stays: {} } }));
    await store.write({
      removed: ['a', 'c', 'never there'],
      files: [sampleFile({ path: 'c', rest: { size: 1 } }), sampleFile({ path: 'c', rest: { size: 2 } })],
      touched: [{ path: 'b', size: 77, mtimeMs: 5.5, verifiedAtMs: 6 }, { path: 'never there', size: 1, mtimeMs: 1, verifiedAtMs: 1 }],
    });
    const files = await store.filesByPath(['a', 'b', 'c']);
    expect(files.map(({ path, size, mtimeMs, verifiedAtMs }) => [path, size, mtimeMs, verifiedAtMs])).toEqual([
      ['b', 77, 5.5, 6],
      ['c', 2, 1_000.25, 2_000],
    ]);
    expect(await store.termsWithPrefix('', 10)).toEqual(['stays']);
  });

  it('clears everything that files bring', async () => {
    await store.setMeta('root', '/r');
    await writeFiles(sampleFile({ path: 'a', terms: { x: {} }, definitions: [{ name: 'A' }], imports: [{ module: 'm' }] }));
    const id = await idOf('a');
    await store.clear();
    expect((await store.documents()).count).toBe(0);
    expect(await store.definitions([id])).toEqual(new Map());
    expect(await store.termsWithPrefix('', 10)).toEqual([]);
    expect(await store.getMeta('root')).toBe('/r');
    await writeFiles(sampleFile({ path: 'a' }));
    expect(await idOf('a')).not.toBe(id);
    expect(await store.check()).toEqual([]);
  });
}

function describeTerms(): void {
  it('gives the counts of each field, in the order of the documents', async () => {
    await writeFiles(sampleFile({ path: 'z', terms: { hit: { filename: 255, derived: 1 }, other: {} } }));
    await writeFiles(sampleFile({ path: 'm', terms: { hit: {} } }), sampleFile({ path: 'a', terms: { hit: { path: 1, symbols: 1 } } }));
    const { documents, postings } = await store.postings(['hit', 'absent', 'other', 'hit']);
    expect(documents.paths).toEqual(['a', 'm', 'z']);
    expect(postings.map(({ term, rows }) => [term, [...rows]])).toEqual([
      ['hit', [0, 1, 2]],
      ['absent', []],
      ['other', [2]],
      ['hit', [0, 1, 2]],
    ]);
    expect([...(postings[0]?.counts ?? [])]).toEqual([0, 1, 0, 0, 0, 1, 0, 0, 0, ...new Array(9).fill(0), 255, 0, 0, 0, 0, 0, 0, 0, 1]);
    expect(postings[1]?.counts).toHaveLength(0);
    expect([...documents.fieldLengths.slice(0, 9)]).toEqual([0, 1, 0, 0, 0, 1, 0, 0, 0]);
  });

  it('tells odd words apart and sorts them by code unit', async () => {
    const terms = new Map(oddWords.map((word) => [word, { symbols: 1 }]));
    await writeFiles(sampleFile({ path: 'odd', terms }), sampleFile({ path: 'empty', terms: new Map([['', { symbols: 1 }]]) }));
    for (const word of oddWords) expect(await pathsWith(word)).toEqual(['odd']);
    for (const word of ['hasOwnProperty', '\ude00', 'alph', '\ufffd']) expect(await pathsWith(word)).toEqual([]);
    expect(await pathsWith('')).toEqual(['empty']);
    expect(await store.termsWithPrefix('', 100)).toEqual(['', ...oddWords].sort());
    expect(await store.termsWithPrefix('\ud83d', 100)).toEqual(['\ud83d', '\u{1f600}', '\u{1f600}x']);
    expect(await store.termsWithPrefix('alpha', 100)).toEqual(['alpha', 'alphabet']);
    expect(await store.termsWithPrefix('', 2)).toEqual(['', '__proto__']);
    expect(await store.termsWithPrefix('alpha', 0)).toEqual([]);
  });

  it('finds every document of a term that stands in very many, whatever was merged', async () => {
    const files = Array.from({ length: 700 }, (_, n) => {
      const terms = { common: { symbols: 1 + (n % 3) }, [`rare${n}`]: { comments: 1 } };
      return sampleFile({ path: `f${String(n % 10)}/${n}`, terms });
    });
    for (let at = 0; at < files.length; at += 50) await writeFiles(...files.slice(at, at + 50));
    for (const round of ['written', 'optimised']) {
      expect(await pathsWith('common'), round).toEqual(files.map((file) => file.path).sort());
      expect(await pathsWith('rare699')).toEqual(['f9/699']);
      expect(await store.termsWithPrefix('rare69', 20)).toEqual(['rare69', ...Array.from({ length: 10 }, (_, n) => `rare69${n}`)]);
      await store.optimise();
    }
    await store.write(batch({ removed: files.filter((_, n) => n % 7 !== 0).map((file) => file.path) }));
    for (const round of ['removed', 'optimised']) {
      expect((await pathsWith('common')).length, round).toBe(100);
      expect(await store.termsWithPrefix('rare1', 3)).toEqual(['rare105', 'rare112', 'rare119']);
      expect(await store.check()).toEqual([]);
      await store.optimise();
    }
  });

  it('finds definitions by name', async () => {
    const run = { name: 'run', kind: 'method' as const };
    await writeFiles(sampleFile({ path: 'b', definitions: [{ name: 'B' }, run, { ...run, line: 9 }] }));
    await writeFiles(sampleFile({ path: 'a', definitions: [run, { name: 'constructor' }], terms: { run: { symbols: 1 } } }));
    const [a, b] = [await idOf('a'), await idOf('b')];
    expect(await store.definitionsNamed(['run', 'ru', 'constructor'])).toEqual(
      new Map([
        [
          'run',
          [
            { fileId: a, index: 0, definition: sampleDefinition(run) },
            { fileId: b, index: 1, definition: sampleDefinition(run) },
            { fileId: b, index: 2, definition: sampleDefinition({ ...run, line: 9 }) },
          ],
        ],
        ['ru', []],
        ['constructor', [{ fileId: a, index: 1, definition: sampleDefinition({ name: 'constructor' }) }]],
      ]),
    );
    // Names are no tags.
    expect(await store.termsWithPrefix('', 10)).toEqual(['run']);
    expect(await pathsWith('run')).toEqual(['a']);
  });
}

function describeLists(): void {
  it('lists documents and files by code unit, filtered and in pages', async () => {
    const paths = ['src/\u{1f600}', 'src/\ue000', 'src/a.ts', 'src/B.ts', 'lib/x', 'src', 'src/é'];
    await writeFiles(...paths.map((path) => sampleFile({ path, language: path.includes('.') ? 'typescript' : 'text' })));
    const sorted = ['lib/x', 'src', 'src/B.ts', 'src/a.ts', 'src/é', 'src/\u{1f600}', 'src/\ue000'];
    const list = async (filter: object): Promise<unknown> => {
      const { total, files } = await store.listFiles({ offset: 0, limit: 100, ...filter });
      return [total, files.map((file) => file.path)];
    };
    expect((await store.documents()).paths).toEqual(sorted);
    expect(await list({})).toEqual([7, sorted]);
    expect(await list({ pathPrefix: 'src/' })).toEqual([5, sorted.slice(2)]);
    expect(await list({ language: 'typescript' })).toEqual([2, ['src/B.ts', 'src/a.ts']]);
    expect(await list({ language: 'text', pathPrefix: 'src', offset: 1, limit: 2 })).toEqual([4, ['src/é', 'src/\u{1f600}']]);
    expect(await list({ pathPrefix: 'none' })).toEqual([0, []]);
    expect(await list({ offset: 99 })).toEqual([7, []]);
  });

  it('replaces the list of what was left out', async () => {
    await store.writeLeftOut([{ path: 'old', reason: 'binary', detail: null }]);
    const leftOut = ['\ue000', '\u{1f600}', 'a'].map((path) => ({ path, reason: 'ignored' as const, detail: '*.log' }));
    await store.writeLeftOut([...leftOut, { path: 'b', reason: 'tooLarge', detail: null }]);
    const all = await store.leftOut({ offset: 0, limit: 10 });
    expect(all.leftOut.map((entry) => entry.path)).toEqual(['a', 'b', '\u{1f600}', '\ue000']);
    expect(await store.leftOut({ reason: 'ignored', offset: 1, limit: 1 })).toEqual({ total: 3, leftOut: [leftOut[1]] });
    expect((await store.statistics()).leftOut).toEqual({ ignored: 3, tooLarge: 1 });
    await store.writeLeftOut([]);
    expect(await store.leftOut({ offset: 0, limit: 10 })).toEqual({ total: 0, leftOut: [] });
    expect((await store.statistics()).leftOut).toEqual({});
  });

  it('counts', async () => {
    const syntax = { issues: [{ code: 'syntax' as const, message: '', line: 1 }], size: 100, lines: 7 };
    await writeFiles(
      sampleFile({ path: 'a', terms: { x: {}, y: {} }, definitions: [{ name: 'A' }], rest: syntax }),
      sampleFile({ path: 'b', language: 'go', imports: [{ module: 'm' }], terms: { x: {} } }),
      sampleFile({ path: 'c', language: 'c', rest: { referenceCount: 5, references: packReferences([]) } }),
    );
    await store.setMeta('lastIndexedMs', '1234');
    const { generation, indexBytes, schemaVersion, ...statistics } = await store.statistics();
    expect(indexBytes).toBeGreaterThan(0);
    expect(schemaVersion).toBeGreaterThan(0);
    expect(statistics).toEqual({
      files: 3,
      bytes: 120,
      lines: 13,
      definitions: 1,
      imports: 1,
      references: 5,
      terms: 3,
      filesWithIssues: 1,
      languages: [
        { language: 'c', files: 1, bytes: 10, lines: 3 },
        { language: 'go', files: 1, bytes: 10, lines: 3 },
        { language: 'typescript', files: 1, bytes: 100, lines: 7 },
      ],
      leftOut: {},
      lastIndexedMs: 1_234,
    });
    await writeFiles(sampleFile({ path: 'd', language: 'go' }));
    expect((await store.statistics()).languages[0]?.language).toBe('go');
    expect((await store.statistics()).generation).toBeGreaterThan(generation);
  });

  it('keeps small facts', async () => {
    expect(await store.getMeta('runState')).toBeNull();
    await store.setMeta('runState', 'running');
    await store.setMeta('runState', '{"a":"é"}');
    expect(await store.getMeta('runState')).toBe('{"a":"é"}');
    await store.setMeta('runState', null);
    expect(await store.getMeta('runState')).toBeNull();
  });
}

function describeBehaviour(open: OpenForTest): void {
  it('writes a batch whole or not at all', async () => {
    await writeFiles(sampleFile({ path: 'a', terms: { kept: {} } }));
    const before = await allAnswers(store);
    const broken = sampleFile({ path: 'z', definitions: [{ name: undefined as unknown as string }] });
    const whole = store.write({ files: [sampleFile({ path: 'b' }), broken], removed: ['a'], touched: [] });
    await expect(whole).rejects.toBeInstanceOf(AppError);
    expect(await allAnswers(store)).toEqual(before);
    await writeFiles(sampleFile({ path: 'b' }));
    expect((await store.documents()).paths).toEqual(['a', 'b']);
    expect(await store.check()).toEqual([]);
  });

  it('numbers generations and never changes a table that it gave out', async () => {
    await writeFiles(sampleFile({ path: 'b', terms: { x: { path: 1 } } }));
    const first = await store.documents();
    const kept = structuredClone(first);
    expect(await store.documents()).toBe(first);
    await store.write(batch({ touched: [{ path: 'b', size: 1, mtimeMs: 1, verifiedAtMs: 1 }] }));
    const touched = await store.documents();
    expect(touched.generation).toBeGreaterThan(first.generation);
    await writeFiles(sampleFile({ path: 'a' }), sampleFile({ path: 'b' }));
    expect((await store.documents()).generation).toBeGreaterThan(touched.generation);
    expect((await store.documents()).paths).toEqual(['a', 'b']);
    expect(first).toEqual(kept);
  });

  it('does as it is asked without waiting in between', async () => {
    const writes = [1, 2, 3].map((size) => store.write(batch({ files: [sampleFile({ path: 'a', rest: { size } })] })));
    const optimised = [store.optimise(), store.optimise()];
    const last = store.write(batch({ files: [sampleFile({ path: 'b' })], removed: ['a'] }));
    await Promise.all([...writes, ...optimised, last]);
    expect((await store.documents()).paths).toEqual(['b']);
    expect(await store.check()).toEqual([]);
  });

  it('reads one committed state while it writes and optimises', async () => {
    const work: Promise<unknown>[] = [];
    for (let n = 0; n < 40; n++) {
      const files = ['a', 'b'].map((path) => sampleFile({ path, terms: { [`term${n}`]: { path: 1 } }, definitions: [{ name: 'A' }] }));
      work.push(store.write(batch({ files })));
      if (n % 10 === 9) work.push(store.optimise());
      const read = async (): Promise<void> => {
        const [{ count, ids }, { total }] = await Promise.all([store.documents(), store.listFiles({ offset: 0, limit: 9 })]);
        expect([0, 2]).toContain(count);
        expect([0, 2]).toContain(total);
        expect([0, 2]).toContain((await store.definitions([...ids])).size);
        expect([0, 1]).toContain((await store.termsWithPrefix('term', 9)).length);
      };
      work.push(read(), Promise.resolve().then(read), new Promise((done) => setImmediate(done)).then(read));
    }
    await Promise.all(work);
    expect(await store.termsWithPrefix('term', 9)).toEqual(['term39']);
    expect(await store.check()).toEqual([]);
  });

  it('writes nothing for an empty batch', async () => {
    const { generation } = await store.documents();
    await store.write(batch({}));
    expect((await store.documents()).generation).toBe(generation);
  });

  it('rejects, and never throws, after it was closed', async () => {
    const other = await open(await mkdtemp(join(directory, 'other-')));
    await other.close();
    await other.close();
    for (const call of [() => other.documents(), () => other.write(batch({ removed: ['a'] })), () => other.optimise()]) {
      await expect(call()).rejects.toMatchObject({ code: 'DatabaseError' });
    }
  });
}

/** Plays a history and gives what its end must equal: the files that are left. */
async function play(steps: readonly Step[]): Promise<{ files: Map<string, FileWrite>; leftOut: Step & { do: 'leaveOut' } }> {
  const files = new Map<string, FileWrite>();
  let leftOut: Step & { do: 'leaveOut' } = { do: 'leaveOut', leftOut: [] };
  for (const step of steps) {
    if (step.do === 'write') {
      const touched = step.touched.map((touch) => ({ ...touch, verifiedAtMs: touch.mtimeMs + 1 }));
      await store.write({ files: step.files, removed: step.removed, touched });
      for (const path of step.removed) files.delete(path);
      for (const file of step.files) files.set(file.path, file);
      for (const touch of touched) {
        const file = files.get(touch.path);
        if (file !== undefined) files.set(touch.path, { ...file, ...touch });
      }
    } else if (step.do === 'leaveOut') {
      leftOut = step;
      await store.writeLeftOut(step.leftOut);
    } else if (step.do === 'clear') {
      files.clear();
      await store.clear();
    } else if (step.do === 'optimise') await store.optimise();
    else await store.postings(oddWords.slice(0, 3));
  }
  return { files, leftOut };
}

function describeHistory(open: OpenForTest, histories: number): void {
  it('answers after any history like a store that was written once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryStep, { maxLength: 40, size: 'max' }), async (steps) => {
        store = await open(await mkdtemp(join(directory, 'history-')));
        const { files, leftOut } = await play(steps);
        const fresh = await open(await mkdtemp(join(directory, 'fresh-')));
        try {
          await fresh.writeLeftOut(leftOut.leftOut.toReversed());
          await fresh.write(batch({ files: [...files.values()].toReversed() }));
          expect(await allAnswers(store)).toEqual(await allAnswers(fresh));
          expect(await store.check()).toEqual([]);
          await store.optimise();
          expect(await allAnswers(store)).toEqual(await allAnswers(fresh));
        } finally {
          await fresh.close();
          await store.close();
        }
      }),
      { numRuns: histories },
    );
  });
}

function describePersistence(open: OpenForTest): void {
  it('has everything after it was opened again', async () => {
    await writeFiles(sampleFile({ path: 'a', terms: { x: { path: 1 } }, imports: [sampleImport({ module: 'm' })] }));
    await store.writeLeftOut([{ path: 'l', reason: 'secret', detail: null }]);
    const before = await allAnswers(store);
    await store.close();
    store = await open(directory);
    expect(await allAnswers(store)).toEqual(before);
    expect(store.notice).toBeNull();
  });

  it('shows one connection what another has written', async () => {
    const other = await open(directory);
    try {
      await writeFiles(...['a', 'b', 'c'].map((path) => sampleFile({ path, terms: { x: {} } })));
      expect((await other.documents()).paths).toEqual(['a', 'b', 'c']);
      expect((await other.statistics()).files).toBe(3);
      // A replacement and a removal at once, then a file that comes and goes unseen.
      await store.write(batch({ files: [sampleFile({ path: 'b', terms: { y: {} } })], removed: ['c'] }));
      expect((await other.documents()).paths).toEqual(['a', 'b']);
      await writeFiles(sampleFile({ path: 'd' }));
      await store.write(batch({ removed: ['d', 'a'] }));
      expect((await other.documents()).paths).toEqual(['b']);
      expect((await other.postings(['x', 'y'])).postings.map((posting) => [...posting.rows])).toEqual([[], [0]]);
      await other.write(batch({ removed: ['b'] }));
      expect((await store.documents()).count).toBe(0);
    } finally {
      await other.close();
    }
  });
}
