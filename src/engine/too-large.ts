/** Files that are not searched for their size: an answer that is silent about them denies what they hold. */
import { shownPath } from '../source/confined-path.ts';
import type { Store } from '../store/store.ts';

const mostNamed = 3;
/** Of those that are left out for their size, so many are looked through. */
const mostLooked = 1000;

/** Null where there is none among those that are wanted. */
export async function tooLargeNote(store: Store, wanted: (path: string) => boolean): Promise<string | null> {
  const { leftOut, total } = await store.leftOut({ reason: 'tooLarge', offset: 0, limit: mostLooked });
  const files = leftOut.filter(({ path }) => wanted(path));
  if (files.length === 0) return null;
  const named = files.slice(0, mostNamed);
  const names = named.map(({ path, detail }) => shownPath(path) + (detail === null ? '' : ` (${detail})`));
  const more = files.length - named.length;
  const rest = more === 0 ? '' : ` and ${more} more${total > leftOut.length ? ' at least' : ''}`;
  return `Not searched, since larger than indexing.maxFileSize: ${names.join('; ')}${rest}.`;
}
