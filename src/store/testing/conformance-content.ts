/** The part of the conformance suite about files, terms and lists. */
import { expect, it } from 'vitest';
import { oddWords, sampleDefinition, sampleFile, sampleImport } from './conformance-samples.ts';
import { batch, idOf, pathsWith, subject, writeFiles } from './conformance-subject.ts';
import type { FileWrite } from '../store.ts';
import { packReferences, unpackReferences } from '../packed/packed-references.ts';

const sampleMacros = {
  ...{ family: 'c', names: ['A', 'B'], text: '#define A\n#define B\n', digest: 'x' },
  ...{ calls: ['C', 'D'], unexpanded: 2, given: 'y' },
};

export function describeFiles(): void {
  it('is empty at first', async () => {
    expect((await subject.store.state()).documents.count).toBe(0);
    expect(await subject.store.fileStates()).toEqual([]);
    expect(await subject.store.termsWithPrefix('', 10)).toEqual([]);
    expect((await subject.store.statistics()).files).toBe(0);
    expect(await subject.store.check()).toEqual([]);
  });

  it('returns all data of a file', async () => {
    const references = [{ name: 'run', kind: 'call' as const, receiver: 'this', line: 4, column: 2, container: 0 }];
    const issues = [{ code: 'syntax' as const, message: 'missing ")"', line: null }];
    const definitions = [
      sampleDefinition({ name: 'A', decorators: ['x.y'], docstring: 'Doc.', signature: '<T>', exported: true }),
      sampleDefinition({ name: 'run', container: 'A' }),
    ];
    const names = [
      { name: 'default', alias: 'b' },
      { name: '*', alias: null },
    ];
    const flags = { isDynamic: true, isReexport: true, isTypeOnly: true };
    const imports = [
      sampleImport({ module: './b.js', type: 'local', names }),
      sampleImport({ module: 'fs', type: 'builtin', alias: 'fs', ...flags, line: 9, column: 4 }),
    ];
    const write = sampleFile({
      path: 'src/a.ts',
      definitions,
      imports,
      references,
      rest: {
        rawPath: new Uint8Array([0xff, 0]),
        traits: 129,
        mtimeMs: 1_730_000_000_123.456,
        encoding: 'latin1',
        issues,
        size: 2 ** 40,
      },
    });
    await writeFiles(write);
    const id = await idOf('src/a.ts');
    const { path, rawPath, size, mtimeMs, hash, verifiedAtMs, language, encoding, lines, traits } = write;
    const state = { id, path, size, mtimeMs, hash, verifiedAtMs };
    const counts = { definitionCount: 2, importCount: 2, referenceCount: 1, issueCount: 1 };
    expect(await subject.store.files([id])).toEqual([
      { ...state, rawPath, language, encoding, lines, traits, indexedAtMs: expect.any(Number), ...counts },
    ]);
    expect(await subject.store.definitions([id])).toEqual(new Map([[id, definitions]]));
    const outlines = await subject.store.outlines([id]);
    const packed = await subject.store.packedOutlines([id, 999_999]);
    expect(new Map([...packed].map(([file, outline]) => [file, outline.all()]))).toEqual(outlines);
    expect(await subject.store.imports([id])).toEqual(new Map([[id, imports]]));
    expect(unpackReferences((await subject.store.references([id])).get(id) ?? new Uint8Array(0))).toEqual(references);
    expect(await subject.store.issues([id])).toEqual(new Map([[id, issues]]));
    expect(await subject.store.fileStates()).toEqual([state]);
  });

  it('returns empty lists for a file without content, and nothing for an unknown file', async () => {
    await writeFiles(sampleFile({ path: 'bare' }));
    const id = await idOf('bare');
    expect(await subject.store.definitions([id, id + 99])).toEqual(new Map([[id, []]]));
    expect(await subject.store.imports([id, id + 99])).toEqual(new Map([[id, []]]));
    expect(await subject.store.references([id, id + 99])).toEqual(new Map([[id, packReferences([])]]));
    expect(await subject.store.issues([id, id + 99])).toEqual(new Map([[id, []]]));
    expect((await subject.store.files([id + 99, id])).map((file) => file.path)).toEqual(['bare']);
    expect(await subject.store.filesByPath(['nowhere', 'bare'])).toHaveLength(1);
  });

  it('returns files in the order of the request', async () => {
    await writeFiles(...['a', 'b', 'c'].map((path) => sampleFile({ path })));
    const ids = [await idOf('c'), await idOf('a'), await idOf('b')];
    expect((await subject.store.files(ids)).map((file) => file.path)).toEqual(['c', 'a', 'b']);
    expect((await subject.store.filesByPath(['b', 'c'])).map((file) => file.path)).toEqual(['b', 'c']);
  });

  it('names the files below folders', async () => {
    await writeFiles(...['a', 'a.b', 'a/b', 'a/b/c', 'a0', 'a/\u{1f600}', 'b/a/c'].map((path) => sampleFile({ path })));
    const below = async (...folders: string[]): Promise<string[]> => (await subject.store.pathsBelow(folders)).sort();
    expect(await below('a')).toEqual(['a/b', 'a/b/c', 'a/\u{1f600}']);
    expect(await below('a/b', 'a', 'a.b', 'nowhere')).toEqual(['a/b', 'a/b/c', 'a/\u{1f600}']);
    expect(await below()).toEqual([]);
  });

  it('replaces a file and deletes the old one', async () => {
    await writeFiles(
      sampleFile({ path: 'a', definitions: [{ name: 'Old' }], terms: { old: { symbols: 1 }, both: { path: 1 } } }),
    );
    const old = await idOf('a');
    await writeFiles(
      sampleFile({ path: 'a', definitions: [{ name: 'New' }], terms: { new: { symbols: 1 }, both: { path: 2 } } }),
    );
    const id = await idOf('a');
    expect(id).not.toBe(old);
    expect(await subject.store.files([old])).toEqual([]);
    expect(await subject.store.definitions([old, id])).toEqual(new Map([[id, [sampleDefinition({ name: 'New' })]]]));
    expect(await subject.store.definitionsNamed(['Old'])).toEqual(new Map([['Old', []]]));
    expect(await pathsWith('old')).toEqual([]);
    expect(await pathsWith('both')).toEqual(['a']);
    expect(await subject.store.termsWithPrefix('', 10)).toEqual(['both', 'new']);
    expect(await subject.store.check()).toEqual([]);
  });

  it('replaces a file whose path has a lone surrogate', async () => {
    for (const size of [1, 2]) await writeFiles(sampleFile({ path: 'half \ud83d', rest: { size } }));
    expect((await subject.store.fileStates()).map(({ size }) => size)).toEqual([2]);
  });

  it('keeps the data of many files apart that are written and replaced at once', async () => {
    const numbers = [...Array(50).keys()];
    for (const version of ['old', 'new']) {
      // Some of the files have no definitions.
      const named = (n: number): { name: string }[] => (n % 3 === 0 ? [] : [{ name: `${version} ${n}` }]);
      await writeFiles(...numbers.map((n) => sampleFile({ path: `file ${n}`, definitions: named(n) })));
      const ids = await Promise.all(numbers.map((n) => idOf(`file ${n}`)));
      const found = await subject.store.definitions(ids);
      expect(ids.map((id) => found.get(id))).toEqual(numbers.map((n) => named(n).map(sampleDefinition)));
    }
    expect(await subject.store.check()).toEqual([]);
  });

  it('removes, then writes, then touches', async () => {
    await writeFiles(sampleFile({ path: 'a', terms: { gone: {} } }), sampleFile({ path: 'b', terms: { stays: {} } }));
    await subject.store.write({
      removed: ['a', 'c', 'never there'],
      files: [sampleFile({ path: 'c', rest: { size: 1 } }), sampleFile({ path: 'c', rest: { size: 2 } })],
      touched: [
        { path: 'b', size: 77, mtimeMs: 5.5, verifiedAtMs: 6 },
        { path: 'never there', size: 1, mtimeMs: 1, verifiedAtMs: 1 },
      ],
    });
    const files = await subject.store.filesByPath(['a', 'b', 'c']);
    expect(files.map(({ path, size, mtimeMs, verifiedAtMs }) => [path, size, mtimeMs, verifiedAtMs])).toEqual([
      ['b', 77, 5.5, 6],
      ['c', 2, 1_000.25, 2_000],
    ]);
    expect(await subject.store.termsWithPrefix('', 10)).toEqual(['stays']);
  });

  it('reports contents that do not agree with their file', async () => {
    const definitions = [{ name: 'f' }];
    const file = (path: string, rest: Partial<FileWrite>): FileWrite => sampleFile({ path, definitions, rest });
    await writeFiles(
      file('a', {}),
      file('b', { definitionCount: 2 }),
      file('c', { imports: Uint8Array.of(200) }),
      file('d', { summary: Uint8Array.of(1, 2, 3) }),
      file('e', { definitionNames: [] }),
    );
    const problems = (await subject.store.check()).map(({ what }) => what).join('\n');
    expect(problems).toContain('b has 1 definitions instead of 2.');
    expect(problems).toContain('The imports of c cannot be read');
    expect(problems).toContain('The summary of d cannot be read');
    expect(problems).not.toMatch(/\ba (?:has|defines|cannot)|of a /);
    // A name that is found in another file is not missed.
    expect(problems).not.toContain('defines');
    await subject.store.write(batch({ removed: ['a', 'b', 'c', 'd'] }));
    const rest = (await subject.store.check()).map(({ what }) => what).join('\n');
    expect(rest).toContain('e defines f, which no search by name finds.');
  });

  it('clears everything that belongs to files', async () => {
    await subject.store.setMeta('root', '/r');
    await writeFiles(
      sampleFile({ path: 'a', terms: { x: {} }, definitions: [{ name: 'A' }], imports: [{ module: 'm' }] }),
    );
    const id = await idOf('a');
    await subject.store.clear();
    expect((await subject.store.state()).documents.count).toBe(0);
    expect(await subject.store.definitions([id])).toEqual(new Map());
    expect(await subject.store.termsWithPrefix('', 10)).toEqual([]);
    expect(await subject.store.getMeta('root')).toBe('/r');
    await writeFiles(sampleFile({ path: 'a' }));
    expect(await idOf('a')).not.toBe(id);
    expect(await subject.store.check()).toEqual([]);
  });
}

