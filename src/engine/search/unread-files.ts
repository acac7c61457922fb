/** Notes on files that were not read, or not completely. An empty answer without these notes would be misleading. */
import { languageTable } from '../../extract/detect-language.ts';
import { languages } from '../../languages/registry.ts';
import type { LeftOutReason } from '../../model/file.ts';
import { shownPath } from '../../source/read/confined-path.ts';
import type { Store } from '../../store/store.ts';

/** At most this many files are named in a note. */
const mostNamed = 3;
/** Limit on the number of skipped files that are checked for each reason. */
const mostChecked = 1000;

/** Names the files with accepted paths that are too large to be searched; null if there are none. */
export async function tooLargeNote(
  store: Pick<Store, 'leftOut'>,
  accepts: (path: string) => boolean,
): Promise<string | null> {
  const { leftOut, total } = await store.leftOut({ reason: 'tooLarge', offset: 0, limit: mostChecked });
  const files = leftOut.filter(({ path }) => accepts(path));
  if (files.length === 0) return null;
  const named = files.slice(0, mostNamed);
  const names = named.map(({ path, detail }) => shownPath(path) + (detail === null ? '' : ` (${detail})`));
  const more = files.length - named.length;
  const rest = more === 0 ? '' : ` and ${more} more${total > leftOut.length ? ' at least' : ''}`;
  return `Not searched, since larger than indexing.maxFileSize: ${names.join('; ')}${rest}.`;
}

/** Names the nested repositories, which are not searched; null if there are none. */
export async function nestedNote(store: Pick<Store, 'leftOut'>): Promise<string | null> {
  const { leftOut, total } = await store.leftOut({ reason: 'nestedRepository', offset: 0, limit: mostNamed });
  if (total === 0) return null;
  const more = total - leftOut.length;
  const names = leftOut.map(({ path }) => `${shownPath(path.replace(/\/$/, ''))}/`).join(', ');
  return `Not searched, since they are repositories of their own: ${names}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** Reasons for skipping code that a question may be about. */
const unreadReasons: readonly LeftOutReason[] = ['tooLarge', 'unreadable', 'failed'];

/** Counts code whose symbols and calls are not completely known; null if there is none. */
export async function unreadCodeNote(store: Pick<Store, 'leftOut' | 'statistics'>): Promise<string | null> {
  const { filesCutShort, leftOut } = await store.statistics();
  let unread = 0;
  for (const reason of unreadReasons) {
    if (leftOut[reason] === undefined) continue;
    const list = await store.leftOut({ reason, offset: 0, limit: mostChecked });
    unread += list.leftOut.filter(({ path }) => isCode(path)).length;
  }
  const nested = leftOut.nestedRepository ?? 0;
  const parts = [
    ...(filesCutShort > 0 ? [`${fileCount(filesCutShort)} could not be parsed whole (code-scout files --issues)`] : []),
    ...(unread > 0 ? [`${fileCount(unread)} too large or not readable (code-scout files --left-out)`] : []),
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

function fileCount(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}
