/** The state of one walk over a C or C++ file, and what every part of it does. */
import { placeOf, textOf, type Place } from '../../collecting.ts';
import type { SyntaxNode } from '../../language.ts';
import type { SummaryWriter } from '../../../model/summary-writer.ts';
import { entityFlags, entityKinds, ops, scopeKinds } from '../../../model/file-summary.ts';

export { partsOf, placeOf, textOf, type Place } from '../../collecting.ts';

/** What a name means inside a function, from its declaration to the end of its block. */
interface Local {
  node: number;
}

interface Block {
  parent: Block | null;
  names: Map<string, Local>;
}

/** A struct, union or enum that is named without a body. */
export interface Forward {
  name: string;
  place: Place;
  scope: number;
  /** The class that declares it as its own; -1 for none. */
  parent: number;
}

/** In C there is one space of tags; in C++ each namespace and class has its own. */
export function tagKey(c: Collector, scope: number, name: string): string {
  return c.isCpp ? `${scope} ${name}` : name;
}

export interface Collector {
  readonly writer: SummaryWriter;
  readonly source: string;
  readonly isCpp: boolean;
  /** Whether other files may include this one: then what is `static` in it is theirs too. */
  readonly isHeader: boolean;
  /** Scope of the facts that sites and entities are written with. */
  scope: number;
  /** The file's or namespace's scope around: where what is no member is declared. */
  outer: number;
  /** Inside of a namespace without a name. */
  isHidden: boolean;
  /** The class whose body is around; -1 for none. */
  owner: number;
  /** Null outside of functions. */
  block: Block | null;
  /** What the functions around return; 0 for what is not known. */
  returns: number[] | null;
  /** Type parameters of the template that is being declared: a list node. */
  parameters: number;
  /** Behind `template <>`. */
  isSpecialised: boolean;
  depth: number;
  /** Structs, unions and enums that the file completes, by `tagKey`. */
  readonly tags: Set<string>;
  /** Those that it only names, with the first place. */
  readonly forward: Map<string, Forward>;
  /** Stubs of classes that out-of-class definitions belong to, by path. */
  readonly stubs: Map<string, number>;
  /** Visits a statement or an expression once; gives the expression's node (0: nothing is known). */
  visit(node: SyntaxNode): number;
  /** A written type; 0 when it says nothing (`auto`). `site`: the kind of the last name's site. */
  typeOf(node: SyntaxNode | null, site?: number): number;
}

export function lookUpLocal(c: Collector, name: string): Local | null {
  for (let block = c.block; block !== null; block = block.parent) {
    const found = block.names.get(name);
    if (found !== undefined) return found;
  }
  return null;
}

/** What `work` declares is seen in it alone. */
export function inBlock(c: Collector, work: () => void): void {
  const { block, scope } = c;
  c.block = { parent: block, names: new Map() };
  work();
  c.block = block;
  c.scope = scope;
}

export function declareLocal(c: Collector, name: string, node: number): void {
  if (name !== '') c.block?.names.set(name, { node });
}

export interface VariableDraft {
  type: number;
  value: number;
  flags?: number;
}

/** A variable of a function. */
export function declareVariable(c: Collector, name: SyntaxNode, { type, value }: VariableDraft): void {
  const text = textOf(c, name);
  const flags = entityFlags.implemented;
  const kind = entityKinds.variable;
  const entity = c.writer.entity({ name: text, kind, flags, ...placeOf(name), scope: c.scope, type, value });
  declareLocal(c, text, c.writer.entityNode(entity));
}

export function namedType({ writer }: Collector, path: string, scope: number, args = 0): number {
  return writer.node(ops.named, writer.list([writer.string(path)]), scope, args);
}

/** A scope of its own for type parameters and the like. */
export function innerScope(c: Collector, kind: number = scopeKinds.block, owner = -1): number {
  return c.writer.scope(c.scope, kind, owner);
}
