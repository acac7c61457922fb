import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readHeader } from './header.ts';
import { openDatabase } from './open-database.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'header-'));
  path = join(folder, 'index.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The locks that this process has on the file. */
function locksHere(): string[] {
  const { ino } = statSync(path);
  const all = readFileSync('/proc/locks', 'utf8').split('\n');
  return all.filter((lock) => lock.includes(` ${process.pid} `) && lock.includes(`:${ino} `));
}

// Only Linux lists locks; closing a file ends them on all systems except Windows.
test.runIf(process.platform === 'linux')('a second connection ends no lock of the first', async () => {
  // An existing index with an empty log.
  (await openDatabase({ path })).database.close();
  const { database } = await openDatabase({ path });
  expect(locksHere()).toHaveLength(1);
  const { database: second } = await openDatabase({ path });
  expect(locksHere()).toHaveLength(1);
  second.close();
  expect(locksHere()).toHaveLength(1);
  database.close();
  expect(locksHere()).toHaveLength(0);
});

test('is that of the present file at the path', () => {
  writeFileSync(path, 'one');
  expect(readHeader(path).toString()).toBe('one');
  writeFileSync(path, 'again');
  expect(readHeader(path).toString()).toBe('again');
  writeFileSync(`${path}.new`, 'another');
  renameSync(`${path}.new`, path);
  expect(readHeader(path).toString()).toBe('another');
  rmSync(path);
  expect(() => readHeader(path)).toThrow(expect.objectContaining({ code: 'DatabaseError' }));
});
