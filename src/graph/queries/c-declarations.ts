/**
 * C and C++ symbols that are declared in one file (a header) and defined in another: for a query they are one symbol, the definition.
 * Invariant: a declaration stays where no file defines the symbol, where several files do (it is unknown which definition is meant), and where links
 * lead to the declaration.
 */
import { questionRulesOf } from '../languages/question-rules.ts';
import { qualifiedName, symbolKey } from '../../model/link.ts';
import type { SymbolNode } from '../../model/graph.ts';
import type { LinkIndex } from './index/link-index.ts';
import { distinctRefs, type SymbolRef } from './ref-map.ts';
import type { FoundSymbol } from './found-symbol.ts';

/** Declarations are replaced among at most this many symbols of one name. In a longer list the few replacements would not help. */
const maxPlaces = 20;

/** The symbols, each declaration replaced by its definition; without duplicates. */
export async function asDefined(index: LinkIndex, found: readonly FoundSymbol[]): Promise<SymbolRef[]> {
  const refs = found.map(({ ref }) => ref);
  const declared = found.filter(({ ref }) => mayBeDeclared(index, ref) && ref.key !== 0);
  if (declared.length === 0 || declared.length > maxPlaces) return refs;
  const definedAs = new Map<SymbolRef, SymbolRef>();
  for (const { ref, node } of declared) {
    // These two checks avoid reading summaries (milliseconds for a large file): most symbols have links, or are in one file only.
    if ((await index.into([ref], () => true)).length > 0) continue;
    const places = await placesOf(index, node);
    if (places.length < 2) continue;
    const declaration = await index.presence(ref);
    if (declaration?.isDefined !== false) continue;
    const defining: SymbolRef[] = [];
    for (const one of places) {
      const other = await index.presence(one);
      // A definition that only its file sees (`static`) does not define what another file declares for all.
      if (other?.isDefined === true && (!other.isOwn || declaration.isOwn)) defining.push(one);
    }
    if (new Set(defining.map(({ file }) => file)).size === 1) definedAs.set(ref, defining[0]!);
  }
  return [...distinctRefs(refs.map((ref) => definedAs.get(ref) ?? ref))];
}

/** Whether the language of a symbol's file separates declarations from definitions. */
function mayBeDeclared(index: LinkIndex, { file }: SymbolRef): boolean {
  return questionRulesOf(index.file(file)?.language ?? '').declaresApart === true;
}

/**
 * All C and C++ symbols with the name and kind of a symbol; none where they are too many. The qualified name of a definition outside of its class may
 * lack the enclosing namespace.
 */
async function placesOf(index: LinkIndex, { name, qualified, kind }: SymbolNode): Promise<SymbolRef[]> {
  const named = (await index.store.definitionsNamed([name])).get(name) ?? [];
  const files = new Map(
    (await index.store.files([...new Set(named.map(({ fileId }) => fileId))])).map(({ id, path }) => [id, path]),
  );
  const refs: SymbolRef[] = [];
  for (const { fileId, definition } of named) {
    const written = qualifiedName(definition);
    const isSame = written === qualified || (written.includes('.') && qualified.endsWith(`.${written}`));
    const file = index.idOf(files.get(fileId) ?? '');
    if (isSame && definition.kind === kind && file !== undefined) refs.push({ file, key: symbolKey(written) });
  }
  const distinct = [...distinctRefs(refs)].filter((ref) => mayBeDeclared(index, ref));
  return distinct.length > maxPlaces ? [] : distinct;
}
