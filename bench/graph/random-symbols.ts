/** The symbols of a tree's main language, of which benches ask about random ones. */
import { platformOf } from '../../src/graph/languages/question-rules.ts';
import type { LinkIndex } from '../../src/graph/queries/index/link-index.ts';
import type { SymbolRef } from '../../src/graph/queries/ref-map.ts';
import { fileTraits } from '../../src/model/file.ts';
import { qualifiedName } from '../../src/model/link.ts';

export interface AskedSymbol {
  ref: SymbolRef;
  id: string;
  name: string;
}

/** Files with one of these traits are not asked about: tests, generated code, copies. */
const skippedTraits = Object.entries(fileTraits)
  .filter(([name]) => name !== 'exports' && name !== 'data')
  .reduce((all, [, trait]) => all | trait, 0);
/** A name that a text has as one word. */
const plainName = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** The platform with most symbols. */
export async function mainPlatform(index: LinkIndex): Promise<string> {
  const { languages: ids, paths } = index.documents;
  const counts = new Map<string, number>();
  for (const [row, id] of ids.entries()) {
    const file = index.idOf(paths[row]!);
    if (file === undefined) continue;
    const symbols = (await index.symbolsOf([file])).get(file);
    counts.set(platformOf(id), (counts.get(platformOf(id)) ?? 0) + (symbols?.definitions.length ?? 0));
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]![0];
}

/** The symbols of some kinds with plain names, in the order of the files. */
export async function symbolsOfKinds(
  index: LinkIndex,
  platform: string,
  kinds: ReadonlySet<string>,
): Promise<AskedSymbol[]> {
  const { count: rows, paths, traits, languages: ids } = index.documents;
  const found: AskedSymbol[] = [];
  for (let row = 0; row < rows; row++) {
    const [path, file] = [paths[row]!, index.idOf(paths[row]!)];
    if (file === undefined || platformOf(ids[row]!) !== platform || (traits[row]! & skippedTraits) !== 0) continue;
    const symbols = (await index.symbolsOf([file])).get(file);
    for (const key of symbols?.byKey.keys() ?? []) {
      const definition = symbols!.main(key)!;
      if (!kinds.has(definition.kind) || !plainName.test(definition.name)) continue;
      found.push({ ref: { file, key }, id: `${path}#${qualifiedName(definition)}`, name: definition.name });
    }
  }
  return found;
}
