/**
 * Copies the tree-sitter grammars, the module that reads them, and their licences from their packages to
 * `dist/grammars`. Run by `prepare`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { grammars } from './lib/grammars.ts';

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
