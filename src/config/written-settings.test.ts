import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectFileName, userFileName, writtenSettings } from './written-settings.ts';

let root: string;
let user: string;
const written = (settings: readonly [string, string][] = []): string | null =>
  writtenSettings(root, { settings: new Map(settings), userConfigDirectory: user });

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'written-')));
  user = join(root, 'user');
  mkdirSync(user);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('is another text by every place where settings are written', () => {
  const own = join(root, projectFileName);
  const texts = [written(), written([['CODE_SCOUT_A', '1']]), written([['CODE_SCOUT_A', '2']])];
  writeFileSync(own, '{}');
  texts.push(written());
  writeFileSync(own, '{ }');
  texts.push(written());
  writeFileSync(join(user, userFileName), '{}');
  texts.push(written());
  rmSync(own);
  texts.push(written());
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts).not.toContain(null);
  expect(written()).toBe(texts.at(-1));
  expect(writtenSettings(root, { settings: new Map(), userConfigDirectory: null })).toBe(
    writtenSettings(root, { settings: new Map(), userConfigDirectory: null }),
  );
});

test.each([
  ['a link', (path: string) => symlinkSync(join(root, 'user'), path)],
  ['a folder', (path: string) => mkdirSync(path)],
  ['other bytes than UTF-8', (path: string) => writeFileSync(path, Buffer.from([0xff, 0xfe]))],
])('is null where the file of the project is %s', (_, make) => {
  const own = join(root, projectFileName);
  make(own);
  expect(written()).toBeNull();
  rmSync(own, { recursive: true });
});
