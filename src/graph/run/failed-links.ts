/**
 * Files whose linking failed because of a defect of ours. What they name is linked by name alone. Nobody would notice that, so the status has a note.
 * The index stores the paths of these files until they are linked again.
 */
import type { Store } from '../../store/store.ts';
import type { LinkReport } from './link-run-options.ts';
import type { LinkedProject } from '../incremental/linked-project.ts';

async function failedFiles(store: Store): Promise<string[]> {
  const stored = await store.getMeta('linksFailed');
  return stored === null ? [] : (JSON.parse(stored) as string[]);
}

/** Stores the paths of the files that failed in a run, and of those that failed in earlier runs and were not linked again. */
export async function storeFailed(
  store: Store,
  { files }: LinkedProject,
  { failed, places }: LinkReport,
): Promise<void> {
  const before = await failedFiles(store);
  if (before.length + failed.length === 0) return;
  const linked = new Set(places.map((place) => files[place]!.path));
  const paths = new Set(files.map(({ path }) => path));
  const notLinkedAgain = before.filter((path) => paths.has(path) && !linked.has(path));
  const all = [...new Set([...notLinkedAgain, ...failed])].sort();
  await store.setMeta('linksFailed', all.length === 0 ? null : JSON.stringify(all));
}

/** The note about failed files in the status; null where there are none. */
export async function failedLinksNote(store: Store): Promise<string | null> {
  const [first, ...others] = await failedFiles(store);
  if (first === undefined) return null;
  const andOthers = others.length === 0 ? '' : ` and ${others.length} more`;
  return `Links of ${first}${andOthers} could not be worked out and are by name alone: this is a defect, please report it`;
}
