/** Finds a tool by its name, for every front end; if there is none, returns a sentence with the names of all tools. */
import { nearest } from '../util/nearest.ts';
import type { Tool } from './tool.ts';

export function findTool(name: string, tools: readonly Tool[]): { tool: Tool } | { problem: string } {
  const tool = tools.find((one) => one.name === name);
  if (tool !== undefined) return { tool };
  const names = tools.map((one) => one.name);
  const near = nearest(name, names);
  const guess = near === null ? '' : ` Did you mean ${near}?`;
  return { problem: `Unknown tool: ${name.slice(0, 100)}.${guess} The tools are ${names.join(', ')}` };
}
