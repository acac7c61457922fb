/** Filters and phrases of hybrid search, and words in scripts other than Latin. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { openEngine } from '../engine.ts';
import type { Engine, HybridQuery } from '../types.ts';

const body = (name: string): string => `export function ${name}(): number {\n  return 1;\n}\n`;
const files: Record<string, string> = {
  'src/session.ts':
    'export interface SessionOptions {\n  idle: number;\n}\nexport class Session {\n  expire(): void {}\n}\n' +
    `export enum SessionState {\n  open,\n}\n${'// '.padEnd(600, 'x')}\n${body('startSession')}`,
  'src/session-only-function.ts': body('dropSession'),
  'lib/session.py': 'def session_of(request):\n    return request\n',
  'docs/session.md': '# Session\n\nWhat a session is.\n',
  'i18n/chinese.ts': `// 修复用户登录失败的错误\n${body('one')}`,
  'i18n/japanese.ts': `// パスワードを再設定する\n${body('two')}`,
  'i18n/korean.ts': `// 사용자 비밀번호를 확인합니다\n${body('three')}`,
  'i18n/russian.ts': `// Проверяет пароль пользователя\n${body('four')}`,
  'i18n/french.ts': `// Vérifie la clé de l'élève\n${body('five')}`,
  // The accents are separate characters.
  'i18n/decomposed.ts': `// Pre\u0301pare la re\u0301colte\n${body('six')}`,
  'i18n/hindi.ts': `// हिन्दी में संदेश\n${body('seven')}`,
  'i18n/thai.ts': `// ตรวจสอบรหัสผ่าน\n${body('eight')}`,
  'i18n/emoji.ts': `// 🚀 launches the rocket ❤️\n${body('nine')}`,
};

/** Files that have the words of the phrase more often than the one that has the phrase. */
const crowd = 90;
for (let at = 0; at < crowd; at++)
  files[`crowd/limit-retry-${at}.ts`] =
    `// limit, retry, retry, limit\n${body(`limitRetry${at}`)}${body(`retryLimit${at}`)}`;
files['far/away.ts'] = `${'// nothing of it here\n'.repeat(40)}const text = 'the retry limit is reached';\n`;

let root = '';
let engine: Engine;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'code-scout-filters-'));
  for (const [path, text] of Object.entries({ ...files, 'package.json': '{}' })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const flags = { 'database.path': ':memory:', 'embedding.provider': 'off', 'search.cacheSize': 0 };
  const { config } = loadConfig({ root, flags, env: new Map(), userConfigDir: null });
  engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index();
});
afterAll(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

const ask = (query: string, more: Partial<HybridQuery> = {}): ReturnType<Engine['searchRepo']> =>
  engine.searchRepo({ query, limit: 10, ...more });

describe('kind:', () => {
  it.each([
    ['interface', ['SessionOptions']],
    ['class', ['Session']],
    ['Classes', ['Session']],
    ['struct', ['Session']],
    ['enum', ['SessionState']],
    ['method', ['Session.expire']],
    ['function', ['startSession', 'dropSession', 'session_of']],
    ['type', ['SessionOptions', 'SessionState']],
  ])('%s shows chunks that define one', async (kind, names) => {
    const { hits } = await ask(`session kind:${kind}`);
    const shown = hits.flatMap(({ chunk }) => chunk.symbols);
    expect(hits.length).toBeGreaterThan(0);
    expect(shown).toEqual(expect.arrayContaining(names.slice(0, 1)));
    for (const { chunk, others } of hits)
      for (const one of [chunk, ...others]) expect(one.symbols.some((symbol) => names.includes(symbol))).toBe(true);
  });

  it('accepts kinds of chunks too', async () => {
    const { hits } = await ask('session kind:section');
    expect(hits.map(({ file, chunk }) => [file.path, chunk.kind])).toEqual([['docs/session.md', 'section']]);
  });
});

describe('an unknown value of a filter', () => {
  it.each([
    ['session kind:funtion', 'Unknown kind: funtion', /Did you mean function\? Kinds: class, interface, /],
    ['session kind:zzz', 'Unknown kind: zzz', /^Kinds: class, /],
    ['session lang:pythn', 'Unknown language: pythn', /Did you mean python\? Languages of this project: .*python/],
    ['session lang:zzzzzz', 'Unknown language: zzzzzz', /^Languages of this project: /],
  ])('%s is refused with the known values', async (query, message, hint) => {
    await expect(ask(query)).rejects.toMatchObject({
      code: 'ValidationError',
      message,
      hint: expect.stringMatching(hint),
    });
  });

  it('counts as words in a long text', async () => {
    const { hits } = await ask(
      `The session expires too early. ${'It should not. '.repeat(20)}\nkind:Deployment lang:en`,
    );
    expect(hits[0]?.file.path).toContain('session');
  });

  it('is reported if no file passes', async () => {
    const rust = await ask('session lang:rust');
    expect([rust.hits, rust.notes]).toEqual([
      [],
      ['No file of the index is rust: there are json, markdown, python, typescript.'],
    ]);
    const nowhere = await ask('session path:nowhere/');
    expect([nowhere.hits, nowhere.notes]).toEqual([[], ['No path of the index has "nowhere/" in it.']]);
  });
});

describe('phrases', () => {
  it('are found in a file that would not be a candidate by its words', async () => {
    const { hits } = await ask('retry limit', { limit: 20 });
    expect(hits.map(({ file }) => file.path)).not.toContain('far/away.ts');
    const quoted = await ask('"the retry limit is reached"', { limit: 10 });
    expect(quoted.hits[0]?.file.path).toBe('far/away.ts');
  });
});

describe('other scripts', () => {
  it.each([
    ['登录失败', 'i18n/chinese.ts'],
    ['用户登录为什么失败', 'i18n/chinese.ts'],
    ['再設定', 'i18n/japanese.ts'],
    ['パスワード', 'i18n/japanese.ts'],
    ['비밀번호', 'i18n/korean.ts'],
    ['пароль', 'i18n/russian.ts'],
    ['ПАРОЛЬ пользователя', 'i18n/russian.ts'],
    ['vérifie la clé', 'i18n/french.ts'],
    ['re\u0301colte', 'i18n/decomposed.ts'],
    ['हिन्दी संदेश', 'i18n/hindi.ts'],
    ['รหัสผ่าน', 'i18n/thai.ts'],
    ['🚀 rocket', 'i18n/emoji.ts'],
  ])('%s is found in a comment', async (query, path) => {
    const { hits } = await ask(query, { limit: 3 });
    expect(hits[0]?.file.path).toBe(path);
    expect(hits[0]?.chunk.startLine).toBe(1);
  });

  it.each(['🚀', '❤️', '…', '\u0301'])('%j is not a word', async (query) => {
    await expect(ask(query)).rejects.toMatchObject({ code: 'ValidationError' });
  });
});

describe('the order of reading files', () => {
  it.each([
    'session expire',
    'limit retry',
    'retryLimit7',
    'one two three function',
    'return number',
    'kind:function limit',
  ])('does not change the answer: %s', async (query) => {
    const all = await ask(query, { limit: 50 });
    for (const limit of [1, 3, 10]) {
      const some = await ask(query, { limit });
      const shown = (result: typeof all): unknown[] =>
        result.hits
          .slice(0, limit)
          .map(({ file, chunk, score, others }) => [file.path, chunk.id, score, others.length]);
      expect(shown(some)).toEqual(shown(all));
      expect(some.total).toBe(all.total);
    }
  });
});
