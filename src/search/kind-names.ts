/** The kinds that `kind:` narrows a search to, with the words that people use for them. */
import { chunkKinds, type ChunkKind } from '../model/chunk.ts';
import { definitionKinds, type DefinitionKind } from '../model/definition.ts';

export type SearchKind = ChunkKind | DefinitionKind;

/** Other words for kinds, mostly keywords of languages, with the kinds that they stand for. */
const otherNames: Readonly<Record<string, readonly SearchKind[]>> = {
  type: ['interface', 'typeAlias', 'enum'],
  struct: ['class'],
  trait: ['interface'],
  protocol: ['interface'],
  fn: ['function'],
  func: ['function'],
  def: ['function'],
  field: ['property'],
  attribute: ['property'],
  constant: ['variable'],
  const: ['variable'],
  namespace: ['module'],
  package: ['module'],
  import: ['imports'],
};

const kindsByName: ReadonlyMap<string, readonly SearchKind[]> = new Map([
  ...Object.entries(otherNames),
  ...[...definitionKinds, ...chunkKinds].map((kind) => [kind.toLowerCase(), [kind]] as const),
]);

/** The names that an error lists when the requested kind is unknown. */
export const kindNames: readonly string[] = [...definitionKinds, ...chunkKinds];

/** All accepted names, in lower case. */
export const allKindNames: Iterable<string> = [...kindsByName.keys()];

/** The kinds that a word stands for, in upper or lower case, with or without hyphens, singular or plural (`classes`); null for none. */
export function kindsNamed(word: string): readonly SearchKind[] | null {
  const wanted = word.toLowerCase().replaceAll(/[-_]/g, '');
  const singular = [wanted, wanted.replace(/s$/, ''), wanted.replace(/es$/, ''), wanted.replace(/ies$/, 'y')];
  for (const name of singular) {
    const kinds = kindsByName.get(name);
    if (kinds !== undefined) return kinds;
  }
  return null;
}
