/** Steps from symbols to their neighbours: to callers, callees, users or used symbols, also through interfaces. */
import { questionRulesOf } from '../languages/question-rules.ts';
import { isCallLike, mayRun, qualifiedName, sourceName, type LinkKind } from '../../model/link.ts';
import { isForPlatform } from '../../model/platform-file.ts';
import { ofOneBuild } from './one-build.ts';
import type { Step, TakeStep } from './step.ts';
import { linksByName } from './name-links.ts';
import type { LinkedPlace, LinkIndex, SymbolFilter } from './index/link-index.ts';
import { distinctRefs, groupByRef, RefMap, type SymbolRef } from './ref-map.ts';

/** The maximum number of levels of overrides that are followed. */
const maxOverrides = 8;
/** The maximum number of implementations that a step follows on each level. */
const maxImplementations = 200;

/** Kinds of symbols that can override a member of a base. */
const memberKinds: ReadonlySet<string> = new Set(['method', 'property']);

/** Whether a symbol may override another although it is no member: a platform variant, or JavaScript code with a declaration file. */
function mayOverride(index: LinkIndex, { file, key }: SymbolRef): boolean {
  const found = key === 0 ? undefined : index.file(file);
  if (found === undefined) return false;
  const { hasVariants, hasFilePairs } = questionRulesOf(found.language);
  if (hasFilePairs !== true) return hasVariants === true;
  return isForPlatform(found.path) || index.hasDeclarationFiles;
}

/** The names under which languages declare constructors. */
const constructors: readonly string[] = ['constructor', '__init__', '__construct', 'initialize'];

interface FoundClass {
  ref: SymbolRef;
  qualified: string;
}

const directStep = ({ from, to, site }: LinkedPlace): Step => ({ from, to, site, via: null });
const isOverride = (kind: LinkKind): boolean => kind === 'overrides';
/** Whether a link of this kind makes one symbol depend on another. An import alone does not. */
export const isUse = (kind: LinkKind): boolean => kind !== 'import';

/** The callers of symbols, also through declarations that these override. */
export const callersStep: TakeStep = (index, frontier, isUnreached) => stepInto(index, frontier, mayRun, isUnreached);

/** The users of symbols, also through declarations that these override. */
export const usersStep: TakeStep = (index, frontier, isUnreached) => stepInto(index, frontier, isUse, isUnreached);

async function stepInto(
  index: LinkIndex,
  frontier: readonly SymbolRef[],
  accepts: (kind: LinkKind) => boolean,
  isUnreached: SymbolFilter | undefined,
): Promise<readonly Step[]> {
  const steps = (await index.into(frontier, accepts, isUnreached)).map(directStep);
  const declarations = await index.declarations(frontier);
  const members = frontier.filter(
    (ref) => memberKinds.has(declarations.get(ref)?.kind ?? 'file') || mayOverride(index, ref),
  );
  const bases = await basesOf(index, members);
  if (bases.length > 0) {
    const byBase = groupByRef(bases, ({ base }) => base);
    // A link to a declaration file means the code that implements it, so all uses of the declaration count.
    const isDeclaration = ({ file }: SymbolRef): boolean => index.isDeclarationFile(file);
    const [declared, inherited] = [
      distinctRefs(bases.map(({ base }) => base).filter(isDeclaration)),
      distinctRefs(bases.map(({ base }) => base).filter((ref) => !isDeclaration(ref))),
    ];
    // Other implementations of the declaration depend on the declaration, not on this implementation.
    const isDependency = (kind: LinkKind): boolean => accepts(kind) && !isOverride(kind);
    const places = [
      ...(await index.into(declared, isDependency, isUnreached)),
      ...(await index.into(inherited, mayRun, isUnreached)),
    ];
    for (const { from, to, site } of places)
      for (const { member, base } of byBase.get(to) ?? []) steps.push({ from, to: member, site, via: base });
  }
  const classes = frontier.flatMap((ref) => {
    const declared = declarations.get(ref);
    return declared?.kind === 'class' ? [{ ref, qualified: qualifiedName(declared) }] : [];
  });
  steps.push(...(await constructorCallers(index, classes, steps, isUnreached)));
  const named = frontier.flatMap((ref) => {
    const name = declarations.get(ref)?.name;
    return name === undefined ? [] : [{ ref, name }];
  });
  // A member that is handed to a call is more often a field than a function of that name.
  const isByName = (kind: LinkKind): boolean => accepts(kind) && (kind !== 'pass' || accepts('read'));
  for (const place of await linksByName(index, named, isByName)) steps.push(directStep(place));
  return ofOneBuild(index, steps);
}

/**
 * Callers of constructors that do not name the class, but a variable that contains it. Calls from constructors of subclasses are
 * left out: a subclass leads to the code that constructs it.
 * @param found the steps from places that name the classes: these run the constructors too, and are not returned again
 */
