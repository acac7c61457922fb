/** The meaning of a bare name, which depends on the surrounding class. */
import { ops } from '../../../model/file-summary.ts';
import { enclosingClass, declareName, frameOf, isLocal, type Collector, type Frame } from '../../nominal-summary.ts';

/** Marks a name in a class's frame as a static member. */
const staticMark = 'static ';

/** Type names begin with a capital letter; `_` and `$` before it mark private and generated names. */
export function isTypeName(text: string): boolean {
  return /^[_$]*\p{Lu}/u.test(text);
}

/** Declares the name of a member. Must be called before the body of the class is visited. */
export function declareMember(frame: Frame, name: string, isStatic: boolean): void {
  declareName(frame, name);
  if (isStatic) declareName(frame, staticMark + name);
}

/** Marks a name in the frame of a file as an import prefix, which is not a definition. */
const prefixMark = 'prefix ';

export function declarePrefix(frame: Frame, name: string): void {
  declareName(frame, name);
  declareName(frame, prefixMark + name);
}

function isPrefix(frame: Frame | null, name: string): boolean {
  return frame?.kind === 'file' && frame.names?.has(prefixMark + name) === true;
}

/** Whether a use of a name gets no site: the name is an import prefix, or a local variable while `everySite` is not set. */
export function isHiddenName(c: Collector, text: string): boolean {
  return isPrefix(frameOf(c.frame, text), text) || (!c.everySite && isLocal(c.frame, text));
}

/** The nodes of a name without a receiver. */
export interface BareName {
  /** The node that the site refers to. */
  node: number;
  /** The node of the value. It may be a choice between two meanings. */
  value: number;
}

/**
 * Looks up a name without a receiver. Members that the surrounding class declares precede declarations and imports of the file. Inherited
 * members come last and are unknown here. So a name that the file does not declare may also be an inherited member, unless it is written like a type.
 */
export function bareName(c: Collector, text: string): BareName {
  const { writer, frame } = c;
  const declaring = frameOf(frame, text);
  if (declaring?.kind === 'class') {
    const isStatic = declaring.names?.has(staticMark + text) === true;
    const receiver = isStatic ? writer.entityNode(declaring.entity) : writer.node(ops.this, frame.scope);
    const member = writer.member(receiver, text);
    return { node: member, value: member };
  }
  const node = writer.name(text, frame.scope);
  if (declaring !== null || enclosingClass(frame) === null || isTypeName(text)) return { node, value: node };
  const inherited = writer.member(writer.node(ops.this, frame.scope), text);
  return { node, value: writer.either([node, inherited]) };
}

/** The superclass of the surrounding class. */
interface Superclass {
  /** The class as a value, for calls of its constructors; 0 for none. */
  classValue: number;
  /** An instance of the superclass. */
  instance: number;
}

/** Records the superclass of a class. `type` is 0 if the class has mixins, because their members precede those of the superclass. */
export function setSuperclass(
  c: Collector,
  entity: number,
  { classValue, type }: { classValue: number; type: number },
): void {
  c.shared.set(`super ${entity}`, classValue);
  c.shared.set(`super type ${entity}`, type);
}

/** The meaning of `super`: with mixins, whatever the class inherits; without mixins, an instance of the superclass. */
export function superclassOf(c: Collector): Superclass {
  const { writer, frame } = c;
  const entity = enclosingClass(frame)?.entity ?? -1;
  const type = c.shared.get(`super type ${entity}`) ?? 0;
  return {
    classValue: c.shared.get(`super ${entity}`) ?? 0,
    instance: type === 0 ? writer.node(ops.super, frame.scope) : writer.node(ops.cast, type, 0),
  };
}
