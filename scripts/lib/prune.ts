/** Deletes parts of installed packages that nothing reads. docs/contributing/weight.md says what stays, and why. */
import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { grammars } from './grammars.ts';

/** In grammar packages: the source of a native build, and native builds for all systems. */
const unusedOfGrammars: ReadonlySet<string> = new Set(['parser.c', 'prebuilds']);

/** In other packages; paths are relative to node_modules. */
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

/**
 * Returns whether the folder was pruned.
 * @param packages a `node_modules` folder; a symbolic link is left alone, because it leads to the folder of another checkout
 */
export function prunePackages(packages: string): boolean {
  if (lstatSync(packages).isSymbolicLink()) return false;
  const names = new Set(Object.values(grammars).map(([pkg]) => pkg));
  const parts = [...unusedParts, ...[...names].flatMap((pkg) => partsOfGrammar(packages, pkg))];
  for (const part of parts) rmSync(join(packages, part), { recursive: true, force: true });
  return true;
}
