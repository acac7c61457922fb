/** Answers which types and members implement, extend or override a symbol, and what a symbol itself implements. */
import type {
  ImplementersAnswer,
  ImplementersRequest,
  MemberOrigin,
  Relative,
  TypeRelation,
} from '../../../model/code-questions.ts';
import type { OutlineEntry } from '../../../store/outline.ts';
import { questionRulesOf } from '../../languages/question-rules.ts';
import { nameAccount } from '../account/account.ts';
import type { ProjectTexts, Stateless } from '../calls.ts';
import type { FoundSymbol } from '../found-symbol.ts';
import type { LinkIndex } from '../index/link-index.ts';
import { nameLinks } from '../name-links.ts';
import { packageOf } from '../names/package-name.ts';
import { RefMap, type SymbolRef } from '../ref-map.ts';
import { requireSymbol } from '../resolve-symbol.ts';
import { heritageInto, heritageOutOf, isHeritage, type HeritageContext, type HeritagePlace } from './heritage.ts';
import { implicitContracts, implicitImplementers, wantedMethods } from './implicit-types.ts';
import { isType, nodeAsType, typeEntry, TypeMembers } from './type-members.ts';

/** The maximum number of steps that are followed. */
const maxDistance = 30;
/** The maximum number of types and members that an answer has. */
const maxFound = 2_000;

/** A relative before its node is known. */
interface Found extends Omit<Relative, 'node' | 'package' | 'through' | 'path' | 'isTest'> {
  ref: SymbolRef | null;
  through: SymbolRef | null;
  file: number;
}

const isOverride = (kind: string): boolean => kind === 'overrides';

export async function answerImplementers(
  index: LinkIndex,
  request: ImplementersRequest,
  { linesOf, filesNaming }: ProjectTexts,
): Promise<Stateless<ImplementersAnswer>> {
  const chosen = await requireSymbol(index, request, 'symbol');
  const target = { ...chosen, node: nodeAsType(chosen.node, await typeEntry(index, chosen.ref)) };
  const context = { index, members: new TypeMembers(index), linesOf };
  const { direction } = request;
  const isUp = direction === 'implements';
  const found = isType(target.node)
    ? await (isUp ? basesOf(context, target) : derivedFrom(context, target))
    : await relatedMembers(context, target, isUp);
  const rules = questionRulesOf(index.file(target.ref.file)?.language ?? '');
  const isImplicit = rules.implementsImplicitly === true && target.node.kind === 'interface' && !isUp;
  const relatives = await relativesOf(index, found);
  const { unresolved } = await nameLinks(index, { ref: target.ref, name: target.node.name }, isHeritage);
  const accounted = request.account === true && !isUp ? await nameAccount(index, target, { filesNaming }) : null;
  return {
    target: target.node,
    direction,
    found: relatives,
    members: isUp && isType(target.node) ? await memberOrigins(context, target, found) : [],
    unresolved: isUp ? { sites: 0, files: 0, samples: [] } : unresolved,
    fitsByForm: !isUp && isType(target.node) && rules.fitsByForm?.(target.node) === true,
    isEmpty: isImplicit && (await wantedMethods(context, target.ref)).size === 0,
    unknownParts: isImplicit ? await unknownParts(context, target) : [],
    ...(accounted === null ? {} : { account: accounted.account }),
  };
}

