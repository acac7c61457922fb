import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openConfined, type OpenRequest } from './confined-file.ts';

const top = realpathSync(mkdtempSync(join(tmpdir(), 'confined-')));
afterAll(() => rmSync(top, { recursive: true, force: true }));
const root = join(top, 'root');
mkdirSync(join(root, 'src'), { recursive: true });
writeFileSync(join(root, 'src/app.ts'), 'app');
writeFileSync(join(root, '.env'), 'secret');
writeFileSync(join(top, 'outside.txt'), 'outside');
symlinkSync('src/app.ts', join(root, 'link.ts'));
symlinkSync('src', join(root, 'folder'));
symlinkSync(root, join(root, 'self'));
symlinkSync(root, join(top, 'other-name'));
symlinkSync('../outside.txt', join(root, 'out'));
symlinkSync('../none.txt', join(root, 'nowhere'));
symlinkSync('.env', join(root, 'secret.txt'));

const permissions = { allowIgnored: false, allowSecrets: false };

function open(path: string, parts: Partial<OpenRequest> = {}): string {
  const result = openConfined(path, { root, field: 'path', permissions, ...parts });
  if ('absent' in result) return `absent: ${result.absent}`;
  const { opened } = result;
  const text = opened.isFolder ? 'folder' : readFileSync(opened.location, 'utf8');
  closeSync(opened.descriptor);
  return `${opened.path}${opened.via === null ? '' : ` by ${opened.via}`}: ${text}`;
}

// Only Linux reports where an open file is.
describe.each<NodeJS.Platform>(['linux', 'darwin'])('as on %s', (platform) => {
  it.each([
    ['src/app.ts', 'src/app.ts: app'],
    ['', ': folder'],
    [root, ': folder'],
    [join(root, 'src/app.ts'), 'src/app.ts: app'],
    ['link.ts', 'src/app.ts by link.ts: app'],
    ['folder/app.ts', 'src/app.ts by folder/app.ts: app'],
    ['self/self/folder', 'src by self/self/folder: folder'],
    ['src/none.ts', 'absent: src/none.ts'],
    ['src/app.ts/none', 'absent: src/app.ts/none'],
  ])('opens %j', (path, expected) => {
    expect(open(path, { platform })).toBe(expected);
  });

  it.each([
    ['out', 'A link that leads out of the project, or nowhere: out'],
    ['nowhere', 'A link that leads out of the project, or nowhere: nowhere'],
    ['folder/none.ts', 'A link that leads out of the project, or nowhere: folder/none.ts'],
    ['secret.txt', 'Files of this name hold secrets and are not read: .env'],
  ])('refuses %j', (path, message) => {
    expect(() => open(path, { platform })).toThrow(message);
  });
});

it('accepts the root by any of its names', () => {
  const named = join(top, 'other-name');
  expect(open(join(named, 'src/app.ts'), { root: named })).toBe('src/app.ts: app');
  expect(open(join(root, 'src/app.ts'), { root: named })).toBe('src/app.ts: app');
});

it.runIf(process.platform === 'linux')('recognises files of the kernel by their file system', () => {
  expect(() => open('proc/self/status', { root: '/' })).toThrow('A file of the system, not of the project');
  expect(() => open('sys/kernel', { root: '/' })).toThrow('A file of the system, not of the project');
  expect(() => open('dev/null', { root: '/' })).toThrow('Neither a file nor a folder, but a device');
});

it('closes what it does not return', () => {
  const last = (): number => {
    const result = openConfined('src/app.ts', { root, field: 'path', permissions });
    if ('absent' in result) throw new Error('absent');
    closeSync(result.opened.descriptor);
    return result.opened.descriptor;
  };
  const before = last();
  for (const path of ['out', 'nowhere', '.env', 'none', 'secret.txt']) {
    try {
      open(path);
    } catch {
      // Expected.
    }
  }
  expect(last()).toBe(before);
});
