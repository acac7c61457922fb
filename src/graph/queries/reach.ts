/**
 * Answers which symbols changed definitions reach, and how strongly test files depend on them.
 * Invariant: for every test file the answer has the reason: a path in the graph, an import, or a mention.
 */
import type { ReachedNode, Truncation } from '../../model/graph.ts';
import type { DanglingUse, UnresolvedName as ReportedName } from '../../model/changes.ts';
import { symbolKey, withoutOverload, type LinkKind } from '../../model/link.ts';
import { withMembers } from './calls.ts';
import type { LinkIndex, UnresolvedPlace } from './index/link-index.ts';
import { platformOf } from '../languages/question-rules.ts';
import { isUsualMember } from './name-links.ts';
import { RefMap, type SymbolRef } from './ref-map.ts';
import { usersStep } from './steps.ts';
import { reachedNodes, walk, type WalkResult } from './walk.ts';

export interface ReachRequest {
  /** Changed definitions that still exist. `qualified` is null for the top level of a file. `isWhole`: all members have changed too. */
  changed: readonly { path: string; qualified: string | null; isWhole: boolean }[];
  /** Removed definitions, with the `id` for answers and the `path` of their former file. */
  gone: readonly { id: string; name: string; path: string; language: string }[];
  /** Changed files for which importing tests are wanted. */
  files: readonly string[];
  maxDepth: number;
  /** How far the search for tests goes on where too few are within `maxDepth` (`enoughTests`). */
  testDepth: number;
}

/** A test file, and the path in the graph from a change to it. */
export interface TestWay {
  path: string;
  /** The strength of the dependency. It is only compared with other scores. */
  score: number;
  distance: number;
  /** Qualified names from a definition in the test to a changed one; each uses the next. */
  way: string[];
  /** The line of the test file at which the first definition of `way` uses the second, and how it does. */
  line: number;
  use: LinkKind;
  /** How many other definitions of the test file also lead to a change. */
  more: number;
}

export interface ReachAnswer {
  /** For each definition of `changed`: whether the index has it. */
  known: boolean[];
  /** The reached symbols, without those of tests. */
  reached: ReachedNode[];
  tests: TestWay[];
  /** Test files with a link of any kind into a changed file. */
  importers: { path: string; file: string }[];
  /**
   * Test files with an unresolved site of a changed name, except names of built-in members.
   * `files`: how many files have such sites of the name.
   */
  mentions: { path: string; name: string; line: number; files: number }[];
  /** Unresolved sites of a removed definition's name. Left out: names of built-in members, and names that are still defined. */
  dangling: { total: number; places: DanglingUse[] };
  unresolved: { sites: number; names: ReportedName[] };
  truncation: Truncation;
}

/** The fraction of a definition's share that each step passes on to its users. */
const damping = 0.6;
/** How the fraction is split among users: it is divided by their number to this power (0: each gets all of it, 1: it is split evenly). */
const sharing = 0.5;
/** The maximum number of places with the name of a removed definition that are listed. */
const maxDangling = 300;
/** The maximum number of names that are looked up. */
const maxNames = 300;
/** With fewer test files than this, the search for tests goes on to `testDepth`. */
const enoughTests = 10;

/** A symbol from which the walk starts. `at` is the index of its definition in `changed`. */
interface Start {
  ref: SymbolRef;
  at: number;
}

export async function answerReach(index: LinkIndex, request: ReachRequest): Promise<ReachAnswer> {
  const starts = await startsOf(index, request.changed);
  const known = request.changed.map((_, at) => starts.some((start) => start.at === at));
  const refs = await wholeStarts(index, request.changed, starts);
  // `walk` reaches a single start again where it uses itself, but none of several starts. So a single start is given twice.
  const start = refs.length === 1 ? [...refs, ...refs] : refs;
  const walkTo = async (maxDepth: number): Promise<WalkResult> =>
    walk(index, { start, direction: 'in', step: () => usersStep, maxDepth });
  const { reached, truncation } = await walkTo(request.maxDepth);
  let tests = await testWays(index, refs, reached);
  if (tests.length < enoughTests && request.testDepth > request.maxDepth && truncation.reason === null)
    tests = await testWays(index, refs, (await walkTo(request.testDepth)).reached);
  const nodes = await reachedNodes(index, reached);
  const names = request.changed.flatMap(({ qualified, path }) => {
    const language = index.file(index.idOf(path) ?? -1)?.language;
    return qualified === null || language === undefined
      ? []
      : [{ name: withoutOverload(qualified).slice(withoutOverload(qualified).lastIndexOf('.') + 1), language }];
  });
  const unresolved = await unresolvedNames(index, names);
  return {
    known,
    reached: nodes.filter(({ node }) => !node.isTest),
    tests,
    importers: await importersOf(index, request.files),
    mentions: mentionsOf(index, unresolved),
    dangling: await danglingOf(index, request.gone),
    unresolved: unresolvedOf(unresolved),
    truncation,
  };
}

