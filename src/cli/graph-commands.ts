/** The commands about the code graph: one for each tool that queries it, `graph` and `scip`. The module of a command is loaded when it runs. */
import { Argument, Option } from 'commander';
import type { Command } from 'commander';
import { definitionKinds } from '../model/definition.ts';
import { reviewRules } from '../model/review.ts';
import type { GraphOptions } from './commands/dump-graph.ts';
import type { UsageOptions } from './commands/explain-usage.ts';
import type { DefinitionOptions } from './commands/show-definition.ts';
import type { ImplementersOptions } from './commands/show-implementers.ts';
import type { OutlineOptions } from './commands/show-outline.ts';
import type { ReviewOptions } from './commands/review-change.ts';
import type { ChangesOptions } from './commands/show-changes.ts';
import type { ScipOptions } from './commands/exchange-scip.ts';
import type { PathOptions } from './commands/find-path.ts';
import type { SymbolOptions } from './commands/find-symbols.ts';
import type { CycleOptions } from './commands/show-cycles.ts';
import type { NeighborOptions } from './commands/show-neighbors.ts';
import type { UnusedOptions } from './commands/show-unused.ts';
import type { ExitCode } from './exit-codes.ts';
import { commentHosts, reviewFormats } from './review/review-options.ts';
import type { ProjectRequest } from './asked-root.ts';
import { contextOption, filesOption, namesOption, vimgrepOption } from './place-options.ts';
import type { WalkOptions } from './walk-options.ts';

export interface GraphCommandContext {
  exit(code: ExitCode): void;
  /** For commands about one project, or each of several. */
  request(): ProjectRequest;
  /** For commands that work on one project and ask the others about it. */
  projectFirst(): ProjectRequest;
  /** For questions, which several projects are asked together. */
  question(): ProjectRequest;
}

const symbolArgument =
  'a name, Class.method, Class.* (its members), app.ts:run, the path of a file (for its top level), or an id such as src/app.ts#App.run';
const moduleMeaning = 'first folder below the source root';
const packageMeaning = 'name in the nearest manifest';
const charsOption = [
  '--max-chars <number>',
  'size of the answer in characters, 1000 to 50000 (default: 50000)',
] as const;

/** A command that follows links from one symbol. */
function traversalCommand(program: Command, name: string, depth: string): Command {
  return program
    .command(name)
    .argument('<symbol>', symbolArgument)
    .option('--file <path>', 'the file that defines the symbol: its path, or the end of the path')
    .option('--module <name>', `the module of the symbol: the ${moduleMeaning}`)
    .option('--package <name>', `the package of the symbol: the ${packageMeaning}`)
    .option('--depth <number>', depth)
    .option(...charsOption);
}

/** A command that shows the code of the places that it lists, unless it is asked to leave it out. */
function withPlaces(command: Command): Command {
  return command
    .addOption(new Option(...namesOption).conflicts(['files', 'context', 'vimgrep']))
    .addOption(new Option(...filesOption).conflicts(['names', 'context', 'vimgrep']))
    .option(...contextOption)
    .option(...vimgrepOption);
}

