/**
 * The suite that every `Store` passes: `describeStore('…', locate)` in a test file of the engine.
 * Tests call through the contract only.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../model/error.ts';
import { describeChunks } from './conformance-chunks.ts';
import { describeFiles, describeLists, describeTerms } from './conformance-content.ts';
import { describeLinks } from './conformance-links.ts';
import { describeLocations, type Locate } from './conformance-locations.ts';
import { describeTexts } from './conformance-texts.ts';
import { describeVectors } from './conformance-vectors.ts';
import { allAnswers, arbitraryStep, oddWords, sampleFile, sampleImport } from './conformance-samples.ts';
import type { Step } from './conformance-samples.ts';
import { batch, subject, writeFiles } from './conformance-subject.ts';
import { openStore } from '../registry.ts';
import type { FileWrite, Store } from '../store.ts';

/** `directory` is new and empty for each test. */
export type OpenForTest = (directory: string) => Promise<Store>;

export interface Traits {
  /** A store that is opened again at the same location has the written data; default true. */
  persistent?: boolean;
  /** How long another store on the same index may give the state before a write (ms); default 0. */
  staleMs?: number;
  /** Histories that the property test runs; default 40. */
  histories?: number;
}

/** @param locate returns another location for each directory, or one at which each store is a new one */
export function describeStore(name: string, locate: Locate, traits: Traits = {}): void {
  const open: OpenForTest = (directory) => openStore(locate(directory));
  const persistent = traits.persistent !== false;
  describe(name, () => {
    beforeEach(async () => {
      subject.directory = await mkdtemp(join(tmpdir(), 'code-scout-store-'));
      subject.store = await open(subject.directory);
    });
    afterEach(async () => {
      await subject.store.close();
      await rm(subject.directory, { recursive: true, force: true });
    });
    describe('files', describeFiles);
    describe('terms', describeTerms);
    describe('lists', describeLists);
    describe('chunks', describeChunks);
    describe('texts', describeTexts);
    describe('vectors', () => describeVectors(open, persistent));
    describe('links', describeLinks);
    describe('locations', () => describeLocations(locate, persistent));
    describe('behaviour', () => describeBehaviour(open));
    describe('history', () => describeHistory(open, traits.histories ?? 40));
    if (persistent) describe('persistence', () => describePersistence(open, traits.staleMs ?? 0));
  });
}

