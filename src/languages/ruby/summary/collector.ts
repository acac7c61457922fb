/** The state of one walk over a Ruby file, and the helpers of all its parts. */
import { placeOf, textOf } from '../../collecting.ts';
import type { SyntaxNode } from '../../language.ts';
import type { SummaryWriter } from '../../../model/summary-writer.ts';
import { entityFields, ops, scopeKinds } from '../../../model/file-summary.ts';

export { branch, nameless, partsOf, placeOf, textOf, type Place } from '../../collecting.ts';

/**
 * A block outside of classes, usually a test or a group of tests; also the file itself. It sees the values of the surrounding
 * blocks.
 */
export interface BlockGroup {
  /** Values of instance variables, named with their `@`, and of `let` and `subject`, named with a leading `let `. */
  values: Map<string, number>;
  /** Whether the block groups tests (`describe`), as opposed to a test. */
  groupsTests: boolean;
  /** The surrounding block; null if this group stands for the file. */
  parent: BlockGroup | null;
}

export interface Collector {
  readonly writer: SummaryWriter;
  readonly source: string;
  /** The current scope in the summary, for new sites and entities. */
  scope: number;
  /** The class or module whose body surrounds the current place; -1 for none. */
  owner: number;
  /** Whether `def` declares methods of the class object: inside `class << self`, or after `module_function`. */
  isStatic: boolean;
  /** Name of the surrounding method; '' for none. */
  method: string;
  /** Whether `self` is a class or module here. */
  selfIsClass: boolean;
  /** The parameter of the surrounding method `included` or `prepended`: a class that mixes in the module; '' for none. */
  includer: string;
  /** Whether the walk is inside a block that runs in each class that mixes in the module. */
  isForIncluders: boolean;
  /** Entity of this file for the class of every object (`mainObject`); -1 while there is none. */
  main: number;
  /** Entity with which this file extends RSpec's class of tests; -1 while there is none. */
  exampleGroup: number;
  /** Whether the walk is inside the block of `RSpec.configure`. */
  isConfiguring: boolean;
  /** Number of surrounding blocks outside of classes, except `RSpec.configure`. A method in such a block belongs to a test and is not global. */
  blockDepth: number;
  /** The innermost surrounding block outside of classes, or the block group of the file. */
  group: BlockGroup;
  /** Value of the block that was visited last. */
  blockValue: number;
  /** Current values of local variables, by name. */
  locals: Map<string, number>;
  /** Return values of the surrounding method; null in a block and outside of methods. */
  returns: number[] | null;
  /** Current depth of nested nodes, which `boundedVisit` limits. */
  depth: number;
  /** Visits a statement or an expression, once. Returns the expression's node (0: unknown). */
  visit(node: SyntaxNode): number;
}

/** The node of `self`; in the body of a class, `self` is the class itself. */
export function selfNode({ writer, scope, owner }: Collector): number {
  const isBody = owner !== -1 && writer.scopeKind(scope) === scopeKinds.class;
  return isBody ? writer.entityNode(owner) : writer.node(ops.this, scope);
}

/** Longer paths of constants (UTF-16 units) are not recorded. */
const maxPathLength = 300;

/** The path of a constant (`A::B`); null for other nodes. */
export function constantPath(c: Collector, node: SyntaxNode): string | null {
  const text = textOf(c, node);
  return /^(?:::)?\p{Lu}\w*(?:::\p{Lu}\w*)*$/u.test(text) && text.length < maxPathLength ? text : null;
}

/** The member name of a method. */
export function methodName(name: string): string {
  return name === 'initialize' ? 'constructor' : name;
}

/**
 * Visits the body of a class in a new scope. The caller restores the state of the collector.
 * @param locals the variables that the body sees, if it is a block
 */
export function visitClassBody(
  c: Collector,
  { body, entity, locals = new Map() }: { body: SyntaxNode | null; entity: number; locals?: Map<string, number> },
): void {
  c.scope = c.writer.scope(c.scope, scopeKinds.class, entity);
  c.writer.set(entity, entityFields.ownScope, c.scope);
  Object.assign(c, { owner: entity, isStatic: false, locals, method: '', selfIsClass: true });
  if (body !== null) c.visit(body);
}

/** The name in a symbol, a string or a word, and the place of its first letter (after `:` and quotes); null for other nodes. */
export function symbolOf(c: Collector, node: SyntaxNode): { name: string; line: number; column: number } | null {
  const [, prefix, name] = /^(:?["']?)(\w+[?!=]?)["']?$/.exec(textOf(c, node)) ?? [];
  if (prefix === undefined || name === undefined || !/symbol|string|identifier|setter/.test(node.type)) return null;
  const { line, column } = placeOf(node);
  return { name, line, column: column + prefix.length };
}

/** Methods whose first argument names the method to call. */
export const senders: ReadonlySet<string> = new Set(['send', 'public_send', '__send__']);
