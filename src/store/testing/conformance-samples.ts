/** Sample files of the conformance suite, and the answers of a store about files as one comparable value. */
import * as fc from 'fast-check';
import type { ChunkSpan } from '../../model/chunk.ts';
import type { Definition } from '../../model/definition.ts';
import { definitionKinds } from '../../model/definition.ts';
import type { LeftOut } from '../../model/file.ts';
import type { Import, ImportedName } from '../../model/import.ts';
import type { Reference } from '../../model/reference.ts';
import type { ChunkWrite } from '../chunk-store.ts';
import { packChunkWords, unpackChunkWords } from '../packed/packed-chunk-words.ts';
import { termTable } from '../../model/chunk-words.ts';
import { packChunks, unpackChunks } from '../packed/packed-chunks.ts';
import { packDefinitions } from '../packed/packed-definitions.ts';
import { packImports } from '../packed/packed-imports.ts';
import { packReferences, unpackReferences } from '../packed/packed-references.ts';
import { tagFields } from '../store.ts';
import type { FileWrite, Store, TagField } from '../store.ts';

export type TermCounts = Record<string, Partial<Record<TagField, number>>>;

export interface FileSample {
  path: string;
  language?: string;
  terms?: TermCounts | Map<string, Partial<Record<TagField, number>>>;
  definitions?: (Partial<Definition> & { name: string })[];
  imports?: (Partial<Import> & { module: string })[];
  references?: Reference[];
  rest?: Partial<FileWrite>;
}

export function sampleDefinition(part: Partial<Definition> & { name: string }): Definition {
  const place = { line: 1, column: 7, startLine: 1, startColumn: 1, endLine: 3, endColumn: 2 };
  const texts = { container: null, docstring: null, signature: null };
  return { kind: 'class', ...place, ...texts, exported: false, decorators: [], ...part };
}

export function sampleImport(part: Partial<Import> & { module: string }): Import {
  const flags = { isDynamic: false, isReexport: false, isTypeOnly: false };
  return { type: 'external', names: [], alias: null, ...flags, line: 1, column: 1, ...part };
}

/** One chunk for every two lines. */
function sampleChunks(lines: number, path: string): ChunkWrite {
  const spans: ChunkSpan[] = [];
  for (let line = 1; line <= lines; line += 2)
    spans.push({ startLine: line, endLine: Math.min(line + 1, lines), kind: 'text', key: path.length * 1_000 + line });
  const words = spans.map(({ kind }) => ({ length: 3, kinds: [kind], names: [] }));
  const terms = [{ hash: path.length, chunks: [...words.keys()], counts: words.map((_, at) => at + 1) }];
  const chunkWords = packChunkWords({ chunks: words, terms: termTable(words.length === 0 ? [] : terms) });
  return { chunks: packChunks(spans), chunkCount: spans.length, chunkWords };
}

/** A complete file from the parts that matter to a test. */
export function sampleFile(sample: FileSample): FileWrite {
  const { path, language = 'typescript', imports = [], references = [], rest = {} } = sample;
  const definitions = (sample.definitions ?? []).map(sampleDefinition);
  const counted = sample.terms instanceof Map ? sample.terms : new Map(Object.entries(sample.terms ?? {}));
  const terms = [...counted.keys()].sort();
  const termCounts = new Uint8Array(terms.length * tagFields.length);
  const fieldLengths = new Array<number>(tagFields.length).fill(0);
  for (const [row, term] of terms.entries()) {
    for (const [column, field] of tagFields.entries()) {
      const count = counted.get(term)?.[field] ?? 0;
      termCounts[row * tagFields.length + column] = count;
      fieldLengths[column] = (fieldLengths[column] ?? 0) + count;
    }
  }
  const source = {
    rawPath: null,
    size: 10,
    mtimeMs: 1_000.25,
    hash: 'ab'.repeat(32),
    verifiedAtMs: 2_000,
    encoding: 'utf-8',
  };
  return {
    path,
    language,
    ...source,
    lines: 3,
    traits: 0,
    definitions: packDefinitions(definitions),
    definitionCount: definitions.length,
    definitionNames: [...new Set(definitions.map((definition) => definition.name))],
    imports: packImports(imports.map(sampleImport)),
    importCount: imports.length,
    references: packReferences(references),
    referenceCount: references.length,
    summary: new Uint8Array(0),
    ...sampleChunks(rest.lines ?? 3, path),
    issues: [],
    macros: null,
    terms,
    termCounts,
    fieldLengths,
    ...rest,
  };
}

