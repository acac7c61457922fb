/** What other nodes answer is looked at before it is used: whatever is missing in it, or is something else, is found. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { tagFields } from '../../store/store.ts';
import { openEngine, openUnion, type Engine, type UnionEngine } from '../engine.ts';
import { answerFault } from './answer-fault.ts';
import type { MessageKind, Messages } from './messages.ts';
import { readQuestion } from './read-question.ts';

const names = new Set(['shop']);
const root = mkdtempSync(join(tmpdir(), 'code-scout-answers-'));
let engine: Engine;
let union: UnionEngine;

beforeAll(async () => {
  writeFileSync(join(root, 'parcel.ts'), `import { total } from './total.ts';\nexport class Parcel {\n  weight(): number {\n    return total(1);\n  }\n}\n`); // prettier-ignore
  writeFileSync(join(root, 'total.ts'), '/** The total of a parcel. */\nexport function total(one: number): number {\n  return one;\n}\n'); // prettier-ignore
  writeFileSync(join(root, 'blob.dat'), 'a\0b');
  const flags = { 'embedding.provider': 'static', 'database.path': ':memory:' };
  const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
  engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index();
  union = await openUnion([{ name: 'shop', engine }]);
});
afterAll(async () => {
  await union.close();
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

const text = { pattern: { query: 'parcel', isRegex: false, case: 'smart', wholeWord: false, multiline: false } };
const figures = { files: 2, fieldSums: tagFields.map(() => 1), languages: ['typescript'] };
const corpusOf = (terms: readonly string[]): object => ({ figures, terms: terms.map((term) => [term, { fileCount: 2, isNamed: true }]) }); // prettier-ignore
const weights = { filename: 1, path: 1, definitions: 1, imports: 1, documentation: 1 };
const written = { name: 'Parcel', file: null };

const asked: { [Kind in MessageKind]: unknown } = {
  figures: { terms: ['parcel'], for: 'words' },
  focus: { query: { query: 'Parcel.weight', limit: 5 }, corpus: corpusOf(['parcel', 'weight']) },
  details: { ids: [1, 2] },
  texts: { ids: [1, 2] },
  names: { words: ['parcl', 'nothing'] },
  outlines: { ids: [1, 2] },
  path: { text: 'parcel' },
  tags: { query: { tags: ['parcel'], offset: 0, limit: 5 }, corpus: corpusOf(['parcel']), weights },
  frequencies: { words: ['parcel'] },
  near: { request: { query: 'total of a parcel', k: 5 } },
  concerned: { of: 'name', needs: ['total'] },
  textScope: { text },
  textFind: { text, request: { most: 100, paths: null, shown: 10 } },
  textCount: { text, request: { best: { files: 5 }, most: null } },
  textLines: { text, request: { places: [['shop/total.ts', 1]], context: 1 } },
  symbols: { request: { written, most: 5, isRead: false, lastName: null, mostNames: 100 } },
  symbolFiles: { paths: ['shop/total.ts'] },
  symbolNames: { written },
  leftOut: { limit: 5 },
  statistics: {},
  listed: { filter: { limit: 5 } },
  status: {},
  completions: { of: 'paths', typed: 'par' },
};

type Question = ReturnType<typeof readQuestion>;

async function answerOf(kind: MessageKind): Promise<{ question: Question; answer: unknown }> {
  const question = readQuestion({ kind, asked: asked[kind], state: null });
  const reply = await union.reply(question);
  if (!('answer' in reply)) throw new Error(`${kind}: ${JSON.stringify(reply)}`);
  return { question, answer: JSON.parse(JSON.stringify(reply.answer)) as unknown };
}

const faultOf = (question: Question, answer: unknown): string | null => answerFault(question, answer as Messages[MessageKind]['answer'], names); // prettier-ignore

/** The value with each part of it replaced by what it cannot be: another type, or no number. @returns where, and the value */
function* spoilt(value: unknown, at = ''): Generator<[string, unknown]> {
  const type = typeof value;
  const others = type === 'number' ? [{}, String(value), Infinity] : type === 'boolean' ? [{}, 1, null] : type === 'string' ? [{}, 7] : [7]; // prettier-ignore
  for (const one of others as readonly unknown[]) yield [at, one];
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) yield [at, { length: value.length }];
  for (const [key, own] of Object.entries(value))
    for (const [where, part] of spoilt(own, `${at}/${key}`))
      yield [where, Array.isArray(value) ? value.with(Number(key), part) : { ...value, [key]: part }];
}

/** Parts that are not used. */
const unused: { [Kind in MessageKind]?: string[] } = {
  symbols: ['/state/freshness/filesDone', '/state/freshness/filesKnown'],
};

it.each(Object.keys(asked) as MessageKind[])(
  'finds whatever is not whole in an answer of the kind %s',
  async (kind) => {
    const { question, answer } = await answerOf(kind);
    expect(faultOf(question, answer)).toBeNull();
    const unseen = [...spoilt(answer)].flatMap(([at, one]) => (faultOf(question, one) === null ? [at] : []));
    expect([...new Set(unseen)]).toEqual(unused[kind] ?? []);
  },
);

it.each<[kind: MessageKind, part: object]>([
  ['listed', { total: -1 }],
  ['textFind', { total: 1.5 }],
  ['textFind', { lines: [[99, 1, 0]] }],
  ['textCount', { end: 'never' }],
  ['symbols', { reading: { by: [null], names: [], taken: null } }],
  ['completions', { values: ['other/parcel.ts'] }],
  ['completions', { values: ['shop'] }],
  ['tags', { hits: Array.from({ length: 6 }, () => ({})) }],
])('finds what an answer of the kind %s cannot be: %j', async (kind, part) => {
  const { question, answer } = await answerOf(kind);
  expect(faultOf(question, { ...(answer as object), ...part })).toBe(kind);
});

it.each<[kind: MessageKind, answer: unknown]>([
  ['texts', []],
  ['textLines', []],
  ['names', ['parcel']],
  ['concerned', [{ defining: { names: ['other'], more: 0 }, files: 1, open: { names: [], more: 0 } }]],
])('finds that an answer of the kind %s is not about what was asked: %j', async (kind, answer) => {
  expect(faultOf((await answerOf(kind)).question, answer)).toBe(kind);
});
