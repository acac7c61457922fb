/** Replacing files on Linux, and as on Windows, where somebody has the file open for a moment. */
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { replaceFile, replaceFileSync, type Replacing } from './replace-file.ts';

function twoFiles(): { from: string; to: string } {
  const folder = mkdtempSync(join(tmpdir(), 'code-scout-replace-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [from, to] = [join(folder, 'new'), join(folder, 'old')];
  writeFileSync(from, 'new');
  writeFileSync(to, 'old');
  return { from, to };
}

/** A system whose first `failures` renames fail. */
function failing(platform: string, code: string, failures: number): Replacing & { tried: number } {
  const system = {
    platform,
    tried: 0,
    rename: (from: string, to: string): void => {
      if (++system.tried <= failures) throw Object.assign(new Error(code), { code });
      renameSync(from, to);
    },
  };
  return system as Replacing & { tried: number };
}

describe.each([
  ['replaceFile', replaceFile],
  ['replaceFileSync', async (...args: Parameters<typeof replaceFileSync>) => replaceFileSync(...args)],
])('%s', (_, replace) => {
  it.each(['EACCES', 'EBUSY', 'EPERM'])('tries again on Windows after %s', async (code) => {
    const { from, to } = twoFiles();
    await replace(from, to, failing('win32', code, 3));
    expect(readFileSync(to, 'utf8')).toBe('new');
  });

  it('gives up on Windows where the file stays open', async () => {
    const { from, to } = twoFiles();
    await expect(replace(from, to, failing('win32', 'EPERM', Infinity))).rejects.toThrow('EPERM');
    expect(readFileSync(to, 'utf8')).toBe('old');
  });

  it.each([
    ['win32', 'ENOENT'],
    ['linux', 'EPERM'],
    ['darwin', 'EACCES'],
  ])('does not try again on %s after %s', async (platform, code) => {
    const { from, to } = twoFiles();
    const system = failing(platform, code, Infinity);
    await expect(replace(from, to, system)).rejects.toThrow(code);
    expect(system.tried).toBe(1);
  });
});
