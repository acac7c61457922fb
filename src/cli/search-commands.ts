/** The commands that search: by words, by text, by tags. The module of a command is loaded when it runs. */
import { Option } from 'commander';
import type { Command } from 'commander';
import type { ExploreOptions } from './commands/explore-task.ts';
import type { HybridSearchOptions } from './commands/search-repo.ts';
import type { TagOptions } from './commands/search-tags.ts';
import type { TextSearchOptions } from './commands/search-text.ts';
import type { ExitCode } from './exit-codes.ts';
import { appendValue } from './global-options.ts';
import type { ProjectRequest } from './asked-root.ts';
import { vimgrepOption } from './place-options.ts';

export interface SearchCommandContext {
  exit(code: ExitCode): void;
  request(): ProjectRequest;
}

function addExploreCommand(program: Command, { exit, request }: SearchCommandContext): void {
  program
    .command('explore')
    .argument('<words...>', 'a task or a question')
    .description('Show the code to read for a task, with callers, callees, types and tests.')
    .option('--full', 'whole pieces of code instead of their best lines')
    .option(...vimgrepOption)
    .option('--max-tokens <number>', 'with whole pieces: size of the answer in tokens, 400 to 12000 (default: 1500)')
    .option('--seen <keys>', 'with whole pieces: the keys from an earlier answer, to show other code')
    .option('--language <language>', 'only files of this language')
    .option('--prefix <text>', 'only paths that start with this text')
    .option(
      '--max-chars <number>',
      'with whole pieces: size of the answer in characters, 1000 to 50000 (default: 8000)',
    )
    .action(async (words: string[], options: ExploreOptions) => {
      const { exploreTask } = await import('./commands/explore-task.ts');
      exit(await exploreTask(request(), words, options));
    });
}

function addWordCommands(program: Command, { exit, request }: SearchCommandContext): void {
  program
    .command('search')
    .argument('<words...>', 'a question, names from the code, or both; filters: lang:go, path:src/, kind:function')
    .description(
      'Find code by a question in words, by names, or both: of each file the best piece, with its best lines.',
    )
    .option('--full', 'whole pieces instead of their best lines')
    .option(...vimgrepOption)
    .option('--limit <number>', 'at most this many results, 1 to 50 (default: --max-results, or 10)')
    .option('--offset <number>', 'results to skip')
    .option('--min-score <number>', 'lowest score, 0 to 1')
    .option('--language <language>', 'only files of this language')
    .option('--prefix <text>', 'only paths that start with this text')
    .option('--after <time>', 'only files modified after this time: a date such as 2026-11-01, or Unix seconds')
    .option('--before <time>', 'only files modified before this time')
    .option('--max-chars <number>', 'size of the answer in characters, 1000 to 50000 (default: no limit)')
    .action(async (words: string[], options: HybridSearchOptions) => {
      const { searchRepo } = await import('./commands/search-repo.ts');
      exit(await searchRepo(request(), words, options));
    });
  program
    .command('tags')
    .argument('<tag...>', 'one to five words')
    .description('Find files by tags: words from names, folders, imports and comments.')
    .option('--limit <number>', 'at most this many files, 1 to 100 (default: --max-results)')
    .option('--offset <number>', 'files to skip')
    .option('--language <language>', 'only files of this language')
    .option('--file-type <ending>', 'only files with this ending, such as .ts')
    .option('--path <glob>', 'only paths that match this glob, such as src/**/*.ts')
    .option('--has-exports', 'only files that export something')
    .option('--no-has-exports', 'only files that export nothing')
    .option('--tests', 'only test files')
    .option('--no-tests', 'no test files')
    .action(async (tags: string[], options: TagOptions) => {
      const { searchTags } = await import('./commands/search-tags.ts');
      exit(await searchTags(request(), tags, options));
    });
}

function addGrepCommand(program: Command, { exit, request }: SearchCommandContext): void {
  program
    .command('grep')
    .argument(
      '[query]',
      'a regular expression in the syntax of Rust’s regex crate; one that is not valid is taken as a text',
    )
    .argument('[path...]', 'files and folders to search (default: the current folder)')
    .description(
      'Find a regular expression or a text in files, with the options of ripgrep. Files with definitions of it come first; hidden files are searched.',
    )
    .option(
      '-e, --regexp <pattern>',
      'the pattern, if it begins with a dash or there are several; may be repeated',
      appendValue,
    )
    .option('--regex', 'the query must be a valid regular expression')
    .option('-F, --fixed', 'the query is a fixed text')
    .option('-i, --ignore-case', 'ignore case')
    .option('-s, --case-sensitive', 'match case')
    .option('-S, --smart-case', 'match case if the query has capitals (the default)')
    .option('-w, --word', 'only whole words')
    .option('-U, --multiline', 'matches may span lines')
    .option('-g, --glob <glob>', 'only paths that match; a glob after ! excludes; may be repeated', appendValue)
    .option(
      '-t, --type <language>',
      'only files of a language or with an ending: ts, python; may be repeated',
      appendValue,
    )
    .option('-T, --type-not <language>', 'no files of a language; may be repeated', appendValue)
    .option('-A, --after-context <number>', 'lines to show after each match')
    .option('-B, --before-context <number>', 'lines to show before each match')
    .option('-C, --context <number>', 'lines to show before and after each match')
    .option('-c, --count', 'list only the files, each with its number of matching lines')
    .option('-l, --files-only', 'list only the files')
    .addOption(new Option('--files-with-matches', 'as --files-only').hideHelp())
    .option('-o, --only-matching', 'only the parts of lines that match')
    .option('--heading', 'the path above the lines of each file (the default on a terminal)')
    .option('--no-heading', 'the path in front of each line')
    .option('-n, --line-number', 'line numbers (the default)')
    .option('-N, --no-line-number', 'no line numbers')
    .option('--column', 'the column of the first match in bytes')
    .option('-H, --filename', 'the path, also if only one file is searched')
    .option('-I, --no-filename', 'no paths')
    .option(...vimgrepOption)
    .option('--limit <number>', 'at most this many lines or files (default: all; with --json 50)')
    .option('--offset <number>', 'results to skip')
    .action(async (query: string | undefined, paths: string[], options: TextSearchOptions) => {
      const { searchText } = await import('./commands/search-text.ts');
      exit(await searchText(request(), query === undefined ? [] : [query, ...paths], options));
    });
}

export function addSearchCommands(program: Command, context: SearchCommandContext): void {
  addExploreCommand(program, context);
  addWordCommands(program, context);
  addGrepCommand(program, context);
}
