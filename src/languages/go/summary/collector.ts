/** The state of one walk over a Go file, and helpers for the visitors of all node types. */
import { placeOf, type Place } from '../../collecting.ts';
import type { SyntaxNode } from '../../language.ts';
import type { SummaryWriter } from '../../../model/summary-writer.ts';
import { entityFlags, entityKinds, ops, primitives } from '../../../model/file-summary.ts';

export { placeOf, type Place } from '../../collecting.ts';

/** The meaning of a name inside a function, from its declaration to the end of its block. */
export interface Local {
  entity: number;
  /** The expression node of a variable; 0 for a type. */
  node: number;
  /** The type node of a type; 0 for a variable. */
  type: number;
  /** Offset of the declaration. */
  at: number;
}

/**
 * A lexical block. In Go a name is visible from its declaration on. Scopes of the summary cannot express that, so names are
 * looked up during the walk.
 */
export interface Block {
  parent: Block | null;
  names: Map<string, Local> | null;
}

/** The parent of an entity that no name in its scope refers to. */
export const noParent = -2;

export interface ImportedPackage {
  entity: number;
  path: string;
  /** Whether the import names the package; otherwise the name is guessed from the path. */
  isNamed: boolean;
  isUsed: boolean;
}

export interface Collector {
  readonly writer: SummaryWriter;
  readonly source: string;
  /** Scope (of the summary) in which new sites and entities are written. */
  scope: number;
  /** The innermost lexical block; null at the top level. */
  block: Block | null;
  depth: number;
  /** Top-level entities by name, without imports. */
  readonly top: Map<string, number>;
  /** Top-level entities by the offset of their name. */
  readonly declared: Map<number, number>;
  /** By entity of a generic type: the scope and the names (string indexes) of its type parameters. */
  readonly typeParameters: Map<number, { scope: number; names: readonly number[] }>;
  /** Types of the file that are defined by a slice, array, map or channel; each as `SCOPE NAME`, with the string index of the name. */
  readonly containerNames: Set<string>;
  readonly imports: Map<string, ImportedPackage>;
  /** Uses of names before a dot that the file does not declare. They are variables of other files, or packages with a guessed name. */
  readonly qualifiers: Map<string, { node: number; place: Place; scope: number }[]>;
  /** Stub entities, by name, of receiver types that other files declare. */
  readonly stubs: Map<string, number>;
  readonly primitiveNodes: Map<number, number>;
  /** Cached nodes of names that are not local, as values (`nameNodes`) and as types (`typeNodes`). */
  readonly nameNodes: Map<string, number>;
  readonly typeNodes: Map<string, number>;
  /** Whether every use of a local variable gets a site, not only a call of it. */
  readonly everySite: boolean;
  /** Visits a statement or an expression. Must be called once per node. Returns the node of the expression (0: unknown). */
  visit(node: SyntaxNode): number;
  /** Visits a type and returns its node. Must be called once per node. `site`: the kind of the site at the type's name. */
  typeOf(node: SyntaxNode, site?: number): number;
}

const identifier = /[\p{L}_][\p{L}\p{Nd}_]*/uy;

/** The text of a name. It is matched in the source, because to ask the node for its end costs more. */
export function nameText({ source }: Collector, node: SyntaxNode): string {
  identifier.lastIndex = node.startIndex;
  return identifier.exec(source)?.[0] ?? '';
}

export function isExported(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}

export function primitive(c: Collector, code: number): number {
  let node = c.primitiveNodes.get(code);
  if (node === undefined) {
    node = c.writer.node(ops.primitive, code);
    c.primitiveNodes.set(code, node);
  }
  return node;
}

/** The node of a name that is not local: it belongs to the file, the package or a dot import. Nodes are cached. */
export function topName(c: Collector, name: string): number {
  let node = c.nameNodes.get(name);
  if (node === undefined) {
    node = c.writer.name(name, 0);
    c.nameNodes.set(name, node);
  }
  return node;
}

/** The node of a type that is not local: it belongs to the file, the package or a dot import. Nodes are cached. */
export function topType(c: Collector, name: string): number {
  let node = c.typeNodes.get(name);
  if (node === undefined) {
    node = namedType(c, [name], 0, 0);
    c.typeNodes.set(name, node);
  }
  return node;
}

export function namedType({ writer }: Collector, path: readonly string[], scope: number, args: number): number {
  return writer.node(ops.named, writer.list(path.map((name) => writer.string(name))), scope, args);
}

export function lookUpLocal(c: Collector, name: string): Local | null {
  for (let block = c.block; block !== null; block = block.parent) {
    const found = block.names?.get(name);
    if (found !== undefined) return found;
  }
  return null;
}

/** Runs `work` in a new lexical block. Restores the block and the scope afterwards. */
export function inBlock<T>(c: Collector, work: () => T): T {
  const { block, scope } = c;
  c.block = { parent: block, names: null };
  const result = work();
  c.block = block;
  c.scope = scope;
  return result;
}

export function declareLocal(c: Collector, name: string, local: Local): void {
  const { block } = c;
  if (block === null || name === '_' || name === '') return;
  (block.names ??= new Map<string, Local>()).set(name, local);
}

/** Declares a variable of the current block. */
export function declareVariable(
  c: Collector,
  node: SyntaxNode,
  { type, value }: { type: number; value: number },
): void {
  const name = nameText(c, node);
  if (name === '' || name === '_') return;
  const { writer, scope } = c;
  const entity = writer.entity({ name, kind: entityKinds.variable, ...placeOf(node), scope, type, value });
  declareLocal(c, name, { entity, node: writer.entityNode(entity), type: 0, at: node.startIndex });
  if (value !== 0) writer.addFlags(entity, entityFlags.implemented);
}

/** Built-in type names, which programs hardly ever redeclare. A declaration in the file takes precedence. */
const builtinTypes: ReadonlyMap<string, number> = new Map(
  [
    { names: 'string', code: primitives.string },
    { names: 'bool', code: primitives.boolean },
    {
      names:
        'int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 uintptr byte rune float32 float64 complex64 complex128',
      code: primitives.number,
    },
    { names: 'any comparable', code: primitives.other },
  ].flatMap(({ names, code }) => names.split(' ').map((name): [string, number] => [name, code])),
);

/** The code of a primitive type; -1 for any other name. */
export function builtinTypeCode(c: Collector, name: string): number {
  const code = builtinTypes.get(name);
  return code === undefined || c.top.has(name) ? -1 : code;
}
