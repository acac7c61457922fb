/** The state of one walk over a Rust file, and helpers for the visitors of all node types. */
import { placeOf as placeInTree, type Place } from '../../collecting.ts';
import type { RuleTemplate, SyntaxNode } from '../../language.ts';
import type { SummaryWriter } from '../../../model/summary-writer.ts';
import { entityKinds, ops } from '../../../model/file-summary.ts';

export type { Place } from '../../collecting.ts';

let placeInFile: ((line: number, column: number) => Place) | null = null;

/** Sets where the places of the walked tree are in the file; null where they are the same. */
export function setPlaces(places: typeof placeInFile): void {
  placeInFile = places;
}

export function placeOf(node: SyntaxNode): Place {
  const place = placeInTree(node);
  return placeInFile === null ? place : placeInFile(place.line, place.column);
}

/** What a name means inside a function, from its declaration on. A variable has a `node`, a type parameter a `type`, a variable of a macro both. */
export interface Local {
  entity: number;
  node: number;
  type: number;
}

/** The parent of an entity that no name in its scope refers to. */
export const noParent = -2;

/** A lexical block with the names that it has declared so far. */
export interface Block {
  parent: Block | null;
  names: Map<string, Local> | null;
}

/** A declaration or import of a name. If a name has several, builds may choose one of them. */
export interface Alternative {
  /** `*` for a glob import. */
  name: string;
  /** Offset in the text. */
  at: number;
  /** The modules that the name may mean, or that may declare it. */
  modules: readonly string[];
}

export interface Collector {
  readonly writer: SummaryWriter;
  /** The text of the tree that is walked. */
  source: string;
  /** Scope (of the summary) in which new sites and entities are written. */
  scope: number;
  /** The innermost scope that can have items. Names that are not local variables are looked up from it. */
  itemScope: number;
  block: Block | null;
  depth: number;
  /** Names of the surrounding inline modules, outermost first. */
  modules: readonly string[];
  /** Type node of `Self`; 0 for none. */
  selfType: number;
  /** Entities of items by the offset of their name. */
  declared: Map<number, number>;
  /** Types by scope and name (`scope name`). */
  readonly types: Map<string, number>;
  /** By entity of a type of the file: its type parameters and their scope. */
  readonly typeParameters: Map<number, { scope: number; entities: readonly number[] }>;
  /** Bounds of type parameters: type node by entity, then by source text, so that each bound is recorded once. */
  readonly bounds: Map<number, Map<string, number>>;
  /** Heritage pairs by entity, written at the end. */
  readonly heritage: Map<number, number[]>;
  /** First names of paths. Names that the file does not declare become imports of crates. */
  readonly roots: Set<string>;
  /** Names of the file's top-level inline modules and enums. */
  readonly inline: ReadonlySet<string>;
  /** Relative paths of the files that attributes give to top-level modules, by module name. */
  readonly moduleFiles: Map<string, readonly string[]>;
  /** Top-level modules that only some builds have. */
  readonly optionalModules: ReadonlySet<string>;
  /** Declarations and imports of the top level and of inline modules, among which names with several alternatives are found. */
  readonly alternatives: Alternative[];
  /** Names of the file's items and imports, in any scope. */
  itemNames: Set<string>;
  /** Names that the file imports, in any scope. */
  readonly imported: Set<string>;
  /** By entity of a type: the methods of its members that derived code calls. */
  readonly derived: Map<number, readonly string[]>;
  /** Names that the file imports from the standard library, with the names of the library's crates. */
  readonly libraryNames: Set<string>;
  /** The type node that is declared for the value of a conversion (`let x: T = y.into()`); 0 for none. */
  expectedType: number;
  /** The type node of the enclosing function's result, and the node of the error in it; 0 for none. */
  resultType: number;
  resultError: number;
  /** Type nodes of enums whose variants are imported here (`use Command::*`). */
  openedEnums: readonly number[];
  readonly primitiveNodes: Map<number, number>;
  /** Offsets of the macro calls whose items are known, and the names of their macros. */
  expandedCalls: ReadonlySet<number>;
  readonly expandedMacros: ReadonlySet<string>;
  /** The rules of macros as code, by the offset of the macro. */
  templates: ReadonlyMap<number, readonly RuleTemplate[]>;
  /** Whether a macro's rule is being visited: what it declares exists only where the macro is called. */
  isTemplate: boolean;
  /** Visits the code of a macro's rule after `declare`, and returns its value; null where it cannot be read as code. */
  visitTemplate: (template: RuleTemplate, declare: () => void) => number | null;
  /** Visits what a macro call in an expression becomes, and returns its value; null where it is not known. */
  visitMade: (call: SyntaxNode) => number | null;
  /** Whether local variables get sites too. */
  readonly everySite: boolean;
  /** Visits a statement or an expression. Must be called once per node. Returns the node of the expression (0: unknown). */
  visit(node: SyntaxNode): number;
  /** Visits a type and returns its node. Must be called once per node. `site`: the kind of the site at the type's name. */
  typeOf(node: SyntaxNode, site?: number): number;
}

const identifier = /(?:r#)?([\p{ID_Start}_][\p{ID_Continue}]*)/uy;

/** The text of a name. It is matched in the source, because to ask the node for its end costs more. */
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

/** Runs `work` in a new lexical block. Restores the state of the walk afterwards. */
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

/** Declares a variable of a pattern. */
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

/** The name of a field as a member. The dot distinguishes the field from a method with an equal name. */
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
