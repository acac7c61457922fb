/** What a bare name means as far as the class around says it. */
import { ops } from '../../../model/file-summary.ts';
import { classAround, declareName, frameOf, isLocal, type Collector, type Frame } from '../../nominal-summary.ts';

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

/** Marks a name of the file's frame as the prefix of an import: it names no definition. */
const prefixMark = 'prefix ';

export function declarePrefix(frame: Frame, name: string): void {
  declareName(frame, name);
  declareName(frame, prefixMark + name);
}

function isPrefix(frame: Frame | null, name: string): boolean {
  return frame?.kind === 'file' && frame.names?.has(prefixMark + name) === true;
}

/** Whether nobody asks where a name is used: that of a local variable, or of a prefix. */
export function isHiddenName(c: Collector, text: string): boolean {
  return isPrefix(frameOf(c.frame, text), text) || (!c.everySite && isLocal(c.frame, text));
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

/** The class that the one around extends. */
interface Superclass {
  /** Its name, as a value: its constructors are named by it; 0 for none. */
  named: number;
  /** An instance of it. */
  instance: number;
}

/** Remembers what a class extends; no type where something is mixed in, which comes before it. */
export function setSuperclass(c: Collector, entity: number, { named, type }: { named: number; type: number }): void {
  c.shared.set(`super ${entity}`, named);
  c.shared.set(`super type ${entity}`, type);
}

/** What `super` is: what is mixed in and extended, or, where nothing is mixed in, of the type that is extended. */
export function superclassOf(c: Collector): Superclass {
  const { writer, frame } = c;
  const entity = classAround(frame)?.entity ?? -1;
  const type = c.shared.get(`super type ${entity}`) ?? 0;
  return {
    named: c.shared.get(`super ${entity}`) ?? 0,
    instance: type === 0 ? writer.node(ops.super, frame.scope) : writer.node(ops.cast, type, 0),
  };
}