/** A few words, so that files share them, including those that are hard to sort or to hash. */
export const oddWords = [
  'alpha',
  'alphabet',
  'beta',
  'constructor',
  '__proto__',
  'toString',
  'é',
  '\u{1f600}',
  '\u{1f600}x',
  '\ue000',
  '\uffff',
  '\ud83d',
  'a\u0000b',
  'x'.repeat(3_000),
];

const paths = [
  'a.ts',
  'a/b.ts',
  'a/é.ts',
  'a/\u{1f600}.ts',
  'a/\ue000.ts',
  'b.py',
  'b/__proto__',
  'with\nnewline.go',
  ' ',
];

const arbitraryDefinition = fc.record({
  name: fc.constantFrom('run', 'Runner', '__proto__', 'é'),
  kind: fc.constantFrom(...definitionKinds),
  container: fc.constantFrom(null, 'Outer'),
  exported: fc.boolean(),
  line: fc.integer({ min: 1, max: 1e6 }),
  docstring: fc.constantFrom(null, '', 'Runs.\nTwice.'),
  signature: fc.constantFrom(null, '(a: number): void'),
  decorators: fc.constantFrom<string[][]>([], ['app.route', 'x']),
});

const arbitraryImport = fc.record({
  module: fc.constantFrom('./a.js', 'fs', '@x/y'),
  type: fc.constantFrom('local' as const, 'external' as const, 'builtin' as const),
  names: fc.constantFrom<ImportedName[][]>(
    [],
    [
      { name: 'default', alias: 'x' },
      { name: 'y', alias: null },
    ],
  ),
  alias: fc.constantFrom(null, 'ns'),
  isDynamic: fc.boolean(),
  isReexport: fc.boolean(),
  isTypeOnly: fc.boolean(),
});

export const arbitraryReference: fc.Arbitrary<Reference> = fc.record({
  name: fc.constantFrom('run', 'constructor', '', '\ud83d'),
  kind: fc.constantFrom('call', 'construct', 'render', 'inherit', 'implement', 'type', 'decorate'),
  receiver: fc.constantFrom(null, 'this', 'c.res', ''),
  line: fc.integer({ min: 1, max: 2 ** 31 }),
  column: fc.integer({ min: 1, max: 1e6 }),
  container: fc.integer({ min: -1, max: 1e4 }),
});

const arbitraryCounts = fc
  .array(fc.tuple(fc.constantFrom(...tagFields), fc.constantFrom(1, 1, 2, 255)), { maxLength: 4 })
  .map((pairs) => Object.fromEntries(pairs) as Partial<Record<TagField, number>>);

const arbitraryTerms = fc
  .array(fc.tuple(fc.constantFrom(...oddWords), arbitraryCounts), { maxLength: 8 })
  .map((pairs) => new Map(pairs));

const arbitraryFile: fc.Arbitrary<FileWrite> = fc
  .record<FileSample>({
    path: fc.constantFrom(...paths),
    language: fc.constantFrom('typescript', 'python', 'text'),
    terms: arbitraryTerms,
    definitions: fc.array(arbitraryDefinition, { maxLength: 4 }),
    imports: fc.array(arbitraryImport, { maxLength: 2 }),
    references: fc.array(arbitraryReference, { maxLength: 4 }),
    rest: fc.record({
      size: fc.nat(),
      traits: fc.nat(255),
      rawPath: fc.constantFrom(null, new Uint8Array([0xff, 0x00])),
      issues: fc.constantFrom([], [{ code: 'syntax' as const, message: 'no "}"', line: 4 }]),
    }),
  })
  .map(sampleFile);

