/** Makes the status report of a project from its parts. */
import type { Statistics } from '../store/store.ts';
import { freshnessOf } from './live/freshness.ts';
import type { IndexProgress, ProjectStatus } from './types.ts';

interface StatusParts extends Required<Pick<ProjectStatus, 'databasePath' | 'embedding' | 'cache'>> {
  root: string;
  statistics: Statistics;
  /** Progress of the run under way; null if there is none. */
  progress: IndexProgress | null;
  /** Why the last run failed; null if it did not. */
  failure: string | null;
  /** A message for the user about the index; null if there is none. */
  notice: string | null;
}

function stateOf({ statistics, progress, failure }: StatusParts): ProjectStatus['status'] {
  if (progress !== null) return 'indexing';
  if (failure !== null) return 'failed';
  return statistics.lastIndexedMs === null && statistics.files === 0 ? 'absent' : 'idle';
}

export function projectStatus(parts: StatusParts): ProjectStatus {
  const { root, databasePath, statistics, progress, failure, notice, embedding, cache } = parts;
  const lastMs = statistics.lastIndexedMs;
  return {
    projectPath: root,
    databasePath,
    status: stateOf(parts),
    filesIndexed: statistics.files,
    lastIndexed: lastMs === null ? null : new Date(lastMs).toISOString(),
    languages: Object.fromEntries(statistics.languages.map(({ language, files }) => [language, files])),
    indexSize: statistics.indexBytes,
    definitions: statistics.definitions,
    references: statistics.references,
    leftOut: statistics.leftOut,
    filesWithIssues: statistics.filesWithIssues,
    ...unexpandedMacros(statistics),
    freshness: freshnessOf(statistics, progress),
    notice: failure === null ? notice : `The last run failed: ${failure}`,
    embedding,
    cache,
  };
}

/** By language, if there are any. */
export function unexpandedMacros({ languages }: Statistics): Pick<ProjectStatus, 'unexpandedMacros'> {
  const counts = languages.filter((one) => one.unexpandedMacros > 0);
  if (counts.length === 0) return {};
  return { unexpandedMacros: Object.fromEntries(counts.map((one) => [one.language, one.unexpandedMacros])) };
}
