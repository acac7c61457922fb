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

/** What the linker's rooms may ask of a language. */
const contract = 'languages/dialect.ts';
/** What opens a program hands it the rules of its languages. */
const registry = 'languages/registry.ts';
/** What questions ask of languages, which load nothing of the linker. */
const questionRules = 'languages/question-rules.ts';

/**
 * Rooms of src/graph, the lowest first -> rooms and files of src/graph that each may import, besides itself. A file that is named has a rule of
 * its own.
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
  compiler: ['incremental'],
};

/** Rooms that know no language: they ask its dialect, compare no language and name none. */
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
];

/** Rules of `program/language-rules.ts` that one language alone sets, each a language that the core knows by another name -> why it is one. */
export const rulesOfOneLanguage: Readonly<Record<string, string>> = {
  implementsImplicitly:
    'Go: which types implement an interface follows from all of a project, and is worked out by itself',
  joinsDeclarations: 'Ruby: a class that is opened again is one symbol to who asks for it',
  bindsAtRun: 'Python: what a name of a module means depends on the order in which the module runs',
  typesAreValues: 'Python: a type may be named by any variable',
  separatesModules: 'Rust: a module and a function may share a name',
};
export const maxRulesOfOneLanguage = 5;

/**
 * Circles of imports, type imports counted, that may be: none crosses folders, and these are rules of a grammar that call each other. A circle
 * may have these files, or those of this folder.
 */
export const allowedCircles: readonly AllowedCircle[] = [
  { in: 'kernels/ecmascript/summary/', why: 'expressions, functions and classes stand within each other' },
  { in: 'kernels/ecmascript/definitions/', why: 'expressions, functions and classes stand within each other' },
];

export interface AllowedCircle {
  /** Files of src, or folders, which end in a slash. */
  in: string | readonly string[];
  why: string;
}

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
