/** The table of all benches that `npm run bench -- NAME` runs. */

export interface Bench {
  name: string;
  /** Below bench/. The head of the file shows the command line. */
  file: string;
  about: string;
}

export const benches: readonly Bench[] = [
  { name: 'all', file: 'all.ts', about: 'the benches of speed one after the other, and which targets were held' },

  { name: 'stages', file: 'stages/stages.ts', about: 'each stage of indexing alone, beside its floor' },
  {
    ...{ name: 'index', file: 'stages/whole-index.ts' },
    about: 'a whole index, no change, one changed file; beside rg --files and ctags',
  },
  { name: 'corpus', file: 'stages/corpus.ts', about: 'makes a tree of TypeScript of about 75 MB for `index`' },
  {
    ...{ name: 'own-parsers', file: 'stages/own-parsers.ts' },
    about: 'the parsers of our own beside the grammars: what each reads, and whether the index gets the same',
  },
  {
    ...{ name: 'same-index', file: 'stages/same-index.ts' },
    about: 'whether another build makes the same index of a tree, row by row',
  },

  { name: 'growth', file: 'growth/growth.ts', about: 'costs at 1, 4, 16 and 64 times the work' },
  { name: 'scale', file: 'growth/scale.ts', about: 'a tree of five million lines' },

  { name: 'rivals', file: 'rivals/rivals-index.ts', about: 'a whole index beside the indexers of the registry' },
  {
    ...{ name: 'rivals-search', file: 'rivals/rivals-search.ts' },
    about: 'where a name stands, beside ripgrep, probe and ast-grep',
  },
  {
    ...{ name: 'graph-rivals', file: 'rivals/graph-rivals.ts' },
    about: 'who calls it, beside the graphs and language servers of the registry',
  },
  { name: 'text', file: 'rivals/text.ts', about: 'text search beside ripgrep, on the evaluation pack' },

  { name: 'quality', file: 'quality/quality.ts', about: 'the ranking of searches on the evaluation pack' },
  { name: 'ranking', file: 'quality/ranking.ts', about: 'what each signal of the ranking is worth' },
  {
    ...{ name: 'messages', file: 'quality/messages.ts' },
    about: 'how well the file that a message comes from is found by the message',
  },
  {
    ...{ name: 'explore', file: 'quality/explore.ts' },
    about: 'what `explore` shows of the files and lines that answer a question',
  },
  {
    ...{ name: 'changes', file: 'quality/changes.ts' },
    about: 'how often the tests that real commits changed are among the first that `changes` names',
  },
  { name: 'answers', file: 'quality/answers.ts', about: 'how long the answers of every tool are' },

  { name: 'graph', file: 'graph/graph.ts', about: 'the links of the code graph on the evaluation pack' },
  { name: 'graph-cost', file: 'graph/graph-cost.ts', about: 'what extraction and linking cost a MB, by language' },
  { name: 'graph-queries', file: 'graph/graph-queries.ts', about: 'how long questions about the code graph take' },
  { name: 'compiler', file: 'graph/compiler.ts', about: "what TypeScript's compiler adds to the links, and its cost" },

  {
    ...{ name: 'start', file: 'server/start.ts' },
    about: 'the start of a server: handshake, first answer, memory at rest',
  },
  { name: 'http', file: 'server/http.ts', about: 'what a server over HTTP bears' },
  { name: 'fresh', file: 'server/fresh.ts', about: 'from a saved edit to a true answer' },
  {
    ...{ name: 'search', file: 'server/search.ts' },
    about: 'questions by meaning and by the fused ranking to a million chunks',
  },
  { name: 'vectors', file: 'server/vectors.ts', about: 'exact search of synthetic vectors' },
  { name: 'processes', file: 'server/processes.ts', about: 'many processes on one index, every answer checked' },
  { name: 'soak', file: 'server/soak.ts', about: 'one server for an hour: what is wrong, and what grows' },
  { name: 'switch', file: 'server/branch-switch.ts', about: '`git checkout` under a server that is asked questions' },

  { name: 'faults', file: 'faults/faults.ts', about: 'kills at random moments and every other fault once' },
  { name: 'robust', file: 'faults/robust.ts', about: 'the awkward files of the evaluation pack' },
];

/** @throws for an unknown name */
export function benchNamed(name: string): Bench {
  const found = benches.find((bench) => bench.name === name);
  if (found === undefined) throw new Error(`no bench is called ${name}`);
  return found;
}

/** The printed list, with a blank line between folders. */
export function listOf(all: readonly Bench[]): string[] {
  const width = Math.max(...all.map(({ name }) => name.length));
  const folder = ({ file }: Bench): string => file.slice(0, file.lastIndexOf('/') + 1);
  return all.flatMap((bench, at) => {
    const line = `  ${bench.name.padEnd(width)}  ${bench.about}`;
    return at > 0 && folder(bench) !== folder(all[at - 1]!) ? ['', line] : [line];
  });
}
