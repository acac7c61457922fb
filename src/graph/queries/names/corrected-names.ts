/**
 * Symbols for names that none has as written: with other case, with spaces between the words, with typing errors, or of a member that a type inherits.
 * Invariant: of several different names that are equally near, none is taken.
 */
import type { NameTaken } from '../../../model/graph.ts';
import { qualifiedName, sourceName, symbolKey } from '../../../model/link.ts';
import type { LinkIndex } from '../index/link-index.ts';
import { distinctRefs, type SymbolRef } from '../ref-map.ts';
import { mayBeNearest } from './nearest-of.ts';
import { eachInTurns } from '../../../util/turns/each-in-turns.ts';
import { inheritedMembers } from './type-members.ts';
import { typingErrorsIn } from './typing-errors.ts';
import { isModule, symbolsOfParts } from './written-symbols.ts';
import { areAllMeant, Way, ways } from './reading.ts';
import { formsOf, partsOf } from './written-name.ts';

/** The maximum number of names that may be meant. */
const maxNames = 100;
/** The maximum number of errors in all parts of a name. */
const maxErrors = 2;

const typeKinds: ReadonlySet<string> = new Set(['class', 'interface', 'enum']);

export interface TakenSymbols {
  refs: readonly SymbolRef[];
  taken: NameTaken;
}

/** The member that a type inherits, for `Type.member` as it is written; null for none. @param fits whether a type is one that is asked about */
export async function inheritedAsWritten(
  index: LinkIndex,
  written: string,
  fits: (refs: readonly SymbolRef[]) => Promise<readonly SymbolRef[]>,
  way = new Way(),
): Promise<TakenSymbols | null> {
  for (const [at, form] of formsOf(written).entries()) {
    const parts = partsOf(form);
    const last = parts.at(-1);
    if (parts.length < 2 || last === undefined) continue;
    const [owner, inner] = [new Way(), new Way()];
    const owners = await fits(await symbolsOfParts(index, parts.slice(0, -1), owner));
    const found = await inheritedFrom(index, owners, { isWanted: (name) => name === last, way: inner });
    way.by = [ways.inherited, at, ...owner.by, ...inner.by];
    if (found !== null)
      return { refs: found.refs, taken: { name: parts.join('.'), isCorrected: false, inheritedFrom: found.base } };
  }
  return null;
}

async function inheritedFrom(
  index: LinkIndex,
  owners: readonly SymbolRef[],
  { isWanted, way }: { isWanted: (name: string) => boolean; way: Way },
): Promise<{ refs: SymbolRef[]; type: string; base: string; name: string } | null> {
  if (owners.length === 0) return null;
  const types = (await index.declarations(owners)).values();
  const found = await inheritedMembers(index, owners, isWanted, way);
  if (found.length === 0) return null;
  const type = types.find(({ kind }) => typeKinds.has(kind)) ?? types[0]!;
  const bases = (await index.declarations(found.map(({ owner }) => owner))).values().map((base) => sourceName(base));
  return {
    refs: found.map(({ ref }) => ref),
    type: type.name,
    base: [...new Set(bases)].join(', '),
    name: found[0]!.name,
  };
}

/** The symbols that a name means if case, spaces and typing errors are forgiven; null for none, and for several that are equally near. */
export async function corrected(
  index: LinkIndex,
  written: string,
  fits: (refs: readonly SymbolRef[]) => Promise<readonly SymbolRef[]>,
  way = new Way(),
): Promise<TakenSymbols | null> {
  let best: Candidates = none;
  for (const [at, parts] of partsWithWords(written).entries()) {
    const found = await candidatesFor(index, parts);
    if (found.errors >= best.errors) continue;
    best = found;
    way.by = [ways.corrected, found.errors, at];
  }
  if (best.refs.length > 0) {
    way.names = best.names;
    const refs = await fits(best.refs);
    if (refs.length === 0 || !areAllMeant(best)) return null;
    return { refs, taken: { name: best.names.join(', '), isCorrected: true, inheritedFrom: null } };
  }
  return (await correctedInherited(index, written, { fits, way })) ?? withoutNamespace(index, written, { fits, way });
}

interface Asked {
  fits: (refs: readonly SymbolRef[]) => Promise<readonly SymbolRef[]>;
  way: Way;
}

async function correctedInherited(
  index: LinkIndex,
  written: string,
  { fits, way }: Asked,
): Promise<TakenSymbols | null> {
  for (const [at, parts] of partsWithWords(written).entries()) {
    if (parts.length < 2) continue;
    const owners = await candidatesFor(index, parts.slice(0, -1));
    if (owners.refs.length === 0 || !areAllMeant(owners)) continue;
    const errorsOf = typingErrorsIn(parts.at(-1)!);
    const types = await fits(owners.refs);
    for (let errors = 0; errors + owners.errors <= maxErrors; errors++) {
      const inner = new Way();
      const found = await inheritedFrom(index, types, { isWanted: (name) => errorsOf(name) === errors, way: inner });
      way.by = [ways.correctedInherited, at, owners.errors, errors, ...inner.by];
      if (found === null) continue;
      const name = `${found.type}.${found.name}`;
      return { refs: found.refs, taken: { name, isCorrected: true, inheritedFrom: found.base } };
    }
  }
  return null;
}

