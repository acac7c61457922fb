/** What answers say of the projects that were asked together. */
import type { AskedProjects } from '../engine/types.ts';
import { allProjects } from './tool.ts';

/** So many names stand in a text; data has them all. */
const maxNamed = 30;

function listOf(names: readonly string[]): string {
  const more = names.length - maxNamed;
  return `${names.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** One line, or two where some could not be asked. */
export function askedText({ asked, notAsked }: AskedProjects): string {
  const line = `Projects asked: ${asked.length === 0 ? 'none' : listOf(asked.map(({ project }) => project))}`;
  if (notAsked.length === 0) return line;
  return `${line}\nProjects not asked: ${listOf(notAsked.map(({ project, reason }) => `${project} (${reason})`))}`;
}

/** The same as fields of an answer. */
export function askedData({ asked, notAsked }: AskedProjects): Record<string, unknown> {
  return {
    project: allProjects,
    projects_asked: asked.map(({ project }) => project),
    ...(notAsked.length === 0 ? {} : { projects_not_asked: notAsked }),
  };
}
