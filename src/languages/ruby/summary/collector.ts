/** The state of one walk over a Ruby file, and what every part of it does. */
import { placeOf, textOf } from '../../collecting.ts';
import type { SyntaxNode } from '../../language.ts';
import type { SummaryWriter } from '../../../model/summary-writer.ts';
import { entityFields, ops, scopeKinds } from '../../../model/file-summary.ts';

export { branch, partsOf, placeOf, textOf, type Place } from '../../collecting.ts';

/** What blocks outside of classes have in common: those of tests, of which each sees what the ones around it have set. */
export interface BlockGroup {
  /** Of instance variables, with their `@`, and of what `let` and `subject` name, behind `let `. */
  values: Map<string, number>;
  /** Whether it is one of tests (`describe`), and not a test itself. */
  hasTests: boolean;
  /** Null for the file. */
  around: BlockGroup | null;
}

export interface Collector {
  readonly writer: SummaryWriter;
  readonly source: string;
  /** Scope of the facts that sites and entities are written with. */
  scope: number;
  /** The class or module whose body is around; -1 for none. */
  owner: number;
  /** Inside of `class << self`, or behind `module_function`: methods are the class's own. */
  isStatic: boolean;
  /** The name of the method around; '' for none. */
  method: string;
  /** Whether `self` is a class or module there. */
  isOfClass: boolean;
  /** The parameter of the method `included` around: a class that mixes its module in; '' for none. */
  includer: string;
  /** Inside of a block that runs in each class that mixes the module around in. */
  isForIncluders: boolean;
  /** The class of this file for `mainObject`; -1: none yet. */
  main: number;
  /** The class of this file for RSpec's tests; -1: none yet. */
  examples: number;
  /** Inside of the block of `RSpec.configure`. */
  isConfiguring: boolean;
  /** Blocks around, outside of classes, in which methods are those of a test. */
  blocks: number;
  group: BlockGroup;
  /** What the last block gives. */
  blockValue: number;
  /** What local variables hold where the walk stands. */
  locals: Map<string, number>;
  returns: number[] | null;
  depth: number;
  /** Visits a statement or an expression once; gives the expression's node (0: nothing is known). */
  visit(node: SyntaxNode): number;
}

/** What `self` is: in the body of a class the class itself. */
export function selfNode({ writer, scope, owner }: Collector): number {
  const isBody = owner !== -1 && writer.scopeKind(scope) === scopeKinds.class;
  return isBody ? writer.entityNode(owner) : writer.node(ops.this, scope);
}

/** The path of a constant (`A::B`); null for what is not one. */
export function constantPath(c: Collector, node: SyntaxNode): string | null {
  const text = textOf(c, node);
  return /^(?:::)?\p{Lu}\w*(?:::\p{Lu}\w*)*$/u.test(text) && text.length < 300 ? text : null;
}

/** The name under which a method is a member. */
export function methodName(name: string): string {
  return name === 'initialize' ? 'constructor' : name;
}

/** Leaves it to the caller to go back to what was around. @param locals what the body sees, where it is a block's */
export function inBody(
  c: Collector,
  { body, entity, locals = new Map() }: { body: SyntaxNode | null; entity: number; locals?: Map<string, number> },
): void {
  c.scope = c.writer.scope(c.scope, scopeKinds.class, entity);
  c.writer.set(entity, entityFields.ownScope, c.scope);
  Object.assign(c, { owner: entity, isStatic: false, locals, method: '', isOfClass: true });
  if (body !== null) c.visit(body);
}

/** What a symbol, a string or a word names, with the place of the name behind `:` and quotes; null for others. */
export function symbolOf(c: Collector, node: SyntaxNode): { name: string; line: number; column: number } | null {
  const [, mark, name] = /^(:?["']?)(\w+[?!=]?)["']?$/.exec(textOf(c, node)) ?? [];
  if (mark === undefined || name === undefined || !/symbol|string|identifier|setter/.test(node.type)) return null;
  const { line, column } = placeOf(node);
  return { name, line, column: column + mark.length };
}

/** Methods that call the one that their first argument names. */
export const senders: ReadonlySet<string> = new Set(['send', 'public_send', '__send__']);