/**
 * The symbols of a name without its first parts, which may be a namespace or a package that no folder is named after: `Shop\\Cart::total`. What
 * remains is a type, or a member with its type.
 */
async function withoutNamespace(index: LinkIndex, written: string, { fits, way }: Asked): Promise<TakenSymbols | null> {
  // Go writes the path of a package before its name: `example.com/shop/cart.Cart.Total`. Of other paths, nothing is left out.
  const slash = written.lastIndexOf('/');
  const [first, last] = slash === -1 ? [1, Infinity] : [0, 1];
  for (const [number, form] of formsOf(written.slice(slash + 1)).entries()) {
    const all = partsOf(form);
    for (let at = first; at < Math.min(last, all.length); at++) {
      const parts = all.slice(at);
      const inner = new Way();
      const found = await fits(await symbolsOfParts(index, parts, inner));
      way.by = [ways.withoutNamespace, number, at, ...inner.by];
      const declared = await index.declarations(found);
      const refs = found.filter((ref) => parts.length > 1 || typeKinds.has(declared.get(ref)?.kind ?? ''));
      if (refs.length > 0) return { refs, taken: { name: parts.join('.'), isCorrected: true, inheritedFrom: null } };
    }
  }
  return null;
}

/** The parts of the forms of a name, also with a space as the separator of a type and its member. */
function partsWithWords(written: string): string[][] {
  const forms = formsOf(written);
  const spaced = forms.filter((form) => /\s/.test(form)).map((form) => form.replaceAll(/\s+/g, '.'));
  return [...forms, ...spaced].map(partsOf).filter((parts) => parts.every((part) => part !== ''));
}

/** Names are compared with so many parts of a written one. No name has more. */
const maxParts = 24;

/** Of some names, in order, those that a part of a written name may mean, with errors or as a suggestion: whoever has these needs no others. */
export async function namesNearTo(names: readonly string[], written: string): Promise<Set<string>> {
  const found = new Set<string>();
  const last = partsOf(formsOf(written.trim()).at(-1) ?? '').at(-1) ?? '';
  for (const part of [...new Set([last, ...partsWithWords(written).flat()])].slice(0, maxParts)) {
    for (const { name } of await withFewestErrors(names, part)) found.add(name);
    for (const name of await mayBeNearest(part, names)) found.add(name);
  }
  return found;
}

async function withFewestErrors(names: readonly string[], part: string): Promise<{ name: string; errors: number }[]> {
  const errorsOf = typingErrorsIn(part);
  const found: { name: string; errors: number }[] = [];
  await eachInTurns(names, (name) => {
    const errors = errorsOf(name);
    if (errors <= maxErrors) found.push({ name, errors });
  });
  return found.sort((a, b) => a.errors - b.errors).slice(0, maxNames);
}

interface Candidates {
  errors: number;
  refs: readonly SymbolRef[];
  /** Their distinct names, with as many parts as were given. */
  names: readonly string[];
}

const none: Candidates = { errors: Infinity, refs: [], names: [] };

/** The symbols with the fewest errors. */
async function candidatesFor(index: LinkIndex, parts: readonly string[]): Promise<Candidates> {
  const near = await withFewestErrors(await index.store.definitionNames(), parts.at(-1) ?? '');
  if (near.length === 0) return none;
  const places = await index.store.definitionsNamed(near.map(({ name }) => name));
  const fileIds = new Set([...places.values()].flatMap((list) => list.map(({ fileId }) => fileId)));
  const paths = new Map((await index.store.files([...fileIds])).map(({ id, path }) => [id, path]));
  const outer = parts.slice(0, -1).map((part) => ({ part, errorsOf: typingErrorsIn(part) }));
  let least = maxErrors;
  let found: { ref: SymbolRef; name: string }[] = [];
  for (const { name, errors } of near) {
    for (const { fileId, definition } of places.get(name) ?? []) {
      const path = paths.get(fileId) ?? '';
      const file = index.idOf(path);
      if (file === undefined) continue;
      const source = sourceName(definition).split('.');
      const total = errors + outerErrors(outer, source.slice(0, -1), path);
      if (total > least) continue;
      if (total < least) [least, found] = [total, []];
      found.push({
        ref: { file, key: symbolKey(qualifiedName(definition)) },
        name: source.slice(-parts.length).join('.'),
      });
    }
  }
  if (found.length === 0) return none;
  const refs = distinctRefs(found.map(({ ref }) => ref));
  return { errors: least, refs, names: [...new Set(found.map(({ name }) => name))] };
}

/** The errors in the parts before the last one: the innermost are containers of the symbol, the others are its module. */
function outerErrors(
  wanted: readonly { part: string; errorsOf: (name: string) => number }[],
  containers: readonly string[],
  path: string,
): number {
  const inner = wanted.slice(Math.max(0, wanted.length - containers.length));
  const modules = wanted.slice(0, wanted.length - inner.length).map(({ part }) => part.toLowerCase());
  if (modules.length > 0 && !isModule(path.toLowerCase(), modules)) return Infinity;
  return inner
    .toReversed()
    .reduce((sum, { part, errorsOf }, at) => sum + nameErrors(part, errorsOf, containers.at(-1 - at)!), 0);
}

/** The errors of one part: none where it is exactly the name, also where the name has characters that are never corrected. */
function nameErrors(part: string, errorsOf: (name: string) => number, name: string): number {
  return part === name ? 0 : errorsOf(name);
}