async function constructorCallers(
  index: LinkIndex,
  classes: readonly FoundClass[],
  found: readonly Step[],
  isUnreached: SymbolFilter | undefined,
): Promise<readonly Step[]> {
  if (classes.length === 0) return [];
  const owners = new RefMap<SymbolRef>();
  const keys: SymbolRef[] = [];
  const symbols = await index.symbolsOf(classes.map(({ ref }) => ref.file));
  for (const { ref, qualified } of classes) {
    const ofFile = symbols.get(ref.file);
    for (const [at, definition] of ofFile?.definitions.entries() ?? []) {
      if (!constructors.includes(definition.name) || sourceName(definition) !== `${qualified}.${definition.name}`)
        continue;
      const constructor = { file: ref.file, key: ofFile!.keys[at]! };
      owners.set(constructor, ref);
      keys.push(constructor);
    }
  }
  const at = ({ from, site }: LinkedPlace): string => `${from.file} ${site.line} ${site.column}`;
  const naming = new Set(found.map(at));
  const places = (await index.into(keys, isCallLike, isUnreached)).filter((place) => !naming.has(at(place)));
  const callers = await index.declarations(places.map(({ from }) => from));
  return places.flatMap(({ from, to, site }) =>
    constructors.includes(callers.get(from)?.name ?? '') ? [] : [{ from, to: owners.get(to)!, site, via: to }],
  );
}

/** The members that these members override, directly or through others. */
async function basesOf(
  index: LinkIndex,
  members: readonly SymbolRef[],
): Promise<{ member: SymbolRef; base: SymbolRef }[]> {
  const found: { member: SymbolRef; base: SymbolRef }[] = [];
  const basesOfMembers = new RefMap<RefMap<true>>();
  let level = members.map((ref) => ({ member: ref, at: ref }));
  for (let depth = 0; depth < maxOverrides && level.length > 0; depth++) {
    const overrides = await index.overridesFrom(level.map(({ at }) => at.file));
    const byPlace = groupByRef(level, ({ at }) => at);
    const next: typeof level = [];
    for (const places of overrides.values()) {
      for (const { from, to } of places) {
        for (const { member } of byPlace.get(from) ?? []) {
          let bases = basesOfMembers.get(member);
          if (bases === undefined) basesOfMembers.set(member, (bases = new RefMap()));
          if (bases.has(to)) continue;
          bases.set(to, true);
          found.push({ member, base: to });
          next.push({ member, at: to });
        }
      }
    }
    level = next;
  }
  return found;
}

/** The callees of symbols, and the members that override these. @param withInner whether calls in definitions inside of the symbols count too */
export function calleesStep(withInner: boolean): TakeStep {
  return (index, frontier) => stepOut(index, frontier, { accepts: mayRun, withInner });
}

/** The symbols that symbols use. @param withInner as in `calleesStep` */
export function usedStep(withInner: boolean): TakeStep {
  return (index, frontier) => stepOut(index, frontier, { accepts: isUse, withInner });
}

async function stepOut(
  index: LinkIndex,
  frontier: readonly SymbolRef[],
  wanted: { accepts: (kind: LinkKind) => boolean; withInner: boolean },
): Promise<readonly Step[]> {
  const places = withoutConstructed(await index.outOf(frontier, wanted));
  const steps = places.map(directStep);
  steps.push(
    ...(await throughDeclarations(
      index,
      places.filter(({ site }) => mayRun(site.kind)),
    )),
  );
  return ofOneBuild(index, steps);
}

/**
 * Steps to the members that override what places call, directly or through others. A symbol may call such a member directly at one place, and through
 * a declaration at another.
 */
async function throughDeclarations(index: LinkIndex, called: readonly LinkedPlace[]): Promise<readonly Step[]> {
  const steps: Step[] = [];
  const known = new RefMap<Set<string>>();
  const isNew = (ref: SymbolRef, { from, site }: LinkedPlace): boolean => {
    let own = known.get(ref);
    if (own === undefined) known.set(ref, (own = new Set()));
    const place = `${from.file} ${from.key} ${site.line} ${site.column}`;
    return !own.has(place) && own.add(place).size > 0;
  };
  for (const place of called) isNew(place.to, place);
  let level = called.map((place) => ({ at: place.to, place }));
  for (let depth = 0; depth < maxOverrides && level.length > 0; depth++) {
    const refs = distinctRefs(level.map(({ at }) => at));
    const implementations = (await index.into(refs, isOverride)).slice(0, maxImplementations);
    const through = groupByRef(level, ({ at }) => at);
    level = [];
    for (const { from, to } of implementations)
      for (const { place } of through.get(to) ?? []) {
        if (!isNew(from, place)) continue;
        steps.push({ ...place, to: from, via: place.to });
        level.push({ at: from, place });
      }
  }
  return steps;
}

/** Places without the link to the class of a construction that also has a link to the constructor. */
function withoutConstructed(places: readonly LinkedPlace[]): LinkedPlace[] {
  const at = ({ from, site }: LinkedPlace): string => `${from.file} ${from.key} ${site.line} ${site.column}`;
  const constructorCalls = new Set(places.filter(({ site }) => site.kind === 'call').map(at));
  return places.filter((place) => place.site.kind !== 'construct' || !constructorCalls.has(at(place)));
}
