/** The state of one walk over a C or C++ file, and the helpers of all its parts. */
import { placeOf as placeInTree, textOf, type Place } from '../../collecting.ts';
import type { SyntaxNode } from '../../language.ts';
import type { SummaryWriter } from '../../../model/summary-writer.ts';
import { entityFields, entityFlags, entityKinds, ops, scopeKinds } from '../../../model/file-summary.ts';

export { partsOf, textOf, type Place } from '../../collecting.ts';

let placeInFile: ((line: number, column: number) => Place) | null = null;

/** Sets where the places of the walked tree are in the file; null where they are the same. */
export function setPlaces(places: typeof placeInFile): void {
  placeInFile = places;
}

export function placeOf(node: SyntaxNode): Place {
  const place = placeInTree(node);
  return placeInFile === null ? place : placeInFile(place.line, place.column);
}

/** Deeper nodes are left out; real code nests less than a hundred levels. */
export const maxDepth = 400;

/** The `parent` of an entity that has none and is not found by its name either: an unnamed type, a parameter of a lambda. */
export const unnamedParent = -2;

/** A local variable: its name is known from the declaration to the end of the block. */
interface Local {
  /** The variable as an expression. */
  node: number;
}

interface Block {
  parent: Block | null;
  names: Map<string, Local>;
}

/** A forward declaration: a struct, union or enum that is named without a body. */
export interface Forward {
  name: string;
  place: Place;
  scope: number;
  /** The class of which the declaration is a member; -1 for none. */
  parent: number;
}

/** In C all tags share one namespace; in C++ each namespace and class has its own. */
export function tagKey(c: Collector, scope: number, name: string): string {
  return c.isCpp ? `${scope} ${name}` : name;
}

export interface Collector {
  readonly writer: SummaryWriter;
  /** The text of the walked tree: the file, or what its macros make. */
  source: string;
  readonly isCpp: boolean;
  /** Whether other files may include this one; its `static` declarations are then visible in them. */
  readonly isHeader: boolean;
  /** The current scope of the summary: new sites and entities get it. */
  scope: number;
  /** The scope of the file or of the surrounding namespace, to which declarations belong that are no members. */
  outer: number;
  /** Whether the walk is inside an unnamed namespace. */
  isHidden: boolean;
  /** The class whose body surrounds the current place; -1 for none. */
  owner: number;
  /** The innermost block; null outside of functions. */
  block: Block | null;
  /** Known values that the surrounding function returns; null where the result type is declared, in lambdas and outside of functions. */
  returns: number[] | null;
  /** List node of the type parameters of the current template; 0 for none. */
  typeParameters: number;
  /** Whether the current declaration follows `template <>`. */
  isSpecialised: boolean;
  /** Names of the parameters of the current template that have no default. */
  templateNames: readonly string[];
  /** Whether the current template exists for some types only. */
  isConstrained: boolean;
  depth: number;
  /** Structs, unions and enums that the file defines, by `tagKey`. */
  readonly tags: Set<string>;
  /** Structs, unions and enums that the file names without a body, with the first place of each. */
  readonly forward: Map<string, Forward>;
  /** Stubs of classes for out-of-class definitions, by path. */
  readonly stubs: Map<string, number>;
  /** Local variables that are pointers or arrays. */
  readonly pointers: Set<number>;
  /** Nodes of calls of operators that classes declare. */
  readonly operatorResults: Set<number>;
  /** Visits a statement or an expression, once. Returns the expression's node (0: unknown). */
  visit(node: SyntaxNode): number;
  /** The node of a written type; 0 where it gives no information (`auto`). `site`: the kind of the last name's site. */
  typeOf(node: SyntaxNode | null, site?: number): number;
}

export function lookUpLocal(c: Collector, name: string): Local | null {
  for (let block = c.block; block !== null; block = block.parent) {
    const found = block.names.get(name);
    if (found !== undefined) return found;
  }
  return null;
}

/** Runs `work` in a new block. */
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

interface LocalDraft extends VariableDraft {
  isPointer: boolean;
  /** Its type as text, where that chooses among overloads. */
  context?: number;
}

/** Declares a local variable. */
export function declareVariable(
  c: Collector,
  name: SyntaxNode,
  { type, value, isPointer, context = 0 }: LocalDraft,
): void {
  const text = textOf(c, name);
  const flags = entityFlags.implemented;
  const kind = entityKinds.variable;
  const entity = c.writer.entity({ name: text, kind, flags, ...placeOf(name), scope: c.scope, type, value });
  if (context !== 0) c.writer.set(entity, entityFields.context, context);
  if (isPointer) c.pointers.add(entity);
  declareLocal(c, text, c.writer.entityNode(entity));
}

export function namedType({ writer }: Collector, path: string, scope: number, args = 0): number {
  return writer.node(ops.named, writer.list([writer.string(path)]), scope, args);
}

/** Opens a scope inside the current one and returns it; the current scope stays as it is. */
export function openScope(c: Collector, kind: number = scopeKinds.block, owner = -1): number {
  return c.writer.scope(c.scope, kind, owner);
}
