/** Answers about callers, callees and impact of a symbol. */
import { nameAccount, type AccountedName } from './account/account.ts';
import type { FilesNaming } from './account/named-files.ts';
import { questionRulesOf } from '../languages/question-rules.ts';
import type { CallsAnswer, ImpactAnswer, Unresolved, WalkRequest } from '../../model/graph.ts';
import {
  containerOf,
  isCallLike,
  mayRun,
  qualifiedName,
  setterName,
  symbolKey,
  type LinkKind,
} from '../../model/link.ts';
import {
  distinctPlaces,
  placeKey,
  type LinkedPlace,
  type LinkIndex,
  type UnresolvedPlace,
} from './index/link-index.ts';
import { linksByName, nameLinks, onlySymbols, unresolvedNames, unresolvedOf } from './name-links.ts';
import type { Step } from './step.ts';
import { distinctRefs, groupByRef, type SymbolRef } from './ref-map.ts';
import { withOverloadsOfCallees, withOverloadsOfTarget } from './doubtful-overloads.ts';
import { requireSymbol } from './resolve-symbol.ts';
import type { FoundSymbol } from './found-symbol.ts';
import { callsBySignature, stepsToSignatures } from './signature-lists.ts';
import { calleesStep, callersStep, isUse, usersStep } from './steps.ts';
import { decoratorsOf, isFunctionNode, valuePlaces, withTexts, type LinesOf } from './value-places.ts';
import { reachedNodes, walk } from './walk.ts';

/** An answer without the state of the index, which the caller adds. */
export type Stateless<T> = Omit<T, 'state'>;

const typeKinds: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'module', 'component']);

/** How answers read the project's files on disk. */
export interface ProjectTexts {
  linesOf: LinesOf;
  filesNaming: FilesNaming;
}

export async function answerCallers(
  index: LinkIndex,
  request: WalkRequest,
  { linesOf, filesNaming }: ProjectTexts,
): Promise<Stateless<CallsAnswer>> {
  const found = await requireSymbol(index, request, 'symbol');
  const start = found.refs;
  const doubtful: Step[] = [];
  const { reached, truncation } = await walk(index, {
    start,
    areOverloads: true,
    direction: 'in',
    step:
      () =>
      async (...args) =>
        stepsToSignatures(await callersStep(...args), found, doubtful),
    maxDepth: request.maxDepth ?? Infinity,
  });
  const others = await otherPlaces(index, start);
  const callers = await withOverloadsOfTarget(index, found, await reachedNodes(index, reached));
  const values = await valuePlaces(index, found, others, linesOf);
  const isUncalled = callers.length === 0;
  const accounted = request.account === false ? null : await nameAccount(index, found, { filesNaming, isUncalled });
  return {
    ...(await ofSignatures(index, found, doubtful)),
    reached: await withTexts(callers, linesOf),
    otherUses: others.length,
    values,
    decorators: callers.length === 0 ? await decoratorsOf(index, found) : [],
    runsByItself: mayRunByItself(index, found),
    ...(reached.length === 0 ? { implementations: await implementationsOf(index, start) } : {}),
    ...(await setterBeside(index, found)),
    ...(await doubtfulCalls(index, found, { isUncalled: callers.length === 0, isValue: values.total > 0, accounted })),
    ...(accounted === null ? {} : { account: accounted.account }),
    truncation,
  };
}

async function setterBeside(index: LinkIndex, { ref, node }: FoundSymbol): Promise<Pick<CallsAnswer, 'setter'>> {
  const key = symbolKey(setterName(node.qualified));
  const symbols = (await index.symbolsOf([ref.file])).get(ref.file);
  return symbols?.main(key) === undefined ? {} : { setter: setterName(node.id) };
}

/** The symbol of the question, with the calls of its signatures. */
async function ofSignatures(
  index: LinkIndex,
  found: FoundSymbol,
  doubtful: readonly Step[],
): Promise<Pick<CallsAnswer, 'target' | 'signatures'>> {
  const { node, signatures, refs } = found;
  if (signatures === undefined) return { target: node };
  const calls = distinctPlaces(await index.into(refs, (kind) => kind === 'call'));
  const { signatures: _, ...target } = node;
  return {
    target,
    signatures: callsBySignature(signatures, calls, distinctPlaces(doubtful.filter(({ via }) => via !== null))),
  };
}

