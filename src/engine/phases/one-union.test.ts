/** Shares of a question answer together as one union of all their repositories, at every place and with its scores, however they are split. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { toAppError } from '../../model/error.ts';
import { openEngine, openUnion, type NamedEngine, type UnionEngine } from '../engine.ts';
import { modules, words, writeAll, type Repository } from '../union/testing/repositories.ts';
import type { SymbolSearchAnswer, SymbolSearchRequest } from '../../model/graph.ts';
import type { EngineConfig, HybridQuery, TagQuery, TextFiles, TextQuery, TextSearchResult } from '../types.ts';
import { answerFault } from './answer-fault.ts';
import { ShareChanged, type ShareLink } from './asked-shares.ts';
import { completionInShares, listFilesInShares, listLeftOutInShares, statusOfShares } from './lists-in-shares.ts';
import { mostTextBytes, type FileText, type Messages, type ShareQuestion, type ShareReply } from './messages.ts';
import { readQuestion } from './read-question.ts';
import {
  searchByMeaningInShares,
  searchRepoInShares,
  searchTagsInShares,
  tagFrequenciesInShares,
} from './search-shares.ts';
import { searchSymbolsInShares } from './symbols-in-shares.ts';
import { searchTextFilesInShares, searchTextInShares } from './text-in-shares.ts';

const base = mkdtempSync(join(tmpdir(), 'code-scout-phases-'));
const names = ['a', 'a-b', 'a.b', 'team/web', 'team-x', 'Zoo', 'invoice-ui'];
let search: EngineConfig['search'];

/** All languages and words, so that more files match than are looked at, and files that few repositories have. */
function filesOf(name: string, at: number): Map<string, string> {
  const made = Object.values(modules).flatMap((files) =>
    words.flatMap((word, topic) => files(word, words[(topic + 1 + at) % words.length]!, name)),
  );
  const more: [string, string][] = [
    [
      'src/index.ts',
      `export { parcelValue } from './parcel.ts';\n// ${at % 2 === 0 ? 'colour' : 'color'} of a ${name}\n`,
    ],
    ['data/rates.csv', `rate,${words.join(',')}\n1,2,3\n`],
    ['notes.txt', `The ${words[at % words.length]!} in words that no grammar knows: harbor signal.\n`],
    [
      `src/only${at}.ts`,
      `/** Fails with a ledger that is not balanced. */\nexport class Only${at} {\n  balance(): string {\n    return 'the ledger of ${name} is not balanced: ' + ${at};\n  }\n}\nexport const k = ${at};\n`,
    ],
  ];
  // Members that are inherited from a base, or from the base of one.
  const heirs = at % 2 === 0 ? ['Heir', 'Grand'] : ['Grand'];
  for (const [level, name] of heirs.entries())
    more.unshift([
      `src/${name.toLowerCase()}.ts`,
      `import { ParcelStore } from './parcel.ts';\n${level === 0 ? '' : "import { HeirStore } from './heir.ts';\n"}export class ${name}Store extends ${level === 0 ? 'ParcelStore' : 'HeirStore'} {}\n`,
    ]);
  // A name that no word of the index has, of too many files to be a place of its own, and of one that is.
  const short = [...'bcdefghijlmn'].map((folder): [string, string] => [`${folder}/k.ts`, 'export {};\n']);
  if (at === 0) short.push(['o/q.ts', 'export {};\n']);
  // So many files and lines with a text that the best are chosen, over all repositories together.
  for (let file = 0; file < 110; file++) short.push([`rows/r${file}.txt`, `marker row ${file}\n`.repeat(8)]);
  if (at % 2 === 0) short.push(['blob.dat', 'a\0b'], ['large.txt', 'large parcel\n'.repeat(20_000)]);
  return new Map([...made, ...short, ...(at % 3 === 0 ? more : more.slice(0, 5 + (at % 2)))]);
}

/** With search by meaning, which looks at all files of so few, and without. */
const providers = ['static', 'off'] as const;
const engines = new Map<string, NamedEngine[]>();