function addServerCommands(program: Command, { exit, question }: GraphCommandContext): void {
  program
    .command('implementers')
    .argument('<symbol>', symbolArgument)
    .description('Show what implements, extends or overrides a type or a member, direct and indirect.')
    .option('--implements', 'what the symbol itself implements, and where its members come from')
    .option('--file <path>', 'the file that defines the symbol: its path, or the end of the path')
    .option('--module <name>', `the module of the symbol: the ${moduleMeaning}`)
    .option('--package <name>', `the package of the symbol: the ${packageMeaning}`)
    .option(...contextOption)
    .option(...vimgrepOption)
    .option(...charsOption)
    .action(async (symbol: string, options: ImplementersOptions) => {
      const { showImplementers } = await import('./commands/show-implementers.ts');
      exit(await showImplementers(question(), symbol, options));
    });
  program
    .command('definition')
    .argument('[place]', 'a place such as src/app.ts:12:8, a file, or a name')
    .description(
      'Show the definition of the name at a place, or the definitions of a name, short ones with their code.',
    )
    .option(...vimgrepOption)
    .option('--line <number>', 'the line, if the place is a file')
    .option('--column <number>', 'the column, from 1, if the place has none')
    .option('--name <name>', 'the name on the line, instead of a column; without a place, a name anywhere')
    .option(...charsOption)
    .action(async (place: string | undefined, options: DefinitionOptions) => {
      const { showDefinition } = await import('./commands/show-definition.ts');
      exit(await showDefinition(question(), place, options));
    });
  program
    .command('outline')
    .argument('<symbol>', 'the path of a file or its end, or a symbol such as App.run')
    .description('Show what a file or a function consists of, with lines.')
    .option('--file <path>', 'the file that defines the symbol: its path, or the end of the path')
    .option('--module <name>', `the module of the symbol: the ${moduleMeaning}`)
    .option('--package <name>', `the package of the symbol: the ${packageMeaning}`)
    .option(...vimgrepOption)
    .option(...charsOption)
    .action(async (symbol: string, options: OutlineOptions) => {
      const { showOutline } = await import('./commands/show-outline.ts');
      exit(await showOutline(question(), symbol, options));
    });
}

function addTraversalCommands(program: Command, { exit, question }: GraphCommandContext): void {
  withPlaces(traversalCommand(program, 'callers', 'how many calls to follow in a row, 1 to 50 (default: 1)'))
    .description('Show the callers of a symbol, and places that may call it.')
    .action(async (symbol: string, options: WalkOptions) => {
      const { showCallers } = await import('./commands/show-callers.ts');
      exit(await showCallers(question(), symbol, options));
    });
  withPlaces(traversalCommand(program, 'callees', 'how many calls to follow in a row, 1 to 50 (default: 1)'))
    .description('Show what a symbol calls in the project.')
    .action(async (symbol: string, options: WalkOptions) => {
      const { showCallees } = await import('./commands/show-callees.ts');
      exit(await showCallees(question(), symbol, options));
    });
  withPlaces(traversalCommand(program, 'impact', 'how many steps to follow, 1 to 100 (default: all)'))
    .description('Show everything that a change of a symbol can affect, and the tests to run.')
    .action(async (symbol: string, options: WalkOptions) => {
      const { showImpact } = await import('./commands/show-impact.ts');
      exit(await showImpact(question(), symbol, options));
    });
  traversalCommand(program, 'neighbors', 'how many links away from the symbol, 1 to 10 (default: 1)')
    .description('Show the symbols linked to a symbol, and the links among them.')
    .addOption(
      new Option(
        '--direction <direction>',
        'in: what uses the symbol, out: what the symbol uses (default: both)',
      ).choices(['in', 'out', 'both']),
    )
    .addOption(
      new Option('--format <format>', 'text, or a Mermaid flowchart (default: text)')
        .choices(['text', 'mermaid'])
        .conflicts('vimgrep'),
    )
    .option(...vimgrepOption)
    .action(async (symbol: string, options: NeighborOptions) => {
      const { showNeighbors } = await import('./commands/show-neighbors.ts');
      exit(await showNeighbors(question(), symbol, options));
    });
}

