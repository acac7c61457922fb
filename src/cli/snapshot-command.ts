/** `snapshot`: indexes that machines give each other by a page store. Its module is loaded when it runs. */
import { Argument } from 'commander';
import type { Command } from 'commander';
import type { SnapshotAction, SnapshotOptions } from './commands/exchange-snapshots.ts';
import type { ExitCode } from './exit-codes.ts';
import { appendValue } from './global-options.ts';
import type { ProjectRequest } from './asked-root.ts';

const actions: readonly SnapshotAction[] = ['keygen', 'push', 'pull', 'list', 'verify', 'sweep'];

export function addSnapshotCommand(
  program: Command,
  { exit, request }: { exit(code: ExitCode): void; request(): ProjectRequest },
): void {
  program
    .command('snapshot')
    .addArgument(
      new Argument(
        '<action>',
        'keygen: make a key to sign with; push: put the index of the commit into the store; pull: begin the index with the nearest snapshot; ' +
          'list: the snapshots of this repository; verify: check one to the last page; sweep: delete what nothing needs',
      ).choices(actions),
    )
    .description('Share indexes with a team by a page store: a folder, an HTTP server, or S3.')
    .option('--to <store>', 'push: the page store (default: `team.url`)')
    .option('--from <store>', 'pull, list, verify, sweep: the page store (default: `team.url`)')
    .option('--key <file>', 'keygen: the file to write; push: the key to sign with (default: CODE_SCOUT_SIGNING_KEY)')
    .option(
      '--branch <name>',
      'push: the branch of the commit, where git does not know it; pull: also look for this one',
    )
    .option('--packages', 'push: with --json, also say which packages the repository provides and requires')
    .option('--tree <id>', 'verify: the tree (default: that of HEAD)')
    .option('--trust <key>', 'verify: a public key to trust instead of `team.keys`; may be repeated', appendValue)
    .option('--quota <size>', 'sweep: delete the oldest snapshots but the last of each branch until the rest fits')
    .option('--grace <hours>', 'sweep: how long pages stay that nothing needs (default: 24)')
    .action(async (action: SnapshotAction, options: SnapshotOptions) => {
      const { exchangeSnapshots } = await import('./commands/exchange-snapshots.ts');
      exit(await exchangeSnapshots(request(), action, options));
    });
}
