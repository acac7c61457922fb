/** Whoever may send messages about text learns what the tool would tell, of the files of the share, in the time and memory of the tool. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { asQuestion } from '../../util/turns/question.ts';
import { openEngine, openUnion, type Engine, type UnionEngine } from '../engine.ts';
import type { AskedText } from '../text/text-part.ts';
import type { ShareLink } from './asked-shares.ts';
import type { MessageKind, Messages, ShareReply } from './messages.ts';
import { readQuestion } from './read-question.ts';
import { searchTextInShares } from './text-in-shares.ts';

const base = mkdtempSync(join(tmpdir(), 'code-scout-hostile-text-'));
let engine: Engine;
let union: UnionEngine;

beforeAll(async () => {
  const root = join(base, 'one');
  mkdirSync(join(root, 'many'), { recursive: true });
  writeFileSync(join(base, 'outside.ts'), 'const parcel = "of nobody";\n');
  writeFileSync(join(root, 'parcel.ts'), 'const parcel = 1;\nexport { parcel };\n');
  writeFileSync(join(root, '.gitignore'), 'ignored.ts\n');
  writeFileSync(join(root, 'ignored.ts'), 'const parcel = "secret";\n');
  for (let at = 0; at < 4; at++) writeFileSync(join(root, 'many', `m${at}.txt`), 'common line\n'.repeat(6000));
  writeFileSync(join(root, 'many', 'long.txt'), `distant ${'word '.repeat(8000)}\n`.repeat(100));
  const flags = { 'embedding.provider': 'off', 'database.path': ':memory:' };
  const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
  engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index();
  union = await openUnion([{ name: 'one', engine }]);
});
afterAll(async () => {
  await union.close();
  await engine.close();
  rmSync(base, { recursive: true, force: true });
});

const pattern = { query: 'parcel', isRegex: false, case: 'smart', wholeWord: false, multiline: false } as const;
const text: AskedText = { pattern };

function ask<Kind extends MessageKind>(kind: Kind, asked: Messages[Kind]['asked']): Promise<ShareReply<Kind>> {
  return union.reply(readQuestion({ kind, asked, state: null }));
}

const outside = ['../outside.ts', 'one/../outside.ts', 'one/ignored.ts', 'one/../one/parcel.ts', join(base, 'outside.ts'), 'one/.gitignore/../ignored.ts']; // prettier-ignore

it('finds nothing in files that are not of the share', async () => {
  expect(await ask('textFind', { text, request: { most: null, paths: outside, shown: 10 } })).toMatchObject({ answer: { total: 0, paths: [], lines: [] } }); // prettier-ignore
  const places = [...outside, 'one/parcel.ts'].map((path) => [path, 1] as const);
  const reply = await ask('textLines', { text, request: { places, context: 10 } });
  const hits = 'answer' in reply ? reply.answer : [];
  expect(hits.slice(0, -1)).toEqual(outside.map(() => null));
  expect(hits.at(-1)).toMatchObject({ path: 'one/parcel.ts', text: 'const parcel = 1;' });
});

it('gives no line that does not match', async () => {
  const request = { places: [['one/parcel.ts', 3] as const, ['one/many/m1.txt', 1] as const], context: 0 };
  expect(await ask('textLines', { text, request })).toMatchObject({ answer: [null, null] });
});

it('looks only at files that the globs accept', async () => {
  const request = { most: null, paths: ['one/parcel.ts'], shown: 10 };
  expect(await ask('textFind', { text: { ...text, globs: ['*.go'] }, request })).toMatchObject({
    answer: { total: 0 },
  });
});

it('searches no files together that have more lines than a search chooses', async () => {
  const common: AskedText = { pattern: { ...pattern, query: 'common' } };
  const paths = [0, 1, 2, 3].map((at) => `one/many/m${at}.txt`);
  const find = (some: readonly string[]): Promise<ShareReply<'textFind'>> => ask('textFind', { text: common, request: { most: null, paths: some, shown: 10 } }); // prettier-ignore
  expect(await find(paths)).toMatchObject({ error: { code: 'ValidationError', message: 'These files have too many matching lines' } }); // prettier-ignore
  expect(await find(paths.slice(0, 2))).toMatchObject({ answer: { total: 12_000 } });
  const places = paths.map((path) => [path, 1] as const);
  const line: AskedText = { pattern: { ...pattern, query: 'common line' } };
  expect(await ask('textLines', { text: line, request: { places, context: 0 } })).toMatchObject({ error: { code: 'ValidationError' } }); // prettier-ignore
  // What is found has a bound of its own.
  expect(await ask('textFind', { text: common, request: { most: 10_000, paths: null, shown: 10_000 } })).toMatchObject({ answer: { end: 'limit' } }); // prettier-ignore
});

it('gives long lines in several messages, which are one answer', async () => {
  const long: AskedText = { pattern: { ...pattern, query: 'distant' } };
  const places = Array.from({ length: 100 }, (_, at) => ['one/many/long.txt', at + 1] as const);
  const reply = await ask('textLines', { text: long, request: { places, context: 0 } });
  const count = 'answer' in reply ? reply.answer.length : 0;
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThan(100);
  const link: ShareLink = { send: (question) => union.reply(question) };
  const query = { query: 'distant', limit: 100 };
  expect(await searchTextInShares([link], query)).toEqual(await union.text.search(query));
});

it('has an end for a word of any length', async () => {
  const needs = ['', ' ', '*', '__proto__', 'w'.repeat(1000)];
  expect(await ask('concerned', { of: 'word', needs })).toMatchObject({ answer: needs.map(() => ({ more: 0 })) });
});

it('ends with the question', async () => {
  const question = new AbortController();
  question.abort();
  const message = { kind: 'textCount', asked: { text: { pattern: { ...pattern, query: 'o.*n', isRegex: true } }, request: { best: { files: 5 }, most: null } }, state: null }; // prettier-ignore
  const reply = await asQuestion(question.signal, () => union.reply(readQuestion(message)));
  expect(reply).toMatchObject({ error: { message: 'The call was cancelled' } });
});
