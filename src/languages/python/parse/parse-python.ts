/**
 * Our own parser for Python. For plain, well-formed files it makes the tree of the grammar at a fraction of the cost. It leaves
 * other files to the grammar: broken code, Python 2, and code that the grammar reads in an unusual way. Invariant: returns a tree
 * equal to that of the grammar, or null.
 */
import type { OwnTree } from '../../language.ts';
import { notPlain } from '../../own-node.ts';
import { codes } from './codes.ts';
import { parseStatement } from './compound-statements.ts';
import { addDeclared } from './declared.ts';
import {
  parseCondition,
  parseExpression,
  parseExpressions,
  parseNamed,
  parsePrimary,
  parseYield,
} from './expressions.ts';
import type { PythonNode } from './node.ts';
import { Scanner, type Rules } from './scanner.ts';
import { tokens } from './tokens.ts';

const rules: Rules = {
  expression: parseExpression,
  named: parseNamed,
  condition: parseCondition,
  primary: parsePrimary,
  list: parseExpressions,
  yielded: parseYield,
};

export function parsePython(text: string): OwnTree | null {
  try {
    const scanner = new Scanner(text, rules);
    const root = parseModule(scanner);
    const { comments, declared, imports } = scanner;
    const tree: OwnTree = { root, comments: withDocstring(root, comments), imports, definitions: [] };
    for (const node of declared) addDeclared(tree, node);
    return tree;
  } catch (error) {
    if (error === notPlain) return null;
    throw error;
  }
}

function parseModule(s: Scanner): PythonNode {
  const statements: PythonNode[] = [];
  while (!s.at(tokens.end)) parseStatement(s, statements);
  const { text } = s;
  // The module node begins at the first comment or statement.
  const first = s.comments[0] ?? statements[0];
  const start = Math.min(first?.startIndex ?? text.length, statements[0]?.startIndex ?? text.length);
  const firstNode = first?.startIndex === start ? first : statements[0];
  const mark = { start, row: firstNode?.row ?? 0, column: firstNode?.column ?? 0 };
  return s.node(codes.module, mark, text.length, statements);
}

/** The comments and the strings of the module's first statement, which the query treats as comments; in source order. */
function withDocstring(root: PythonNode, comments: PythonNode[]): PythonNode[] {
  const first = root.namedChildren.find(({ code }) => code !== codes.comment);
  if (first?.code !== codes.expression_statement) return comments;
  const strings = first.namedChildren.filter(({ code }) => code === codes.string);
  return strings.length === 0 ? comments : [...comments, ...strings].sort((a, b) => a.startIndex - b.startIndex);
}
