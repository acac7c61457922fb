/** The state of one walk over a Go file, and the helpers of all its parts. */
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
  /** Scope in the summary: new sites and entities are written with it. */
  scope: number;
  /** The innermost lexical block; null at the top level. */
  block: Block | null;
  depth: number;
  /** Top-level entities by name, without imports. */
  readonly top: Map<string, number>;
  /** Top-level entities by the offset of their name. */
  readonly declared: Map<number, number>;
  /** For generic types: the scope of their type parameters, and the parameters' names (strings of the summary). */
  readonly typeParameters: Map<number, { scope: number; names: readonly number[] }>;
  /** Types of the file that are defined by a slice, array, map or channel: scope and string of the name. */
  readonly containerNames: Set<string>;
  readonly imports: Map<string, ImportedPackage>;
  /** Names before a dot that the file does not declare: variables of other files, or packages whose name differs from their path. */
  readonly qualifiers: Map<string, { node: number; place: Place; scope: number }[]>;
  /** Stubs of receiver types that other files declare. */
  readonly stubs: Map<string, number>;
  readonly primitiveNodes: Map<number, number>;
  /** Cached nodes of expressions (`nameNodes`) and types (`typeNodes`) that are a name of the file's scope, by name. */
  readonly nameNodes: Map<string, number>;
  readonly typeNodes: Map<string, number>;
  /** Whether local variables get sites too. */
  readonly everySite: boolean;
  /** Visits a statement or an expression, once. Returns the expression's node (0: unknown). */
  visit(node: SyntaxNode): number;
  /** Visits a type, once, and returns its node. `site`: the kind of the site at the type's own name. */
  typeOf(node: SyntaxNode, site?: number): number;
}

const identifier = /[\p{L}_][\p{L}\p{Nd}_]*/uy;

/** The text of a name, matched in the source: that is cheaper than asking the node for its end. */
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

/** A use of a name of the file's scope, of the package or of a dot import. */
export function topName(c: Collector, name: string): number {
  let node = c.nameNodes.get(name);
  if (node === undefined) {
    node = c.writer.name(name, 0);
    c.nameNodes.set(name, node);
  }
  return node;
}

/** A type of the file's scope, of the package or of a dot import. */
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

/** Runs `work` in a new block, which ends with it. */
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

/** Declares a variable of the block. */
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

/** The primitive type of a name; -1 for others. */
export function builtinTypeCode(c: Collector, name: string): number {
  const code = builtinTypes.get(name);
  return code === undefined || c.top.has(name) ? -1 : code;
}
