/** The state of one walk over a PHP file, and the helpers of all its parts. */
import type { SyntaxNode } from '../../language.ts';
import type { SummaryWriter } from '../../../model/summary-writer.ts';
import { ops } from '../../../model/file-summary.ts';

export { branch, nameless, partOf, partsOf, placeOf, textOf, type Place } from '../../collecting.ts';

/** The file's `use` clauses: full names by alias. */
export interface Aliases {
  classes: Map<string, string>;
  functions: Map<string, string>;
  constants: Map<string, string>;
}

export interface Collector {
  readonly writer: SummaryWriter;
  readonly source: string;
  /** The current scope in the summary, for new sites and entities. */
  scope: number;
  /** The scope of the current namespace. */
  namespaceScope: number;
  /** Full name of the current namespace; '' for the global one. */
  namespace: string;
  aliases: Aliases;
  /** The class whose body surrounds the current place; -1 for none. */
  owner: number;
  /** Full name of `owner`; '' for traits and anonymous classes. */
  ownerName: string;
  /** Current values of the surrounding function's variables, by name. */
  locals: Map<string, number>;
  /** Return values of the surrounding function; null where its result type is declared or documented, and outside of functions. */
  returns: number[] | null;
  /** Current depth of nested nodes, which `boundedVisit` limits. */
  depth: number;
  /** Visits a statement or an expression, once. Returns the expression's node (0: unknown). */
  visit(node: SyntaxNode): number;
}

/** The name inside `$name`. */
export function variableName(node: SyntaxNode): SyntaxNode | null {
  return node.type === 'variable_name' ? node.firstNamedChild : null;
}

/** The type with a full name. */
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

/** The full name of what a name in the source means, by the current namespace and the `use` clauses. */
export function fullName(c: Collector, name: string, kind: keyof Aliases): string {
  if (name.startsWith('\\')) return name.slice(1);
  const lower = name.toLowerCase();
  if (lower.startsWith('namespace\\')) return inNamespace(c.namespace, name.slice('namespace\\'.length));
  const slash = name.indexOf('\\');
  if (slash === -1) return c.aliases[kind].get(name) ?? inNamespace(c.namespace, name);
  const aliased = c.aliases.classes.get(name.slice(0, slash));
  return aliased === undefined ? inNamespace(c.namespace, name) : aliased + name.slice(slash);
}

/** The node of the last name in a qualified name. The site of a qualified name is placed there. */
export function lastNameNode(node: SyntaxNode): SyntaxNode {
  if (node.type !== 'qualified_name' && node.type !== 'relative_name') return node;
  const children = node.namedChildren as SyntaxNode[];
  return children.at(-1) ?? node;
}