/**
 * The places that may call a function, although nothing is known to lead from them to it: where nothing is known to call it, also calls on values from
 * outside the project, and where nothing names it either, unresolved places that may hand it on.
 */
async function doubtfulCalls(
  index: LinkIndex,
  found: FoundSymbol,
  { isUncalled, isValue, accounted }: { isUncalled: boolean; isValue: boolean; accounted: AccountedName | null },
): Promise<Pick<CallsAnswer, 'unresolved' | 'outside'>> {
  const { ref, node } = found;
  const isFunction = isFunctionNode(node);
  const unresolved =
    isUncalled && !isValue && isFunction
      ? await unresolvedNames(index, { ref, name: node.name })
      : await unresolvedFor(index, found, isCallLike);
  if (!isUncalled || !isFunction || accounted === null || containerOf(node) === null) return { unresolved };
  const outside = await unresolvedOf(index, accounted.outsideCalls, node.name);
  const isCut = accounted.account.unreadFiles > 0;
  return outside.sites === 0 && !isCut ? { unresolved } : { unresolved, outside: { ...outside, isCut } };
}

function mayRunByItself(index: LinkIndex, { ref, node }: FoundSymbol): boolean {
  const file = index.file(ref.file);
  return file !== undefined && node.kind !== 'file' && questionRulesOf(file.language).runsByItself?.(node) === true;
}

/** The members that override some members, those that are called most often first. */
async function implementationsOf(
  index: LinkIndex,
  targets: readonly SymbolRef[],
): Promise<NonNullable<CallsAnswer['implementations']>> {
  const overrides = await index.into(targets, (kind) => kind === 'overrides');
  const refs = distinctRefs(overrides.map(({ from }) => from));
  if (refs.length === 0) return [];
  const calls = groupByRef(await index.into(refs, mayRun), ({ to }) => to);
  const nodes = await index.nodes(refs);
  return refs
    .flatMap((ref) => {
      const node = nodes.get(ref);
      return node === undefined ? [] : [{ node, calls: calls.get(ref)?.length ?? 0 }];
    })
    .sort((a, b) => b.calls - a.calls || (a.node.id < b.node.id ? -1 : 1));
}

/** Whether a link uses a symbol without calling it, such as a function that is passed as a value. */
/** The places that use a symbol without running it. A call of a variable that holds a function reads the variable too, and is not among them. */
async function otherPlaces(index: LinkIndex, start: readonly SymbolRef[]): Promise<LinkedPlace[]> {
  const running = new Set((await index.into(start, mayRun)).map(placeKey));
  return distinctPlaces(await index.into(start, isOtherUse)).filter((place) => !running.has(placeKey(place)));
}

function isOtherUse(kind: LinkKind): boolean {
  return isUse(kind) && !mayRun(kind) && kind !== 'overrides' && kind !== 'reexport';
}

/** The unresolved sites that may mean a symbol. */
export async function unresolvedFor(
  index: LinkIndex,
  { ref, node }: FoundSymbol,
  accepts: (kind: LinkKind) => boolean,
): Promise<Unresolved> {
  if (node.kind === 'file') return { sites: 0, files: 0, samples: [] };
  return (await nameLinks(index, { ref, name: node.name }, accepts)).unresolved;
}

export async function answerCallees(index: LinkIndex, request: WalkRequest): Promise<Stateless<CallsAnswer>> {
  const found = await requireSymbol(index, request, 'symbol');
  const inside = await unresolvedCallsIn(index, found);
  // Callers count calls that only one symbol of the project can mean by its name; so do callees.
  const byName = await callsByName(index, found.ref, inside);
  const { reached, truncation } = await walk(index, {
    start: found.refs,
    areOverloads: true,
    direction: 'out',
    // Calls in members count only for the symbol that was asked for. Of a class that it constructs, only the constructor runs.
    step: (distance) => {
      const step = calleesStep(distance === 1 && found.node.kind !== 'file');
      if (distance > 1 || byName.steps.length === 0) return step;
      return async (...args) => [...(await step(...args)), ...byName.steps];
    },
    maxDepth: request.maxDepth ?? Infinity,
  });
  return {
    target: found.node,
    reached: [...withOverloadsOfCallees(await reachedNodes(index, reached))],
    otherUses: 0,
    values: { total: 0, places: [] },
    decorators: [],
    runsByItself: false,
    unresolved: await unresolvedOf(index, byName.others, null),
    truncation,
  };
}