async function startsOf(index: LinkIndex, changed: ReachRequest['changed']): Promise<Start[]> {
  const ids = changed.map(({ path }) => index.idOf(path));
  const symbols = await index.symbolsOf(ids.filter((id) => id !== undefined));
  return changed.flatMap(({ qualified }, at) => {
    const file = ids[at];
    if (file === undefined) return [];
    const key = qualified === null ? 0 : symbolKey(qualified);
    return key === 0 || symbols.get(file)?.main(key) !== undefined ? [{ ref: { file, key }, at }] : [];
  });
}

/** The symbols from which the walk starts: a type that has changed as a whole is joined by its members. */
async function wholeStarts(
  index: LinkIndex,
  changed: ReachRequest['changed'],
  starts: readonly Start[],
): Promise<SymbolRef[]> {
  const nodes = await index.nodes(starts.map(({ ref }) => ref));
  const refs = new RefMap<SymbolRef>();
  for (const { ref, at } of starts) {
    const node = nodes.get(ref);
    const isWhole = node !== undefined && changed[at]!.isWhole && ref.key !== 0;
    for (const one of isWhole ? await withMembers(index, { ref, refs: [ref], node }) : [ref]) refs.set(one, one);
  }
  return [...refs.values()];
}

/** The share of each reached symbol in the change: a symbol passes its share on to its users, and the fewer it has, the more each gets. */
function sharesOf(starts: readonly SymbolRef[], reached: WalkResult['reached']): RefMap<number> {
  const users = new RefMap<number>();
  const targets = reached.map(({ steps }) => {
    const distinct = new RefMap<SymbolRef>();
    for (const { to } of steps) distinct.set(to, to);
    for (const to of distinct.values()) users.set(to, (users.get(to) ?? 0) + 1);
    return distinct.values();
  });
  const shares = new RefMap<number>();
  for (const ref of starts) shares.set(ref, 1);
  for (const [at, { ref }] of reached.entries()) {
    let sum = 0;
    for (const to of targets[at]!) sum += ((shares.get(to) ?? 0) * damping) / users.get(to)! ** sharing;
    shares.set(ref, sum);
  }
  return shares;
}

/** The reached test files, each with its score and a path. */
async function testWays(
  index: LinkIndex,
  starts: readonly SymbolRef[],
  reached: WalkResult['reached'],
): Promise<TestWay[]> {
  const shares = sharesOf(starts, reached);
  const nodes = await index.nodes([...starts, ...reached.map(({ ref }) => ref)]);
  const byRef = new RefMap<WalkResult['reached'][number]>();
  for (const one of reached) byRef.set(one.ref, one);
  const files = new Map<string, { score: number; best: WalkResult['reached'][number]; symbols: number }>();
  const share = (ref: SymbolRef): number => shares.get(ref) ?? 0;
  for (const one of reached) {
    const node = nodes.get(one.ref);
    if (node?.isTest !== true) continue;
    const file = files.get(node.path);
    if (file === undefined) {
      files.set(node.path, { score: share(one.ref), best: one, symbols: 1 });
      continue;
    }
    file.score += share(one.ref);
    file.symbols++;
    if (one.distance === file.best.distance && share(one.ref) > share(file.best.ref)) file.best = one;
  }
  return [...files].map(([path, { score, best, symbols }]) => {
    const way = [nodes.get(best.ref)?.qualified ?? path];
    const first = strongest(best.steps, share);
    // Each step leads to a symbol one step nearer to a change. The last leads to a start, which has no steps.
    for (let step = first; step !== undefined; step = strongest(byRef.get(step.to)?.steps ?? [], share))
      way.push(nodes.get(step.to)?.qualified ?? '');
    const { line, kind } = first?.site ?? { line: 0, kind: 'call' as const };
    return { path, score, distance: best.distance, way, line, use: kind, more: symbols - 1 };
  });
}

/** The step to the symbol with the largest share. */
function strongest(
  steps: WalkResult['reached'][number]['steps'],
  share: (ref: SymbolRef) => number,
): WalkResult['reached'][number]['steps'][number] | undefined {
  let best = steps[0];
  for (const step of steps) if (best !== undefined && share(step.to) > share(best.to)) best = step;
  return best;
}

