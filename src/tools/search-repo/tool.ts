/**
 * `search_repo`: answers a question in words, names or both with the chunks of code that fit best.
 * Invariant: the code is as it is on disk now. The answer is code, so it has no output schema: with one, clients may show data instead of the text.
 */
import { defaultMaxChars } from '../budget.ts';
import { defineTool, type Tool } from '../tool.ts';
import { formatHybridSearch } from './format.ts';
import { givenFilters, input, hybridQuery } from './request.ts';

export const tool: Tool = defineTool({
  name: 'search_repo',
  title: 'Search code by meaning',
  description:
    'Search the code by a question in words, by names, or both: of each file the best piece, with place, symbols, chunk id ' +
    '(for get_chunk) and the lines that matter. For a known name use search.',
  toolset: 'semantic',
  core: {
    description: 'Search the code by a question in words, by names, or both: of each file the best piece.',
    parameters: ['query', 'limit', 'offset', 'language', 'pathPrefix', 'max_chars'],
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output: null,
  run: async (engine, args, { say }) => {
    const query = hybridQuery(args, engine);
    const result = await engine.searchRepo(query);
    const maxChars = args.max_chars ?? defaultMaxChars;
    const text = formatHybridSearch(result, { query, filters: givenFilters(args), maxChars, say });
    return { texts: [text], log: { query: query.query, results: result.hits.length, cache: result.cached === true } };
  },
});