/** Walks from the target along heritage, and adds what implements it without saying so. */
async function derivedFrom(context: HeritageContext, target: FoundSymbol): Promise<Found[]> {
  const found = await walkHeritage(context, target.refs, heritageInto, ({ owner }) => owner);
  const known = refsOf(found);
  for (const ref of target.refs) known.set(ref, true);
  const add = async (ref: SymbolRef, relation: TypeRelation, at: SymbolRef | null): Promise<void> => {
    if (known.has(ref)) return;
    known.set(ref, true);
    found.push(await ownPlace(context.index, { ref, relation, at: at ?? ref }));
  };
  if (isImplicitType(context.index, target)) {
    for (const ref of await implicitImplementers(context, target.ref)) await add(ref, 'implicit', null);
    return found;
  }
  // A class without a name has no heritage link of its own, but its members override those of its base.
  const types = [...target.refs, ...found.flatMap(({ ref }) => ref ?? [])];
  const members = (await Promise.all(types.map(async (type) => context.members.of(type)))).flat();
  const overriding = await context.index.into(
    members.map(({ ref }) => ref),
    isOverride,
  );
  for (const { from } of overriding) {
    const owner = await context.members.ownerOf(from);
    if (owner !== null) await add(owner, 'overrides', from);
  }
  return found;
}

function isImplicitType(index: LinkIndex, { ref, node }: FoundSymbol): boolean {
  const rules = questionRulesOf(index.file(ref.file)?.language ?? '');
  return rules.implementsImplicitly === true && node.kind === 'interface';
}

async function basesOf(context: HeritageContext, target: FoundSymbol): Promise<Found[]> {
  const found = await walkHeritage(context, target.refs, heritageOutOf, ({ base }) => base);
  const rules = questionRulesOf(context.index.file(target.ref.file)?.language ?? '');
  if (rules.implementsImplicitly !== true || target.node.kind === 'interface') return found;
  const known = refsOf(found);
  for (const ref of await implicitContracts(context, target.ref))
    if (!known.has(ref)) found.push(await ownPlace(context.index, { ref, relation: 'implicit', at: ref }));
  return found;
}

type TakeHeritage = (context: HeritageContext, types: readonly SymbolRef[]) => Promise<HeritagePlace[]>;

async function walkHeritage(
  context: HeritageContext,
  start: readonly SymbolRef[],
  take: TakeHeritage,
  endOf: (place: HeritagePlace) => SymbolRef | null,
): Promise<Found[]> {
  const found: Found[] = [];
  const known = new RefMap<true>();
  for (const ref of start) known.set(ref, true);
  let level = [...start];
  for (let distance = 1; distance <= maxDistance && level.length > 0 && found.length < maxFound; distance++) {
    const next: SymbolRef[] = [];
    for (const place of await take(context, level)) {
      const { file, line, relation, written, owner, base } = place;
      const ref = endOf(place);
      if (ref !== null) {
        if (known.has(ref)) continue;
        known.set(ref, true);
        if (written === null) next.push(ref);
      }
      const nearer = ref === base ? owner : base;
      found.push({ ref, written, file, line, relation, distance, through: distance === 1 ? null : nearer });
    }
    level = next;
  }
  return found;
}

/** The members that override a member, or that it overrides, directly and indirectly. */
async function relatedMembers(context: HeritageContext, target: FoundSymbol, isUp: boolean): Promise<Found[]> {
  const { index } = context;
  const found: Found[] = [];
  const known = new RefMap<true>();
  for (const ref of target.refs) known.set(ref, true);
  let level = [...target.refs];
  for (let distance = 1; distance <= maxDistance && level.length > 0 && found.length < maxFound; distance++) {
    const isAsked = new RefMap<true>();
    for (const ref of level) isAsked.set(ref, true);
    const places = isUp
      ? [...(await index.overridesFrom([...new Set(level.map(({ file }) => file))])).values()]
          .flat()
          .filter(({ from }) => isAsked.has(from))
      : await index.into(level, isOverride);
    level = [];
    for (const { from, to } of places) {
      const [ref, nearer] = isUp ? [to, from] : [from, to];
      if (known.has(ref)) continue;
      known.set(ref, true);
      level.push(ref);
      const one = await ownPlace(index, { ref, relation: 'overrides', at: ref });
      found.push({ ...one, distance, through: distance === 1 ? null : nearer });
    }
  }
  return found;
}

async function ownPlace(
  index: LinkIndex,
  { ref, relation, at }: { ref: SymbolRef; relation: TypeRelation; at: SymbolRef },
): Promise<Found> {
  const line = (await index.declarations([at])).get(at)?.line ?? 0;
  return { ref, written: null, file: at.file, line, relation, distance: 1, through: null };
}

