/**
 * The rules of the source tree as data: who may import whom, which folder owns which package, who may touch the process.
 * docs/architecture.md explains them; scripts/check-boundaries.ts enforces them.
 */

/** Folder of src -> folders or files of src that it may import, besides itself. */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  model: [],
  util: [],
  runtime: ['model', 'util'],
  kernels: ['runtime', 'model', 'util'],
  config: ['model', 'util'],
  source: ['runtime', 'model', 'util'],
  languages: ['model', 'util'],
  embed: ['kernels', 'model', 'util'],
  plugins: ['model', 'util'],
  store: ['runtime', 'model', 'util'],
  extract: ['languages/language.ts', 'kernels', 'runtime', 'model', 'util'],
  indexer: ['source', 'extract', 'embed', 'store', 'kernels', 'runtime', 'model', 'util'],
  search: ['embed', 'store', 'kernels', 'model', 'util'],
  text: ['runtime', 'model', 'util'],
  graph: ['languages/language.ts', 'store', 'model', 'util'],
  engine: [
    'config',
    'source',
    'languages',
    'extract',
    'embed',
    'plugins',
    'store',
    'indexer',
    'search',
    'text',
    'graph',
    'runtime',
    'model',
    'util',
  ],
  tools: ['engine', 'plugins', 'model', 'util'],
  mcp: ['tools', 'engine', 'config', 'runtime', 'model', 'util'],
  http: ['tools', 'engine', 'config', 'model', 'util'],
  cli: ['api/http-service.ts', 'mcp', 'http', 'tools', 'engine', 'config', 'runtime', 'model', 'util'],
  api: ['mcp', 'http', 'tools', 'engine', 'config', 'plugins/contract.ts', 'runtime', 'model', 'util'],
};

/** Concrete languages, stores and embedders, and the registries that list them: for `engine/` and for themselves. */
export const onlyForEngine: readonly RegExp[] = [
  /^(?:languages|embed)\/(?:registry\.ts$|[^/]+\/)/,
  /^store\/(?:registry\.ts$|sqlite\/)/,
];

/** Package -> folders of src that may import it. Packages that are not named here may not be imported by src at all. */
export const packageOwners: Readonly<Record<string, readonly string[]>> = {
  'node:sqlite': ['store/sqlite'],
  'oxc-parser': ['extract'],
  'hermes-parser': ['extract'],
  'web-tree-sitter': ['extract'],
  '@modelcontextprotocol/server': ['mcp'],
  commander: ['cli'],
  zod: ['tools', 'mcp'],
  picomatch: ['engine'],
  '@vscode/ripgrep': ['text'],
  'jsonc-parser': ['util'],
  stemmer: ['util'],
  typescript: ['graph/compiler'],
};

/** For tests alone, anywhere. */
export const testPackages: readonly string[] = ['vitest', 'fast-check', '@modelcontextprotocol/client', 'smol-toml'];

/** Folders of src that may write to standard output. */
export const writesToStdout: readonly string[] = ['cli', 'mcp'];
/** Folders of src that may read the environment, and files that read or set variables of Node's own. */
export const readsEnvironment: readonly string[] = ['config', 'runtime/compile-cache.ts'];

export const maxFileLines = 600;
export const maxFunctionLines = 70;

/** Files that are lists of words or generated, where length says nothing. */
export const longFiles: readonly RegExp[] = [/builtin-modules\.ts$/, /\/registry\.ts$/];
