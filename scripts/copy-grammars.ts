/**
 * Copies the tree-sitter grammars, the module that reads them, and their licences from their packages to
 * `dist/grammars`. Run by `prepare`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { grammarSources, grammars, mitLicence } from './lib/grammars.ts';

/**
 * Corrections of errors in a grammar's build: in the copy, the bytes `from` are replaced by `to` (hexadecimal). The
 * bytes must occur exactly once. If they do not in a new version of the package, the build stops here.
 */
const patches: Record<string, { from: string; to: string; why: string }> = {
  'tree-sitter-swift.wasm': {
    from: '410041041080808080000b',
    to: '410141041080808080000b',
    why: 'the scanner allocates its state with calloc(0, 4) and reads garbage; then # tokens are not recognised and parsing is ten times slower',
  },
};

function applyPatch(file: string, bytes: Buffer): Buffer {
  const patch = patches[file];
  if (patch === undefined) return bytes;
  const from = Buffer.from(patch.from, 'hex');
  const position = bytes.indexOf(from);
  if (position === -1 || bytes.indexOf(from, position + 1) !== -1)
    throw new Error(`${file}: nothing to correct (${patch.why})`);
  const copy = Buffer.from(bytes);
  copy.set(Buffer.from(patch.to, 'hex'), position);
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
  for (const { name, repository, licence: id, copyright, pkg: owner } of grammarSources) {
    if (owner === pkg) notices.push(`${name}, from ${repository} (${id})\n\n${mitLicence(copyright)}\n`);
  }
  for (const [file, [owner, path]] of Object.entries(grammars)) {
    if (owner === pkg) writeFileSync(join(target, file), applyPatch(file, readFileSync(join(folder, path))));
  }
}
writeFileSync(join(target, 'LICENSES.txt'), notices.join(`\n${'-'.repeat(72)}\n\n`));
