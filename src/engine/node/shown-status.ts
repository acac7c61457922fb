/** The status of a repository as a node shows it to its users. */
import type { Engine, ProjectStatus } from '../types.ts';

/**
 * Without where it is on the machine, which numbers the repositories of the catalogue, and without how often answers came from memory, which counts the
 * questions of others.
 * @param name of the repository; `*` for several
 */
export async function shownStatus(engine: Pick<Engine, 'status'>, name: string): Promise<ProjectStatus> {
  const { cache: _, ...status } = await engine.status();
  return { ...status, projectPath: name, databasePath: '' };
}
