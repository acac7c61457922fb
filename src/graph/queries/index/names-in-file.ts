/** Every name that a file may mention: a superset of the names of its unresolved sites, which are stored by numbers only. */
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
    // C#: the name of a generic type ends with the number of its parameters.
    if (text.includes('`')) names.add(lastName(text.slice(0, text.indexOf('`'))));
  }
  return [...names];
}
