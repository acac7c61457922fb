/** The command tree: the commands with their arguments and options. The module of a command is loaded when it runs. */
import { Argument, Command, Option } from 'commander';
import { productVersion } from '../config/product.ts';
import { AppError } from '../model/error.ts';
import { leftOutReasons } from '../model/file.ts';
import { nearest } from '../util/nearest.ts';
import { addChunkCommands } from './chunk-commands.ts';
import type { FileOptions } from './commands/list-files.ts';
import type { ExploreOptions } from './commands/explore-task.ts';
import type { ConfigOptions } from './commands/show-config.ts';
import type { HybridSearchOptions } from './commands/search-repo.ts';
import type { TextSearchOptions } from './commands/search-text.ts';
import type { TagOptions } from './commands/search-tags.ts';
import type { StatsOptions } from './commands/show-usage.ts';
import { shells } from './completion.ts';
import type { Shell } from './completion.ts';
import { exitCodeMeanings } from './exit-codes.ts';
import type { ExitCode } from './exit-codes.ts';
import { addFileCommands } from './file-commands.ts';
import { addGlobalOptions } from './global-options.ts';
import type { GlobalOptions } from './global-options.ts';
import { addGraphCommands } from './graph-commands.ts';
import type { ProjectRequest } from './asked-root.ts';
import { addServeCommand } from './serving/serve-command.ts';
import { addSetupCommands } from './setup-commands.ts';
import type { Terminal } from './terminal/terminal.ts';

export interface ProgramContext {
  terminal: Terminal;
  /** Called with the exit code of the command; a server that keeps running does not call it. */
  exit(code: ExitCode): void;
}

const exitCodeHelp = [
  '',
  'Exit codes:',
  ...exitCodeMeanings.map(([code, meaning]) => `  ${String(code).padEnd(4)} ${meaning}`),
  '',
  'Without a command it is an MCP server on standard input and output, started by an agent.',
].join('\n');

function unknownCommand(name: string, program: Command): AppError {
  const commandNames = program.commands.map((command) => command.name());
  const near = nearest(name, commandNames);
  return new AppError('ValidationError', `Unknown command: ${name}`, {
    hint: `${near === null ? '' : `Did you mean ${near}? `}Commands: ${commandNames.join(', ')}.`,
    details: { field: 'command', expected: `one of ${commandNames.join(', ')}`, received: name },
  });
}

function addIndexCommands(program: Command, context: ProgramContext, request: (path?: string) => ProjectRequest): void {
  const { exit } = context;
  program
    .command('index')
    .argument('[path]', 'a folder of the project (default: the current one)')
    .description('Create the index, or bring it up to date.')
    .option('--force', 'read all files again')
    .option(
      '--compiler',
      'also ask the TypeScript compiler about unresolved references, as a server does in the background',
    )
    .action(async (path: string | undefined, options: { force?: boolean; compiler?: boolean }) => {
      const { indexProject } = await import('./commands/index-project.ts');
      exit(await indexProject(request(path), { force: options.force ?? false, compiler: options.compiler ?? false }));
    });
  program
    .command('status')
    .argument('[path]', 'a folder of the project (default: the current one)')
    .description('Show what the index contains and how old it is.')
    .action(async (path: string | undefined) => {
      const { showStatus } = await import('./commands/show-status.ts');
      exit(await showStatus(request(path)));
    });
  program
    .command('files')
    .description('List the indexed files, or the skipped files with the reasons.')
    .option('--language <language>', 'only files of this language')
    .option('--prefix <text>', 'only paths that start with this text')
    .option('--chunks', 'group the files by language, with the number of chunks of each file')
    .option('--issues', 'only files that were not read completely')
    .option('--left-out', 'list the skipped files, and why they are skipped')
    .addOption(new Option('--reason <reason>', 'only files skipped for this reason').choices([...leftOutReasons]))
    .option('--limit <number>', 'at most this many files (default: all)')
    .option('--offset <number>', 'with --chunks: files to skip')
    .action(async (options: FileOptions) => {
      const { listFiles } = await import('./commands/list-files.ts');
      exit(await listFiles(request(), options));
    });
}

function addExploreCommand(program: Command, context: ProgramContext, request: () => ProjectRequest): void {
  program
    .command('explore')
    .argument('<words...>', 'a task or a question')
    .description('Show the code to read for a task, with callers, callees and tests.')
    .option('--max-tokens <number>', 'size of the answer in tokens, 400 to 12000 (default: 1500)')
    .option('--seen <keys>', 'the keys from an earlier answer: show other code')
    .option('--language <language>', 'only files of this language')
    .option('--prefix <text>', 'only paths that start with this text')
    .option('--max-chars <number>', 'size of the answer in characters, 1000 to 50000 (default: 8000)')
    .action(async (words: string[], options: ExploreOptions) => {
      const { exploreTask } = await import('./commands/explore-task.ts');
      context.exit(await exploreTask(request(), words, options));
    });
}

