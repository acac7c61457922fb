/**
 * Containers and function types of languages with overloads, as far as they give back values of the type that was put in. Each language gives
 * the names of its containers (`Dialect.containers`).
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
import { type Inference, nodeValue } from '../questions/questions.ts';
import { alternatives, instancesOf, union, type Value } from '../questions/values.ts';

/** Whether containers of the language's library have a member of that name. */
export function isMemberOfContainers(file: ProgramFile, name: string): boolean {
  const { containers: own } = dialectOf(file);
  if (own === undefined) return false;
  return [own.element, own.list, own.visit, own.pair, own.map, own.flatMap, own.value].some((known) => known.has(name));
}

/** The result of the library's other methods. */
const external: Value = { kind: 'external' };

/** A type of the language or its library, with its arguments; undefined for any other name. */
export function containerType(
  own: ContainerWords,
  written: string,
  args: readonly (Value | null)[],
): Value | undefined {
  const name = written.replace(/`\d+$/, '');
  const [first = null, second = null] = args;
  if (own.lists.has(name)) return { kind: 'list', of: first };
  if (own.maps.has(name)) return { kind: 'map', key: first, of: second };
  if (own.promises.has(name)) return { kind: 'promise', of: first };
  if (name === 'String') return stringValue;
  if (own.numbers.has(name)) return numberValue;
  if (name === 'boolean' || name === 'Boolean' || name === 'Bool') return booleanValue;
  const kind = own.functions.get(name);
  if (kind === undefined) return undefined;
  const isLast = kind === 'last';
  return {
    kind: 'callback',
    parameters: isLast ? args.slice(0, -1) : [...args],
    result: isLast ? (args.at(-1) ?? null) : null,
  };
}

/** The alternatives of a receiver. An object whose class has no such method counts as the library container that the class extends. */
function containersIn(i: Inference, receiver: Value | null, name: string): readonly Value[] {
  return alternatives(receiver).map((part) => {
    if (part.kind !== 'instance') return part;
    return nominalMembers(i, part, { name, meaning: 'function' }).length > 0 ? part : (containerOf(i, part) ?? part);
  });
}

function given(i: Inference, value: Value | null): Value | null {
  const constructed = instancesOf(union(alternatives(value).filter(({ kind }) => kind === 'static')));
  const results = alternatives(value).map((part) => (part.kind === 'callback' ? (part.result ?? null) : null));
  return union([functionResult(i, value), constructed, ...results]);
}

interface Asked {
  call: MethodCall;
  argument: (index: number) => Value | null;
}

/** The receiver that `with(a) { … }` passes to its lambda; null for any other call. */
function receiverOfWith(i: Inference, file: ProgramFile, call: number, own: ContainerWords): Value | null {
  const args = file.operand(call, 1);
  if (file.count(args) !== 2 || !own.withReceiver.has(calledName(file, call)) || runsOwn(i, file, call)) return null;
  return nodeValue(i, file, file.item(args, 0));
}

/** The name of a function that is called without a receiver; empty for any other call. */
function calledName(file: ProgramFile, call: number): string {
  const callee = file.operand(call, 0);
  const named = file.op(callee) === ops.overload ? file.operand(callee, 0) : 0;
  return file.op(named) === ops.name ? file.text(file.operand(named, 0)) : '';
}

/** Whether a call runs a function of the project. */
function runsOwn(i: Inference, file: ProgramFile, call: number): boolean {
  return alternatives(nodeValue(i, file, file.operand(call, 0))).some(({ kind }) => kind === 'function');
}

/** The result of calling a container's method; undefined for any other call. */
export function containerResult(i: Inference, file: ProgramFile, node: number): Value | null | undefined {
  const { containers: own } = dialectOf(file);
  if (own === undefined) return undefined;
  const callbacks = alternatives(nodeValue(i, file, file.operand(node, 0))).filter((part) => part.kind === 'callback');
  if (callbacks.length > 0) return union(callbacks.map((part) => part.result ?? external));
  const call = overloadedCall(file, node);
  if (call === null && receiverOfWith(i, file, node, own) !== null)
    return given(i, nodeValue(i, file, file.item(file.operand(node, 1), 1)));
  if (call === null) return factoryResult(i, file, node, own);
  const argument = (index: number): Value | null => nodeValue(i, file, call.args[index] ?? 0);
  const receiver = nodeValue(i, file, call.receiver);
  const isScoped = own.itself.has(call.name) || own.transforming.has(call.name);
  if (isScoped && receiver !== null && !runsOwn(i, file, node))
    return own.itself.has(call.name) ? receiver : given(i, argument(0));
  for (const part of containersIn(i, receiver, call.name)) {
    // Extension functions of the project come before the library's methods.
    if (part.kind !== 'list' && part.kind !== 'map' && part.kind !== 'callback' && part.kind !== 'promise') continue;
    const value = nodeValue(i, file, file.operand(node, 0));
    if (alternatives(value).some(({ kind }) => kind === 'function')) return undefined;
    if (part.kind === 'list') return ofList(i, own, { list: part, asked: { call, argument } });
    if (part.kind === 'map') return ofMap(i, own, { map: part, asked: { call, argument } });
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
  own: ContainerWords,
  { list, asked: { call, argument } }: { list: Value & { kind: 'list' }; asked: Asked },
): Value | null {
  const { name } = call;
  if (own.element.has(name)) return list.of;
  if (own.list.has(name)) return list;
  if (own.map.has(name)) return { kind: 'list', of: given(i, argument(0)) };
  if (own.flatMap.has(name)) return { kind: 'list', of: elementOf(i, given(i, argument(0))) };
  switch (name) {
    case 'ToDictionary':
      return { kind: 'map', key: given(i, argument(0)), of: call.args.length > 1 ? given(i, argument(1)) : list.of };
    case 'associateBy':
      return { kind: 'map', key: given(i, argument(0)), of: list.of };
    case 'associateWith':
      return { kind: 'map', key: list.of, of: given(i, argument(0)) };
    case 'groupBy':
      return { kind: 'map', key: given(i, argument(0)), of: list };
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
  own: ContainerWords,
  { map, asked: { call, argument } }: { map: Value & { kind: 'map' }; asked: Asked },
): Value | null {
  const { name } = call;
  // Another call on the result gives the value.
  if (own.maybeValue.has(name)) return { kind: 'list', of: map.of };
  if (own.value.has(name)) return map.of;
  if (own.map.has(name)) return { kind: 'list', of: given(i, argument(0)) };
  if (own.list.has(name) || name === 'toMap' || name === 'toMutableMap') return map;
  if (own.element.has(name)) return map;
  return external;
}

/** `listOf(a)`, `List(a)`, `mapOf(a to b)`. */
function factoryResult(i: Inference, file: ProgramFile, node: number, own: ContainerWords): Value | undefined {
  if (!own.listFactories.has(calledName(file, node))) return undefined;
  const value = nodeValue(i, file, file.operand(node, 0));
  if (value?.kind !== 'external') return undefined;
  const items = file.list(file.operand(node, 1)).slice(0, 8);
  return { kind: 'list', of: union(items.map((item) => nodeValue(i, file, item))) };
}

/** What a container's method passes to its callback: the parameters of that function, as those of a callable. */
export function containerCallback(
  i: Inference,
  file: ProgramFile,
  { call, position }: { call: number; position: number },
): Value | undefined {
  const { containers: own } = dialectOf(file);
  if (own === undefined) return undefined;
  const method = overloadedCall(file, call);
  if (method === null) {
    const receiver = position === 0 ? null : receiverOfWith(i, file, call, own);
    return receiver === null ? undefined : { kind: 'callback', parameters: [], receiver };
  }
  const { name } = method;
  const receiver = nodeValue(i, file, method.receiver);
  const isScoped = own.itself.has(name) || own.transforming.has(name);
  if (isScoped && receiver !== null && !runsOwn(i, file, call))
    return { kind: 'callback', parameters: [receiver], receiver };
  for (const part of containersIn(i, receiver, name)) {
    if (part.kind === 'list') {
      if (name === 'fold' || name === 'foldLeft' || name === 'foldRight' || name === 'Aggregate')
        return { kind: 'callback', parameters: [argumentOf(i, file, method), part.of] };
      if (name.endsWith('Indexed')) return { kind: 'callback', parameters: [numberValue, part.of] };
      if (own.pair.has(name)) return { kind: 'callback', parameters: [part.of, part.of] };
      if (own.visit.has(name) && position <= 1) return { kind: 'callback', parameters: [part.of] };
    }
    if (part.kind === 'map') {
      if (name === 'GetOrAdd' || name === 'getOrPut' || name === 'computeIfAbsent')
        return { kind: 'callback', parameters: [part.key] };
      if (own.visit.has(name)) return { kind: 'callback', parameters: [part] };
    }
  }
  return undefined;
}

/** The first argument, with which folding starts. */
function argumentOf(i: Inference, file: ProgramFile, { args }: MethodCall): Value | null {
  return nodeValue(i, file, args[0] ?? 0);
}