async function importersOf(index: LinkIndex, files: readonly string[]): Promise<ReachAnswer['importers']> {
  const ids = new Map(
    files.flatMap((path) => {
      const id = index.idOf(path);
      return id === undefined ? [] : [[id, path] as const];
    }),
  );
  const found: ReachAnswer['importers'] = [];
  for (const { from, to } of await index.store.linksInto([...ids.keys()])) {
    const file = index.file(from);
    const target = ids.get(to);
    if (file?.isTest === true && target !== undefined && file.path !== target)
      found.push({ path: file.path, file: target });
  }
  return found;
}

interface UnresolvedName {
  name: string;
  places: UnresolvedPlace[];
  isUnique: boolean;
}

/** The unresolved places of names, in files whose language can use the definition. */
async function unresolvedNames(
  index: LinkIndex,
  named: readonly { name: string; language: string }[],
): Promise<UnresolvedName[]> {
  const platformsByName = new Map<string, Set<string>>();
  for (const { name, language } of named.slice(0, maxNames)) {
    const platforms = platformsByName.get(name) ?? new Set<string>();
    platformsByName.set(name, platforms.add(platformOf(language)));
  }
  const names = [...platformsByName.keys()];
  const unique = await index.uniqueNames(names.filter((name) => !isUsualMember(name)));
  const byName = Map.groupBy(await index.unresolvedSites(names), ({ site }) => site.name);
  return names.flatMap((name) => {
    const places = (byName.get(name) ?? []).filter(({ file }) =>
      platformsByName.get(name)!.has(platformOf(index.file(file)?.language ?? '')),
    );
    return places.length === 0 ? [] : [{ name, places, isUnique: unique.has(name) }];
  });
}

function mentionsOf(index: LinkIndex, unresolved: readonly UnresolvedName[]): ReachAnswer['mentions'] {
  return unresolved.flatMap(({ name, places }) => {
    if (isUsualMember(name)) return [];
    const byPath = Map.groupBy(places, ({ path }) => path);
    return [...byPath].flatMap(([path, [first]]) =>
      first !== undefined && index.file(first.file)?.isTest === true
        ? [{ path, name, line: first.site.line, files: byPath.size }]
        : [],
    );
  });
}

/** The names that stay unresolved: a name that only one definition has is linked by name. */
function unresolvedOf(unresolved: readonly UnresolvedName[]): ReachAnswer['unresolved'] {
  const names = unresolved
    .filter(({ isUnique }) => !isUnique)
    .map(({ name, places }) => ({
      name,
      sites: places.length,
      files: new Set(places.map(({ path }) => path)).size,
      path: places[0]!.path,
      line: places[0]!.site.line,
    }))
    .sort((a, b) => b.sites - a.sites || (a.name < b.name ? -1 : 1));
  return { sites: names.reduce((sum, { sites }) => sum + sites, 0), names };
}

/** The first place of each name in a line: what breaks there breaks once. */
function onePerLine(places: readonly UnresolvedPlace[]): UnresolvedPlace[] {
  const known = new Set<string>();
  return places.filter(({ path, site }) => {
    const key = `${path}\n${site.line}\n${site.name}`;
    return !known.has(key) && known.add(key);
  });
}

async function danglingOf(index: LinkIndex, gone: ReachRequest['gone']): Promise<ReachAnswer['dangling']> {
  const distinctive = gone.filter(({ name }) => !isUsualMember(name)).slice(0, maxNames);
  const names = [...new Set(distinctive.map(({ name }) => name))];
  const defining = await index.store.definingFiles(names);
  // A use of a name that another definition has may mean that definition.
  const undefinedNames = new Set(names.filter((_, at) => defining[at]!.length === 0));
  const byName = new Map(distinctive.filter(({ name }) => undefinedNames.has(name)).map((one) => [one.name, one]));
  const unresolved = await unresolvedNames(index, [...byName.values()]);
  const places = onePerLine(unresolved.flatMap((one) => one.places));
  const shown = places.slice(0, maxDangling);
  const refs = await index.containersOf(shown);
  const nodes = await index.nodes(refs);
  return {
    total: places.length,
    places: shown.map(({ path, site }, at) => ({
      id: byName.get(site.name)!.id,
      path,
      line: site.line,
      column: site.column,
      kind: site.kind,
      caller: refs[at]!.key === 0 ? null : (nodes.get(refs[at]!)?.qualified ?? null),
    })),
  };
}
