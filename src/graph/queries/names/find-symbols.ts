/**
 * Finds the symbols that a name, a dotted name or an id means.
 * Invariants: all matching symbols are returned, except those that another of them represents (`one-symbol.ts`, `c-declarations.ts`). A name is
 * corrected only where no symbol has it as it is written.
 */
import type { NameTaken, SymbolNode, SymbolQuery } from '../../../model/graph.ts';
import type { LayoutPlace } from '../project-layout.ts';
import { asDefined } from '../c-declarations.ts';
import { corrected, inheritedAsWritten } from './corrected-names.ts';
import type { FoundSymbol } from '../found-symbol.ts';
import { likeliestFirst } from '../likeliest.ts';
import type { LinkIndex } from '../index/link-index.ts';
import { withoutDuplicates } from '../one-symbol.ts';
import { overloadsTogether, withTypes, writtenTypes } from '../overload-sets.ts';
import { distinctRefs, type SymbolRef } from '../ref-map.ts';
import { typesInQuestion, withSignatures } from '../signature-lists.ts';
import { Way, type Reading } from './reading.ts';
import { membersOf } from './type-members.ts';
import { symbolsWritten } from './written-symbols.ts';

export interface FoundSymbols {
  /** The likeliest first. */
  symbols: FoundSymbol[];
  /** How the name was understood, if no symbol has it as it is written. */
  taken: NameTaken | null;
  /** Where nothing is found: that of a correction which is not taken, since several names are equally near. */
  reading: Reading;
}

/** All matching symbols. For `Type.*` the types. */
export async function findSymbols(index: LinkIndex, query: SymbolQuery): Promise<FoundSymbols> {
  const written = typeOfMembers(query.symbol) ?? query.symbol.trim();
  const fitting = async (refs: readonly SymbolRef[]): Promise<readonly SymbolRef[]> =>
    (await withNodes(index, refs)).filter(({ node }) => fits(node, query)).map(({ ref }) => ref);
  const way = new Way();
  const exact = await symbolsWritten(index, typeOfMembers(query.symbol) ?? query.symbol, way);
  if (exact.length > 0)
    return {
      symbols: await chosen(index, await fitting(exact), written),
      ...{ taken: null, reading: { ...way, taken: null } },
    };
  const found =
    (await inheritedAsWritten(index, written, fitting, way)) ?? (await corrected(index, written, fitting, way));
  const taken = found?.taken ?? null;
  const symbols = found === null ? [] : await chosen(index, found.refs, written);
  return { symbols, taken, reading: { ...way, taken } };
}

/** The name of the type in `Type.*`, `Type::*` and `Type#*`; null for other texts. */
export function typeOfMembers(written: string): string | null {
  return /^(.*[^.:#\s])(?:\.|::|#)\*$/s.exec(written.trim())?.[1] ?? null;
}

/** The members that a type declares, in the order of their declarations; overloads are one member. */
export async function membersOfType(index: LinkIndex, type: FoundSymbol): Promise<FoundSymbol[]> {
  const declared = await withNodes(
    index,
    (await membersOf(index, type.refs)).map(({ ref }) => ref),
  );
  const defined: SymbolRef[] = [];
  // One by one, because of many together none is looked up.
  for (const one of declared) defined.push(...(await asDefined(index, [one])));
  return [...overloadsTogether(await withoutDuplicates(index, await withNodes(index, distinctRefs(defined))))];
}

async function chosen(index: LinkIndex, refs: readonly SymbolRef[], written: string): Promise<FoundSymbol[]> {
  const distinct = await withoutDuplicates(index, await withNodes(index, refs));
  const defined = await withNodes(index, await asDefined(index, distinct));
  const together = overloadsTogether(withTypes(defined, writtenTypes(written)));
  if (together.length === 1) return [await withSignatures(index, together[0]!, typesInQuestion(written))];
  return likeliestFirst(index, together);
}

async function withNodes(index: LinkIndex, refs: readonly SymbolRef[]): Promise<FoundSymbol[]> {
  const nodes = await index.nodes(refs);
  return refs.flatMap((ref) => {
    const node = nodes.get(ref);
    return node === undefined ? [] : [{ ref, refs: [ref], node }];
  });
}

function fits(node: SymbolNode & LayoutPlace, { file, module, package: wanted }: SymbolQuery): boolean {
  if (file !== undefined) {
    const path = file.replace(/^\.\//, '').replaceAll('\\', '/');
    if (node.path !== path && !node.path.endsWith(`/${path}`) && !node.path.startsWith(`${path.replace(/\/$/, '')}/`))
      return false;
  }
  if (module !== undefined && node.module !== module) return false;
  return wanted === undefined || node.package === wanted;
}
