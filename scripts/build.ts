/**
 * `npm run build`: grammars, the bundled program and its declarations into dist/. `prepare` runs it after `npm ci`.
 * `--if-changed` builds only if the sources differ from those of the last build.
 * Invariant: what is not bundled is a dependency of the package; what is bundled is named in THIRD_PARTY_NOTICES.txt and in sbom.cdx.json;
 * the same sources give the same files, wherever and whenever they are built (`npm run pack:twice`).
 */
import { hash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { build } from 'esbuild';
import type { Metafile, Plugin } from 'esbuild';
import { billOfMaterials, readLock } from './lib/bill-of-materials.ts';
import { isBuilt, stampBuild } from './lib/build-stamp.ts';
import { writeDeclarations } from './lib/declarations.ts';
import { compileAssemblyModules, writeSyntaxNodes } from './lib/assembly-modules.ts';
import { grammars } from './lib/grammars.ts';
import { bundledFolders, thirdPartyNotices } from './lib/notices.ts';
import { settleModes } from './lib/package-modes.ts';
import { at, repository, start } from './lib/repository.ts';
import { bundlePage } from './lib/web-page.ts';
import { joinFiles, startFiles, withoutEmptyFiles } from './lib/start-files.ts';

const programs = { bin: 'src/cli/bin.ts', index: 'src/api/index.ts' };

/** Entries of threads and of the side process. They share no loaded modules, so each has files of its own and reads only what it needs. */
const threads = {
  'adopt-worker': 'src/engine/team/adopt-worker.ts',
  'index-worker': 'src/engine/indexing/index-worker.ts',
  'parse-worker': 'src/engine/indexing/parse-worker.ts',
  'plugin-worker': 'src/plugins/plugin-worker.ts',
  'side-process-main': 'src/runtime/side-process-main.ts',
  'update-worker': 'src/engine/live/update-worker.ts',
};

/** The steps of a start, each by the modules that it begins with: see `startFiles`. */
const startSteps = [
  ['src/cli/begin.ts'],
  ['src/cli/main.ts'],
  ['src/cli/commands/serve-stdio.ts'],
  ['src/cli/program.ts', 'src/cli/project.ts'],
  ['src/engine/engine.ts'],
  // A command needs tools and the check of their arguments, and not the protocol.
  ['src/tools/arguments.ts', 'src/tools/registry.ts'],
  ['src/mcp/tool-calls.ts'],
];

interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** `THIRD_PARTY_NOTICES.txt` and the bill of materials. */
function describeParts(metafiles: readonly Metafile[]): void {
  // Our WebAssembly modules contain a few functions of AssemblyScript's library.
  const bundled = [...new Set([...bundledFolders(metafiles), 'node_modules/assemblyscript'])].toSorted();
  const head = [
    'Code Scout contains the following software.',
    'Grammars: see grammars/LICENSES.txt.',
    'The embedding model is our own; embeddings/training.lock.json names the repositories it was trained on, and their licences.\n',
  ].join('\n');
  writeFileSync(at('dist', 'THIRD_PARTY_NOTICES.txt'), thirdPartyNotices(head, bundled));
  const grammarFolders = [...new Set(Object.values(grammars).map(([name]) => `node_modules/${name}`))];
  const bill = billOfMaterials(readLock(), { bundled, grammars: grammarFolders });
  writeFileSync(at('dist', 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
}

/**
 * zod has its messages in fifty languages, a quarter of a megabyte that every start of the server would read. Only
 * English is used.
 */
const englishOnly: Plugin = {
  name: 'english-only',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: `export { default as en } from './en.js';`,
      loader: 'js',
    }));
  },
};

/**
 * zod compiles a schema at its first use, which pays off only after many messages. Without compilation a handshake costs
 * a twentieth less. This setting affects only the bundle; zod's own would affect every zod in the process.
 */
