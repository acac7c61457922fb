/**
 * C and C++ symbols that are declared in one file (a header) and defined in another: a query sees one symbol, the definition, as links do.
 * Invariant: where several files define it, or none does, the declarations stay, because it is not known which is meant. So do declarations
 * that are targets of links.
 */
import { questionRulesOf } from '../languages/question-rules.ts';
import { qualifiedName, symbolKey } from '../../model/link.ts';
import type { SymbolNode } from '../../model/graph.ts';
import type { LinkIndex } from './index/link-index.ts';
import { distinctRefs, type SymbolRef } from './ref-map.ts';
import type { FoundSymbol } from './found-symbol.ts';

/** Symbols of one name up to which declarations are replaced: a longer list gains little from it. */
const mostPlaces = 20;

/** Replaces each declaration by its definition and leaves other symbols as they are, without duplicates. */
export async function asDefined(index: LinkIndex, found: readonly FoundSymbol[]): Promise<SymbolRef[]> {
  const refs = found.map(({ ref }) => ref);
  const declared = found.filter(({ ref }) => mayBeDeclared(index, ref) && ref.key !== 0);
  if (declared.length === 0 || declared.length > mostPlaces) return refs;
  const definedAs = new Map<SymbolRef, SymbolRef>();
  for (const { ref, node } of declared) {
    // Reading the summary of a large file takes milliseconds. Most symbols that are asked for have links, or are in one place only.
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

/** Whether the file's language has declarations apart from definitions. */
function mayBeDeclared(index: LinkIndex, { file }: SymbolRef): boolean {
  return questionRulesOf(index.file(file)?.language ?? '').declaresApart === true;
}

/** All C symbols of that name. A definition outside its class may lack the enclosing namespace. */
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