function describeBehaviour(open: OpenForTest): void {
  it('writes a batch completely or not at all', async () => {
    await writeFiles(sampleFile({ path: 'a', terms: { kept: {} } }));
    const before = await allAnswers(subject.store);
    const broken = sampleFile({ path: 'z', rest: { hash: undefined as unknown as string } });
    const whole = subject.store.write({ files: [sampleFile({ path: 'b' }), broken], removed: ['a'], touched: [] });
    await expect(whole).rejects.toBeInstanceOf(AppError);
    expect(await allAnswers(subject.store)).toEqual(before);
    await writeFiles(sampleFile({ path: 'b' }));
    expect((await subject.store.state()).documents.paths).toEqual(['a', 'b']);
    expect(await subject.store.check()).toEqual([]);
  });

  it('counts generations, and never changes a table that it has returned', async () => {
    await writeFiles(sampleFile({ path: 'b', terms: { x: { path: 1 } } }));
    const first = (await subject.store.state()).documents;
    const kept = structuredClone(first);
    expect((await subject.store.state()).documents).toBe(first);
    await subject.store.write(batch({ touched: [{ path: 'b', size: 1, mtimeMs: 1, verifiedAtMs: 1 }] }));
    const touched = (await subject.store.state()).documents;
    expect(touched.generation).toBeGreaterThan(first.generation);
    expect(touched.ids).toBe(first.ids);
    await writeFiles(sampleFile({ path: 'a' }), sampleFile({ path: 'b' }));
    expect((await subject.store.state()).generation).toBeGreaterThan(touched.generation);
    expect((await subject.store.state()).documents.paths).toEqual(['a', 'b']);
    expect(first).toEqual(kept);
  });

  it('gives one object as its state while nothing of it changes', async () => {
    const { store } = subject;
    await writeFiles(sampleFile({ path: 'a' }));
    const first = await store.state();
    const kept = structuredClone(first);
    await store.setMeta('runState', 'x');
    await store.texts.write([{ fileId: first.documents.ids[0]!, text: 'text' }]);
    expect(await store.state()).toBe(first);
    const changes: (() => Promise<unknown>)[] = [
      () => store.setMeta('lastIndexedMs', '5'),
      () => store.setMeta('linkingVersion', '1'),
      () => store.linkIds(['a']),
      () => store.vectors.begin('model'),
      () => store.writeLeftOut([{ path: 'b', reason: 'ignored', detail: null }]),
      () => writeFiles(sampleFile({ path: 'c' })),
      () => store.clear(),
    ];
    const seen: unknown[] = [first];
    for (const change of changes) {
      await change();
      const state = await store.state();
      expect(seen).not.toContain(state);
      expect(state.generation).toBe(state.documents.generation);
      expect(await store.generation()).toBe(state.generation);
      seen.push(state);
    }
    expect(seen.at(-1)).toMatchObject({
      ...{ documents: { count: 0 }, embedders: ['model'] },
      marks: { lastIndexedMs: '5', linkingVersion: '1', linkGeneration: null },
    });
    expect(first).toEqual(kept);
  });

  it('handles calls that do not wait for each other', async () => {
    const writes = [1, 2, 3].map((size) =>
      subject.store.write(batch({ files: [sampleFile({ path: 'a', rest: { size } })] })),
    );
    const optimised = [subject.store.optimise(), subject.store.optimise()];
    const last = subject.store.write(batch({ files: [sampleFile({ path: 'b' })], removed: ['a'] }));
    await Promise.all([...writes, ...optimised, last]);
    expect((await subject.store.state()).documents.paths).toEqual(['b']);
    expect(await subject.store.check()).toEqual([]);
  });

  it('reads one committed state while it writes and optimises', async () => {
    const work: Promise<unknown>[] = [];
    for (let n = 0; n < 40; n++) {
      const files = ['a', 'b'].map((path) =>
        sampleFile({ path, terms: { [`term${n}`]: { path: 1 } }, definitions: [{ name: 'A' }] }),
      );
      work.push(subject.store.write(batch({ files })));
      if (n % 10 === 9) work.push(subject.store.optimise());
      const read = async (): Promise<void> => {
        const [{ documents }, { total }] = await Promise.all([
          subject.store.state(),
          subject.store.listFiles({ offset: 0, limit: 9 }),
        ]);
        const { count, ids } = documents;
        expect([0, 2]).toContain(count);
        expect([0, 2]).toContain(total);
        expect([0, 2]).toContain((await subject.store.definitions([...ids])).size);
        expect([0, 1]).toContain((await subject.store.termsWithPrefix('term', 9)).length);
      };
      work.push(read(), Promise.resolve().then(read), new Promise((done) => setImmediate(done)).then(read));
    }
    await Promise.all(work);
    expect(await subject.store.termsWithPrefix('term', 9)).toEqual(['term39']);
    expect(await subject.store.check()).toEqual([]);
  });

  it('writes nothing for an empty batch', async () => {
    const { generation } = await subject.store.state();
    await subject.store.write(batch({}));
    expect((await subject.store.state()).generation).toBe(generation);
  });

  it('rejects, and never throws, after it was closed', async () => {
    const other = await open(await mkdtemp(join(subject.directory, 'other-')));
    await other.close();
    await other.close();
    for (const call of [() => other.state(), () => other.write(batch({ removed: ['a'] })), () => other.optimise()]) {
      await expect(call()).rejects.toMatchObject({ code: 'DatabaseError' });
    }
  });
}