const arbitraryLeftOut: fc.Arbitrary<LeftOut> = fc.record({
  path: fc.constantFrom(...paths),
  reason: fc.constantFrom('ignored', 'binary', 'secret'),
  detail: fc.constantFrom(null, '*.log'),
});

export type Step =
  | { do: 'write'; files: FileWrite[]; removed: string[]; touched: { path: string; size: number; mtimeMs: number }[] }
  | { do: 'leaveOut'; leftOut: LeftOut[] }
  | { do: 'optimise' | 'read' | 'clear' };

const arbitraryTouch = fc.record({
  path: fc.constantFrom(...paths),
  size: fc.nat(),
  mtimeMs: fc.double({ min: 0, max: 2e12, noNaN: true }),
});

/** A step of a history; most steps write. */
export const arbitraryStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 60,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      files: fc.array(arbitraryFile, { maxLength: 3 }),
      removed: fc.array(fc.constantFrom(...paths), { maxLength: 2 }),
      touched: fc.array(arbitraryTouch, { maxLength: 2 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('leaveOut' as const),
      leftOut: fc.array(arbitraryLeftOut, { maxLength: 3 }),
    }),
  },
  { weight: 15, arbitrary: fc.record({ do: fc.constantFrom('optimise' as const, 'read' as const) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'clear' as const }) },
);

/** The answers of a store about files, without what may differ between equal stores: ids, generations, times of indexing and the index's size. */
export async function allAnswers(store: Store): Promise<unknown> {
  const { generation, ids, ...documents } = (await store.state()).documents;
  const pathOf = new Map([...ids].map((id, row) => [id, documents.paths[row]]));
  const byPath = <T>(map: Map<number, T>): [string | undefined, T][] =>
    [...map].map(([id, value]) => [pathOf.get(id), value]);
  const { postings } = await store.postings(oddWords);
  const inOrder = postings.map(({ term, rows, counts }) => ({
    term,
    ofRows: [...rows]
      .map((row, at) => [row, [...counts.subarray(at * tagFields.length, (at + 1) * tagFields.length)]] as const)
      .sort(([a], [b]) => a - b),
  }));
  const prefixes = ['', 'a', 'alph', '_', '\ud83d', '\u{1f600}', '\ue000', 'none'];
  const files = await store.filesByPath(documents.paths);
  const named = await store.definitionsNamed(['run', '__proto__', 'none']);
  const { generation: _, indexBytes, lastIndexedMs, ...statistics } = await store.statistics();
  return {
    documents,
    postings: inOrder,
    prefixes: await Promise.all(prefixes.map((prefix) => store.termsWithPrefix(prefix, 5))),
    files: files.map(({ id, indexedAtMs, ...file }) => file),
    states: (await store.fileStates()).map(({ id, ...state }) => state).sort((a, b) => (a.path < b.path ? -1 : 1)),
    definitions: byPath(await store.definitions([...ids])),
    imports: byPath(await store.imports([...ids])),
    references: byPath(await store.references([...ids])).map(([path, bytes]) => [path, unpackReferences(bytes)]),
    chunks: byPath(await store.chunks([...ids])).map(([path, bytes]) => [path, unpackChunks(bytes)]),
    chunkWords: byPath(await store.chunkWords([...ids])).map(([path, bytes]) => [path, unpackChunkWords(bytes)]),
    chunkCounts: byPath(await store.chunkCounts([...ids])),
    issues: byPath(await store.issues([...ids])),
    named: [...named].map(([name, places]) => [
      name,
      places.map(({ fileId, ...place }) => ({ ...place, path: pathOf.get(fileId) })),
    ]),
    leftOut: await store.leftOut({ offset: 0, limit: 100 }),
    statistics,
  };
}
