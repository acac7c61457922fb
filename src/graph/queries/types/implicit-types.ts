/**
 * Which types implement an interface by having its methods (Go), from the links by which their methods implement those of interfaces.
 * The linker makes these links only for a type that has all methods of the interface with fitting types, so names decide which methods a type gets from
 * the types that it embeds.
 */
import type { LinkIndex } from '../index/link-index.ts';
import { distinctRefs, RefMap, type SymbolRef } from '../ref-map.ts';
import { heritageInto, heritageOutOf, type HeritageContext } from './heritage.ts';

/** The maximum number of levels of embedding that are followed. */
const maxLevels = 8;

const isOverride = (kind: string): boolean => kind === 'overrides';

/** The methods of an interface with those of the interfaces that it embeds. */
export async function wantedMethods(context: HeritageContext, contract: SymbolRef): Promise<Map<string, SymbolRef[]>> {
  const wanted = new Map<string, SymbolRef[]>();
  for (const type of await withEmbedded(context, contract))
    for (const { ref, entry } of await context.members.of(type))
      if (entry.kind === 'method') wanted.set(entry.name, [...(wanted.get(entry.name) ?? []), ref]);
  return wanted;
}

/** A type with all types that it embeds, the nearest first. */
export async function withEmbedded(context: HeritageContext, type: SymbolRef): Promise<readonly SymbolRef[]> {
  const found = [type];
  let level: readonly SymbolRef[] = [type];
  for (let depth = 0; depth < maxLevels && level.length > 0; depth++) {
    const bases = (await heritageOutOf(context, level)).map(({ base }) => base);
    level = distinctRefs(bases).filter((ref) => !found.some((one) => one.file === ref.file && one.key === ref.key));
    found.push(...level);
  }
  return found;
}

/** All types with the methods of an interface. */
export async function implicitImplementers(
  context: HeritageContext,
  contract: SymbolRef,
): Promise<readonly SymbolRef[]> {
  const { index, members } = context;
  const wanted = await wantedMethods(context, contract);
  if (wanted.size === 0) return [];
  const implementing = await implementingMethods(index, wanted);
  const owners: SymbolRef[] = [];
  for (const ref of implementing.values()) {
    const owner = await members.ownerOf(ref);
    if (owner !== null) owners.push(owner);
  }
  const candidates = await withEmbedders(context, distinctRefs(owners));
  const found: SymbolRef[] = [];
  for (const type of candidates) if (await hasAll(context, type, wanted, implementing)) found.push(type);
  return found;
}

/** The methods that implement one of these methods. */
async function implementingMethods(
  index: LinkIndex,
  wanted: ReadonlyMap<string, readonly SymbolRef[]>,
): Promise<RefMap<SymbolRef>> {
  const implementing = new RefMap<SymbolRef>();
  for (const { from } of await index.into([...wanted.values()].flat(), isOverride)) implementing.set(from, from);
  return implementing;
}

async function withEmbedders(context: HeritageContext, types: readonly SymbolRef[]): Promise<readonly SymbolRef[]> {
  const found = new RefMap<SymbolRef>();
  let level = types;
  for (let depth = 0; depth < maxLevels && level.length > 0; depth++) {
    for (const ref of level) found.set(ref, ref);
    const owners = (await heritageInto(context, level)).flatMap(({ owner }) => owner ?? []);
    level = distinctRefs(owners).filter((ref) => !found.has(ref));
  }
  const declared = await context.index.declarations(found.values());
  return found.values().filter((ref) => declared.get(ref)?.kind !== 'interface');
}

/** Whether a type has each wanted method, as one that implements it or from an embedded interface. */
async function hasAll(
  context: HeritageContext,
  type: SymbolRef,
  wanted: ReadonlyMap<string, readonly SymbolRef[]>,
  implementing: RefMap<SymbolRef>,
): Promise<boolean> {
  const left = new Set(wanted.keys());
  const hidden = new Set<string>();
  const declared = await context.index.declarations([type]);
  if (declared.get(type) === undefined) return false;
  for (const part of await withEmbedded(context, type)) {
    const isContract = (await context.index.declarations([part])).get(part)?.kind === 'interface';
    for (const { ref, entry } of await context.members.of(part)) {
      // A method hides those of the same name in types that are embedded deeper.
      if (entry.kind !== 'method' || hidden.has(entry.name)) continue;
      hidden.add(entry.name);
      if (implementing.has(ref) || isContract) left.delete(entry.name);
    }
    if (left.size === 0) return true;
  }
  return false;
}

/** The interfaces whose methods a type has, without those that it embeds. */
export async function implicitContracts(context: HeritageContext, type: SymbolRef): Promise<readonly SymbolRef[]> {
  const { index, members } = context;
  const methods: SymbolRef[] = [];
  for (const part of await withEmbedded(context, type))
    for (const { ref, entry } of await members.of(part)) if (entry.kind === 'method') methods.push(ref);
  const isOwn = new RefMap<true>();
  for (const ref of methods) isOwn.set(ref, true);
  const overrides = await index.overridesFrom([...new Set(methods.map(({ file }) => file))]);
  const owners: SymbolRef[] = [];
  for (const { from, to } of [...overrides.values()].flat()) {
    if (!isOwn.has(from)) continue;
    const owner = await members.ownerOf(to);
    if (owner !== null) owners.push(owner);
  }
  const found: SymbolRef[] = [];
  for (const contract of await withEmbeddingContracts(context, distinctRefs(owners))) {
    const wanted = await wantedMethods(context, contract);
    if (await hasAll(context, type, wanted, await implementingMethods(index, wanted))) found.push(contract);
  }
  return found;
}

/** Interfaces with those that embed them: such an interface may have no method of its own. */
async function withEmbeddingContracts(
  context: HeritageContext,
  contracts: readonly SymbolRef[],
): Promise<readonly SymbolRef[]> {
  const embedding = (await heritageInto(context, contracts)).flatMap(({ owner }) => owner ?? []);
  const all = distinctRefs([...contracts, ...embedding]);
  const declared = await context.index.declarations(all);
  return all.filter((ref) => declared.get(ref)?.kind === 'interface');
}
