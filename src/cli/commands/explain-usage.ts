/** `code-scout usage`: the tool `explain_usage`; with --json the engine's result, because the tool's answer is text only. */
import { tool, usageLimit } from '../../tools/explain-usage/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { argumentsFor } from '../tool-commands.ts';
import { runTool } from '../tool-run.ts';

export interface UsageOptions {
  limit?: string;
  writes?: true;
  reads?: true;
  maxChars?: string;
}

export async function explainUsage(request: ProjectRequest, symbol: string, options: UsageOptions): Promise<ExitCode> {
  const { limit, writes, reads } = options;
  const access = writes === true ? { access: 'write' as const } : reads === true ? { access: 'read' as const } : {};
  return runTool(request, {
    tool,
    args: argumentsFor('explain_usage', { symbol }, options),
    data: async (engine) =>
      engine.graph.usage({ symbol, limit: limit === undefined ? usageLimit(engine) : Number(limit), ...access }),
  });
}
