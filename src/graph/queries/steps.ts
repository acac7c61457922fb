/** One step from symbols to their neighbours: callers, callees, whatever uses them or is used by them, through interfaces too. */
import { questionRulesOf } from '../languages/question-rules.ts';
import { isCallLike, qualifiedName, symbolKey, type LinkKind } from '../../model/link.ts';
import { isForPlatform } from '../../model/platform-file.ts';
import { ofOneBuild } from './one-build.ts';
import type { Step, TakeStep } from './step.ts';
import { linksByName } from './name-links.ts';
import type { LinkedPlace, LinkIndex, SymbolFilter } from './index/link-index.ts';
import { distinctRefs, groupByRef, RefMap, type SymbolRef } from './ref-map.ts';

/** Levels of declarations that stand in for each other. */
const maxOverrides = 8;
/** Implementations of one declaration that a walk goes on to. */
const maxImplementations = 200;

/** What can stand in for a member of a base. */
const memberKinds: ReadonlySet<string> = new Set(['method', 'property']);

/** What may stand in for what is common to all platforms, and in JavaScript for what declarations beside it say. */
function mayStandIn(index: LinkIndex, { file, key }: SymbolRef): boolean {
  const found = key === 0 ? undefined : index.file(file);
  if (found === undefined) return false;
  const { hasVariants, hasFilePairs } = questionRulesOf(found.language);
  if (hasFilePairs !== true) return hasVariants === true;
  return isForPlatform(found.path) || index.hasDeclarationFiles;
}

/** What runs when a class is made an object of, by the name that its file declares it by. */
const constructors: readonly string[] = ['constructor', '__init__', '__construct', 'initialize'];

interface FoundClass {
  ref: SymbolRef;
  qualified: string;
}

const direct = ({ from, to, site }: LinkedPlace): Step => ({ from, to, site, via: null });
const isOverride = (kind: LinkKind): boolean => kind === 'overrides';
/** What makes one symbol lean on another. */
export const isUse = (kind: LinkKind): boolean => kind !== 'import';

/** Who calls the symbols, also through what they stand in for. */
export const callersStep: TakeStep = (index, frontier, fresh) => stepInto(index, frontier, isCallLike, fresh);

/** Who uses the symbols in any way. */
export const usersStep: TakeStep = (index, frontier, fresh) => stepInto(index, frontier, isUse, fresh);

async function stepInto(
  index: LinkIndex,
  frontier: readonly SymbolRef[],
  accepts: (kind: LinkKind) => boolean,
  fresh: SymbolFilter | undefined,
): Promise<readonly Step[]> {
  const steps = (await index.into(frontier, accepts, fresh)).map(direct);
  const declarations = await index.declarations(frontier);
  const members = frontier.filter(
    (ref) => memberKinds.has(declarations.get(ref)?.kind ?? 'file') || mayStandIn(index, ref),
  );
  const bases = await basesOf(index, members);
  if (bases.length > 0) {
    const byBase = groupByRef(bases, ({ base }) => base);
    // What names a declaration of what is defined elsewhere names that.
    const isSaid = ({ file }: SymbolRef): boolean => index.isDeclarationFile(file);
    const [said, inherited] = [
      distinctRefs(bases.map(({ base }) => base).filter(isSaid)),
      distinctRefs(bases.map(({ base }) => base).filter((ref) => !isSaid(ref))),
    ];
    // What else is defined for the same declaration leans on that, and not on this.
    const leansOn = (kind: LinkKind): boolean => accepts(kind) && !isOverride(kind);
    const places = [...(await index.into(said, leansOn, fresh)), ...(await index.into(inherited, isCallLike, fresh))];
    for (const { from, to, site } of places)
      for (const { member, base } of byBase.get(to) ?? []) steps.push({ from, to: member, site, via: base });
  }
  const classes = frontier.flatMap((ref) => {
    const declared = declarations.get(ref);
    return declared?.kind === 'class' ? [{ ref, qualified: qualifiedName(declared) }] : [];
  });
  steps.push(...(await constructing(index, classes, steps, fresh)));
  const named = frontier.flatMap((ref) => {
    const name = declarations.get(ref)?.name;
    return name === undefined ? [] : [{ ref, name }];
  });
  for (const place of await linksByName(index, named, accepts)) steps.push(direct(place));
  return ofOneBuild(index, steps);
}

