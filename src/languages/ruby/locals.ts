/** Which bare words of Ruby are local variables: the grammar gives calls without arguments and variables the same node. */
import type { SyntaxNode } from '../language.ts';

const scopeTypes = ['method', 'singleton_method', 'class', 'module', 'singleton_class'];

interface Scope {
  start: number;
  end: number;
  node: SyntaxNode;
  /** The scope around it; null at the file's own. */
  outer: Scope | null;
  names: Set<string> | null;
}

/** By a file's root: its scopes in order of start, the file's own first. */
const scopesOf = new WeakMap<SyntaxNode, Scope[]>();

/** True when the word is assigned or a parameter anywhere in the method (or class body, or file) around it. */
export function isLocal(node: SyntaxNode, root: SyntaxNode): boolean {
  let scopes = scopesOf.get(root);
  if (scopes === undefined) scopesOf.set(root, (scopes = readScopes(root)));
  const at = node.startIndex;
  let low = 0;
  let high = scopes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (scopes[middle]!.start <= at) low = middle + 1;
    else high = middle;
  }
  let scope = scopes[low - 1] ?? null;
  while (scope !== null && scope.end <= at) scope = scope.outer;
  if (scope === null) return false;
  scope.names ??= localNames(scope.node.text);
  return scope.names.has(node.text);
}

function readScopes(root: SyntaxNode): Scope[] {
  const scopes: Scope[] = [{ start: 0, end: root.endIndex, node: root, outer: null, names: null }];
  let outer: Scope | null = scopes[0]!;
  for (const node of root.descendantsOfType(scopeTypes)) {
    if (node === null) continue;
    while (outer !== null && outer.end <= node.startIndex) outer = outer.outer;
    outer = { start: node.startIndex, end: node.endIndex, node, outer, names: null };
    scopes.push(outer);
  }
  return scopes;
}

function localNames(text: string): Set<string> {
  const names = new Set<string>();
  for (const match of text.matchAll(/(?<![\w@.$:])([a-z_]\w*) {0,40}(?:[-+*/|&%^]|\|\||&&|<<|>>|\*\*)?=(?![=~>])/g))
    names.add(match[1]!);
  for (const match of text.matchAll(/\|([^|\n]{1,200})\|/g)) addParameters(names, match[1]!);
  for (const match of text.matchAll(/(?:\bdef [^\s(;]+|->) ?\(([^)]{0,2000})\)?/g)) addParameters(names, match[1]!);
  for (const match of text.matchAll(/(?:\bdef [^\s(;]+|->) ([^\n(;{]{1,500})/g)) addParameters(names, match[1]!);
  for (const match of text.matchAll(/\brescue\b[^\n]{0,200}=> ?(\w+)|\?<(\w+)>/g)) names.add(match[1] ?? match[2]!);
  for (const match of text.matchAll(/^[ \t]*(?:for|in) ([^\n]{1,200})/gm)) addWords(names, match[1]!);
  for (const line of text.split('\n')) {
    const at = line.length > 500 ? -1 : line.search(/=(?![=~>])/);
    const left = line.slice(0, Math.max(0, at));
    if (left.includes(',') && !/['"{}#(]/.test(left)) addWords(names, left);
  }
  return names;
}

/** The names of `a, b = default, *rest, key: value, (x, y), &block; local`. */
function addParameters(names: Set<string>, list: string): void {
  for (const part of list.split(/[,;(]/)) {
    const name = /^\s*[*&]{0,2}([a-z_]\w*)/.exec(part)?.[1];
    if (name !== undefined) names.add(name);
  }
}

function addWords(names: Set<string>, text: string): void {
  for (const match of text.matchAll(/\b[a-z_]\w*/g)) names.add(match[0]);
}
