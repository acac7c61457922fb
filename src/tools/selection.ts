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

function checkNames(flag: string, what: string, given: readonly string[], validNames: readonly string[]): void {
  const unknownName = given.find((name) => !validNames.includes(name));
  if (unknownName === undefined) return;
  const near = nearest(unknownName, validNames);
  throw new AppError('ConfigurationError', `Unknown ${what}: ${unknownName}`, {
    hint: `${near === null ? '' : `Did you mean ${near}? `}The ${what}s are ${validNames.join(', ')}.`,
    details: { field: flag, expected: `names among ${validNames.join(', ')}`, received: unknownName },
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
export function selectTools(allTools: readonly Tool[], selection: ToolSelection): readonly Tool[] {
  const { toolsets: sets, names, excluded, readOnly } = selection;
  const validNames = allTools.map(({ name }) => name);
  checkNames('--toolsets', 'toolset', sets, ['all', ...toolsets]);
  checkNames('--tools', 'tool', names, validNames);
  checkNames('--exclude-tools', 'tool', excluded, validNames);
  if (selectsAll(selection)) return allTools;
  const allowed = allTools.filter(
    ({ name, annotations }) => !excluded.includes(name) && (!readOnly || annotations.readOnlyHint),
  );
  const selected = allowed.map((tool) => formOf(tool, selection)).filter((tool) => tool !== null);
  if (selected.length > 0) return selected;
  throw new AppError('ConfigurationError', 'No tool is left to serve', {
    hint: `Name others with --toolsets or --tools, or exclude fewer${readOnly ? '; --read-only removes those that write' : ''}.`,
    details: { field: '--tools', expected: 'at least one tool', received: names },
  });
}
