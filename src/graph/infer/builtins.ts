/** Methods of the scripting languages' containers: their results, and the arguments that they pass to callbacks. */
import { entityKinds, ops } from '../../model/file-summary.ts';
import { functionResult } from './callables.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { builtinType, numberValue, stringValue } from '../members/builtin-types.ts';
import { dialectOf } from '../languages/dialect.ts';
import { elementOf } from '../members/members.ts';
import { type Inference, nodeValue } from '../questions/questions.ts';
import { type Value, alternatives, union, eachOf } from '../questions/values.ts';

/** The value of a built-in type of the file's language, by its type arguments; undefined for any other name. */
export function builtinTypeIn(
  file: ProgramFile,
  name: string,
  args: readonly (Value | null)[],
): Value | null | undefined {
  const { libraryType } = dialectOf(file);
  return libraryType === undefined ? builtinType(name, args) : libraryType(name, args);
}

/** Methods of a list that return an element. */
const elementMethods = new Set('find findLast at pop shift next'.split(' '));

/** Methods of a list that return a list. Its elements are mostly those of the first list (`listResult`). */
const listMethods = new Set(
  'filter slice concat reverse sort toSorted toReversed toSpliced splice fill copyWithin values flat with copy union intersection difference'.split(
    ' ',
  ),
);

/** Methods of a list that call their first argument with an element, or with two (`isSorting`). */
const callbackMethods = new Set(
  'map filter forEach find findIndex findLast findLastIndex some every flatMap sort toSorted'.split(' '),
);

/** Methods of a list or map that take an element -> the position of the first argument that is one. */
const takingMethods = new Map([
  ...['push', 'unshift', 'add', 'fill', 'includes', 'indexOf', 'lastIndexOf'].map((name) => [name, 0] as const),
  ...[['with', 1] as const, ['set', 1] as const, ['splice', 2] as const],
]);

/** Methods of a list that return a string. */
const stringMethods = new Set('join toString'.split(' '));

/** A call of a method. */
export interface ScriptCall {
  /** The receiver's node. */
  receiver: number;
  name: string;
  /** The list node of the arguments. */
  args: number;
}

/** The node of the argument at a position; 0 for none. */
function argumentAt(file: ProgramFile, { args }: ScriptCall, position: number): number {
  return position < file.count(args) ? file.item(args, position) : 0;
}

/** The method call at a `call` node; null for any other call. */
export function methodCall(file: ProgramFile, node: number): ScriptCall | null {
  const callee = file.operand(node, 0);
  if (file.op(callee) !== ops.member) return null;
  return {
    receiver: file.operand(callee, 0),
    name: file.text(file.operand(callee, 1)),
    args: file.operand(node, 1),
  };
}

/** The result of calling a container's method; undefined for any other call. */
export function builtinResult(i: Inference, file: ProgramFile, node: number): Value | null | undefined {
  const { libraryResult } = dialectOf(file);
  return libraryResult === undefined ? scriptResult(i, file, node) : libraryResult(i, file, node);
}

/**
 * The result of calling a method of a scripting language's container, or a static method of a global class (`Promise.all`); undefined for any other
 * call.
 */
export function scriptResult(i: Inference, file: ProgramFile, node: number): Value | null | undefined {
  const call = methodCall(file, node);
  const receiver = call === null ? null : nodeValue(i, file, call.receiver);
  if (call === null || receiver === null) return undefined;
  if (receiver.kind === 'external') return globalResult(i, file, call);
  if (receiver.kind !== 'union') return isBuiltin(receiver) ? methodResult(i, file, call, receiver) : undefined;
  const part = mergedContainers(receiver.of.filter(isBuiltin));
  if (part === undefined || !isBuiltin(part)) return undefined;
  const result = methodResult(i, file, call, part);
  // A method that the container does not have may be that of an alternative of the project.
  return result === null && receiver.of.some((one) => one.kind === 'instance') ? undefined : result;
}

function isBuiltin({ kind }: Value): boolean {
  return kind === 'list' || kind === 'map' || kind === 'promise' || kind === 'primitive';
}

