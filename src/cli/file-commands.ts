/** The commands that show files and folders as they are on disk, one for each of the tools. A command's module is loaded when it runs. */
import type { Command } from 'commander';
import type { FolderOptions, TextOptions } from './commands/show-files.ts';
import type { ExitCode } from './exit-codes.ts';
import type { ProjectRequest } from './asked-root.ts';

export interface FileCommandContext {
  exit(code: ExitCode): void;
  request(): ProjectRequest;
}

export function addFileCommands(program: Command, { exit, request }: FileCommandContext): void {
  program
    .command('ls')
    .argument('[folder]', 'a folder of the project (default: the current one)')
    .description('List a folder as it is on disk: sizes, and what is not indexed and why. What is ignored is counted.')
    .option('--offset <number>', 'entries to pass over')
    .option('--max-chars <number>', 'characters of the answer, 1000 to 50000 (default: 50000)')
    .action(async (folder: string | undefined, options: FolderOptions) => {
      const { showFolder } = await import('./commands/show-files.ts');
      exit(await showFolder(request(), folder ?? '.', options));
    });
  program
    .command('read')
    .argument('<file>', 'a file of the project')
    .description(
      'Print a text file as it is on disk, or name what it is. What is worth knowing goes to standard error.',
    )
    .option('--lines <from-to>', 'only these lines, as in 10-20, 10- or 10')
    .option('--start-column <number>', 'character of the first line to start with')
    .option('--max-chars <number>', 'a page of so many characters, 1000 to 50000 (default: all)')
    .action(async (file: string, options: TextOptions) => {
      const { showFile } = await import('./commands/show-files.ts');
      exit(await showFile(request(), file, options));
    });
}