const uncompiledSchemas: Plugin = {
  name: 'uncompiled-schemas',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]core[\\/]core\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const shared = 'export const globalConfig = globalThis.__zod_globalConfig;';
      if (!text.includes(shared)) throw new Error(`${path} has no ${shared}`);
      return { contents: text.replace(shared, 'export const globalConfig = { jitless: true };'), loader: 'js' };
    });
  },
};

/**
 * The SDK contains a JSON schema compiler for servers that pass no validator. Our server passes one
 * (`src/mcp/server.ts`). The compiler would be a fifth of what every start of the server reads.
 */
const withoutSchemaCompiler: Plugin = {
  name: 'without-schema-compiler',
  setup({ onResolve, onLoad }) {
    const name = '@modelcontextprotocol/server/_shims';
    onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: name, namespace: 'shims' }));
    onLoad({ filter: /.*/, namespace: 'shims' }, () => ({
      contents: `
        export { default as process } from 'node:process';
        export class DefaultJsonSchemaValidator {
          constructor() { throw new Error('This build has no JSON schema compiler: pass jsonSchemaValidator'); }
        }`,
      loader: 'js',
    }));
  },
};

/**
 * commander can start programs as its commands. Ours are functions, and `node:child_process` takes 3 ms to load, a tenth of what `--version` takes more than
 * Node itself.
 */
const withoutProgramsAsCommands: Plugin = {
  name: 'without-programs-as-commands',
  setup({ onResolve, onLoad }) {
    const name = 'node:child_process';
    onResolve({ filter: new RegExp(`^${name}$`) }, ({ importer }) =>
      /[\\/]node_modules[\\/]commander[\\/]/.test(importer) ? { path: name, namespace: 'commander' } : null,
    );
    onLoad({ filter: /.*/, namespace: 'commander' }, () => ({
      contents: `
        const spawn = () => { throw new Error('This build starts no programs as commands'); };
        export default { spawn };`,
      loader: 'js',
    }));
  },
};

/**
 * The Flow parser, the library of the language server and that of PostgreSQL use `require` for modules of Node; the parser also the path of
 * its folder, although it reads nothing there. Our chunks have neither.
 */
const withBuiltinModules: Plugin = {
  name: 'with-builtin-modules',
  setup({ onLoad }) {
    onLoad(
      {
        filter:
          /[\\/](?:HermesParserWASM\.js|(?:vscode-(?:jsonrpc|languageserver[^\\/]*)|pg(?:pass|-[a-z-]+)?|split2|postgres-[a-z]+|xtend)[\\/].*\.js)$/,
      },
      ({ path }) => {
        const text = readFileSync(path, 'utf8');
        const contents = text
          .replaceAll(/\brequire\(["']([\w:/]+)["']\)/g, (call, name: string) =>
            isBuiltin(name) ? `process.getBuiltinModule(${JSON.stringify(name)})` : call,
          )
          .replaceAll(/\b__(?:dir|file)name\b/g, '""');
        return { contents, loader: 'js' };
      },
    );
  },
};

/**
 * The library of PostgreSQL has a second way to connect, through a native module that is not installed, and a third for Workers of Cloudflare. Both are
 * left out: it looks for them only where it is asked to, or runs there.
 */
const onlyPlainPostgres: Plugin = {
  name: 'only-plain-postgres',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:\.\/native|pg-cloudflare)$/ }, ({ importer, path }) =>
      /[\\/]node_modules[\\/]pg[\\/]/.test(importer) ? { path, namespace: 'postgres' } : null,
    );
    onLoad({ filter: /.*/, namespace: 'postgres' }, () => ({ contents: 'module.exports = null;', loader: 'js' }));
  },
};

/** The object `z` would keep all of zod in the bundle. From a namespace, esbuild removes what is not used. */
const onlyUsedOfZod: Plugin = {
  name: 'only-used-of-zod',
  setup({ onLoad }) {
    const sources = `${at('src')}${sep}`;
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!path.startsWith(sources)) return null;
      const text = readFileSync(path, 'utf8');
      return { contents: text.replace("import { z } from 'zod';", "import * as z from 'zod';"), loader: 'ts' };
    });
  },
};

