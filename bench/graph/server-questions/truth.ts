/** Questions of a language server's kind with their answers: by the compiler or a library of the language, or by somebody who read the code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTruthProgram, truthRows } from '../../lib/truth-program.ts';
import { typescriptQuestions } from './typescript-questions.ts';

export const questionKinds = ['definition', 'implementers', 'writers'] as const;

export interface Question {
  kind: (typeof questionKinds)[number];
  /** The place of a use for `definition`; else that of the symbol's name. Line and column count from 1. */
  path: string;
  line: number;
  column: number;
  name: string;
  /** `path:line` of each name that is an answer, of each line that writes. For `definition` any of them is right. */
  places: string[];
}

interface Truth {
  ending: RegExp;
  read: (root: string, paths: readonly string[], typescript: string | undefined) => Question[];
}

/** By the name of the language. */
export const truths: Readonly<Record<string, Truth>> = {
  go: {
    ending: /\.go$|go\.mod$/,
    read: (root, paths) => run(root, paths, ['go', 'run', program('../go/tree.go'), program('../go/questions.go')]),
  },
  java: {
    ending: /\.java$/,
    read: (root, paths) =>
      run(root, paths, [
        ...['java', '--add-exports', 'jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED'],
        program('ServerQuestions.java'),
      ]),
  },
  python: { ending: /\.py$/, read: (root, paths) => run(root, paths, ['python3', program('questions.py')]) },
  typescript: {
    ending: /\.[cm]?tsx?$/,
    read: (root, paths, typescript) => {
      if (typescript === undefined) throw new Error('name the folder of an installed typescript@5 with --typescript');
      return typescriptQuestions(root, paths, typescript);
    },
  },
};

function program(name: string): string {
  return join(import.meta.dirname, name);
}

/** Runs a program that gets the root and a file with the paths, and prints a question a line. */
function run(root: string, paths: readonly string[], command: readonly string[]): Question[] {
  return questionsIn(runTruthProgram(root, paths, command));
}

/** Questions that somebody answered by reading the code, in the form that the programs print. Lines that begin with `#` are comments. */
export function readQuestions(file: string): Question[] {
  return questionsIn(readFileSync(file, 'utf8'));
}

function questionsIn(output: string): Question[] {
  return truthRows(output).map((row) => {
    const [kind, path, line, column, name, places] = row as [Question['kind'], ...string[]];
    return {
      ...{ kind, path: path!, line: Number(line), column: Number(column), name: name! },
      places: places!.split(' ').filter(Boolean),
    };
  });
}