/** The unresolved calls that are linked by name, as steps from a symbol, and the others. */
async function callsByName(
  index: LinkIndex,
  from: SymbolRef,
  inside: readonly UnresolvedPlace[],
): Promise<{ steps: Step[]; others: readonly UnresolvedPlace[] }> {
  const targets = await onlySymbols(index, [...new Set(inside.map(({ site }) => site.name))]);
  if (targets.length === 0) return { steps: [], others: inside };
  const keyOf = (file: number, { line, column }: { line: number; column: number }): string =>
    `${file} ${line} ${column}`;
  const wanted = new Set(inside.map(({ file, site }) => keyOf(file, site)));
  const places = (await linksByName(index, targets, isCallLike)).filter(({ from: of, site }) =>
    wanted.has(keyOf(of.file, site)),
  );
  const linked = new Set(places.map((place) => keyOf(place.from.file, place.site)));
  return {
    steps: places.map(({ to, site }) => ({ from, to, site, via: null })),
    others: inside.filter(({ file, site }) => !linked.has(keyOf(file, site))),
  };
}

/** The unresolved calls inside of a symbol. */
export async function unresolvedInside(index: LinkIndex, found: FoundSymbol): Promise<Unresolved> {
  return unresolvedOf(index, await unresolvedCallsIn(index, found), null);
}

async function unresolvedCallsIn(index: LinkIndex, { ref, node }: FoundSymbol): Promise<UnresolvedPlace[]> {
  const symbols = (await index.symbolsOf([ref.file])).get(ref.file);
  if (symbols === undefined) return [];
  const names = node.overloads ?? [node.qualified];
  const isInside = ({ container, line }: { container: number; line: number }): boolean => {
    if (ref.key === 0) return container === -1;
    if (container === -1) return symbols.partOf(line).includes(ref.key);
    const definition = symbols.definitions[container];
    if (definition === undefined) return false;
    const name = qualifiedName(definition);
    return names.some((one) => name === one || name.startsWith(`${one}.`));
  };
  return (await index.unresolvedSitesOf(ref.file))
    .filter(({ site }) => isInside(site) && isCallLike(site.kind))
    .sort((a, b) => a.site.line - b.site.line || a.site.column - b.site.column);
}

export async function answerImpact(
  index: LinkIndex,
  request: WalkRequest,
  { filesNaming }: Pick<ProjectTexts, 'filesNaming'>,
): Promise<Stateless<ImpactAnswer>> {
  const found = await requireSymbol(index, request, 'symbol');
  const { reached, truncation } = await walk(index, {
    start: await withMembers(index, found),
    direction: 'in',
    step: () => usersStep,
    maxDepth: request.maxDepth ?? Infinity,
  });
  const nodes = await reachedNodes(index, reached);
  const files = new Set(nodes.filter(({ node }) => !node.isTest).map(({ node }) => node.path));
  const testFiles = new Set(nodes.filter(({ node }) => node.isTest).map(({ node }) => node.path));
  const accounted = request.account === false ? null : await nameAccount(index, found, { filesNaming });
  return {
    target: found.node,
    reached: nodes,
    files: files.size,
    testFiles: testFiles.size,
    ...(accounted === null ? {} : { account: accounted.account }),
    unresolved: await unresolvedFor(index, found, isUse),
    truncation,
  };
}

/** A type with its members, because a change of one is a change of the other; a file with all its symbols; any other symbol alone. */
export async function withMembers(index: LinkIndex, { ref, refs, node }: FoundSymbol): Promise<readonly SymbolRef[]> {
  if (!typeKinds.has(node.kind) && node.kind !== 'file') return refs;
  const symbols = (await index.symbolsOf([ref.file])).get(ref.file);
  const members = new Map<number, SymbolRef>([[ref.key, ref]]);
  for (const [at, definition] of symbols?.definitions.entries() ?? []) {
    const isMember = node.kind === 'file' || definition.container?.startsWith(node.qualified) === true;
    const container = definition.container ?? '';
    if (
      isMember &&
      (node.kind === 'file' || container === node.qualified || container.startsWith(`${node.qualified}.`))
    ) {
      const key = symbols!.keys[at]!;
      members.set(key, { file: ref.file, key });
    }
  }
  return [...members.values()];
}
