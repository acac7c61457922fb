/** What runs on each of the other systems. docs/contributing/other-systems.md says what does not, and why. */
import type { Suite } from './run-suites.ts';

const hour = 3600;
const ofFile = (name: string, seconds = hour): Suite => ({ name, args: [`test/e2e/${name}.test.ts`], seconds });

/** Emulated instructions take 10 to 20 times as long: what depends on the processor, and one way through each part. */
export const emulatedSuites: readonly Suite[] = [
  {
    // Parsers (native, and WebAssembly with its vector instructions), compression, packed numbers, vectors.
    name: 'bytes and parsers',
    args: [
      '--project',
      'functions',
      'src/util/bytes',
      'src/kernels',
      'src/extract/ecmascript',
      'src/languages/languages',
      'src/languages/python',
    ],
    seconds: hour,
  },
  { name: 'store', args: ['src/store/sqlite/file', 'src/store/sqlite/processes'], seconds: hour },
  { name: 'text search', args: ['src/text'], seconds: hour },
  ofFile('mcp-handshake'),
  ofFile('mcp-tools'),
  ofFile('cli'),
  ofFile('graph'),
  ofFile('unchanged-index'),
  // The packed program, installed for arm64: indexes, and answers over the protocol and on the command line.
  { name: 'installed', args: ['test/e2e/graph.test.ts'], seconds: hour },
];

/** What depends on Node, and everything end to end. */
export const nodeSuites: readonly Suite[] = [
  {
    name: 'what depends on Node',
    args: [
      'src/store',
      'src/search',
      'src/embed',
      'src/graph',
      'src/extract',
      'src/source',
      'src/team',
      'src/util/bytes',
      'src/runtime',
    ],
    seconds: hour,
  },
  { name: 'end to end', args: ['test/e2e'], seconds: 2 * hour },
];

/** What reads, writes, names or watches files. */
export const insensitiveSuites: readonly Suite[] = [
  { name: 'spellings', args: ['test/systems/spellings.test.ts'], seconds: hour },
  { name: 'source', args: ['src/source', 'src/util/paths'], seconds: hour },
  { name: 'live', args: ['src/engine/live', 'src/indexer', 'test/index'], seconds: hour },
  {
    name: 'engine',
    args: ['src/engine/engine.test.ts', 'src/engine/changes', 'src/engine/files', 'src/engine/processes'],
    seconds: hour,
  },
  ...[
    'cli',
    'graph',
    'mcp-handshake',
    'mcp-tools',
    'several-projects',
    'subscriptions',
    'file-tools',
    'setup',
    'unchanged-index',
    'lost-index',
    'changes',
  ].map((name) => ofFile(name)),
  { name: 'compiler', args: ['test/graph/compiler-tier.test.ts'], seconds: hour },
];

/** On a real machine, with the packed and installed program: what native parts do, and one way through each part. */
export const hereSuites: readonly Suite[] = [
  { name: 'parsers and text search', args: ['src/extract/ecmascript', 'src/text', 'src/util/bytes'], seconds: hour },
  { name: 'store', args: ['src/store/sqlite/file', 'src/store/sqlite/processes'], seconds: hour },
  ...['mcp-handshake', 'mcp-tools', 'cli', 'graph', 'unchanged-index'].map((name) => ofFile(name)),
  { name: 'spellings', args: ['test/systems/spellings.test.ts'], seconds: hour },
  { name: 'compiler', args: ['test/graph/compiler-tier.test.ts'], seconds: hour },
];
