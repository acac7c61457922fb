/** The state of one walk over a file, and helpers for the visitors of all node types. Also used for C#, Dart, Kotlin and Scala. */
import type { SyntaxNode } from '../../language.ts';
import type { SummaryWriter } from '../../../model/summary-writer.ts';
import { ops, scopeKinds } from '../../../model/file-summary.ts';
import { newFrame, type Frame, type FrameKind } from './frames.ts';

export { placeOf, textOf, type Place } from '../../collecting.ts';

export interface Collector {
  readonly writer: SummaryWriter;
  readonly source: string;
  /** The current frame: names are looked up in it, and new entities and sites get its scope. */
  frame: Frame;
  depth: number;
  /** Whether local variables get sites too. */
  readonly everySite: boolean;
  /** Nodes that are written once per file, by key. */
  readonly shared: Map<string, number>;
  /** Visits a statement or an expression. Must be called once per node. Returns the node of the expression (0: unknown). */
  visit(node: SyntaxNode): number;
}

const identifier = /[\p{ID_Continue}$]+/uy;

/** The text of a name. It is matched in the source, because to ask the node for its end costs more. */
export function nameText({ source }: Collector, node: SyntaxNode): string {
  identifier.lastIndex = node.startIndex;
  return identifier.exec(source)?.[0] ?? '';
}

/** A node that is written only once per file. */
function sharedNode(c: Collector, key: string, write: () => number): number {
  let node = c.shared.get(key);
  if (node === undefined) c.shared.set(key, (node = write()));
  return node;
}

export function primitive(c: Collector, typeCode: number): number {
  return sharedNode(c, `primitive ${typeCode}`, () => c.writer.node(ops.primitive, typeCode));
}

/** `int`, `boolean` and similar types. They are named types, because they distinguish overloads. */
export function primitiveType(c: Collector, name: string): number {
  const { writer } = c;
  return sharedNode(c, `type ${name}`, () => writer.node(ops.named, writer.list([writer.string(name)]), 0, 0));
}

/** A value of a primitive type. */
export function primitiveValue(c: Collector, name: string): number {
  const type = primitiveType(c, name);
  return sharedNode(c, `value ${name}`, () => c.writer.node(ops.cast, type, 0));
}

/** Whether a node is a value of a primitive type. */
export function isPrimitiveValue(c: Collector, node: number): boolean {
  for (const [key, shared] of c.shared) if (shared === node && key.startsWith('value ')) return true;
  return false;
}

const scopeKindOf: Readonly<Record<FrameKind, number>> = {
  file: scopeKinds.file,
  header: scopeKinds.block,
  class: scopeKinds.class,
  function: scopeKinds.function,
  block: scopeKinds.block,
};

/** Runs `work` in a new frame with a scope. */
export function within<T>(
  c: Collector,
  { kind, entity = -1, scopeKind = scopeKindOf[kind] }: { kind: FrameKind; entity?: number; scopeKind?: number },
  work: (frame: Frame) => T,
): T {
  const outer = c.frame;
  const frame = newFrame(kind, c.writer.scope(outer.scope, scopeKind, entity), outer, entity);
  c.frame = frame;
  try {
    return work(frame);
  } finally {
    c.frame = outer;
  }
}

/** Opens a scope from here to the end of the surrounding scope. Its declarations hide earlier ones. */
export function openBlock(c: Collector): void {
  c.frame = newFrame('block', c.writer.scope(c.frame.scope, scopeKinds.block, -1), c.frame);
}
