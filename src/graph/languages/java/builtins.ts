/**
 * Java's containers and functional interfaces: their methods that return or pass on values of the content's type.
 * A `list` is anything with one type of content: collections, streams, optionals, references, futures, `Class<T>`.
 */
import { ops } from '../../../model/file-summary.ts';
import { booleanValue, numberValue, stringValue } from '../../members/builtin-types.ts';
import { functionResult } from '../../infer/callables.ts';
import type { ProgramFile } from '../../program/program-file.ts';
import { containerOf, overloadedCall, type MethodCall } from '../../infer/container-types.ts';
import { elementOf } from '../../members/members.ts';
import { nominalMembers } from '../../heritage/nominal.ts';
import { type Inference, nodeValue } from '../../questions/questions.ts';
import { type Value, alternatives, instancesOf, named, union } from '../../questions/values.ts';
import { javaResultType } from './library-types.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const lists = words(
  `Iterable Collection SequencedCollection List ArrayList LinkedList Vector Stack CopyOnWriteArrayList Set HashSet LinkedHashSet TreeSet
  SortedSet NavigableSet EnumSet CopyOnWriteArraySet ConcurrentSkipListSet Queue Deque ArrayDeque PriorityQueue BlockingQueue
  BlockingDeque LinkedBlockingQueue LinkedBlockingDeque ArrayBlockingQueue PriorityBlockingQueue ConcurrentLinkedQueue
  ConcurrentLinkedDeque Iterator ListIterator Spliterator Enumeration Stream Optional AtomicReference ThreadLocal WeakReference
  SoftReference Reference Future CompletableFuture CompletionStage Class ImmutableList ImmutableSet`,
);

const maps = words(
  `Map HashMap LinkedHashMap TreeMap SortedMap NavigableMap ConcurrentMap ConcurrentHashMap ConcurrentSkipListMap EnumMap WeakHashMap
  IdentityHashMap Hashtable Entry SimpleEntry ImmutableMap`,
);

/** Functional interfaces: the indexes of the type arguments that are the function's parameters and result; -1 for one that is no type argument. */
const functions: Readonly<Record<string, { parameters: readonly number[]; result: number }>> = {
  Runnable: { parameters: [], result: -1 },
  Callable: { parameters: [], result: 0 },
  Supplier: { parameters: [], result: 0 },
  Consumer: { parameters: [0], result: -1 },
  BiConsumer: { parameters: [0, 1], result: -1 },
  Function: { parameters: [0], result: 1 },
  BiFunction: { parameters: [0, 1], result: 2 },
  UnaryOperator: { parameters: [0], result: 0 },
  BinaryOperator: { parameters: [0, 0], result: 0 },
  Predicate: { parameters: [0], result: -1 },
  BiPredicate: { parameters: [0, 1], result: -1 },
  Comparator: { parameters: [0, 0], result: -1 },
  ToIntFunction: { parameters: [0], result: -1 },
  ToLongFunction: { parameters: [0], result: -1 },
  ToDoubleFunction: { parameters: [0], result: -1 },
  IntFunction: { parameters: [-1], result: 0 },
};

const numbers = words('byte short int long float double char Byte Short Integer Long Float Double Character Number');

/** A type of the language or its library, with its arguments; undefined for any other name. */
export function javaType(name: string, args: readonly (Value | null)[]): Value | null | undefined {
  const [first = null, second = null] = args;
  if (lists.has(name)) return { kind: 'list', of: first };
  if (maps.has(name)) return { kind: 'map', key: first, of: second };
  if (name === 'String') return stringValue;
  if (numbers.has(name)) return numberValue;
  if (name === 'boolean' || name === 'Boolean') return booleanValue;
  const signature = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (signature === undefined) return undefined;
  const argument = (index: number): Value | null => (index === -1 ? null : (args[index] ?? null));
  return { kind: 'callback', parameters: signature.parameters.map(argument), result: argument(signature.result) };
}

/** Methods of functional interfaces that return one of the same interface. */
const combiners = words('negate and or reversed thenComparing');

/** Methods of a list that return one of the same type; others of the list's elements return another. */
const sameType = words(
  'filter sorted distinct limit skip takeWhile dropWhile parallel sequential unordered onClose peek',
);

/** The result of the library's methods that are not listed here. */
const external: Value = { kind: 'external' };

/** Methods of a list that return an element. */
const elementMethods = words(
  `get getFirst getLast first last next previous nextElement poll pollFirst pollLast element pop take remove removeFirst removeLast
  elementAt firstElement lastElement orElse orElseGet orElseThrow getAsync join cast newInstance set lower higher floor ceiling
  getAndSet getPlain getNow getAcquire push`,
);

