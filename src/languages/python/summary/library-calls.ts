/** Calls of library functions that return an argument, or something made of it. */
import type { SyntaxNode } from '../../language.ts';
import { entityFields, entityKinds, ops, siteKinds } from '../../../model/file-summary.ts';
import { maxArguments, visitArguments } from './arguments.ts';
import { nameText, type Collector } from './collector.ts';
import { resolveName } from './frames.ts';
import { visitCallee } from './names.ts';
import { codeOf, codes, partsOf, withoutComments } from './node-codes.ts';
import { raisedHolder, unittestHolders } from './raised.ts';
import { typeOfNode } from './types.ts';

interface LibraryCall {
  name: string;
  callee: SyntaxNode;
  argumentList: SyntaxNode;
}

/** The result of a call; 0 where it is unknown, -1 where it is no such call. */
type Reading = (c: Collector, call: LibraryCall) => number;

/** Reads a call whose callee and arguments are visited like those of any other call. */
function ofArguments(result: (c: Collector, args: readonly number[]) => number): Reading {
  return (c, { callee, argumentList }) => {
    visitCallee(c, callee, siteKinds.call);
    return result(c, visitArguments(c, argumentList));
  };
}

const first = ofArguments((_, [value = 0]) => value);

function element({ writer }: Collector, iterable = 0): number {
  return iterable === 0 ? 0 : writer.node(ops.element, iterable);
}

/** An iterable of these elements. */
function iterableOf({ writer }: Collector, ...elements: number[]): number {
  return writer.node(ops.array, writer.list([writer.either(elements)]));
}

const elementsOf = (place: number): Reading => ofArguments((c, args) => iterableOf(c, element(c, args[place])));

const zipped = ofArguments((c, args) =>
  iterableOf(c, c.writer.node(ops.array, c.writer.list(args.slice(0, maxArguments).map((one) => element(c, one))))),
);

const grouped = ofArguments((c, [iterable]) => {
  const group = iterableOf(c, element(c, iterable));
  return iterableOf(c, c.writer.node(ops.array, c.writer.list([0, group])));
});

const entered = (method: string): Reading =>
  ofArguments((c, [value = 0]) => (value === 0 ? 0 : c.writer.node(ops.given, value, c.writer.string(method))));

const expectsRaised: Reading = (c, { name, callee, argumentList }) => {
  const expecting = visitCallee(c, callee, siteKinds.call);
  const args = visitArguments(c, argumentList);
  return raisedHolder(c, name, argumentList) || c.writer.node(ops.call, expecting, c.writer.list(args), 0);
};

/** By the name of the function, whatever its module. */
const byName: ReadonlyMap<string, Reading> = new Map<string, Reading>([
  ['partial', first],
  ['partialmethod', first],
  ['deepcopy', first],
  ['NewType', ofArguments((_, args) => args[1] ?? 0)],
  ['cast', visitCast],
  ['enter_context', entered('__enter__')],
  ['enterContext', entered('__enter__')],
  ['enter_async_context', entered('__aenter__')],
  ['enterAsyncContext', entered('__aenter__')],
  ...[...unittestHolders].map((name): [string, Reading] => [name, expectsRaised]),
]);

/** By module and name. */
const byModule: ReadonlyMap<string, Reading> = new Map<string, Reading>([
  ['copy.copy', first],
  ['asyncio.create_task', first],
  ['asyncio.ensure_future', first],
  ['asyncio.wait_for', first],
  ['asyncio.shield', first],
  ['asyncio.run', ofArguments((c, [coroutine]) => (coroutine ? c.writer.node(ops.await, coroutine) : 0))],
  ['pytest.raises', expectsRaised],
  ['itertools.chain', ofArguments((c, args) => iterableOf(c, ...args.map((one) => element(c, one))))],
  ['itertools.chain.from_iterable', ofArguments((c, [all]) => iterableOf(c, element(c, element(c, all))))],
  ['itertools.cycle', elementsOf(0)],
  ['itertools.islice', elementsOf(0)],
  ['itertools.dropwhile', elementsOf(1)],
  ['itertools.takewhile', elementsOf(1)],
  ['itertools.filterfalse', elementsOf(1)],
  ['itertools.groupby', grouped],
  ['itertools.product', zipped],
  ['itertools.zip_longest', zipped],
]);

const namesByModule: ReadonlySet<string> = new Set(
  [...byModule.keys()].map((path) => path.slice(path.lastIndexOf('.') + 1)),
);

/** The result of a library function that follows from its arguments; -1 for any other. */
export function libraryCall(c: Collector, name: string, callee: SyntaxNode, argumentList: SyntaxNode): number {
  const named = byName.get(name);
  if (named !== undefined) return named(c, { name, callee, argumentList });
  if (!namesByModule.has(name)) return -1;
  return byModule.get(libraryPath(c, callee))?.(c, { name, callee, argumentList }) ?? -1;
}

/** `module.name` of an imported function; empty for other expressions. */
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

function visitCast(c: Collector, { callee, argumentList }: LibraryCall): number {
  const parts = withoutComments(partsOf(argumentList));
  if (parts.length !== 2 || (codeOf(callee) === codes.attribute && !/^(typing|t)\b/.test(textOf(c, callee)))) return -1;
  visitCallee(c, callee, siteKinds.call);
  const type = typeOfNode(c, parts[0]!);
  const value = c.visit(parts[1]!);
  return type === 0 ? 0 : c.writer.node(ops.cast, type, value);
}

/** The start of a node's text. */
function textOf({ source }: Collector, node: SyntaxNode): string {
  return source.slice(node.startIndex, node.startIndex + 20);
}
