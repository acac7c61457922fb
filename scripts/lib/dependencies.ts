/**
 * What each package is for that we use, and the licences that it may have. docs/contributing/dependencies.md is written from it; `npm run check --
 * dependencies` and `package` hold it to package.json, package-lock.json and the bill of materials.
 */
import { installedFolders, type BillOfMaterials, type Lock } from './bill-of-materials.ts';
import { grammars } from './grammars.ts';

/** Installed with the package, by their names in package.json. */
export const installedPackages: Readonly<Record<string, string>> = {
  '@vscode/ripgrep': 'searches the text of files; brings a program for each platform',
  'oxc-parser':
    'parses JavaScript and TypeScript; its native part is installed for each platform, its constants are bundled',
  typescript: 'the second tier of linking: types that the linker cannot tell (optional)',
};

/** Bundled into `dist/`: development dependencies, and what they bring with them. */
export const bundledPackages: Readonly<Record<string, string>> = {
  '@dagrejs/dagre': 'lays out the layers of drawn graphs',
  '@dagrejs/graphlib': 'inside dagre: the graph that it lays out',
  '@modelcontextprotocol/core': 'inside the protocol’s SDK: messages and their schemas',
  '@modelcontextprotocol/server': 'the protocol’s SDK for servers',
  '@opentelemetry/api': 'the interface of traces (OpenTelemetry)',
  '@opentelemetry/core': 'reads and writes `traceparent`',
  '@opentelemetry/exporter-trace-otlp-http': 'sends traces to the collector that the user named (OTLP over HTTP)',
  '@opentelemetry/otlp-exporter-base': 'inside the exporter: requests, and trying again',
  '@opentelemetry/otlp-transformer': 'inside the exporter: traces as JSON',
  '@opentelemetry/resources': 'says which service a trace is of',
  '@opentelemetry/sdk-metrics': 'inside the exporter: a few names of metrics, which are not sent',
  '@opentelemetry/sdk-trace': 'keeps spans until they are sent',
  '@opentelemetry/semantic-conventions': 'inside the above: names of attributes',
  assemblyscript: 'compiles src/kernels to WebAssembly; a few functions of its library are in the modules',
  commander: 'reads the command line and writes its help',
  'hermes-parser': 'parses Flow',
  jose: 'verifies signed tokens of OAuth (JWT, JWK)',
  'jsonc-parser': 'reads and edits JSON with comments, as in settings of editors',
  'oxc-parser': 'constants of the parser',
  pg: 'speaks to PostgreSQL',
  'pg-connection-string': 'reads the URL of a server, as pg does',
  'pg-int8': 'inside pg: large numbers',
  'pg-pool': 'inside pg: connections that are used again',
  'pg-protocol': 'inside pg: its messages',
  'pg-types': 'inside pg: its types of values',
  pgpass: 'reads the file of passwords, as pg did until it warned of it',
  'postgres-array': 'inside pg: lists',
  'postgres-bytea': 'inside pg: bytes',
  'postgres-date': 'inside pg: times',
  'postgres-interval': 'inside pg: durations',
  preact: 'renders the explorer’s page',
  split2: 'inside pg: reads the file of passwords by lines',
  stemmer: 'reduces words to their stems for search',
  'vscode-jsonrpc': 'inside the language server’s library: messages over standard input and output',
  'vscode-languageserver': 'the library for language servers',
  'vscode-languageserver-protocol': 'inside the language server’s library: its messages',
  'vscode-languageserver-types': 'inside the language server’s library: its types of values',
  'web-tree-sitter': 'runs the grammars',
  xtend: 'inside pg: joins objects',
  zod: 'schemas of tools and their arguments',
};

/** For development alone: nothing of them is in what we publish. */
export const developmentPackages: Readonly<Record<string, string>> = {
  '@20minutes/s3rver': 'a server of S3’s protocol, in tests of page stores',
  '@arethetypeswrong/cli': 'checks that importers of the packed package find its types',
  '@modelcontextprotocol/client': 'the other side in tests of the server',
  '@modelcontextprotocol/ext-apps': 'the reference host, in tests of the view in agents’ windows',
  '@types/node': 'types of Node',
  '@types/pg': 'types of pg',
  '@types/vscode': 'types of VS Code, for the extension',
  'axe-core': 'checks that the page can be used with assistive programs',
  'conformance-0.1': 'the protocol’s conformance suite',
  'conformance-0.2': 'the next one',
  esbuild: 'bundles the program and the page',
  'fast-check': 'makes random cases for tests of properties',
  knip: 'finds files and exports that nothing uses',
  miniflare: 'runs R2 and D1 of Cloudflare here, in tests of page stores and of the catalogue',
  node: 'the Node on which all commands run; its program is in the executable',
  'oidc-provider': 'an issuer of OAuth tokens, in tests of permissions',
  oxfmt: 'formats',
  oxlint: 'lints',
  'oxlint-tsgolint': 'the lint rules that need types',
  'playwright-core': 'drives a browser in tests of the page',
  postject: 'puts the main script into the executable',
  publint: 'checks the manifest of the packed package',
  recheck: 'finds regular expressions that a text made for them keeps busy',
  'smol-toml': 'reads TOML in tests of settings that we edit',
  vite: 'part of the test runner',
  vitest: 'runs the tests',
  'vscode-languageclient': 'the client in the extension for VS Code, which contains it',
  yaml: 'reads the compose file in its test',
};

