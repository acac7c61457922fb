/**
 * The corpora on which the stages of indexing are measured: sources of the packages that package-lock.json pins, copied
 * from `node_modules`, or a directory that is only read.
 * Invariant: the same lock file gives the same files, in every run and on every machine.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { repositoryRoot } from './evaluation.ts';

export interface StageCorpus {
  name: string;
  /** Absolute path. */
  root: string;
}

const packages = join(repositoryRoot, 'node_modules');

/** A folder of a package, and a filter of its files by path. */
interface Part {
  from: string;
  files: RegExp;
}

const grammars = ['bash', 'c-sharp', 'cpp', 'elixir', 'javascript', 'python', 'ruby', 'rust', 'scala'];

const scanners: readonly Part[] = grammars.map((name) => ({
  from: `tree-sitter-${name}/src`,
  files: /\/(?:scanner\.c|tree_sitter\/\w+\.h)$/,
}));

const defaults: ReadonlyMap<string, readonly Part[]> = new Map([
  ['typescript', [{ from: 'zod/src', files: /\.ts$/ }]],
  [
    'javascript',
    [
      { from: 'commander/lib', files: /\.js$/ },
      { from: 'picomatch', files: /\.js$/ },
      { from: 'smol-toml', files: /\.js$/ },
      { from: 'knip/dist', files: /\.js$/ },
    ],
  ],
  ['c', [...scanners, ...nodeHeaders()]],
]);

/** Small enough for a test, with files for both kinds of parsers, and the same on all platforms. */
const smallParts: readonly Part[] = [
  { from: 'zod/src/v4/core', files: /\/(?:api|checks|parse|registries|util)\.ts$/ },
  { from: 'picomatch', files: /\.js$/ },
  { from: 'commander/lib', files: /\/(?:argument|error|help|option)\.js$/ },
  ...scanners.slice(0, 4),
];

/** The headers for add-ons in the package of Node's binary, without OpenSSL's thousands of generated ones. */
function nodeHeaders(): Part[] {
  const inside = join(packages, 'node', 'node_modules');
  if (!existsSync(inside)) return [];
  return readdirSync(inside)
    .filter((name) => /^node-(?!bin-setup)/.test(name))
    .map((name) => ({ from: `node/node_modules/${name}/include/node`, files: /^(?!.*\/openssl\/).*\.h$/ }));
}

function copyParts(parts: readonly Part[], root: string): void {
  for (const { from, files } of parts) {
    const source = join(packages, from);
    if (!existsSync(source)) throw new Error(`${source} is missing: npm ci`);
    const names = readdirSync(source, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
    for (const name of names.sort()) {
      if (!files.test(`/${name}`) || !statSync(join(source, name)).isFile()) continue;
      const target = join(root, from.replace(/^node\/.*/, 'node'), name);
      mkdirSync(dirname(target), { recursive: true });
      cpSync(join(source, name), target);
    }
  }
}

/** Makes a repository with all files tracked, if git is installed: the walk is compared with git's own list of the files. */
function trackAll(root: string): void {
  const git = (...args: string[]): number | null => spawnSync('git', ['-C', root, ...args], { stdio: 'ignore' }).status;
  if (git('init', '--quiet') === 0) git('add', '--all');
}

/** @param folder an empty one */
export function defaultCorpora(folder: string): StageCorpus[] {
  return [...defaults].map(([name, parts]) => {
    const root = join(folder, name);
    copyParts(parts, root);
    trackAll(root);
    return { name, root };
  });
}

/** About a quarter of a megabyte, without a repository. */
export function smallCorpus(folder: string): StageCorpus {
  const root = join(folder, 'small');
  copyParts(smallParts, root);
  return { name: 'small', root };
}

export function namedCorpus(root: string): StageCorpus {
  if (!existsSync(root)) throw new Error(`${root} is not a directory`);
  return { name: basename(root), root };
}

export function isRepository(root: string): boolean {
  return existsSync(join(root, '.git')) && spawnSync('git', ['--version'], { stdio: 'ignore' }).status === 0;
}
