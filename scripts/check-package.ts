/**
 * Checks the package as npm would publish it: its files, its size, that it has no install scripts, what parts it has and
 * under which licences, and that its program
 * runs. `dist/` must be built.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import type { BillOfMaterials } from './lib/bill-of-materials.ts';
import { forbiddenParts } from './lib/dependencies.ts';
import { at, start } from './lib/repository.ts';

interface Packed {
  filename: string;
  size: number;
  files: { path: string; mode: number }[];
}

interface Manifest {
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
}

const mayContain: readonly RegExp[] = [
  /^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md)$/,
  /^dist\/(?:adopt-worker|bin|index|index-worker|parse-worker|plugin-worker|side-process-main|update-worker)\.js$/,
  /^dist\/(?:chunk|[a-z-]+)-[A-Z0-9]{8}\.js$/,
  /^dist\/index\.d\.ts$/,
  /^dist\/(?:words|ecmascript|vectors|weighted-rows)\.wasm$/,
  /^dist\/grammars\/(?:tree-sitter-[a-z_]+\.wasm|web-tree-sitter\.wasm|LICENSES\.txt)$/,
  /^dist\/web\/(?:(?:index|site|app)\.html|explorer\.(?:js|css))$/,
  /^dist\/(?:THIRD_PARTY_NOTICES\.txt|sbom\.cdx\.json)$/,
  /^dist\/embeddings\/(?:static\.bin(?:\.sha256)?|training\.lock\.json)$/,
];
const mustContain = [
  'README.md',
  'LICENSE',
  'dist/bin.js',
  'dist/index.js',
  'dist/index.d.ts',
  'dist/index-worker.js',
  'dist/side-process-main.js',
  'dist/parse-worker.js',
  'dist/plugin-worker.js',
  'dist/adopt-worker.js',
  'dist/update-worker.js',
  'dist/THIRD_PARTY_NOTICES.txt',
  'dist/sbom.cdx.json',
  'dist/web/index.html',
  'dist/web/site.html',
  'dist/web/app.html',
  'dist/web/explorer.js',
  'dist/web/explorer.css',
  'dist/embeddings/static.bin',
  'dist/embeddings/static.bin.sha256',
  'dist/embeddings/training.lock.json',
];
/** Mostly the grammars and the embedded model. */
const maxPackedBytes = 18 * 1024 * 1024;
/** The grammars and our own WebAssembly modules are at least this many files. */
const leastWasmFiles = 17;
const installScripts = ['preinstall', 'install', 'postinstall'];

const problems: string[] = [];

function expect(holds: boolean, problem: string): void {
  if (!holds) problems.push(problem);
}

async function pack(folder: string): Promise<Packed> {
  const { code, stdout, output } = await start('npm', [
    'pack',
    '--json',
    '--ignore-scripts',
    '--pack-destination',
    folder,
  ]);
  if (code !== 0) throw new Error(output);
  const [packed] = JSON.parse(stdout) as Packed[];
  if (packed === undefined) throw new Error('npm packed nothing');
  return packed;
}

function checkContents({ files, size }: Packed): void {
  const paths = files.map(({ path }) => path);
  for (const path of paths)
    expect(
      mayContain.some((pattern) => pattern.test(path)),
      `the package should not contain ${path}`,
    );
  for (const path of mustContain) expect(paths.includes(path), `the package lacks ${path}`);
  // Other modes would make another digest of the same files (scripts/lib/package-modes.ts).
  for (const { path, mode } of files)
    expect((mode & 0o777) === (path === 'dist/bin.js' ? 0o755 : 0o644), `${path} has mode ${mode.toString(8)}`);
  expect(paths.filter((path) => path.endsWith('.wasm')).length >= leastWasmFiles, 'the package lacks grammars');
  expect(size <= maxPackedBytes, `the package has ${size} bytes, more than ${maxPackedBytes}`);
  const bill = JSON.parse(readFileSync(at('dist', 'sbom.cdx.json'), 'utf8')) as BillOfMaterials;
  problems.push(...forbiddenParts(bill));
  const { scripts = {} } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as Manifest;
  for (const name of installScripts) expect(!(name in scripts), `the package may have no ${name} script`);
}

/** Its dependencies are linked from this checkout, so that the check needs no network. */
function linkDependencies(folder: string): void {
  const { dependencies = {} } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as Manifest;
  for (const name of Object.keys(dependencies)) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(at('node_modules', name), link);
  }
}

async function checkRuns(folder: string, unpacked: string): Promise<void> {
  linkDependencies(unpacked);
  const project = join(folder, 'project');
  mkdirSync(join(project, 'src'), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{}');
  writeFileSync(
    join(project, 'src', 'lighthouse.ts'),
    'export function sweepLamp(degrees: number): number {\n  return degrees;\n}\n',
  );
  writeFileSync(join(project, 'src', 'harbour.py'), 'def moor_vessel(name):\n    return name\n');
  const run = (...args: string[]) => start(join(unpacked, 'dist', 'bin.js'), args, { cwd: project });
  const index = await run('index', '--json');
  expect(
    index.code === 0 && (JSON.parse(index.stdout) as { indexedFiles: number }).indexedFiles === 3,
    `index: ${index.output}`,
  );
  for (const [tag, file] of [
    ['sweepLamp', 'src/lighthouse.ts'],
    ['vessel', 'src/harbour.py'],
  ] as const) {
    const search = await run('tags', tag);
    expect(search.code === 0 && search.stdout.includes(`\n${file}\n`), `tags ${tag}: ${search.output}`);
  }
}

async function checkManifest(unpacked: string): Promise<void> {
  const { messages, pkg } = await publint({ pkgDir: unpacked, strict: true, pack: false });
  for (const message of messages)
    expect(false, `publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`);
}

/** Checks that every module resolution that can import an ES module finds the types. */
async function checkTypes(tarball: string): Promise<void> {
  const { code, output } = await start('attw', [tarball, '--profile', 'esm-only', '--no-emoji', '--no-color']);
  expect(code === 0, `arethetypeswrong: ${output}`);
}

const folder = mkdtempSync(join(tmpdir(), 'package-'));
try {
  const packed = await pack(folder);
  checkContents(packed);
  const { code, output } = await start('tar', ['-xzf', join(folder, packed.filename), '-C', folder]);
  expect(code === 0, output);
  const unpacked = join(folder, 'package');
  await Promise.all([checkManifest(unpacked), checkTypes(join(folder, packed.filename))]);
  if (problems.length === 0) await checkRuns(folder, unpacked);
  for (const problem of problems) console.log(problem);
  console.log(
    `${packed.files.length} files, ${(packed.size / 1024 / 1024).toFixed(1)} MB packed, ${problems.length} problems`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = problems.length === 0 ? 0 : 1;
