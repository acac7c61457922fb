/**
 * For each tool, the command that gives the same answer, and the words and flags of the command for the tool's arguments. The commands
 * read their options with this table, and messages take the names of commands from it.
 * Invariant: every tool has a command; a test compares the table with the command tree and with the schemas of the tools.
 */

/** A flag, or a flag for each value of the argument. */
export type Flag = string | Readonly<Record<string, string>>;

export interface ToolCommand {
  /** The words after `code-scout`. */
  command: string;
  /** The tool's arguments that are typed without a flag, in their order, each with its name in messages; brackets mark an optional one. */
  words?: Readonly<Record<string, string>>;
  /** The names of further words that the command takes, and the tool does not. */
  ownWords?: readonly string[];
  /** An option that can be given instead of the words. */
  insteadOfWords?: string;
  /** The flag of each other argument of the tool; `filters.path` is the field `path` of `filters`. Two arguments with one flag are a range. */
  flags: Readonly<Record<string, Flag>>;
}

const size = { max_chars: '--max-chars' };
const startLine = { start_line: '--start-line' };
const files = { language: '--language', pathPrefix: '--prefix' };
const paging = { limit: '--limit', offset: '--offset' };
const symbol = { symbol: 'SYMBOL' };
const filters = { file: '--file', module: '--module', package: '--package' };
const walk = { ...filters, maxDepth: '--depth', ...size };
const detail = { detail: { names: '--names', files: '--files' } };

export const toolCommands = {
  changes: {
    command: 'changes',
    words: { revision: '[REVISION]' },
    flags: { base: '--base', pathPrefix: '--prefix', limit: '--limit', maxDepth: '--depth', ...size },
  },
  chunk_file: { command: 'chunks', words: { file_path: 'FILE' }, flags: { ...startLine, ...size } },
  chunk_files: { command: 'chunks', words: { file_paths: 'FILE' }, flags: { cursor: '--cursor', ...size } },
  'code-scout_index': { command: 'index', words: { path: '[PATH]' }, flags: { force: { true: '--force' } } },
  'code-scout_search': {
    command: 'tags',
    words: { tags: 'TAG' },
    flags: {
      ...paging,
      'filters.language': '--language',
      'filters.fileType': '--file-type',
      'filters.path': '--path',
      'filters.hasExports': { true: '--has-exports', false: '--no-has-exports' },
      'filters.hasTests': { true: '--tests', false: '--no-tests' },
    },
  },
  'code-scout_status': { command: 'status', words: { path: '[PATH]' }, flags: {} },
  explain_usage: {
    command: 'usage',
    words: symbol,
    flags: { limit: '--limit', access: { write: '--writes', read: '--reads' }, ...detail, ...size },
  },
  explore: {
    command: 'explore',
    words: { query: 'WORDS' },
    flags: { max_tokens: '--max-tokens', seen: '--seen', ...files, ...size },
  },
  find_path: {
    command: 'path',
    words: { from: 'FROM', to: 'TO' },
    flags: {
      via: '--via',
      fromFile: '--from-file',
      fromModule: '--from-module',
      fromPackage: '--from-package',
      toFile: '--to-file',
      toModule: '--to-module',
      toPackage: '--to-package',
      maxDepth: '--depth',
      maxPaths: '--max-paths',
      ...size,
    },
  },
  get_callees: { command: 'callees', words: symbol, flags: { ...walk, ...detail } },
  get_callers: { command: 'callers', words: symbol, flags: { ...walk, ...detail } },
  get_chunk: { command: 'chunk', words: { chunkId: 'ID' }, flags: size },
  get_context: { command: 'context', words: { filePath: 'FILE' }, flags: { ...startLine, ...size } },
  get_definition: {
    command: 'definition',
    words: { file: 'PLACE' },
    insteadOfWords: '--name',
    flags: { line: '--line', column: '--column', name: '--name', ...size },
  },
  get_impact: { command: 'impact', words: symbol, flags: { ...walk, ...detail } },
  get_implementers: {
    command: 'implementers',
    words: symbol,
    flags: { ...filters, direction: { implements: '--implements' }, ...size },
  },
  get_neighbors: {
    command: 'neighbors',
    words: symbol,
    flags: { ...walk, direction: '--direction', format: '--format' },
  },
  get_outline: { command: 'outline', words: { symbol: 'SYMBOL' }, flags: { ...filters, ...size } },
  list_directory: { command: 'ls', words: { path: '[FOLDER]' }, flags: { offset: '--offset', ...size } },
  list_indexed_files: { command: 'files --chunks', flags: { ...files, offset: '--offset' } },
  read_file: {
    command: 'read',
    words: { file_path: 'FILE' },
    flags: { start_line: '--lines', end_line: '--lines', start_column: '--start-column', ...size },
  },
  search: {
    command: 'symbols',
    words: { pattern: 'PATTERN' },
    flags: {
      type: '--type',
      module: '--module',
      package: '--package',
      exported: { true: '--exported', false: '--no-exported' },
      ...paging,
      ...size,
    },
  },
  search_by_embedding: {
    command: 'similar',
    words: { query: 'WORDS' },
    flags: { max_results: '--limit', ...files, ...size },
  },
  search_code: {
    command: 'grep',
    words: { query: 'QUERY' },
    ownWords: ['path'],
    insteadOfWords: '--regexp',
    flags: {
      max_results: '--limit',
      offset: '--offset',
      regex: { true: '--regex', false: '--fixed' },
      case_sensitive: { true: '--case-sensitive', false: '--ignore-case' },
      whole_word: '--word',
      multiline: '--multiline',
      glob: '--glob',
      context: '--context',
      files_only: '--files-only',
    },
  },
  search_repo: {
    command: 'search',
    words: { query: 'WORDS' },
    flags: { ...paging, minScore: '--min-score', ...files, after: '--after', before: '--before', ...size },
  },
} as const satisfies Readonly<Record<string, ToolCommand>>;

