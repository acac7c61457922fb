/** The command tree: what can be typed, and which module does it. A command's module is loaded when it runs. */
import { Argument, Command, Option } from 'commander';
import { productVersion } from '../config/product.ts';
import { AppError } from '../model/error.ts';
import { leftOutReasons } from '../model/file.ts';
import { nearest } from '../util/nearest.ts';
import { addChunkCommands } from './chunk-commands.ts';
import type { FileOptions } from './commands/list-files.ts';
import type { ExploreOptions } from './commands/explore-task.ts';
import type { ConfigOptions } from './commands/show-config.ts';
import type { RepoSearchOptions } from './commands/search-repo.ts';
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
  /** Takes the running command's exit code; a server has none yet. */
  exit(code: ExitCode): void;
}

const exitCodeHelp = [
  '',
  'Exit codes:',
  ...exitCodeMeanings.map(([code, meaning]) => `  ${String(code).padEnd(4)} ${meaning}`),
  '',
  'Without a command: the MCP server over standard input and output, for agents.',
].join('\n');

function unknownCommand(name: string, program: Command): AppError {
  const known = program.commands.map((command) => command.name());
  const near = nearest(name, known);
  return new AppError('ValidationError', `Unknown command: ${name}`, {
    hint: `${near === null ? '' : `Did you mean ${near}? `}Commands: ${known.join(', ')}.`,
    details: { field: 'command', expected: `one of ${known.join(', ')}`, received: name },
  });
}

function addIndexCommands(program: Command, context: ProgramContext, request: (path?: string) => ProjectRequest): void {
  const { exit } = context;
  program
    .command('index')
    .argument('[path]', 'a folder of the project (default: the current one)')
    .description('Make the index, or bring it up to date.')
    .option('--force', 'read every file anew')
    .option('--compiler', 'also ask the TypeScript compiler what linking left open, as a server does in the background')
    .action(async (path: string | undefined, options: { force?: boolean; compiler?: boolean }) => {
      const { indexProject } = await import('./commands/index-project.ts');
      exit(await indexProject(request(path), { force: options.force ?? false, compiler: options.compiler ?? false }));
    });
  program
    .command('status')
    .argument('[path]', 'a folder of the project (default: the current one)')
    .description('Show what the index holds and how old it is.')
    .action(async (path: string | undefined) => {
      const { showStatus } = await import('./commands/show-status.ts');
      exit(await showStatus(request(path)));
    });
  program
    .command('files')
    .description('List what is indexed, or what is left out and why. Brings the index up to date first.')
    .option('--language <language>', 'only files of this language')
    .option('--prefix <text>', 'only paths that start with it')
    .option('--chunks', 'by language, with the number of chunks of each')
    .option('--issues', 'only files that could be read in part')
    .option('--left-out', 'what is left out of the index, and why')
    .addOption(new Option('--reason <reason>', 'only what is left out for this reason').choices([...leftOutReasons]))
    .option('--limit <number>', 'lines at most (default: all)')
    .option('--offset <number>', 'with --chunks: files to skip')
    .action(async (options: FileOptions) => {
      const { listFiles } = await import('./commands/list-files.ts');
      exit(await listFiles(request(), options));
    });
}

function addExploreCommand(program: Command, context: ProgramContext, request: () => ProjectRequest): void {
  program
    .command('explore')
    .argument('<words...>', 'a task or question, as it was given')
    .description(
      'Show the code that a task is about, with what hangs together with it. Brings the index up to date first.',
    )
    .option('--max-tokens <number>', 'tokens of the answer, 400 to 12000 (default: 2300)')
    .option('--seen <keys>', 'what an earlier answer says to give for what is next')
    .option('--language <language>', 'only files of this language')
    .option('--prefix <text>', 'only paths that start with it')
    .option('--max-chars <number>', 'characters of the answer, 1000 to 50000 (default: 8000)')
    .action(async (words: string[], options: ExploreOptions) => {
      const { exploreTask } = await import('./commands/explore-task.ts');
      context.exit(await exploreTask(request(), words, options));
    });
}

