/** Annotations: their type nodes, with a site for each name. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityKinds, ops, primitives, scopeKinds, siteKinds } from '../../../model/file-summary.ts';
import { builtinNames } from './builtin-names.ts';
import type { Collector } from './collector.ts';
import { isLocalVariable, resolveName, type Binding, type Frame } from './frames.ts';
import { nodeOfName } from './names.ts';
import { noteTypeVariable, typeVariable } from './type-variables.ts';
import { typeSyntax, type TypeName, type TypeSyntax } from './type-syntax.ts';

type Path = TypeSyntax & { is: 'path' };

/** The words of a text, separated by blanks. */
const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Types whose elements have the type of their first argument. */
const iterables = words(
  'list List set Set frozenset FrozenSet Iterable Iterator Sequence MutableSequence Collection Container AbstractSet MutableSet deque ' +
    'Deque AsyncIterable AsyncIterator Generator AsyncGenerator Reversible KeysView ValuesView QuerySet',
);
/** Types that stand for their first argument, or whose value is given by `await` or `with`. */
const wrappers = words(
  'Optional Annotated ClassVar Final Required NotRequired ReadOnly InitVar Awaitable ContextManager AbstractContextManager ' +
    'AsyncContextManager AbstractAsyncContextManager',
);

/** Types with arguments for keys and values. */
const mappings = words(
  'dict Dict Mapping MutableMapping defaultdict DefaultDict OrderedDict ChainMap Counter WeakValueDictionary ItemsView',
);

/** Types that say nothing about a value. */
const uninformative = words('Any object Literal Final ClassVar Incomplete');

const primitiveNames: ReadonlyMap<string, number> = new Map([
  ['str', primitives.string],
  ['int', primitives.number],
  ['float', primitives.number],
  ['complex', primitives.number],
  ['bool', primitives.boolean],
  ['bytes', primitives.other],
  ['bytearray', primitives.other],
]);

/** The type of an annotation; 0 where it gives no information. */
export function typeOfNode(c: Collector, node: SyntaxNode): number {
  return typeOfSyntax(c, typeSyntax(c, node));
}

/** The type of an annotation's syntax; 0 where it gives no information. */
export function typeOfSyntax(c: Collector, syntax: TypeSyntax): number {
  switch (syntax.is) {
    case 'path':
      return pathType(c, syntax);
    case 'union':
      return unionOf(c, syntax.parts);
    case 'list':
      for (const part of syntax.parts) typeOfSyntax(c, part);
      return 0;
    case 'none':
      return c.writer.node(ops.primitiveType, primitives.nothing);
    case 'ellipsis':
    case 'other':
      return 0;
  }
}

function isNothing(c: Collector, type: number): boolean {
  return c.writer.opOf(type) === ops.primitiveType && c.writer.operand(type, 0) === primitives.nothing;
}

/** The union of types, without `None`. */
function unionOf(c: Collector, parts: readonly TypeSyntax[]): number {
  const types = parts.map((part) => typeOfSyntax(c, part)).filter((type) => type !== 0 && !isNothing(c, type));
  return types.length <= 1 ? (types[0] ?? 0) : c.writer.node(ops.union, c.writer.list(types));
}

/** The type of a dotted name with its type arguments. */
function pathType(c: Collector, syntax: Path): number {
  const { names, args } = syntax;
  const { writer } = c;
  const binding = resolveType(c, names[0]!.text);
  const lastName = names.at(-1)!.text;
  const isOfClass = binding?.frame.kind === 'class';
  const isOfFile =
    binding !== null && (isDefinedHere(c, binding) || (binding.variable !== -1 && binding.declared.length === 0));
  // A name that neither a class nor the file defines is built in or imported.
  if (!isOfClass && !isOfFile) {
    const type = libraryType(c, syntax, lastName);
    if (type !== -1) return type;
    const code = names.length === 1 ? primitiveNames.get(lastName) : undefined;
    if (code !== undefined && binding === null) return writer.node(ops.primitiveType, code);
    if (uninformative.has(lastName) || (binding === null && names.length === 1 && builtinNames.has(lastName))) {
      writePath(c, names, 0);
      for (const arg of args) typeOfSyntax(c, arg);
      return 0;
    }
  }
  if (names.length === 1 && args.length === 0) noteTypeVariable(c, lastName, binding);
  return writePath(c, names, writer.list(args.map((arg) => typeOfSyntax(c, arg))));
}

