/** What a bare name means, judged by the surrounding class. */
import { ops } from '../../../model/file-summary.ts';
import { enclosingClass, declareName, frameOf, isLocal, type Collector, type Frame } from '../../nominal-summary.ts';

/** Marks a name in a class's frame as a static member. */
const staticMark = 'static ';

/** Type names begin with a capital letter; `_` and `$` before it mark private and generated ones. */
export function isTypeName(text: string): boolean {
  return /^[_$]*\p{Lu}/u.test(text);
}

/** Declares the name of a member before the class's body is visited. */
export function declareMember(frame: Frame, name: string, isStatic: boolean): void {
  declareName(frame, name);
  if (isStatic) declareName(frame, staticMark + name);
}

/** Marks a name in the file's frame as an import prefix: it names no definition. */
const prefixMark = 'prefix ';

export function declarePrefix(frame: Frame, name: string): void {
  declareName(frame, name);
  declareName(frame, prefixMark + name);
}

function isPrefix(frame: Frame | null, name: string): boolean {
  return frame?.kind === 'file' && frame.names?.has(prefixMark + name) === true;
}

/** Whether a use of a name needs no site: that of a local variable or of a prefix. */
export function isHiddenName(c: Collector, text: string): boolean {
  return isPrefix(frameOf(c.frame, text), text) || (!c.everySite && isLocal(c.frame, text));
}

export interface BareName {
  /** Node of the name itself, for its site. */
  node: number;
  /** Node of the name's value. */
  value: number;
}

/**
 * A name without a receiver. Members that the surrounding class declares itself come before declarations and imports of the file;
 * inherited members come after these, so such a name may be either.
 */
export function bareName(c: Collector, text: string): BareName {
  const { writer, frame } = c;
  const declaring = frameOf(frame, text);
  if (declaring?.kind === 'class') {
    const isStatic = declaring.names?.has(staticMark + text) === true;
    const on = isStatic ? writer.entityNode(declaring.entity) : writer.node(ops.this, frame.scope);
    const member = writer.member(on, text);
    return { node: member, value: member };
  }
  const node = writer.name(text, frame.scope);
  if (declaring !== null || enclosingClass(frame) === null || isTypeName(text)) return { node, value: node };
  const inherited = writer.member(writer.node(ops.this, frame.scope), text);
  return { node, value: writer.either([node, inherited]) };
}

/** The superclass of the surrounding class. */
interface Superclass {
  /** The name of the superclass as a value, for calls of its constructors; 0 for none. */
  named: number;
  /** An instance of the superclass. */
  instance: number;
}

/** Records the superclass of a class. `type` is 0 where the class has mixins, which come before the superclass. */
export function setSuperclass(c: Collector, entity: number, { named, type }: { named: number; type: number }): void {
  c.shared.set(`super ${entity}`, named);
  c.shared.set(`super type ${entity}`, type);
}

/** The meaning of `super`: mixins and superclass together or, without mixins, the superclass's type. */
export function superclassOf(c: Collector): Superclass {
  const { writer, frame } = c;
  const entity = enclosingClass(frame)?.entity ?? -1;
  const type = c.shared.get(`super type ${entity}`) ?? 0;
  return {
    named: c.shared.get(`super ${entity}`) ?? 0,
    instance: type === 0 ? writer.node(ops.super, frame.scope) : writer.node(ops.cast, type, 0),
  };
}
