/**
 * Gives files the macros of other files that they call. A file's reading depends on its text and on these macros, and which these are follows from what
 * all files of the index offer and call: of one name, the macro that is nearest by its folders, and none where several are equally near.
 * So a run first reads every file as before, and then reads again the files whose macros are not those with which they were read: each caller in a new
 * index, and after an edit only those that call a macro which the edit changed.
 * Invariant: after `readWithOutside`, the readings of an updated index equal those of a new one.
 */
import type { OutsideMacros } from '../model/macros.ts';
import type { MacroOffer, MacroStore } from '../store/macro-store.ts';
import { sharedFolders } from '../util/shared-folders.ts';
import type { FileOutcome } from './file-outcome.ts';
import { outsideDigest } from './macro-digests.ts';
import type { AnalyseTask } from './read-file.ts';

/** A file gets the macros of at most this many others. */
const maxFiles = 20;
/** Files are read this often at most: a file that changes while it is read may call other macros. */
const maxRounds = 2;

/** A file that has to be read with other macros than before. */
export interface MacroReading {
  path: string;
  rawPath: Uint8Array | null;
  /** The files whose macros it gets, in the order of their paths. */
  from: readonly MacroOffer[];
}

/** Offers by family and name. */
export type OffersByName = ReadonlyMap<string, readonly MacroOffer[]>;

const keyOf = (family: string, name: string): string => `${family} ${name}`;

export function offersByName(offers: readonly MacroOffer[]): OffersByName {
  const found = new Map<string, MacroOffer[]>();
  for (const offer of offers) {
    for (const name of offer.names) {
      const key = keyOf(offer.family, name);
      const known = found.get(key);
      if (known === undefined) found.set(key, [offer]);
      else known.push(offer);
    }
  }
  return found;
}

/** The files whose macros a file means by these names. */
export function chosenMacros(path: string, { family, calls }: Calls, offers: OffersByName): MacroOffer[] {
  const chosen = new Set<MacroOffer>();
  for (const name of calls) {
    const named = (offers.get(keyOf(family, name)) ?? []).filter((offer) => offer.path !== path);
    const shared = named.map((offer) => sharedFolders(path, offer.path));
    const most = Math.max(...shared);
    const nearest = named.filter((_, at) => shared[at] === most);
    if (nearest.length === 1) chosen.add(nearest[0]!);
  }
  return [...chosen].sort((a, b) => (a.path < b.path ? -1 : 1)).slice(0, maxFiles);
}

interface Calls {
  family: string;
  calls: readonly string[];
}

/** The files whose macros are not those with which they were read. */
export async function readingsWithOutside(store: MacroStore): Promise<MacroReading[]> {
  const callers = await store.macroCallers();
  if (callers.length === 0) return [];
  const offers = offersByName(await store.macroOffers());
  return callers.flatMap(({ path, rawPath, given, ...calls }): MacroReading[] => {
    const from = chosenMacros(path, calls, offers);
    return outsideDigest(from) === given ? [] : [{ path, rawPath, from }];
  });
}

/** The tasks for these readings, with the texts of the macros. */
export async function tasksWithOutside(store: MacroStore, readings: readonly MacroReading[]): Promise<AnalyseTask[]> {
  const texts = await store.macroTexts([...new Set(readings.flatMap(({ from }) => from.map(({ path }) => path)))]);
  return readings.map(({ path, rawPath, from }) => ({ path, rawPath, knownHash: null, outside: given(from, texts) }));
}

function given(from: readonly MacroOffer[], texts: ReadonlyMap<string, string>): OutsideMacros[] {
  return from.map(({ path }) => ({ path, text: texts.get(path) ?? '' }));
}

/**
 * Reads again what has to be read with other macros.
 * @param read analyses files and writes them to the index
 */
export async function readWithOutside(
  store: MacroStore,
  read: (readings: readonly MacroReading[]) => Promise<void>,
): Promise<void> {
  for (let round = 0; round < maxRounds; round++) {
    const readings = await readingsWithOutside(store);
    if (readings.length === 0) return;
    await read(readings);
  }
}

/** Parts of a list with at most this many elements. */
export function* slicesOf<T>(list: readonly T[], size: number): Iterable<readonly T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}

/** Analyses a text that is not written to the index as if it were: with the macros of other files in the index. */
export async function analyseOver(
  store: MacroStore,
  analyse: (task: AnalyseTask) => Promise<FileOutcome>,
  task: AnalyseTask,
): Promise<FileOutcome> {
  const outcome = await analyse(task);
  const calls = outcome.kind === 'indexed' ? outcome.file.macros : null;
  if (calls === null || calls.calls.length === 0) return outcome;
  const from = chosenMacros(task.path, calls, offersByName(await store.macroOffers()));
  if (from.length === 0) return outcome;
  return analyse({ ...task, outside: given(from, await store.macroTexts(from.map(({ path }) => path))) });
}
