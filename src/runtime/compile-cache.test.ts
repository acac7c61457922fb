import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { safeFolder } from './compile-cache.ts';

let top: string;
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'caches-')));
});
afterEach(() => rmSync(top, { recursive: true }));

const found = (cacheDirectory: string, ...projects: string[]): string | null =>
  safeFolder({ cacheDirectory, projects });

describe.skipIf(process.platform === 'win32')('the folder of the compile cache', () => {
  it('is made for its user only, and found again', () => {
    const folder = join(top, '.cache', 'code-scout', 'compile-cache');
    expect(found(join(top, '.cache', 'code-scout'))).toBe(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(top, '.cache', 'code-scout')).mode & 0o777).toBe(0o700);
    expect(found(join(top, '.cache', 'code-scout'))).toBe(folder);
  });

  it('is not in a project, by whatever path it is reached', () => {
    const project = join(top, 'project');
    mkdirSync(join(project, 'src'), { recursive: true });
    symlinkSync(project, join(top, 'link'));
    expect(found(join(project, '.cache'), project)).toBeNull();
    expect(found(join(top, 'link', '.cache'), project)).toBeNull();
    expect(found(join(project, '.cache'), join(top, 'link'))).toBeNull();
    expect(found(join(project, '.cache'), join(top, 'nowhere'), join(project, 'src'))).not.toBeNull();
    writeFileSync(join(project, '.git'), 'gitdir: elsewhere');
    expect(found(join(project, '.cache'))).toBeNull();
    expect(found(join(top, 'project 2'), project)).not.toBeNull();
  });

  it('is not a link, not a file, and not writable by others', () => {
    const cache = join(top, 'cache');
    const folder = found(cache)!;
    for (const mode of [0o770, 0o707]) {
      chmodSync(folder, mode);
      expect(found(cache)).toBeNull();
      chmodSync(folder, 0o700);
      chmodSync(cache, mode);
      expect(found(cache)).toBeNull();
      chmodSync(cache, 0o700);
    }
    expect(found(cache)).toBe(folder);
    rmSync(folder, { recursive: true });
    symlinkSync(top, folder);
    expect(found(cache)).toBeNull();
    rmSync(folder);
    writeFileSync(folder, '');
    expect(found(cache)).toBeNull();
  });

  it.runIf(process.getuid?.() === 0)('is not another user’s', async () => {
    const { chownSync } = await import('node:fs');
    chownSync(found(join(top, 'cache'))!, 12345, 12345);
    expect(found(join(top, 'cache'))).toBeNull();
  });
});
