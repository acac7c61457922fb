/** `project`: what the frame of the page shows. */
import { basename } from 'node:path';
import type { Engine } from '../engine/types.ts';
import type { ProjectAnswer, Questions } from './contract.ts';
import { cutText, type Question } from './question.ts';

const maxLanguages = 40;

async function answer(engine: Engine): Promise<ProjectAnswer> {
  const [status, generation] = await Promise.all([engine.status(), engine.generation()]);
  const { freshness, languages } = status;
  return {
    name: basename(engine.root) || engine.root,
    root: engine.root,
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
  };
}

export const projectQuestion: Question<Questions['project']> = { read: () => ({}), answer };
