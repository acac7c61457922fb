/**
 * `explain_usage`: what a symbol is and how it is used, with code.
 * Invariant: all definitions of a symbol are shown. The answer is prose and code, so it has no output schema: with one, clients may show data instead of the text.
 */
import { z } from 'zod';
import type { Engine } from '../../engine/types.ts';
import type { UsageAnswer, UsageRequest } from '../../model/graph.ts';
import { defaultMaxChars, maxCharsInput } from '../budget.ts';
import { aboutSymbols, type Answers } from '../graph-text/chosen-symbol.ts';
import { listDetails } from '../graph-text/by-file.ts';
import { formatMeanings } from '../graph-text/meanings.ts';
import { symbolInput } from '../graph-text/symbol-input.ts';
import { defineTool, type Tool } from '../tool.ts';
import type { Wording } from '../wording.ts';
import { formatUsage } from './format.ts';
import { formatPlaces } from './without-code.ts';

export const maxUses = 500;

/** How many uses are shown if the call gives no number. */
export function usageLimit({ limits }: Pick<Engine, 'limits'>): number {
  return limits.usual ?? 20;
}

const input = () =>
  z.strictObject({
    symbol: symbolInput('symbol'),
    access: z.enum(['read', 'write']).optional().describe('Only what reads, or what writes, a field or variable'),
    detail: z.enum(listDetails).optional().describe('No code: users, or totals'),
    limit: z.int().min(1).max(maxUses).optional().meta({ default: 20 }).describe(`1 to ${maxUses} (default 20)`),
    max_chars: maxCharsInput,
  });

export interface SymbolUsage {
  id: string;
  usage: UsageAnswer;
}

/** The answers, each without the uses of those before it: a use of an interface's method is one of its implementation too. */
function withoutShownUses(
  answers: Answers<SymbolUsage>['answers'],
): Answers<SymbolUsage & { shownAbove: number }>['answers'] {
  const shown = new Set<string>();
  return answers.map(({ node, answer: { id, usage } }) => {
    const placeOf = ({ path, line, column }: UsageAnswer['uses'][number]): string => `${path}:${line}:${column}`;
    const uses = usage.uses.filter((use) => !shown.has(placeOf(use)));
    for (const use of uses) shown.add(placeOf(use));
    return { node, answer: { id, usage: { ...usage, uses }, shownAbove: usage.uses.length - uses.length } };
  });
}

/** The answers about each symbol that the request means. `shownAbove`: uses that are left out because they are also uses of a symbol before it. */
export async function askUsage(
  engine: Engine,
  { symbol, ...rest }: UsageRequest,
  say: Wording,
): Promise<Answers<SymbolUsage & { shownAbove: number }>> {
  const found = await aboutSymbols(engine, { symbol }, say, async ({ id }) => ({
    id,
    usage: await engine.graph.usage({ symbol: id, ...rest }),
  }));
  return { ...found, answers: withoutShownUses(found.answers) };
}

export const tool: Tool = defineTool({
  name: 'explain_usage',
  title: 'Explain how a symbol is used',
  description:
    'Show what a symbol is and how it is used: each definition with its code, then the code around its uses, ' +
    'tests last. For all callers use get_callers.',
  toolset: 'semantic',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output: null,
  run: async (engine, args, { say }) => {
    const { symbol, access, detail } = args;
    // Without code, a use takes so little room that all are listed.
    const limit = args.limit ?? (detail === undefined ? usageLimit(engine) : (engine.limits.usual ?? maxUses));
    const chosen = access === undefined ? {} : { access };
    const found = await askUsage(engine, { symbol, limit, ...chosen }, say);
    const isOne = found.answers.length === 1 && found.taken === null;
    const { text } = formatMeanings(found, {
      maxChars: args.max_chars ?? defaultMaxChars,
      draft: ({ id, usage, shownAbove }, maxChars) => {
        const format = { symbol: isOne ? symbol : id, limit, maxUses, maxChars, shownAbove, say, ...chosen };
        const text =
          detail === undefined ? formatUsage(usage, format) : formatPlaces(usage, { ...format, symbol: id, detail });
        return { text, structured: {} };
      },
    });
    const results = found.answers.reduce((sum, { answer }) => sum + answer.usage.uses.length, 0);
    return { texts: [text], log: { query: symbol, results } };
  },
});