/** Removes old bundles, which would otherwise be published with the new ones. The grammars are overwritten in place. */
function removeOldBundles(): void {
  mkdirSync(at('dist'), { recursive: true });
  for (const name of readdirSync(at('dist'))) {
    if (/\.(?:c?js(?:\.map)?|cache|code)$/.test(name)) rmSync(at('dist', name));
  }
}

/**
 * Constants of oxc-parser are bundled. Its native part is required where it is used
 * (extract/ecmascript/oxc-binding.ts).
 */
function externals({ dependencies, optionalDependencies }: Manifest): string[] {
  return Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => name !== 'oxc-parser');
}

/** @param joinedSets sets of modules, each of which becomes one file */
async function bundleFiles(entryPoints: Readonly<Record<string, string>>, joinedSets: readonly (readonly string[])[]) {
  return build({
    absWorkingDir: repository,
    entryPoints,
    outdir: 'dist',
    bundle: true,
    // Each lazily imported module is a file of its own; code that several files need is in a shared file.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    // Names remain, for readable stack traces; shortening them did not make a start measurably cheaper.
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    metafile: true,
    write: false,
    external: externals(readManifest(repository)),
    // The package's main file loads its other modules in a way that a bundler does not follow.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    chunkNames: 'chunk-[hash]',
    plugins: [
      englishOnly,
      uncompiledSchemas,
      withoutSchemaCompiler,
      withoutProgramsAsCommands,
      withBuiltinModules,
      onlyPlainPostgres,
      onlyUsedOfZod,
      joinFiles(joinedSets),
    ],
    logLevel: 'warning',
  });
}

/** Bundles twice: the first time only shows which modules import each other. */
async function bundleStart() {
  const { metafile } = await bundleFiles(programs, []);
  return bundleFiles(programs, startFiles(metafile.inputs, startSteps));
}

async function bundle(): Promise<void> {
  const [page, ...bundles] = await Promise.all([bundlePage(), bundleStart(), bundleFiles(threads, [])]);
  // Old bundles are removed only now, so that a failed bundle leaves the last ones as they were.
  removeOldBundles();
  for (const { path, text } of bundles.flatMap(({ outputFiles }) => withoutEmptyFiles(outputFiles)))
    writeFileSync(path, text);
  describeParts([page, ...bundles.map(({ metafile }) => metafile)]);
}

/**
 * The weights of the embedded model with their digest and their sources. They are a data file of this repository,
 * described in docs/explanation/model-card.md.
 */
function copyWeights(): void {
  mkdirSync(at('dist', 'embeddings'), { recursive: true });
  for (const file of ['static.bin', 'training.lock.json']) {
    copyFileSync(at('embeddings', file), at('dist', 'embeddings', file));
  }
  const digest = hash('sha256', readFileSync(at('embeddings', 'static.bin')));
  writeFileSync(at('dist', 'embeddings', 'static.bin.sha256'), `${digest}  static.bin\n`);
}

if (process.argv.includes('--if-changed') && isBuilt()) {
  console.log('dist/ is up to date');
  process.exit(0);
}
console.log('\nBuilding dist/, about a minute. 1 of 3: the grammars');
writeSyntaxNodes();
const copied = await start('node', [at('scripts', 'copy-grammars.ts')], { echo: true });
if (copied.code !== 0) process.exit(copied.code);
copyWeights();
console.log('2 of 3: the program and its declarations');
await Promise.all([bundle(), writeDeclarations()]);
console.log('3 of 3: the WebAssembly modules');
await compileAssemblyModules();
settleModes();
stampBuild();
console.log(`built ${dirname(at('dist', 'bin.js'))}`);
