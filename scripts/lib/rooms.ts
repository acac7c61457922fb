/**
 * The rooms of src as data: the purpose of each folder, and the files that other rooms may import; all other files are
 * internal. scripts/check-rooms.ts enforces it, and docs/reference/rooms.md is generated from it. boundaries.ts defines
 * which room may import which.
 */

export interface Room {
  /** Its purpose, and what to know before a change in it. */
  about: string;
}

/** The most source files that a folder may contain directly, without tests. */
export const maxFilesInFolder = 25;

/** Folders with more files, and the reason. */
export const largeFolders: Readonly<Record<string, string>> = {
  'cli/commands': 'one file per command, and nothing else',
  'kernels/ecmascript/summary':
    'one walker in AssemblyScript, with one file per kind of syntax; its parts call each other',
  'languages/python/summary': 'one walker, with one file per kind of syntax; its parts call each other',
};

/** By folder of src; a folder that is not listed belongs to the one that contains it. */
export const rooms: Readonly<Record<string, Room>> = {
  model: { about: 'The domain as types, and the code that makes and completes file summaries. No input or output.' },
  'model/answers': { about: 'What answers say about what they are of.' },
  'model/languages': { about: 'What the file summaries of single languages need beside the common form.' },
  util: { about: 'Helpers without knowledge of the domain; each file does one job.' },
  'util/globs': {
    about:
      'Patterns of names and paths, matched in bounded time. One implementation for ignore files and for questions.',
  },
  'util/words': {
    about: 'Splitting, stemming and hashing of words. One implementation for indexing and for questions.',
  },
  'util/paths': {
    about:
      'Paths as each system reads them (separators, drives, other spellings of a name), where they lead, and how a file is replaced. The system is a parameter, so that each is tested everywhere.',
  },
  'util/tracing': {
    about: 'Spans of traces. Nothing happens without a tracer, which `trace/` makes where the user names a collector.',
  },
  'util/turns': {
    about: 'Turns between long pieces of work in one thread, and how many may be under way at once.',
  },
  'util/bytes': { about: 'Variable-length numbers, compression, digests.' },
  runtime: {
    about:
      'Everything that depends on V8 and on processes and threads of Node. README.md says what to do when Node has a new V8.',
  },
  kernels: {
    about:
      'All WebAssembly modules, one folder each, and the host code of each. No other room knows AssemblyScript; README.md says when to write one.',
  },
  config: {
    about:
      'One table of options defines types, defaults, checks, sources and docs. The only reader of the environment.',
  },
  source: { about: 'The files of a project: which exist, their content, which are skipped and why, and which change.' },
  'source/walk': { about: 'Lists the files: from git, or by walking folders by the same rules.' },
  'source/ignore': { about: 'Rules that skip files: .gitignore, .code-scoutignore, patterns in the settings.' },
  'source/git': {
    about:
      'Everything that runs git: lists, differences, revisions, history. Programs that a repository names never run.',
  },
  'source/read': { about: 'Opens and decodes files without leaving the root.' },
  'source/watch': { about: 'Notices changes while a server runs, by watching folders.' },
  'source/fingerprint': { about: 'Decides whether a tree is unchanged, without walking it.' },
  languages: {
    about: 'One folder per language: grammar, query, hooks, file summaries, module resolution, sample and golden file.',
  },
  extract: {
    about:
      'Turns a text and its language into definitions, imports, references, comments, chunks, words and issues. Never throws because of a text.',
  },
  'extract/ecmascript': { about: "TypeScript and JavaScript, from oxc's trees." },
  'extract/tree-sitter': { about: 'Languages with a tree-sitter grammar.' },
  'extract/lines': { about: 'Languages without a grammar, line by line.' },
  'extract/words': { about: 'The words of files and chunks.' },
  'extract/statements': { about: 'The outline of a function: its statements, from the tree of any grammar.' },
  'extract/chunks': { about: 'Cuts files into chunks.' },
  'extract/flow': { about: 'Flow types, rewritten as TypeScript types.' },
  embed: { about: 'Vectors of texts: from the embedded model, a local transformer, or an endpoint of the user.' },
  plugins: { about: 'The plugin contract, loading and checking of plugins, and the thread for their tools.' },
  store: { about: 'The index behind a contract (store.ts). Only sqlite/ knows SQL.' },
  'store/packed': { about: 'Contents of a file as bytes. Every change of a layout needs a migration.' },
  'store/processes': { about: 'Elects one writer per index; the other processes send it requests.' },
  'store/union': { about: 'The contract over several indexes, for reading: one answer for many repositories.' },
  'store/sqlite': { about: 'The contract, implemented in SQLite.' },
  'store/sqlite/index': { about: 'The inverted index of words, as immutable segments.' },
  'store/sqlite/tables': { about: 'The rows of each table.' },
  'store/sqlite/file': { about: 'The database as a file: opening, checking, setting aside, copying.' },
  'store/sqlite/processes': { about: 'The writer lock, and requests to the writer.' },
  team: {
    about:
      'Snapshots of indexes that machines give each other. Knows files of bytes, and nothing of what is in an index. Nothing of a page store is trusted before its hash and signature are verified.',
  },
  'team/access': {
    about:
      'Who may see what: from the token of a request to the repositories that it may read. Tokens of the catalogue, and of an issuer that the administrator named.',
  },
  'team/pages': {
    about:
      'Page stores behind a contract (page-store.ts): a folder, an HTTP server, S3, a table of PostgreSQL. None of them is trusted.',
  },
  'team/catalogue': {
    about:
      'What an organisation’s server knows besides the indexes, behind a contract (catalogue.ts): repositories, pushes, jobs, snapshots, who may see what. PostgreSQL, SQLite, D1.',
  },
  'team/catalogue/sql': {
    about:
      'The calls of the catalogue in SQL: the same statements for all engines, as batches that are whole or not at all.',
  },
  'team/postgres': { about: 'Connections to PostgreSQL, for the catalogue and for the page store in it.' },
  'team/snapshot': {
    about: 'An index as pages with a signed manifest: keys, push, pull, search for the nearest, sweep.',
  },
  trace: {
    about:
      'Traces by OpenTelemetry, for whoever names a collector. Loaded by need alone; util/tracing/spans.ts is what the other rooms use.',
  },
  indexer: { about: 'Walks, reads, extracts and writes: one incremental run over a pool of workers.' },
  search: { about: 'Ranks files and chunks for a question in words. Pure functions over data from the store.' },
  'search/hybrid': {
    about: 'Hybrid search: what a question asks, and one ranking from words, names, meaning and links.',
  },
  text: { about: 'Text search in files, by ripgrep and by trigrams.' },
  graph: { about: 'Turns file summaries into links between symbols, and answers questions about them.' },
  'graph/program': { about: 'The files of a program with their summaries, and the exports of modules.' },
  'graph/program/tables': { about: 'Look-up tables over the summary of one file.' },
  'graph/questions': {
    about: 'The three questions of inference and the values that answer them: the interface between all rooms above.',
  },
  'graph/heritage': { about: 'What classes and interfaces inherit, and what names mean in their bodies.' },
  'graph/resolve': { about: 'What a name means at its place.' },
  'graph/infer': {
    about: 'The possible values of expressions, entities and types. Answers do not depend on the order of questions.',
  },
  'graph/members': { about: 'Where members are declared, and which members types inherit.' },
  'graph/languages': {
    about:
      'The decisions of each language: the contract (dialect.ts), and one folder per language. The core knows only the contract.',
  },
  'graph/links': { about: 'Links each reference site of a file.' },
  'graph/incremental': { about: 'Finds what an edit changes for other files, by the names that they see.' },
  'graph/run': { about: 'Brings the links of an index up to date.' },
  'graph/queries': {
    about: 'Callers, callees, impact, paths, neighbours, symbols, usages, unused symbols, circles of imports.',
  },
  'graph/queries/symbols': {
    about: 'Symbols by a pattern of their names, of one index or of several parts.',
  },
  'graph/queries/index': { about: 'The links of the index in the form that queries walk.' },
  'graph/queries/account': { about: "Every place of a symbol's name in the project, by what it is." },
  'graph/queries/types': {
    about: 'What implements and extends a type, and where its members come from; without a declaration too (Go).',
  },
  'graph/queries/places': {
    about: 'What a name at a place means, whether it reads or writes, and outlines.',
  },
  'graph/queries/editor': { about: 'Places with columns, as editors need them.' },
  'graph/queries/review': {
    about: 'What a change has made worse: circles of imports, unused symbols, definitions without a test.',
  },
  'graph/queries/unused': { about: 'Why a symbol without a known use may be used.' },
  'graph/queries/names': {
    about: 'What a name in a question means: exact, corrected, inherited, all members of a type.',
  },
  'graph/queries/cycles': { about: 'The imports and links between files, and circles of imports.' },
  'graph/compiler': { about: 'Asks the TypeScript compiler about unresolved sites. Knows the API of one version.' },
  'graph/across': {
    about:
      'Links between repositories that are asked together, by the names of packages. They are made for a question and never stored.',
  },
  'graph/scip': { about: 'Imports the indexes of other tools and exports our own.' },
  engine: {
    about:
      'The facade, and the only place where the parts are assembled. types.ts is the interface for tools, command line and servers.',
  },
  'engine/indexing': { about: 'Runs of the indexer: in this thread, in worker threads, in a side process.' },
  'engine/live': { about: 'Keeps the index of a server up to date, and says how fresh an answer is.' },
  'engine/processes': { about: 'Several processes on one index.' },
  'engine/search': { about: 'Search by words and meaning, explore.' },
  'engine/text': {
    about:
      'Search for text in files: its steps, each of which is asked of the files of one index or of several parts, and the ranking of what they find.',
  },
  'engine/graph': { about: 'Questions about the graph, checked against the disk.' },
  'engine/changes': { about: 'The changes between two states, what they affect, and which tests to run.' },
  'engine/files': { about: 'Files, folders and chunks as they are on disk.' },
  'engine/embedding': { about: 'Chooses the embedder and makes vectors.' },
  'engine/editor': { about: 'Questions about files as an editor shows them: open, and perhaps not saved.' },
  'engine/team': { about: "Snapshots of the project's index: what one is of, and how an index begins with one." },
  'engine/union': { about: 'Several engines as one: each question is asked of all their indexes at once.' },
  'engine/phases': {
    about:
      'Search over repositories of which several nodes have a share each: what each is asked, and one ranking of what they answer.',
  },
  'engine/concerned': {
    about:
      'Questions that follow links over repositories of which several nodes have a share each: which repositories each question is about, and answers of these alone.',
  },
  'engine/hooks': {
    about: 'What git hosts say about their repositories, from the proof of who has sent it to the catalogue.',
  },
  'engine/host-grants': {
    about: 'Who may read what, as a git host says when it is asked: one file for each kind of host.',
  },
  'engine/worker': {
    about:
      'The worker of an organisation’s server, which makes the snapshots that its catalogue asks for, and the administration of that catalogue.',
  },
  'engine/node': {
    about:
      'A query node: the snapshots of a catalogue’s repositories, fetched before they are asked for or then, replaced by newer ones, and shared among nodes.',
  },
  'engine/usage': { about: 'Counts what agents ask servers.' },
  tools: { about: 'One folder per tool: schema, format, tests, golden files. The engine answers.' },
  mcp: { about: 'The Model Context Protocol; no other room knows it.' },
  'mcp/stdio': { about: 'The protocol over standard input and output.' },
  'mcp/http': { about: 'The protocol over HTTP.' },
  'mcp/prompts': { about: 'Prompts that contain current information about the project.' },
  'mcp/resources': { about: 'Files, symbols and status as resources.' },
  explorer: {
    about:
      "The questions of the explorer's page (`web/`): each asks the engine and makes a small answer. contract.ts is all that the page imports.",
  },
  'explorer/admin': {
    about:
      'What administrators of an organisation’s server ask and do: about its catalogue, and of no repository’s code.',
  },
  'explorer/site': { about: 'The answers of a static site: the same questions, asked beforehand.' },
  lsp: { about: 'The Language Server Protocol; no other room knows it.' },
  'lsp/protocol': { about: 'Messages as bytes of standard input and output.' },
  'lsp/answers': { about: 'What each request gets, made of the answers of the engine.' },
  'explorer/map': {
    about: 'The map: which folders and files are boxes, and how the links between files become edges.',
  },
  http: { about: 'The listener, the JSON API, health, metrics.' },
  cli: { about: 'The command line: bin.ts is the entry, program.ts the tree of commands.' },
  'cli/commands': { about: 'One file per command.' },
  'cli/answers': { about: 'How the answers of commands are printed: styles, what is marked, several projects.' },
  'cli/help': { about: 'Help and completion: what people read before they run a command.' },
  'cli/indexing': { about: 'Before and after a run of the indexer: what is asked, and what is told.' },
  'cli/layouts': { about: 'What commands print where a person needs another form than an agent.' },
  'cli/pictures': { about: 'Drawings of the graph: what they show, and their formats.' },
  'cli/setup': { about: 'Edits the settings of clients in place, and restores them byte for byte.' },
  'cli/organisation': {
    about: 'An organisation’s server on one machine: what it needs, and its parts as processes that are kept running.',
  },
  'cli/terminal': { about: 'Output for a terminal.' },
  'cli/projects': {
    about: 'Which projects a command line is about, where it names several, and how they are asked together.',
  },
  'cli/review': { about: 'The findings of a review as text, as a comment of a pull request, and in SARIF.' },
  'cli/serving': { about: 'Options and state of a server that this command starts.' },
  api: { about: 'The library interface of the package.' },
  'api/node': {
    about:
      'A query node over HTTP: what each sender sees of it, and how questions are passed on to the node whose repository they are about.',
  },
};

