import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs, {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { displayPath } from '../../util/bytes/path-bytes.ts';
import { makeSocketFile } from '../../util/testing/socket-file.ts';
import { rereadSource, readSource, type StampedSource } from './read-source.ts';

const options = { maxFileSize: 1000, ignorePatterns: [] };
let top: string;
let root: string;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'code-scout-read-'));
  root = join(top, 'root');
  mkdirSync(root);
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

const read = (path: string): ReturnType<typeof readSource> => readSource(root, { path, rawPath: null }, options);

test('a text with its size, time and hash', () => {
  write('src/a.ts', '\ufeffconst é = 1;\n');
  utimesSync(join(root, 'src/a.ts'), 1_700_000_000.123, 1_700_000_000.123);
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 });
  const content = read('src/a.ts');
  vi.useRealTimers();
  expect(content).toEqual({
    size: 17,
    mtimeMs: statSync(join(root, 'src/a.ts')).mtimeMs,
    hash: createHash('sha256').update('\ufeffconst é = 1;\n').digest('hex'),
    text: 'const é = 1;\n',
    encoding: 'utf-8',
    leftOut: null,
    readAtMs: 1_800_000_000_000,
  });
});

describe('a file that was read before', () => {
  const again = (before: StampedSource | null, path = 'a.ts'): StampedSource =>
    rereadSource(root, { path, rawPath: null }, options, before);
  beforeEach(() => {
    write('a.ts', 'const a = 1;\n');
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 10_000);
  });
  afterEach(() => vi.useRealTimers());

  test('is returned from memory while its stamp is the same', () => {
    const before = again(null);
    expect(before.content.text).toBe('const a = 1;\n');
    expect(again(before)).toBe(before);
  });

  test('is read again after a write that kept its size and time', () => {
    const before = again(null);
    const { atime, mtime } = statSync(join(root, 'a.ts'));
    write('a.ts', 'const b = 2;\n');
    utimesSync(join(root, 'a.ts'), atime, mtime);
    expect(again(before).content.text).toBe('const b = 2;\n');
  });

  test('is read again if another file replaced it, and left out if none did', () => {
    const before = again(null);
    write('b.ts', 'const c = 3;\n');
    renameSync(join(root, 'b.ts'), join(root, 'a.ts'));
    expect(again(before).content.text).toBe('const c = 3;\n');
    rmSync(join(root, 'a.ts'));
    symlinkSync(join(top, 'outside.ts'), join(root, 'a.ts'));
    expect(again(before).content.leftOut).toMatchObject({ reason: 'symlink' });
    rmSync(join(root, 'a.ts'));
    expect(again(before).content.leftOut).toMatchObject({ reason: 'vanished' });
  });

  test('is read again if it was written just before it was read', () => {
    vi.useRealTimers();
    write('a.ts', 'const d = 4;\n');
    const before = again(null);
    expect(before.stamp).toBe(null);
    expect(again(before)).not.toBe(before);
  });
});

test('an empty file', () => {
  write('empty.ts', '');
  expect(read('empty.ts')).toMatchObject({ size: 0, text: '', encoding: 'utf-8', leftOut: null });
  expect(read('empty.ts').hash).toBe(createHash('sha256').digest('hex'));
});

test.each([
  ['latin-1', Buffer.from('# caf\xe9', 'latin1'), '# café', 'windows-1252'],
  ['UTF-16', Buffer.from('\ufeffclass A {}', 'utf16le'), 'class A {}', 'utf-16le'],
])('%s', (_name, bytes, text, encoding) => {
  write('a.txt', bytes);
  expect(read('a.txt')).toMatchObject({ text, encoding, size: bytes.length });
});

test('sizes around the size of the reused buffer, one after the other', () => {
  const large = { maxFileSize: 10_000_000, ignorePatterns: [] };
  for (const size of [262_143, 10, 262_144, 262_145, 3_000_000, 1]) {
    const text = 'abcdefg\n'.repeat(size / 8 + 1).slice(0, size);
    write('a.txt', text);
    expect(readSource(root, { path: 'a.txt', rawPath: null }, large).text === text).toBe(true);
  }
});

