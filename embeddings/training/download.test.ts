import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { downloadMissing } from './download.ts';
import type { LockedRepository } from './lock-file.ts';
import { findGitDirectory, hasCommit, listFiles } from './repository-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'download-'));
const origin = join(folder, 'origin', 'one', 'free.git');
const sources = join(folder, 'sources');

/** Makes git use the local origin instead of GitHub. */
beforeAll(() => {
  vi.stubEnv('GIT_CONFIG_COUNT', '1');
  vi.stubEnv('GIT_CONFIG_KEY_0', `url.${pathToFileURL(join(folder, 'origin')).href}/.insteadOf`);
  vi.stubEnv('GIT_CONFIG_VALUE_0', 'https://github.com/');
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function commit(name: string): string {
  writeFileSync(join(origin, name), `${name}\n`);
  const run = (...args: string[]): string =>
    execFileSync('git', ['-C', origin, '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
      encoding: 'utf8',
    });
  run('init', '--quiet');
  run('config', 'uploadpack.allowAnySHA1InWant', 'true');
  run('add', '.');
  run('commit', '--quiet', '--message=one');
  return run('rev-parse', 'HEAD').trim();
}

test('downloads only the pinned commit, once', async () => {
  mkdirSync(origin, { recursive: true });
  const pinned = commit('first.py');
  const later = commit('second.py');
  const locked: LockedRepository = {
    ...{ repository: 'one/free', commit: pinned, licence: 'MIT' },
    ...{ licenceFiles: [], use: 'training' },
  };
  await downloadMissing(sources, [locked]);
  const gitDirectory = findGitDirectory(sources, 'one/free')!;
  expect(listFiles(gitDirectory, pinned).map(({ path }) => path)).toEqual(['first.py']);
  expect(hasCommit(gitDirectory, later)).toBe(false);
  rmSync(join(folder, 'origin'), { recursive: true });
  await downloadMissing(sources, [locked]);
  await expect(downloadMissing(sources, [{ ...locked, commit: '1'.repeat(40) }])).rejects.toThrow(/fetch/);
});