export type CommandTool = keyof typeof toolCommands;

/** Null for a tool without a command, such as one of a plugin. */
export function commandOf(tool: string): ToolCommand | null {
  return Object.hasOwn(toolCommands, tool) ? toolCommands[tool as CommandTool] : null;
}

/** The name under which commander gives the value of a flag: `maxChars` of `--max-chars`, `tests` of `--no-tests`. */
export function optionName(flag: string): string {
  return flag.replace(/^--(?:no-)?/, '').replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The value of a flag, or the value of the typed one among the flags of an argument; undefined if none was typed. */
function valueOf(flag: Flag, options: Readonly<Record<string, unknown>>): unknown {
  if (typeof flag === 'string') return options[optionName(flag)];
  const { true: on, false: off, ...others } = flag;
  const typed = Object.entries(others).find(([, one]) => options[optionName(one)] === true);
  if (typed !== undefined) return typed[0];
  const value = on === undefined ? undefined : options[optionName(on)];
  // `--no-x` has the name of `--x`: commander has given its value already.
  if (value !== undefined || off === undefined || off.startsWith('--no-')) return value;
  return options[optionName(off)] === true ? false : undefined;
}

/**
 * Converts the words and options of a command to the tool's arguments. An argument that was not typed is undefined.
 * @param words the words by the names of the tool's arguments
 */
export function argumentsFor(
  tool: CommandTool,
  words: Readonly<Record<string, unknown>>,
  options: object,
): Record<string, unknown> {
  const args: Record<string, unknown> = { ...words };
  for (const [name, flag] of Object.entries<Flag>(toolCommands[tool].flags)) {
    const value = valueOf(flag, options as Readonly<Record<string, unknown>>);
    const [owner = name, field] = name.split('.');
    if (field === undefined) args[name] = value;
    else if (value !== undefined) args[owner] = { ...(args[owner] as object | undefined), [field]: value };
  }
  return args;
}