/** Methods of a list that return a list of the same elements. */
const listMethods = words(
  `iterator listIterator stream parallelStream filter sorted distinct limit skip subList findFirst findAny min max reduce or takeWhile
  dropWhile parallel sequential unordered onClose headSet tailSet descendingIterator descendingSet reversed toList toArray elements
  getConstructor getDeclaredConstructor whenComplete exceptionally asSubclass`,
);

/** Methods of a list that pass an element to their function. */
const visitingMethods = words(
  `forEach forEachOrdered forEachRemaining map filter flatMap anyMatch allMatch noneMatch mapToInt mapToLong mapToDouble mapToObj
  peek ifPresent ifPresentOrElse removeIf replaceAll takeWhile dropWhile thenAccept thenApply thenCompose thenAcceptAsync
  thenApplyAsync whenComplete updateAndGet getAndUpdate`,
);

/** Methods of a list that pass two elements to their function. */
const pairMethods = words('sorted sort min max reduce');

/** Methods of a map that return an entry, a key or a value. A map's entry is represented by the map. */
const entryMethods = words(
  'firstEntry lastEntry floorEntry ceilingEntry higherEntry lowerEntry pollFirstEntry pollLastEntry copyOf',
);
const keyMethods = words('firstKey lastKey floorKey ceilingKey higherKey lowerKey getKey');
const valueMethods = words(
  'get getOrDefault put remove putIfAbsent computeIfAbsent computeIfPresent compute merge replace getValue setValue',
);

/** The alternatives of a receiver. An object whose class lacks the method is replaced by the library's container that the class extends. */
function containersIn(i: Inference, receiver: Value | null, name: string): readonly Value[] {
  return alternatives(receiver).map((part) => {
    if (part.kind !== 'instance' || !part.file.rules.nominal) return part;
    return nominalMembers(i, part, { name, meaning: 'function' }).length > 0 ? part : (containerOf(i, part) ?? part);
  });
}

/** The result of a function that is passed as an argument; for a constructor (`Shop::new`) an instance. */
function resultOfGiven(i: Inference, value: Value | null): Value | null {
  const constructed = instancesOf(union(alternatives(value).filter(({ kind }) => kind === 'static')));
  const results = alternatives(value).map((part) => (part.kind === 'callback' ? (part.result ?? null) : null));
  return union([functionResult(i, value), constructed, ...results]);
}

/** The result of calling a container's method; undefined for any other call. */
export function javaResult(i: Inference, file: ProgramFile, node: number): Value | null | undefined {
  const call = overloadedCall(file, node);
  if (call === null) return undefined;
  const receiver = nodeValue(i, file, call.receiver);
  const argument = (index: number): Value | null => nodeValue(i, file, call.args[index] ?? 0);
  for (const part of containersIn(i, receiver, call.name)) {
    if (part.kind === 'list') return ofList(i, part, { call, argument });
    if (part.kind === 'map') return ofMap(part, call.name);
    if (part.kind === 'callback') return combiners.has(call.name) ? part : (part.result ?? external);
    if (part.kind === 'primitive') return ofAnyReceiver(call.name) ?? external;
  }
  if (receiver?.kind !== 'external') return undefined;
  return ofFactory(i, file, { call, argument }) ?? ofAnyReceiver(call.name);
}

const stringMethods = words(
  'toString trim strip substring toLowerCase toUpperCase concat replace repeat getName getSimpleName name',
);
const numberMethods = words('length size hashCode indexOf lastIndexOf compareTo intValue ordinal codePointAt');
const booleanMethods = words(
  'equals isEmpty contains startsWith endsWith equalsIgnoreCase hasNext matches booleanValue',
);

/** The result of a method, on any receiver, whose name implies the result. */
function ofAnyReceiver(name: string): Value | undefined {
  if (stringMethods.has(name)) return stringValue;
  if (numberMethods.has(name)) return numberValue;
  if (booleanMethods.has(name)) return booleanValue;
  return name === 'split' ? { kind: 'list', of: stringValue } : undefined;
}

interface CallOnContainer {
  call: MethodCall;
  argument: (index: number) => Value | null;
}

