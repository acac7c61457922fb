/**
 * `npm run build`: grammars, the bundled program and its declarations into dist/. `prepare` runs it after `npm ci`. `--if-changed`: only where
 * its sources are others than those of the last build.
 * Invariant: what is not bundled is a dependency of the package; what is bundled is named in THIRD_PARTY_NOTICES.txt.
 */
import { hash } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { build } from 'esbuild';
import type { Metafile, Plugin } from 'esbuild';
import { machineCodeFile } from '../src/util/machine-code.ts';
import { isBuilt, stampBuild } from './lib/build-stamp.ts';
import { writeCodeCaches } from './lib/code-caches.ts';
import { writeDeclarations } from './lib/declarations.ts';
import { compileAssemblyModules, writeSyntaxNodes } from './lib/assembly-modules.ts';
import { joinedModules, withoutEmptyFiles } from './lib/joined-modules.ts';
import { writeMachineCode } from './lib/machine-code.ts';
import { modulesLoadedTogether, setsBeside, stagesOfStart, type Stages } from './lib/modules-loaded-together.ts';
import { programFiles } from './lib/program-files.ts';
import { at, repository, start } from './lib/repository.ts';

const programs = { bin: 'src/cli/bin.ts', index: 'src/api/index.ts' };

/** A thread has no modules in common with others: its files are its own, so that it reads nothing but what it needs. */
const threads = {
  'index-worker': 'src/engine/indexing/index-worker.ts',
  'parse-worker': 'src/engine/indexing/parse-worker.ts',
  'plugin-worker': 'src/plugins/plugin-worker.ts',
  'side-process-main': 'src/util/side-process-main.ts',
  'update-worker': 'src/engine/live/update-worker.ts',
};

/** What is loaded when, which is what makes a start: see `stagesOfStart`. */
function stages(): Stages {
  const commands = readdirSync(at('src', 'cli', 'commands')).filter((name) => name.endsWith('.ts'));
  const named = commands.filter((name) => !name.endsWith('.test.ts') && !name.startsWith('serve-'));
  return {
    settled: ['src/cli/main.ts'],
    always: ['src/config/load.ts', 'src/cli/project.ts'],
    handshake: ['src/cli/commands/serve-stdio.ts'],
    engine: ['src/engine/engine.ts'],
    tools: ['src/mcp/tool-calls.ts', 'src/tools/registry.ts'],
    commandLine: ['src/cli/program.ts'],
    commands: named.map((name) => `src/cli/commands/${name}`),
  };
}

interface Manifest {
  name: string;
  version: string;
  license?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** The folder of the package that a bundled file is from, relative to the repository; null for our own. */
function packageFolder(file: string): string | null {
  const marker = 'node_modules/';
  const from = file.lastIndexOf(marker);
  if (from === -1) return null;
  const parts = file.slice(from + marker.length).split('/');
  const name = parts[0]?.startsWith('@') === true ? parts.slice(0, 2) : parts.slice(0, 1);
  return file.slice(0, from + marker.length) + name.join('/');
}

function notice(folder: string): string {
  const { name, version, license } = readManifest(folder);
  const file = readdirSync(folder).find((one) => /^licen[cs]e(?:$|[.-])/i.test(one));
  const text =
    file === undefined
      ? '(the package names its licence and ships no text)'
      : readFileSync(join(folder, file), 'utf8').trim();
  return `${name} ${version} (${license ?? 'no licence named'})\n\n${text}\n`;
}

function writeNotices(metafiles: readonly Metafile[]): void {
  const files = metafiles.flatMap(({ inputs }) => Object.keys(inputs));
  // Of AssemblyScript's library a few functions are in our WebAssembly modules.
  const folders = new Set([...files.flatMap((file) => packageFolder(file) ?? []), 'node_modules/assemblyscript']);
  const notices = [...folders].toSorted().map((folder) => notice(at(folder)));
  const head = [
    'Code Scout contains the following software.',
    'Grammars: see grammars/LICENSES.txt.',
    'The embedding model is our own; embeddings/training.lock.json names the repositories it was trained on, and their licences.\n',
  ].join('\n');
  writeFileSync(at('dist', 'THIRD_PARTY_NOTICES.txt'), [head, ...notices].join(`\n${'-'.repeat(72)}\n\n`));
}

/** zod brings its messages in fifty languages, a quarter megabyte that every start of the server would read; English is used. */
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
 * zod compiles a schema when it is used first, which pays for itself after many messages: without it a handshake costs a twentieth less. The
 * setting is the bundle's own; zod's would be that of every zod in the process.
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
 * The SDK brings a JSON schema compiler, a fifth of what every start of the server would read, for servers that name none of their own. Ours
 * does (`src/mcp/server.ts`).
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

/** The parser of Flow asks `require` for modules of Node's, and for its folder, where it reads nothing; our chunks have neither. */
const withBuiltinModules: Plugin = {
  name: 'with-builtin-modules',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]HermesParserWASM\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const contents = text
        .replaceAll(/\brequire\("(fs|path)"\)/g, 'process.getBuiltinModule("$1")')
        .replaceAll(/\b__(?:dir|file)name\b/g, '""');
      return { contents, loader: 'js' };
    });
  },
};

