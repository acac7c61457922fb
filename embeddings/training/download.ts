/** Downloads missing pinned commits from GitHub, each without its history. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { start } from '../../scripts/lib/repository.ts';
import type { LockedRepository } from './lock-file.ts';
import { findGitDirectory, hasCommit } from './repository-files.ts';

async function run(args: readonly string[]): Promise<void> {
  const { code, output } = await start('git', args);
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${output}`);
}

export async function downloadMissing(sources: string, repositories: readonly LockedRepository[]): Promise<void> {
  for (const { repository, commit } of repositories) {
    const known = findGitDirectory(sources, repository);
    if (known !== null && hasCommit(known, commit)) continue;
    const target = known ?? join(sources, `${repository.replace('/', '+')}.git`);
    mkdirSync(target, { recursive: true });
    if (known === null) await run(['init', '--quiet', '--bare', target]);
    const address = `https://github.com/${repository}.git`;
    await run([`--git-dir=${target}`, 'fetch', '--quiet', '--depth=1', '--no-tags', address, commit]);
    console.log(`${repository}: fetched`);
  }
}
