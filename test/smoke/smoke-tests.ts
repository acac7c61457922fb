/**
 * The twenty tests that matter most. Each covers a part without which nothing answers. `npm run test:smoke` runs them
 * alone.
 */

export interface SmokeTest {
  file: string;
  /**
   * A part of the test's full title, with those of its groups before it. A test with several cases runs with all of
   * them.
   */
  title: string;
  /** What is lost where the test fails. */
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
    why: 'listing the files',
  },
  {
    file: 'src/source/read/read-source.test.ts',
    title: 'a text with its size, time and hash',
    why: 'reading the files',
  },
  {
    file: 'src/source/fingerprint/change-detection.test.ts',
    title: 'every state and every file is in exactly one list',
    why: 'detecting changes',
  },
  {
    file: 'src/extract/extract.test.ts',
    title: 'leave the file summaries of all other definitions unchanged',
    why: 'TypeScript and JavaScript, even with syntax errors',
  },
  {
    file: 'src/languages/python/parse/parse-python.test.ts',
    title: 'says nothing of what is nested too deeply',
    why: 'Python',
  },
  {
    file: 'src/model/assignment-values.test.ts',
    title: 'the first four in order',
    why: 'the values of variables, from which links are made',
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
    why: 'an index survives a kill',
  },
  {
    file: 'src/store/processes/writer-election.test.ts',
    title: 'hands over at once when it is closed',
    why: 'one writer at a time',
  },
  {
    file: 'src/text/required-text.test.ts',
    title: 'never asks for what a match may lack',
    why: 'text search finds everything',
  },
  {
    file: 'src/embed/static/static.test.ts',
    title: 'finds the code that a sentence is about',
    why: 'vector search',
  },
  {
    file: 'src/engine/engine.test.ts',
    title: 'answers a first question on a tree without an index',
    why: 'from files to an answer',
  },
  {
    file: 'src/engine/engine.test.ts',
    title: 'reads only what changed, by content and not by time alone',
    why: 'every run after the first',
  },
  { file: 'src/tools/registry.test.ts', title: 'has every folder with a tool, by name', why: 'all tools are offered' },
  { file: 'test/e2e/mcp-handshake.test.ts', title: 'is accepted first and only once', why: 'agents can connect' },
  {
    file: 'test/e2e/graph.test.ts',
    title: 'get_callers finds calls through the interface',
    why: 'the most frequent question',
  },
  { file: 'test/e2e/cli.test.ts', title: 'makes the index, and then finds nothing to do', why: 'the command line' },
];
