/** The command tree: the commands with their arguments and options. The module of a command is loaded when it runs. */
import { Argument, Command, Option } from 'commander';
import { productVersion } from '../config/product.ts';
import { AppError } from '../model/error.ts';
import { leftOutReasons } from '../model/file.ts';
import { nearest } from '../util/nearest.ts';
import { addChunkCommands } from './chunk-commands.ts';
import type { SiteOptions } from './commands/export-site.ts';
import type { OpenOptions } from './commands/open-explorer.ts';
import type { FileOptions } from './commands/list-files.ts';
import type { IndexFlags } from './commands/index-project.ts';
import type { ConfigOptions } from './commands/show-config.ts';
import type { StatsOptions } from './commands/show-usage.ts';
import { shells, symbolCommand } from './help/completion.ts';
import type { Shell } from './help/completion.ts';
import { commandGuides } from './help/command-guide.ts';
import { environmentMeanings } from './help/environment.ts';
import { exitCodeMeanings } from './exit-codes.ts';
import type { ExitCode } from './exit-codes.ts';
import { addFileCommands } from './file-commands.ts';
import { addGlobalOptions } from './global-options.ts';
import type { GlobalOptions } from './global-options.ts';
import { addGraphCommands } from './graph-commands.ts';
import type { ProjectRequest } from './asked-root.ts';
import { addHelp, helpOutput } from './help/group-help.ts';
import { addLspCommand } from './serving/lsp-command.ts';
import { withProjectFirst, withProjects } from './projects/asked-projects.ts';
import { addServeCommand } from './serving/serve-command.ts';
import { addSearchCommands } from './search-commands.ts';
import { addSetupCommands } from './setup-commands.ts';
import { addSnapshotCommand } from './snapshot-command.ts';
import { addTeamCommands } from './team-commands.ts';
import type { ColorChoice, Terminal } from './terminal/terminal.ts';

export interface ProgramContext {
  terminal: Terminal;
  /** Called with the exit code of the command; a server that keeps running does not call it. */
  exit(code: ExitCode): void;
}

function helpEnd(program: Command): string {
  return [
    '',
    '`code-scout help COMMAND` shows options and examples,',
    `\`code-scout help options\` all ${program.options.length} global options.`,
    'Without a command it is an MCP server on standard input and output, for agents.',
  ].join('\n');
}

/** What is typed after `code-scout`, and what it is for. */
const togetherExamples = [
  ["--root api --root web search 'how is a token checked'", 'one ranking over both; paths of the answer are from here'],
  ['--workspace all.code-workspace callers parseDate', 'of all projects that a file lists, such as one of VS Code'],
  ['--workspace all.code-workspace --project web callers main', 'of one of them'],
] as const;

function optionsEnd(terminal: Terminal): string {
  return [
    '',
    terminal.paint('heading', 'Environment:'),
    ...environmentMeanings.map(([name, meaning]) => `  ${terminal.paint('command', name.padEnd(26))}${meaning}`),
    '  `code-scout config --describe` names the variable of every setting.',
    '',
    terminal.paint('heading', 'Several projects:'),
    ...togetherExamples.flatMap(([command, meaning]) => [
      `  ${terminal.paint('command', `code-scout ${command}`)}`,
      `      ${terminal.paint('dim', meaning)}`,
    ]),
    '',
    terminal.paint('heading', 'Exit codes:'),
    ...exitCodeMeanings.map(([code, meaning]) => `  ${String(code).padEnd(4)} ${meaning}`),
  ].join('\n');
}

