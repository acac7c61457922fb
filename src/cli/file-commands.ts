/** The commands that show files and folders as they are on disk. The module of a command is loaded when it runs. */
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
    .description(
      'List a folder as it is on disk: sizes, and why a file is not indexed. Ignored files are only counted.',
    )
    .option('--offset <number>', 'entries to skip')
    .option('--max-chars <number>', 'size of the answer in characters, 1000 to 50000 (default: 50000)')
    .action(async (folder: string | undefined, options: FolderOptions) => {
      const { showFolder } = await import('./commands/show-files.ts');
      exit(await showFolder(request(), folder ?? '.', options));
    });
  program
    .command('read')
    .argument('<file>', 'a file of the project')
    .description('Print a text file as it is on disk, or the type of a binary file. Notes go to standard error.')
    .option('--lines <from-to>', 'only these lines: 10-20, 10- or 10')
    .option('--start-column <number>', 'column of the first line to start at')
    .option('--max-chars <number>', 'at most this many characters, 1000 to 50000 (default: all)')
    .action(async (file: string, options: TextOptions) => {
      const { showFile } = await import('./commands/show-files.ts');
      exit(await showFile(request(), file, options));
    });
}
