/** The twenty tests that matter most: each stands for a part without which nothing answers. `npm run test:smoke` runs them alone. */

export interface SmokeTest {
  file: string;
  /** A piece of its title, those of the groups around it before it; a test for several cases is run with all of them. */
  title: string;
  /** What is lost where it fails. */
  why: string;
}

export const smokeTests: readonly SmokeTest[] = [
  {
    file: 'src/config/load.test.ts',
    title: 'lets the later layer win, and says where each value came from',
    why: 'settings',
  },
  {
    file: 'src/source/walk/walk.test.ts',
    title: 'honours .gitignore at every level, and info/exclude',
    why: 'which files there are',
  },
  { file: 'src/source/read/read-source.test.ts', title: 'a text with its size, time and hash', why: 'reading them' },
  {
    file: 'src/source/fingerprint/change-detection.test.ts',
    title: 'every state and every file is in exactly one list',
    why: 'what has changed',
  },
  {
    file: 'src/extract/extract.test.ts',
    title: 'leave the facts of all others theirs',
    why: 'TypeScript and JavaScript, broken ones too',
  },
  {
    file: 'src/languages/python/parse/parse-python.test.ts',
    title: 'says nothing of what is nested too deeply',
    why: 'Python',
  },
  {
    file: 'src/model/settling.test.ts',
    title: 'the first four in their order',
    why: 'what a variable may hold, by which links are made',
  },
  { file: 'src/model/chunk.test.ts', title: 'is the same for one chunk as for all', why: 'chunks' },
  {
    file: 'test/graph/receivers.test.ts',
    title: 'this, super and new',
    why: 'a call finds the method of the right class',
  },
  {
    file: 'src/indexer/parse-pool.test.ts',
    title: 'gives every file of every job back',
    why: 'no file is lost between threads',
  },
  {
    file: 'src/store/sqlite/processes/processes.test.ts',
    title: 'a killed writer loses nothing',
    why: 'the index outlives a kill',
  },
  {
    file: 'src/store/processes/writer-election.test.ts',
    title: 'hands over at once when it is closed',
    why: 'one writer at a time',
  },
  {
    file: 'src/text/required-text.test.ts',
    title: 'never asks for what a match may lack',
    why: 'search of text finds all',
  },
  {
    file: 'src/embed/static/static.test.ts',
    title: 'finds the code that a sentence is about',
    why: 'search by meaning',
  },
  {
    file: 'src/engine/engine.test.ts',
    title: 'answers a first question on a tree without an index',
    why: 'from files to an answer',
  },
  {
    file: 'src/engine/engine.test.ts',
    title: 'reads only what changed, by content and not by time alone',
    why: 'runs after the first',
  },
  { file: 'src/tools/registry.test.ts', title: 'has every folder with a tool, by name', why: 'all tools are offered' },
  { file: 'test/e2e/mcp-handshake.test.ts', title: 'comes first, and once', why: 'agents can connect' },
  {
    file: 'test/e2e/graph.test.ts',
    title: 'get_callers finds calls through the interface',
    why: 'the question that is asked most',
  },
  { file: 'test/e2e/cli.test.ts', title: 'makes the index, and then finds nothing to do', why: 'the command line' },
];