function addSymbolCommands(program: Command, { exit, question }: GraphCommandContext): void {
  program
    .command('symbols')
    .argument('<pattern>', 'a glob for the name, such as User* or *Handler; with a dot, for Class.method or Class.*')
    .description('Find symbols by name.')
    .addOption(new Option('--type <kind>', 'only this kind').choices([...definitionKinds]))
    .option('--module <name>', `only this module: the ${moduleMeaning}`)
    .option('--package <name>', `only this package: the ${packageMeaning}`)
    .option('--exported', 'only exported symbols')
    .option('--no-exported', 'only symbols that are not exported')
    .option('--offset <number>', 'symbols to skip')
    .option('--limit <number>', 'at most this many symbols, 1 to 1000 (default: --max-results, or 100)')
    .option(...vimgrepOption)
    .option('--max-chars <number>', 'size of the answer in characters, 1000 to 50000 (default: no limit)')
    .action(async (pattern: string, options: SymbolOptions) => {
      const { findSymbols } = await import('./commands/find-symbols.ts');
      exit(await findSymbols(question(), pattern, options));
    });
  const usage = program
    .command('usage')
    .argument('<symbol>', symbolArgument)
    .description('Show where a symbol is defined, and each use of it with its line of code.')
    .addOption(new Option('--writes', 'only places that write the field or variable').conflicts('reads'))
    .option('--reads', 'only places that read the field or variable');
  withPlaces(usage)
    .addOption(new Option('--full', 'the code of the definition and around each use').conflicts(['names', 'files']))
    .option(
      '--limit <number>',
      'at most this many uses, 1 to 500 (default: --max-results, or 500; with --full or --json 20)',
    )
    .option(
      '--max-chars <number>',
      'with --full, --names or --files: size of the answer in characters, 1000 to 50000 (default: 50000)',
    )
    .action(async (symbol: string, options: UsageOptions) => {
      const { explainUsage } = await import('./commands/explain-usage.ts');
      exit(await explainUsage(question(), symbol, options));
    });
  program
    .command('path')
    .argument('<from>', symbolArgument)
    .argument('<to>', 'as <from>')
    .description('Show the shortest paths from one symbol to another.')
    .option('--via <symbol>', 'only paths that lead through this symbol')
    .option('--from-file <path>', 'the file that defines <from>: its path, or the end of the path')
    .option('--from-module <name>', `the module of <from>: the ${moduleMeaning}`)
    .option('--from-package <name>', `the package of <from>: the ${packageMeaning}`)
    .option('--to-file <path>', 'the file that defines <to>: its path, or the end of the path')
    .option('--to-module <name>', `the module of <to>: the ${moduleMeaning}`)
    .option('--to-package <name>', `the package of <to>: the ${packageMeaning}`)
    .option('--depth <number>', 'at most this many links in a path, 1 to 50 (default: 10)')
    .option('--max-paths <number>', 'at most this many paths, 1 to 20 (default: 3)')
    .option(...vimgrepOption)
    .option(...charsOption)
    .action(async (from: string, to: string, options: PathOptions) => {
      const { findPath } = await import('./commands/find-path.ts');
      exit(await findPath(question(), { from, to }, options));
    });
}

const scipActions = ['export', 'import', 'forget'] as const;

function addScipCommand(program: Command, { exit, request }: GraphCommandContext): void {
  program
    .command('scip')
    .addArgument(
      new Argument(
        '<action>',
        'export: write an index file; import: use the links of an index file; forget: drop all imported links',
      ).choices([...scipActions]),
    )
    .argument('[file]', 'the index file to import')
    .description('Exchange the code graph with other tools as SCIP indexes.')
    .option('--output <path>', 'export: the file to write (default: index.scip in the current folder)')
    .option('--force', 'export: overwrite an existing file')
    .option('--prefix <path>', 'import: the folder of the project that paths in the index file are relative to')
    .option('--whole', 'import: in files that the index file covers, use only the links of the index file')
    .action(async (action: (typeof scipActions)[number], file: string | undefined, options: ScipOptions) => {
      const { exchangeScip } = await import('./commands/exchange-scip.ts');
      exit(await exchangeScip(request(), action, file, options));
    });
}

function addChangesCommand(program: Command, { exit, request }: GraphCommandContext): void {
  program
    .command('changes')
    .argument('[revision]', 'a commit, or a range a..b or a...b (default: uncommitted changes)')
    .description(
      'Show which definitions changed, what they affect, and the tests to run, the most relevant tests first.',
    )
    .option('--base <commit>', 'compare the files on disk with this commit (default: HEAD)')
    .option('--prefix <text>', 'only changed files whose path starts with this text')
    .option('--limit <number>', 'at most this many tests, 1 to 200 (default: 20)')
    .option('--depth <number>', 'how many steps to follow from the changed definitions, 1 to 20 (default: 5)')
    .option(...vimgrepOption)
    .option(...charsOption)
    .action(async (revision: string | undefined, options: ChangesOptions) => {
      const { showChanges } = await import('./commands/show-changes.ts');
      exit(await showChanges(request(), revision, options));
    });
}

