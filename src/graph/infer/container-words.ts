/**
 * Containers and function types of languages with overloads: methods that return or pass on values of the content's type. Each language lists
 * the names of its containers and their methods (`Dialect.containers`).
 */
import { ops } from '../../model/file-summary.ts';
import { booleanValue, numberValue, stringValue } from '../members/builtin-types.ts';
import { functionResult } from './callables.ts';
import { dialectOf } from '../languages/dialect.ts';
import type { ProgramFile } from '../program/program-file.ts';
import { containerOf, overloadedCall, type MethodCall } from './container-types.ts';
import { elementOf } from '../members/members.ts';
import { nominalMembers } from '../heritage/nominal.ts';
import type { ContainerWords } from '../questions/container-names.ts';
import { thisValue } from '../heritage/heritage.ts';
import { type Inference, nodeValue } from '../questions/questions.ts';
import { alternatives, instancesOf, union, type Value } from '../questions/values.ts';

/** Whether containers of the language's library have a member of a name. */
export function isMemberOfContainers(file: ProgramFile, name: string): boolean {
  const { containers: words } = dialectOf(file);
  if (words === undefined) return false;
  return [words.element, words.list, words.visit, words.pair, words.map, words.flatMap, words.value].some((methods) =>
    methods.has(name),
  );
}

/** The maximum number of arguments of a list factory (`listOf(a, b)`) whose values are joined. */
const maxItems = 8;

/** The result of the library's methods that are not listed. */
const external: Value = { kind: 'external' };

