/**
 * What runs under Windows' Node: which test files, and how long they may take; and which files do not run, and why.
 * Invariant: each test file of the repository is in one of the two lists (suites.test.ts).
 */

export interface Suite {
  name: string;
  /** How the paths of its test files begin, in the repository. */
  paths: readonly string[];
  /** Time limit: a suite that hangs is ended then. */
  seconds: number;
  /** The command line under test is the packed and installed program instead of the built one. */
  installed?: true;
}

/** Beginnings of paths below `src/`. */
const rooms = [
  'api',
  'cli',
  'embed',
  'engine/asked-glob',
  'engine/changes',
  'engine/concerned',
  'engine/doctor',
  'engine/embedding',
  'engine/engine',
  'engine/files',
  'engine/finished-index',
  'engine/graph',
  'engine/hooks',
  'engine/host-grants',
  'engine/indexing',
  'engine/live',
  'engine/node',
  'engine/other-root-names',
  'engine/phases',
  'engine/processes',
  'engine/search',
  'engine/team',
  'engine/text',
  'engine/union',
  'engine/usage',
  'engine/worker',
  'explorer',
  'http',
  'indexer',
  'lsp',
  'mcp',
  'plugins',
  'runtime',
  'source/fingerprint',
  'source/git',
  'source/ignore',
  'source/project-root',
  'source/read',
  'source/walk',
  'source/watch',
  'team/access',
  'team/catalogue/catalogue',
  'team/pages/page-stores',
  'team/snapshot',
  'store',
  'text',
];

const endToEnd = [
  'all-projects',
  'cli',
  'graph',
  'mcp-handshake',
  'mcp-lifecycle',
  'mcp-tools',
  'mcp-sdk-client',
  'http-api',
  'http-access',
  'http-escapes',
  'http-explorer',
  'http-protocol',
  'http-sdk-client',
  'setup',
  'several-projects',
  'subscriptions',
  'resources',
  'explore',
  'file-tools',
  'prompts',
  'protocol-language',
  'changes',
  'chunks',
  'usage',
  'tool-command',
  'tool-selection',
  'search-by-embedding',
  'search-repo',
  'scip',
  'answer-cache',
  'answer-forms',
  'default-answers',
  'unchanged-index',
  'lost-index',
  'doctor-git',
  'logs',
];

/** Rooms whose tests are functions alone, and share one process. */
const functions = ['config', 'extract', 'graph', 'kernels', 'languages', 'model', 'search', 'tools', 'util'];

export const suites: readonly Suite[] = [
  { name: 'functions', paths: [...functions.map((room) => `src/${room}/`), 'test/graph/'], seconds: 2400 },
  ...rooms.map((room) => ({ name: `src/${room}`, paths: [`src/${room}`], seconds: 1800 })),
  { name: 'kills', paths: ['test/faults/kills.test.ts'], seconds: 900 },
  { name: 'faults', paths: ['test/faults/program.test.ts', 'test/faults/suspects.test.ts'], seconds: 900 },
  { name: 'processes', paths: ['test/processes/'], seconds: 900 },
  { name: 'index', paths: ['test/index/'], seconds: 1800 },
  { name: 'plugins', paths: ['test/plugins/'], seconds: 900 },
  { name: 'lsp', paths: ['test/lsp/'], seconds: 900 },
  { name: 'embed', paths: ['test/embed/'], seconds: 900 },
  { name: 'conformance', paths: ['test/conformance/'], seconds: 900 },
  { name: 'fuzz', paths: ['fuzz/'], seconds: 900 },
  ...endToEnd.map((name) => ({ name, paths: [`test/e2e/${name}.test.ts`], seconds: 900 })),
  { name: 'installed', paths: ['test/e2e/cli.test.ts', 'test/e2e/mcp-tools.test.ts'], seconds: 900, installed: true },
];

export interface NotRun {
  /** How the paths of test files begin. */
  path: string;
  why: string;
}

const manyPrograms =
  'starts hundreds of gits, workers and nodes, each of which takes Wine seconds; `src/engine/{worker,node,team}` test their parts';
const noWorkerd = 'Cloudflare’s program `workerd` ends by an exception in Wine';
const developers = 'tests of what developers run, on Linux';

export const notRun: readonly NotRun[] = [
  { path: 'src/team/catalogue/d1-database.test.ts', why: noWorkerd },
  { path: 'src/team/pages/r2-behind-worker.test.ts', why: noWorkerd },
  { path: 'src/team/postgres/', why: 'a server of PostgreSQL, of Debian’s package' },
  { path: 'test/e2e/review-script.test.ts', why: 'a script for bash, which Wine has not' },
  { path: 'test/e2e/terminal.test.ts', why: 'Wine has no terminal to give, and the tests make theirs by `script`' },
  { path: 'test/explorer/', why: 'the page in a browser: Chromium does not run in Wine' },
  { path: 'test/faults/faults.test.ts', why: 'full disks, limits and other users, made by mounts of Linux' },
  { path: 'test/faults/system/', why: 'power losses and failing calls, made under Linux’s system calls' },
  { path: 'test/faults/unwritable-index.test.ts', why: 'file modes and users of Unix' },
  { path: 'test/package/', why: 'packs by npm and tar; `installed` runs what they made' },
  { path: 'test/performance/', why: 'measures; times under Wine say nothing' },
  { path: 'test/team/', why: manyPrograms },
  { path: 'test/systems/', why: 'tests of other systems that Linux plays' },
  { path: 'test/windows/', why: 'tests of this runner' },
  { path: 'scripts/', why: developers },
  { path: 'embeddings/', why: developers },
];
