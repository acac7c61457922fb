/** Calls of library functions whose result follows from the arguments, such as `copy.copy` and `itertools.chain`. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityKinds, ops, siteKinds } from '../../../model/file-summary.ts';
import { maxArguments, recordArguments, visitArguments } from './arguments.ts';
import { nameText, type Collector } from './collector.ts';
import { resolveName } from './frames.ts';
import { visitCallee } from './names.ts';
import { codeOf, codes, partsOf, withoutComments } from './node-codes.ts';
import { raisedHolder, unittestMethods } from './raised.ts';
import { typeOfNode } from './types.ts';

interface LibraryCall {
  name: string;
  callee: SyntaxNode;
  argumentList: SyntaxNode;
}

/** Visits a call and returns its result: 0 where the result is unknown, -1 where the call is another one and was not visited. */
type VisitCall = (c: Collector, call: LibraryCall) => number;

/**
 * A `VisitCall` that visits the callee and the arguments like those of any other call. `result` makes the result of the arguments.
 */
function ofArguments(result: (c: Collector, args: readonly number[]) => number): VisitCall {
  return (c, { callee, argumentList }) => {
    visitCallee(c, callee, siteKinds.call);
    const keywords: number[] = [];
    const args = visitArguments(c, argumentList, keywords);
    recordArguments(c, [...args, ...keywords]);
    return result(c, args);
  };
}

/** The first argument. */
const first = ofArguments((_, [value = 0]) => value);

/** An element of an iterable. */
function element({ writer }: Collector, iterable = 0): number {
  return iterable === 0 ? 0 : writer.node(ops.element, iterable);
}

/** An iterable with these kinds of elements. */
function iterableOf({ writer }: Collector, ...elements: number[]): number {
  return writer.node(ops.array, writer.list([writer.either(elements)]));
}

/** An iterable with the elements of the argument at a position. */
const elementsOf = (position: number): VisitCall => ofArguments((c, args) => iterableOf(c, element(c, args[position])));

/** An iterable of tuples with one element of each argument. */
const zipped = ofArguments((c, args) =>
  iterableOf(c, c.writer.node(ops.array, c.writer.list(args.slice(0, maxArguments).map((arg) => element(c, arg))))),
);

/** An iterable of pairs: a key, which is unknown, and an iterable of elements. */
const grouped = ofArguments((c, [iterable]) => {
  const group = iterableOf(c, element(c, iterable));
  return iterableOf(c, c.writer.node(ops.array, c.writer.list([0, group])));
});

/** What the first argument, a context manager, returns when it is entered. */
const entered = (method: string): VisitCall =>
  ofArguments((c, [value = 0]) => (value === 0 ? 0 : c.writer.node(ops.given, value, c.writer.string(method))));

/** A call that expects an exception: the object that holds the exception. */
const expectsRaised: VisitCall = (c, { name, callee, argumentList }) => {
  const calleeNode = visitCallee(c, callee, siteKinds.call);
  const args = visitArguments(c, argumentList);
  recordArguments(c, args);
  return raisedHolder(c, name, argumentList) || c.writer.node(ops.call, calleeNode, c.writer.list(args), 0);
};

/** Functions that are recognised by their names, whatever their modules. */
const byName: ReadonlyMap<string, VisitCall> = new Map<string, VisitCall>([
  ['partial', first],
  ['partialmethod', first],
  ['deepcopy', first],
  ['NewType', ofArguments((_, args) => args[1] ?? 0)],
  ['cast', visitCast],
  ['enter_context', entered('__enter__')],
  ['enterContext', entered('__enter__')],
  ['enter_async_context', entered('__aenter__')],
  ['enterAsyncContext', entered('__aenter__')],
  ...[...unittestMethods].map((name): [string, VisitCall] => [name, expectsRaised]),
]);

/** Functions that are recognised by module and name. */
const byModule: ReadonlyMap<string, VisitCall> = new Map<string, VisitCall>([
  ['copy.copy', first],
  ['asyncio.create_task', first],
  ['asyncio.ensure_future', first],
  ['asyncio.wait_for', first],
  ['asyncio.shield', first],
  ['asyncio.run', ofArguments((c, [coroutine]) => (coroutine ? c.writer.node(ops.await, coroutine) : 0))],
  ['pytest.raises', expectsRaised],
  ['itertools.chain', ofArguments((c, args) => iterableOf(c, ...args.map((arg) => element(c, arg))))],
  ['itertools.chain.from_iterable', ofArguments((c, [iterables]) => iterableOf(c, element(c, element(c, iterables))))],
  ['itertools.cycle', elementsOf(0)],
  ['itertools.islice', elementsOf(0)],
  ['itertools.dropwhile', elementsOf(1)],
  ['itertools.takewhile', elementsOf(1)],
  ['itertools.filterfalse', elementsOf(1)],
  ['itertools.groupby', grouped],
  ['itertools.product', zipped],
  ['itertools.zip_longest', zipped],
]);

/** The names in `byModule`, for a quick check. */
const namesByModule: ReadonlySet<string> = new Set(
  [...byModule.keys()].map((path) => path.slice(path.lastIndexOf('.') + 1)),
);

/** The result of a library function, if it follows from the arguments; -1 for any other function. */
export function libraryCall(c: Collector, name: string, callee: SyntaxNode, argumentList: SyntaxNode): number {
  const visitMatch = byName.get(name);
  if (visitMatch !== undefined) return visitMatch(c, { name, callee, argumentList });
  if (!namesByModule.has(name)) return -1;
  return byModule.get(libraryPath(c, callee))?.(c, { name, callee, argumentList }) ?? -1;
}

/** The path of an imported function (`itertools.chain`), whatever its name in the file; empty for other expressions. */
function libraryPath(c: Collector, node: SyntaxNode): string {
  const code = codeOf(node);
  if (code === codes.attribute) {
    const [object, last] = partsOf(node);
    if (object === undefined || last === undefined) return '';
    const path = libraryPath(c, object);
    return path === '' ? '' : `${path}.${nameText(c, last)}`;
  }
  if (code !== codes.identifier) return '';
  const [entity, other] = resolveName(c.frame, nameText(c, node), node.startIndex)?.declared ?? [];
  if (entity === undefined || other !== undefined) return '';
  if (c.writer.get(entity, entityFields.kind) !== entityKinds.import) return '';
  const module = c.importedFrom.get(entity) ?? '';
  const imported = c.writer.text(c.writer.get(entity, entityFields.listB));
  return imported === '*' ? module : `${module}.${imported}`;
}

/** `cast(T, value)` of `typing`; -1 for a method that is named `cast`. */
function visitCast(c: Collector, { callee, argumentList }: LibraryCall): number {
  const parts = withoutComments(partsOf(argumentList));
  if (parts.length !== 2 || (codeOf(callee) === codes.attribute && !/^(typing|t)\b/.test(startOfText(c, callee))))
    return -1;
  visitCallee(c, callee, siteKinds.call);
  const type = typeOfNode(c, parts[0]!);
  const value = c.visit(parts[1]!);
  return type === 0 ? 0 : c.writer.node(ops.cast, type, value);
}

/** The first 20 characters of a node's text. */
function startOfText({ source }: Collector, node: SyntaxNode): string {
  return source.slice(node.startIndex, node.startIndex + 20);
}
