/** Contextual types: the type that a function, an object literal or a call is expected to have where it is written. */
import { take } from '../memory';
import {
  fieldContext,
  fieldFlags,
  fieldKind,
  fieldType,
  flagAsync,
  kindFunction,
  kindObject,
  opArgument,
  opArray,
  opAwait,
  opCall,
  opCast,
  opConstruct,
  opEither,
  opEntity,
  opItem,
  opReturned,
} from '../generated/codes';
import { writer } from './writer';

const enum ContextKind {
  /** An existing node. */
  Written,
  /** A type. */
  Cast,
  /** What a call expects at an argument position. */
  Argument,
  /** What a function must return. */
  Returned,
  /** The element of another context's array at a position. */
  Item,
}

/** An expected type. Its nodes are written each time that something uses it. */
@unmanaged
export class Context {
  kind: ContextKind;
  /** The node, type, call or function that `kind` refers to. */
  subject: i32;
  /** Of the argument or item. */
  position: i32;
  /** The context of the array, for `Item`. */
  array: Context | null;

  /** Writes the nodes of this type. @returns the outermost */
  write(): i32 {
    switch (this.kind) {
      case ContextKind.Cast:
        return writer.node2(opCast, this.subject, 0);
      case ContextKind.Argument:
        return writer.node2(opArgument, this.subject, this.position);
      case ContextKind.Returned:
        return returnContext(this.subject);
      case ContextKind.Item:
        return writer.node2(opItem, this.array!.write(), this.position);
      default:
        return this.subject;
    }
  }
}

function contextOf(kind: ContextKind, subject: i32, position: i32, array: Context | null): Context {
  const context = changetype<Context>(take(offsetof<Context>()));
  context.kind = kind;
  context.subject = subject;
  context.position = position;
  context.array = array;
  return context;
}

/** The context of a node that has already been written. */
export function contextOfNode(node: i32): Context {
  return contextOf(ContextKind.Written, node, 0, null);
}

/** The context of a type. */
export function contextOfType(type: i32): Context {
  return contextOf(ContextKind.Cast, type, 0, null);
}

/** The context of an argument: what the callee expects. */
export function contextOfArgument(call: i32, position: i32): Context {
  return contextOf(ContextKind.Argument, call, position, null);
}

/** The context of a return value: what the function must return. */
export function contextOfResult(entity: i32): Context {
  return contextOf(ContextKind.Returned, entity, 0, null);
}

/** Sets the context of a function, object literal or call. For an array or alternatives, it sets the contexts of the parts. */
export function setContext(value: i32, context: Context): void {
  if (value === 0) return;
  const op = writer.opOf(value);
  if (op === opEither || op === opArray) {
    const parts = writer.operand(value, 0);
    const count = writer.itemCount(parts);
    for (let position = 0; position < count; position++) {
      const part = op === opArray ? contextOf(ContextKind.Item, 0, position, context) : context;
      setContext(writer.item(parts, position), part);
    }
    return;
  }
  if (op === opCall || op === opConstruct) {
    const type = context.write();
    if (writer.opOf(type) === opCast) writer.expect(value, writer.operand(type, 0));
    return;
  }
  if (op !== opEntity) return;
  const entity = writer.operand(value, 0);
  // The first context stays.
  if (writer.get(entity, fieldContext) !== 0) return;
  const kind = writer.get(entity, fieldKind);
  if (kind === kindFunction || kind === kindObject) writer.set(entity, fieldContext, context.write());
}

/** What a function must return: its declared type, or what its own context expects. */
function returnContext(entity: i32): i32 {
  const type = writer.get(entity, fieldType);
  const whole = type === 0 ? writer.node1(opReturned, entity) : writer.node2(opCast, type, 0);
  const isAsync = (writer.get(entity, fieldFlags) & flagAsync) !== 0;
  return isAsync ? writer.node1(opAwait, whole) : whole;
}