describe('left out', () => {
  test('binary content, with its hash', () => {
    write('a.ts', 'a\0b');
    const content = read('a.ts');
    expect(content).toMatchObject({ text: null, encoding: null, size: 3 });
    expect(content.leftOut).toEqual({ path: 'a.ts', reason: 'binary', detail: null });
    expect(content.hash).toBe(createHash('sha256').update('a\0b').digest('hex'));
  });

  test('a file that grew over the limit since the walk', () => {
    write('a.ts', 'x'.repeat(1001));
    expect(read('a.ts')).toMatchObject({ hash: '', text: null, size: 1001 });
    expect(read('a.ts').leftOut).toEqual({ path: 'a.ts', reason: 'tooLarge', detail: '1001 B, limit 1000 B' });
    truncateSync(join(root, 'a.ts'), 1000);
    expect(read('a.ts').leftOut).toBe(null);
  });

  test('a path that is gone, is a folder by now, or is below a file', () => {
    write('folder/a.ts', '');
    expect(read('b.ts').leftOut).toEqual({ path: 'b.ts', reason: 'vanished', detail: null });
    expect(read('folder').leftOut).toEqual({ path: 'folder', reason: 'vanished', detail: 'a folder now' });
    expect(read('folder/a.ts/b.ts').leftOut).toEqual({ path: 'folder/a.ts/b.ts', reason: 'vanished', detail: null });
  });

  test('a link in place of the file or of a folder, wherever it leads', () => {
    writeFileSync(join(top, 'outside.ts'), 'secret');
    write('src/deep/a.ts', 'mine');
    symlinkSync('../outside.ts', join(root, 'link.ts'));
    symlinkSync('src', join(root, 'alias'));
    symlinkSync('loop', join(root, 'loop'));
    expect(read('link.ts').leftOut).toEqual({ path: 'link.ts', reason: 'symlink', detail: '../outside.ts' });
    expect(read('alias/deep/a.ts').leftOut).toEqual({
      path: 'alias/deep/a.ts',
      reason: 'symlink',
      detail: 'alias is a link',
    });
    expect(read('loop/a.ts')).toMatchObject({ text: null, leftOut: { reason: 'symlink' } });
    expect(read('src/deep/a.ts').text).toBe('mine');
    // The folder is moved away, and a link to the outside replaces it.
    mkdirSync(join(top, 'elsewhere'));
    writeFileSync(join(top, 'elsewhere/a.ts'), 'secret');
    renameSync(join(root, 'src/deep'), join(root, 'src/away'));
    symlinkSync('../../elsewhere', join(root, 'src/deep'));
    expect(read('src/deep/a.ts')).toMatchObject({
      text: null,
      hash: '',
      leftOut: { reason: 'symlink', detail: 'src/deep is a link' },
    });
  });

  test('pipes, sockets and devices, without waiting for them', async () => {
    execFileSync('mkfifo', [join(root, 'pipe.ts')]);
    expect(read('pipe.ts').leftOut).toEqual({ path: 'pipe.ts', reason: 'special', detail: 'named pipe' });
    await makeSocketFile(join(root, 'socket.ts'));
    expect(read('socket.ts').leftOut).toEqual({ path: 'socket.ts', reason: 'special', detail: 'socket' });
    expect(readSource('/dev', { path: 'zero', rawPath: null }, options).leftOut).toEqual({
      path: 'zero',
      reason: 'special',
      detail: 'device',
    });
  });

  test.each([
    '../outside.ts',
    'a/../../outside.ts',
    '/etc/passwd',
    '.git/config',
    'sub/.git/config',
    '.code-scout/x',
    '',
  ])('a path that no walk lists: %j', (path) => {
    writeFileSync(join(top, 'outside.ts'), 'secret');
    write('.git/config', 'token');
    expect(read(path)).toMatchObject({ text: null, hash: '' });
    expect(read(path).leftOut).toEqual({ path, reason: 'unreadable', detail: 'not a file of the project' });
  });

  test('secrets', () => {
    write('.env', 'TOKEN=1');
    expect(read('.env')).toMatchObject({ text: null, hash: '', leftOut: { reason: 'secret' } });
  });

  test('a file that may not be read', () => {
    write('a.ts', 'x');
    chmodSync(join(root, 'a.ts'), 0);
    const content = read('a.ts');
    // The superuser may read anything.
    if (process.getuid?.() === 0) expect(content).toMatchObject({ text: 'x', leftOut: null });
    else expect(content.leftOut).toEqual({ path: 'a.ts', reason: 'unreadable', detail: 'EACCES' });
  });
});