function ofList(i: Inference, list: Value & { kind: 'list' }, { call, argument }: CallOnContainer): Value | null {
  const { name, args } = call;
  // `queue.peek()` returns the head; `stream.peek(action)` returns the stream.
  if (name === 'peek') return args.length === 0 ? list.of : list;
  if (elementMethods.has(name)) return list.of;
  if (sameType.has(name)) return list;
  if (listMethods.has(name)) return named(list, javaResultType(null, name) ?? undefined);
  switch (name) {
    case 'map':
    case 'thenApply':
    case 'thenApplyAsync':
    case 'mapToObj':
      return { kind: 'list', of: resultOfGiven(i, argument(0)) };
    case 'flatMap':
    case 'thenCompose':
      return { kind: 'list', of: elementOf(i, resultOfGiven(i, argument(0))) };
    case 'collect':
      return argument(0)?.kind === 'map' ? argument(0) : list;
    default:
      return ofAnyReceiver(name) ?? external;
  }
}

function ofMap(map: Value & { kind: 'map' }, name: string): Value | null {
  if (valueMethods.has(name)) return map.of;
  if (keyMethods.has(name)) return map.key;
  if (entryMethods.has(name)) return map;
  switch (name) {
    case 'values':
      return { kind: 'list', of: map.of };
    case 'keySet':
    case 'navigableKeySet':
    case 'descendingKeySet':
      return { kind: 'list', of: map.key };
    case 'entrySet':
      return { kind: 'list', of: map };
    case 'headMap':
    case 'tailMap':
    case 'subMap':
    case 'descendingMap':
      return map;
    default:
      return ofAnyReceiver(name) ?? external;
  }
}

/** The maximum number of arguments of a list factory (`List.of(a, b)`) whose values are joined. */
const maxItems = 8;

/** Functions that return their first argument, or a container of the same content. */
const wrapperFunctions = words(
  'Collections.unmodifiableList Collections.unmodifiableSet Collections.unmodifiableCollection Collections.synchronizedList Arrays.stream ' +
    'List.copyOf Set.copyOf Collections.unmodifiableMap Collections.synchronizedMap Map.copyOf Objects.requireNonNull ' +
    'Objects.requireNonNullElse Collections.singletonIterator Arrays.copyOf Arrays.copyOfRange',
);

/** Functions that return a list of their arguments. */
const listFactories = words(
  'List.of Set.of Stream.of Arrays.asList Optional.of Optional.ofNullable Collections.singletonList Collections.singleton ' +
    'CompletableFuture.completedFuture EnumSet.of ImmutableList.of ImmutableSet.of',
);

/** The result of `List.of(a)`, `Objects.requireNonNull(a)` and the like; undefined for any other call. */
function ofFactory(i: Inference, file: ProgramFile, { call, argument }: CallOnContainer): Value | null | undefined {
  if (file.op(call.receiver) !== ops.name) return undefined;
  const name = `${file.text(file.operand(call.receiver, 0))}.${call.name}`;
  if (wrapperFunctions.has(name)) return argument(0);
  if (listFactories.has(name)) {
    const items = call.args.slice(0, maxItems).map((_, index) => argument(index));
    const [only] = items;
    return { kind: 'list', of: items.length === 1 && only?.kind === 'list' ? only.of : union(items) };
  }
  switch (name) {
    case 'Map.of':
    case 'Map.entry':
    case 'Collections.singletonMap':
      return { kind: 'map', key: argument(0), of: argument(1) };
    case 'CompletableFuture.supplyAsync':
    case 'ThreadLocal.withInitial':
    case 'Stream.generate':
      return { kind: 'list', of: resultOfGiven(i, argument(0)) };
    default:
      return undefined;
  }
}

/** What a container's method passes to its callback: a callable with the values of the callback's parameters. */
export function javaCallback(
  i: Inference,
  file: ProgramFile,
  { call, position }: { call: number; position: number },
): Value | undefined {
  const method = overloadedCall(file, call);
  if (method === null) return undefined;
  const { name } = method;
  for (const part of containersIn(i, nodeValue(i, file, method.receiver), name)) {
    if (part.kind === 'list') {
      if (position === 0 && visitingMethods.has(name)) return { kind: 'callback', parameters: [part.of] };
      if (pairMethods.has(name)) return { kind: 'callback', parameters: [part.of, part.of] };
    }
    if (part.kind === 'map') {
      if (name === 'forEach' || name === 'replaceAll') return { kind: 'callback', parameters: [part.key, part.of] };
      if (name === 'computeIfAbsent') return { kind: 'callback', parameters: [part.key] };
      if (name === 'computeIfPresent' || name === 'compute')
        return { kind: 'callback', parameters: [part.key, part.of] };
      if (name === 'merge') return { kind: 'callback', parameters: [part.of, part.of] };
    }
  }
  return undefined;
}
