/**
 * `code-scout usage`: the tool `explain_usage`, each use with its line of code; with --full the tool's own answer, with the code around each use; with
 * --json the engine's result, because the tool's answer is text only.
 */
import { askUsage, maxUses, tool, usageLimit } from '../../tools/explain-usage/tool.ts';
import type { ExitCode } from '../exit-codes.ts';
import { usageLayout } from '../layouts/usage.ts';
import { isWithoutCode, placeForm, type ListOptions } from '../place-options.ts';
import type { ProjectRequest } from '../asked-root.ts';
import { nameFromHere } from '../path-argument.ts';
import { argumentsFor } from '../tool-commands.ts';
import { runTool } from '../tool-run.ts';

export interface UsageOptions extends ListOptions {
  limit?: string;
  writes?: true;
  reads?: true;
  full?: boolean;
  maxChars?: string;
}

export async function explainUsage(request: ProjectRequest, name: string, options: UsageOptions): Promise<ExitCode> {
  const symbol = nameFromHere(request, name);
  const { limit, writes, reads } = options;
  const access = writes === true ? { access: 'write' as const } : reads === true ? { access: 'read' as const } : {};
  return runTool(request, {
    tool,
    isList: options.vimgrep,
    args: argumentsFor('explain_usage', { symbol }, options),
    data: async (engine) =>
      engine.graph.usage({ symbol, limit: limit === undefined ? usageLimit(engine) : Number(limit), ...access }),
    ...(options.full === true || isWithoutCode(options)
      ? {}
      : {
          layout: async ({ engine, say }) => {
            // A use takes one line, so that all are shown where no number is given.
            const number = limit === undefined ? (engine.limits.usual ?? maxUses) : Number(limit);
            const found = await askUsage(engine, { symbol, limit: number, ...access }, say);
            const paths = found.answers.flatMap(({ answer }) => answer.usage.uses.map(({ path }) => path));
            const form = await placeForm(request, engine, paths, options);
            return usageLayout(found, { form, say, limit: number, vimgrep: options.vimgrep ?? false, ...access });
          },
        }),
  });
}