const grammarPackages: ReadonlySet<string> = new Set(Object.values(grammars).map(([name]) => name));

/** Licences that what we publish may have: they ask for a notice and nothing else. */
const publishable: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'Unlicense',
]);
/** Licences that tools may have besides: they ask for more where a copy is published, which we do not do. */
const usable: ReadonlySet<string> = new Set(['CC0-1.0', 'LGPL-3.0-or-later', 'MPL-2.0']);
/** Tools whose manifest names no licence in the form of today; their files name MIT. */
const licensedInFiles: ReadonlySet<string> = new Set(['busboy', 'humanize-number', 'only', 'streamsearch']);

interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Direct dependencies without a purpose, and purposes of what is no dependency. */
export function unexplainedPackages(manifest: Manifest): string[] {
  const installed = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
  const development = Object.keys(manifest.devDependencies ?? {});
  const direct = new Set([...installed, ...development]);
  const missing = [
    ...installed.filter((name) => !(name in installedPackages)),
    ...development.filter(
      (name) => !(name in developmentPackages) && !(name in bundledPackages) && !grammarPackages.has(name),
    ),
  ];
  const gone = Object.keys({ ...installedPackages, ...developmentPackages }).filter((name) => !direct.has(name));
  return [
    ...missing.map((name) => `${name} has no row in scripts/lib/dependencies.ts that says what it is for`),
    ...gone.map((name) => `${name} has a row in scripts/lib/dependencies.ts and is no dependency`),
  ];
}

/** Packages with a licence that is not in the lists, and installed ones that run a script when they are installed. */
export function forbiddenPackages(lock: Lock): string[] {
  const installed = new Set(installedFolders(lock));
  return Object.entries(lock).flatMap(([folder, { license = 'no licence', hasInstallScript }]) => {
    const isTool = !installed.has(folder);
    const isAllowed =
      license.split(' AND ').every((part) => publishable.has(part) || (isTool && usable.has(part))) ||
      (isTool && licensedInFiles.has(folder.replace(/^.*node_modules\//, '')));
    return [
      ...(isAllowed ? [] : [`${folder}: its licence is ${license}`]),
      ...(hasInstallScript === true && installed.has(folder) ? [`${folder}: it has an install script`] : []),
    ];
  });
}

/** What the bill of materials has that no row explains, with what is not in it any more, and licences that it may not have. */
export function forbiddenParts({ components }: Pick<BillOfMaterials, 'components'>): string[] {
  const arrives = (how: string): string[] =>
    components.filter(({ properties }) => properties.some(({ value }) => value === how)).map(({ name }) => name);
  const bundled = arrives('bundled');
  const licences = components.flatMap(({ name, licenses: [licence] }) =>
    publishable.has(licence?.expression ?? '') ? [] : [`${name}: its licence is ${licence?.expression ?? 'not named'}`],
  );
  return [
    ...bundled
      .filter((name) => !(name in bundledPackages))
      .map((name) => `${name} is bundled and has no row in scripts/lib/dependencies.ts`),
    ...Object.keys(bundledPackages)
      .filter((name) => !bundled.includes(name))
      .map((name) => `${name} has a row in scripts/lib/dependencies.ts and is not bundled`),
    ...licences,
  ];
}

function rows(packages: Readonly<Record<string, string>>, lock: Lock): string[] {
  return Object.entries(packages)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, purpose]) => {
      const { version = '', license = '' } = lock[`node_modules/${name}`] ?? {};
      return `| ${name} ${version} | ${license} | ${purpose} |`;
    });
}

const head = ['| package | licence | what it is for |', '|---|---|---|'];

/** docs/contributing/dependencies.md */
export function dependenciesPage(lock: Lock): string {
  const grammarRows = Object.fromEntries(
    [...grammarPackages]
      .filter((name) => !(name in bundledPackages))
      .map((name) => {
        const files = Object.entries(grammars).filter(([, [pkg]]) => pkg === name);
        return [name, files.map(([file]) => file.replace(/^tree-sitter-|\.wasm$/g, '')).join(', ')];
      }),
  );
  return [
    '# Dependencies, and what each is for',
    '',
    'Written by `npm run gen` from scripts/lib/dependencies.ts; do not edit. `npm run check -- dependencies package` enforces it.',
    '',
    'What we publish may have these licences:',
    `${[...publishable].join(', ')}. Tools may also have ${[...usable].join(', ')}. Nothing that is installed with the package has an install script.`,
    'The bill of materials, `dist/sbom.cdx.json` in the package, names every one with its version and digest.',
    '',
    '## Installed with the package',
    '',
    ...head,
    ...rows(installedPackages, lock),
    '',
    '## Bundled into it',
    '',
    ...head,
    ...rows(bundledPackages, lock),
    '',
    '## Grammars in it',
    '',
    '| package | licence | languages |',
    '|---|---|---|',
    ...rows(grammarRows, lock),
    '',
    '## For development',
    '',
    ...head,
    ...rows(developmentPackages, lock),
    '',
  ].join('\n');
}
