/** The tools of a server: all, or those that its user selected. Invariant: with all of them nothing is loaded before they are asked for. */
import { selectsAll, selectTools, type ToolSelection } from '../tools/selection.ts';
import type { Tool } from '../tools/tool.ts';

export interface ServedTools {
  /** Their names; null for all. */
  names: ReadonlySet<string> | null;
  load(): Promise<readonly Tool[]>;
}

async function everyTool(): Promise<readonly Tool[]> {
  return (await import('../tools/registry.ts')).tools;
}

/** Throws `AppError('ConfigurationError')` for names that no tool has. */
export async function servedTools(selection: ToolSelection): Promise<ServedTools> {
  if (selectsAll(selection)) return { names: null, load: everyTool };
  const selected = selectTools(await everyTool(), selection);
  return { names: new Set(selected.map(({ name }) => name)), load: () => Promise.resolve(selected) };
}
