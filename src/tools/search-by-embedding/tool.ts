/**
 * `search_by_embedding`: the chunks whose meaning is nearest to a question's, in the order of their vectors.
 * Invariant: the code is as it is on disk now. The answer is code, so it has no output schema: with one, clients may show data instead of the text.
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
    'Search the code by meaning alone: the chunks nearest to words or to a piece of code, with similarity. search_repo ' +
    'mostly finds more; use this for what the code says in other words.',
  toolset: 'semantic',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output: null,
  run: async (engine, args, { signal, say }) => {
    const request = nearestRequest(args, engine);
    const answer = await engine.semantic.search({ ...request, signal });
    if (answer.state === 'off' || answer.state === 'unavailable') {
      throw new AppError('ConfigurationError', answer.note ?? 'There is no search by meaning', {
        hint: `${say.tool('search_repo')} and ${say.tool('code-scout_search')} find by words without it.`,
      });
    }
    const isFiltered = request.language !== undefined || request.pathPrefix !== undefined;
    const text = formatSemanticSearch(answer, request.query, {
      isFiltered,
      maxChars: args.max_chars ?? defaultMaxChars,
      say,
    });
    return { texts: [text], log: { query: request.query, results: answer.hits.length, cache: answer.cached === true } };
  },
});
