/**
 * The rules of the source tree as data: which folder may import which, which folder owns which package, and which may
 * use the process. docs/explanation/architecture.md explains them; scripts/check-boundaries.ts enforces them.
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
  team: ['model', 'util'],
  trace: ['model', 'util'],
  extract: ['languages/language.ts', 'kernels', 'runtime', 'model', 'util'],
  indexer: ['source', 'extract', 'embed', 'store', 'kernels', 'runtime', 'model', 'util'],
  search: ['embed', 'store', 'kernels', 'model', 'util'],
  text: ['runtime', 'model', 'util'],
  graph: [
    'languages/language.ts',
    'languages/ecosystem.ts',
    'runtime/process-memory.ts',
    'runtime/start-program.ts',
    'store',
    'model',
    'util',
  ],
  engine: [
    'config',
    'source',
    'languages',
    'extract',
    'embed',
    'plugins',
    'store',
    'team',
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
  explorer: ['engine', 'config', 'team/catalogue/overview.ts', 'team/catalogue/states.ts', 'model', 'util'],
  http: ['explorer', 'tools', 'engine', 'config', 'team/access/access.ts', 'model', 'util'],
  lsp: ['mcp/stdio/stdout-guard.ts', 'engine', 'config', 'model', 'util'],
  cli: [
    'api/http-service.ts',
    'api/node/node-service.ts',
    'explorer',
    'lsp',
    'trace',
    'mcp',
    'http',
    'tools',
    'engine',
    'config',
    'runtime',
    'model',
    'util',
  ],
  api: ['mcp', 'http', 'tools', 'engine', 'config', 'plugins/contract.ts', 'runtime', 'model', 'util'],
};

/** What the linker's rooms may ask of a language. */
const contract = 'languages/dialect.ts';
/** The rules of all languages. Code that opens a program passes them to it. */
const registry = 'languages/registry.ts';
/** The rules of languages that queries use; they load nothing of the linker. */
const questionRules = 'languages/question-rules.ts';

/**
 * Rooms of src/graph, the lowest first -> rooms and files of src/graph that each may import, besides itself. A named
 * file has its own rule.
 */
export const linkerRooms: Readonly<Record<string, readonly string[]>> = {
  program: [],
  questions: ['program'],
  [contract]: ['program', 'questions'],
  heritage: [contract, 'program', 'questions'],
  resolve: [contract, 'program', 'questions', 'heritage'],
  members: [contract, 'program', 'questions', 'heritage', 'resolve'],
  infer: [contract, 'program', 'questions', 'heritage', 'resolve', 'members'],
  languages: [contract, 'program', 'questions', 'heritage', 'resolve', 'members', 'infer'],
  [registry]: [contract, 'languages', 'program'],
  [questionRules]: ['languages'],
  links: [contract, 'program', 'questions', 'heritage', 'resolve', 'members', 'infer'],
  incremental: [contract, registry, 'program', 'links'],
  run: [registry, 'program', 'questions', 'infer', 'links', 'incremental'],
  queries: [questionRules, 'resolve'],
  scip: ['program', 'queries'],
  across: [registry, 'program', 'questions', 'infer', 'links', 'incremental', 'run', 'queries'],
  compiler: ['incremental'],
};

/** Rooms without knowledge of languages: they ask the dialect, and neither compare nor name a language. */
export const linkerCore: readonly string[] = [
  'program',
  'questions',
  'heritage',
  'resolve',
  'members',
  'infer',
  'links',
  'incremental',
  'run',
  'queries',
  'across',
];

/**
 * Rules of `program/language-rules.ts` that only one language sets, and that therefore identify the language under
 * another name -> the reason.
 */
export const rulesOfOneLanguage: Readonly<Record<string, string>> = {
  implementsImplicitly:
    'Go: which types implement an interface depends on the whole project, and is computed separately',
  joinsDeclarations: 'Ruby: a reopened class is one symbol in answers',
  bindsAtRun: 'Python: the meaning of a module-level name depends on the order of execution',
  typesAreValues: 'Python: any variable may name a type',
  separatesModules: 'Rust: a module and a function may have the same name',
  hidesInterfaceMethods:
    'C#: a class does not inherit the methods of its interfaces, so those of its base classes hide them',
};
export const maxRulesOfOneLanguage = 6;

/**
 * Permitted circular imports, including type imports: none crosses folders, and all are rules of a grammar that call
 * each other. A circle may consist of these files, or of files in this folder.
 */
export const allowedCircles: readonly AllowedCircle[] = [
  { in: 'kernels/ecmascript/summary/', why: 'expressions, functions and classes contain each other' },
  { in: 'kernels/ecmascript/definitions/', why: 'expressions, functions and classes contain each other' },
];

export interface AllowedCircle {
  /** Files of src, or folders, which end in a slash. */
  in: string | readonly string[];
  why: string;
}

/**
 * Concrete languages, stores and embedders, and the registries that list them: only `engine/` and these folders
 * themselves may import them.
 */
export const onlyForEngine: readonly RegExp[] = [
  /^(?:languages|embed)\/(?:registry\.ts$|[^/]+\/)/,
  /^store\/(?:registry\.ts$|sqlite\/)/,
];

/** Package -> folders of src that may import it. No other package may be imported by src. */
export const packageOwners: Readonly<Record<string, readonly string[]>> = {
  'node:sqlite': ['store/sqlite', 'team/catalogue', 'util'],
  pg: ['team'],
  'pg-connection-string': ['team'],
  pgpass: ['team'],
  jose: ['team/access'],
  '@opentelemetry/api': ['trace'],
  '@opentelemetry/core': ['trace'],
  '@opentelemetry/exporter-trace-otlp-http': ['trace'],
  '@opentelemetry/resources': ['trace'],
  '@opentelemetry/sdk-trace': ['trace'],
  'oxc-parser': ['extract'],
  'hermes-parser': ['extract'],
  'web-tree-sitter': ['extract'],
  '@modelcontextprotocol/server': ['mcp'],
  commander: ['cli'],
  '@dagrejs/dagre': ['cli'],
  'vscode-languageserver': ['lsp'],
  zod: ['tools', 'mcp'],
  '@vscode/ripgrep': ['text'],
  'jsonc-parser': ['util'],
  stemmer: ['util'],
  typescript: ['graph/compiler'],
};

/** Packages that the explorer's page (`web/`) may import. They are bundled into it. */
export const pagePackages: readonly string[] = ['preact', '@dagrejs/dagre'];
/** What tests of the page may import besides. */
export const pageTestPackages: readonly string[] = ['@modelcontextprotocol/ext-apps'];
/** The only file of src that the page may import. */
export const pageContract = 'src/explorer/contract.ts';

/** Packages for tests only, in any folder. */
export const testPackages: readonly string[] = [
  'vitest',
  'fast-check',
  '@modelcontextprotocol/client',
  'smol-toml',
  'oidc-provider',
];

/** Folders of src that may write to standard output. */
export const writesToStdout: readonly string[] = ['cli', 'lsp', 'mcp'];
/** Folders of src that may read the environment, and files that read or set variables of Node itself. */
export const readsEnvironment: readonly string[] = ['config', 'runtime/compile-cache.ts'];

export const maxFileLines = 600;
export const maxFunctionLines = 70;

/** Word lists and generated files, whose length does not matter. */
export const longFiles: readonly RegExp[] = [/builtin-modules\.ts$/, /\/registry\.ts$/];
