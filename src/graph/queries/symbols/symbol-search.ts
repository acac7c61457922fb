/**
 * Answers with the symbols whose names match a glob: those of one index, or of several that have a part of the symbols each.
 * Invariant: what the parts give makes the answer of one index over all. Each gives its best, and whatever the order of all depends on.
 */
import { AppError } from '../../../model/error.ts';
import type { NameTaken, SymbolSearchAnswer, SymbolSearchRequest } from '../../../model/graph.ts';
import type { Stateless } from '../calls.ts';
import { compareRanked } from '../likeliest.ts';
import type { LinkIndex } from '../index/link-index.ts';
import { joinedPlaces } from '../names/nearest-names.ts';
import { nearestOf } from '../names/nearest-of.ts';
import { areAllMeant, compareReadings, joinedTaken, ways } from '../names/reading.ts';
import { findMatching, matchingNames, mostNames } from './symbol-matches.ts';
import type { AskedSymbols, AskParts, FoundSymbols, SymbolReplies, SymbolsRequest } from './symbol-parts.ts';
import { isGlob, nameToCompare, type WrittenPattern } from './symbol-pattern.ts';

const maxPatternLength = 500;
/** The maximum number of symbols of the name, which the filters exclude, that are suggested. */
const maxSuggested = 3;

type Globs = (pattern: string) => (text: string) => boolean;

/**
 * The symbols of one index that match a request. `isIncomplete`: as in `FoundSymbols`.
 * @param globOf compiles a glob that ignores case; throws an `AppError` for an invalid one
 */
export function answerSymbolSearch(
  index: LinkIndex,
  request: SymbolSearchRequest,
  globOf: Globs,
): Promise<SymbolsTogether> {
  return searchSymbols(request, { count: 1, ask: async (asked) => [await answerPart(index, asked, globOf)] });
}

/** What one part of the symbols answers. */
export async function answerPart<What extends AskedSymbols['what']>(
  index: LinkIndex,
  asked: Extract<AskedSymbols, { what: What }>,
  globOf: Globs,
): Promise<SymbolReplies[What]> {
  const one: AskedSymbols = asked;
  const reply =
    one.what === 'files'
      ? one.paths.map((path) => index.idOf(path) !== undefined)
      : one.what === 'names'
        ? await matchingNames(index, one.written, globOf)
        : await findMatching(index, one, globOf);
  return reply as SymbolReplies[What];
}

/** `nameOnlyLanguages`: languages of the symbols that are linked by name only. */
interface SymbolsTogether {
  answer: Stateless<SymbolSearchAnswer>;
  nameOnlyLanguages: string[];
  isIncomplete: boolean;
}

/** The symbols of all parts that match a request. */
export async function searchSymbols(
  request: SymbolSearchRequest,
  { count, ask }: { count: number; ask: AskParts },
): Promise<SymbolsTogether> {
  const { pattern: given, offset, limit, ...conditions } = request;
  const pattern = given.trim();
  if (pattern.length > maxPatternLength) throw tooLong(pattern);
  const written = await writtenPattern(pattern, ask);
  const asked: SymbolsRequest = {
    ...{ ...conditions, written, most: offset + limit, isRead: false, lastName: null },
    mostNames: Math.floor(mostNames / count),
  };
  let all = await ask({ what: 'symbols', ...asked });
  if (all.some(({ isMany }) => isMany)) {
    const names = new Set((await ask({ what: 'names', written })).flat());
    const lastName = [...names].sort()[mostNames - 1] ?? null;
    all = await ask({ what: 'symbols', ...asked, lastName, mostNames });
  }
  const isIncomplete = all.some((one) => one.isIncomplete);
  let taken: NameTaken | null = null;
  if (isEmpty(all) && written.file === null && !isGlob(written.name)) {
    const read = bestReadings(await ask({ what: 'symbols', ...asked, isRead: true }));
    if (read.length > 0) {
      all = read;
      taken = joinedTaken(read.flatMap(({ reading }) => reading ?? []));
    }
  }
  return { ...(await answerOf(all, { request, written, taken })), isIncomplete };
}

