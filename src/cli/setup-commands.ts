/** `setup` and `unsetup`, which change files outside of the project, and therefore show and ask first. Loaded when they run. */
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

function writingCommand(program: Command, name: string, argument: string): Command {
  return program
    .command(name)
    .argument('[client...]', argument)
    .option('--yes', 'write without asking')
    .option('--dry-run', 'show what would be written, and write nothing');
}

export function addSetupCommands(program: Command, { exit, request }: SetupCommandContext): void {
  writingCommand(program, 'setup', `${clientArgument} (default: those that are installed)`)
    .description(
      'Tell clients (agents and editors) how to start this server: shows each change of their settings, and asks before it writes.',
    )
    .addOption(
      new Option('--scope <scope>', 'the user’s own settings, or those of the project (default: user)').choices([
        ...scopes,
      ]),
    )
    .option('--list', 'list all clients, their files and how it stands with each')
    .action(async (names: string[], options: SetupOptions) => {
      const { setupClients } = await import('./commands/setup-clients.ts');
      exit(await setupClients(request(), names, options));
    });
  writingCommand(program, 'unsetup', `${clientArgument} (default: all that setup has written to)`)
    .description(
      'Take back what setup wrote: each file is again what it was. Shows each change, and asks before it writes.',
    )
    .addOption(
      new Option(
        '--scope <scope>',
        'only the user’s own settings, or those of the project (default: all that setup wrote; of a named client the user’s)',
      ).choices([...scopes]),
    )
    .action(async (names: string[], options: UnsetupOptions) => {
      const { unsetupClients } = await import('./commands/unsetup-clients.ts');
      exit(await unsetupClients(request(), names, options));
    });
}
