/** `get_neighbors`: what is linked to a symbol, both ways. Invariant: text and Mermaid show the same symbols and edges. */
import { z } from 'zod';
import type { Engine } from '../../engine/types.ts';
import type { NeighboursAnswer } from '../../model/graph.ts';
import { defaultMaxChars, maxCharsInput, type Draft } from '../budget.ts';
import { errorOutput } from '../error-result.ts';
import { aboutSymbols, type Answers } from '../graph-text/chosen-symbol.ts';
import { formatMeanings, meaningsOutput } from '../graph-text/meanings.ts';
import { comment } from '../graph-text/mermaid.ts';
import { countOutput, linkOutput, notesOutput, symbolOutput, unresolvedOutput } from '../graph-text/output.ts';
import { depthInput, filterInputs, filterOf, symbolInput } from '../graph-text/symbol-input.ts';
import { defineTool, type Tool } from '../tool.ts';
import type { Wording } from '../wording.ts';
import { formatNeighbours } from './format.ts';

const depthLimit = 10;

const input = () =>
  z.strictObject({
    symbol: symbolInput('symbol'),
    ...filterInputs,
    maxDepth: depthInput(depthLimit, 1),
    direction: z
      .enum(['in', 'out', 'both'])
      .optional()
      .meta({ default: 'both' })
      .describe('in: users, out: used (default both)'),
    format: z.enum(['text', 'mermaid']).optional().meta({ default: 'text' }).describe('Default text'),
    max_chars: maxCharsInput,
  });

const output = () =>
  z.object({
    center: symbolOutput().optional(),
    max_depth: countOutput.optional(),
    direction: z.string().optional().describe('Absent: both'),
    total: countOutput.optional().describe('Neighbours, shown or not'),
    shown: countOutput.optional(),
    edges: countOutput.optional(),
    shown_edges: countOutput.optional(),
    files: z
      .array(
        z.object({
          path: z.string(),
          test: z.literal(true).optional(),
          symbols: z.array(
            z.object({
              name: z.string(),
              lines: z.string().optional(),
              distance: countOutput.optional().describe('Absent if max_depth is 1'),
              links: z.array(linkOutput()).optional(),
              more_links: countOutput.optional(),
            }),
          ),
        }),
      )
      .optional(),
    mermaid: z.string().optional(),
    unresolved: unresolvedOutput(),
    unresolved_inside: unresolvedOutput(),
    ...meaningsOutput,
    notes: notesOutput,
    error: errorOutput(),
  });

export type NeighborsArguments = z.output<ReturnType<typeof input>>;

/** The symbols that the name means, each with its neighbours. */
export async function askNeighbours(
  engine: Engine,
  args: NeighborsArguments,
  say: Wording,
): Promise<Answers<NeighboursAnswer>> {
  const { maxDepth = 1, direction = 'both', format = 'text' } = args;
  // Several flowcharts in one text would not be drawn.
  const query = { symbol: args.symbol, ...filterOf(args), onlyOne: format === 'mermaid' };
  return aboutSymbols(engine, query, say, ({ id }) => engine.graph.neighbours({ symbol: id, maxDepth, direction }));
}

/** The answer as text and as data. */
export function draftNeighbours(
  found: Answers<NeighboursAnswer>,
  args: NeighborsArguments,
  { maxChars, say }: { maxChars: number; say: Wording },
): Draft {
  const { maxDepth = 1, direction = 'both', format = 'text' } = args;
  return formatMeanings(found, {
    maxChars,
    draft: (answer, max) => formatNeighbours(answer, { direction, maxDepth, depthLimit, format, maxChars: max, say }),
    ...(format === 'mermaid' ? { lineBefore: comment } : {}),
  });
}

export const tool: Tool = defineTool({
  name: 'get_neighbors',
  title: 'Show what is linked to a symbol',
  description:
    'Show the symbols around one: what uses it, what it uses, or both; by file, with lines, or as a Mermaid flowchart.',
  toolset: 'graph',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output,
  run: async (engine, args, { say }) => {
    const found = await askNeighbours(engine, args, say);
    const { text, structured } = draftNeighbours(found, args, { maxChars: args.max_chars ?? defaultMaxChars, say });
    const results = found.answers.reduce((sum, { answer }) => sum + answer.nodes.length, 0);
    return { texts: [text], structured, log: { query: args.symbol, results } };
  },
});