/** The value of a type of the library, by its type arguments; undefined for any other name. */
export function containerType(
  words: ContainerWords,
  written: string,
  args: readonly (Value | null)[],
): Value | undefined {
  const name = written.replace(/`\d+$/, '');
  const [first = null, second = null] = args;
  if (words.lists.has(name)) return { kind: 'list', of: first };
  if (words.maps.has(name)) return { kind: 'map', key: first, of: second };
  if (words.promises.has(name)) return { kind: 'promise', of: first };
  if (name === 'String') return stringValue;
  if (words.numbers.has(name)) return numberValue;
  if (name === 'boolean' || name === 'Boolean' || name === 'Bool') return booleanValue;
  const kind = words.functions.get(name);
  if (kind === undefined) return undefined;
  const isLast = kind === 'last';
  return {
    kind: 'callback',
    parameters: isLast ? args.slice(0, -1) : [...args],
    result: isLast ? (args.at(-1) ?? null) : null,
  };
}

/** The alternatives of a receiver. An object whose class lacks the method is replaced by the library's container that the class extends. */
function containersIn(i: Inference, receiver: Value | null, name: string): readonly Value[] {
  return alternatives(receiver).map((part) => {
    if (part.kind !== 'instance') return part;
    return nominalMembers(i, part, { name, meaning: 'function' }).length > 0 ? part : (containerOf(i, part) ?? part);
  });
}

/** The result of a function that is passed as an argument; for a constructor an instance. */
function resultOfGiven(i: Inference, value: Value | null): Value | null {
  const constructed = instancesOf(union(alternatives(value).filter(({ kind }) => kind === 'static')));
  const results = alternatives(value).map((part) => (part.kind === 'callback' ? (part.result ?? null) : null));
  return union([functionResult(i, value), constructed, ...results]);
}

interface CallOnContainer {
  call: MethodCall;
  argument: (index: number) => Value | null;
}

/** The receiver that `with(a) { … }` passes to its lambda; null for any other call. */
function receiverOfWith(i: Inference, file: ProgramFile, call: number, words: ContainerWords): Value | null {
  const args = file.operand(call, 1);
  if (file.count(args) !== 2 || !words.withReceiver.has(calledName(file, call)) || runsProjectFunction(i, file, call))
    return null;
  return nodeValue(i, file, file.item(args, 0));
}

/** The object that `buildString { … }` passes to its lambda; null for any other call. */
function receiverOfBuilder(i: Inference, file: ProgramFile, call: number, words: ContainerWords): Value | null {
  const name = words.builders.get(calledName(file, call));
  return name === undefined || runsProjectFunction(i, file, call) ? null : { kind: 'external', name };
}

/** The name of a function that is called without a receiver; empty for any other call. */
function calledName(file: ProgramFile, call: number): string {
  const callee = file.operand(call, 0);
  const named = file.op(callee) === ops.overload ? file.operand(callee, 0) : 0;
  return file.op(named) === ops.name ? file.text(file.operand(named, 0)) : '';
}

/** Whether a call runs a function of the project. */
function runsProjectFunction(i: Inference, file: ProgramFile, call: number): boolean {
  return alternatives(nodeValue(i, file, file.operand(call, 0))).some(({ kind }) => kind === 'function');
}

/** The result of calling a container's method; undefined for any other call. */
export function containerResult(i: Inference, file: ProgramFile, node: number): Value | null | undefined {
  const { containers: words } = dialectOf(file);
  if (words === undefined) return undefined;
  const callbacks = alternatives(nodeValue(i, file, file.operand(node, 0))).filter((part) => part.kind === 'callback');
  if (callbacks.length > 0) return union(callbacks.map((part) => part.result ?? external));
  const call = overloadedCall(file, node);
  if (call === null && receiverOfWith(i, file, node, words) !== null)
    return resultOfGiven(i, nodeValue(i, file, file.item(file.operand(node, 1), 1)));
  if (call === null && words.itself.has(calledName(file, node)) && !runsProjectFunction(i, file, node))
    return thisValue(i, file, file.operand(file.operand(file.operand(node, 0), 0), 1));
  if (call === null) return factoryResult(i, file, node, words);
  const argument = (index: number): Value | null => nodeValue(i, file, call.args[index] ?? 0);
  const receiver = nodeValue(i, file, call.receiver);
  const isScoped = words.itself.has(call.name) || words.transforming.has(call.name);
  if (isScoped && receiver !== null && !runsProjectFunction(i, file, node))
    return words.itself.has(call.name) ? receiver : resultOfGiven(i, argument(0));
  for (const part of containersIn(i, receiver, call.name)) {
    if (part.kind !== 'list' && part.kind !== 'map' && part.kind !== 'callback' && part.kind !== 'promise') continue;
    const value = nodeValue(i, file, file.operand(node, 0));
    // A function of the project (an extension) with this name takes precedence over the library's method.
    if (alternatives(value).some(({ kind }) => kind === 'function')) return undefined;
    if (part.kind === 'list') return ofList(i, words, { list: part, asked: { call, argument } });
    if (part.kind === 'map') return ofMap(i, words, { map: part, asked: { call, argument } });
    if (part.kind === 'callback') return part.result ?? external;
    return call.name === 'ConfigureAwait'
      ? part
      : call.name === 'GetAwaiter' || call.name === 'GetResult'
        ? part.of
        : external;
  }
  return undefined;
}

function ofList(
  i: Inference,
  words: ContainerWords,
  { list, asked: { call, argument } }: { list: Value & { kind: 'list' }; asked: CallOnContainer },
): Value | null {
  const { name } = call;
  if (words.element.has(name)) return list.of;
  if (words.list.has(name)) return list;
  if (words.map.has(name)) return { kind: 'list', of: resultOfGiven(i, argument(0)) };
  if (words.flatMap.has(name)) return { kind: 'list', of: elementOf(i, resultOfGiven(i, argument(0))) };
  switch (name) {
    case 'ToDictionary':
      return {
        kind: 'map',
        key: resultOfGiven(i, argument(0)),
        of: call.args.length > 1 ? resultOfGiven(i, argument(1)) : list.of,
      };
    case 'associateBy':
      return { kind: 'map', key: resultOfGiven(i, argument(0)), of: list.of };
    case 'associateWith':
      return { kind: 'map', key: list.of, of: resultOfGiven(i, argument(0)) };
    case 'groupBy':
      return { kind: 'map', key: resultOfGiven(i, argument(0)), of: list };
    case 'withIndex':
    case 'zipWithIndex': {
      const items = name === 'withIndex' ? [numberValue, list.of] : [list.of, numberValue];
      return { kind: 'list', of: { kind: 'list', of: list.of, items } };
    }
    default:
      return external;
  }
}

function ofMap(
  i: Inference,
  words: ContainerWords,
  { map, asked: { call, argument } }: { map: Value & { kind: 'map' }; asked: CallOnContainer },
): Value | null {
  const { name } = call;
  // An optional value is a list of one element, which a further call (`get`) returns.
  if (words.maybeValue.has(name)) return { kind: 'list', of: map.of };
  if (words.value.has(name)) return map.of;
  if (words.map.has(name)) return { kind: 'list', of: resultOfGiven(i, argument(0)) };
  if (words.list.has(name) || name === 'toMap' || name === 'toMutableMap') return map;
  if (words.element.has(name)) return map;
  return external;
}

/** The list that a library function makes of its arguments (`listOf(a)`, `List(a)`); undefined for any other call. */
function factoryResult(i: Inference, file: ProgramFile, node: number, words: ContainerWords): Value | undefined {
  if (!words.listFactories.has(calledName(file, node))) return undefined;
  const value = nodeValue(i, file, file.operand(node, 0));
  if (value?.kind !== 'external') return undefined;
  const items = file.list(file.operand(node, 1)).slice(0, maxItems);
  return { kind: 'list', of: union(items.map((item) => nodeValue(i, file, item))) };
}

/** What a container's method passes to its callback: a callable with the values of the callback's parameters; undefined for any other call. */
export function containerCallback(
  i: Inference,
  file: ProgramFile,
  { call, position }: { call: number; position: number },
): Value | undefined {
  const { containers: words } = dialectOf(file);
  if (words === undefined) return undefined;
  const method = overloadedCall(file, call);
  if (method === null) {
    const isOnly = file.count(file.operand(call, 1)) === 1;
    const ofWith = (): Value | null => (position === 0 ? null : receiverOfWith(i, file, call, words));
    const receiver = isOnly ? receiverOfBuilder(i, file, call, words) : ofWith();
    return receiver === null ? undefined : { kind: 'callback', parameters: [], receiver };
  }
  const { name } = method;
  const receiver = nodeValue(i, file, method.receiver);
  const isScoped = words.itself.has(name) || words.transforming.has(name);
  if (isScoped && receiver !== null && !runsProjectFunction(i, file, call))
    return words.onReceiver.has(name)
      ? { kind: 'callback', parameters: [receiver], receiver }
      : { kind: 'callback', parameters: [receiver] };
  for (const part of containersIn(i, receiver, name)) {
    if (part.kind === 'list') {
      if (name === 'fold' || name === 'foldLeft' || name === 'foldRight' || name === 'Aggregate')
        return { kind: 'callback', parameters: [argumentOf(i, file, method), part.of] };
      if (name.endsWith('Indexed')) return { kind: 'callback', parameters: [numberValue, part.of] };
      if (words.pair.has(name)) return { kind: 'callback', parameters: [part.of, part.of] };
      if (words.visit.has(name) && position <= 1) return { kind: 'callback', parameters: [part.of] };
    }
    if (part.kind === 'map') {
      if (name === 'GetOrAdd' || name === 'getOrPut' || name === 'computeIfAbsent')
        return { kind: 'callback', parameters: [part.key] };
      if (words.visit.has(name)) return { kind: 'callback', parameters: [part] };
    }
  }
  return undefined;
}

/** The first argument, which is the start value of a fold. */
function argumentOf(i: Inference, file: ProgramFile, { args }: MethodCall): Value | null {
  return nodeValue(i, file, args[0] ?? 0);
}
