/** Dart's containers, futures and streams: their methods that return or pass on values of the content's type. */
import { builtinType, numberValue, stringValue } from '../../members/builtin-types.ts';
import { methodCall } from '../../infer/builtins.ts';
import { functionResult } from '../../infer/callables.ts';
import { words } from '../../questions/container-names.ts';
import { type Inference, nodeValue, typeValue } from '../../questions/questions.ts';
import { alternatives, type Value } from '../../questions/values.ts';
import { elementOf, memberValue } from '../../members/members.ts';
import { givenToBuilder, inheritedState, readFromProvider } from './frameworks.ts';
import type { ProgramFile } from '../../program/program-file.ts';

const lists = words(
  `Stream Queue ListQueue HashSet LinkedHashSet SplayTreeSet UnmodifiableListView UnmodifiableSetView ListBase SetBase IterableBase
  StreamController StreamIterator BuiltList BuiltSet IList ISet ValueNotifier ValueListenable Rx`,
);
const maps = words('HashMap LinkedHashMap SplayTreeMap UnmodifiableMapView MapBase MapEntry BuiltMap IMap');

export function libraryType(name: string, args: readonly (Value | null)[]): Value | null | undefined {
  const [first = null, second = null] = args;
  if (lists.has(name)) return { kind: 'list', of: first };
  if (maps.has(name)) return { kind: 'map', key: first, of: second };
  return name === 'FutureOr' ? { kind: 'promise', of: first } : builtinType(name, args);
}

const external: Value = { kind: 'external' };

/** Properties of a list that are an element. */
const elementProperties = words('first last single firstOrNull lastOrNull singleOrNull current value');
/** Properties of a list that are a list of the same elements. */
const listProperties = words('reversed iterator stream indexed nonNulls');

/** The value of `value.name`. */
export function attribute(i: Inference, value: Value | null, name: string): Value | null {
  if (value?.kind === 'list') {
    if (elementProperties.has(name)) return value.of;
    return listProperties.has(name) ? value : name === 'length' ? numberValue : external;
  }
  if (value?.kind !== 'map') {
    const member = memberValue(i, value, name);
    const isOfProject = value?.kind !== 'instance' || (member !== null && member.kind !== 'external');
    return isOfProject ? member : (inheritedState(i, value, name) ?? member);
  }
  switch (name) {
    case 'key':
      return value.key;
    case 'value':
      return value.of;
    case 'keys':
      return { kind: 'list', of: value.key };
    case 'values':
      return { kind: 'list', of: value.of };
    case 'entries':
      return { kind: 'list', of: value };
    default:
      return name === 'length' ? numberValue : external;
  }
}

/** Methods of a list that return an element. */
const elementMethods = words(
  `firstWhere lastWhere singleWhere elementAt reduce removeAt removeLast removeFirst firstWhereOrNull lastWhereOrNull singleWhereOrNull
  elementAtOrNull lookup`,
);
/** Methods of a list that return a list of the same elements. */
const listMethods = words(
  `where whereNot toList toSet take skip takeWhile skipWhile followedBy sublist getRange asBroadcastStream distinct handleError toBuilder
  build sorted sortedBy whereNotNull union intersection difference toIterable asStream`,
);
/** Methods that pass elements to their function. */
const visitMethods = words(
  `map where forEach any every firstWhere lastWhere singleWhere expand takeWhile skipWhile indexWhere lastIndexWhere removeWhere retainWhere
  listen asyncMap asyncExpand firstWhereOrNull lastWhereOrNull singleWhereOrNull whereNot none groupListsBy sortedBy sumBy mapToSet
  groupFoldBy`,
);
/** Methods that pass two elements to their function. */
const pairMethods = words('reduce sort sorted');

