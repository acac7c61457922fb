/** The state of one walk over a Go file, and what every part of it does. */
import { placeOf, type Place } from '../../collecting.ts';
import type { SyntaxNode } from '../../language.ts';
import type { SummaryWriter } from '../../../model/summary-writer.ts';
import { entityFlags, entityKinds, ops, primitives } from '../../../model/file-summary.ts';

export { placeOf, type Place } from '../../collecting.ts';

/** What a name means inside a function, from its declaration to the end of its block. */
export interface Local {
  entity: number;
  /** Expression that stands for it; 0 for a type. */
  node: number;
  /** Type that it names; 0 for a variable. */
  type: number;
  /** Offset of its declaration. */
  at: number;
}

/** A lexical block: Go sees a name from its declaration on, which scopes of the facts cannot say, so names are looked up while walking. */
export interface Block {
  parent: Block | null;
  names: Map<string, Local> | null;
}

export interface ImportedPackage {
  entity: number;
  path: string;
  /** Whether the file says its name; else it is guessed from the path. */
  isNamed: boolean;
  isUsed: boolean;
}

export interface Collector {
  readonly writer: SummaryWriter;
  readonly source: string;
  /** Scope of the facts that sites and entities are written with. */
  scope: number;
  /** Null at the top of the file. */
  block: Block | null;
  depth: number;
  /** Entities of the file's top level by name; imports are not among them. */
  readonly top: Map<string, number>;
  /** Entities of the top level by offset of their name. */
  readonly declared: Map<number, number>;
  /** Of generic types: the scope of their parameters, and those (strings of the facts). */
  readonly typeParameters: Map<number, { scope: number; names: readonly number[] }>;
  /** Types of the file that are made of a slice, array, map or channel: scope and string of the name. */
  readonly containerNames: Set<string>;
  readonly imports: Map<string, ImportedPackage>;
  /** Names before a dot that nothing in the file declares: variables of other files, or packages with another name than their path. */
  readonly qualifiers: Map<string, { node: number; place: Place; scope: number }[]>;
  /** Stubs of receivers' types that are declared in other files. */
  readonly stubs: Map<string, number>;
  readonly primitiveNodes: Map<number, number>;
  /** Expressions and types that are a name of the file's scope, by name. */
  readonly nameNodes: Map<string, number>;
  readonly typeNodes: Map<string, number>;
  /** Local variables have sites too. */
  readonly everySite: boolean;
  /** Visits a statement or an expression once; gives the expression's node (0: nothing is known). */
  visit(node: SyntaxNode): number;
  /** Visits a type once; gives its node. `site`: the kind of the site at the type's own name. */
  typeOf(node: SyntaxNode, site?: number): number;
}

const identifier = /[\p{L}_][\p{L}\p{Nd}_]*/uy;

/** Text of a name, read from the source: the node is not asked where it ends. */
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

/** A use of a name of the file's scope, the package or an opened one. */
export function topName(c: Collector, name: string): number {
  let node = c.nameNodes.get(name);
  if (node === undefined) {
    node = c.writer.name(name, 0);
    c.nameNodes.set(name, node);
  }
  return node;
}

/** A type of the file's scope, the package or an opened one. */
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

/** What `work` declares is seen in it alone. */
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

/** A variable of the block. */
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

/** Names of the language that programs hardly ever declare themselves; those that a file declares are its own. */
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

/** The primitive that a type's name means; -1 for others. */
export function builtinTypeCode(c: Collector, name: string): number {
  const code = builtinTypes.get(name);
  return code === undefined || c.top.has(name) ? -1 : code;
}
