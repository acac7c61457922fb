/**
 * `explain_usage`: what a symbol is and how it is used, with code.
 * Invariant: all definitions of a symbol are shown. The answer is prose and code, so it has no output schema: with one, clients may show data instead of the text.
 */
import { z } from 'zod';
import type { Engine } from '../../engine/types.ts';
import { defaultMaxChars, maxCharsInput } from '../budget.ts';
import { requireSymbol } from '../graph-text/chosen-symbol.ts';
import { symbolInput } from '../graph-text/symbol-input.ts';
import { defineTool, type Tool } from '../tool.ts';
import { formatUsage } from './format.ts';

const maxUses = 500;

/** How many uses are shown if the call gives no number. */
export function usageLimit({ limits }: Pick<Engine, 'limits'>): number {
  return limits.usual ?? 20;
}

const input = () =>
  z.strictObject({
    symbol: symbolInput('symbol'),
    limit: z.int().min(1).max(maxUses).optional().meta({ default: 20 }).describe(`1 to ${maxUses} (default 20)`),
    max_chars: maxCharsInput,
  });

export const tool: Tool = defineTool({
  name: 'explain_usage',
  title: 'Explain how a symbol is used',
  description:
    'Show what a symbol is and how it is used: each definition with its code, then the code around its uses, calls first, ' +
    'tests last. For all callers use get_callers.',
  toolset: 'semantic',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output: null,
  run: async (engine, args, { say }) => {
    const { symbol, limit = usageLimit(engine) } = args;
    await requireSymbol(engine, { symbol }, say);
    const answer = await engine.graph.usage({ symbol, limit });
    const maxChars = args.max_chars ?? defaultMaxChars;
    const text = formatUsage(answer, { symbol, limit, maxUses, maxChars, say });
    return { texts: [text], log: { query: symbol, results: answer.uses.length } };
  },
});
