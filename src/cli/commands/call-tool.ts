/** `code-scout tool`: any tool by its name, those of plugins included, with the arguments that an agent would give. */
import { AppError } from '../../model/error.ts';
import { findTool } from '../../tools/find-tool.ts';
import { toolsWith } from '../../tools/plugin-tools/plugin-tools.ts';
import type { ExitCode } from '../exit-codes.ts';
import { findRoot } from '../asked-root.ts';
import { loadProjectConfig } from '../project.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { runTool } from '../tool-run.ts';

function readArguments(text: string): Record<string, unknown> {
  try {
    const args: unknown = JSON.parse(text);
    if (typeof args === 'object' && args !== null && !Array.isArray(args)) return args as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw new AppError('ValidationError', 'The arguments are not a JSON object', {
    hint: `Give them in quotes: code-scout tool search_repo '{"query": "retry limit"}'`,
    details: { field: 'arguments', expected: 'a JSON object', received: text.slice(0, 100) },
  });
}

export async function callNamedTool(request: ProjectRequest, name: string, argumentsText = '{}'): Promise<ExitCode> {
  const args = readArguments(argumentsText);
  const { plugins } = loadProjectConfig(request.projects?.[0]?.root ?? findRoot(request), request).config;
  const found = findTool(name, await toolsWith(plugins));
  if ('problem' in found) {
    throw new AppError('ValidationError', found.problem, {
      details: { field: 'name', expected: 'the name of a tool', received: name.slice(0, 100) },
    });
  }
  return runTool(request, { tool: found.tool, args, isAgentCall: true });
}