beforeAll(async () => {
  const all = names.map((name, at): Repository => ({ name, files: filesOf(name, at) }));
  writeAll(base, all);
  for (const provider of providers) {
    const opened: NamedEngine[] = [];
    for (const { name } of all) {
      const root = join(base, name);
      const flags = { 'embedding.provider': provider, 'database.path': ':memory:', 'indexing.maxFileSize': '200KB' };
      const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
      ({ search } = config);
      const engine = await openEngine({ root, config, indexing: 'inline' });
      await engine.index({ embeddings: provider !== 'off' });
      opened.push({ name, engine });
    }
    engines.set(provider, opened);
  }
}, 300_000);
afterAll(async () => {
  for (const { engine } of [...engines.values()].flat()) await engine.close();
  rmSync(base, { recursive: true, force: true });
});

/** What a node sends and gets is JSON. @param texts how many there are in an answer at most, as if they were long */
function overWire(union: UnionEngine, texts = Infinity): ShareLink {
  const copied = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
  return {
    send: async (question) => {
      const read = readQuestion(copied(question)) as typeof question;
      if (read.kind === 'texts') read.asked = { ids: (read.asked as Messages['texts']['asked']).ids.slice(0, texts) };
      const reply = copied(await union.reply(read));
      // Another node looks at it as it comes.
      if ('answer' in reply)
        expect(answerFault(read, reply.answer, new Set([...names, 'long', 'one', 'two']))).toBeNull();
      return reply;
    },
  };
}

/** A word for each number, without digits. */
function letters(number: number): string {
  return [...String(number).padStart(3, '0')].map((digit) => String.fromCodePoint(97 + Number(digit))).join('');
}

const queries: HybridQuery[] = [
  { query: 'parcel invoice', limit: 10 },
  { query: 'how does the ledger of a harbor work', limit: 20 },
  { query: 'parcel', limit: 10, offset: 10 },
  { query: 'ParcelStore.load', limit: 10 },
  { query: 'InvoiceKeeper total', limit: 10, language: 'python' },
  { query: 'parcelValu', limit: 5 },
  { query: '"is worth nothing" kind:function', limit: 10 },
  { query: '"work together"', limit: 10 },
  { query: 'the ledger of Zoo is not balanced', limit: 10 },
  { query: 'see src/parcel.ts:4 and docs/harbor.md', limit: 10 },
  { query: 'index.ts rates.csv', limit: 10 },
  { query: 'colour of a signal', limit: 10 },
  { query: 'k.ts balanced', limit: 60 },
  { query: 'q.ts balanced', limit: 10 },
  { query: 'k', limit: 10 },
  { query: 'harbor path:docs', limit: 10 },
  { query: 'harbor path:nowhere', limit: 10 },
  { query: 'harbor lang:rust', limit: 10 },
  { query: 'harbor lang:ruts', limit: 10 },
  { query: 'zyxomatic flurbification of widgets', limit: 10 },
  { query: 'harbor', limit: 10, minScore: 0.2 },
  { query: 'signal', limit: 10, pathPrefix: 'a' },
  { query: 'signal count', limit: 10, beforeMs: 1, afterMs: 0 },
  {
    query: `${'The parcel of an invoice is lost in the harbor. '.repeat(6)}\nat parcelValue (src/parcel.ts:4)`,
    limit: 10,
  },
  { query: Array.from({ length: 600 }, (_, at) => `w${letters(at)}our harbour`).join(' '), limit: 10 },
  { query: Array.from({ length: 33 }, (_, at) => `qX${letters(at)}`).join(' '), limit: 10 },
  { query: '?!', limit: 10 },
];
const tagQueries: TagQuery[] = [
  { tags: ['parcel', 'invoice'], limit: 20 },
  { tags: ['test', 'harbor'], limit: 5, offset: 5, mostDefinitions: 3 },
  { tags: ['ledgerValue'], limit: 10, filters: { hasTests: false } },
  { tags: ['nowhere'], limit: 10 },
  { tags: ['team', 'web'], filters: { path: 'team/web/src' } },
];

