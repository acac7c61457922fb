/**
 * `search_by_embedding`: the chunks whose meaning is nearest to a question's, in the order of their vectors.
 * Invariant: the code is as it is on disk now. The answer is code, so it has no output schema: with one, clients may show data instead of the text.
 */
import type { Engine, NearestRequest, SemanticAnswer } from '../../engine/types.ts';
import { AppError } from '../../model/error.ts';
import { defaultMaxChars } from '../budget.ts';
import { defineTool, type Tool, type ToolContext } from '../tool.ts';
import { formatSemanticSearch } from './format.ts';
import { input, nearestRequest, type MeaningArguments } from './request.ts';

/** The chunks, and whether the arguments narrowed the search. Throws `AppError` where there are no vectors. */
export async function askNearest(
  engine: Engine,
  args: MeaningArguments,
  { signal, say }: Pick<ToolContext, 'signal' | 'say'>,
): Promise<{ request: NearestRequest; answer: SemanticAnswer; isFiltered: boolean }> {
  const request = nearestRequest(args, engine);
  const answer = await engine.semantic.search({ ...request, signal });
  if (answer.state === 'off' || answer.state === 'unavailable') {
    throw new AppError('ConfigurationError', answer.note ?? 'There is no search by meaning', {
      hint: `${say.tool('search_repo')} and ${say.tool('code-scout_search')} find by words without it.`,
    });
  }
  return { request, answer, isFiltered: request.language !== undefined || request.pathPrefix !== undefined };
}

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
    const { request, answer, isFiltered } = await askNearest(engine, args, { signal, say });
    const text = formatSemanticSearch(answer, request.query, {
      isFiltered,
      maxChars: args.max_chars ?? defaultMaxChars,
      say,
    });
    return { texts: [text], log: { query: request.query, results: answer.hits.length, cache: answer.cached === true } };
  },
});
