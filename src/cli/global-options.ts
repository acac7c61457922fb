/** The options that every command takes, and the settings that they stand for. */
import type { Command } from 'commander';
import type { Flags } from '../config/load.ts';
import { options } from '../config/options.ts';
import { AppError } from '../model/error.ts';
import { colorChoices } from './terminal/terminal.ts';

export interface GlobalOptions {
  /** Commands that answer from the index take several, as `serve` and `setup` do. */
  root?: string[];
  /** A file that lists projects. */
  workspace?: string;
  /** The name of one of several projects, or `*`. */
  project?: string;
  db?: string;
  maxResults?: string;
  cacheSize?: string;
  maxMemory?: string;
  /** False with `--no-compiler`; the flag `--compiler` is one of the command `index` alone. */
  compiler?: boolean;
  allowIgnored?: boolean;
  allowSecrets?: boolean;
  /** False with `--no-metrics`. */
  metrics?: boolean;
  /** False with `--no-query-log`. */
  queryLog?: boolean;
  /** False with `--no-compile-cache`, which `begin.ts` reads itself. */
  compileCache?: boolean;
  plugin?: string[];
  team?: string;
  /** Read when it is parsed: the terminal keeps it. */
  color?: string;
  /** False with `--no-pager`. */
  pager?: boolean;
  verbose?: boolean;
  json?: boolean;
}

/** The value of an option that is a whole number. Throws a `ValidationError`. */
export function numberOption(
  field: string,
  given: string | undefined,
  usual: number,
  [least, most]: [number, number],
): number {
  const number = given === undefined ? usual : Number(given);
  if (Number.isInteger(number) && number >= least && number <= most && given?.trim() !== '') return number;
  const expected = `a whole number from ${least} to ${most}`;
  throw new AppError('ValidationError', `${field} must be ${expected}`, {
    details: { field, expected, received: given },
  });
}

/** Collects the values of an option that may be repeated. */
export function appendValue(value: string, earlier: string[] | undefined): string[] {
  return [...(earlier ?? []), value];
}

export function addGlobalOptions(program: Command): Command {
  return program
    .option(
      '--root <dir>',
      'the project (default: the nearest folder above with a repository or a manifest); may be repeated',
      appendValue,
    )
    .option('--workspace <path>', 'a file that lists projects, such as one of VS Code (*.code-workspace)')
    .option(
      '--project <name>',
      'of several projects the one to ask, by its name; * for all together, which is the default',
    )
    .option('--db <path>', `the index file, or :memory: (default: ${options['database.path'].default} in the project)`)
    .option(
      '--max-results <number>',
      'number of results of a search that gives no limit (default: depends on the search)',
    )
    .option(
      '--cache-size <number>',
      `answers that a server caches, 0 for none (default: ${options['search.cacheSize'].default})`,
    )
    .option('--max-memory <size>', 'memory that a process may use, such as 600MB (default: half of the machine’s)')
    .option('--no-compiler', 'never ask the TypeScript compiler about unresolved references')
    .option('--allow-ignored', 'let agents and `read` open ignored files, .git included')
    .option('--allow-secrets', 'let agents and `read` open files that hold secrets, such as .env')
    .option('--no-metrics', 'do not count the calls that servers answer')
    .option('--no-query-log', 'do not store the words of queries')
    .option('--no-compile-cache', 'do not use Node’s compile cache in the user’s cache folder')
    .option('--plugin <module>', 'load a plugin: the path of a module, or a package; may be repeated', appendValue)
    .option('--team <store>', 'a page store with snapshots of indexes, for the first index of a clone')
    .addOption(
      program
        .createOption('--color <when>', 'colours: auto is on a terminal, unless NO_COLOR is set (default: auto)')
        .choices([...colorChoices]),
    )
    .option('--no-pager', 'print long answers at once, without PAGER')
    .option('--verbose', 'print more details on standard error')
    .option('--json', 'print JSON');
}

/** The options that are settings, as flags of `loadConfig`. */
export function configFlags(options: GlobalOptions): Flags {
  return {
    ...(options.db === undefined ? {} : { 'database.path': options.db }),
    ...(options.maxResults === undefined ? {} : { 'search.defaultLimit': options.maxResults }),
    ...(options.cacheSize === undefined ? {} : { 'search.cacheSize': options.cacheSize }),
    ...(options.maxMemory === undefined ? {} : { 'indexing.maxMemory': options.maxMemory }),
    ...(options.compiler === false ? { 'linking.compiler': false } : {}),
    ...(options.allowIgnored === true ? { 'files.allowIgnored': true } : {}),
    ...(options.allowSecrets === true ? { 'files.allowSecrets': true } : {}),
    ...(options.metrics === false ? { 'metrics.enabled': false } : {}),
    ...(options.queryLog === false ? { 'metrics.queries': false } : {}),
    ...(options.compileCache === false ? { 'startup.compileCache': false } : {}),
    ...(options.plugin === undefined ? {} : { plugins: ['...', ...options.plugin] }),
    ...(options.team === undefined ? {} : { 'team.url': options.team }),
    ...(options.verbose === true ? { 'logging.verbose': true } : {}),
  };
}