const textQueries: TextQuery[] = [
  { query: 'parcelValue', limit: 10 },
  { query: 'parcelValue', limit: 10, offset: 7, context: 2 },
  { query: 'parcel', limit: 50 },
  { query: 'V[a]lue', limit: 60, isRegex: true },
  // Definitions in more files than are looked up.
  { query: 'Value|Count|_total', limit: 100, isRegex: true },
  { query: '[a-z]+Value\\(', limit: 20 },
  { query: 'marker', limit: 20 },
  { query: 'e', limit: 30, caseSensitive: false },
  { query: 'row', limit: 5, offset: 4000, wholeWord: true },
  { query: 'Value(', limit: 5, globs: ['*.ts', '!test/**'] },
  { query: 'parcel', limit: 5, globs: ['*.nothing'] },
  { query: 'class', limit: 5, within: ['a', 'team/web/src'], endings: ['.ts', '.py'] },
  { query: 'return len(values)\n', limit: 5, context: 1 },
  { query: 'int \\{\\s+return', limit: 30, isRegex: true, multiline: true },
  { query: 'marker', limit: 1500 },
  { query: 'no such text', limit: 5 },
  { query: 'no such (text', limit: 5 },
  { query: 'no such (text', limit: 5, isRegex: true },
  { query: '[', limit: 5, globs: ['{'] },
  { query: '', limit: 5 },
];
const page = { offset: 0, limit: 20 };
const symbolQueries: SymbolSearchRequest[] = [
  ...['parcelValue', 'parcelvalue', 'parcelValu', 'parcel value', 'ParcelStore.*', 'ParcelStore.lod', 'ParcelStor.load', 'HeirStore.load', 'GrandStore.load', 'GrandStore.laod', 'Shop.GrandStore'].map((pattern) => ({ pattern, ...page })), // prettier-ignore
  ...['*Value', '*', '*.load', '{load,total}', 'Parcel*.*', '*zzz*', 'zzz', '?', '***', 'x.*', 'Only*.balance'].map((pattern) => ({ pattern, ...page })), // prettier-ignore
  ...['src/parcel.ts#parcelValue', 'a/src/parcel.ts#parcelValue', 'a/src/parcel.ts#*', 'team/web/src/parcel.ts#Parcl*', 'parcel.ts:parcelValue', 'a/src/parcel.ts:4', 'parcel::total', 'func parcelValue(x)', 'app.parcel.parcel_total', 'parcel.ParcelCount', 'invoice-ui/src/only6.ts'].map((pattern) => ({ pattern, ...page })), // prettier-ignore
  ...['Only3', 'Only9', 'only3', 'onlx3', 'balance', 'Everything', 'harbor signal', 'rate'].map((pattern) => ({ pattern, ...page })), // prettier-ignore
  { pattern: '*Value', ...page, type: 'class' },
  { pattern: '*Rate', ...page, exported: true },
  { pattern: '*', offset: 30, limit: 50, module: 'src' },
  { pattern: '*Count', ...page, package: 'example.org/a' },
  { pattern: '*Value', offset: 5000, limit: 20 },
  { pattern: '{', ...page },
  { pattern: 'x'.repeat(501), ...page },
];

type Union = Awaited<ReturnType<typeof openUnion>>;

/** Bounds that some of the questions reach. */
const bounds = { exactIn: 500, lines: 5500, files: 300 };
const sums = ['total', 'files', 'isLowerBound'];

