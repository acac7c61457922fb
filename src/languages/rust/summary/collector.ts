/** The state of one walk over a Rust file, and what every part of it does. */
import { placeOf } from '../../collecting.ts';
import type { SyntaxNode } from '../../language.ts';
import type { SummaryWriter } from '../../../model/summary-writer.ts';
import { entityKinds, ops } from '../../../model/file-summary.ts';

export { placeOf, type Place } from '../../collecting.ts';

/** What a name means inside a function, from its declaration on; `node` for a variable, `type` for a type parameter. */
export interface Local {
  entity: number;
  node: number;
  type: number;
}

export interface Block {
  parent: Block | null;
  names: Map<string, Local> | null;
}

export interface Alternative {
  /** `*` of what is opened. */
  name: string;
  /** Offset in the text. */
  at: number;
  /** Names of modules that it may be, or be of. */
  modules: readonly string[];
}

export interface Collector {
  readonly writer: SummaryWriter;
  readonly source: string;
  /** Scope of the facts that sites and entities are written with. */
  scope: number;
  /** The scope around that holds items: where a name that is no local variable is looked up. */
  itemScope: number;
  block: Block | null;
  depth: number;
  /** Names of the modules in braces around, outermost first. */
  modules: readonly string[];
  /** What `Self` means; 0 for nothing. */
  selfType: number;
  /** Entities of items by offset of their name. */
  readonly declared: Map<number, number>;
  /** Types of a scope by `scope name`. */
  readonly types: Map<string, number>;
  /** Type parameters of types of this file. */
  readonly typeParameters: Map<number, { scope: number; entities: readonly number[] }>;
  /** Bounds of type parameters by their entities, each once by its text. */
  readonly bounds: Map<number, Map<string, number>>;
  /** Pairs of heritage by entity, written at the end. */
  readonly heritage: Map<number, number[]>;
  /** First names of paths that no declaration of the file has to be found for. */
  readonly roots: Set<string>;
  /** Modules in braces and enums of the file's top level. */
  readonly inline: ReadonlySet<string>;
  /** Files that attributes name for modules of the top level, by the modules' names: relative paths. */
  readonly moduleFiles: Map<string, readonly string[]>;
  /** Modules of the top level that only some builds have. */
  readonly optionalModules: ReadonlySet<string>;
  /** What the top level has under one name, or opens: who has several alternatives of it says so. */
  readonly alternatives: Alternative[];
  /** Names that items and imports of the file have, in any scope. */
  readonly itemNames: Set<string>;
  /** Type nodes of enums whose variants are opened here (`use Command::*`). */
  openedEnums: readonly number[];
  readonly primitiveNodes: Map<number, number>;
  /** Local variables have sites too. */
  readonly everySite: boolean;
  /** Visits a statement or an expression once; gives the expression's node (0: nothing is known). */
  visit(node: SyntaxNode): number;
  /** Visits a type once; gives its node. `site`: the kind of the site at the type's own name. */
  typeOf(node: SyntaxNode, site?: number): number;
}

const identifier = /(?:r#)?([\p{ID_Start}_][\p{ID_Continue}]*)/uy;

/** Text of a name, read from the source: the node is not asked where it ends. */
export function nameText({ source }: Collector, node: SyntaxNode): string {
  identifier.lastIndex = node.startIndex;
  return identifier.exec(source)?.[1] ?? '';
}

export function primitive(c: Collector, value: number): number {
  let node = c.primitiveNodes.get(value);
  if (node === undefined) c.primitiveNodes.set(value, (node = c.writer.node(ops.primitive, value)));
  return node;
}

export function lookUpLocal(c: Collector, name: string): Local | null {
  for (let block = c.block; block !== null; block = block.parent) {
    const found = block.names?.get(name);
    if (found !== undefined) return found;
  }
  return null;
}

/** What `work` declares is seen in it alone. */
export function inBlock<T>(c: Collector, work: () => T): T {
  const { block, scope, itemScope, openedEnums } = c;
  c.block = { parent: block, names: null };
  const result = work();
  Object.assign(c, { block, scope, itemScope, openedEnums });
  return result;
}

export function declareLocal(c: Collector, name: string, local: Local): void {
  if (c.block === null || name === '' || name === '_') return;
  (c.block.names ??= new Map<string, Local>()).set(name, local);
}

/** A variable of a pattern. */
export function declareVariable(
  c: Collector,
  node: SyntaxNode,
  { type, value }: { type: number; value: number },
): void {
  const name = nameText(c, node);
  if (name === '' || name === '_') return;
  const { writer, scope } = c;
  const entity = writer.entity({ name, kind: entityKinds.variable, ...placeOf(node), scope, type, value });
  declareLocal(c, name, { entity, node: writer.entityNode(entity), type: 0 });
}

/** A field's name in a member node: methods may have the same name. */
export function fieldName(name: string): string {
  return `.${name}`;
}

export function isCapital(name: string): boolean {
  return /^_*\p{Lu}/u.test(name);
}

export function namedType({ writer }: Collector, path: readonly string[], scope: number, args: number): number {
  return writer.node(ops.named, writer.list(path.map((name) => writer.string(name))), scope, args);
}

export function addHeritage(c: Collector, entity: number, relation: number, type: number): void {
  const pairs = c.heritage.get(entity);
  if (pairs === undefined) c.heritage.set(entity, [relation, type]);
  else pairs.push(relation, type);
}
