import { describe, expect, it } from 'vitest';
import { closedPath, confinedBytes, confinedPath } from './confined-path.ts';

const request = { roots: ['/home/me/project'], field: 'path' };
const closed = { allowIgnored: false, allowSecrets: false };

describe('confinedPath', () => {
  it.each<[string, string]>([
    ['src/app.ts', 'src/app.ts'],
    ['./src//app.ts/', 'src/app.ts'],
    ['src/../src/./app.ts', 'src/app.ts'],
    ['', ''],
    ['.', ''],
    ['/home/me/project', ''],
    ['/home/me/project/', ''],
    ['/home/me/project/src/app.ts', 'src/app.ts'],
    ['src/100%.ts', 'src/100%.ts'],
    ['back\\slash.ts', 'back\\slash.ts'],
    ['a:12.ts', 'a:12.ts'],
    ['...', '...'],
    ['con.ts', 'con.ts'],
    ['wait….md', 'wait….md'],
  ])('accepts %j', (given, path) => {
    expect(confinedPath(given, { ...request, windows: false })).toBe(path);
  });

  it.each<[string, string | null]>([
    ['src\\app.ts', 'src/app.ts'],
    ['C:\\Users\\Me\\Project\\src\\app.ts', 'src/app.ts'],
    ['c:/users/me/project', ''],
    ['..\\project', null],
    ['C:\\Users\\Me\\Project2\\x', null],
    ['C:app.ts', null],
    ['D:\\x', null],
    ['\\\\server\\share', null],
    ['\\\\?\\C:\\Users\\Me\\Project\\x', null],
    ['\\\\.\\COM1', null],
    ['\\Windows\\win.ini', null],
    ['src\\con', null],
    ['src/NUL.txt', null],
    ['aux.c', null],
    ['com¹', null],
    ['conout$', null],
    ['src/console.ts', 'src/console.ts'],
    ['app.ts::$DATA', null],
    ['app.ts:stream', null],
    ['src./app.ts', null],
    ['app.ts ', null],
  ])('on Windows resolves %j to %j', (given, path) => {
    const windows = { roots: ['C:\\Users\\me\\project'], field: 'path', windows: true };
    if (path !== null) expect(confinedPath(given, windows)).toBe(path);
    else expect(() => confinedPath(given, windows)).toThrow(/^Not a path of the project: /);
  });

  it.each(['src/app.ts:12', 'src/app.ts:12-20', 'src/app.ts:12:3'])('says where the line of %s belongs', (given) => {
    const windows = { roots: ['C:\\project'], field: 'path', windows: true };
    expect(() => confinedPath(given, windows)).toThrow('ends with a line, which is an argument of its own');
  });

  it('gives the reason on one line, with what to do', () => {
    let error: unknown;
    try {
      confinedPath('../new\nline\u202e', request);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({
      code: 'ValidationError',
      message: String.raw`Not a path of the project: ../new\nline\u202e: it leads out of the project`,
      hint: "Give a path from the project's root, such as src/app.ts.",
      next: { to: 'listFolder', path: null },
      details: { field: 'path', expected: 'a path below the root' },
    });
  });
});

describe('closedPath', () => {
  it.each<[string, 'index' | 'internal' | 'secret' | null]>([
    ['.git', 'internal'],
    ['a/.Git/b', 'internal'],
    ['.git ./x', 'internal'],
    ['.git::$INDEX_ALLOCATION/x', 'internal'],
    ['git~1/x', 'internal'],
    ['.code-scout/database.db', 'index'],
    ['a/.Code-Scout./x', 'index'],
    ['.g\u200dit/x', 'internal'],
    ['.gitignore', null],
    ['.github/workflows/a.yml', null],
    ['git/x', null],
    ['.env', 'secret'],
    ['.ENV', 'secret'],
    ['.env. .', 'secret'],
    ['.env:stream', 'secret'],
    ['.\uff45nv', 'secret'],
    ['keys/id_rsa', 'secret'],
    ['.env.example', null],
    ['id_rsa.pub', null],
    ['src/env.ts', null],
    ['notes: the .env file.md', null],
  ])('classifies %j as %j', (path, verdict) => {
    expect(closedPath(path, closed)).toBe(verdict);
  });

  it('opens what the user allows, and nothing else', () => {
    const paths = ['.git/config', '.env', '.git/id_rsa', '.code-scout/database.db'];
    const verdicts = (allowIgnored: boolean, allowSecrets: boolean): (string | null)[] =>
      paths.map((path) => closedPath(path, { allowIgnored, allowSecrets }));
    expect(verdicts(true, false)).toEqual([null, 'secret', 'secret', 'index']);
    expect(verdicts(false, true)).toEqual(['internal', null, 'internal', 'index']);
    expect(verdicts(true, true)).toEqual([null, null, null, 'index']);
  });
});

it('accepts only escapes that a listing writes', () => {
  expect(confinedBytes('bad\\xff')).toEqual(Buffer.from('bad\xff', 'latin1'));
  expect(confinedBytes('\\x2e\\x2e')).toEqual(Buffer.from('\\x2e\\x2e'));
  expect(confinedBytes('\\x5cx41')).toEqual(Buffer.from('\\x41'));
});
