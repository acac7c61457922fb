/** Answers with the symbols whose names match a glob. */
import { AppError } from '../../model/error.ts';
import type { NameTaken, SymbolNode, SymbolSearchAnswer, SymbolSearchRequest } from '../../model/graph.ts';
import { containerOf, qualifiedName, sourceName, symbolKey } from '../../model/link.ts';
import type { Stateless } from './calls.ts';
import { findSymbols } from './names/find-symbols.ts';
import { compareByRank, sortedByRank } from './likeliest.ts';
import type { LinkIndex } from './index/link-index.ts';
import { distinctRefs, type SymbolRef } from './ref-map.ts';
import { membersOf } from './names/type-members.ts';
import { AtMost } from '../../util/turns/at-most.ts';
import { QuestionTurns } from '../../util/turns/question.ts';
import { placesOutsideCode } from './names/nearest-names.ts';
import { nearestOf } from './names/nearest-of.ts';

const maxPatternLength = 500;
/** The maximum number of names that are looked up for one answer. */
const maxNames = 20_000;
/** So many names are compared with a pattern between two looks at the clock: a pattern of many stars takes microseconds for each. */
const namesAtOnce = 512;
/** Patterns that more names match hold tens of megabytes while they are answered, so that only some are at once. */
const manyNames = 1000;
const vastSearches = new AtMost(2);
/** The maximum number of names that are searched outside of the graph, where no symbol has them. */
const maxOutside = 100;
/** The maximum number of symbols of the name, which the filters exclude, that are suggested. */
const maxSuggested = 3;

/**
 * The symbols that match a request. `isIncomplete`: whether a matching name is also in a file outside of the graph, which is not code or not linked yet.
 * @param globOf compiles a glob that ignores case; throws an `AppError` for an invalid one
 */
export async function answerSymbolSearch(
  index: LinkIndex,
  request: SymbolSearchRequest,
  globOf: (pattern: string) => (text: string) => boolean,
): Promise<{ answer: Stateless<SymbolSearchAnswer>; isIncomplete: boolean }> {
  const pattern = request.pattern.trim();
  if (pattern.length > maxPatternLength) {
    throw new AppError('ValidationError', `The pattern is longer than ${maxPatternLength} characters`, {
      hint: 'Give a shorter glob, such as User*.',
      details: { field: 'pattern', expected: `at most ${maxPatternLength} characters`, received: pattern.length },
    });
  }
  const written = parsePattern(index, pattern);
  const names = meansAllMembers(written.name) ? [] : await namesFor(index, lastPart(written.name), globOf);
  const answer = (): ReturnType<typeof answerSymbolSearch> => answerFor(index, request, { written, names, globOf });
  return names.length > manyNames ? vastSearches.run(answer) : answer();
}

interface Search {
  written: { name: string; file: string | null };
  /** The names that match the last part of the pattern. */
  names: readonly string[];
  globOf: (pattern: string) => (text: string) => boolean;
}

async function answerFor(
  index: LinkIndex,
  request: SymbolSearchRequest,
  search: Search,
): ReturnType<typeof answerSymbolSearch> {
  const { name, file } = search.written;
  let found = await matchesOf(index, search);
  let taken: NameTaken | null = null;
  if (found.all.length === 0 && file === null && !isGlob(name)) {
    const understood = await findSymbols(index, { symbol: name });
    if (understood.symbols.length > 0) {
      ({ taken } = understood);
      const refs = understood.symbols.flatMap((one) => one.refs);
      found = { ...found, all: [...(await index.nodes(refs)).values()] };
    }
  }
  const { last, all, matching, symbols, isIncomplete } = found;
  const inOtherCase = (node: SymbolNode): number => Number(node.name !== last);
  const fitting = all.filter((node) => isWanted(node, request));
  const wanted = await sortedByRank(index, fitting, isGlob(name) ? undefined : inOtherCase);
  const answer = {
    total: wanted.length,
    files: new Set(wanted.map(({ path }) => path)).size,
    symbols: wanted.slice(request.offset, request.offset + request.limit),
    ...(taken === null ? {} : { taken }),
    nearest: all.length > 0 ? [] : await nearestTo(index, name, { last, matching, symbols }),
    others: wanted.length > 0 ? { total: 0, first: null } : { total: all.length, first: all[0] ?? null },
  };
  return { answer, isIncomplete };
}

