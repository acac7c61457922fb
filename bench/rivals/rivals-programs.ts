/**
 * Rivals that make an index which only other programs query, and rivals that search the files without an index:
 * programs that run, print and end.
 * Invariant: their settings are written into a folder of the bench; what cannot be installed is reported, never left
 * out.
 */
import { existsSync, readdirSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { install, installNative } from '../lib/registry-install.ts';

export interface Program<Way> {
  name: string;
  /** How it is run, or why it cannot be. */
  way: Way | string;
}

export interface IndexWay {
  command: readonly string[];
  /** The folder or file that it writes into the tree. */
  output: string;
}

export interface SearchWay {
  /** The question, in words. */
  asked: string;
  command: (literal: string) => readonly string[];
  /** Relative paths of the files that an answer names. */
  files: (stdout: string, tree: string) => Set<string>;
}

function withSettings(base: string): string[] {
  return ['env', `HOME=${join(base, 'home')}`, 'DO_NOT_TRACK=1'];
}

const scip = '@sourcegraph/scip-typescript';

/**
 * Programs that make indexes for other programs.
 * @param base where they are installed
 */
export function openIndexers(base: string): Program<IndexWay>[] {
  const installed = install(scip, 'scip-typescript', base);
  if (typeof installed === 'string') return [{ name: scip, way: installed }];
  const { program, version } = installed;
  // It makes a configuration where there is none. Its progress bar is for terminals.
  const args = ['index', '--infer-tsconfig', '--no-progress-bar', '--output', 'index.scip'];
  return [
    {
      name: `${scip} ${version}`,
      way: { command: [...withSettings(base), process.execPath, program, ...args], output: 'index.scip' },
    },
  ];
}

function inTree(tree: string, path: string): string {
  return (isAbsolute(path) ? relative(tree, path) : path).replace(/^\.\//, '');
}

const probeName = '@probelabs/probe';

function probe(base: string): Program<SearchWay> {
  const installed = installNative(probeName, join('bin', 'binaries'), base);
  if (typeof installed === 'string') return { name: probeName, way: installed };
  const { program, version } = installed;
  return {
    name: `${probeName} ${version}`,
    way: {
      asked: '`search --exact --allow-tests --format json`, its native program without the package’s own dependencies',
      command: (literal) => [
        ...withSettings(base),
        program,
        'search',
        '-e',
        literal,
        '.',
        '--allow-tests',
        '-o',
        'json',
      ],
      files: (stdout, tree) => {
        const { results } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { results: { file: string }[] };
        return new Set(results.map(({ file }) => inTree(tree, file)));
      },
    },
  };
}

const astGrepName = '@ast-grep/cli';

/** The program comes from the package of this platform. The main package would get it by an install script. */
function astGrep(base: string): Program<SearchWay> {
  const installed = install(astGrepName, 'ast-grep', base);
  if (typeof installed === 'string') return { name: astGrepName, way: installed };
  const scope = join(installed.modules, '@ast-grep');
  const own = readdirSync(scope).find((name) => name.startsWith(`cli-${process.platform}-${process.arch}`));
  const program = own === undefined ? '' : join(scope, own, 'ast-grep');
  if (!existsSync(program))
    return { name: astGrepName, way: `contains no program for ${process.platform}-${process.arch}` };
  return {
    name: `${astGrepName} ${installed.version}`,
    way: {
      asked: '`run --pattern NAME --json`: an identifier, in files of all its languages',
      command: (literal) => [...withSettings(base), program, 'run', '--pattern', literal, '--json=compact', '.'],
      files: (stdout, tree) =>
        new Set((JSON.parse(stdout) as { file: string }[]).map(({ file }) => inTree(tree, file))),
    },
  };
}

/**
 * Programs without an index.
 * @param base where they are installed
 */
export function openSearchers(base: string): Program<SearchWay>[] {
  return [probe(base), astGrep(base)];
}