/** For each room: the files that other rooms import. */
export const entries: Readonly<Record<string, readonly string[]>> = {
  api: ['http-service.ts', 'node/node-service.ts'],
  config: [
    'config-file.ts',
    'environment.ts',
    'language-ids.ts',
    'load.ts',
    'option.ts',
    'options.ts',
    'product.ts',
    'values.ts',
    'workspace-file.ts',
  ],
  embed: ['embedder.ts', 'quantised-vector.ts', 'registry.ts', 'unit-vector.ts'],
  engine: [
    'engine.ts',
    'hooks/hooks.ts',
    'host-grants/fetch-grants.ts',
    'resolve-root.ts',
    'search/query-words.ts',
    'team/access.ts',
    'team/snapshots.ts',
    'types.ts',
    'node/query-node.ts',
    'phases/engine-of-shares.ts',
    'union/open-together.ts',
    'worker/administer-access.ts',
    'worker/administration.ts',
    'worker/audit-words.ts',
    'worker/import-grants.ts',
  ],
  explorer: ['admin/admin.ts', 'contract.ts', 'explorer.ts', 'site/site-answers.ts'],
  extract: [
    'chunks/chunks.ts',
    'detect-language.ts',
    'extract.ts',
    'language-detector.ts',
    'native-parser.ts',
    'words/chunk-words.ts',
    'words/tags.ts',
  ],
  graph: [
    'across/across.ts',
    'across/concerned.ts',
    'across/earlier.ts',
    'across/package-uses.ts',
    'across/repository.ts',
    'compiler/compiler-version.ts',
    'compiler/memory.ts',
    'compiler/second-tier.ts',
    'incremental/changed-names.ts',
    'incremental/named-interfaces.ts',
    'program/loaded-summaries.ts',
    'queries/account/named-files.ts',
    'queries/calls.ts',
    'queries/cycles/cycles.ts',
    'queries/cycles/file-graph.ts',
    'queries/dump.ts',
    'queries/editor/file-contents.ts',
    'queries/editor/text-links.ts',
    'queries/editor/symbol-places.ts',
    'queries/editor/symbols-like.ts',
    'queries/editor/type-at.ts',
    'queries/index/file-symbols.ts',
    'queries/index/link-index.ts',
    'queries/names/corrected-names.ts',
    'queries/names/find-symbols.ts',
    'queries/names/written-name.ts',
    'queries/names/written-symbols.ts',
    'queries/neighbours.ts',
    'queries/paths.ts',
    'queries/places/code-spans.ts',
    'queries/places/definition-at.ts',
    'queries/places/names-in-lines.ts',
    'queries/places/outline.ts',
    'queries/project-layout.ts',
    'queries/reach.ts',
    'queries/resolve-symbol.ts',
    'queries/review/review.ts',
    'queries/symbols/symbol-matches.ts',
    'queries/symbols/symbol-parts.ts',
    'queries/symbols/symbol-search.ts',
    'queries/test-modules.ts',
    'queries/types/implementers.ts',
    'queries/unused/unused.ts',
    'queries/usage.ts',
    'run/failed-links.ts',
    'run/link-project.ts',
    'run/link-run.ts',
    'run/link-session.ts',
    'scip/export-index.ts',
    'scip/import-index.ts',
  ],
  http: [
    'admin-api.ts',
    'access.ts',
    'contract.ts',
    'hook-server.ts',
    'listener.ts',
    'metrics.ts',
    'node-metrics.ts',
    'operation-server.ts',
    'routes.ts',
    'server.ts',
    'token.ts',
    'worker-metrics.ts',
  ],
  indexer: [
    'analyse-file.ts',
    'batch-writer.ts',
    'file-outcome.ts',
    'index-run.ts',
    'outside-macros.ts',
    'parse-pool.ts',
    'read-file.ts',
    'sent-outcomes.ts',
    'update-files.ts',
  ],
  kernels: ['open-module.ts', 'vectors.ts', 'weighted-rows.ts', 'words.ts'],
  languages: ['ecosystem.ts', 'language.ts', 'registry.ts'],
  lsp: ['stdio-server.ts'],
  mcp: [
    'engine-pool.ts',
    'engine-source.ts',
    'http/http.ts',
    'resource-watch.ts',
    'served-tools.ts',
    'server-feed.ts',
    'stdio/stdio.ts',
    'stdio/stdout-guard.ts',
    'team-wording.ts',
  ],
  plugins: ['checks.ts', 'contract.ts', 'extraction.ts', 'load.ts', 'thread-messages.ts'],
  search: [
    'corpus.ts',
    'file-names.ts',
    'hybrid/chunk-spans.ts',
    'hybrid/chunks.ts',
    'hybrid/constants.ts',
    'hybrid/likelihood.ts',
    'hybrid/presence.ts',
    'hybrid/query.ts',
    'hybrid/ranking.ts',
    'kind-names.ts',
    'mentioned-paths.ts',
    'qualified-names.ts',
    'tag-definitions.ts',
    'tag-search.ts',
    'term-impacts.ts',
    'vectors/stored-vectors.ts',
    'verbatim.ts',
  ],
  source: [
    'fingerprint/change-detection.ts',
    'fingerprint/fingerprint.ts',
    'fingerprint/take-fingerprint.ts',
    'git/branch-name.ts',
    'git/find-git.ts',
    'git/git-diff.ts',
    'git/git-folders.ts',
    'git/git-history.ts',
    'git/git-mirror.ts',
    'git/git-revision.ts',
    'git/git-states.ts',
    'git/git-trees.ts',
    'git/remote-url.ts',
    'ignore/confined-rules.ts',
    'project-root.ts',
    'read/confined-file.ts',
    'read/confined-path.ts',
    'read/decode-text.ts',
    'read/open-file.ts',
    'read/read-source.ts',
    'read/source-text.ts',
    'read/time-slices.ts',
    'source.ts',
    'walk/classify.ts',
    'walk/listing.ts',
    'walk/many-files.ts',
    'walk/plain-files.ts',
    'walk/skipped-names.ts',
    'walk/walk.ts',
    'watch/watch-reason.ts',
    'watch/watch.ts',
  ],
  store: [
    'index-location.ts',
    'link-store.ts',
    'local-state.ts',
    'macro-store.ts',
    'outline.ts',
    'packed/packed-chunk-words.ts',
    'packed/packed-chunks.ts',
    'packed/packed-definitions.ts',
    'packed/packed-imports.ts',
    'packed/packed-links.ts',
    'packed/packed-outline.ts',
    'packed/packed-precise-links.ts',
    'packed/packed-references.ts',
    'packed/packed-summary.ts',
    'sealing.ts',
    'packed/packed-vectors.ts',
    'processes/index-requests.ts',
    'processes/writer-election.ts',
    'registry.ts',
    'store.ts',
    'union/union-statistics.ts',
    'union/union-store.ts',
    'usage-store.ts',
    'vector-store.ts',
  ],
  team: [
    'access/access.ts',
    'access/issuer-settings.ts',
    'access/open-checker.ts',
    'catalogue/catalogue.ts',
    'catalogue/open-catalogue.ts',
    'catalogue/overview.ts',
    'catalogue/states.ts',
    'catalogue/tokens.ts',
    'own-machine.ts',
    'pages/open-store.ts',
    'pages/page-store.ts',
    'postgres/postgres-pool.ts',
    'seed.ts',
    'snapshot/keys.ts',
    'snapshot/layout.ts',
    'snapshot/mend.ts',
    'snapshot/list-snapshots.ts',
    'snapshot/manifest.ts',
    'snapshot/pull.ts',
    'snapshot/push.ts',
    'snapshot/read-manifest.ts',
    'snapshot/sweep.ts',
  ],
  trace: ['otlp-tracer.ts'],
  text: ['file-bytes.ts', 'required-text.ts', 'ripgrep.ts', 'text-search.ts', 'word-places.ts'],
};