/** Plays a history, and returns the files that must be left at its end. */
async function play(
  steps: readonly Step[],
): Promise<{ files: Map<string, FileWrite>; leftOut: Step & { do: 'leaveOut' } }> {
  const files = new Map<string, FileWrite>();
  let leftOut: Step & { do: 'leaveOut' } = { do: 'leaveOut', leftOut: [] };
  for (const step of steps) {
    if (step.do === 'write') {
      const touched = step.touched.map((touch) => ({ ...touch, verifiedAtMs: touch.mtimeMs + 1 }));
      await subject.store.write({ files: step.files, removed: step.removed, touched });
      for (const path of step.removed) files.delete(path);
      for (const file of step.files) files.set(file.path, file);
      for (const touch of touched) {
        const file = files.get(touch.path);
        if (file !== undefined) files.set(touch.path, { ...file, ...touch });
      }
    } else if (step.do === 'leaveOut') {
      leftOut = step;
      await subject.store.writeLeftOut(step.leftOut);
    } else if (step.do === 'clear') {
      files.clear();
      await subject.store.clear();
    } else if (step.do === 'optimise') await subject.store.optimise();
    else await subject.store.postings(oddWords.slice(0, 3));
  }
  return { files, leftOut };
}

function describeHistory(open: OpenForTest, histories: number): void {
  it('answers after any history like a store that was written once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryStep, { maxLength: 40, size: 'max' }), async (steps) => {
        subject.store = await open(await mkdtemp(join(subject.directory, 'history-')));
        const { files, leftOut } = await play(steps);
        const fresh = await open(await mkdtemp(join(subject.directory, 'fresh-')));
        try {
          await fresh.writeLeftOut(leftOut.leftOut.toReversed());
          await fresh.write(batch({ files: [...files.values()].toReversed() }));
          expect(await allAnswers(subject.store)).toEqual(await allAnswers(fresh));
          expect(await subject.store.check()).toEqual([]);
          await subject.store.optimise();
          expect(await allAnswers(subject.store)).toEqual(await allAnswers(fresh));
        } finally {
          await fresh.close();
          await subject.store.close();
        }
      }),
      { numRuns: histories },
    );
  });
}

function describePersistence(open: OpenForTest, staleMs: number): void {
  it('has everything after it was opened again', async () => {
    await writeFiles(sampleFile({ path: 'a', terms: { x: { path: 1 } }, imports: [sampleImport({ module: 'm' })] }));
    await subject.store.writeLeftOut([{ path: 'l', reason: 'secret', detail: null }]);
    const before = await allAnswers(subject.store);
    await subject.store.close();
    subject.store = await open(subject.directory);
    expect(await allAnswers(subject.store)).toEqual(before);
    expect(subject.store.notice).toBeNull();
  });

  it('shows one connection what another has written', async () => {
    const other = await open(subject.directory);
    const pathsSeen = async (store: Store): Promise<string[]> => {
      if (staleMs > 0) await sleep(staleMs);
      return (await store.state()).documents.paths;
    };
    try {
      await writeFiles(...['a', 'b', 'c'].map((path) => sampleFile({ path, terms: { x: {} } })));
      expect(await pathsSeen(other)).toEqual(['a', 'b', 'c']);
      expect((await other.statistics()).files).toBe(3);
      // A replacement together with a removal, then a file that is added and removed between two reads.
      await subject.store.write(batch({ files: [sampleFile({ path: 'b', terms: { y: {} } })], removed: ['c'] }));
      expect(await pathsSeen(other)).toEqual(['a', 'b']);
      await writeFiles(sampleFile({ path: 'd' }));
      await subject.store.write(batch({ removed: ['d', 'a'] }));
      expect(await pathsSeen(other)).toEqual(['b']);
      expect((await other.postings(['x', 'y'])).postings.map((posting) => [...posting.rows])).toEqual([[], [0]]);
      await other.write(batch({ removed: ['b'] }));
      expect(await pathsSeen(subject.store)).toEqual([]);
    } finally {
      await other.close();
    }
  });
}
