/** The options that every command takes, and what they mean for the configuration. */
import type { Command } from 'commander';
import type { Flags } from '../config/load.ts';
import { options } from '../config/options.ts';

export interface GlobalOptions {
  /** Several are for `serve` alone. */
  root?: string[];
  db?: string;
  maxResults?: string;
  cacheSize?: string;
  maxMemory?: string;
  /** False by `--no-compiler`; there is no other form. */
  compiler?: boolean;
  allowIgnored?: boolean;
  allowSecrets?: boolean;
  /** False by `--no-metrics` and `--no-query-log`. */
  metrics?: boolean;
  queryLog?: boolean;
  /** False by `--no-compile-cache`, which `begin.ts` has looked for already. */
  compileCache?: boolean;
  plugin?: string[];
  verbose?: boolean;
  json?: boolean;
}

/** For an option that may be repeated. */
export function several(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}

export function addGlobalOptions(program: Command): Command {
  return program
    .option(
      '--root <dir>',
      'the project (default: the nearest folder above with a repository or a manifest); `serve` takes several',
      several,
    )
    .option('--db <path>', `the index, or :memory: (default: ${options['database.path'].default} in the project)`)
    .option('--max-results <number>', 'results of a search that names no limit (default: what is usual for each)')
    .option(
      '--cache-size <number>',
      `answers that a server keeps, 0 for none (default: ${options['search.cacheSize'].default})`,
    )
    .option('--max-memory <size>', 'what the process may take, such as 600MB (default: half of the machine’s memory)')
    .option('--no-compiler', 'never ask the TypeScript compiler what linking left open')
    .option('--allow-ignored', 'let agents and `read` open ignored files, .git included')
    .option('--allow-secrets', 'let agents and `read` open files that hold secrets, such as .env')
    .option('--no-metrics', 'count nothing of what servers are asked')
    .option('--no-query-log', 'keep no words of queries among what is counted')
    .option('--no-compile-cache', 'keep nothing that Node has compiled of this program in the user’s cache folder')
    .option('--plugin <module>', 'load a plugin: the path of a module, or a package; may be repeated', several)
    .option('--verbose', 'say more on standard error')
    .option('--json', 'print JSON');
}

/** The flags of `loadConfig`. */
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
    ...(options.verbose === true ? { 'logging.verbose': true } : {}),
  };
}
