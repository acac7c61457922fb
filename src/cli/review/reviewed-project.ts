/** The project that is reviewed, with the other repositories of the command line, which are asked for their uses of what changed. */
import type { Engine } from '../../engine/types.ts';
import type { NamedProject } from '../../mcp/engine-pool.ts';
import { toAppError } from '../../model/error.ts';
import type { ReviewAnswer, ReviewRequest } from '../../model/review.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { refreshIndex } from '../index-run.ts';
import { openProject, withProject, type Project } from '../project.ts';
import { quietMs } from '../projects/together.ts';

export interface ReviewedProject extends Pick<Project, 'root' | 'loaded'> {
  review: (request: ReviewRequest) => Promise<ReviewAnswer>;
}

/**
 * Brings the index of the reviewed project up to date; the others are asked as far as they have one. Rejects with an `AppError`.
 * @param isQuiet whether the answer is for a program
 */
export async function withReviewed<T>(
  request: ProjectRequest,
  isQuiet: boolean,
  use: (project: ReviewedProject) => Promise<T>,
): Promise<T> {
  const { terminal, projects: [reviewed, ...others] = [] } = request;
  const refresh = { terminal, json: isQuiet, quietMs };
  if (reviewed === undefined)
    return withProject(request, async ({ engine, root, loaded }) => {
      await refreshIndex(engine, refresh);
      return use({ root, loaded, review: (asked) => engine.changes.review(asked) });
    });
  const opened: { name: string; engine: Engine }[] = [];
  const failures: { project: string; reason: string }[] = [];
  const open = async ({ name, root }: NamedProject): Promise<Project> => {
    const project = await openProject(root, request);
    opened.push({ name, engine: project.engine });
    return project;
  };
  try {
    const { engine, root, loaded } = await open(reviewed);
    await refreshIndex(engine, refresh);
    for (const other of others) {
      try {
        await open(other);
      } catch (error) {
        failures.push({ project: other.name, reason: toAppError(error).message });
      }
    }
    const { openUnion } = await import('../../engine/engine.ts');
    const union = await openUnion(opened, { namesMissing: false });
    return await use({
      root,
      loaded,
      review: async (asked) => withFailures(await union.review(reviewed.name, asked), failures),
    });
  } finally {
    for (const { engine } of opened) await engine.close();
  }
}

function withFailures(answer: ReviewAnswer, failures: readonly { project: string; reason: string }[]): ReviewAnswer {
  const { elsewhere } = answer;
  if (elsewhere === null) return answer;
  return {
    ...answer,
    elsewhere: {
      ...elsewhere,
      notAsked: [...elsewhere.notAsked, ...failures],
    },
  };
}
