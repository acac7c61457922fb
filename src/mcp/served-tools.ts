/**
 * The tools that a server serves: the built-in tools and those of the user's plugins, or the user's selection among them.
 * Invariants: if all tools are served, no tool is loaded before a request needs one. A plugin that cannot be used removes no built-in tool:
 * the failure is logged, and every answer says what is wrong.
 */
import { toAppError } from '../model/error.ts';
import { selectsAll, selectTools, type ToolSelection } from '../tools/selection.ts';
import type { Tool } from '../tools/tool.ts';
import { createLogger } from '../util/json-log.ts';
import { writeError } from '../util/error-output.ts';

export interface ServedTools {
  /** The names of the served tools; null if all are served. */
  names: ReadonlySet<string> | null;
  load(): Promise<readonly Tool[]>;
}

async function loadAllTools(plugins: () => readonly string[]): Promise<readonly Tool[]> {
  try {
    const paths = plugins();
    if (paths.length > 0) return await (await import('../tools/plugin-tools/plugin-tools.ts')).toolsWith(paths);
  } catch (error) {
    const logger = createLogger('error', writeError);
    logger.write('error', 'MCP', { message: toAppError(error).message });
  }
  return (await import('../tools/registry.ts')).tools;
}

/**
 * Throws `AppError('ConfigurationError')` for names that no tool has.
 * @param plugins returns the absolute paths of the plugins' modules; may throw
 */
export async function servedTools(
  selection: ToolSelection,
  plugins: () => readonly string[] = () => [],
): Promise<ServedTools> {
  let loading: Promise<readonly Tool[]> | null = null;
  const load = (): Promise<readonly Tool[]> => (loading ??= loadAllTools(plugins));
  return selectsAll(selection) ? { names: null, load } : applySelection(await load(), selection);
}

/** Applies the selection to tools that are loaded. */
export function applySelection(all: readonly Tool[], selection: ToolSelection): ServedTools {
  const selected = selectTools(all, selection);
  const names = selected === all ? null : new Set(selected.map(({ name }) => name));
  return { names, load: () => Promise.resolve(selected) };
}