function addReviewCommand(program: Command, { exit, projectFirst }: GraphCommandContext): void {
  program
    .command('review')
    .description(
      'Check what a branch changes: new circles of imports, code that is no longer used, public changes without a test, places that name what was removed; and the tests to run. With several --root, or --workspace, also who uses it in the other repositories: the one of the current folder (or --project) is reviewed.',
    )
    .option(
      '--base <commit>',
      'compare the files on disk with where the branch left this one (default: the default branch of origin, else main or master)',
    )
    .option('--prefix <text>', 'only changed files whose path starts with this text')
    .addOption(
      new Option('--format <format>', 'text, a comment in Markdown, or SARIF (default: text)').choices(reviewFormats),
    )
    .option(
      '--fail-on <rules>',
      `exit code 1 where one of these rules has a finding: ${[...reviewRules, 'all'].join(', ')} (default: none)`,
    )
    .addOption(
      new Option(
        '--publish <host>',
        'send the comment to the pull or merge request that this job runs for, with the token in CODE_SCOUT_REVIEW_TOKEN',
      ).choices(Object.keys(commentHosts)),
    )
    .option('--site <address>', 'markdown: the address of an explorer of this state')
    .option('--source-url <address>', 'markdown: the address before the paths of files, so that places are links')
    .action(async (options: ReviewOptions) => {
      const { reviewChange } = await import('./commands/review-change.ts');
      exit(await reviewChange(projectFirst(), options));
    });
}

function addProjectCommands(program: Command, { exit, question }: GraphCommandContext): void {
  program
    .command('unused')
    .argument('[path]', 'only symbols of this file or folder')
    .description('Show symbols that nothing in the project uses, and how many were left off because they may be used.')
    .option('--exported', 'exported symbols that nothing in the project uses, instead of the others')
    .option(...vimgrepOption)
    .option('--limit <number>', 'at most this many symbols (default: 200)')
    .action(async (path: string | undefined, options: UnusedOptions) => {
      const { showUnused } = await import('./commands/show-unused.ts');
      exit(await showUnused(question(), path, options));
    });
  program
    .command('cycles')
    .argument('[path]', 'only circles with an import of or in this file or folder')
    .description(
      'Show files that import each other in a circle, the smallest circles first; of C#, Go and Swift files that use each other.',
    )
    .addOption(new Option('--folders', 'circles between folders').conflicts('packages'))
    .option('--packages', `circles between packages: a package is the ${packageMeaning}`)
    .option('--no-types', 'without imports of types only, which are gone when the program runs')
    .option(...vimgrepOption)
    .option('--limit <number>', 'at most this many circles (default: 50)')
    .action(async (path: string | undefined, options: CycleOptions) => {
      const { showCycles } = await import('./commands/show-cycles.ts');
      exit(await showCycles(question(), path, options));
    });
}

export function addGraphCommands(program: Command, context: GraphCommandContext): void {
  addSymbolCommands(program, context);
  addTraversalCommands(program, context);
  addServerCommands(program, context);
  addProjectCommands(program, context);
  addChangesCommand(program, context);
  addReviewCommand(program, context);
  addScipCommand(program, context);
  program
    .command('graph')
    .description(
      'Draw how folders use each other, or packages, files or symbols; or print the graph for other programs.',
    )
    .addOption(
      new Option('--format <format>', 'default: mermaid; with --json: json').choices([
        'mermaid',
        'svg',
        'html',
        'dot',
        'graphml',
        'json',
      ]),
    )
    .addOption(
      new Option(
        '--level <level>',
        'what the boxes are (default: folders; files with --path and for graphml and json)',
      ).choices(['folders', 'packages', 'files', 'symbols']),
    )
    .option('--files', 'the same as --level files; folders for which there is no room stay folded')
    .option('--path <folder>', 'only what is in this folder, such as src/api, or begins with this path')
    .option(
      '--max-nodes <number>',
      'at most this many boxes (default: 30 folders or packages, 60 files or symbols; for other programs 2000)',
    )
    .option('--max-edges <number>', 'draw so many arrows, the strongest (default: two for each box)')
    .action(async (options: GraphOptions) => {
      const { dumpGraph } = await import('./commands/dump-graph.ts');
      context.exit(await dumpGraph(context.request(), options));
    });
}
