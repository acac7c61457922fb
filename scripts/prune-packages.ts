/**
 * Deletes from node_modules what nothing here reads, half a gigabyte: sources and native builds of the grammars, of which the .wasm file is used,
 * and a few parts of other packages. `prepare` runs it after the build. `npm ci` installs all of it again, so it can run at any time and twice.
 * docs/contributing/weight.md says what stays, and why.
 */
import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { grammars } from './lib/grammars.ts';
import { at } from './lib/repository.ts';

/** In the package of a grammar: what a native build is made of, and native builds for all systems. */
const unusedOfGrammars: ReadonlySet<string> = new Set(['parser.c', 'prebuilds']);

/** Of other packages, relative to node_modules. */
const unusedParts = [
  // Command-line tools, each with the whole compiler in it. AssemblyScript imports index.js.
  'binaryen/bin',
  // Headers of OpenSSL for native modules.
  `node/node_modules/node-${process.platform}-${process.arch}/include/node/openssl`,
];

function partsOfGrammar(pkg: string): string[] {
  if (!existsSync(at('node_modules', pkg))) return [];
  const entries = readdirSync(at('node_modules', pkg), { recursive: true, encoding: 'utf8' });
  return entries.filter((path) => unusedOfGrammars.has(basename(path))).map((path) => join(pkg, path));
}

// A link leads to the packages of another checkout, which are not this one's to delete from.
if (!lstatSync(at('node_modules')).isSymbolicLink()) {
  const packages = [...new Set(Object.values(grammars).map(([pkg]) => pkg))];
  for (const part of [...unusedParts, ...packages.flatMap(partsOfGrammar)])
    rmSync(at('node_modules', part), { recursive: true, force: true });
  console.log('deleted unused parts of packages from node_modules (docs/contributing/weight.md)');
}