function refsOf(found: readonly Found[]): RefMap<true> {
  const known = new RefMap<true>();
  for (const { ref } of found) if (ref !== null) known.set(ref, true);
  return known;
}

async function relativesOf(index: LinkIndex, found: readonly Found[]): Promise<Relative[]> {
  const nodes = await index.nodes(found.flatMap(({ ref, through }) => [ref ?? [], through ?? []].flat()));
  const types = new RefMap<OutlineEntry>();
  for (const { ref, relation } of found) {
    const entry = ref === null || relation === 'overrides' ? null : await typeEntry(index, ref);
    if (entry !== null) types.set(ref!, entry);
  }
  const relatives = found
    .map(({ ref, through, file, ...one }): Relative => {
      const linked = index.file(file);
      const known = ref === null ? undefined : nodes.get(ref);
      const node = known === undefined ? null : nodeAsType(known, types.get(ref!) ?? null);
      return {
        ...one,
        node,
        package: null,
        path: linked?.path ?? '',
        isTest: node?.isTest ?? linked?.isTest ?? false,
        through: through === null ? null : (nodes.get(through) ?? null),
      };
    })
    .sort(
      (a, b) =>
        a.distance - b.distance ||
        Number(a.isTest) - Number(b.isTest) ||
        (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line),
    )
    .slice(0, maxFound);
  const ofName = Map.groupBy(relatives, ({ node }) => node?.qualified ?? '');
  return relatives.map((one) =>
    one.node === null || ofName.get(one.node.qualified)!.length === 1
      ? one
      : { ...one, package: packageOf(index, one.node.path) },
  );
}

/** The members of a type, then those that it inherits and does not override, with the type that each comes from. */
async function memberOrigins(
  { index, members }: HeritageContext,
  target: FoundSymbol,
  bases: readonly Found[],
): Promise<MemberOrigin[]> {
  const types = [...target.refs, ...bases.flatMap(({ ref }) => ref ?? [])];
  const overrides = new RefMap<SymbolRef[]>();
  const own = (
    await Promise.all(types.map(async (type) => (await members.of(type)).map((member) => ({ type, member }))))
  ).flat();
  const files = [...new Set(own.map(({ member }) => member.ref.file))];
  for (const { from, to } of [...(await index.overridesFrom(files)).values()].flat())
    overrides.set(from, [...(overrides.get(from) ?? []), to]);
  const nodes = await index.nodes([...types, ...own.map(({ member }) => member.ref), ...overrides.values().flat()]);
  const hidden = new Set<string>();
  const found: MemberOrigin[] = [];
  for (const { type, member } of own) {
    const node = nodes.get(member.ref);
    const isOwn = target.refs.some(({ file, key }) => file === type.file && key === type.key);
    // An inherited member of a name that a nearer type declares is the one that is overridden or hidden.
    if (node === undefined || (!isOwn && hidden.has(member.entry.name))) continue;
    if (!isOwn && (member.entry.name === 'constructor' || member.entry.name === '__init__')) continue;
    found.push({
      node,
      from: isOwn ? null : (nodes.get(type) ?? null),
      overrides: (overrides.get(member.ref) ?? []).map((ref) => nodes.get(ref)).filter((one) => one !== undefined),
    });
    hidden.add(member.entry.name);
  }
  return found;
}

/** Types from outside of the project in the body of an interface, by the unresolved places there. */
async function unknownParts({ index, members }: HeritageContext, { ref, node }: FoundSymbol): Promise<string[]> {
  const places = (await index.unresolvedSitesOf(ref.file)).filter(({ site }) => isHeritage(site.kind));
  const found: string[] = [];
  for (const { site } of places) {
    const type = await members.innermostAt(ref.file, site, 'type');
    if (type?.key === ref.key) found.push(`${site.name} (${node.path}:${site.line})`);
  }
  return found;
}
