/** `get_neighbors`: what is linked to a symbol, both ways. Invariant: text and Mermaid show the same symbols and edges. */
import { z } from 'zod';
import { defaultMaxChars, maxCharsInput } from '../budget.ts';
import { errorOutput } from '../error-result.ts';
import { aboutSymbols } from '../graph-text/chosen-symbol.ts';
import { formatMeanings, meaningsOutput } from '../graph-text/meanings.ts';
import { comment } from '../graph-text/mermaid.ts';
import { countOutput, linkOutput, notesOutput, symbolOutput, unresolvedOutput } from '../graph-text/output.ts';
import { depthInput, filterInputs, filterOf, symbolInput } from '../graph-text/symbol-input.ts';
import { defineTool, type Tool } from '../tool.ts';
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
    const { maxDepth = 1, direction = 'both', format = 'text' } = args;
    // Several flowcharts in one text would not be drawn.
    const query = { symbol: args.symbol, ...filterOf(args), onlyOne: format === 'mermaid' };
    const found = await aboutSymbols(engine, query, say, ({ id }) =>
      engine.graph.neighbours({ symbol: id, maxDepth, direction }),
    );
    const { text, structured } = formatMeanings(found, {
      maxChars: args.max_chars ?? defaultMaxChars,
      draft: (answer, maxChars) => formatNeighbours(answer, { direction, maxDepth, depthLimit, format, maxChars, say }),
      ...(format === 'mermaid' ? { lineBefore: comment } : {}),
    });
    const results = found.answers.reduce((sum, { answer }) => sum + answer.nodes.length, 0);
    return { texts: [text], structured, log: { query: args.symbol, results } };
  },
});