function isEmpty(all: readonly FoundSymbols[]): boolean {
  return all.every(({ matching }) => matching.total === 0);
}

/** The parts that read a name in the best way; none where that way means several names. */
function bestReadings(all: readonly FoundSymbols[]): FoundSymbols[] {
  const read = all.flatMap((one) => (one.reading === null ? [] : [{ one, reading: one.reading }]));
  const best = read.map(({ reading }) => reading).toSorted(compareReadings)[0];
  if (best === undefined) return [];
  const equal = read.filter(({ reading }) => compareReadings(reading, best) === 0);
  const names = equal.flatMap(({ reading }) => reading.names);
  if (best.by[0] === ways.corrected && !areAllMeant({ errors: best.by[1] ?? 0, names })) return [];
  return equal.map(({ one }) => one);
}

interface Given {
  request: SymbolSearchRequest;
  written: WrittenPattern;
  taken: NameTaken | null;
}

async function answerOf(
  all: readonly FoundSymbols[],
  { request, written, taken }: Given,
): Promise<Omit<SymbolsTogether, 'isIncomplete'>> {
  const sum = (of: (one: FoundSymbols) => number): number => all.reduce((total, one) => total + of(one), 0);
  const total = sum((one) => one.total);
  const ranked = all.flatMap((one) => one.symbols).sort(compareRanked);
  const page = ranked.slice(request.offset, request.offset + request.limit);
  const first = all.flatMap(({ matching }) => matching.first ?? []).sort(compareRanked)[0]?.node ?? null;
  const answer = {
    total,
    files: sum(({ files }) => files),
    symbols: page.map(({ node }) => node),
    ...(taken === null ? {} : { taken }),
    nearest: isEmpty(all) ? await nearestIn(all, written) : [],
    others: total > 0 ? { total: 0, first: null } : { total: sum(({ matching }) => matching.total), first },
  };
  return { answer, nameOnlyLanguages: [...new Set(page.flatMap(({ nameOnly }) => nameOnly ?? []))].sort() };
}

/** Suggestions where nothing matches: other symbols of the name, places outside of the graph, or similar names. */
async function nearestIn(all: readonly FoundSymbols[], { name }: WrittenPattern): Promise<string[]> {
  const symbols = all.flatMap(({ near }) => near.symbols).sort(compareRanked);
  if (symbols.length > 0) return symbols.slice(0, maxSuggested).map(({ node }) => node.id);
  const outside = joinedPlaces(all.flatMap(({ near }) => near.outside));
  if (outside.length > 0) return outside;
  const compared = nameToCompare(name);
  return compared === null ? [] : nearestOf(compared, [...new Set(all.flatMap(({ near }) => near.names))].sort());
}

function tooLong(pattern: string): AppError {
  return new AppError('ValidationError', `The pattern is longer than ${maxPatternLength} characters`, {
    hint: 'Give a shorter glob, such as User*.',
    details: { field: 'pattern', expected: `at most ${maxPatternLength} characters`, received: pattern.length },
  });
}

/** The file and the name of a pattern: `path#name` for an existing file. Separators of other languages (`::`, `#`) become dots. */
async function writtenPattern(pattern: string, ask: AskParts): Promise<WrittenPattern> {
  const written = pattern.replace(/^\.\//, '');
  const paths: string[] = [];
  for (let hash = written.indexOf('#'); hash !== -1; hash = written.indexOf('#', hash + 1))
    paths.push(written.slice(0, hash));
  if (paths.length > 0) {
    const files = await ask({ what: 'files', paths });
    const file = paths.find((_, at) => files.some((own) => own[at] === true));
    if (file !== undefined) return { name: written.slice(file.length + 1) || '*', file };
  }
  const plain = pattern.replace(/\(\)$/, '');
  return { name: plain.replaceAll(/::|(?<=[^.:#])#/g, '.'), file: null };
}
