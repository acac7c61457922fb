/** The keys of the symbols that a file's definitions declare. */
import type { Definition } from '../../model/definition.ts';
import { qualifiedName, symbolKey } from '../../model/link.ts';

/** The keys in the order of the definitions. */
export function symbolKeys(definitions: readonly Pick<Definition, 'name' | 'container'>[]): number[] {
  return definitions.map((definition) => symbolKey(qualifiedName(definition)));
}