/** The result of a method of a container, promise or primitive; null for a method that is not known here. */
function methodResult(i: Inference, file: ProgramFile, call: ScriptCall, part: Value): Value | null {
  // The result of the callback.
  const result = (): Value | null => functionResult(i, nodeValue(i, file, argumentAt(file, call, 0)));
  if (part.kind === 'promise') {
    if (call.name === 'catch' || call.name === 'finally') return part;
    if (call.name !== 'then') return null;
    const given = result();
    return given?.kind === 'promise' ? given : { kind: 'promise', of: given };
  }
  if (part.kind === 'list') {
    if (elementMethods.has(call.name)) return part.of;
    if (call.name === 'copy') return part;
    if (listMethods.has(call.name)) return listResult(i, file, { call, of: part.of });
    if (stringMethods.has(call.name)) return stringValue;
    if (call.name === 'map') return { kind: 'list', of: result() };
    if (call.name === 'flatMap') return { kind: 'list', of: elementOf(i, result()) };
    if (call.name === 'entries')
      return { kind: 'list', of: { kind: 'list', of: part.of, items: [numberValue, part.of] } };
    if (call.name === 'reduce') return nodeValue(i, file, argumentAt(file, call, 1));
    return null;
  }
  if (part.kind === 'map') {
    if (call.name === 'get' || call.name === 'pop' || call.name === 'setdefault') return part.of;
    if (call.name === 'values') return { kind: 'list', of: part.of };
    if (call.name === 'keys') return { kind: 'list', of: part.key };
    if (call.name === 'set' || call.name === 'copy') return part;
    if (call.name === 'entries' || call.name === 'items') {
      return { kind: 'list', of: { kind: 'list', of: union([part.key, part.of]), items: [part.key, part.of] } };
    }
    return null;
  }
  return call.name === 'split' ? { kind: 'list', of: stringValue } : null;
}

/** The result of a static method of a global class (`Promise.all([…])`, `Object.values(x)`); undefined for any other call. */
function globalResult(i: Inference, file: ProgramFile, call: ScriptCall): Value | null | undefined {
  if (file.op(call.receiver) !== ops.name) return undefined;
  const owner = file.text(file.operand(call.receiver, 0));
  return owner === 'Promise' || owner === 'Object' || owner === 'Array'
    ? staticResult(i, file, owner, call)
    : undefined;
}

function staticResult(i: Inference, file: ProgramFile, owner: string, call: ScriptCall): Value | null | undefined {
  const argument = (): Value | null => nodeValue(i, file, argumentAt(file, call, 0));
  const awaited = (value: Value | null): Value | null =>
    eachOf(value, (part) => (part.kind === 'promise' ? part.of : part));
  switch (`${owner}.${call.name}`) {
    case 'Promise.all':
    case 'Promise.race':
    case 'Promise.any': {
      const list = argument();
      if (list?.kind !== 'list') return { kind: 'promise', of: null };
      if (call.name !== 'all') return { kind: 'promise', of: awaited(list.of) };
      const items = list.items?.map(awaited);
      return { kind: 'promise', of: { kind: 'list', of: awaited(list.of), ...(items === undefined ? {} : { items }) } };
    }
    case 'Promise.resolve': {
      const value = argument();
      return value?.kind === 'promise' ? value : { kind: 'promise', of: value };
    }
    case 'Object.values':
      return { kind: 'list', of: elementOf(i, argument()) };
    case 'Object.entries': {
      const of = elementOf(i, argument());
      return { kind: 'list', of: { kind: 'list', of: union([stringValue, of]), items: [stringValue, of] } };
    }
    case 'Object.keys':
      return { kind: 'list', of: stringValue };
    case 'Array.from':
    case 'Array.of': {
      const list = argument();
      const mapped = functionResult(i, nodeValue(i, file, argumentAt(file, call, 1)));
      return { kind: 'list', of: mapped ?? elementOf(i, list) };
    }
    case 'Object.assign':
      return union(file.list(call.args).map((arg) => nodeValue(i, file, arg)));
    case 'Object.create':
    case 'Object.setPrototypeOf':
    case 'Object.defineProperty':
    case 'Object.defineProperties':
    case 'Object.freeze':
    case 'Object.seal':
      return argument();
    default:
      return undefined;
  }
}

