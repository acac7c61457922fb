/** `get_implementers`: what implements, extends or overrides a symbol, or what the symbol itself implements. Invariant: direct and indirect ones are told apart. */
import { z } from 'zod';
import type { Engine } from '../../engine/types.ts';
import { implementerDirections, type ImplementersAnswer } from '../../model/code-questions.ts';
import { defaultMaxChars, maxCharsInput, type Draft } from '../budget.ts';
import { errorOutput } from '../error-result.ts';
import { aboutSymbols, type Answers } from '../graph-text/chosen-symbol.ts';
import { formatMeanings, meaningsOutput } from '../graph-text/meanings.ts';
import { accountOutput, countOutput, notesOutput, symbolOutput, unresolvedOutput } from '../graph-text/output.ts';
import { filterInputs, filterOf, symbolInput } from '../graph-text/symbol-input.ts';
import { defineTool, type Tool } from '../tool.ts';
import type { Wording } from '../wording.ts';
import { formatImplementers, type ImplementersFormat } from './format.ts';

const input = () =>
  z.strictObject({
    symbol: symbolInput('symbol'),
    ...filterInputs,
    direction: z
      .enum(implementerDirections)
      .optional()
      .meta({ default: 'implementers' })
      .describe('Default: implementers'),
    max_chars: maxCharsInput,
  });

const output = () =>
  z.object({
    ...meaningsOutput,
    target: symbolOutput().optional(),
    direction: z.enum(implementerDirections).optional(),
    total: countOutput.optional(),
    direct: countOutput.optional(),
    in_tests: countOutput.optional(),
    shown: countOutput.optional(),
    summary: z.string().optional(),
    found: z
      .array(
        z.object({
          name: z.string().optional(),
          kind: z.string().optional(),
          lines: z.string().optional(),
          written: z.string().optional().describe('The code of a type without a symbol'),
          path: z.string(),
          line: countOutput,
          relation: z.enum(['extends', 'implements', 'overrides', 'implicit']),
          distance: countOutput,
          through: z.string().optional(),
          test: z.literal(true).optional(),
        }),
      )
      .optional(),
    members: z
      .object({
        own: z.array(z.object({ name: z.string(), line: countOutput, overrides: z.array(z.string()).optional() })),
        inherited: z.array(z.object({ from: z.string(), place: z.string(), names: z.array(z.string()) })),
      })
      .optional()
      .describe('Where each member of the type comes from'),
    unresolved: unresolvedOutput(),
    account: accountOutput(),
    notes: notesOutput,
    error: errorOutput(),
  });

export type ImplementersArguments = z.output<ReturnType<typeof input>>;

/** The answers about each symbol that the arguments mean. */
export async function askImplementers(
  engine: Engine,
  args: ImplementersArguments,
  say: Wording,
): Promise<Answers<ImplementersAnswer>> {
  const { direction = 'implementers' } = args;
  const query = { symbol: args.symbol, ...filterOf(args) };
  const about = direction === 'implementers' ? ({ ...query, likeliestKind: 'interface' } as const) : query;
  return aboutSymbols(engine, about, say, ({ id }) => {
    // What a type implements, its own text says.
    const account = direction === 'implementers' ? ({ account: true } as const) : {};
    return engine.graph.implementers({ symbol: id, direction, ...account });
  });
}

/** @param format for all answers together */
export function draftImplementers(
  found: Answers<ImplementersAnswer>,
  { maxChars, ...rest }: ImplementersFormat,
): Draft {
  return formatMeanings(found, {
    maxChars,
    draft: (answer, share) => formatImplementers(answer, { maxChars: share, ...rest }),
  });
}

export const tool: Tool = defineTool({
  name: 'get_implementers',
  title: 'Find implementers',
  description:
    'Find what implements or extends an interface, trait, protocol or class, or overrides a method, direct and indirect; or ' +
    'what a type itself implements, and where its members come from.',
  toolset: 'graph',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output,
  run: async (engine, args, { say }) => {
    const found = await askImplementers(engine, args, say);
    const { text, structured } = draftImplementers(found, { maxChars: args.max_chars ?? defaultMaxChars, say });
    const results = found.answers.reduce((sum, { answer }) => sum + answer.found.length, 0);
    return { texts: [text], structured, log: { query: args.symbol, results } };
  },
});
