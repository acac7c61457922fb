/** The prompts as clients see them. Invariant: by name, and the same for every connection. */
import type { Prompt } from '@modelcontextprotocol/server';
import { explainSymbol } from './explain-symbol.ts';
import { exploreArea } from './explore-area.ts';
import { onboard } from './onboard.ts';
import { planRename } from './plan-rename.ts';
import type { ProductPrompt } from './prompt.ts';
import { reviewChange } from './review-change.ts';

export const prompts: readonly ProductPrompt[] = [explainSymbol, exploreArea, onboard, planRename, reviewChange];

/** @param projects names of several; none with one */
export function listedPrompts(projects: readonly string[]): Prompt[] {
  const project = { name: 'project', description: `The project: ${projects.join(', ')}`, required: false };
  return prompts.map(({ name, title, description, arguments: own }) => ({
    name,
    title,
    description,
    arguments: [
      ...own.map((one) => ({ name: one.name, description: one.description, required: one.required })),
      ...(projects.length === 0 ? [] : [project]),
    ],
  }));
}
