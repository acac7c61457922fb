/** The state of one walk over a PHP file, and the helpers of all its parts. */
import type { SyntaxNode } from '../../language.ts';
import type { SummaryWriter } from '../../../model/summary-writer.ts';
import { ops } from '../../../model/file-summary.ts';

export { branch, partOf, partsOf, placeOf, textOf, type Place } from '../../collecting.ts';

/** The file's `use` clauses: full names by alias. */
export interface Aliases {
  classes: Map<string, string>;
  functions: Map<string, string>;
  constants: Map<string, string>;
}

export interface Collector {
  readonly writer: SummaryWriter;
  readonly source: string;
  /** Scope in the summary: new sites and entities are written with it. */
  scope: number;
  /** The scope of the namespace. */
  outer: number;
  /** The namespace's full name; '' for the global one. */
  namespace: string;
  aliases: Aliases;
  /** The class whose body surrounds the current place; -1 for none. */
  owner: number;
  /** Full name of that class; '' for traits and anonymous classes. */
  ownerName: string;
  /** Current values of the surrounding function's variables, by name. */
  locals: Map<string, number>;
  /** Return values of the surrounding function; null where its result type is declared. */
  returns: number[] | null;
  depth: number;
  /** Visits a statement or an expression, once. Returns the expression's node (0: unknown). */
  visit(node: SyntaxNode): number;
}

/** The name inside `$name`. */
export function variableName(node: SyntaxNode): SyntaxNode | null {
  return node.type === 'variable_name' ? node.firstNamedChild : null;
}

export function namedType({ writer, scope }: Collector, name: string): number {
  return writer.node(ops.named, writer.list([writer.string(name)]), scope, 0);
}

/** Names that mean the surrounding class or its parent. */
export function isRelative(name: string): boolean {
  return name === 'self' || name === 'static' || name === 'parent';
}

function inNamespace(namespace: string, name: string): string {
  return namespace === '' ? name : `${namespace}\\${name}`;
}

/** The full name that a name in the source means, by the namespace and the `use` clauses. */
export function fullName(c: Collector, written: string, kind: keyof Aliases): string {
  if (written.startsWith('\\')) return written.slice(1);
  const lower = written.toLowerCase();
  if (lower.startsWith('namespace\\')) return inNamespace(c.namespace, written.slice('namespace\\'.length));
  const slash = written.indexOf('\\');
  if (slash === -1) return c.aliases[kind].get(written) ?? inNamespace(c.namespace, written);
  const first = c.aliases.classes.get(written.slice(0, slash));
  return first === undefined ? inNamespace(c.namespace, written) : first + written.slice(slash);
}

/** The last name of a qualified name. The site of the qualified name is at this node. */
export function lastNameNode(node: SyntaxNode): SyntaxNode {
  if (node.type !== 'qualified_name' && node.type !== 'relative_name') return node;
  const children = node.namedChildren as SyntaxNode[];
  return children.at(-1) ?? node;
}
