import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/load.ts';
import { openEngine, type Engine } from '../engine.ts';

const root = mkdtempSync(join(tmpdir(), 'code-scout-completion-'));
let engine: Engine;

const files: Record<string, string> = {
  'package.json': '{"name":"sample"}',
  'src/login.ts': 'export class Login {\n  start(): void {}\n  stop(): void {}\n}\nexport const LOGIN_LIMIT = 1;\n',
  'src/login-form.ts': 'export class LoginForm {\n  start(): void {}\n}\nexport function showLogin(): void {}\n',
  'src/auth/relogin.ts': 'export function relogin(): void {}\n',
  'login/other.ts': 'export const toString = 1, constructor1 = 2;\n',
};

beforeAll(async () => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { config } = loadConfig({ root, env: new Map(), userConfigDir: null });
  engine = await openEngine({ root, config, indexing: 'inline' });
  await engine.index();
});
afterAll(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

describe('paths', () => {
  it.each([
    // The file's name first, then a part of it, then its folders.
    ['login', ['src/login.ts', 'src/login-form.ts', 'src/auth/relogin.ts', 'login/other.ts']],
    ['src/l', ['src/login.ts', 'src/login-form.ts']],
    ['LOGIN.', ['src/login.ts', 'src/auth/relogin.ts']],
    ['*', []],
    ['nothing', []],
  ])('%j', async (typed, values) => {
    const found = await engine.completion.paths(typed, 100);
    expect([...found.values].filter((path) => path !== 'package.json')).toEqual(values);
  });

  it('are all paths for an empty text, up to the limit', async () => {
    const found = await engine.completion.paths('', 2);
    expect(found.values).toHaveLength(2);
    expect(found.total).toBeGreaterThanOrEqual(4);
  });
});

describe('symbols', () => {
  it.each([
    ['Log', ['Login', 'LoginForm', 'LOGIN_LIMIT', 'relogin', 'showLogin']],
    ['Login.s', ['Login.stop', 'Login.start']],
    ['loginform.st', ['LoginForm.start']],
    ['start', ['start']],
    ['toStr', ['toString']],
    ['[', []],
  ])('%j', async (typed, values) => {
    expect((await engine.completion.symbols(typed, 100)).values).toEqual(values);
  });
});

describe('a project without an index', () => {
  it('gives no completions, and no index is made', async () => {
    const bare = mkdtempSync(join(root, 'bare-'));
    const { config } = loadConfig({ root: bare, env: new Map(), userConfigDir: null });
    const other = await openEngine({ root: bare, config, indexing: 'inline' });
    expect(await other.completion.symbols('a', 10)).toEqual({ values: [], total: 0 });
    expect(await other.completion.paths('a', 10)).toEqual({ values: [], total: 0 });
    await other.close();
    expect(() => rmSync(join(bare, '.code-scout'))).toThrow();
  });
});
