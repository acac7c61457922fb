/** The state of one walk over a Java file, and what every part of it does. */
import type { SyntaxNode } from '../../language.ts';
import type { SummaryWriter } from '../../../model/summary-writer.ts';
import { ops, scopeKinds } from '../../../model/file-summary.ts';
import { newFrame, type Frame, type FrameKind } from './frames.ts';

export { placeOf, textOf, type Place } from '../../collecting.ts';

export interface Collector {
  readonly writer: SummaryWriter;
  readonly source: string;
  /** Where names are looked up: its scope is the scope of what is written. */
  frame: Frame;
  depth: number;
  /** Local variables have sites too. */
  readonly everySite: boolean;
  /** Nodes that are the same wherever they stand. */
  readonly shared: Map<string, number>;
  /** Visits a statement or an expression once; gives the expression's node (0: nothing is known). */
  visit(node: SyntaxNode): number;
}

const identifier = /[\p{ID_Continue}$]+/uy;

/** Text of a name, read from the source: the node is not asked where it ends. */
export function nameText({ source }: Collector, node: SyntaxNode): string {
  identifier.lastIndex = node.startIndex;
  return identifier.exec(source)?.[0] ?? '';
}

/** A node that is written once. */
function sharedNode(c: Collector, key: string, write: () => number): number {
  let node = c.shared.get(key);
  if (node === undefined) c.shared.set(key, (node = write()));
  return node;
}

export function primitive(c: Collector, of: number): number {
  return sharedNode(c, `primitive ${of}`, () => c.writer.node(ops.primitive, of));
}

/** `int`, `boolean` and the like as a type; overloads are told apart by them. */
export function primitiveType(c: Collector, name: string): number {
  const { writer } = c;
  return sharedNode(c, `type ${name}`, () => writer.node(ops.named, writer.list([writer.string(name)]), 0, 0));
}

/** A value of a primitive type. */
export function primitiveValue(c: Collector, name: string): number {
  const type = primitiveType(c, name);
  return sharedNode(c, `value ${name}`, () => c.writer.node(ops.cast, type, 0));
}

const scopeOf: Readonly<Record<FrameKind, number>> = {
  file: scopeKinds.file,
  header: scopeKinds.block,
  class: scopeKinds.class,
  function: scopeKinds.function,
  block: scopeKinds.block,
};

/** Does `work` in a scope of its own. */
export function within<T>(
  c: Collector,
  { kind, entity = -1, scopeKind = scopeOf[kind] }: { kind: FrameKind; entity?: number; scopeKind?: number },
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

/** From here to the end of what is around: a scope that hides names declared before. */
export function openBlock(c: Collector): void {
  c.frame = newFrame('block', c.writer.scope(c.frame.scope, scopeKinds.block, -1), c.frame);
}
