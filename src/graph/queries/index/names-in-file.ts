/** All names that a file may mention. They include the names of its unresolved sites, which the index cannot list by file. */
import { unpackSummaryStrings } from '../../../store/packed/packed-summary.ts';
import { unpackReferences } from '../../../store/packed/packed-references.ts';
import type { Store } from '../../../store/store.ts';
import { lastName } from '../../resolve/last-name.ts';

export async function namesIn(store: Store, fileId: number): Promise<string[]> {
  const summary = (await store.summaries([fileId])).get(fileId);
  if (summary === undefined) {
    const references = (await store.references([fileId])).get(fileId);
    return references === undefined ? [] : [...new Set(unpackReferences(references).map(({ name }) => name))];
  }
  const names = new Set<string>();
  for (const text of unpackSummaryStrings(summary)) {
    names.add(lastName(text));
    // C#'s collector appends the number of type parameters to the name of a generic type; sites have the name without it.
    if (text.includes('`')) names.add(lastName(text.slice(0, text.indexOf('`'))));
  }
  return [...names];
}
