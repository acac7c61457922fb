/** The status of a repository as a node shows it to its users. */
import type { DoctorCheck, Engine, ProjectStatus } from '../types.ts';

/**
 * Without where it is on the machine, which numbers the repositories of the catalogue, and without how often answers came from memory, which counts the
 * questions of others.
 * @param name of the repository; `*` for several
 */
export async function shownStatus(engine: Pick<Engine, 'status'>, name: string): Promise<ProjectStatus> {
  const { cache: _, ...status } = await engine.status();
  return { ...status, projectPath: name, databasePath: '' };
}

/**
 * What a node tells its users of the health of its indexes. The node and its machine are checked by whoever runs them, and what a check reads of an index takes seconds
 * of everybody's time.
 * @param name of the repository; `*` for several
 */
export function shownChecks(name: string): DoctorCheck[] {
  return [{ name: 'index', ok: true, detail: `${name}: signed snapshot, verified when it was fetched`, hint: null }];
}