/**
 * Who runs the constructors of classes by another name: a variable that holds the class. What constructors of heirs run is left out: who makes
 * an heir is asked of that.
 * @param known the places that name the classes, which run the constructors too
 */
async function constructing(
  index: LinkIndex,
  classes: readonly FoundClass[],
  known: readonly Step[],
  fresh: SymbolFilter | undefined,
): Promise<readonly Step[]> {
  if (classes.length === 0) return [];
  const owners = new RefMap<SymbolRef>();
  const keys: SymbolRef[] = [];
  for (const { ref, qualified } of classes) {
    for (const name of constructors) {
      const made = { file: ref.file, key: symbolKey(`${qualified}.${name}`) };
      owners.set(made, ref);
      keys.push(made);
    }
  }
  const at = ({ from, site }: LinkedPlace): string => `${from.file} ${site.line} ${site.column}`;
  const naming = new Set(known.map(at));
  const places = (await index.into(keys, isCallLike, fresh)).filter((place) => !naming.has(at(place)));
  const callers = await index.declarations(places.map(({ from }) => from));
  return places.flatMap(({ from, to, site }) =>
    constructors.includes(callers.get(from)?.name ?? '') ? [] : [{ from, to: owners.get(to)!, site, via: to }],
  );
}

/** What members stand in for, all levels up. */
async function basesOf(
  index: LinkIndex,
  members: readonly SymbolRef[],
): Promise<{ member: SymbolRef; base: SymbolRef }[]> {
  const found: { member: SymbolRef; base: SymbolRef }[] = [];
  const seen = new RefMap<RefMap<true>>();
  let level = members.map((ref) => ({ member: ref, at: ref }));
  for (let hop = 0; hop < maxOverrides && level.length > 0; hop++) {
    const overrides = await index.overridesFrom(level.map(({ at }) => at.file));
    const byPlace = groupByRef(level, ({ at }) => at);
    const next: typeof level = [];
    for (const places of overrides.values()) {
      for (const { from, to } of places) {
        for (const { member } of byPlace.get(from) ?? []) {
          let bases = seen.get(member);
          if (bases === undefined) seen.set(member, (bases = new RefMap()));
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

/** What the symbols call, and what stands in for that. */
export function calleesStep(inside: boolean): TakeStep {
  return (index, frontier) => stepOut(index, frontier, { accepts: isCallLike, inside });
}

/** What the symbols use in any way. */
export function usedStep(inside: boolean): TakeStep {
  return (index, frontier) => stepOut(index, frontier, { accepts: isUse, inside });
}

async function stepOut(
  index: LinkIndex,
  frontier: readonly SymbolRef[],
  wanted: { accepts: (kind: LinkKind) => boolean; inside: boolean },
): Promise<readonly Step[]> {
  const places = withoutConstructed(await index.outOf(frontier, wanted));
  const steps = places.map(direct);
  const called = places.filter(({ site }) => isCallLike(site.kind));
  const origins = groupByRef(called, ({ to }) => to) as RefMap<readonly LinkedPlace[]>;
  let level = distinctRefs(called.map(({ to }) => to));
  for (let hop = 0; hop < maxOverrides && level.length > 0; hop++) {
    const heirs = (await index.into(level, isOverride)).slice(0, maxImplementations);
    const next: SymbolRef[] = [];
    for (const { from, to } of heirs) {
      if (origins.has(from)) continue;
      const through = origins.get(to) ?? [];
      for (const place of through) steps.push({ ...place, to: from, via: place.to });
      origins.set(from, through);
      next.push(from);
    }
    level = next;
  }
  return ofOneBuild(index, steps);
}

/** A construction names the class and runs its constructor: one of the two is enough. */
function withoutConstructed(places: readonly LinkedPlace[]): LinkedPlace[] {
  const at = ({ from, site }: LinkedPlace): string => `${from.file} ${from.key} ${site.line} ${site.column}`;
  const run = new Set(places.filter(({ site }) => site.kind === 'call').map(at));
  return places.filter((place) => place.site.kind !== 'construct' || !run.has(at(place)));
}