/** The result of calling a method of the library; undefined for any other call. */
export function libraryResult(i: Inference, file: ProgramFile, node: number): Value | null | undefined {
  const call = methodCall(file, node);
  if (call === null) return undefined;
  const read = readFromProvider(i, file, { node, call });
  if (read !== null) return read;
  for (const part of alternatives(nodeValue(i, file, call.receiver))) {
    const argument = (at: number): Value | null =>
      at < file.count(call.args) ? nodeValue(i, file, file.item(call.args, at)) : null;
    if (part.kind === 'list') return ofList(i, file, { node, part, name: call.name, argument });
    if (part.kind === 'map') return ofMap(i, { part, name: call.name, argument });
    if (part.kind === 'promise') return ofFuture(i, { part, name: call.name, argument });
  }
  return undefined;
}

/** A call of a method on one alternative of its receiver. */
interface MethodOf<Kind> {
  part: Value & { kind: Kind };
  name: string;
  argument: (at: number) => Value | null;
}

function ofList(
  i: Inference,
  file: ProgramFile,
  { node, part, name, argument }: MethodOf<'list'> & { node: number },
): Value | null {
  if (elementMethods.has(name)) return part.of;
  if (listMethods.has(name)) return part;
  const [type] = file.list(file.operand(node, 2));
  switch (name) {
    case 'whereType':
    case 'cast':
      return type === undefined ? part : { kind: 'list', of: typeValue(i, file, type, null) };
    case 'map':
    case 'asyncMap':
      return { kind: 'list', of: functionResult(i, argument(0)) };
    case 'mapIndexed':
      return { kind: 'list', of: functionResult(i, argument(0)) };
    case 'expand':
      return { kind: 'list', of: elementOf(i, functionResult(i, argument(0))) };
    case 'fold':
      return argument(0) ?? functionResult(i, argument(1));
    case 'groupListsBy':
      return { kind: 'map', key: functionResult(i, argument(0)), of: part };
    case 'asMap':
      return { kind: 'map', key: numberValue, of: part.of };
    case 'join':
      return stringValue;
    default:
      return external;
  }
}

function ofMap(i: Inference, { part, name, argument }: MethodOf<'map'>): Value | null {
  switch (name) {
    case 'putIfAbsent':
    case 'update':
    case 'remove':
      return part.of;
    case 'map': {
      const given = functionResult(i, argument(0));
      return given?.kind === 'map' ? given : external;
    }
    default:
      return external;
  }
}

function ofFuture(i: Inference, { part, name, argument }: MethodOf<'promise'>): Value | null {
  if (name === 'catchError' || name === 'whenComplete' || name === 'timeout') return part;
  if (name !== 'then') return external;
  const given = functionResult(i, argument(0));
  return given?.kind === 'promise' ? given : { kind: 'promise', of: given };
}

/** What a method of the library passes to its callback. */
export function libraryCallback(
  i: Inference,
  file: ProgramFile,
  { call, position }: { call: number; position: number },
): Value | undefined {
  const method = methodCall(file, call);
  if (method === null) return givenToBuilder(i, file, call);
  const { name } = method;
  for (const part of alternatives(nodeValue(i, file, method.receiver))) {
    if (part.kind === 'promise' && name === 'then' && position === 0)
      return { kind: 'callback', parameters: [part.of] };
    if (part.kind === 'map' && position === 0) return { kind: 'callback', parameters: [part.key, part.of] };
    if (part.kind === 'map' && position === 1) return { kind: 'callback', parameters: [part.of] };
    if (part.kind !== 'list') continue;
    if (name === 'fold' && position === 1) {
      const [start = 0] = file.list(method.args);
      return { kind: 'callback', parameters: [nodeValue(i, file, start), part.of] };
    }
    if (position !== 0) continue;
    if (name.endsWith('Indexed')) return { kind: 'callback', parameters: [numberValue, part.of] };
    if (pairMethods.has(name)) return { kind: 'callback', parameters: [part.of, part.of] };
    if (visitMethods.has(name)) return { kind: 'callback', parameters: [part.of] };
  }
  return undefined;
}
