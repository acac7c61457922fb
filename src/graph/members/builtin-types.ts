/**
 * Built-in types by name, mostly of TypeScript and Python: containers, promises, primitives, and type operators. They hold for all languages whose
 * dialect does not define `libraryType`.
 */
import { primitives } from '../../model/file-summary.ts';
import { type Value, union, eachOf, asKind } from '../questions/values.ts';

export const stringValue: Value = { kind: 'primitive', code: primitives.string };

export const numberValue: Value = { kind: 'primitive', code: primitives.number };

export const booleanValue: Value = { kind: 'primitive', code: primitives.boolean };

const lists = new Set(
  (
    'Array ReadonlyArray Set ReadonlySet WeakSet Iterable IterableIterator Iterator AsyncIterable AsyncIterableIterator AsyncIterator ' +
    'Generator AsyncGenerator ArrayIterator ConcatArray NodeListOf ' +
    'list List set Set frozenset FrozenSet Sequence MutableSequence Collection AbstractSet deque Deque tuple Tuple AsyncGenerator'
  ).split(' '),
);

const maps = new Set(
  'map Map ReadonlyMap WeakMap Record dict Dict Mapping MutableMapping defaultdict DefaultDict OrderedDict'.split(' '),
);

/** A channel of Go is here as well: receiving from it gives its content, like `await` of a promise. */
const promises = new Set('chan Promise PromiseLike Awaitable Coroutine Future Task'.split(' '));

/** Generic types whose values have the members of their first argument. */
const transparent = new Set(
  'Partial Required Readonly NonNullable Pick Omit Exclude Extract NoInfer Optional Final ClassVar Annotated ReadOnly NotRequired'.split(
    ' ',
  ),
);

const primitiveNames = new Map<string, Value>([
  ['String', stringValue],
  ['Number', numberValue],
  ['Boolean', booleanValue],
  ['str', stringValue],
  ['int', numberValue],
  ['float', numberValue],
  ['bool', booleanValue],
  ['bytes', stringValue],
  ['None', { kind: 'primitive', code: primitives.nothing }],
]);

/** The value of a built-in type, by its type arguments; undefined for any other name. */
export function builtinType(name: string, args: readonly (Value | null)[]): Value | null | undefined {
  const [first = null, second = null, third = null] = args;
  if (name === 'tuple' || name === 'Tuple') return { kind: 'list', of: union(args), items: [...args] };
  if (lists.has(name)) return { kind: 'list', of: first };
  if (maps.has(name)) return { kind: 'map', key: first, of: second };
  if (name === 'Coroutine') return { kind: 'promise', of: third };
  if (promises.has(name)) return { kind: 'promise', of: first };
  if (transparent.has(name)) return first;
  if (name === 'Union') return union(args);
  if (name === 'Awaited') return eachOf(first, (part) => (part.kind === 'promise' ? part.of : part));
  // With an argument, the result of its function is needed, which inference computes (`infer/types.ts`).
  if (name === 'ReturnType') return first === null ? null : undefined;
  if (name === 'InstanceType')
    return eachOf(first, (part) => (part.kind === 'static' ? asKind(part, 'instance') : part));
  if (name === 'type' || name === 'Type') {
    return eachOf(first, (part) => (part.kind === 'instance' ? asKind(part, 'static') : part));
  }
  return primitiveNames.get(name);
}

/** The value of a property of a container or primitive, null for an unknown property; undefined for any other value. */
export function builtinMember(value: Value, name: string): Value | null | undefined {
  switch (value.kind) {
    case 'list':
      return name === 'length' || name === 'size' ? numberValue : name === 'value' ? value.of : null;
    case 'map':
      return name === 'size' ? numberValue : isRecordKey(name) ? value.of : null;
    case 'promise':
    case 'primitive':
      return null;
    default:
      return undefined;
  }
}

/** Whether a name is no method of a map: then `record.name` is a value of the record. */
function isRecordKey(name: string): boolean {
  return !/^(?:get|set|has|delete|clear|keys|values|entries|forEach|items|pop|update|setdefault|copy)$/.test(name);
}
