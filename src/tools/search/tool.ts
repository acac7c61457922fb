/** `search`: symbols whose name matches a pattern. Invariant: the total counts all matches, shown or not. */
import { z } from 'zod';
import type { Engine } from '../../engine/types.ts';
import { definitionKinds } from '../../model/definition.ts';
import type { SymbolSearchRequest } from '../../model/graph.ts';
import { defaultMaxChars, maxCharsInput } from '../budget.ts';
import { errorOutput } from '../error-result.ts';
import { countOutput, notesOutput } from '../graph-text/output.ts';
import { filterOf } from '../graph-text/symbol-input.ts';
import { defineTool, type Tool } from '../tool.ts';
import { formatSymbolSearch, type Filter } from './format.ts';

const input = () =>
  z.strictObject({
    pattern: z.string().min(1, 'pattern is required').max(500).describe('Glob: User*, {get,set}*; UserService.*'),
    type: z.enum(definitionKinds).optional().describe('Kind: a struct is a class, a trait an interface'),
    module: z.string().max(500).optional().describe('Top folder'),
    package: z.string().max(500).optional().describe('By its name'),
    exported: z.boolean().optional().describe('false: only others'),
    offset: z.int().min(0).max(1_000_000).optional().meta({ default: 0 }).describe('For paging'),
    limit: z.int().min(1).max(1000).optional().meta({ default: 100 }).describe('1 to 1000 (default 100)'),
    max_chars: maxCharsInput,
  });

const output = () =>
  z.object({
    taken: z.string().optional().describe('How the name was understood'),
    count: countOutput.optional().describe('Symbols that match, shown or not'),
    showing: countOutput.optional(),
    offset: countOutput.optional(),
    limit: countOutput.optional(),
    files_total: countOutput.optional(),
    files: z
      .array(
        z.object({
          path: z.string(),
          module: z.string().optional(),
          package: z.string().optional(),
          test: z.literal(true).optional(),
          symbols: z
            .array(
              z.object({
                kind: z.string(),
                name: z.string(),
                lines: z.string(),
                exported: z.literal(true).optional(),
                signature: z.string().optional(),
              }),
            )
            .describe('The id of one is path#name'),
        }),
      )
      .optional(),
    next_offset: countOutput.optional(),
    notes: notesOutput,
    error: errorOutput(),
  });

export type SymbolArguments = z.output<ReturnType<typeof input>>;

/** The engine's request, and the filters that were given. */
export function symbolRequest(
  args: SymbolArguments,
  engine: Pick<Engine, 'limits'>,
): { request: SymbolSearchRequest; filters: readonly Filter[] } {
  const { pattern, type, exported, offset = 0, limit = engine.limits.usual ?? 100 } = args;
  const { module, package: owner } = filterOf({ module: args.module, package: args.package });
  const values = { type, module, package: owner, exported };
  const request = {
    pattern,
    ...(type === undefined ? {} : { type }),
    ...(module === undefined ? {} : { module }),
    ...(owner === undefined ? {} : { package: owner }),
    ...(exported === undefined ? {} : { exported }),
    offset,
    limit,
  };
  const filters = (['type', 'module', 'package', 'exported'] as const).filter((one) => values[one] !== undefined);
  return { request, filters };
}

export const tool: Tool = defineTool({
  name: 'search',
  title: 'Search symbols by name',
  description:
    'Search symbols by a glob on their name: by file, with lines and signatures. For when you know the name or a part of it. ' +
    'The id for other tools is path#Qualified.name.',
  toolset: 'graph',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output,
  run: async (engine, args, { say }) => {
    const { request, filters } = symbolRequest(args, engine);
    const answer = await engine.graph.search(request);
    const { pattern, offset, limit } = request;
    const maxChars = args.max_chars ?? defaultMaxChars;
    const { text, structured } = formatSymbolSearch(answer, { pattern, offset, limit, maxChars, filters, say });
    return { texts: [text], structured, log: { query: pattern, results: answer.symbols.length } };
  },
});
