/**
 * `explore`: a task or question in words, answered with the code to read and what hangs together with it, within a budget of tokens.
 * Invariant: what is shown stands on disk at this moment. Code has no output schema, so that no client replaces the text.
 */
import { defineTool, type Tool } from '../tool.ts';
import { formatExplore } from './format.ts';
import { exploreBudget, exploreRequest, input, keysOf } from './request.ts';

export const tool: Tool = defineTool({
  name: 'explore',
  title: 'Explore the code of a task',
  description:
    'Call this first, with the task or question as given (words, names, an error with its stack): the code to read within ' +
    'max_tokens. The best pieces with the lines that matter, callers, callees, types and tests; others by name. The same ' +
    'call with seen goes on with what is new.',
  toolset: 'semantic',
  core: {
    description:
      'Call this first, with the task or question as given: the code to read, within max_tokens, with callers, callees, types and tests. The same call with seen goes on.',
    parameters: ['query', 'max_tokens', 'seen', 'pathPrefix', 'max_chars'],
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output: null,
  run: async (engine, args) => {
    const result = await engine.explore(exploreRequest(args, engine));
    const { text, shown } = formatExplore(result, { query: args.query, seen: keysOf(args), ...exploreBudget(args) });
    return { texts: [text], log: { query: args.query, results: shown } };
  },
});
