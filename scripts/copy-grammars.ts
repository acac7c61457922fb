/**
 * Copies the tree-sitter grammars, the module that reads them, and their licences from their packages to
 * `dist/grammars`. Run by `prepare`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Grammar file in `dist/grammars` -> package and path inside of it. */
const grammars: Record<string, [pkg: string, file: string]> = {
  'tree-sitter-bash.wasm': ['tree-sitter-bash', 'tree-sitter-bash.wasm'],
  'tree-sitter-c.wasm': ['tree-sitter-c', 'tree-sitter-c.wasm'],
  'tree-sitter-c_sharp.wasm': ['tree-sitter-c-sharp', 'tree-sitter-c_sharp.wasm'],
  'tree-sitter-cpp.wasm': ['tree-sitter-cpp', 'tree-sitter-cpp.wasm'],
  'tree-sitter-dart.wasm': ['@repomix/tree-sitter-wasms', 'out/tree-sitter-dart.wasm'],
  'tree-sitter-elixir.wasm': ['tree-sitter-elixir', 'tree-sitter-elixir.wasm'],
  'tree-sitter-go.wasm': ['tree-sitter-go', 'tree-sitter-go.wasm'],
  'tree-sitter-java.wasm': ['tree-sitter-java', 'tree-sitter-java.wasm'],
  'tree-sitter-javascript.wasm': ['tree-sitter-javascript', 'tree-sitter-javascript.wasm'],
  'tree-sitter-kotlin.wasm': ['@tree-sitter-grammars/tree-sitter-kotlin', 'tree-sitter-kotlin.wasm'],
  'tree-sitter-lua.wasm': ['@tree-sitter-grammars/tree-sitter-lua', 'tree-sitter-lua.wasm'],
  'tree-sitter-php.wasm': ['tree-sitter-php', 'tree-sitter-php.wasm'],
  'tree-sitter-python.wasm': ['tree-sitter-python', 'tree-sitter-python.wasm'],
  'tree-sitter-ruby.wasm': ['tree-sitter-ruby', 'tree-sitter-ruby.wasm'],
  'tree-sitter-rust.wasm': ['tree-sitter-rust', 'tree-sitter-rust.wasm'],
  'tree-sitter-scala.wasm': ['tree-sitter-scala', 'tree-sitter-scala.wasm'],
  'tree-sitter-swift.wasm': ['@repomix/tree-sitter-wasms', 'out/tree-sitter-swift.wasm'],
  'tree-sitter-tsx.wasm': ['tree-sitter-typescript', 'tree-sitter-tsx.wasm'],
  'tree-sitter-typescript.wasm': ['tree-sitter-typescript', 'tree-sitter-typescript.wasm'],
  'web-tree-sitter.wasm': ['web-tree-sitter', 'web-tree-sitter.wasm'],
};

/**
 * Corrections of errors in a grammar's build, made byte by byte in the copy. The bytes must occur exactly once: a
 * version of the package in which they do not stops the build here, not a parse later.
 */
const patches: Record<string, { at: string; to: string; why: string }> = {
  'tree-sitter-swift.wasm': {
    at: '410041041080808080000b',
    to: '410141041080808080000b',
    why: 'the scanner allocates its state with calloc(0, 4) and reads garbage; then # tokens are not recognised and parsing is ten times slower',
  },
};

function patched(file: string, bytes: Buffer): Buffer {
  const patch = patches[file];
  if (patch === undefined) return bytes;
  const at = Buffer.from(patch.at, 'hex');
  const place = bytes.indexOf(at);
  if (place === -1 || bytes.indexOf(at, place + 1) !== -1)
    throw new Error(`${file}: nothing to correct (${patch.why})`);
  const copy = Buffer.from(bytes);
  copy.set(Buffer.from(patch.to, 'hex'), place);
  return copy;
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const target = join(root, 'dist', 'grammars');

mkdirSync(target, { recursive: true });
const notices: string[] = [];
for (const pkg of new Set(Object.values(grammars).map(([name]) => name))) {
  const folder = join(root, 'node_modules', pkg);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    version: string;
    license: string;
  };
  const licence = ['LICENSE', 'LICENSE.md', 'license']
    .map((name) => join(folder, name))
    .find((file) => existsSync(file));
  const text =
    licence === undefined ? '(the package names its licence and ships no text)' : readFileSync(licence, 'utf8').trim();
  notices.push(`${pkg} ${manifest.version} (${manifest.license})\n\n${text}\n`);
  for (const [file, [owner, path]] of Object.entries(grammars)) {
    if (owner === pkg) writeFileSync(join(target, file), patched(file, readFileSync(join(folder, path))));
  }
}
writeFileSync(join(target, 'LICENSES.txt'), notices.join(`\n${'-'.repeat(72)}\n\n`));