function unknownCommand(name: string, program: Command): AppError {
  const commandNames = program.commands.map((command) => command.name()).filter((one) => one !== symbolCommand);
  const near = nearest(name, commandNames);
  return new AppError('ValidationError', `Unknown command: ${name}`, {
    hint:
      near === null ? `Commands: ${commandNames.join(', ')}.` : `Did you mean ${near}? \`code-scout help\` lists all.`,
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
    .option('--yes', 'index a folder that contains many projects, such as the home folder, without asking')
    .action(async (path: string | undefined, options: Partial<IndexFlags>) => {
      const { indexProject } = await import('./commands/index-project.ts');
      const { force = false, compiler = false, yes = false } = options;
      exit(await indexProject(request(path), { force, compiler, yes }));
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

function addOpenCommand(program: Command, context: ProgramContext, request: () => ProjectRequest): void {
  program
    .command('open')
    .argument(
      '[what...]',
      'a symbol, a file (with :LINE), words to search for, or "a -> b" for a path (default: the first page)',
    )
    .description('Show the project in the browser: symbols, code, searches, paths, impact.')
    .option('--no-browser', 'only print the URL')
    .option('--port <number>', 'the port (default: one of this project, or any that is free)')
    .action(async (what: string[], options: OpenOptions) => {
      const { openExplorer } = await import('./commands/open-explorer.ts');
      const code = await openExplorer(request(), what.length === 0 ? undefined : what.join(' '), options);
      if (code !== null) context.exit(code);
    });
}

function addExportCommand(program: Command, context: ProgramContext, request: () => ProjectRequest): void {
  program
    .command('export')
    .description('Write what `open` shows as a static site, which opens from disk and needs no server.')
    .requiredOption('--site <folder>', 'where to: a new or empty folder, or that of an earlier export')
    .option('--range <a..b>', 'also the impact of these commits')
    .option('--symbols <number>', 'at most this many symbols with a page of their own (default: 1000)')
    .option('--max-size <megabytes>', 'at most about this much, 1 to 1000 (default: 50)')
    .option('--force', 'overwrite an earlier export without asking')
    .action(async (options: SiteOptions) => {
      const { exportSite } = await import('./commands/export-site.ts');
      context.exit(await exportSite(request(), options));
    });
}

function addSupportCommands(
  program: Command,
  context: ProgramContext,
  { request, question }: { request: (path?: string) => ProjectRequest; question: () => ProjectRequest },
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
      exit(await callNamedTool(question(), name, args));
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
      const { completionScript } = await import('./help/completion.ts');
      terminal.out(completionScript(shell, program).trimEnd());
      exit(0);
    });
  program
    .command(symbolCommand, { hidden: true })
    .argument('[typed]', 'the beginning of a name')
    .description('Print the symbols of the index that begin like this, for completion scripts.')
    .action(async (typed = '') => {
      const { completeSymbols } = await import('./commands/complete-symbols.ts');
      exit(await completeSymbols(question(), String(typed)));
    });
}

/** The actions call `context.exit` at their end; errors are thrown. */
export function createProgram(context: ProgramContext): Command {
  const program = addGlobalOptions(new Command('code-scout'))
    .description(
      'Answers questions about a code base. Commands that answer from the index bring it up to date first; `status` does not.',
    )
    .version(productVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .exitOverride()
    .configureOutput(helpOutput(context.terminal))
    .on('option:color', (choice: ColorChoice) => context.terminal.setColor(choice))
    .hook('preAction', (_, command) => {
      const isPaged = commandGuides[command.name()]?.isPaged === true;
      if (isPaged && program.opts<GlobalOptions>().pager !== false) context.terminal.usePager();
    });
  const request = (path?: string): ProjectRequest => ({
    terminal: context.terminal,
    options: program.opts<GlobalOptions>(),
    ...(path === undefined ? {} : { path }),
  });
  const named = (path?: string): ProjectRequest => withProjects(request(path), { start: null });
  const question = (): ProjectRequest => withProjects(request(), { start: context.terminal.workingDirectory });
  const exit = (code: ExitCode): void => context.exit(code);
  addServeCommand(program, request, (name) => unknownCommand(name, program));
  addLspCommand(program, named);
  addIndexCommands(program, context, named);
  addOpenCommand(program, context, request);
  addExportCommand(program, context, named);
  addSearchCommands(program, { exit, request: question });
  addGraphCommands(program, { exit, request: named, projectFirst: () => withProjectFirst(request()), question });
  addChunkCommands(program, { exit, request: question });
  addFileCommands(program, { exit, request: question });
  addSnapshotCommand(program, { exit, request: named });
  addTeamCommands(program, { exit, request: named });
  addSetupCommands(program, { exit, request });
  addSupportCommands(program, context, { request: named, question });
  addHelp(program, {
    terminal: context.terminal,
    after: (isAll) => (isAll ? optionsEnd(context.terminal) : helpEnd(program)),
    unknownCommand: (name) => unknownCommand(name, program),
  });
  return program;
}
