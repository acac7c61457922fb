/** `organisation`, `catalogue`, `worker` and `hooks`: an organisation's server that indexes its repositories. Their modules are loaded when they run. */
import { Argument } from 'commander';
import type { Command } from 'commander';
import type { HooksOptions } from './commands/receive-hooks.ts';
import type { CatalogueAction, CatalogueOptions } from './commands/manage-catalogue.ts';
import type { WorkerOptions } from './commands/run-worker.ts';
import type { OrganisationOptions } from './commands/start-organisation.ts';
import type { ExitCode } from './exit-codes.ts';
import { appendValue } from './global-options.ts';
import type { ProjectRequest } from './asked-root.ts';

const actions: readonly CatalogueAction[] = [
  ...([
    'init',
    'add',
    'remove',
    'list',
    'status',
    'poll',
    'ask',
    'sweep',
    'check',
    'limit',
    'backup',
    'restored',
  ] as const),
  ...(['person', 'robot', 'group', 'grant', 'revoke', 'grants', 'token', 'audit'] as const),
];

const where = 'postgresql://USER@HOST/DATABASE, or the path of a file (default: CODE_SCOUT_CATALOGUE)';

interface Host {
  exit(code: ExitCode): void;
  request(): ProjectRequest;
}

export function addTeamCommands(program: Command, host: Host): void {
  addOrganisation(program, host);
  addCatalogue(program, host);
  addWorker(program, host);
  addHooks(program, host);
}

function addOrganisation(program: Command, { exit, request }: Host): void {
  program
    .command('organisation')
    .argument('[addresses...]', 'repositories to add: addresses that git can clone, or folders of this machine')
    .description(
      'Run the whole server of an organisation on this machine: catalogue, workers, query nodes and the explorer. Goes on with what it has when it is started again.',
    )
    .option('--folder <path>', 'where all of it is kept: a new folder, or that of an earlier start')
    .option('--repositories <file>', 'more repositories to add, an address a line; a name may follow it')
    .option('--catalogue <where>', where.replace(')', ', or a file in the folder)'))
    .option('--person <name>', 'who gets the first token, and may read all repositories (default: admin)')
    .option('--workers <number>', 'how many commits are indexed at the same time (default: 1)')
    .option('--nodes <number>', 'how many processes answer questions, each at a port of its own (default: 1)')
    .option('--host <address>', 'the address (default: 127.0.0.1)')
    .option('--port <number>', 'the port of the first node, 0 for any that is free (default: 3000)')
    .option('--tls-cert <path>', 'PEM file of a certificate, for https')
    .option('--tls-key <path>', 'PEM file of the certificate’s key')
    .option('--url <address>', 'where others reach it, such as https://code.example.org behind a proxy')
    .option('--hooks', 'also hear from git hosts what was pushed')
    .option('--hooks-port <number>', 'their port (default: 8787)')
    .option('--poll <seconds>', 'how often each repository is asked for pushes, 0 for never (default: 60)')
    .option('--prepare', 'make what is missing, and start nothing')
    .action(async (addresses: string[], options: OrganisationOptions) => {
      const { startOrganisation } = await import('./commands/start-organisation.ts');
      exit(await startOrganisation(request(), addresses, options));
    });
}

