/** The prompts as clients see them. Invariant: the list is in the order of names, and every connection gets the same list. */
import type { Prompt } from '@modelcontextprotocol/server';
import { explainSymbol } from './explain-symbol.ts';
import { exploreArea } from './explore-area.ts';
import { onboard } from './onboard.ts';
import { planRename } from './plan-rename.ts';
import type { ProductPrompt } from './prompt.ts';
import { reviewChange } from './review-change.ts';

export const prompts: readonly ProductPrompt[] = [explainSymbol, exploreArea, onboard, planRename, reviewChange];

/** @param projects names of the projects if there are several; otherwise empty */
export function listedPrompts(projects: readonly string[]): Prompt[] {
  const project = { name: 'project', description: `The project: ${projects.join(', ')}`, required: false };
  return prompts.map(({ name, title, description, arguments: promptArguments }) => ({
    name,
    title,
    description,
    arguments: [
      ...promptArguments.map((one) => ({ name: one.name, description: one.description, required: one.required })),
      ...(projects.length === 0 ? [] : [project]),
    ],
  }));
}
