/** `search`: symbols by the pattern of their name. Invariant: the total is that of all matches, shown or not. */
import { z } from 'zod';
import { definitionKinds } from '../../model/definition.ts';
import { defaultMaxChars, maxCharsInput } from '../budget.ts';
import { errorOutput } from '../error-result.ts';
import { countOutput, notesOutput } from '../graph-text/output.ts';
import { filterOf } from '../graph-text/symbol-input.ts';
import { defineTool, type Tool } from '../tool.ts';
import { formatSymbolSearch } from './format.ts';

const input = z.strictObject({
  pattern: z
    .string()
    .min(1, 'pattern is required')
    .max(500)
    .describe(
      'Glob on the name, upper and lower case alike: User*, *Service, {get,set}*; with a dot on the whole name: UserService.*',
    ),
  type: z
    .enum(definitionKinds)
    .optional()
    .describe(`Only this kind: ${definitionKinds.join(', ')}`),
  module: z.string().max(500).optional().describe('Only this module (first folder below the source root)'),
  package: z.string().max(500).optional().describe('Only this package (name in the nearest manifest)'),
  exported: z.boolean().optional().describe('true: only what is exported; false: only what is not'),
  offset: z
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .meta({ default: 0 })
    .describe('Symbols to pass over, for the next page (default 0)'),
  limit: z.int().min(1).max(1000).optional().meta({ default: 100 }).describe('Most symbols, 1 to 1000 (default 100)'),
  max_chars: maxCharsInput,
});

const output = z.object({
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
  error: errorOutput,
});

export const tool: Tool = defineTool({
  name: 'search',
  title: 'Search symbols by name',
  description:
    'Search the symbols of the project (classes, functions, methods, interfaces, types, variables and so on) by a glob on their name. ' +
    'Answers by file, with module and package, and in each by kind: name, lines, whether it is exported, signature. Narrow it with type, ' +
    'module, package or exported; offset and limit (1 to 1000, default 100) page through it. The answer stays under 8,000 characters ' +
    'unless max_chars (up to 50,000) allows more. An id for the other graph tools is path#Qualified.name, as in src/app.ts#App.run. Use ' +
    'it when you know the name or a part of it; when you only know what the code does use code-scout_search. Example: {"pattern": ' +
    '"*Handler", "type": "class", "exported": true}.',
  toolset: 'graph',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output,
  run: async (engine, args) => {
    const { pattern, type, exported, offset = 0, limit = engine.limits.usual ?? 100 } = args;
    const { module, package: owner } = filterOf({ module: args.module, package: args.package });
    const answer = await engine.graph.search({
      pattern,
      ...(type === undefined ? {} : { type }),
      ...(module === undefined ? {} : { module }),
      ...(owner === undefined ? {} : { package: owner }),
      ...(exported === undefined ? {} : { exported }),
      offset,
      limit,
    });
    const maxChars = args.max_chars ?? defaultMaxChars;
    const filtered = [type, module, owner, exported].some((one) => one !== undefined);
    const { text, structured } = formatSymbolSearch(answer, { pattern, offset, limit, maxChars, filtered });
    return { texts: [text], structured, log: { query: pattern, results: answer.symbols.length } };
  },
});
