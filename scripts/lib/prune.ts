/** Which parts of installed packages nothing here reads. docs/contributing/weight.md says what stays, and why. */
import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { grammars } from './grammars.ts';

/** In the package of a grammar: what a native build is made of, and native builds for all systems. */
const unusedOfGrammars: ReadonlySet<string> = new Set(['parser.c', 'prebuilds']);

/** Of other packages, relative to node_modules. */
const unusedParts = [
  // Command-line tools, each with the whole compiler in it. AssemblyScript imports index.js.
  'binaryen/bin',
  // Headers of OpenSSL for native modules.
  `node/node_modules/node-${process.platform}-${process.arch}/include/node/openssl`,
];

function partsOfGrammar(packages: string, pkg: string): string[] {
  if (!existsSync(join(packages, pkg))) return [];
  const entries = readdirSync(join(packages, pkg), { recursive: true, encoding: 'utf8' });
  return entries.filter((path) => unusedOfGrammars.has(basename(path))).map((path) => join(pkg, path));
}

/** @param packages a folder `node_modules`; a link leads to that of another checkout, and is left alone. Returns whether it was pruned. */
export function prunePackages(packages: string): boolean {
  if (lstatSync(packages).isSymbolicLink()) return false;
  const names = new Set(Object.values(grammars).map(([pkg]) => pkg));
  const parts = [...unusedParts, ...[...names].flatMap((pkg) => partsOfGrammar(packages, pkg))];
  for (const part of parts) rmSync(join(packages, part), { recursive: true, force: true });
  return true;
}
