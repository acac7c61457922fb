/**
 * What C and C++ declare in one file (a header) and define in another: one symbol to who asks, that which is defined, as links have it.
 * Invariant: where several files define it, or none does, declarations stay what they are, since nobody knows which of them is meant; so do those
 * to which something is linked.
 */
import { questionRulesOf } from '../languages/question-rules.ts';
import { qualifiedName, symbolKey } from '../../model/link.ts';
import type { SymbolNode } from '../../model/graph.ts';
import type { LinkIndex } from './index/link-index.ts';
import { distinctRefs, type SymbolRef } from './ref-map.ts';
import type { FoundSymbol } from './found-symbol.ts';

/** Of a name that more symbols have nobody is helped by a few less. */
const mostPlaces = 20;

/** In place of each declaration what defines it; all others as they are. Nothing comes twice. */
export async function asDefined(index: LinkIndex, found: readonly FoundSymbol[]): Promise<SymbolRef[]> {
  const refs = found.map(({ ref }) => ref);
  const declared = found.filter(({ ref }) => mayBeDeclared(index, ref) && ref.key !== 0);
  if (declared.length === 0 || declared.length > mostPlaces) return refs;
  const definedAs = new Map<SymbolRef, SymbolRef>();
  for (const { ref, node } of declared) {
    // Facts of a large file take milliseconds to read: most of what is asked for is linked to, or stands in one place alone.
    if ((await index.into([ref], () => true)).length > 0) continue;
    const places = await placesOf(index, node);
    if (places.length < 2) continue;
    const declaration = await index.presence(ref);
    if (declaration?.isDefined !== false) continue;
    const defining: SymbolRef[] = [];
    for (const one of places) {
      const other = await index.presence(one);
      if (other?.isDefined === true && (!other.isOwn || declaration.isOwn)) defining.push(one);
    }
    if (new Set(defining.map(({ file }) => file)).size === 1) definedAs.set(ref, defining[0]!);
  }
  return [...distinctRefs(refs.map((ref) => definedAs.get(ref) ?? ref))];
}

/** Whether a language declares apart from where it defines. */
function mayBeDeclared(index: LinkIndex, { file }: SymbolRef): boolean {
  return questionRulesOf(index.file(file)?.language ?? '').declaresApart === true;
}

/** All symbols of C that are called so. What is defined outside its class may lack the namespace around that. */
async function placesOf(index: LinkIndex, { name, qualified, kind }: SymbolNode): Promise<SymbolRef[]> {
  const named = (await index.store.definitionsNamed([name])).get(name) ?? [];
  const files = new Map(
    (await index.store.files([...new Set(named.map(({ fileId }) => fileId))])).map(({ id, path }) => [id, path]),
  );
  const refs: SymbolRef[] = [];
  for (const { fileId, definition } of named) {
    const own = qualifiedName(definition);
    const isSame = own === qualified || (own.includes('.') && qualified.endsWith(`.${own}`));
    const file = index.idOf(files.get(fileId) ?? '');
    if (isSame && definition.kind === kind && file !== undefined) refs.push({ file, key: symbolKey(own) });
  }
  const distinct = [...distinctRefs(refs)].filter((ref) => mayBeDeclared(index, ref));
  return distinct.length > mostPlaces ? [] : distinct;
}
