/**
 * The corpus whose growth is measured, and trees with k copies of it. Each copy is a folder and package of its own, and
 * its top-level declarations have names of their own, so the vocabulary grows with the tree as it does in repositories.
 * Invariant: copy n is the same in every tree, so a larger tree contains the smaller ones.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { repositoryRoot } from '../lib/evaluation.ts';
import { copyWord, readNames, withSuffix } from './growth-names.ts';

export interface GrowthFile {
  path: string;
  bytes: Buffer;
  /** Null for a file that is copied unchanged. */
  text: string | null;
  /** The offsets at which names of the package end. */
  ends: number[];
  /** Functions that are declared at the top level of this file and of no other. */
  functions: string[];
}

export interface GrowthCorpus {
  name: string;
  files: GrowthFile[];
  bytes: number;
  /** How often each of the package's own names occurs in the file. */
  uses: Map<string, number>;
}

/** About a megabyte of sources in a hundred files. */
export const usualPackage = 'zod';
const usualFolder = 'src/v4';

const left = new Set(['.git', 'node_modules', '.code-scout', 'tests', '__tests__']);

function filesBelow(folder: string, isSource: (path: string) => boolean, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) return left.has(entry.name) ? [] : filesBelow(folder, isSource, path);
      return entry.isFile() && isSource(path) ? [path] : [];
    });
}

function readCorpus(name: string, folder: string, isSource: (path: string) => boolean): GrowthCorpus {
  const read = filesBelow(folder, isSource).map((path) => {
    const bytes = readFileSync(join(folder, path));
    const text = bytes.toString('utf8');
    return { path, bytes, text, syntax: readNames(path, text) };
  });
  const own = new Set(read.flatMap(({ syntax }) => [...(syntax?.declared ?? [])]));
  const declaring = new Map<string, number>();
  for (const { syntax } of read)
    for (const one of syntax?.declared ?? []) declaring.set(one, (declaring.get(one) ?? 0) + 1);
  const uses = new Map<string, number>();
  const files = read.map(({ path, bytes, text, syntax }): GrowthFile => {
    const names = (syntax?.names ?? []).filter(({ name }) => own.has(name));
    for (const { name } of names) uses.set(name, (uses.get(name) ?? 0) + 1);
    const functions = [...(syntax?.functions ?? [])].filter((one) => declaring.get(one) === 1);
    return { path, bytes, text: syntax === null ? null : text, ends: names.map(({ end }) => end), functions };
  });
  return { name, files, bytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0), uses };
}

/** The corpus of a package in node_modules: its TypeScript, or its JavaScript where it has no TypeScript. */
export function packageCorpus(name: string): GrowthCorpus {
  const root = join(repositoryRoot, 'node_modules', name);
  if (!existsSync(root)) throw new Error(`${root} is missing: npm ci, or name another package`);
  if (name === usualPackage) return readCorpus(name, join(root, usualFolder), (path) => path.endsWith('.ts'));
  const typescript = readCorpus(name, root, (path) => /(?<!\.d)\.[cm]?tsx?$/.test(path));
  const corpus = typescript.files.length > 0 ? typescript : readCorpus(name, root, (path) => /\.[cm]?jsx?$/.test(path));
  if (corpus.files.length === 0) throw new Error(`${name} contains no source files: name another package`);
  return corpus;
}

export function treeCorpus(root: string): GrowthCorpus {
  if (!existsSync(root) || !statSync(root).isDirectory()) throw new Error(`${root} is not a directory`);
  const corpus = readCorpus(basename(root), root, (path) => basename(path) !== 'package.json');
  if (corpus.files.length === 0) throw new Error(`${root} contains no files`);
  return corpus;
}

export function folderOf(copy: number): string {
  return `packages/${copyWord(copy).toLowerCase()}`;
}

function writeCopy(corpus: GrowthCorpus, root: string, copy: number): void {
  const suffix = copyWord(copy);
  const folder = join(root, folderOf(copy));
  const made = new Set<string>();
  const write = (path: string, content: string | Buffer): void => {
    const target = join(folder, path);
    const parent = dirname(target);
    if (!made.has(parent)) mkdirSync(parent, { recursive: true });
    made.add(parent);
    writeFileSync(target, content);
  };
  write('package.json', `${JSON.stringify({ name: `${basename(corpus.name)}-${suffix.toLowerCase()}` })}\n`);
  for (const { path, bytes, text, ends } of corpus.files)
    write(path, text === null ? bytes : withSuffix(text, ends, suffix));
}

/**
 * Writes a repository whose files are tracked, where git is installed, because most users index one.
 * @param copies 0: an empty project
 */
export function writeTree(corpus: GrowthCorpus, root: string, copies: number): void {
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, 'package.json'), '{"name":"growth","private":true}\n');
  for (let copy = 0; copy < copies; copy++) writeCopy(corpus, root, copy);
  const git = (...args: string[]): number | null => spawnSync('git', ['-C', root, ...args], { stdio: 'ignore' }).status;
  if (git('init', '--quiet') === 0) git('add', '--all');
}

const touchedBytes = 8000;

/** Adds a function to a file of average size in the middle copy. */
export function touchOneFile(
  { files }: GrowthCorpus,
  { root, copies }: { root: string; copies: number },
  round: number,
): void {
  const distance = ({ bytes }: GrowthFile): number => Math.abs(bytes.length - touchedBytes);
  const parsed = files.filter(({ text }) => text !== null).toSorted((a, b) => distance(a) - distance(b));
  const [file] = copies === 0 ? [] : parsed;
  const target = join(root, file === undefined ? 'package.json' : `${folderOf(copies >> 1)}/${file.path}`);
  const more = file === undefined ? '\n' : `\nexport function addedIn${round}() {\n  return ${round};\n}\n`;
  writeFileSync(target, readFileSync(target, 'utf8') + more);
}
