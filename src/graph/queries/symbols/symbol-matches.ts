/** The symbols of one index that match a pattern: the best of them, and what the answer of several indexes depends on. */
import type { SymbolNode } from '../../../model/graph.ts';
import { containerOf, qualifiedName, sourceName, symbolKey } from '../../../model/link.ts';
import { AtMost } from '../../../util/turns/at-most.ts';
import { QuestionTurns } from '../../../util/turns/question.ts';
import type { LinkIndex } from '../index/link-index.ts';
import { compareRanked, rankedSymbol, sortedByRank, type RankedSymbol } from '../likeliest.ts';
import { findSymbols } from '../names/find-symbols.ts';
import { outsideCode } from '../names/nearest-names.ts';
import { mayBeNearest } from '../names/nearest-of.ts';
import { membersOf } from '../names/type-members.ts';
import { distinctRefs, type SymbolRef } from '../ref-map.ts';
import { hasLetters, isGlob, lastPart, meansAllMembers, nameToCompare, nameToMatch, type WrittenPattern } from './symbol-pattern.ts'; // prettier-ignore
import type { FoundSymbols, SymbolsRequest } from './symbol-parts.ts';

/** The maximum number of names that are looked up for one answer. */
export const mostNames = 20_000;
/** So many names are compared with a pattern between two looks at the clock: a pattern of many stars takes microseconds for each. */
const namesAtOnce = 512;
/** Patterns that more names match hold tens of megabytes while they are answered, so that only some are at once. */
const manyNames = 1000;
const vastSearches = new AtMost(2);
/** The maximum number of names that are searched outside of the graph, where no symbol has them. */
const maxOutside = 100;
/** The maximum number of symbols of the name, which the filters exclude, that are suggested. */
const maxSuggested = 3;

type Globs = (pattern: string) => (text: string) => boolean;

export async function findMatching(index: LinkIndex, request: SymbolsRequest, globOf: Globs): Promise<FoundSymbols> {
  const { lastName } = request;
  const all = await matchingNames(index, request.written, globOf);
  const names = lastName === null ? all : all.filter((name) => name <= lastName);
  if (names.length > request.mostNames) return { ...nothing, isMany: true };
  const find = (): Promise<FoundSymbols> => (request.isRead ? readSymbols : foundSymbols)(index, request, { names, globOf }); // prettier-ignore
  return names.length > manyNames ? vastSearches.run(find) : find();
}

/** The names that match the last part of a pattern, in order. */
export async function matchingNames(
  index: LinkIndex,
  { name }: WrittenPattern,
  globOf: Globs,
): Promise<readonly string[]> {
  const part = nameToMatch(name);
  if (!isGlob(part)) return (await index.store.namesInAnyCase(part)).slice(0, mostNames);
  const [fits, all, found] = [globOf(part), await index.store.definitionNames(), [] as string[]];
  const turns = new QuestionTurns();
  for (let at = 0; at < all.length && found.length < mostNames; at += namesAtOnce) {
    const turn = turns.take();
    if (turn !== null) await turn;
    for (const one of all.slice(at, at + namesAtOnce)) if (fits(one)) found.push(one);
  }
  return found.slice(0, mostNames);
}

const nothing: FoundSymbols = {
  ...{ isMany: false, total: 0, files: 0, symbols: [], matching: { total: 0, first: null } },
  ...{ near: { symbols: [], outside: [], names: [] }, reading: null, isIncomplete: false },
};

interface Search {
  /** The names that match the last part of the pattern. */
  names: readonly string[];
  globOf: Globs;
}

async function foundSymbols(index: LinkIndex, request: SymbolsRequest, search: Search): Promise<FoundSymbols> {
  const { all, symbols, isIncomplete } = await matchesOf(index, request.written, search);
  const best = await bestOf(index, all, request);
  if (all.length > 0) return { ...nothing, ...best, isIncomplete };
  return { ...nothing, ...best, near: await nearTo(index, request.written, { ...search, symbols }), isIncomplete };
}

/** The symbols that a name means which none has as it is written. */
async function readSymbols(index: LinkIndex, request: SymbolsRequest): Promise<FoundSymbols> {
  const { symbols, reading } = await findSymbols(index, { symbol: request.written.name });
  if (symbols.length === 0 && reading.names.length === 0) return nothing;
  const nodes = await index.nodes(symbols.flatMap(({ refs }) => refs));
  return { ...nothing, ...(await bestOf(index, [...nodes.values()], request)), reading };
}