/** The list that a method of a list returns. Its elements have other positions, so it has no `items`. */
function listResult(i: Inference, file: ProgramFile, { call, of }: { call: ScriptCall; of: Value | null }): Value {
  if (call.name === 'concat' || call.name === 'union') {
    const others = file.list(call.args).flatMap((arg) => alternatives(nodeValue(i, file, arg)));
    return { kind: 'list', of: union([of, ...others.map((other) => (other.kind === 'list' ? other.of : other))]) };
  }
  if (call.name !== 'flat') return { kind: 'list', of };
  return { kind: 'list', of: eachOf(of, (part) => (part.kind === 'list' ? part.of : part)) };
}

function isSorting(name: string): boolean {
  return name === 'sort' || name === 'toSorted';
}

/**
 * What a container's method expects of an argument: a callable with the values that it passes to it, or the container's elements; undefined for any other
 * call.
 */
export function builtinCallback(
  i: Inference,
  file: ProgramFile,
  { call, position }: { call: number; position: number },
): Value | undefined {
  const { libraryCallback } = dialectOf(file);
  return libraryCallback === undefined
    ? scriptCallback(i, file, { call, position })
    : libraryCallback(i, file, { call, position });
}

function scriptCallback(
  i: Inference,
  file: ProgramFile,
  { call, position }: { call: number; position: number },
): Value | undefined {
  const method = methodCall(file, call);
  if (method === null) return undefined;
  const receiver = nodeValue(i, file, method.receiver);
  const containers = alternatives(receiver).filter(({ kind }) => kind === 'list' || kind === 'map');
  const parts = containers.length > 1 ? [mergedContainers(containers)!] : alternatives(receiver);
  for (const part of parts) {
    if (part.kind === 'list' && position === 0) {
      if (callbackMethods.has(method.name))
        return {
          kind: 'callback',
          parameters: [part.of, ...(isSorting(method.name) ? [part.of] : [numberValue, part])],
        };
      if (method.name === 'reduce')
        return {
          kind: 'callback',
          parameters: [nodeValue(i, file, argumentAt(file, method, 1)) ?? part.of, part.of, numberValue],
        };
    }
    if (part.kind === 'map' && position === 0 && method.name === 'forEach')
      return { kind: 'callback', parameters: [part.of, part.key, part] };
    if (part.kind === 'list' || part.kind === 'map') {
      const isElement = position >= (takingMethods.get(method.name) ?? Infinity);
      const wanted = isElement ? declaredOf(part.of) : null;
      if (wanted !== null) return wanted;
    }
    if (part.kind === 'promise' && position === 0 && method.name === 'then')
      return { kind: 'callback', parameters: [part.of] };
    if (part.kind === 'module' && position === 0 && method.name === 'then')
      return { kind: 'callback', parameters: [part] };
  }
  // `Array.from(list, callback)`
  if (receiver?.kind === 'external' && position === 1 && method.name === 'from') {
    return {
      kind: 'callback',
      parameters: [elementOf(i, nodeValue(i, file, argumentAt(file, method, 0))), numberValue],
    };
  }
  return undefined;
}

/** The alternatives that a type declares: the elements that a list happens to have say nothing of others. */
function declaredOf(value: Value | null): Value | null {
  return union(
    alternatives(value).filter(
      (part) => part.kind === 'instance' && part.file.kind(part.entity) !== entityKinds.object,
    ),
  );
}

/** One list or map in place of several, with the elements of all; the first alternative where any is neither list nor map. */
function mergedContainers(parts: readonly Value[]): Value | undefined {
  const [first] = parts;
  if (parts.length < 2 || first === undefined) return first;
  const elements: (Value | null)[] = [];
  let map: Value | null = null;
  for (const part of parts) {
    if (part.kind !== 'list' && part.kind !== 'map') return first;
    elements.push(part.of);
    if (part.kind === 'map') map = part;
  }
  return map?.kind === 'map'
    ? { kind: 'map', key: map.key, of: union(elements) }
    : { kind: 'list', of: union(elements) };
}