interface Matches {
  /** The last part of the pattern. */
  last: string;
  /** The symbols that match the pattern. */
  all: SymbolNode[];
  /** The names that match the last part, and the symbols with these names. */
  matching: readonly string[];
  symbols: readonly SymbolNode[];
  /** Whether a matching name is also in a file outside of the graph. */
  isIncomplete: boolean;
}

async function matchesOf(
  index: LinkIndex,
  { written: { name, file }, names: matching, globOf }: Search,
): Promise<Matches> {
  const dot = name.lastIndexOf('.');
  const last = lastPart(name);
  const globs = dot === -1 ? [] : [globOf(name), globOf(`*.${name}`)];
  const isFitting = (node: SymbolNode): boolean =>
    globs.some((fits) => fits(node.qualified) || fits(sourceName({ name: node.name, container: containerOf(node) })));
  const fitting = (nodes: readonly SymbolNode[]): SymbolNode[] =>
    nodes.filter((node) => (file === null || node.path === file) && (dot === -1 || isFitting(node)));
  if (meansAllMembers(name)) {
    const type = name.slice(0, dot);
    const types = await symbolsNamed(index, await namesFor(index, type.slice(type.lastIndexOf('.') + 1), globOf));
    const members = await membersOf(index, types.refs);
    const all = fitting([...(await index.nodes(members.map(({ ref }) => ref))).values()]);
    return { last, all, matching: [], symbols: [], isIncomplete: types.isIncomplete };
  }
  const { refs, isIncomplete } = await symbolsNamed(index, matching);
  const symbols = [...(await index.nodes(refs)).values()];
  return { last, all: fitting(symbols), matching, symbols, isIncomplete };
}

async function namesFor(
  index: LinkIndex,
  name: string,
  globOf: (pattern: string) => (text: string) => boolean,
): Promise<readonly string[]> {
  if (!isGlob(name)) return (await index.store.namesInAnyCase(name)).slice(0, maxNames);
  const [fits, all, found] = [globOf(name), await index.store.definitionNames(), [] as string[]];
  const turns = new QuestionTurns();
  for (let at = 0; at < all.length && found.length < maxNames; at += namesAtOnce) {
    const turn = turns.take();
    if (turn !== null) await turn;
    for (const one of all.slice(at, at + namesAtOnce)) if (fits(one)) found.push(one);
  }
  return found.slice(0, maxNames);
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Whether it is `Class.*`: all names match the last part, so the search begins with the type. */
function meansAllMembers(name: string): boolean {
  return name.lastIndexOf('.') > 0 && !hasLetters(lastPart(name));
}

function isGlob(name: string): boolean {
  return /[*?{}[\]!()|+@]/.test(name);
}

function hasLetters(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** The file and the name of a pattern: `path#name` for an existing file. Separators of other languages (`::`, `#`) become dots. */
function parsePattern(index: LinkIndex, pattern: string): { name: string; file: string | null } {
  const written = pattern.replace(/^\.\//, '');
  for (let hash = written.indexOf('#'); hash !== -1; hash = written.indexOf('#', hash + 1)) {
    const file = written.slice(0, hash);
    if (index.idOf(file) !== undefined) return { name: written.slice(hash + 1) || '*', file };
  }
  const plain = pattern.replace(/\(\)$/, '');
  return { name: plain.replaceAll(/::|(?<=[^.:#])#/g, '.'), file: null };
}

function isWanted(node: SymbolNode, { type, module, package: owner, exported }: SymbolSearchRequest): boolean {
  return (
    (type === undefined || node.kind === type) &&
    (module === undefined || node.module === module) &&
    (owner === undefined || node.package === owner) &&
    (exported === undefined || node.exported === exported)
  );
}

/** Suggestions where nothing matches: other symbols of the name, places outside of the graph, or similar names. */
async function nearestTo(
  index: LinkIndex,
  name: string,
  { last, matching, symbols }: Pick<Matches, 'last' | 'matching' | 'symbols'>,
): Promise<string[]> {
  // Names that have nothing in common with a pattern are not near to it.
  if (!hasLetters(last)) {
    const type = name.split('.').findLast(hasLetters);
    return type === undefined ? [] : nearestOf(type.replaceAll(/[*?]/g, ''), await index.store.definitionNames());
  }
  if (symbols.length > 0)
    return symbols
      .toSorted((a, b) => compareByRank(index, a, b))
      .slice(0, maxSuggested)
      .map(({ id }) => id);
  const outside = await placesOutsideCode(index, matching.slice(0, maxOutside));
  return outside.length > 0 ? outside : nearestOf(last.replaceAll(/[*?]/g, ''), await index.store.definitionNames());
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