function addSearchCommands(program: Command, context: ProgramContext, request: () => ProjectRequest): void {
  program
    .command('search')
    .argument('<words...>', 'a question, names from the code, or both; filters: lang:go, path:src/, kind:function')
    .description('Find code by a question in words, by names, or both.')
    .option('--limit <number>', 'at most this many results, 1 to 50 (default: --max-results, or 10)')
    .option('--offset <number>', 'results to skip')
    .option('--min-score <number>', 'lowest score, 0 to 1')
    .option('--language <language>', 'only files of this language')
    .option('--prefix <text>', 'only paths that start with this text')
    .option('--after <time>', 'only files modified after this time: a date such as 2026-11-01, or Unix seconds')
    .option('--before <time>', 'only files modified before this time')
    .option('--max-chars <number>', 'size of the answer in characters, 1000 to 50000 (default: 8000)')
    .action(async (words: string[], options: HybridSearchOptions) => {
      const { searchRepo } = await import('./commands/search-repo.ts');
      context.exit(await searchRepo(request(), words, options));
    });
  program
    .command('grep')
    .argument('<query>', 'a text, or a regular expression in the syntax of Rust’s regex crate')
    .description('Find a text or a regular expression in files; definitions come first.')
    .option('-e, --regex', 'the query is a regular expression')
    .option('-F, --fixed', 'the query is a fixed text')
    .option('-i, --ignore-case', 'ignore case')
    .option('-s, --case-sensitive', 'match case (default: if the query has capitals)')
    .option('-w, --word', 'only whole words')
    .option('-U, --multiline', 'matches may span lines')
    .option('-g, --glob <glob...>', 'only paths that match; a glob after ! excludes')
    .option('-C, --context <number>', 'lines of context before and after each match, 0 to 10')
    .option('-l, --files-only', 'list only the files, each with its number of matching lines')
    .option('--limit <number>', 'at most this many results, 1 to 1000 (default: --max-results, or 50)')
    .option('--offset <number>', 'results to skip')
    .action(async (query: string, options: TextSearchOptions) => {
      const { searchText } = await import('./commands/search-text.ts');
      context.exit(await searchText(request(), query, options));
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
      context.exit(await searchTags(request(), tags, options));
    });
}

function addSupportCommands(
  program: Command,
  context: ProgramContext,
  request: (path?: string) => ProjectRequest,
): void {
  const { exit, terminal } = context;
  program
    .command('doctor')
    .description(
      'Check versions, grammars, configuration, git, the index and embeddings; report problems and how to fix them.',
    )
    .action(async () => {
      const { runDoctor } = await import('./commands/run-doctor.ts');
      exit(await runDoctor(request()));
    });
  program
    .command('stats')
    .argument('[path]', 'a folder of the project (default: the current one)')
    .description('Show usage of the project’s servers: calls by tool, latencies, errors, queries, growth of the index.')
    .option('--days <number>', 'how many days, today included, 1 to 90 (default: 7)')
    .option('--forget', 'delete all counts')
    .action(async (path: string | undefined, options: StatsOptions) => {
      const { showUsage } = await import('./commands/show-usage.ts');
      exit(await showUsage(request(path), options));
    });
  program
    .command('tool')
    .argument('<name>', 'the name of a tool that agents call, such as search_repo, or of a tool of a plugin')
    .argument('[arguments]', 'its arguments as a JSON object (default: {})')
    .description('Call a tool as an agent does, and print its answer.')
    .action(async (name: string, args: string | undefined) => {
      const { callNamedTool } = await import('./commands/call-tool.ts');
      exit(await callNamedTool(request(), name, args));
    });
  program
    .command('config')
    .description('Show the effective configuration and where each value came from.')
    .option('--all', 'include the settings of each language')
    .option('--describe', 'describe every option: range, default, environment variable')
    .action(async (options: ConfigOptions) => {
      const { showConfig } = await import('./commands/show-config.ts');
      exit(showConfig(request(), options));
    });
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'the shell to complete in').choices([...shells]))
    .description('Print a completion script for a shell; its first line says how to load it.')
    .action(async (shell: Shell) => {
      const { completionScript } = await import('./completion.ts');
      terminal.out(completionScript(shell, program).trimEnd());
      exit(0);
    });
}

/** The actions call `context.exit` at their end; errors are thrown. */
export function createProgram(context: ProgramContext): Command {
  const program = addGlobalOptions(new Command('code-scout'))
    .description(
      'Code intelligence for AI agents and people: one local index, answers over MCP and the command line. Commands that answer from the index bring it up to date first; `status` does not.',
    )
    .version(productVersion(), '--version', 'print the version')
    .helpOption('--help', 'show help')
    .helpCommand(false)
    .addHelpText('after', exitCodeHelp)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.terminal.out(text.trimEnd()),
      // Errors are thrown and reported once, by `main`.
      writeErr: () => {},
    });
  const request = (path?: string): ProjectRequest => ({
    terminal: context.terminal,
    options: program.opts<GlobalOptions>(),
    ...(path === undefined ? {} : { path }),
  });
  addServeCommand(program, request, (name) => unknownCommand(name, program));
  addIndexCommands(program, context, request);
  addExploreCommand(program, context, request);
  addSearchCommands(program, context, request);
  addGraphCommands(program, { exit: (code) => context.exit(code), request });
  addChunkCommands(program, { exit: (code) => context.exit(code), request });
  addFileCommands(program, { exit: (code) => context.exit(code), request });
  addSetupCommands(program, { exit: (code) => context.exit(code), request });
  addSupportCommands(program, context, request);
  return program;
}
