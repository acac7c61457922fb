/** The same files give the same archive, whatever the umask and the clock were when they were written. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeZip } from './zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'zip-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** @param mask the bits that a umask takes away */
function archive(name: string, mask: number, seconds: number): Buffer {
  const root = join(folder, name);
  mkdirSync(join(root, 'bin'), { recursive: true });
  for (const [path, mode] of [
    ['bin/run', 0o777],
    ['notes.txt', 0o666],
  ] as const) {
    const file = join(root, path);
    writeFileSync(file, path);
    utimesSync(file, seconds, seconds);
    chmodSync(file, mode & ~mask);
  }
  writeZip(root, `${root}.zip`);
  return readFileSync(`${root}.zip`);
}

it('depends on the files alone, and keeps which of them are programs', () => {
  const bytes = archive('a', 0o022, 1_000_000_000);
  expect(archive('b', 0o077, 1_700_000_000).equals(bytes)).toBe(true);
  const modes = [...'ab'].map((_, index) => {
    let at = -1;
    for (let found = 0; found <= index; found++) at = bytes.indexOf(Buffer.from('PK\x01\x02', 'latin1'), at + 1);
    return bytes.readUInt32LE(at + 38) >>> 16;
  });
  expect(modes).toEqual([0o100755, 0o100644]);
});
