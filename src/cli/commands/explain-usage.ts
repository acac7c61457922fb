/** `code-scout usage`: the tool `explain_usage`; with --json what the engine answers, since the tool's own answer is prose. */
import { tool, usageLimit } from '../../tools/explain-usage/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { runTool } from '../tool-run.ts';

export interface UsageOptions {
  limit?: string;
  maxChars?: string;
}

export async function explainUsage(request: ProjectRequest, symbol: string, options: UsageOptions): Promise<ExitCode> {
  const { maxChars, limit } = options;
  return runTool(request, {
    tool,
    args: { symbol, limit, max_chars: maxChars },
    data: async (engine) =>
      engine.graph.usage({ symbol, limit: limit === undefined ? usageLimit(engine) : Number(limit) }),
  });
}
