/**
 * Maps the path of a build output, which is missing in the project, to the source from which it is built.
 * Invariant: results are files inside the package.
 */
import type { CompilerConfig } from './compiler-config.ts';
import { isWithin, joinPath, stemOf } from './project-tree.ts';
import type { ProjectTree } from './project-tree.ts';

/** Usual names of output folders. */
const OUTPUT_NAMES: ReadonlySet<string> = new Set([
  '.output',
  'build',
  'bundles',
  'cjs',
  'commonjs',
  'compiled',
  'declarations',
  'dist',
  'dts',
  'es',
  'esm',
  'lib',
  'module',
  'out',
  'output',
  'types',
  'typings',
  'umd',
]);
/** Usual names of folders inside of output folders: each holds one form of the output. */
const FORM_NAMES: ReadonlySet<string> = new Set([
  ...OUTPUT_NAMES,
  'browser',
  'dev',
  'development',
  'node',
  'prod',
  'production',
]);
const OUTPUT_PREFIXES = ['dist-', 'dist_', 'lib-', 'build-', 'out-', 'es20', 'fesm'];
/** Suffixes that bundlers put between a name and its extension (`index.esm.js`). */
const STEM_SUFFIXES: ReadonlySet<string> = new Set(['cjs', 'common', 'dev', 'es', 'esm', 'min', 'mjs', 'prod', 'umd']);
const SOURCE_FOLDERS = ['src', 'source', 'lib', ''];

function isOutputName(name: string): boolean {
  return OUTPUT_NAMES.has(name) || OUTPUT_PREFIXES.some((prefix) => name.startsWith(prefix));
}

export interface BuiltPackage {
  folder: string;
  configs: readonly CompilerConfig[];
}

/**
 * Finds the source of a build output.
 * @param path a file with or without its extension, or a folder with an `index`
 * @param mustBeAbsent ignore output folders of which the project has files: a file that is missing beside them is more likely a
 *   mistake than output
 */
export function sourceOfOutput(
  tree: ProjectTree,
  path: string,
  built: BuiltPackage,
  mustBeAbsent: boolean,
): string | null {
  const { folder, configs } = built;
  const stem = stemOf(path);
  for (const config of configs) {
    for (const output of config.outputs) {
      if (!isWithin(path, output) || path === output || (mustBeAbsent && tree.hasFolder(output))) continue;
      const rest = relativeTo(stem, output);
      for (const root of config.sourceRoots) {
        const found = sourceAt(tree, root, rest);
        if (found !== null && isWithin(found, folder)) return found;
      }
    }
  }
  return byFolderNames(tree, path, folder, mustBeAbsent);
}

/** `a/dist/esm/b.js` is built from `a/src/b`, `a/lib/b` or `a/b`. */
function byFolderNames(tree: ProjectTree, path: string, folder: string, mustBeAbsent: boolean): string | null {
  const stem = stemOf(path);
  const names = relativeTo(stem, folder).split('/');
  const last = names.length - 1;
  const outputAt = names.findIndex((name) => name === 'src' || isOutputName(name));
  if (outputAt === -1 || names[outputAt] === 'src' || (outputAt === last && path !== stem)) return null;
  const parent = joinPath(folder, names.slice(0, outputAt).join('/')) ?? folder;
  if (mustBeAbsent && tree.hasFolder(joinPath(parent, names[outputAt] ?? '') ?? parent)) return null;
  // The last name can only be a form of the output if it is a folder: then the `index` of that folder is meant.
  const end = path === stem ? names.length : last;
  for (let from = outputAt + 1; from <= end; from++) {
    const rest = names.slice(from).join('/');
    for (const source of SOURCE_FOLDERS) {
      if (source !== '' && source === names[outputAt]) continue;
      const found = sourceAt(tree, joinPath(parent, source) ?? parent, rest === '' ? 'index' : rest);
      if (found !== null) return found;
    }
    if (!FORM_NAMES.has(names[from] ?? '') && !isOutputName(names[from] ?? '')) break;
  }
  return null;
}

function sourceAt(tree: ProjectTree, folder: string, stem: string): string | null {
  const base = joinPath(folder, stem);
  if (base === null) return null;
  const found = tree.anySource(base) ?? tree.file(`${base}/index`);
  if (found !== null) return found;
  const dot = base.lastIndexOf('.');
  return dot !== -1 && STEM_SUFFIXES.has(base.slice(dot + 1)) ? tree.file(base.slice(0, dot)) : null;
}

function relativeTo(path: string, folder: string): string {
  return folder === '' ? path : path.slice(folder.length + 1);
}
