/** What a bare name means as far as the class around says it. */
import { ops } from '../../../model/link-facts.ts';
import { classAround, declareName, frameOf, isLocal, type Collector, type Frame } from '../../nominal-facts.ts';

/** Marks a name of a class's frame as one of a static member. */
const staticMark = 'static ';

/** Types are written with a capital, behind what makes them private or generated. */
export function isTypeName(text: string): boolean {
  return /^[_$]*\p{Lu}/u.test(text);
}

/** Tells the names of members before the class's body is read. */
export function declareMember(frame: Frame, name: string, isStatic: boolean): void {
  declareName(frame, name);
  if (isStatic) declareName(frame, staticMark + name);
}

export function isLocalName(c: Collector, text: string): boolean {
  return isLocal(c.frame, text);
}

export interface BareName {
  /** What is named where it stands. */
  node: number;
  /** What it is. */
  value: number;
}

/**
 * A name that stands alone. What the class around declares itself comes before what the file declares or imports; what it inherits comes
 * behind, so that such a name may be either.
 */
export function bareName(c: Collector, text: string): BareName {
  const { writer, frame } = c;
  const around = frameOf(frame, text);
  if (around?.kind === 'class') {
    const isStatic = around.names?.has(staticMark + text) === true;
    const on = isStatic ? writer.entityNode(around.entity) : writer.node(ops.this, frame.scope);
    const member = writer.member(on, text);
    return { node: member, value: member };
  }
  const node = writer.name(text, frame.scope);
  if (around !== null || classAround(frame) === null || isTypeName(text)) return { node, value: node };
  const inherited = writer.member(writer.node(ops.this, frame.scope), text);
  return { node, value: writer.either([node, inherited]) };
}

function superKey(entity: number): string {
  return `super ${entity}`;
}

/** Remembers the name of what a class extends: its constructors are named by it. */
export function setSuperclass(c: Collector, entity: number, name: number): void {
  c.shared.set(superKey(entity), name);
}

/** The class that the one around extends, as a value; 0 for none. */
export function superclassOf(c: Collector): number {
  const frame = classAround(c.frame);
  return frame === null ? 0 : (c.shared.get(superKey(frame.entity)) ?? 0);
}