/** A search that ends early: of any shares as of one, with the lines of a whole search. */
async function expectBounded(links: readonly ShareLink[], union: Union): Promise<number> {
  let lowerBounds = 0;
  for (const query of textQueries) {
    const bounded = (await unhurried(() => searchTextInShares(links, query, bounds))) as TextSearchResult;
    expect(bounded).toEqual(await unhurried(() => searchTextInShares([overWire(union)], query, bounds)));
    const whole = (await unhurried(() => union.text.search(query))) as TextSearchResult;
    expect(without(sums, bounded)).toEqual(without(sums, whole));
    if (!('total' in whole)) continue;
    if (bounded.isLowerBound) expect([bounded.total, bounded.files <= whole.files]).toEqual([bounds.lines, true]);
    else expect(bounded).toEqual(whole);
    const files = (await unhurried(() => searchTextFilesInShares(links, query, bounds))) as TextFiles; // prettier-ignore
    expect(files).toEqual(await unhurried(() => searchTextFilesInShares([overWire(union)], query, bounds))); // prettier-ignore
    if (files.isLowerBound) expect([files.files, whole.files > bounds.files]).toEqual([bounds.files, true]);
    lowerBounds += Number(bounded.isLowerBound) + Number(files.isLowerBound);
  }
  return lowerBounds;
}

