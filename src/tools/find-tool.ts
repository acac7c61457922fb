/** A tool by its name, or the sentence that says which there are: the same for every front end. */
import { nearest } from '../util/nearest.ts';
import { tools } from './registry.ts';
import type { Tool } from './tool.ts';

const byName: ReadonlyMap<string, Tool> = new Map(tools.map((tool) => [tool.name, tool]));

export function findTool(name: string): { tool: Tool } | { problem: string } {
  const tool = byName.get(name);
  if (tool !== undefined) return { tool };
  const near = nearest(name, byName.keys());
  const guess = near === null ? '' : ` Did you mean ${near}?`;
  return { problem: `Unknown tool: ${name.slice(0, 100)}.${guess} The tools are ${[...byName.keys()].join(', ')}` };
}
