import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ignoredByGit } from './git-verdicts.ts';

let repository = '';
let asked: string[][] = [];
const put = (path: string, text: string): void => writeFileSync(join(repository, path), text);
const ignored = async (paths: string[], answer = new Set(['a'])): Promise<string[]> => {
  const ask = async (some: readonly string[]): Promise<Set<string>> => {
    asked.push([...some]);
    return answer;
  };
  return [...((await ignoredByGit({ repository, folder: '', rules: ['.gitignore'] }, paths, ask)) ?? [])];
};

beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'code-scout-verdicts-'));
  mkdirSync(join(repository, '.git'));
  put('.git/index', 'one');
  put('.gitignore', 'a\n');
  asked = [];
});
afterEach(() => rmSync(repository, { recursive: true }));

it('asks git once for each path, while nothing changes that git depends on', async () => {
  expect(await ignored(['a', 'b'])).toEqual(['a']);
  expect(await ignored(['b', 'a'])).toEqual(['a']);
  expect(await ignored(['a', 'c'])).toEqual(['a']);
  expect(asked).toEqual([['a', 'b'], ['c']]);
});

it.each([
  ['a rule', '.gitignore'],
  ['what is tracked', '.git/index'],
  ['the configuration', '.git/config'],
])('asks again when %s has changed', async (_, path) => {
  expect(await ignored(['a'])).toEqual(['a']);
  put(path, 'another');
  expect(await ignored(['a'], new Set())).toEqual([]);
  expect(asked).toHaveLength(2);
});

it('asks each time where the repository keeps its index elsewhere', async () => {
  rmSync(join(repository, '.git/index'));
  await ignored(['a']);
  await ignored(['a']);
  expect(asked).toHaveLength(2);
});