function addSearchCommands(program: Command, context: ProgramContext, request: () => ProjectRequest): void {
  program
    .command('search')
    .argument('<words...>', 'a question, names of the code, or both; lang:, path: and kind: before a word narrow it')
    .description('Find code by a question in words, by names, or by both. Brings the index up to date first.')
    .option('--limit <number>', 'results at most, 1 to 50 (default: that of --max-results, or 10)')
    .option('--offset <number>', 'results to pass over')
    .option('--min-score <number>', 'least score, 0 to 1')
    .option('--language <language>', 'only files of this language')
    .option('--prefix <text>', 'only paths that start with it')
    .option('--after <time>', 'only files modified after it: Unix seconds or a date, as in 2026-11-01')
    .option('--before <time>', 'only files modified before it')
    .option('--max-chars <number>', 'characters of the answer, 1000 to 50000 (default: 8000)')
    .action(async (words: string[], options: RepoSearchOptions) => {
      const { searchRepo } = await import('./commands/search-repo.ts');
      context.exit(await searchRepo(request(), words, options));
    });
  program
    .command('grep')
    .argument('<query>', 'a text, or a regular expression in the syntax of Rust’s regex crate')
    .description(
      'Find a text or a regular expression in the files, definitions first. Brings the index up to date first.',
    )
    .option('-e, --regex', 'the query is a regular expression')
    .option('-F, --fixed', 'every character of the query stands for itself')
    .option('-i, --ignore-case', 'capitals do not count')
    .option('-s, --case-sensitive', 'capitals count (default: where the query has some)')
    .option('-w, --word', 'only whole words')
    .option('-U, --multiline', 'a match may span lines')
    .option('-g, --glob <glob...>', 'only paths that match; with ! before it, none of them')
    .option('-C, --context <number>', 'lines before and after each, 0 to 10')
    .option('-l, --files-only', 'files with the number of their matching lines')
    .option('--limit <number>', 'results at most, 1 to 1000 (default: that of --max-results, or 50)')
    .option('--offset <number>', 'results to pass over')
    .action(async (query: string, options: TextSearchOptions) => {
      const { searchText } = await import('./commands/search-text.ts');
      context.exit(await searchText(request(), query, options));
    });
  program
    .command('tags')
    .argument('<tag...>', 'one to five words')
    .description(
      'Find files by tags: words of names, folders, imports and comments. Brings the index up to date first.',
    )
    .option('--limit <number>', 'files at most, 1 to 100 (default: that of --max-results)')
    .option('--offset <number>', 'files to pass over')
    .option('--language <language>', 'only files of this language')
    .option('--file-type <ending>', 'only files with this ending, as in .ts')
    .option('--path <glob>', 'only paths that match, as in src/**/*.ts')
    .option('--has-exports', 'only files that export something')
    .option('--no-has-exports', 'only files that export nothing')
    .option('--tests', 'only tests')
    .option('--no-tests', 'no tests')
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
    .description('Check versions, grammars, configuration, git, the index and embeddings, and say what to do.')
    .action(async () => {
      const { runDoctor } = await import('./commands/run-doctor.ts');
      exit(await runDoctor(request()));
    });
  program
    .command('stats')
    .argument('[path]', 'a folder of the project (default: the current one)')
    .description('Show what the project’s servers were asked: tools, latencies, errors, queries, growth of the index.')
    .option('--days <number>', 'today and the days before it, 1 to 90 (default: 7)')
    .option('--forget', 'remove all that was counted')
    .action(async (path: string | undefined, options: StatsOptions) => {
      const { showUsage } = await import('./commands/show-usage.ts');
      exit(await showUsage(request(path), options));
    });
  program
    .command('tool')
    .argument('<name>', 'a tool of agents, such as search_repo, or one of a plugin')
    .argument('[arguments]', 'its arguments, a JSON object (default: {})')
    .description('Call a tool as an agent does. Brings the index up to date first.')
    .action(async (name: string, args: string | undefined) => {
      const { callNamedTool } = await import('./commands/call-tool.ts');
      exit(await callNamedTool(request(), name, args));
    });
  program
    .command('config')
    .description('Show the effective configuration and where each value came from.')
    .option('--all', 'also the settings of languages')
    .option('--describe', 'every option with its range, default and variable')
    .action(async (options: ConfigOptions) => {
      const { showConfig } = await import('./commands/show-config.ts');
      exit(showConfig(request(), options));
    });
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'the shell to complete in').choices([...shells]))
    .description('Print a completion script; its first line says how to load it.')
    .action(async (shell: Shell) => {
      const { completionScript } = await import('./completion.ts');
      terminal.out(completionScript(shell, program).trimEnd());
      exit(0);
    });
}

/** Its actions call `context.exit` when they are done; what goes wrong is thrown. */
export function createProgram(context: ProgramContext): Command {
  const program = addGlobalOptions(new Command('code-scout'))
    .description('Code intelligence for AI agents and people: one local index, answers over MCP and the command line.')
    .version(productVersion(), '--version', 'print the version')
    .helpOption('--help', 'show help')
    .helpCommand(false)
    .addHelpText('after', exitCodeHelp)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.terminal.out(text.trimEnd()),
      // Errors are thrown, and told once.
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
