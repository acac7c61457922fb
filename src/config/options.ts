/**
 * All options of Code Scout: type, default, range, description, who may set it, flag. Types, checks, names of variables and
 * docs/reference/configuration.md are made from this table.
 * Invariant: the default of an option is written here, or in the file of the options that this table includes, and nowhere else.
 */
import { accessOptions } from './access-options.ts';
import { embeddingOptions } from './embedding-options.ts';
import { httpOptions } from './http-options.ts';
import { teamOptions } from './team-options.ts';
import { tracesOptions } from './traces-options.ts';
import { terminalOptions } from './terminal-options.ts';
import { toolOptions } from './tool-options.ts';
import { watchingOptions } from './watching-options.ts';
import { languageIds } from './language-ids.ts';
import type { Option } from './option.ts';

const KB = 1024;
const MB = 1024 * KB;

export const features = ['definitions', 'imports', 'references', 'comments'] as const;

export const options = {
  'indexing.maxFileSize': {
    type: 'bytes',
    default: 10 * MB,
    min: 1,
    max: 256 * MB,
    trust: 'lower',
    description: 'Larger files are skipped and counted as `tooLarge`.',
  },
  'indexing.maxWorkers': {
    type: 'integer',
    default: 4,
    min: 1,
    max: 64,
    trust: 'lower',
    description: 'Threads that read and parse; never more than the machine has cores.',
  },
  'indexing.maxMemory': {
    type: 'bytes',
    default: 0,
    min: 0,
    max: 1024 * 1024 * MB,
    trust: 'lower',
    flag: '--max-memory SIZE',
    description:
      'Memory that a process may use, such as `600MB`; 0 for half of the memory of the machine or its container. Less memory means fewer and smaller workers, ' +
      'and no TypeScript compiler below 1500 MB; below 300 MB even small projects may not fit.',
  },
  'indexing.batchSize': {
    type: 'integer',
    default: 2000,
    min: 1,
    max: 10_000,
    trust: 'anyone',
    description:
      'The largest number of files that one transaction writes; a transaction also ends after 8 MB of source. A killed run loses at most one transaction; a run that is cancelled or fails loses none.',
  },
  'indexing.debounceMs': {
    type: 'integer',
    default: 300,
    min: 0,
    max: 60_000,
    trust: 'anyone',
    description: 'How long to wait after the last change of a file before it is indexed again, in milliseconds.',
  },
  'indexing.batchWindowMs': {
    type: 'integer',
    default: 1000,
    min: 0,
    max: 60_000,
    trust: 'anyone',
    description: 'How long changes of many files are collected into one update, in milliseconds.',
  },
  'linking.compiler': {
    type: 'boolean',
    default: true,
    trust: 'lower',
    flag: '--no-compiler',
    description:
      'Whether a server asks the TypeScript compiler about unresolved references, in the background. `code-scout index --compiler` asks during the run.',
  },
  'search.defaultLimit': {
    type: 'integer',
    default: 20,
    min: 1,
    max: 100,
    trust: 'anyone',
    flag: '--max-results N',
    description:
      'Number of results of a search that gives no limit. If this is not set, each search but `code-scout_search` uses the default that its description names.',
  },
  'search.maxLimit': {
    type: 'integer',
    default: 100,
    min: 1,
    max: 100,
    trust: 'anyone',
    description: 'The largest limit that a call of a search may ask for.',
  },
  'search.cacheSize': {
    type: 'integer',
    default: 1000,
    min: 0,
    max: 1_000_000,
    trust: 'lower',
    flag: '--cache-size N',
    description:
      'How many answers a server caches, each until the index or one of the files in it changes; 0 for none. The cache takes at most 16 MB.',
  },
  'search.scoringWeights.filename': {
    type: 'number',
    default: 5,
    min: 0,
    max: 1000,
    trust: 'anyone',
    description: 'Weight of a tag found in the file’s name.',
  },
  'search.scoringWeights.path': {
    type: 'number',
    default: 3,
    min: 0,
    max: 1000,
    trust: 'anyone',
    description: 'Weight of a tag found in the names of the folders above the file.',
  },
  'search.scoringWeights.definitions': {
    type: 'number',
    default: 3,
    min: 0,
    max: 1000,
    trust: 'anyone',
    description: 'Weight of a tag found in the names of classes, functions and components.',
  },
  'search.scoringWeights.imports': {
    type: 'number',
    default: 2,
    min: 0,
    max: 1000,
    trust: 'anyone',
    description: 'Weight of a tag found in imports, decorators and top-level symbols.',
  },
  'search.scoringWeights.documentation': {
    type: 'number',
    default: 1,
    min: 0,
    max: 1000,
    trust: 'anyone',
    description: 'Weight of a tag found in docstrings, comments and derived tags.',
  },
  ...embeddingOptions,
  ...httpOptions,
  ...toolOptions,
  'database.path': {
    type: 'path',
    default: '.code-scout/database.db',
    trust: 'insideRoot',
    flag: '--db PATH',
    description:
      'The index. Relative to the project’s root (as a flag: to the current directory); `:memory:` keeps it in memory. ' +
      'A project’s own file may only name a `.db`, `.sqlite` or `.sqlite3` file below the root.',
  },
  'database.maxConnections': {
    type: 'integer',
    default: 10,
    min: 1,
    max: 100,
    pending: 'a pool of connections',
    trust: 'lower',
    description: 'How many connections to the index a process may hold at the same time.',
  },
  ...watchingOptions,
  ...teamOptions,
  ...accessOptions,
  ...tracesOptions,
  workspace: {
    type: 'text',
    default: '',
    form: 'the absolute path of a file',
    pattern: /^(?:\/[^\0\r\n]*|[A-Za-z]:[\\/][^\0\r\n]*)?$/,
    trust: 'user',
    description:
      'A file that lists projects, which are then asked and served together: in the folders that it lists, and where no project is. `--workspace` and `--root` are stronger. ' +
      'A file that is part of a project may list only folders of that project here. Empty: none.',
  },
  'files.allowIgnored': {
    type: 'boolean',
    default: false,
    trust: 'user',
    flag: '--allow-ignored',
    description:
      'Whether `read_file` and `list_directory` show files that git, `.code-scoutignore` or `watching.ignorePatterns` ignores, `.git` included.',
  },
  'files.allowSecrets': {
    type: 'boolean',
    default: false,
    trust: 'user',
    flag: '--allow-secrets',
    description:
      'Whether `read_file` reads files whose names are those of secrets (`.env`, private keys, logins). They are never indexed.',
  },
  'metrics.enabled': {
    type: 'boolean',
    default: true,
    trust: 'user',
    flag: '--no-metrics',
    description:
      'Whether servers count their calls, in a file beside the index, for `code-scout stats`. The counts are sent nowhere.',
  },
  'metrics.queries': {
    type: 'boolean',
    default: true,
    trust: 'user',
    flag: '--no-query-log',
    description:
      'Whether the words of queries are stored with the counts, to show the most frequent queries and those without results.',
  },
  'startup.compileCache': {
    type: 'boolean',
    default: true,
    trust: 'user',
    flag: '--no-compile-cache',
    description:
      'Whether Node caches the compiled code of this program in your cache folder (`~/.cache/code-scout` on Linux), which makes the start faster. ' +
      'Nothing of a project is stored there.',
  },
  'logging.level': {
    type: 'choice',
    default: 'warn',
    choices: ['silent', 'error', 'warn', 'info', 'debug'],
    trust: 'user',
    description: 'What is written to standard error.',
  },
  'logging.verbose': {
    type: 'boolean',
    default: false,
    trust: 'user',
    flag: '--verbose',
    description: 'Raises `logging.level` to `debug`.',
  },
  ...terminalOptions,
  plugins: {
    type: 'list',
    default: [],
    entry: 'path of a module, or name of a package',
    pattern: /^[^\0\r\n]{1,4096}$/,
    modules: true,
    trust: 'user',
    flag: '--plugin MODULE',
    description:
      'Plugins to load, with their tools, languages and embedders. An entry that starts with `/`, `./` or `../` is a path, relative to the folder of your ' +
      'configuration file (in a flag: to the current directory; in a variable: always absolute). Any other entry is a package that is installed in that folder or beside Code Scout.',
  },
  'languages.*.extensions': {
    type: 'list',
    default: [],
    entry: 'file extension with its dot',
    pattern: /^\.[^\s/\\]+$/,
    trust: 'anyone',
    description: 'Further file extensions of this language, besides the built-in ones.',
  },
  'languages.*.enabled': {
    type: 'boolean',
    default: true,
    trust: 'anyone',
    description: 'If false, the files of this language are indexed as plain text, by their words alone.',
  },
  'languages.*.parser': {
    type: 'choice',
    default: 'auto',
    choices: ['auto', 'text'],
    trust: 'anyone',
    description: '`auto`: the parser of the language; `text`: none, as with `enabled: false`.',
  },
  'languages.*.features': {
    type: 'list',
    default: features,
    entry: features.map((feature) => `\`${feature}\``).join(', '),
    pattern: /^/,
    choices: features,
    pending: 'leaving out single features',
    trust: 'anyone',
    description: 'What is extracted from the files of this language.',
  },
} as const satisfies Record<string, Option>;

