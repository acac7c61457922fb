/** `get_outline`: what a file, a type or a long function consists of, with lines. Invariant: a line for each symbol or statement; the deepest go first. */
import { z } from 'zod';
import type { Engine } from '../../engine/types.ts';
import type { OutlineAnswer } from '../../model/code-questions.ts';
import { defaultMaxChars, maxCharsInput } from '../budget.ts';
import { errorOutput } from '../error-result.ts';
import { countOutput, notesOutput, symbolOutput } from '../graph-text/output.ts';
import { filterInputs, filterOf, symbolInput } from '../graph-text/symbol-input.ts';
import { defineTool, type Tool } from '../tool.ts';
import { formatOutline } from './format.ts';

const input = () =>
  z.strictObject({
    symbol: symbolInput('symbol').describe('Path of a file or its end, or a symbol'),
    ...filterInputs,
    max_chars: maxCharsInput,
  });

const output = () =>
  z.object({
    path: z.string().optional(),
    language: z.string().optional(),
    lines: countOutput.optional(),
    target: symbolOutput().optional(),
    symbols: countOutput.optional(),
    statements: z.string().optional(),
    shown: countOutput.optional(),
    outline: z.array(z.string()).optional().describe('Two blanks a level: lines, kind, name or text'),
    notes: notesOutput,
    error: errorOutput(),
  });

/** The outline, and the number of its entries. */
export async function askOutline(
  engine: Engine,
  args: z.output<ReturnType<typeof input>>,
): Promise<{ answer: OutlineAnswer; results: number }> {
  const answer = await engine.graph.outline({ symbol: args.symbol, ...filterOf(args) });
  const results = answer.symbols.length + (answer.of === 'symbol' ? (answer.steps?.length ?? 0) : 0);
  return { answer, results };
}

export const tool: Tool = defineTool({
  name: 'get_outline',
  title: 'Outline a file or function',
  description:
    'Outline a file or type (symbols with lines) or a function of any length (branches, loops, calls, clean-up, returns, throws): ' +
    'choose from it what to read.',
  toolset: 'graph',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output,
  run: async (engine, args, { say }) => {
    const { answer, results } = await askOutline(engine, args);
    const { text, structured } = formatOutline(answer, { maxChars: args.max_chars ?? defaultMaxChars, say });
    return { texts: [text], structured, log: { query: args.symbol, results } };
  },
});
