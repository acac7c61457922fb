/** Files that were not read, or not whole: an answer that is silent about them denies what they hold. */
import { languageTable } from '../../extract/detect-language.ts';
import { languages } from '../../languages/registry.ts';
import type { LeftOutReason } from '../../model/file.ts';
import { shownPath } from '../../source/read/confined-path.ts';
import type { Store } from '../../store/store.ts';

const mostNamed = 3;
/** Of those that are left out for their size, so many are looked through. */
const mostLooked = 1000;

/** Of those that text is looked for in; null where there is none. */
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

/** Repositories within the project, in which nothing is looked for; null where there is none. */
export async function nestedNote(store: Store): Promise<string | null> {
  const { leftOut, total } = await store.leftOut({ reason: 'nestedRepository', offset: 0, limit: mostNamed });
  if (total === 0) return null;
  const more = total - leftOut.length;
  const names = leftOut.map(({ path }) => `${shownPath(path.replace(/\/$/, ''))}/`).join(', ');
  return `Not searched, since they are repositories of their own: ${names}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** Reasons for which code is left out that somebody may ask about. */
const unreadReasons: readonly LeftOutReason[] = ['tooLarge', 'unreadable', 'failed'];

/** Code whose symbols and calls are not known, or not all of them; null where there is none. */
export async function unreadCodeNote(store: Store): Promise<string | null> {
  const { filesCutShort, leftOut } = await store.statistics();
  let unread = 0;
  for (const reason of unreadReasons) {
    if (leftOut[reason] === undefined) continue;
    const list = await store.leftOut({ reason, offset: 0, limit: mostLooked });
    unread += list.leftOut.filter(({ path }) => isCode(path)).length;
  }
  const nested = leftOut.nestedRepository ?? 0;
  const parts = [
    ...(filesCutShort > 0 ? [`${files(filesCutShort)} could not be parsed whole (code-scout files --issues)`] : []),
    ...(unread > 0 ? [`${files(unread)} too large or not readable (code-scout files --left-out)`] : []),
    ...(nested > 0
      ? [
          `${nested === 1 ? '1 repository' : `${nested} repositories`} within it ${nested === 1 ? 'is' : 'are'} not indexed`,
        ]
      : []),
  ];
  return parts.length === 0 ? null : `Not all code is known: ${parts.join('; ')}.`;
}

const table = languageTable(languages);

function isCode(path: string): boolean {
  return table.candidates(path, '').some(({ parser }) => parser !== 'text');
}

function files(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}
