/**
 * Selects the tools that a server serves: those of toolsets and single tools, without excluded tools and, with `readOnly`, without tools that
 * write. A tool that only the toolset `core` selects is served in its brief form.
 * Invariant: `readOnly` overrides everything else; an unknown name is an error; the order is that of the registry.
 */
import { AppError } from '../model/error.ts';
import { nearest } from '../util/nearest.ts';
import { toolsets, type Tool } from './tool.ts';

/** The settings `tools.` of the configuration. */
export interface ToolSelection {
  toolsets: readonly string[];
  names: readonly string[];
  excluded: readonly string[];
  readOnly: boolean;
}

/** Whether the selection leaves out no tool. */
export function selectsAll({ toolsets: sets, names, excluded, readOnly }: ToolSelection): boolean {
  const namesAll = sets.length === 0 ? names.length === 0 : sets.includes('all') && names.length === 0;
  return namesAll && excluded.length === 0 && !readOnly && sets.every((set) => set === 'all');
}

function checkNames(flag: string, what: string, given: readonly string[], known: readonly string[]): void {
  const unknown = given.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const near = nearest(unknown, known);
  throw new AppError('ConfigurationError', `Unknown ${what}: ${unknown}`, {
    hint: `${near === null ? '' : `Did you mean ${near}? `}The ${what}s are ${known.join(', ')}.`,
    details: { field: flag, expected: `names among ${known.join(', ')}`, received: unknown },
  });
}

/** The tool itself, or its brief form if only `core` selects it; null if it is not selected. */
function formOf(tool: Tool, { toolsets: sets, names }: ToolSelection): Tool | null {
  const selectsEveryTool = sets.length === 0 ? names.length === 0 : sets.includes('all');
  if (selectsEveryTool || names.includes(tool.name) || (tool.toolset !== 'core' && sets.includes(tool.toolset)))
    return tool;
  if (!sets.includes('core')) return null;
  if (tool.core === undefined) return tool.toolset === 'core' ? tool : null;
  return { ...tool, description: tool.core.description, listed: tool.core.parameters };
}

/** Throws `AppError('ConfigurationError')` for an unknown name, and if no tool is left. */
export function selectTools(among: readonly Tool[], selection: ToolSelection): readonly Tool[] {
  const { toolsets: sets, names, excluded, readOnly } = selection;
  const known = among.map(({ name }) => name);
  checkNames('--toolsets', 'toolset', sets, ['all', ...toolsets]);
  checkNames('--tools', 'tool', names, known);
  checkNames('--exclude-tools', 'tool', excluded, known);
  if (selectsAll(selection)) return among;
  const allowed = among.filter(
    ({ name, annotations }) => !excluded.includes(name) && (!readOnly || annotations.readOnlyHint),
  );
  const left = allowed.map((tool) => formOf(tool, selection)).filter((tool) => tool !== null);
  if (left.length > 0) return left;
  throw new AppError('ConfigurationError', 'No tool is left to serve', {
    hint: `Name others with --toolsets or --tools, or exclude fewer${readOnly ? '; --read-only removes those that write' : ''}.`,
    details: { field: '--tools', expected: 'at least one tool', received: names },
  });
}
