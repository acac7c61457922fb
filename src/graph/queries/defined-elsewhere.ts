/**
 * What C and C++ declare in one file (a header) and define in another: one symbol to who asks, that which is defined, as links have it.
 * Invariant: where several files define it, or none does, declarations stay what they are, since nobody knows which of them is meant; so do those
 * to which something is linked.
 */
import { entityFields, entityFlags, entityWidth } from '../../model/link-facts.ts';
import { qualifiedName, symbolKey } from '../../model/link.ts';
import type { SymbolNode } from '../../model/graph.ts';
import { unpackFacts, type UnpackedFacts } from '../../store/packed-facts.ts';
import type { LinkIndex } from './link-index.ts';
import { distinctRefs, type SymbolRef } from './ref-map.ts';
import type { FoundSymbol } from './resolve-symbol.ts';

const languages: ReadonlySet<string> = new Set(['c', 'cpp']);

/** Of a name that more symbols have nobody is helped by a few less. */
const mostPlaces = 20;

/** In place of each declaration what defines it; all others as they are. Nothing comes twice. */
export async function definedElsewhere(index: LinkIndex, found: readonly FoundSymbol[]): Promise<SymbolRef[]> {
  const refs = found.map(({ ref }) => ref);
  const declared = found.filter(({ ref }) => isC(index, ref) && ref.key !== 0);
  if (declared.length === 0 || declared.length > mostPlaces) return refs;
  const definedAs = new Map<SymbolRef, SymbolRef>();
  const definitions = new Definitions(index);
  for (const { ref, node } of declared) {
    const declaration = await definitions.in(ref);
    if (declaration?.isDefined !== false) continue;
    const defining: SymbolRef[] = [];
    for (const one of await placesOf(index, node)) {
      const other = await definitions.in(one);
      if (other?.isDefined === true && (!other.isOwn || declaration.isOwn)) defining.push(one);
    }
    const isOne = new Set(defining.map(({ file }) => file)).size === 1;
    if (isOne && (await index.into([ref], () => true)).length === 0) definedAs.set(ref, defining[0]!);
  }
  return [...distinctRefs(refs.map((ref) => definedAs.get(ref) ?? ref))];
}

function isC(index: LinkIndex, { file }: SymbolRef): boolean {
  return languages.has(index.file(file)?.language ?? '');
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
  const distinct = [...distinctRefs(refs)].filter((ref) => isC(index, ref));
  return distinct.length > mostPlaces ? [] : distinct;
}

interface Presence {
  isDefined: boolean;
  /** By the file for itself alone (`static`). */
  isOwn: boolean;
}

/** What files say of symbols; what was read of a file is kept. */
class Definitions {
  readonly #index: LinkIndex;
  readonly #facts = new Map<number, UnpackedFacts | null>();

  constructor(index: LinkIndex) {
    this.#index = index;
  }

  /** Null for what facts do not speak of. */
  async in({ file, key }: SymbolRef): Promise<Presence | null> {
    const unpacked = await this.#factsOf(file);
    if (unpacked === null) return null;
    const { facts, keys } = unpacked;
    let presence: Presence | null = null;
    for (let at = 0; at < facts.entities.length; at += entityWidth) {
      if (keys[facts.entities[at + entityFields.definition]!] !== key) continue;
      const flags = facts.entities[at + entityFields.flags]!;
      const isDefined = (flags & entityFlags.implemented) !== 0;
      if (presence === null || (isDefined && !presence.isDefined))
        presence = { isDefined, isOwn: (flags & entityFlags.private) !== 0 };
    }
    return presence;
  }

  async #factsOf(file: number): Promise<UnpackedFacts | null> {
    const known = this.#facts.get(file);
    if (known !== undefined) return known;
    const { fileId } = this.#index.file(file)!;
    const packed = (await this.#index.store.facts([fileId])).get(fileId);
    const facts = packed === undefined ? null : unpackFacts(packed);
    this.#facts.set(file, facts);
    return facts;
  }
}
