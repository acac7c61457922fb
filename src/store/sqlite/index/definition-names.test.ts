import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oddWords, sampleFile } from '../../testing/conformance-samples.ts';
import { compactMemory } from '../../../runtime/memory-at-rest.ts';
import { openStore } from '../../registry.ts';

describe('names of definitions', () => {
  it('are those of live files, in order, after any history with reads in between', async () => {
    const edits = fc.array(
      fc.record({
        path: fc.integer({ min: 0, max: 8 }).map((at) => `f${at}.ts`),
        names: fc.option(fc.array(fc.constantFrom(...oddWords), { maxLength: 4 })),
        isLookedAt: fc.boolean(),
      }),
      { minLength: 1, maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(edits, async (history) => {
        const store = await openStore({ memory: true });
        const model = new Map<string, readonly string[]>();
        try {
          for (const { path, names, isLookedAt } of history) {
            const files = names === null ? [] : [sampleFile({ path, definitions: names.map((name) => ({ name })) })];
            await store.write({ files, touched: [], removed: names === null ? [path] : [] });
            if (names === null) model.delete(path);
            else model.set(path, names);
            if (isLookedAt) await store.definitionNames();
          }
          expect(await store.definitionNames()).toEqual([...new Set([...model.values()].flat())].sort());
        } finally {
          await store.close();
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are those at the end of a reading that writes interrupt', async () => {
    const store = await openStore({ memory: true });
    const write = (path: string, name: string): Promise<unknown> =>
      store.write({ files: [sampleFile({ path, definitions: [{ name }] })], touched: [], removed: [] });
    try {
      await write('a.ts', 'first');
      const readings = [store.definitionNames(), store.definitionNames()];
      await write('b.ts', 'second');
      expect(await Promise.all(readings)).toEqual([
        ['first', 'second'],
        ['first', 'second'],
      ]);
      await write('a.ts', 'third');
      expect(await store.definitionNames()).toEqual(['second', 'third']);
    } finally {
      await store.close();
    }
  });

  it('are read once, also where garbage is collected in between', async () => {
    const store = await openStore({ memory: true });
    try {
      await store.write({
        files: [sampleFile({ path: 'a.ts', definitions: [{ name: 'first' }] })],
        touched: [],
        removed: [],
      });
      const names = await store.definitionNames();
      await new Promise((done) => setImmediate(done));
      compactMemory();
      expect(await store.definitionNames()).toBe(names);
    } finally {
      await store.close();
    }
  });

  it('of the definitions with many names are those of one state, and other work gets turns meanwhile', async () => {
    const store = await openStore({ memory: true });
    const names = Array.from({ length: 20_000 }, (_, at) => `name${at}`);
    const write = (path: string, line: number): Promise<unknown> =>
      store.write({
        files: [sampleFile({ path, definitions: names.map((name) => ({ name, line })) })],
        touched: [],
        removed: [],
      });
    try {
      await write('a.ts', 1);
      let turns = 0;
      const count = setInterval(() => turns++, 0);
      const reading = store.definitionsNamed(names);
      await write('a.ts', 2);
      const found = await reading;
      clearInterval(count);
      expect(turns).toBeGreaterThan(1);
      const [fileId] = (await store.state()).documents.ids;
      const places = [...found.values()].flat();
      expect(places.length).toBe(names.length);
      expect(places.every((place) => place.fileId === fileId && place.definition.line === 2)).toBe(true);
    } finally {
      await store.close();
    }
  });
});