async function bestOf(
  index: LinkIndex,
  all: readonly SymbolNode[],
  request: SymbolsRequest,
): Promise<Pick<FoundSymbols, 'total' | 'files' | 'symbols' | 'matching'>> {
  const { name } = request.written;
  const last = lastPart(name);
  const inOtherCase = (node: SymbolNode): number => Number(node.name !== last);
  const unlikeliness = isGlob(name) ? undefined : inOtherCase;
  const wanted = await sortedByRank(
    index,
    all.filter((node) => isWanted(node, request)),
    unlikeliness,
  );
  const ranked = (nodes: readonly SymbolNode[]): RankedSymbol[] =>
    nodes.map((node) => rankedSymbol(index, node, unlikeliness));
  // What else would match is said where nothing does.
  const first = wanted.length > 0 ? (wanted[0] ?? null) : await likeliest(index, all);
  return {
    total: wanted.length,
    files: new Set(wanted.map(({ path }) => path)).size,
    symbols: ranked(wanted.slice(0, request.most)),
    matching: { total: all.length, first: first === null ? null : rankedSymbol(index, first) },
  };
}

async function likeliest(index: LinkIndex, all: readonly SymbolNode[]): Promise<SymbolNode | null> {
  return (await sortedByRank(index, all))[0] ?? null;
}

function isWanted(node: SymbolNode, { type, module, package: owner, exported }: SymbolsRequest): boolean {
  return (
    (type === undefined || node.kind === type) &&
    (module === undefined || node.module === module) &&
    (owner === undefined || node.package === owner) &&
    (exported === undefined || node.exported === exported)
  );
}

interface Matches {
  /** The symbols that match the pattern. */
  all: SymbolNode[];
  /** The symbols with the names that match its last part. */
  symbols: readonly SymbolNode[];
  /** Whether a matching name is also in a file outside of the graph. */
  isIncomplete: boolean;
}

async function matchesOf(
  index: LinkIndex,
  { name, file }: WrittenPattern,
  { names, globOf }: Search,
): Promise<Matches> {
  const hasDot = name.includes('.');
  const globs = hasDot ? [globOf(name), globOf(`*.${name}`)] : [];
  const isFitting = (node: SymbolNode): boolean =>
    globs.some((fits) => fits(node.qualified) || fits(sourceName({ name: node.name, container: containerOf(node) })));
  const fitting = (nodes: readonly SymbolNode[]): SymbolNode[] =>
    nodes.filter((node) => (file === null || node.path === file) && (!hasDot || isFitting(node)));
  const { refs, isIncomplete } = await symbolsNamed(index, names);
  if (meansAllMembers(name)) {
    const members = await membersOf(index, refs);
    const all = fitting([...(await index.nodes(members.map(({ ref }) => ref))).values()]);
    return { all, symbols: [], isIncomplete };
  }
  const symbols = [...(await index.nodes(refs)).values()];
  return { all: fitting(symbols), symbols, isIncomplete };
}

async function nearTo(
  index: LinkIndex,
  { name }: WrittenPattern,
  { names, symbols }: { names: readonly string[]; symbols: readonly SymbolNode[] },
): Promise<FoundSymbols['near']> {
  const compared = nameToCompare(name);
  const similar = compared === null ? [] : await mayBeNearest(compared, await index.store.definitionNames());
  // All members of a type were asked for: its name is compared.
  if (!hasLetters(lastPart(name))) return { symbols: [], outside: [], names: similar };
  const ranked = symbols.map((node) => rankedSymbol(index, node)).sort(compareRanked);
  return {
    symbols: ranked.slice(0, maxSuggested),
    outside: ranked.length > 0 ? [] : await outsideCode(index, names.slice(0, maxOutside)),
    names: similar,
  };
}

async function symbolsNamed(
  index: LinkIndex,
  names: readonly string[],
): Promise<{ refs: SymbolRef[]; isIncomplete: boolean }> {
  const places = await index.store.definitionsNamed(names);
  const fileIds = new Set([...places.values()].flatMap((list) => list.map(({ fileId }) => fileId)));
  const paths = new Map((await index.store.files([...fileIds])).map(({ id, path }) => [id, path]));
  const refs: SymbolRef[] = [];
  let isIncomplete = false;
  const turns = new QuestionTurns();
  for (const list of places.values()) {
    const turn = turns.take();
    if (turn !== null) await turn;
    for (const { fileId, definition } of list) {
      const file = index.idOf(paths.get(fileId) ?? '');
      if (file === undefined) isIncomplete = true;
      else refs.push({ file, key: symbolKey(qualifiedName(definition)) });
    }
  }
  return { refs: [...distinctRefs(refs)], isIncomplete };
}
