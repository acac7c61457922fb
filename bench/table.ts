/** The table of all benches that `npm run bench -- NAME` runs. */

export interface Bench {
  name: string;
  /** Below bench/. The head of the file shows the command line. */
  file: string;
  about: string;
}

export const benches: readonly Bench[] = [
  { name: 'all', file: 'all.ts', about: 'the benches of speed one after the other, and which targets were met' },

  { name: 'stages', file: 'stages/stages.ts', about: 'each stage of indexing alone, beside its lower bound' },
  {
    ...{ name: 'index', file: 'stages/whole-index.ts' },
    about: 'a whole index, no change, one changed file; beside rg --files and ctags',
  },
  { name: 'corpus', file: 'stages/corpus.ts', about: 'makes a tree of TypeScript of about 75 MB for `index`' },
  {
    ...{ name: 'own-parsers', file: 'stages/own-parsers.ts' },
    about: 'our own parsers compared to the grammars: which files each reads, and whether the index is the same',
  },
  {
    ...{ name: 'same-index', file: 'stages/same-index.ts' },
    about: 'whether another build makes the same index of a tree, row by row',
  },
  {
    ...{ name: 'snapshots', file: 'team/snapshots.ts' },
    about: 'what a commit adds to a page store, and an index that begins with a snapshot beside one from nothing',
  },
  {
    ...{ name: 'union', file: 'team/union.ts' },
    about: 'many repositories in one answer: equal to one index of the same files, and what it costs',
  },
  {
    ...{ name: 'phases', file: 'team/phases.ts' },
    about: 'searches over everything by nodes that have a share each: equal to one union, and what they cost',
  },
  {
    ...{ name: 'worker-faults', file: 'team/worker-faults.ts' },
    about:
      'workers that are killed and stopped while PostgreSQL crashes: every push indexed once, snapshots as from nothing',
  },

  {
    ...{ name: 'push-to-visible', file: 'team/push-to-visible.ts' },
    about: 'how long it takes from a push to its snapshot, by the message of a git host, and what it costs',
  },
  {
    ...{ name: 'job-queue', file: 'team/job-queue.ts' },
    about: 'what it costs to take a job from a catalogue in which many wait, and what a node asks again and again',
  },
  {
    ...{ name: 'nodes', file: 'team/nodes.ts' },
    about:
      'query nodes of which one is killed every few seconds while clients ask: no failed answer, each as of a local engine',
  },

  {
    ...{ name: 'one-command', file: 'team/one-command.ts' },
    about: 'from the one command that starts an organisation’s server to its first answer over all repositories',
  },

  {
    ...{ name: 'across', file: 'team/across/across.ts' },
    about: 'calls from one repository into another, compared with compilers over both',
  },

  { name: 'growth', file: 'growth/growth.ts', about: 'costs at 1, 4, 16 and 64 times the work' },
  { name: 'scale', file: 'growth/scale.ts', about: 'a tree of five million lines' },
  {
    name: 'linking-share',
    file: 'growth/linking-share.ts',
    about: 'linking a tree beside reading it, and the peak memory',
  },

  { name: 'ages', file: 'lib/ages.ts', about: 'the summary of docs/results.md, and how old each of its sections is' },

  { name: 'rivals', file: 'rivals/rivals-index.ts', about: 'a whole index, compared to the indexers in the registry' },
  {
    ...{ name: 'rivals-search', file: 'rivals/rivals-search.ts' },
    about: 'where a name occurs, compared to ripgrep, probe and ast-grep',
  },
  {
    ...{ name: 'graph-rivals', file: 'rivals/graph-rivals.ts' },
    about: 'who calls a symbol, compared to the graphs and language servers in the registry',
  },
  { name: 'text', file: 'rivals/text.ts', about: 'text search compared to ripgrep, on the evaluation pack' },

  {
    name: 'lsp',
    file: 'lsp/lsp.ts',
    about: 'the language server: answers equal to those of the tools, how long its loop is held, memory',
  },
  {
    ...{ name: 'lsp-memory', file: 'lsp/lsp-memory.ts' },
    about: "the memory of the language server beside that of the language's own",
  },

  { name: 'quality', file: 'quality/quality.ts', about: 'the ranking of searches on the evaluation pack' },
  {
    ...{ name: 'absence', file: 'quality/absence.ts' },
    about: 'whether an answer says so where a project has nothing of what is asked',
  },
  { name: 'ranking', file: 'quality/ranking.ts', about: 'what each signal of the ranking is worth' },
  {
    ...{ name: 'messages', file: 'quality/messages.ts' },
    about: 'how well a question with a message finds the file that the message comes from',
  },
  {
    ...{ name: 'explore', file: 'quality/explore.ts' },
    about: 'how much of the files and lines that answer a question `explore` shows',
  },
  {
    ...{ name: 'regions', file: 'quality/regions.ts' },
    about: 'how many of the lines that real commits changed `explore` prints',
  },
  {
    ...{ name: 'changes', file: 'quality/changes.ts' },
    about: 'how often the tests that real commits changed are among the first that `changes` names',
  },
  {
    ...{ name: 'reviews', file: 'quality/reviews.ts' },
    about: 'what the script for pull requests says of the last merges of real histories',
  },
  { name: 'answers', file: 'quality/answers.ts', about: 'how long the answers of every tool are' },

  {
    ...{ name: 'bytecode-calls', file: 'graph/bytecode-calls.ts' },
    about:
      'the calls of Kotlin, Scala and C# trees compared to what their compilers make of them, overload by overload',
  },
  {
    ...{ name: 'swift-calls', file: 'graph/swift-calls.ts' },
    about: 'the calls of Swift modules compared to the Swift compiler, overload by overload',
  },
  {
    ...{ name: 'signatures', file: 'graph/graph-signatures.ts' },
    about: 'the signature of a TypeScript overload list that each call means, compared to its compiler',
  },
  {
    ...{ name: 'javac', file: 'graph/graph-javac.ts' },
    about: 'the calls of Java trees compared to javac, overload by overload',
  },
  {
    ...{ name: 'accounts', file: 'graph/accounts.ts' },
    about: 'whether the account of a list of callers has every place of the name, and what each place is',
  },
  { name: 'none-is-true', file: 'graph/none-is-true.ts', about: 'whether "no callers" is true, by a search for text' },
  {
    ...{ name: 'both-directions', file: 'graph/both-directions.ts' },
    about: 'whether the callers and the callees of random symbols agree',
  },
  {
    ...{ name: 'clang-calls', file: 'graph/graph-clang.ts' },
    about: 'the calls of C++ trees compared to clang, overload by overload',
  },
  { name: 'graph', file: 'graph/graph.ts', about: 'the links of the code graph on the evaluation pack' },
  { name: 'graph-cost', file: 'graph/graph-cost.ts', about: 'the cost of extraction and linking per MB, by language' },
  { name: 'graph-queries', file: 'graph/graph-queries.ts', about: 'how long questions about the code graph take' },
  {
    ...{ name: 'server-questions', file: 'graph/server-questions/server-questions.ts' },
    about: 'definitions at a place, implementers, writers of a field, against compilers and libraries of the languages',
  },
  {
    ...{ name: 'handed-on', file: 'graph/handed-on/handed-on.ts' },
    about: 'whether answers have the places that name a function without calling it',
  },
  {
    name: 'rustc-calls',
    file: 'graph/rustc-calls.ts',
    about: "the calls of a Rust crate by rustc's MIR, compared with links",
  },
  { name: 'compiler', file: 'graph/compiler.ts', about: "what TypeScript's compiler adds to the links, and its cost" },

  {
    ...{ name: 'start', file: 'server/start.ts' },
    about: 'the start of a server: handshake, first answer, memory at rest',
  },
  { name: 'store-calls', file: 'server/store-calls.ts', about: 'how often a question asks the store' },
  {
    ...{ name: 'command-start', file: 'cli/command-start.ts' },
    about: 'the CPU time of commands that do little, beside bare Node',
  },
  {
    ...{ name: 'attack', file: 'server/attack.ts' },
    about: 'how long slow clients, expensive questions and floods hold a server, and what others wait',
  },
  {
    ...{ name: 'attack-node', file: 'server/attack-node.ts' },
    about: 'the same done to a node of an organisation, and bad tokens, messages, many senders, streams, sessions',
  },
  { name: 'http', file: 'server/http.ts', about: 'the load that a server over HTTP can take' },
  { name: 'fresh', file: 'server/fresh.ts', about: 'the time from a saved edit to a correct answer' },
  {
    ...{ name: 'search', file: 'server/search.ts' },
    about: 'vector search and hybrid search in up to a million chunks',
  },
  {
    name: 'map-frames',
    file: 'server/map-frames.ts',
    about: 'the CPU time of a frame of the explorer’s map in a browser',
  },
  {
    name: 'explorer-tasks',
    file: 'server/explorer-tasks.ts',
    about: 'what readers do in the explorer: CPU time of page and server, sizes of answers',
  },
  { name: 'vectors', file: 'server/vectors.ts', about: 'exact search of synthetic vectors' },
  { name: 'processes', file: 'server/processes.ts', about: 'many processes on one index, every answer checked' },
  { name: 'soak', file: 'server/soak.ts', about: 'one server for an hour: what is wrong, and what grows' },
  { name: 'switch', file: 'server/branch-switch.ts', about: '`git checkout` while a server is asked questions' },

  {
    name: 'faults',
    file: 'faults/faults.ts',
    about: 'kills, power losses, damaged pages, failing calls, and every other fault once',
  },
  { name: 'robust', file: 'faults/robust.ts', about: 'the unusual files of the evaluation pack' },
];

/** @throws for an unknown name */
export function benchNamed(name: string): Bench {
  const found = benches.find((bench) => bench.name === name);
  if (found === undefined) throw new Error(`there is no bench called ${name}`);
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
