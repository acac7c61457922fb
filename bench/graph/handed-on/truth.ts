/** Where a tree names its own functions as values, from what is independent of our linker: the compiler or syntax library of each language. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTruthProgram, truthRows } from '../../lib/truth-program.ts';
import { typescriptValues } from './typescript-values.ts';

/** A place that names a function without calling it. Paths are relative to the root, lines are 1-based. */
export interface FunctionValue {
  path: string;
  line: number;
  name: string;
  toPath: string;
  /** The lines of the function's name; several for one that is declared more than once. */
  toLines: number[];
}

export interface TruthOptions {
  /** The folder of an installed `typescript` of version 5. */
  typescript: string | undefined;
}

interface Truth {
  /** The ending of the files that have this truth. */
  ending: RegExp;
  read: (root: string, paths: readonly string[], options: TruthOptions) => FunctionValue[];
}

/** By the name of the language. */
export const truths: Readonly<Record<string, Truth>> = {
  go: {
    ending: /\.go$/,
    read: (root, paths) => run(root, paths, ['go', 'run', program('../go/tree.go'), program('../go/values.go')]),
  },
  java: {
    ending: /\.java$/,
    read: (root, paths) =>
      run(
        root,
        paths.filter((path) => path.endsWith('.java')),
        java(),
      ),
  },
  python: { ending: /\.py$/, read: (root, paths) => run(root, paths, ['python3', program('python_values.py')]) },
  typescript: {
    ending: /\.[cm]?[jt]sx?$/,
    read: (root, paths, { typescript }) => {
      if (typescript === undefined) throw new Error('name the folder of an installed typescript@5 with --typescript');
      return typescriptValues(root, paths, typescript);
    },
  },
};

function program(name: string): string {
  return join(import.meta.dirname, name);
}

function java(): string[] {
  const exports = ['tree', 'code'].flatMap((name) => [
    '--add-exports',
    `jdk.compiler/com.sun.tools.javac.${name}=ALL-UNNAMED`,
  ]);
  return ['java', ...exports, '-Dreferences=true', program('../CallSites.java')];
}

/** Runs a program that gets the root and a file with the paths, and prints a place a line. */
function run(root: string, paths: readonly string[], command: readonly string[]): FunctionValue[] {
  return valuesIn(runTruthProgram(root, paths, command));
}

/** Places that somebody read in a text, as the programs print them. Lines that begin with `#` are comments. */
export function readPlaces(file: string): FunctionValue[] {
  return valuesIn(readFileSync(file, 'utf8'));
}

function valuesIn(output: string): FunctionValue[] {
  return truthRows(output).map((row) => {
    const [path, line, name, toPath, toLines] = row as [string, string, string, string, string];
    return { path, line: Number(line), name, toPath, toLines: toLines.split(',').map(Number) };
  });
}
