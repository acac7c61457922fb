/** `setup` and `unsetup`. They change settings files of other programs, so they show each change and ask before they write, unless --yes is given. */
import { Option } from 'commander';
import type { Command } from 'commander';
import type { SetupOptions } from './commands/setup-clients.ts';
import type { UnsetupOptions } from './commands/unsetup-clients.ts';
import { exitCode } from './exit-codes.ts';
import type { ExitCode } from './exit-codes.ts';
import type { ProjectRequest } from './asked-root.ts';
import { clients, scopes } from './setup/clients.ts';
import { foldText } from './terminal/fold.ts';

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
    .option(
      '--toolsets <list>',
      'have these toolsets served: core, tags, index, files, semantic, graph, all (default: core)',
    )
    .option(
      '--guidance',
      'also tell agents when to ask: a marked block in AGENTS.md, CLAUDE.md or GEMINI.md, and a sub-agent for Claude Code (default: offered where setup can ask)',
    )
    .option('--no-guidance', 'write only the entry of the server')
    .option('--session-hint', 'also add a hook to Claude Code that prints the guidance when a session starts')
    .option('--list', 'list all clients, their settings files, and whether each is set up')
    .action(async (names: string[], options: SetupOptions) => {
      const { toolsetsOf } = await import('./setup/launch.ts');
      if (options.toolsets !== undefined) options.toolsets = toolsetsOf(options.toolsets);
      const { setupClients } = await import('./commands/setup-clients.ts');
      exit(await setupClients(request(), names, options));
    });
  program
    .command('guidance')
    .description('Print the guidance for agents that setup writes into their instructions.')
    .action(async () => {
      const { guidanceText } = await import('./setup/guidance.ts');
      const { terminal } = request();
      // On a terminal the lines are as wide as it is.
      const text = terminal.width === null ? guidanceText : guidanceText.replaceAll(/\n {2}(?=\S)/g, ' ');
      terminal.out(foldText(text, terminal.width));
      exit(exitCode.ok);
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
