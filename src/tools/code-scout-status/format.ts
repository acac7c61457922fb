/** The answer of `code-scout_status` as JSON. The order of the first fields is fixed. */
import type { ProjectStatus } from '../../engine/types.ts';
import type { ToolAnswer } from '../tool.ts';

/** The status as it is printed and sent. */
export function statusData(status: ProjectStatus): Record<string, unknown> {
  return {
    projectPath: status.projectPath,
    databasePath: status.databasePath,
    status: status.status,
    filesIndexed: status.filesIndexed,
    lastIndexed: status.lastIndexed,
    languages: status.languages,
    indexSize: status.indexSize,
    freshness: status.freshness,
    definitions: status.definitions,
    references: status.references,
    leftOut: status.leftOut,
    filesWithIssues: status.filesWithIssues,
    ...(status.unexpandedMacros === undefined ? {} : { unexpandedMacros: status.unexpandedMacros }),
    notice: status.notice,
    ...(status.embedding === undefined ? {} : { embedding: status.embedding }),
    ...(status.cache === undefined ? {} : { cache: status.cache }),
  };
}

export function formatStatus(status: ProjectStatus): ToolAnswer {
  const structured = statusData(status);
  return { texts: [JSON.stringify(structured, null, 2)], structured, log: { results: status.filesIndexed } };
}