function without(keys: readonly string[], value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

/** Without what the freshness of graphs does not have. */
function asGraph(answer: SymbolSearchAnswer): SymbolSearchAnswer {
  const { state, refreshed, note } = answer.state.freshness;
  return { ...answer, state: { ...answer.state, freshness: { state, refreshed, note } } };
}

/** The other questions, of shares and of one union. */
function others(
  links: readonly ShareLink[],
  union: Union,
): [asked: unknown, inShares: () => Promise<unknown>, inOne: () => Promise<unknown>][] {
  // prettier-ignore
  return [
    ...textQueries.map((query): ReturnType<typeof others>[number] => [query, () => searchTextInShares(links, query), () => union.text.search(query)]), // prettier-ignore
    ...textQueries.map((query): ReturnType<typeof others>[number] => [query, () => searchTextFilesInShares(links, query), () => union.text.files(query)]), // prettier-ignore
    ...symbolQueries.map((query): ReturnType<typeof others>[number] => [query, () => searchSymbolsInShares(links, query), async () => asGraph(await union.graph.search(query))]), // prettier-ignore
    ...[{}, { language: 'go', limit: 7 }, { pathPrefix: 'a', offset: 5, limit: 5 }, { afterPath: 'a/src/parcel.ts', limit: 3 }].map((filter): ReturnType<typeof others>[number] => [filter, () => listFilesInShares(links, filter), () => union.listFiles(filter)]), // prettier-ignore
    ...[{}, { reason: 'tooLarge' as const, limit: 2 }, { offset: 1, limit: 3 }].map((filter): ReturnType<typeof others>[number] => [filter, () => listLeftOutInShares(links, filter), () => union.listLeftOut(filter)]), // prettier-ignore
    ...['parcel', 'src/pa', 'a/s', '', 'zzz'].map((typed): ReturnType<typeof others>[number] => [typed, () => completionInShares(links, { of: 'paths', typed, limit: 15 }), () => union.completion.paths(typed, 15)]), // prettier-ignore
    ...['parcel', 'ParcelStore.l', 'Par', '', 'zzz'].map((typed): ReturnType<typeof others>[number] => [typed, () => completionInShares(links, { of: 'symbols', typed, limit: 15 }), () => union.completion.symbols(typed, 15)]), // prettier-ignore
    ['status', () => statusOfShares(links), async () => {
      const { cache: _, ...status } = await union.status();
      return { ...status, databasePath: '' };
    }],
  ];
}

async function outcome(answer: Promise<unknown>): Promise<unknown> {
  try {
    const leftOut = new Set(['executionTimeMs', 'cached', 'fileId']);
    return JSON.parse(JSON.stringify(await answer, (key, value: unknown) => (leftOut.has(key) ? undefined : value)));
  } catch (error) {
    const { code, message, hint, details } = toAppError(error);
    return { code, message, hint, details };
  }
}

/** Asked again where the machine was too busy to look for new files in time: a later question uses what that look has found. */
async function unhurried(ask: () => Promise<unknown>): Promise<unknown> {
  for (let round = 0; round < 100; round++) {
    const found = await outcome(ask());
    if (!JSON.stringify(found).includes('Finding new files takes long')) return found;
  }
  throw new Error('looking for new files does not end');
}

/** For each repository the share that it is in; null: the sender may not see it. */
const splits = fc
  .tuple(...names.map(() => fc.option(fc.integer({ min: 0, max: 3 }), { freq: 4 })))
  .filter((split) => split.some((share) => share !== null));

it.each(providers)('answers as one union, with embeddings: %s', { timeout: 600_000 }, async (provider) => {
  await fc.assert(
    fc.asyncProperty(splits, async (split) => {
      const all = engines.get(provider)!;
      const seen = all.filter((_, at) => split[at] !== null);
      const union = await openUnion(seen);
      const groups = Map.groupBy(seen, (one) => split[all.indexOf(one)]!);
      const shares = await Promise.all([...groups.values()].map((group) => openUnion(group)));
      const links = shares.map((share, at) => overWire(share, [Infinity, 1, 2][at % 3]));
      for (const query of queries)
        expect([query, await outcome(searchRepoInShares(links, query))]).toEqual([query, await outcome(union.searchRepo(query))]); // prettier-ignore
      for (const query of tagQueries)
        expect([query, await outcome(searchTagsInShares(links, query, search))]).toEqual([query, await outcome(union.searchTags(query))]); // prettier-ignore
      expect(await tagFrequenciesInShares(links, [...words, 'team'])).toEqual(await union.tagFrequencies([...words, 'team'])); // prettier-ignore
      for (const query of ['value of a parcel', 'how a harbor and a signal work together'])
        expect(await outcome(searchByMeaningInShares(links, { query, k: 10 }))).toEqual(await outcome(union.semantic.search({ query, k: 10 }))); // prettier-ignore
      if (provider === 'off')
        for (const [asked, inShares, inOne] of others(links, union))
          expect([asked, await unhurried(inShares)]).toEqual([asked, await unhurried(inOne)]);
      for (const one of [union, ...shares]) await one.close();
    }),
    { numRuns: provider === 'off' ? 5 : 8, endOnFailure: true },
  );
});

it('ends a search for a common text early, and answers as one union', { timeout: 600_000 }, async () => {
  const all = engines.get('off')!;
  const union = await openUnion(all);
  const shareOf = fc.tuple(...names.map(() => fc.integer({ min: 0, max: 3 })));
  await fc.assert(
    fc.asyncProperty(shareOf, async (split) => {
      const groups = Map.groupBy(all, (one) => split[all.indexOf(one)]!).values();
      const shares = await Promise.all([...groups].map((group) => openUnion(group)));
      expect(
        await expectBounded(
          shares.map((share) => overWire(share)),
          union,
        ),
      ).toBeGreaterThan(3);
      for (const one of shares) await one.close();
    }),
    { numRuns: 2, endOnFailure: true },
  );
  await union.close();
});

it('answers with so many texts as are not too long together, and at least with one', { timeout: 600_000 }, async () => {
  const root = join(base, 'long');
  // Each has lines that no other has, so that all of them are looked at.
  const text = (at: number, bytes: number): string => `The harbor of ${letters(at)}.\n`.padEnd(bytes, `${letters(at)} harbor\n`);
  const megabyte = 2 ** 20;
  const sizes = [3, 3, 3, 9, 3, 1].map((size) => size * megabyte);
  writeAll(base, [{ name: 'long', files: new Map(sizes.map((bytes, at) => [`${at}.txt`, text(at, bytes)])) }]);
  const flags = { 'embedding.provider': 'off', 'database.path': ':memory:' };
  const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index({ embeddings: false });
  const union = await openUnion([{ name: 'long', engine }]);
  const link = overWire(union);
  const answers: (FileText | null)[][] = [];
  const seen: ShareLink = {
    send: async (question) => {
      const reply = await link.send(question);
      if (question.kind === 'texts' && 'answer' in reply) answers.push(reply.answer as (FileText | null)[]);
      return reply;
    },
  };
  const query: HybridQuery = { query: 'harbor', limit: 10 };
  const found = await searchRepoInShares([seen], query);
  expect(found.hits).toHaveLength(sizes.length);
  expect(await outcome(Promise.resolve(found))).toEqual(await outcome(union.searchRepo(query)));
  const lengths = answers.map((texts) => texts.map((one) => one?.text.length ?? 0));
  expect(lengths.flat().toSorted()).toEqual(sizes.toSorted());
  for (const one of lengths)
    expect(one.length === 1 || one.reduce((sum, length) => sum + length) <= mostTextBytes, JSON.stringify(lengths)).toBe(true);
  await union.close();
  await engine.close();
}); // prettier-ignore

it('begins anew where a share has changed', async () => {
  const union = await openUnion(engines.get('off')!.slice(0, 2));
  const link = overWire(union);
  const first = await link.send({ kind: 'figures', asked: { terms: ['parcel'], for: 'words' }, state: null });
  expect(first).toMatchObject({ state: expect.any(String) });
  const stale: ShareQuestion<'path'> = { kind: 'path', asked: { text: 'x' }, state: 'another state' };
  expect(await link.send(stale)).toEqual({ changed: true } satisfies ShareReply<'path'>);
  const forgetful: ShareLink = { send: (question) => link.send({ ...question, state: question.state && 'old' }) };
  await expect(searchRepoInShares([forgetful], { query: 'parcel', limit: 3 })).rejects.toThrow(ShareChanged);
  await union.close();
});

/** An engine of one file with so many names. */
async function engineOfNames(name: string, first: number, count: number): Promise<NamedEngine> {
  const root = join(base, 'names', name);
  const lines = Array.from({ length: count }, (_, at) => `export const n${String(first + at).padStart(6, '0')} = 1;\n`);
  writeAll(join(base, 'names'), [{ name, files: new Map([['src/names.ts', lines.join('')]]) }]);
  const flags = { 'embedding.provider': 'off', 'database.path': ':memory:' };
  const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
  const engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index();
  return { name, engine };
}

it(
  'is exact where it ends at the number that would end it, whichever shares it is in',
  { timeout: 300_000 },
  async () => {
    const all = engines.get('off')!;
    const union = await openUnion(all);
    const shares = await Promise.all([all.slice(0, 2), all.slice(2)].map((some) => openUnion(some)));
    const query = { query: 'e', limit: 30, caseSensitive: false };
    const { total, files } = (await unhurried(() => union.text.search(query))) as TextSearchResult;
    for (const links of [[overWire(union)], shares.map((share) => overWire(share))]) {
      const counted = async (lines: number): Promise<TextSearchResult> =>
        (await unhurried(() => searchTextInShares(links, query, { ...bounds, lines }))) as TextSearchResult;
      expect(await counted(total)).toMatchObject({ total, files, isLowerBound: false });
      expect(await counted(total - 1)).toMatchObject({ total: total - 1, isLowerBound: true });
      const listed = async (most: number): Promise<TextFiles> =>
        (await unhurried(() => searchTextFilesInShares(links, query, { ...bounds, files: most }))) as TextFiles;
      expect(await listed(files)).toMatchObject({ total, files, isLowerBound: false });
      expect(await listed(files - 1)).toMatchObject({ files: files - 1, isLowerBound: true });
    }
    for (const one of [union, ...shares]) await one.close();
  },
);

it('looks up the same names as one union where more match than are looked up', { timeout: 300_000 }, async () => {
  const named = [await engineOfNames('one', 0, 14_000), await engineOfNames('two', 13_000, 12_000)];
  const shares = await Promise.all(named.map((one) => openUnion([one])));
  const union = await openUnion(named);
  for (const request of [{ pattern: 'n*', offset: 0, limit: 5 }, { pattern: 'n0*', offset: 5000, limit: 5, exported: true }])
    expect(await searchSymbolsInShares(shares.map(overWire), request)).toEqual(asGraph(await union.graph.search(request))); // prettier-ignore
  expect((await union.graph.search({ pattern: 'n*', offset: 0, limit: 1 })).total).toBe(21_000);
  for (const one of [union, ...shares, ...named.map(({ engine }) => engine)]) await one.close();
});
