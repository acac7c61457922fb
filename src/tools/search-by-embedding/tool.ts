/**
 * `search_by_embedding`: the chunks whose meaning is nearest to a question's, in the order of their vectors.
 * Invariant: what is shown stands on disk at this moment. Code has no output schema, so that no client replaces the text.
 */
import { AppError } from '../../model/error.ts';
import { defaultMaxChars } from '../budget.ts';
import { defineTool, type Tool } from '../tool.ts';
import { formatSemanticSearch } from './format.ts';
import { input, nearestRequest } from './request.ts';

export const tool: Tool = defineTool({
  name: 'search_by_embedding',
  title: 'Search code by vectors',
  description:
    'Search the code by meaning alone: the chunks whose vectors are nearest to that of the query, which may be words ("how are retries ' +
    'limited") or a piece of code to find the like of. Each result has its similarity, path and lines, language, symbols, the id of its ' +
    'chunk and its first lines; get_chunk with the id shows all of it. search_repo ranks by words, names and meaning together and mostly ' +
    'finds more: use this one for what has other words in the code than in the question. max_results is 1 to 100 (default 10); language ' +
    'and pathPrefix narrow it. The answer stays under 8,000 characters unless max_chars (1,000 to 50,000) allows more. Example: {"query": ' +
    '"wait longer after each failure"}.',
  toolset: 'semantic',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output: null,
  run: async (engine, args, { signal }) => {
    const request = nearestRequest(args, engine);
    const answer = await engine.semantic.search({ ...request, signal });
    if (answer.state === 'off' || answer.state === 'unavailable') {
      throw new AppError('ConfigurationError', answer.note ?? 'There is no search by meaning', {
        hint: 'search_repo and code-scout_search find by words without it.',
      });
    }
    const filtered = request.language !== undefined || request.pathPrefix !== undefined;
    const text = formatSemanticSearch(answer, request.query, {
      filtered,
      maxChars: args.max_chars ?? defaultMaxChars,
    });
    return { texts: [text], log: { query: request.query, results: answer.hits.length, cache: answer.cached === true } };
  },
});
