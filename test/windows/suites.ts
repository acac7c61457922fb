/** What runs under Windows' Node: the arguments of vitest, and how long it may take. */

export interface Suite {
  name: string;
  args: readonly string[];
  /** Time limit: a suite that hangs is ended then. */
  seconds: number;
  /** Its failures have not been gone through yet: it runs only where it is named. */
  unseen?: true;
  /** The command line under test is the packed and installed program instead of the built one. */
  installed?: true;
}

const endToEnd = [
  'cli',
  'graph',
  'mcp-handshake',
  'mcp-lifecycle',
  'mcp-tools',
  'http-api',
  'setup',
  'several-projects',
  'subscriptions',
  'resources',
  'explore',
];

const unseenEndToEnd = [
  'mcp-sdk-client',
  'file-tools',
  'http-access',
  'http-protocol',
  'http-sdk-client',
  'http-explorer',
  'prompts',
  'changes',
  'chunks',
  'usage',
  'tool-command',
  'search-repo',
  'answer-forms',
  'answer-cache',
  'unchanged-index',
  'lost-index',
  'doctor-git',
  'logs',
];

const ofFile = (name: string): Suite => ({ name, args: [`test/e2e/${name}.test.ts`], seconds: 900 });
const unseen = { unseen: true } as const;

export const suites: readonly Suite[] = [
  { name: 'functions', args: ['--project', 'functions'], seconds: 1800 },
  { name: 'parts', args: ['--project', 'parts', 'src/store', 'src/text', 'src/runtime'], seconds: 1800, ...unseen },
  ...endToEnd.map(ofFile),
  ...unseenEndToEnd.map((name) => ({ ...ofFile(name), ...unseen })),
  { name: 'watching', args: ['src/source/watch', 'src/engine/live'], seconds: 1800, ...unseen },
  { name: 'kills', args: ['test/faults/kills.test.ts'], seconds: 900, ...unseen },
  { name: 'installed', args: ['test/e2e/cli.test.ts', 'test/e2e/mcp-tools.test.ts'], seconds: 900, installed: true },
];
