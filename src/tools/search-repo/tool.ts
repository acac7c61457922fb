/**
 * `search_repo`: a question in words, names or both, answered with the chunks of code that fit best.
 * Invariant: what is shown stands on disk at this moment. Code has no output schema, so that no client replaces the text.
 */
import { defaultMaxChars } from '../budget.ts';
import { defineTool, type Tool } from '../tool.ts';
import { formatRepoSearch } from './format.ts';
import { givenFilters, input, repoQuery } from './request.ts';

export const tool: Tool = defineTool({
  name: 'search_repo',
  title: 'Search code by meaning',
  description:
    'Search the code by a question in words ("where is the retry limit"), by names, or by both; words, meaning, symbols, paths and what ' +
    'the code graph knows are ranked together, the best file first. Each result is the best piece of a file: its match in percent, ' +
    'path and lines, language, symbols, the id of its chunk, and the lines that matter most; get_chunk with the id shows all of them. In ' +
    'the query "quoted words" stand as they are, and lang:, path: and kind: before a word narrow it, as in lang:python. limit is 1 to 50 ' +
    '(default 10) and offset gives the next page; minScore (0 to 1), language, pathPrefix, after and before (Unix seconds, when the file ' +
    'was modified) leave out the rest. The answer stays under 8,000 characters unless max_chars (1,000 to 50,000) allows more. Start here ' +
    'when you do not know where something is; for a known name use search. Example: {"query": "how are passwords checked at login"}.',
  toolset: 'semantic',
  core: true,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output: null,
  run: async (engine, args) => {
    const query = repoQuery(args, engine);
    const result = await engine.searchRepo(query);
    const maxChars = args.max_chars ?? defaultMaxChars;
    const text = formatRepoSearch(result, { query, filters: givenFilters(args), maxChars });
    return { texts: [text], log: { query: query.query, results: result.hits.length, cache: result.cached === true } };
  },
});
