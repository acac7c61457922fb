/** The state of one walk over a PHP file, and what every part of it does. */
import type { SyntaxNode } from '../../language.ts';
import type { SummaryWriter } from '../../../model/summary-writer.ts';
import { ops } from '../../../model/file-summary.ts';

export { branch, partOf, partsOf, placeOf, textOf, type Place } from '../../collecting.ts';

/** What a file calls names of other namespaces: full names by alias. */
export interface Aliases {
  classes: Map<string, string>;
  functions: Map<string, string>;
  constants: Map<string, string>;
}

export interface Collector {
  readonly writer: SummaryWriter;
  readonly source: string;
  /** Scope of the facts that sites and entities are written with. */
  scope: number;
  /** The scope of the namespace. */
  outer: number;
  /** The namespace's full name; '' for the global one. */
  namespace: string;
  aliases: Aliases;
  /** The class whose body is around; -1 for none. */
  owner: number;
  /** The full name of that class; '' for traits and classes without a name. */
  ownerName: string;
  /** What the variables of the function around hold where the walk stands, by name. */
  locals: Map<string, number>;
  /** What the function around returns; null where that is declared. */
  returns: number[] | null;
  depth: number;
  /** Visits a statement or an expression once; gives the expression's node (0: nothing is known). */
  visit(node: SyntaxNode): number;
}

/** The name inside of `$name`. */
export function variableName(node: SyntaxNode): SyntaxNode | null {
  return node.type === 'variable_name' ? node.firstNamedChild : null;
}

export function namedType({ writer, scope }: Collector, name: string): number {
  return writer.node(ops.named, writer.list([writer.string(name)]), scope, 0);
}

/** Names that mean the class around. */
export function isRelative(name: string): boolean {
  return name === 'self' || name === 'static' || name === 'parent';
}

function joined(namespace: string, name: string): string {
  return namespace === '' ? name : `${namespace}\\${name}`;
}

/** The full name that a written name means. */
export function fullName(c: Collector, written: string, kind: keyof Aliases): string {
  if (written.startsWith('\\')) return written.slice(1);
  const lower = written.toLowerCase();
  if (lower.startsWith('namespace\\')) return joined(c.namespace, written.slice('namespace\\'.length));
  const slash = written.indexOf('\\');
  if (slash === -1) return c.aliases[kind].get(written) ?? joined(c.namespace, written);
  const first = c.aliases.classes.get(written.slice(0, slash));
  return first === undefined ? joined(c.namespace, written) : first + written.slice(slash);
}

/** The last name of a qualified one: where its site stands. */
export function lastNameNode(node: SyntaxNode): SyntaxNode {
  if (node.type !== 'qualified_name' && node.type !== 'relative_name') return node;
  const children = node.namedChildren as SyntaxNode[];
  return children.at(-1) ?? node;
}
