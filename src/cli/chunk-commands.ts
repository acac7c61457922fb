/** The commands that show files by chunks. The module of a command is loaded when it runs. */
import type { Command } from 'commander';
import type { ChunkOptions, FilesOptions, PageOptions } from './commands/show-chunks.ts';
import type { MeaningOptions } from './commands/search-meaning.ts';
import type { ExitCode } from './exit-codes.ts';
import { vimgrepOption } from './place-options.ts';
import type { ProjectRequest } from './asked-root.ts';

export interface ChunkCommandContext {
  exit(code: ExitCode): void;
  request(): ProjectRequest;
}

const charsOption = [
  '--max-chars <number>',
  'size of the answer in characters, 1000 to 50000 (default: 50000)',
] as const;
const lineOption = ['--start-line <number>', 'first line (default: 1)'] as const;

export function addChunkCommands(program: Command, { exit, request }: ChunkCommandContext): void {
  program
    .command('context')
    .argument('<file>', 'a text file of the project')
    .description('Print a file by its chunks.')
    .option(...lineOption)
    .option(...charsOption)
    .action(async (file: string, options: PageOptions) => {
      const { showContext } = await import('./commands/show-chunks.ts');
      exit(await showContext(request(), file, options));
    });
  program
    .command('chunks')
    .argument('<file...>', 'up to 100 text files of the project')
    .description('List the chunks of files: ids, lines, kinds, symbols and code.')
    .option(...lineOption)
    .option('--cursor <text>', 'with several files: where the next page starts, as the previous page says')
    .option(...charsOption)
    .action(async (files: string[], options: FilesOptions) => {
      const { showChunks } = await import('./commands/show-chunks.ts');
      exit(await showChunks(request(), files, options));
    });
  program
    .command('chunk')
    .argument('<id>', 'the id of a chunk from an earlier answer')
    .description('Print one chunk.')
    .option(...charsOption)
    .action(async (id: string, options: ChunkOptions) => {
      const { showChunk } = await import('./commands/show-chunks.ts');
      exit(await showChunk(request(), id, options));
    });
  program
    .command('similar')
    .argument('<words...>', 'what to look for, in words or as code')
    .description('Find chunks by meaning alone, the closest first.')
    .option('--limit <number>', 'at most this many chunks, 1 to 100 (default: --max-results, or 10)')
    .option('--language <language>', 'only files of this language')
    .option('--prefix <text>', 'only paths that start with this text')
    .option('--full', 'whole pieces instead of their best lines')
    .option(...vimgrepOption)
    .option('--max-chars <number>', 'size of the answer in characters, 1000 to 50000 (default: no limit)')
    .action(async (words: string[], options: MeaningOptions) => {
      const { searchMeaning } = await import('./commands/search-meaning.ts');
      exit(await searchMeaning(request(), words, options));
    });
}
