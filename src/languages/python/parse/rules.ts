/** What the files of the parser need of one another. */
import type { PythonNode } from './node.ts';
import type { Scanner } from './scanner.ts';

/** What the rules of one file of this folder need of those behind it, which need them too. */
export interface Rules {
  /** Without `:=`, without commas. */
  expression: (s: Scanner) => PythonNode;
  named: (s: Scanner) => PythonNode;
  /** Neither a lambda nor a choice by `if`. */
  condition: (s: Scanner) => PythonNode;
  /** What operators stand between. */
  primary: (s: Scanner) => PythonNode;
  /** One expression, or several between commas. */
  list: (s: Scanner) => PythonNode;
  yielded: (s: Scanner) => PythonNode;
}