/**
 * The binding of a name in an annotation. In the surrounding class, methods (`def list(self)`) and variables without a value so far
 * (`date: date`) are no types, so the name is then looked up outside of the class.
 */
function resolveType(c: Collector, name: string): Binding | null {
  const binding = resolveName(c.frame, name);
  if (binding?.frame.kind !== 'class' || mayBeType(c, binding)) return binding;
  let outer: Frame | null = binding.frame;
  while (outer?.kind === 'class') outer = outer.parent;
  const found = outer === null ? null : resolveName(outer, name);
  return found === null && binding.variable !== -1 ? binding : found;
}

/** Whether a name of a class may be a type. */
function mayBeType({ writer }: Collector, { declared, variable, values }: Binding): boolean {
  if (variable !== -1) {
    const isAttribute = writer.get(variable, entityFields.kind) === entityKinds.property;
    return !isAttribute || values.length > 0 || declared.length > 0;
  }
  return declared.some((entity) => {
    const kind = writer.get(entity, entityFields.kind);
    return kind !== entityKinds.method && kind !== entityKinds.property;
  });
}

/** Whether the file defines a name as a function or class, not only by an import. */
function isDefinedHere(c: Collector, binding: Binding): boolean {
  return binding.declared.some((entity) => c.writer.get(entity, entityFields.kind) !== entityKinds.import);
}

/**
 * The type that a name of `typing` or a built-in container gives; -1 for other names. Each argument is read exactly once, because
 * that writes its sites.
 */
function libraryType(c: Collector, { names, args }: Path, last: string): number {
  const { writer } = c;
  if (last === 'Self') {
    writePath(c, names, 0);
    return writer.node(ops.thisType, c.scope);
  }
  if (args.length === 0) return -1;
  const argument = (index: number): number => (args[index] === undefined ? 0 : typeOfSyntax(c, args[index]));
  const readArgumentsFrom = (from: number): void => {
    for (const arg of args.slice(from)) typeOfSyntax(c, arg);
  };
  if (wrappers.has(last)) {
    writePath(c, names, 0);
    const type = argument(0);
    readArgumentsFrom(1);
    return type;
  }
  if (iterables.has(last)) {
    writePath(c, names, 0);
    const type = argument(0);
    readArgumentsFrom(1);
    return type === 0 ? 0 : writer.node(ops.arrayOf, type);
  }
  if (mappings.has(last)) {
    writePath(c, names, 0);
    return writer.node(
      ops.named,
      writer.list([writer.string('dict')]),
      c.scope,
      writer.list(args.map((arg) => typeOfSyntax(c, arg))),
    );
  }
  switch (last) {
    case 'Union':
      writePath(c, names, 0);
      return unionOf(c, args);
    case 'Coroutine':
      // `Coroutine[Yielded, Sent, Result]`.
      writePath(c, names, 0);
      argument(0);
      argument(1);
      return argument(2);
    case 'tuple':
    case 'Tuple':
      writePath(c, names, 0);
      return tupleType(c, args);
    case 'type':
    case 'Type':
      writePath(c, names, 0);
      return classType(c, argument(0));
    case 'Callable':
      writePath(c, names, 0);
      return callableType(c, names, args);
    default:
      return -1;
  }
}

