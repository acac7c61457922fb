/** `project`: what the frame of the page shows. */
import { basename } from 'node:path';
import type { AskedProjects, Engine } from '../engine/types.ts';
import type { ProjectAnswer, Questions } from './contract.ts';
import { commitText } from '../model/answers/commit-state.ts';
import { cutText, type Question } from './question.ts';

const maxLanguages = 40;

/** @param isHere whether the files are on the disk of whoever asks, so that the page can lead to them */
function partsOf({ asked, notAsked }: AskedProjects, isHere: boolean): NonNullable<ProjectAnswer['together']> {
  return {
    asked: asked.map(({ project, root }) => ({ name: project, root: isHere ? root : '' })),
    notAsked: notAsked.map(({ project, reason }) => ({ name: project, reason: cutText(reason) })),
  };
}

async function answer(engine: Engine): Promise<ProjectAnswer> {
  const [status, generation] = await Promise.all([engine.status(), engine.generation()]);
  // Of several nodes: those that the status is of.
  const together = (await engine.projects?.()) ?? null;
  const { freshness, languages } = status;
  const [commit] = engine.commits?.() ?? [];
  return {
    name:
      together === null
        ? (commit?.name ?? (basename(engine.root) || engine.root))
        : `All ${together.asked.length} projects`,
    root: together === null && commit === undefined ? engine.root : '',
    files: status.filesIndexed,
    definitions: status.definitions,
    languages: Object.entries(languages)
      .map(([id, files]) => ({ id, files }))
      .toSorted((a, b) => b.files - a.files || (a.id < b.id ? -1 : 1))
      .slice(0, maxLanguages),
    status: status.status,
    progress: freshness.state === 'indexing' ? { done: freshness.filesDone, known: freshness.filesKnown } : null,
    notice: status.notice === null ? null : cutText(status.notice, 2000),
    generation,
    lastIndexed: status.lastIndexed,
    ...(together === null ? {} : { together: partsOf(together, commit === undefined) }),
    ...(together === null && commit !== undefined ? { commit: commitText(commit) } : {}),
  };
}

export const projectQuestion: Question<Questions['project']> = { read: () => ({}), answer };