test('names of any bytes', () => {
  const name = Buffer.concat([
    Buffer.from('d'),
    Buffer.from([0xe9]),
    Buffer.from('/bad'),
    Buffer.from([0xff, 0xfe]),
    Buffer.from('.ts'),
  ]);
  const folder = Buffer.concat([Buffer.from(`${root}/d`), Buffer.from([0xe9])]);
  mkdirSync(folder);
  writeFileSync(Buffer.concat([Buffer.from(`${root}/`), name]), 'here');
  expect(readSource(root, displayPath(name), options)).toMatchObject({ text: 'here', leftOut: null });
  for (const odd of [
    'new\nline',
    ' ',
    '-rf',
    'back\\slash',
    'quote\'"',
    '__proto__',
    '日本 😀',
    'a:12',
    '$HOME;`x`',
    'n'.repeat(240),
  ]) {
    write(`${odd}/${odd}.ts`, odd);
    expect(read(`${odd}/${odd}.ts`).text).toBe(odd);
  }
});

test('a file that changes all the time never gets a time newer than its bytes', async () => {
  write('a.ts', '');
  // Writes the file as fast as it can: one repeated digit, at growing and shrinking length.
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const writer = new Worker(
    `const { writeFileSync } = require('node:fs'); const { workerData: { path, gate }, parentPort } = require('node:worker_threads');
     for (let n = 0; Atomics.load(gate, 0) === 0; n++) {
       writeFileSync(path, String(n % 10).repeat(200000 + (n % 7) * 100000));
       if (n === 0) parentPort.postMessage('first');
     }`,
    { eval: true, workerData: { path: join(root, 'a.ts'), gate } },
  );
  await once(writer, 'message');
  const large = { maxFileSize: 10_000_000, ignorePatterns: [] };
  for (let reads = 0; reads < 200; reads++) {
    const content = readSource(root, { path: 'a.ts', rawPath: null }, large);
    expect(content.leftOut).toBe(null);
    expect(content.text).toHaveLength(content.size);
    expect(content.mtimeMs).toBeLessThanOrEqual(statSync(join(root, 'a.ts')).mtimeMs);
    await new Promise((resolve) => setImmediate(resolve));
  }
  Atomics.store(gate, 0, 1);
  await once(writer, 'exit');
  // At rest, the last written content is read.
  const last = readSource(root, { path: 'a.ts', rawPath: null }, large);
  expect(new Set(last.text).size).toBe(1);
});

/** Does something after the next call that reads bytes. */
function behindNextRead(change: () => void): void {
  const { readSync } = fs;
  const restore = (): void => {
    fs.readSync = readSync;
    syncBuiltinESMExports();
  };
  fs.readSync = (...args: unknown[]): number => {
    const length = Reflect.apply(readSync, fs, args) as number;
    restore();
    change();
    return length;
  };
  syncBuiltinESMExports();
}

test('a file that changes while it is read is read again', () => {
  write('a.ts', 'let old;\n');
  utimesSync(join(root, 'a.ts'), 1_700_000_000, 1_700_000_000);
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 });
  behindNextRead(() => {
    write('a.ts', 'let now;\n');
    vi.setSystemTime(1_800_000_000_005);
  });
  const content = read('a.ts');
  vi.useRealTimers();
  expect(content).toMatchObject({ text: 'let now;\n', readAtMs: 1_800_000_000_005 });
  expect(content.mtimeMs).toBe(statSync(join(root, 'a.ts')).mtimeMs);
});
