import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleFile } from '../../testing/conformance-samples.ts';
import { openStore } from '../../registry.ts';
import { nextSpelling } from './names-in-any-case.ts';

/** Few letters, so that many names differ only in case, or have the same beginning. */
const letter = fc.constantFrom('a', 'A', 'k', 'K', '\u212a', '_', '1', 'é', 'É', 'z');
const word = fc.string({ unit: letter, minLength: 1, maxLength: 4 });

function inAnyCase(names: Iterable<string>, wanted: string): string[] {
  const lower = wanted.toLowerCase();
  return [...new Set(names)].filter((one) => one.length === wanted.length && one.toLowerCase() === lower).sort();
}

describe('names in any case', () => {
  it('equal those found among all names of live files, in old and new segments', async () => {
    const history = fc.array(
      fc.record({
        path: fc.integer({ min: 0, max: 5 }).map((at) => `f${at}.ts`),
        names: fc.option(fc.array(word, { maxLength: 12 })),
      }),
      { minLength: 1, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(history, fc.array(word, { minLength: 1, maxLength: 8 }), async (edits, asked) => {
        const store = await openStore({ memory: true });
        const model = new Map<string, readonly string[]>();
        try {
          for (const { path, names } of edits) {
            const files = names === null ? [] : [sampleFile({ path, definitions: names.map((name) => ({ name })) })];
            await store.write({ files, touched: [], removed: names === null ? [path] : [] });
            if (names === null) model.delete(path);
            else model.set(path, names);
          }
          const all = [...model.values()].flat();
          for (const wanted of [...asked, ...all, ''])
            expect(await store.namesInAnyCase(wanted), wanted).toEqual(inAnyCase(all, wanted));
        } finally {
          await store.close();
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are found among thousands with the same beginning', async () => {
    const store = await openStore({ memory: true });
    const names = Array.from({ length: 3000 }, (_, at) => `${at % 2 === 0 ? 'get' : 'Get'}User${at}`);
    const more = ['getuser10', 'GETUSER10', 'getUser1'];
    await store.write({
      files: [sampleFile({ path: 'a.ts', definitions: [...names, ...more].map((name) => ({ name })) })],
      touched: [],
      removed: [],
    });
    expect(await store.namesInAnyCase('GetUser10')).toEqual(['GETUSER10', 'getUser10', 'getuser10']);
    expect(await store.namesInAnyCase('getuser1')).toEqual(['GetUser1', 'getUser1']);
    expect(await store.namesInAnyCase('getUser')).toEqual([]);
    await store.close();
  });
});

describe('the next spelling', () => {
  const forms = [['A', 'a'], ['1'], ['K', 'k', '\u212a']];
  const all = forms[0]!.flatMap((first) => forms[2]!.map((last) => `${first}1${last}`)).sort();

  it('is the first one after any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...all), fc.string({ maxLength: 5 }), word), (name) => {
        expect(nextSpelling(forms, name)).toBe(all.find((one) => one > name) ?? null);
      }),
    );
  });
});