/** `tuple[A, B]`; `tuple[A, ...]` is an array. */
function tupleType(c: Collector, args: readonly TypeSyntax[]): number {
  const { writer } = c;
  const types = args.map((arg) => typeOfSyntax(c, arg));
  if (args[1]?.is === 'ellipsis') return types[0] ? writer.node(ops.arrayOf, types[0]) : 0;
  return writer.node(ops.tuple, writer.list(types));
}

/** `type[X]`: the class X as a value, not an instance of it. */
function classType(c: Collector, type: number): number {
  const { writer } = c;
  if (type === 0 || writer.opOf(type) !== ops.named) return 0;
  const path = writer.operand(type, 0);
  const scope = writer.operand(type, 1);
  const count = writer.operand(path, 0);
  const name = writer.text(writer.operand(path, 1));
  if (count === 1 && isTypeParameter(c, name))
    return writer.node(ops.named, writer.list([writer.string('type')]), scope, writer.list([type]));
  let value = writer.node(ops.name, writer.operand(path, 1), scope);
  for (let index = 1; index < count; index++) value = writer.node(ops.member, value, writer.operand(path, index + 1));
  return writer.node(ops.typeOf, value);
}

function isTypeParameter(c: Collector, name: string): boolean {
  const binding = resolveName(c.frame, name);
  return binding !== null && (isDeclaredTypeParameter(c, binding) || typeVariable(c, name, binding) !== -1);
}

/** Whether a binding is a type parameter that the code declares. */
function isDeclaredTypeParameter({ writer }: Collector, { variable }: Binding): boolean {
  return variable !== -1 && writer.get(variable, entityFields.kind) === entityKinds.typeParameter;
}

/** `Callable[[A], R]`: a function without a name that returns an R. */
function callableType(c: Collector, names: readonly TypeName[], args: readonly TypeSyntax[]): number {
  const { writer } = c;
  const [parameterTypes, result] = args;
  const parameters = parameterTypes?.is === 'list' ? parameterTypes.parts.map((part) => typeOfSyntax(c, part)) : [];
  if (parameterTypes !== undefined && parameterTypes.is !== 'list') typeOfSyntax(c, parameterTypes);
  const type = result === undefined ? 0 : typeOfSyntax(c, result);
  const functionScope = writer.scope(c.scope, scopeKinds.arrow, -1);
  const place = names.at(-1)!.place ?? { line: 0, column: 0 };
  const entity = writer.entity({
    name: '',
    kind: entityKinds.function,
    ...place,
    scope: functionScope,
    parent: -1,
    type,
    ownScope: functionScope,
  });
  writer.setScopeOwner(functionScope, entity);
  const list = parameters.map((parameter) =>
    writer.entity({
      name: '',
      kind: entityKinds.parameter,
      ...place,
      scope: functionScope,
      parent: entity,
      type: parameter,
    }),
  );
  writer.set(entity, entityFields.listA, writer.list(list));
  return writer.node(ops.shape, entity);
}

/** Writes the `named` node of a path, with a site for each name that can be linked. */
function writePath(c: Collector, names: readonly TypeName[], args: number): number {
  const { writer } = c;
  const [first] = names;
  const binding = resolveType(c, first!.text);
  const path = names.map(({ text }) => writer.string(text));
  if (binding?.frame.kind === 'class' && !isDeclaredTypeParameter(c, binding)) {
    for (let frame: Frame | null = binding.frame; frame?.kind === 'class'; frame = frame.parent)
      path.unshift(writer.string(frame.name));
  }
  const named = writer.node(ops.named, writer.list(path), c.scope, args);
  if (binding === null ? builtinNames.has(first!.text) : isLocalVariable(binding)) return named;
  let value = names.length > 1 ? nodeOfName(c, first!.text, binding) : 0;
  for (const [index, { text, place }] of names.entries()) {
    const isLast = index === names.length - 1;
    if (index > 0 && !isLast) value = writer.member(value, text);
    if (place !== null) writer.site(isLast ? siteKinds.type : siteKinds.read, isLast ? named : value, place, c.scope);
  }
  return named;
}
