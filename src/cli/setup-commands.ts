/** `setup` and `unsetup`. They change settings files of other programs, so they show each change and ask before they write, unless --yes is given. */
import { Option } from 'commander';
import type { Command } from 'commander';
import type { SetupOptions } from './commands/setup-clients.ts';
import type { UnsetupOptions } from './commands/unsetup-clients.ts';
import type { ExitCode } from './exit-codes.ts';
import type { ProjectRequest } from './asked-root.ts';
import { clients, scopes } from './setup/clients.ts';

export interface SetupCommandContext {
  exit(code: ExitCode): void;
  request(): ProjectRequest;
}

const clientArgument = clients.map(({ id }) => id).join(', ');

function settingsCommand(program: Command, name: string, argument: string): Command {
  return program
    .command(name)
    .argument('[client...]', argument)
    .option('--yes', 'write without asking')
    .option('--dry-run', 'show what would be written, and write nothing');
}

export function addSetupCommands(program: Command, { exit, request }: SetupCommandContext): void {
  settingsCommand(program, 'setup', `${clientArgument} (default: all that are installed)`)
    .description('Add this server to the settings of agents and editors. Shows each change, and asks before it writes.')
    .addOption(
      new Option('--scope <scope>', 'change the settings of the user or of the project (default: user)').choices([
        ...scopes,
      ]),
    )
    .option('--list', 'list all clients, their settings files, and whether each is set up')
    .action(async (names: string[], options: SetupOptions) => {
      const { setupClients } = await import('./commands/setup-clients.ts');
      exit(await setupClients(request(), names, options));
    });
  settingsCommand(program, 'unsetup', `${clientArgument} (default: all that setup wrote to)`)
    .description(
      'Remove the entries that setup wrote; a file unchanged since then is restored exactly. Shows each change, and asks before it writes.',
    )
    .addOption(
      new Option(
        '--scope <scope>',
        'change only the settings of the user or of the project (default: all that setup wrote; for a named client, user)',
      ).choices([...scopes]),
    )
    .action(async (names: string[], options: UnsetupOptions) => {
      const { unsetupClients } = await import('./commands/unsetup-clients.ts');
      exit(await unsetupClients(request(), names, options));
    });
}