export type OptionKey = keyof typeof options;

/** The type of an option's value. */
type ValueOf<O> = O extends { type: 'integer' | 'number' | 'bytes' }
  ? number
  : O extends { type: 'boolean' }
    ? boolean
    : O extends { type: 'list'; choices: readonly (infer C)[] }
      ? readonly C[]
      : O extends { type: 'list' }
        ? readonly string[]
        : O extends { type: 'choice'; choices: readonly (infer C)[] }
          ? C
          : string;

/** The object type for a dotted key; `*` becomes a record with any key. */
type Nested<K extends string, V> = K extends `${infer Head}.${infer Tail}`
  ? Head extends '*'
    ? Record<string, Nested<Tail, V>>
    : { [P in Head]: Nested<Tail, V> }
  : { [P in K]: V };

/** Turns a union into the intersection of its members. */
type Intersection<U> = (U extends unknown ? (value: U) => void : never) extends (value: infer I) => void ? I : never;

/** The effective configuration. `database.path` is absolute, or `:memory:`. `languages` has every language. */
export type AppConfig = Intersection<{ [K in OptionKey]: Nested<K, ValueOf<(typeof options)[K]>> }[OptionKey]>;

export type OptionValue = number | boolean | string | readonly string[];

/** Every settable key with its option: `languages.*` once for each language. */
export const settings: ReadonlyMap<string, Option> = new Map(
  Object.entries<Option>(options).flatMap(([key, option]) =>
    key.includes('*')
      ? languageIds.map((id): [string, Option] => [key.replace('*', id), option])
      : [[key, option] as [string, Option]],
  ),
);

/** The description, with a sentence if the option has no effect yet. */
export function describeOption(option: Option): string {
  return option.pending === undefined
    ? option.description
    : `${option.description} Without effect until there is ${option.pending}.`;
}

/** `indexing.maxFileSize` → `CODE_SCOUT_INDEXING_MAX_FILE_SIZE`. */
export function environmentName(key: string): string {
  const words = key.replaceAll('.', '_').replaceAll(/([a-z])([A-Z])/g, '$1_$2');
  return `CODE_SCOUT_${words.replaceAll('-', '_').toUpperCase()}`;
}