export function describeTerms(): void {
  it('returns the counts of each field', async () => {
    await writeFiles(sampleFile({ path: 'z', terms: { hit: { filename: 255, derived: 1 }, other: {} } }));
    await writeFiles(
      sampleFile({ path: 'm', terms: { hit: {} } }),
      sampleFile({ path: 'a', terms: { hit: { path: 1, symbols: 1 } } }),
    );
    const { documents, postings } = await subject.store.postings(['hit', 'absent', 'other', 'hit']);
    expect(documents.paths).toEqual(['a', 'm', 'z']);
    await writeFiles(...Array.from({ length: 90 }, (_, n) => sampleFile({ path: `other${n}` })));
    expect(await pathsWith('hit')).toEqual(['a', 'm', 'z']);
    const ofFields = postings.map(({ term, rows, counts }) => {
      const byRow = [...rows].map(
        (row, at) => [documents.paths[row], [...counts.subarray(at * 9, at * 9 + 9)]] as const,
      );
      return [term, Object.fromEntries(byRow)];
    });
    const hit = {
      a: [0, 1, 0, 0, 0, 1, 0, 0, 0],
      m: new Array(9).fill(0),
      z: [255, 0, 0, 0, 0, 0, 0, 0, 1],
    };
    expect(ofFields).toEqual([
      ['hit', hit],
      ['absent', {}],
      ['other', { z: new Array(9).fill(0) }],
      ['hit', hit],
    ]);
    expect(postings[1]?.counts).toHaveLength(0);
    expect([...documents.fieldLengths.slice(0, 9)]).toEqual([0, 1, 0, 0, 0, 1, 0, 0, 0]);
  });

  it('distinguishes odd words and sorts them by code unit', async () => {
    const terms = new Map(oddWords.map((word) => [word, { symbols: 1 }]));
    await writeFiles(
      sampleFile({ path: 'odd', terms }),
      sampleFile({ path: 'empty', terms: new Map([['', { symbols: 1 }]]) }),
    );
    for (const word of oddWords) expect(await pathsWith(word)).toEqual(['odd']);
    for (const word of ['hasOwnProperty', '\ude00', 'alph', '\ufffd']) expect(await pathsWith(word)).toEqual([]);
    expect(await pathsWith('')).toEqual(['empty']);
    expect(await subject.store.termsWithPrefix('', 100)).toEqual(['', ...oddWords].sort());
    expect(await subject.store.termsWithPrefix('\ud83d', 100)).toEqual(['\ud83d', '\u{1f600}', '\u{1f600}x']);
    expect(await subject.store.termsWithPrefix('alpha', 100)).toEqual(['alpha', 'alphabet']);
    expect(await subject.store.termsWithPrefix('', 2)).toEqual(['', '__proto__']);
    expect(await subject.store.termsWithPrefix('alpha', 0)).toEqual([]);
  });

  it('finds all documents of a frequent term, whatever was merged', async () => {
    const files = Array.from({ length: 700 }, (_, n) => {
      const terms = { common: { symbols: 1 + (n % 3) }, [`rare${n}`]: { comments: 1 } };
      return sampleFile({ path: `f${String(n % 10)}/${n}`, terms });
    });
    for (let at = 0; at < files.length; at += 50) await writeFiles(...files.slice(at, at + 50));
    for (const round of ['written', 'optimised']) {
      expect(await pathsWith('common'), round).toEqual(files.map((file) => file.path).sort());
      expect(await pathsWith('rare699')).toEqual(['f9/699']);
      expect(await subject.store.termsWithPrefix('rare69', 20)).toEqual([
        'rare69',
        ...Array.from({ length: 10 }, (_, n) => `rare69${n}`),
      ]);
      await subject.store.optimise();
    }
    await subject.store.write(batch({ removed: files.filter((_, n) => n % 7 !== 0).map((file) => file.path) }));
    for (const round of ['removed', 'optimised']) {
      expect((await pathsWith('common')).length, round).toBe(100);
      expect(await subject.store.termsWithPrefix('rare1', 3)).toEqual(['rare105', 'rare112', 'rare119']);
      expect(await subject.store.check()).toEqual([]);
      await subject.store.optimise();
    }
  });

  it('finds definitions by name', async () => {
    const run = { name: 'run', kind: 'method' as const };
    await writeFiles(sampleFile({ path: 'b', definitions: [{ name: 'B' }, run, { ...run, line: 9 }] }));
    await writeFiles(
      sampleFile({ path: 'a', definitions: [run, { name: 'constructor' }], terms: { run: { symbols: 1 } } }),
    );
    const [a, b] = [await idOf('a'), await idOf('b')];
    expect(await subject.store.definitionsNamed(['run', 'ru', 'constructor'])).toEqual(
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
    // Names of definitions are not tags.
    expect(await subject.store.termsWithPrefix('', 10)).toEqual(['run']);
    expect(await pathsWith('run')).toEqual(['a']);
  });
}

export function describeLists(): void {
  it('lists documents and files by code unit, filtered and in pages', async () => {
    const paths = ['src/\u{1f600}', 'src/\ue000', 'src/a.ts', 'src/B.ts', 'lib/x', 'src', 'src/é'];
    await writeFiles(
      ...paths.map((path) => sampleFile({ path, language: path.includes('.') ? 'typescript' : 'text' })),
    );
    const sorted = ['lib/x', 'src', 'src/B.ts', 'src/a.ts', 'src/é', 'src/\u{1f600}', 'src/\ue000'];
    const list = async (filter: object): Promise<unknown> => {
      const { total, files } = await subject.store.listFiles({ offset: 0, limit: 100, ...filter });
      return [total, files.map((file) => file.path)];
    };
    expect((await subject.store.state()).documents.paths).toEqual(sorted);
    expect(await list({})).toEqual([7, sorted]);
    expect(await list({ pathPrefix: 'src/' })).toEqual([5, sorted.slice(2)]);
    expect(await list({ language: 'typescript' })).toEqual([2, ['src/B.ts', 'src/a.ts']]);
    expect(await list({ language: 'text', pathPrefix: 'src', offset: 1, limit: 2 })).toEqual([
      4,
      ['src/é', 'src/\u{1f600}'],
    ]);
    expect(await list({ pathPrefix: 'none' })).toEqual([0, []]);
    expect(await list({ offset: 99 })).toEqual([7, []]);
    expect(await list({ afterPath: 'src/a.ts', limit: 2 })).toEqual([7, ['src/é', 'src/\u{1f600}']]);
    // The file of `afterPath` may be gone.
    expect(await list({ afterPath: 'src/aa', pathPrefix: 'src/', offset: 2 })).toEqual([5, ['src/\ue000']]);
  });

  it('stores the size and time of a skipped file that was read', async () => {
    const seen = { size: 12, mtimeMs: 1_700_000_000_000.25 };
    const entry = { path: 'a.bin', reason: 'binary' as const, detail: null };
    await subject.store.writeLeftOut([{ ...entry, seen }]);
    expect((await subject.store.leftOut({ offset: 0, limit: 10 })).leftOut).toEqual([{ ...entry, seen }]);
    await subject.store.writeLeftOut([{ ...entry, seen: { ...seen, size: 13 } }]);
    expect((await subject.store.leftOut({ offset: 0, limit: 10 })).leftOut).toEqual([
      { ...entry, seen: { ...seen, size: 13 } },
    ]);
  });

  it('replaces the list of skipped files', async () => {
    await subject.store.writeLeftOut([{ path: 'old', reason: 'binary', detail: null }]);
    const leftOut = ['\ue000', '\u{1f600}', 'a'].map((path) => ({ path, reason: 'ignored' as const, detail: '*.log' }));
    await subject.store.writeLeftOut([...leftOut, { path: 'b', reason: 'tooLarge', detail: null }]);
    const all = await subject.store.leftOut({ offset: 0, limit: 10 });
    expect((await subject.store.leftOut({ paths: ['b', 'none', 'a'], offset: 0, limit: 10 })).leftOut).toEqual([
      leftOut[2],
      { path: 'b', reason: 'tooLarge', detail: null },
    ]);
    expect(all.leftOut.map((entry) => entry.path)).toEqual(['a', 'b', '\u{1f600}', '\ue000']);
    expect(await subject.store.leftOut({ reason: 'ignored', offset: 1, limit: 1 })).toEqual({
      total: 3,
      leftOut: [leftOut[1]],
    });
    expect((await subject.store.statistics()).leftOut).toEqual({ ignored: 3, tooLarge: 1 });
    await subject.store.writeLeftOut([]);
    expect(await subject.store.leftOut({ offset: 0, limit: 10 })).toEqual({ total: 0, leftOut: [] });
    expect((await subject.store.statistics()).leftOut).toEqual({});
  });

  it('stores what files say about macros, and deletes it with the file', async () => {
    const { store } = subject;
    const none = { ...sampleMacros, names: [], text: '', calls: [] };
    await writeFiles(
      sampleFile({ path: 'b', rest: { macros: sampleMacros } }),
      sampleFile({ path: 'a', rest: { macros: { ...sampleMacros, calls: [] }, rawPath: null } }),
      sampleFile({ path: 'c', rest: { macros: none } }),
      sampleFile({ path: 'd' }),
    );
    const { family, names, digest, text, calls, given } = sampleMacros;
    expect(await store.macroOffers()).toEqual(['a', 'b'].map((path) => ({ path, family, names, digest })));
    expect(await store.macroCallers()).toEqual([{ path: 'b', rawPath: null, family, calls, given }]);
    expect(await store.macroTexts(['b', 'c', 'none'])).toEqual(new Map([['b', text]]));
    await writeFiles(sampleFile({ path: 'b' }));
    expect((await store.macroOffers()).map(({ path }) => path)).toEqual(['a']);
    expect(await store.macroCallers()).toEqual([]);
    await store.clear();
    expect(await store.macroOffers()).toEqual([]);
  });

  it('counts', async () => {
    const syntax = { issues: [{ code: 'syntax' as const, message: '', line: 1 }], size: 100, lines: 7 };
    const long = { issues: [...syntax.issues, { code: 'tooLong' as const, message: '"code":"x"', line: null }] };
    await writeFiles(
      sampleFile({ path: 'a', terms: { x: {}, y: {} }, definitions: [{ name: 'A' }], rest: syntax }),
      sampleFile({ path: 'b', language: 'go', imports: [{ module: 'm' }], terms: { x: {} }, rest: long }),
      sampleFile({
        path: 'c',
        language: 'c',
        rest: { referenceCount: 5, references: packReferences([]), macros: sampleMacros },
      }),
    );
    await subject.store.setMeta('lastIndexedMs', '1234');
    const { generation, indexBytes, schemaVersion, ...statistics } = await subject.store.statistics();
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
      filesWithIssues: 2,
      filesCutShort: 1,
      languages: [
        { language: 'c', files: 1, bytes: 10, lines: 3, unexpandedMacros: 2 },
        { language: 'go', files: 1, bytes: 10, lines: 3, unexpandedMacros: 0 },
        { language: 'typescript', files: 1, bytes: 100, lines: 7, unexpandedMacros: 0 },
      ],
      leftOut: {},
      lastIndexedMs: 1_234,
    });
    await writeFiles(sampleFile({ path: 'd', language: 'go' }));
    expect((await subject.store.statistics()).languages[0]?.language).toBe('go');
    expect((await subject.store.statistics()).generation).toBeGreaterThan(generation);
  });

  it('stores small values', async () => {
    expect(await subject.store.getMeta('runState')).toBeNull();
    await subject.store.setMeta('runState', 'running');
    await subject.store.setMeta('runState', '{"a":"é"}');
    expect(await subject.store.getMeta('runState')).toBe('{"a":"é"}');
    await subject.store.setMeta('runState', null);
    expect(await subject.store.getMeta('runState')).toBeNull();
  });
}
