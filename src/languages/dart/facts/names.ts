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

/**
 * The node of a name where it stands. What the class around declares itself comes before what the file declares or imports; what it inherits
 * comes behind, so that the name alone is written for that.
 */
export function bareName(c: Collector, text: string): number {
  const { writer, frame } = c;
  const around = frameOf(frame, text);
  if (around?.kind !== 'class') return writer.name(text, frame.scope);
  const isStatic = around.names?.has(staticMark + text) === true;
  const on = isStatic ? writer.entityNode(around.entity) : writer.node(ops.this, frame.scope);
  return writer.member(on, text);
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
