/** What a commit that cannot be fetched means for its job. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { ClaimedJob } from '../../team/catalogue/catalogue.ts';
import { indexCommit } from './index-commit.ts';
import { requireGit } from './poll-repositories.ts';
import type { WorkerSettings } from './worker-settings.ts';

it('a commit that a forced push has replaced is tried again, since its job may be superseded by then', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'code-scout-replaced-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const origin = join(folder, 'origin');
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  const run = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: folder, env, encoding: 'utf8' });
  run('init', '--quiet', '-b', 'main', origin);
  run('-C', origin, 'commit', '--quiet', '--allow-empty', '-m', 'first');
  const replaced = run('-C', origin, 'rev-parse', 'HEAD').trim();
  run('-C', origin, 'commit', '--quiet', '--allow-empty', '--amend', '-m', 'another');
  const repository = { id: 1, family: 1, name: 'shop', url: `file://${origin}`, defaultRef: 'main', state: 'active' };
  const job = { repository, ref: 'main', commit: replaced } as ClaimedJob;
  const limits = { mirrorBytes: 1e9, checkoutBytes: 1e9, checkoutFiles: 1000 };
  const settings = { folder, catalogue: { tenant: 'default' }, limits } as unknown as WorkerSettings;
  const failure = indexCommit(job, { settings, git: requireGit(), signal: new AbortController().signal });
  await expect(failure).rejects.toMatchObject({
    message: `The repository does not have the commit ${replaced.slice(0, 12)} any more`,
    isPassing: true,
  });
});