/** As an object `z` keeps all of zod; esbuild leaves out what is not used of a namespace. */
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

/** Old bundles would be published with the new ones; the grammars are written over in place. */
function clean(): void {
  mkdirSync(at('dist'), { recursive: true });
  for (const name of readdirSync(at('dist'))) {
    if (/\.(?:c?js(?:\.map)?|cache|code)$/.test(name)) rmSync(at('dist', name));
  }
}

/** Of oxc-parser numbers are bundled, and its native part is asked for where it is used (extract/ecmascript/oxc-binding.ts). */
function externals({ dependencies, optionalDependencies }: Manifest): string[] {
  return Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => name !== 'oxc-parser');
}

/** @param together sets of modules, each for one file */
async function bundleFiles(entryPoints: Readonly<Record<string, string>>, together: readonly (readonly string[])[]) {
  const manifest = readManifest(repository);
  return build({
    absWorkingDir: repository,
    entryPoints,
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    // Names stay, for readable traces; renaming them did not make a start measurably cheaper.
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    metafile: true,
    write: false,
    external: externals(manifest),
    // Its CommonJS form hides its own modules from a bundler.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    chunkNames: 'chunk-[hash]',
    plugins: [
      englishOnly,
      uncompiledSchemas,
      withoutSchemaCompiler,
      withBuiltinModules,
      onlyUsedOfZod,
      joinedModules(together),
    ],
    logLevel: 'warning',
  });
}

/** Twice: once to see who imports whom. */
async function bundleJoined(
  entryPoints: Readonly<Record<string, string>>,
  stagesIn: (inputs: Metafile['inputs']) => string[][],
): Promise<Awaited<ReturnType<typeof bundleFiles>>> {
  const { metafile } = await bundleFiles(entryPoints, []);
  const sets = stagesIn(metafile.inputs);
  const others = modulesLoadedTogether(metafile.inputs, Object.values(entryPoints));
  return bundleFiles(entryPoints, [...sets, ...setsBeside(others, sets)]);
}

async function bundle(): Promise<void> {
  const [ofPrograms, ofThreads] = await Promise.all([
    bundleJoined(programs, (inputs) => stagesOfStart(inputs, stages())),
    bundleJoined(threads, () => []),
  ]);
  const outputs = [ofPrograms, ofThreads].flatMap(({ outputFiles }) => withoutEmptyFiles(outputFiles));
  const files = programFiles(outputs, Object.keys({ ...programs, ...threads }));
  // Only now: a build that fails leaves the last one as it was.
  clean();
  for (const { name, text } of files) writeFileSync(at('dist', name), text);
  writeNotices([ofPrograms.metafile, ofThreads.metafile]);
  chmodSync(at('dist', 'bin.js'), 0o755);
}

/** The weights of the embedded model, a data file of this repository that docs/model-card.md describes, with their digest, and what they were learned from. */
function copyWeights(): void {
  mkdirSync(at('dist', 'embeddings'), { recursive: true });
  for (const file of ['static.bin', 'training.lock.json']) {
    copyFileSync(at('embeddings', file), at('dist', 'embeddings', file));
  }
  const digest = hash('sha256', readFileSync(at('embeddings', 'static.bin')));
  writeFileSync(at('dist', 'embeddings', 'static.bin.sha256'), `${digest}  static.bin\n`);
}

if (process.argv.includes('--if-changed') && isBuilt()) {
  console.log('dist/ is as its sources are');
  process.exit(0);
}
writeSyntaxNodes();
const grammars = await start('node', [at('scripts', 'copy-grammars.ts')], { echo: true });
if (grammars.code !== 0) process.exit(grammars.code);
copyWeights();
// The bundle clears old files away.
await Promise.all([bundle(), writeDeclarations()]);
await compileAssemblyModules();
await writeMachineCode(at('dist', 'grammars', 'web-tree-sitter.wasm'), at('dist', machineCodeFile('web-tree-sitter')));
await writeCodeCaches();
stampBuild();
console.log(`built ${dirname(at('dist', 'bin.js'))}`);
