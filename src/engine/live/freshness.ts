/** States and notes about how well answers match the disk. */
import type { GraphFreshness } from '../../model/graph.ts';
import type { IndexView, Statistics, Store } from '../../store/store.ts';
import type { Freshness, IndexProgress } from '../types.ts';

/** Whether the run still has files to write; links and vectors follow after them. */
export function isWritingFiles({ phase, total }: IndexProgress): boolean {
  return total > 0 && (phase === 'walking' || phase === 'indexing' || phase === 'finishing');
}

/** How well an index with these statistics matches the disk. @param progress of the run under way; null for none */
export function freshnessOf(
  statistics: Pick<Statistics, 'files' | 'lastIndexedMs'>,
  progress: IndexProgress | null,
): Freshness {
  const isFirst = statistics.lastIndexedMs === null;
  // A run that only compares writes nothing: questions check their files themselves.
  if (progress !== null && (isFirst || isWritingFiles(progress))) {
    const { done, total } = progress;
    const note = runNote(progress, isFirst);
    return { state: 'indexing', filesDone: done, filesKnown: total, refreshed: 0, note };
  }
  const { files } = statistics;
  if (isFirst) {
    const note = 'There is no complete index yet.';
    return { state: 'unknown', filesDone: files, filesKnown: 0, refreshed: 0, note };
  }
  return { state: 'fresh', filesDone: files, filesKnown: files, refreshed: 0, note: null };
}

/** The freshness of a stored index. */
export async function storeFreshness(view: IndexView, progress: IndexProgress | null): Promise<Freshness> {
  const { documents, marks } = view.state;
  const lastIndexedMs = marks.lastIndexedMs === null ? null : 0;
  const freshness = freshnessOf({ files: documents.count, lastIndexedMs }, progress);
  return freshness.state === 'fresh'
    ? {
        ...freshness,
        note: await emptyIndexNote(view.store, { files: documents.count, isIndexed: lastIndexedMs !== null }),
      }
    : freshness;
}

/** How long answers say that the index before was damaged (ms): those who had answers from it are to hear it. */
const damageNoteMs = 10 * 60_000;

/** What answers say where this index has replaced a damaged one a while ago; else null. */
export function damageNote({ marks }: IndexView['state']): string | null {
  if (marks.damageReplacedMs === null || Date.now() - Number(marks.damageReplacedMs) > damageNoteMs) return null;
  return 'The index was damaged, so it was set aside and is made anew: answers that were given before may be wrong.';
}

/** How many of the paths that are left out are asked for a rule. */
const pathsToRead = 50;

/** Why nothing is found in a complete index without files; null if it has files, or is not complete yet. */
export async function emptyIndexNote(
  index: Pick<Store, 'leftOut'>,
  { files, isIndexed }: { files: number; isIndexed: boolean },
): Promise<string | null> {
  if (files > 0 || !isIndexed) return null;
  const { total, leftOut: paths } = await index.leftOut({ offset: 0, limit: pathsToRead });
  if (total === 0) return 'Nothing is indexed: the project has no files.';
  const leftOut = total === 1 ? '1 path is left out' : `${total} paths are left out`;
  const ignored = paths.find(({ reason, detail }) => reason === 'ignored' && detail !== null);
  const rule = ignored === undefined ? '' : `, such as ${ignored.path} by the rule \`${ignored.detail}\``;
  return `Nothing is indexed: ${leftOut}${rule} (\`code-scout files --left-out\` lists them with the reasons).`;
}

/** @param hasWriter whether some process indexes, or is ready to: missing links are then made without an action of the user */
export async function graphFreshness(
  view: IndexView,
  progress: IndexProgress | null,
  hasWriter: boolean,
): Promise<Omit<GraphFreshness, 'refreshed'>> {
  const { state, note } = await storeFreshness(view, progress);
  if (note !== null || state === 'indexing') return { state, note };
  if (view.state.marks.linkingVersion === null)
    return hasWriter
      ? { state: 'indexing', note: 'The links of the last changes are being made: ask again.' }
      : { state: 'unknown', note: 'The links are not complete: index again.' };
  return { state, note: null };
}

function runNote({ phase, done, total }: IndexProgress, isFirst: boolean): string | null {
  if (!isFirst)
    return total > 0 ? `The index is being updated (${done} of ${total} files that may have changed).` : null;
  return phase === 'walking'
    ? 'The index is being made for the first time: answers are not complete yet; ask again.'
    : `The index is being made for the first time (${done} of ${total} files): answers come from what is there so far; ask again.`;
}
