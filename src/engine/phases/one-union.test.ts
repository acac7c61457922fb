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
import type { EngineConfig, HybridQuery, TagQuery } from '../types.ts';
import { ShareChanged, type ShareLink } from './asked-shares.ts';
import { mostTextBytes, type FileText, type Messages, type ShareQuestion, type ShareReply } from './messages.ts';
import { readQuestion } from './read-question.ts';
import {
  searchByMeaningInShares,
  searchRepoInShares,
  searchTagsInShares,
  tagFrequenciesInShares,
} from './search-shares.ts';

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
  // A name that no word of the index has, of too many files to be a place of its own, and of one that is.
  const short = [...'bcdefghijlmn'].map((folder): [string, string] => [`${folder}/k.ts`, 'export {};\n']);
  if (at === 0) short.push(['o/q.ts', 'export {};\n']);
  return new Map([...made, ...short, ...(at % 3 === 0 ? more : more.slice(0, 3 + (at % 2)))]);
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
      const flags = { 'embedding.provider': provider, 'database.path': ':memory:' };
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
      return copied(await union.reply(read));
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

async function outcome(answer: Promise<unknown>): Promise<unknown> {
  try {
    const leftOut = new Set(['executionTimeMs', 'cached', 'fileId']);
    return JSON.parse(JSON.stringify(await answer, (key, value: unknown) => (leftOut.has(key) ? undefined : value)));
  } catch (error) {
    const { code, message, hint, details } = toAppError(error);
    return { code, message, hint, details };
  }
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
      for (const one of [union, ...shares]) await one.close();
    }),
    { numRuns: 8, endOnFailure: true },
  );
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