function addCatalogue(program: Command, { exit, request }: Host): void {
  program
    .command('catalogue')
    .addArgument(
      new Argument(
        '<action>',
        'init: make the tables, or bring them up to date; add: a repository, by its address; remove: one, by its name; list: all, with their branches; ' +
          'status: what waits and what has failed; poll: ask the git hosts for pushes; ask: index a branch before all others, again if it was; ' +
          'sweep: delete snapshots that no rule keeps, and what is left of removed repositories; check: look for the snapshots of all branches in the page store; ' +
          'limit: list the limits, or set one; backup: copy a catalogue of SQLite to a file; restored: after a backup was restored; person, robot, group: add, remove or list those who may see something, group join and leave: its members; ' +
          'grant, revoke: what somebody may see; grants: list all, import a file, or fetch what a git host says; token: create, list or revoke; audit: what was changed',
      ).choices(actions),
    )
    .argument(
      '[names...]',
      'add: the address of a repository; remove, ask: its name; backup: a file; others: as the examples say',
    )
    .description('Manage which repositories workers index for everybody, and who may see them.')
    .option('--catalogue <where>', where)
    .option('--tenant <name>', 'whose repositories (default: main)')
    .option('--name <name>', 'add: its name in the page store (default: by its address, as github.com/owner/name)')
    .option('--branch <name>', 'add: the default branch (default: as the host says); ask: the branch')
    .option('--fork-of <name>', 'add: shares the mirror of this repository')
    .option('--every <seconds>', 'poll: ask a repository again after this time at the earliest (default: 60)')
    .option('--from <store>', 'sweep, check: the page store (default: `team.url`)')
    .option('--keep <days>', 'sweep: how long heads of branches stay that nobody pushes to (default: 30)')
    .option('--grace <hours>', 'sweep: how long the name of a removed repository is known (default: 24)')
    .option('--keep-tokens', 'restored: no token was revoked since the backup; else all are revoked')
    .option(
      '--may <what>',
      'grant, revoke, token create: read, index, or admin, which is of no repository (default: read)',
    )
    .option('--all', 'grant, revoke: all repositories, also those that are added later')
    .option('--only <repository...>', 'token create: these alone (default: all that its holder may see)')
    .option('--note <text>', 'token create: what it is for')
    .option('--days <number>', 'token create: how long it is valid (default: 90)')
    .option('--add', 'grants import, fetch: add those whom the catalogue does not know')
    .option('--dry-run', 'grants import, fetch: say what would be changed')
    .option('--token-file <path>', 'grants fetch: a file with the token for the host, which is asked over the network')
    .option('--map <path>', 'grants fetch: JSON of logins, and who they are here')
    .option('--everyone <who>', 'grants fetch: may read what is public at the host')
    .option('--limit <number>', 'audit: how many of the last changes (default: 50)')
    .action(async (action: CatalogueAction, words: string[], options: CatalogueOptions) => {
      const { manageCatalogue } = await import('./commands/manage-catalogue.ts');
      exit(await manageCatalogue(request(), { action, words, options }));
    });
}

function addWorker(program: Command, { exit, request }: Host): void {
  program
    .command('worker')
    .description('Index the commits that the catalogue asks for, and put the snapshots into the page store.')
    .option('--catalogue <where>', where)
    .option('--tenant <name>', 'whose repositories (default: main)')
    .option('--to <store>', 'the page store (default: `team.url`)')
    .option('--key <file>', 'the key to sign with (default: CODE_SCOUT_SIGNING_KEY)')
    .option('--folder <path>', 'for mirrors and checkouts, of this worker alone (default: in the cache folder)')
    .option('--name <name>', 'its name in the catalogue (default: one that no other has)')
    .option('--poll <seconds>', 'how often each repository is asked for pushes, 0 for never (default: 60)')
    .option('--once', 'end when there is nothing to do')
    .option('--no-sweep', 'leave it to others to delete what nobody needs')
    .option('--keep <days>', 'sweep: how long heads of branches stay that nobody pushes to (default: 30)')
    .option('--max-time <seconds>', 'of one index (default: 1800)')
    .option('--max-memory <megabytes>', 'of one index, and of git for it (default: 4096)')
    .option('--max-clone <megabytes>', 'of a repository with its history (default: 16384)')
    .option('--max-checkout <megabytes>', 'of the files of one commit (default: 8192)')
    .option('--max-files <number>', 'of one commit (default: 1000000)')
    .option('--attempts <number>', 'how often a commit is tried (default: 5)')
    .option('--lease <seconds>', 'after this time without a word another worker takes its job (default: 60)')
    .option('--metrics-port <number>', 'serve /health and /metrics at this port, 0 for any that is free')
    .option('--metrics-host <address>', 'at this address (default: 127.0.0.1)')
    .action(async (options: WorkerOptions) => {
      const { runWorkerCommand } = await import('./commands/run-worker.ts');
      exit(await runWorkerCommand(request(), options));
    });
}

function addHooks(program: Command, { request }: Pick<Host, 'request'>): void {
  program
    .command('hooks')
    .description('Hear from GitHub, GitLab, Gitea and Forgejo what was pushed, so that it is indexed at once.')
    .option('--catalogue <where>', where)
    .option('--tenant <name>', 'whose repositories (default: main)')
    .option('--secret-file <file>', 'secrets by which hosts are known, one a line (default: CODE_SCOUT_HOOK_SECRET)')
    .option('--port <number>', 'the port, 0 for any that is free (default: 8787)')
    .option('--host <address>', 'the address (default: 127.0.0.1)')
    .option('--tls-cert <path>', 'PEM file of a certificate, for https')
    .option('--tls-key <path>', 'PEM file of the certificate’s key')
    .option('--token <text>', 'for /metrics; better set CODE_SCOUT_HTTP_TOKEN')
    .option('--allow-host <name>', 'another host name of this server, for /metrics; may be repeated', appendValue)
    .action(async (options: HooksOptions) => {
      const { receiveHooks } = await import('./commands/receive-hooks.ts');
      await receiveHooks(request(), options);
    });
}
