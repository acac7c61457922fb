/**
 * What the help says of each command besides its options: its group, one line, examples, and which commands are near.
 * Invariant: every command has an entry; a test runs the examples in a copy of examples/bookshop with one more file.
 */

export interface CommandGuide {
  group: Group;
  /** For the list of commands; up to 62 characters, so that it fits one line of 80 columns. */
  summary: string;
  /** What is typed after `code-scout`, and what it is for. */
  examples: readonly (readonly [command: string, meaning: string])[];
  seeAlso: readonly string[];
  /** Whether a long answer goes to the pager. False for what asks, runs on, or is meant for a program. */
  isPaged: boolean;
}

const groups = [
  'Ask in words or by names:',
  'Follow the code:',
  'Look at the whole project:',
  'Read files:',
  'The index:',
  'Agents and shells:',
] as const;
type Group = (typeof groups)[number];
const [ask, follow, project, read, index, agents] = groups;

export const commandGuides: Readonly<Record<string, CommandGuide>> = {
  explore: {
    group: ask,
    summary: 'show the code to read for a task, with callers and tests',
    examples: [
      ["explore 'what happens when a payment fails'", 'start a task'],
      ["explore 'apply a discount code' --max-tokens 1000", 'a shorter answer'],
    ],
    seeAlso: ['search', 'outline', 'impact'],
    isPaged: true,
  },
  search: {
    group: ask,
    summary: 'find code by a question in words, by names, or both',
    examples: [
      ["search 'how is a password checked'", 'a question'],
      ['search discountOf path:src/ kind:function', 'a name, in some files only'],
    ],
    seeAlso: ['explore', 'grep', 'symbols'],
    isPaged: true,
  },
  grep: {
    group: ask,
    summary: 'find a text or a regular expression; definitions come first',
    examples: [
      ['grep PaymentRefused', 'a text'],
      [String.raw`grep -e 'throw new \w+Error' -g 'src/**' -C 2`, 'an expression, with two lines around it'],
    ],
    seeAlso: ['search', 'usage', 'symbols'],
    isPaged: true,
  },
  symbols: {
    group: ask,
    summary: 'find functions, classes, types and variables by name',
    examples: [
      ["symbols '*Order*'", 'all names with Order in them'],
      ["symbols 'Cart.*' --exported", 'the members of a class'],
    ],
    seeAlso: ['outline', 'usage', 'search'],
    isPaged: true,
  },
  tags: {
    group: ask,
    summary: 'find files by words from names, folders, imports, comments',
    examples: [
      ['tags discount cart', 'files about both'],
      ['tags payment --no-tests', 'without tests'],
    ],
    seeAlso: ['search', 'files'],
    isPaged: true,
  },
  similar: {
    group: ask,
    summary: 'find code by meaning alone, the closest first',
    examples: [
      ["similar 'wait and try again'", 'in words'],
      ["similar 'Math.round(x * 100) / 100' --limit 3", 'by code'],
    ],
    seeAlso: ['search'],
    isPaged: true,
  },
  definition: {
    group: follow,
    summary: 'show the definition of a name, or of the name at a place',
    examples: [
      ['definition src/payments/charge-card.ts:9:30', 'at a line and column'],
      ['definition src/cart/cart.ts --line 35 --name discountOf', 'a name on a line'],
    ],
    seeAlso: ['usage', 'outline'],
    isPaged: true,
  },
  outline: {
    group: follow,
    summary: 'show what a file or a function consists of, with lines',
    examples: [
      ['outline src/cart/cart.ts', 'a file'],
      ['outline withRetries', 'a function'],
    ],
    seeAlso: ['read', 'symbols'],
    isPaged: true,
  },
  callers: {
    group: follow,
    summary: 'show what calls a symbol, and what may call it',
    examples: [
      ['callers discountOf', 'its callers'],
      ['callers chargeCard --depth 2', 'and their callers'],
      ['callers roundToCents --names', 'without code: functions and lines'],
    ],
    seeAlso: ['usage', 'impact', 'callees'],
    isPaged: true,
  },
  callees: {
    group: follow,
    summary: 'show what a symbol calls',
    examples: [
      ['callees placeOrder', 'what it calls'],
      ['callees Cart.total --depth 2', 'and what those call'],
    ],
    seeAlso: ['callers', 'path'],
    isPaged: true,
  },
  usage: {
    group: follow,
    summary: 'show the definition of a symbol and its uses, with code',
    examples: [
      ['usage roundToCents', 'all uses'],
      ['usage Cart.#code --writes', 'only where it changes'],
      ['usage roundToCents --files', 'how many in each file'],
    ],
    seeAlso: ['callers', 'definition', 'grep'],
    isPaged: true,
  },
  implementers: {
    group: follow,
    summary: 'show what implements, extends or overrides a type or member',
    examples: [
      ['implementers Payment', 'of a type'],
      ['implementers Cash --implements', 'what a class itself implements'],
    ],
    seeAlso: ['usage', 'neighbors'],
    isPaged: true,
  },
  impact: {
    group: follow,
    summary: 'show all that a change of a symbol can affect, and the tests',
    examples: [
      ['impact discountOf', 'everything'],
      ['impact roundToCents --depth 1', 'only what uses it directly'],
    ],
    seeAlso: ['changes', 'callers'],
    isPaged: true,
  },
  path: {
    group: follow,
    summary: 'show the shortest paths from one symbol to another',
    examples: [
      ['path postCheckout withRetries', 'how one reaches the other'],
      ['path postCheckout chargeCard --max-paths 1', 'only one path'],
      ['path postCheckout withRetries --via placeOrder', 'through a third symbol'],
    ],
    seeAlso: ['callers', 'callees'],
    isPaged: true,
  },
  neighbors: {
    group: follow,
    summary: 'show the symbols linked to a symbol, and their links',
    examples: [
      ['neighbors Cart', 'one link away'],
      ['neighbors placeOrder --depth 2 --format mermaid', 'as a drawing'],
    ],
    seeAlso: ['graph', 'callers'],
    isPaged: true,
  },
  changes: {
    group: project,
    summary: 'show what a change affects, and which tests to run',
    examples: [
      ['changes', 'what is not committed'],
      ['changes HEAD~1..HEAD', 'the last commit'],
    ],
    seeAlso: ['impact', 'review'],
    isPaged: true,
  },
  review: {
    group: project,
    summary: 'check what a branch changes, for a reader or a pull request',
    examples: [
      ['review --base HEAD~1', 'what the last commit and the files on disk change'],
      ['review --base HEAD --format markdown --fail-on new-cycle,dangling', 'a comment; exit code 1 for two rules'],
      ['review --base HEAD --root . --root ../web', 'with the uses in another repository that is indexed here'],
    ],
    seeAlso: ['changes', 'cycles', 'unused'],
    isPaged: true,
  },
  open: {
    group: project,
    summary: 'show the project in the browser',
    examples: [
      ['open --no-browser', 'only print the address'],
      ['open src/cart/cart.ts:33 --no-browser', 'a line of a file'],
      ["open 'main -> total' --no-browser", 'a path between two symbols'],
    ],
    seeAlso: ['graph', 'changes', 'outline'],
    isPaged: false,
  },
  export: {
    group: project,
    summary: 'write the explorer as a static site that opens from disk',
    examples: [
      ['export --site ../site', 'the present state'],
      ['export --site ../review --range HEAD~1..HEAD', 'with the impact of the last commit'],
    ],
    seeAlso: ['open', 'changes', 'scip'],
    isPaged: false,
  },
  unused: {
    group: project,
    summary: 'show symbols that nothing in the project uses',
    examples: [
      ['unused --exported src', 'exported ones, of a folder'],
      ['unused --exported --limit 5', 'the first five'],
    ],
    seeAlso: ['usage', 'cycles'],
    isPaged: true,
  },
  cycles: {
    group: project,
    summary: 'show files that import each other in a circle',
    examples: [
      ['cycles', 'between files'],
      ['cycles --folders', 'between folders'],
    ],
    seeAlso: ['graph', 'unused'],
    isPaged: true,
  },
  graph: {
    group: project,
    summary: 'print the graph of files or symbols as a drawing or as data',
    examples: [
      ['graph --path src/orders', 'Mermaid, of one folder'],
      ['graph --format dot --level symbols', 'for Graphviz'],
    ],
    seeAlso: ['neighbors', 'cycles', 'scip'],
    isPaged: false,
  },
  scip: {
    group: project,
    summary: 'exchange the graph with other tools as SCIP indexes',
    examples: [
      ['scip export --output index.scip --force', 'for another tool'],
      ['scip import index.scip', 'links that another tool has found'],
    ],
    seeAlso: ['graph'],
    isPaged: false,
  },
  read: {
    group: read,
    summary: 'print a file as it is on disk',
    examples: [
      ['read src/cart/cart.ts', 'all of it'],
      ['read src/cart/cart.ts --lines 30-38', 'some lines'],
    ],
    seeAlso: ['outline', 'ls'],
    isPaged: true,
  },
  ls: {
    group: read,
    summary: 'list a folder, and why files in it are not indexed',
    examples: [
      ['ls', 'the current folder'],
      ['ls src/cart', 'another one'],
    ],
    seeAlso: ['files', 'read'],
    isPaged: true,
  },
  files: {
    group: read,
    summary: 'list the indexed files, or the skipped ones with reasons',
    examples: [
      ['files --language typescript', 'of one language'],
      ['files --prefix test/', 'below a folder'],
    ],
    seeAlso: ['ls', 'status'],
    isPaged: true,
  },
  context: {
    group: read,
    summary: 'print a file by its chunks',
    examples: [
      ['context src/cart/cart.ts', 'all of it'],
      ['context src/cart/cart.ts --start-line 20', 'from a line on'],
    ],
    seeAlso: ['read', 'chunks'],
    isPaged: true,
  },
  chunks: {
    group: read,
    summary: 'list the chunks of files: ids, lines, symbols and code',
    examples: [
      ['chunks src/cart/cart.ts', 'of one file'],
      ['chunks src/cart/cart.ts src/cart/prices.ts', 'of several'],
    ],
    seeAlso: ['chunk', 'context'],
    isPaged: true,
  },
  chunk: {
    group: read,
    summary: 'print one chunk',
    examples: [
      ['chunk chunk_b20rwdgvvr5wez', 'by its id from an earlier answer'],
      ['chunk chunk_b20rwdgvvr5wez --max-chars 1000', 'the start of it'],
    ],
    seeAlso: ['chunks', 'read'],
    isPaged: true,
  },
  index: {
    group: index,
    summary: 'create the index, or bring it up to date',
    examples: [
      ['index', 'of the project around the current folder'],
      ['index --force', 'read all files again'],
    ],
    seeAlso: ['status', 'files'],
    isPaged: false,
  },
  status: {
    group: index,
    summary: 'show what the index contains and how old it is',
    examples: [
      ['status', 'for people'],
      ['status --json', 'for programs'],
    ],
    seeAlso: ['doctor', 'files'],
    isPaged: true,
  },
  snapshot: {
    group: index,
    summary: 'share indexes with a team by a folder, a server or S3',
    examples: [
      ['snapshot keygen --key ../team-key.pem', 'once: a key to sign with'],
      ['snapshot sweep --from ../team-index --quota 20GB', 'keep the store small'],
    ],
    seeAlso: ['index', 'status'],
    isPaged: false,
  },
  organisation: {
    group: index,
    summary: 'run an organisation’s server, all of it, with one command',
    examples: [
      ['organisation --folder ../organisation ../shop ../bank', 'of two repositories of this machine'],
      ['organisation --folder ../organisation', 'again, with what is there'],
      ['organisation --folder /srv/scout --repositories all.txt --hooks', 'of all that a file lists'],
    ],
    seeAlso: ['catalogue', 'serve', 'worker'],
    isPaged: false,
  },
  catalogue: {
    group: index,
    summary: 'what an organisation’s server indexes, and who may see it',
    examples: [
      ['catalogue init --catalogue ../catalogue.db', 'once: its tables, here in a file'],
      ['catalogue status --catalogue ../catalogue.db', 'what waits, and what has failed'],
      ['catalogue person add ann --catalogue ../catalogue.db', 'somebody who may see something'],
      ['catalogue grant ann --all --catalogue ../catalogue.db', 'what she may see'],
      ['catalogue token create ann --catalogue ../catalogue.db', 'a token, which is shown this once'],
    ],
    seeAlso: ['worker', 'snapshot'],
    isPaged: false,
  },
  worker: {
    group: index,
    summary: 'index what the catalogue asks for, until it is stopped',
    examples: [
      ['worker --to s3://our-bucket/index --key worker-key.pem', 'until it is stopped'],
      ['worker --to /srv/index --once --json', 'all that waits now, for a log'],
    ],
    seeAlso: ['catalogue', 'hooks', 'snapshot'],
    isPaged: false,
  },
  hooks: {
    group: index,
    summary: 'hear from git hosts what was pushed, until it is stopped',
    examples: [
      ['hooks --secret-file hook-secret.txt', 'on this machine, behind a proxy'],
      [
        'hooks --host :: --tls-cert cert.pem --tls-key key.pem',
        'for hosts elsewhere; the secret is in CODE_SCOUT_HOOK_SECRET',
      ],
    ],
    seeAlso: ['catalogue', 'worker'],
    isPaged: false,
  },
  doctor: {
    group: index,
    summary: 'check everything, and say how to fix what is wrong',
    examples: [
      ['doctor', 'for people'],
      ['doctor --json', 'for programs'],
    ],
    seeAlso: ['status', 'config'],
    isPaged: true,
  },
  config: {
    group: index,
    summary: 'show the settings, and where each value comes from',
    examples: [
      ['config', 'the values'],
      ['config --describe', 'what each option means'],
    ],
    seeAlso: ['doctor'],
    isPaged: true,
  },
  setup: {
    group: agents,
    summary: 'add this server to the settings of agents and editors',
    examples: [
      ['setup --list', 'which are known, and which are set up'],
      ['setup claude-code --dry-run', 'what would be written'],
    ],
    seeAlso: ['unsetup', 'guidance', 'serve'],
    isPaged: false,
  },
  unsetup: {
    group: agents,
    summary: 'remove what setup wrote',
    examples: [
      ['unsetup --dry-run', 'what would be removed, everywhere'],
      ['unsetup claude-code --dry-run', 'from one client'],
    ],
    seeAlso: ['setup'],
    isPaged: false,
  },
  guidance: {
    group: agents,
    summary: 'print the guidance for agents that setup writes',
    examples: [
      ['guidance', 'to read it'],
      ['guidance >> AGENTS.md', 'to add it to a file yourself'],
    ],
    seeAlso: ['setup'],
    isPaged: true,
  },
  serve: {
    group: agents,
    summary: 'run the MCP server, over standard input or HTTP',
    examples: [
      ['serve --read-only', 'for an agent, on standard input and output'],
      ['serve --http --port 0', 'over HTTP, on any free port'],
      ['serve --catalogue /srv/catalogue.db --team /srv/pages', 'all repositories of an organisation'],
    ],
    seeAlso: ['setup', 'stats'],
    isPaged: false,
  },
  lsp: {
    group: agents,
    summary: 'run a language server for editors, on standard input',
    examples: [
      ['lsp', 'for the folders that the editor has open'],
      ['lsp --root .', 'for an editor that names no folder'],
    ],
    seeAlso: ['serve', 'setup'],
    isPaged: false,
  },
  stats: {
    group: agents,
    summary: 'show what agents asked the servers, and how fast they were',
    examples: [
      ['stats', 'the last seven days'],
      ['stats --days 30', 'a month'],
    ],
    seeAlso: ['serve', 'status'],
    isPaged: true,
  },
  tool: {
    group: agents,
    summary: 'call a tool as an agent does',
    examples: [
      [`tool search_repo '{"query": "retry limit"}'`, 'a tool with its arguments'],
      [`tool get_callers '{"symbol": "discountOf"}'`, 'another one'],
    ],
    seeAlso: ['serve'],
    isPaged: true,
  },
  completion: {
    group: agents,
    summary: 'print a completion script for bash, zsh or fish',
    examples: [
      ['completion bash', 'its first line says how to load it'],
      ['completion fish', 'for another shell'],
    ],
    seeAlso: ['help'],
    isPaged: false,
  },
  help: {
    group: agents,
    summary: 'show the help of a command, or all options',
    examples: [
      ['help search', 'as `code-scout search --help`'],
      ['help options', 'the options that every command takes'],
    ],
    seeAlso: ['completion'],
    isPaged: true,
  },
};
