/**
 * `explore`: answers a task or question in words with the code to read and the symbols that it is linked with, within a budget of tokens.
 * Invariant: the code is as it is on disk now. The answer is code, so it has no output schema: with one, clients may show data instead of the text.
 */
import { defineTool, type Tool } from '../tool.ts';
import { formatExplore } from './format.ts';
import { exploreBudget, exploreRequest, input, keysOf } from './request.ts';

export const tool: Tool = defineTool({
  name: 'explore',
  title: 'Explore the code of a task',
  description:
    'Call this first, with the task or question as given (words, names, an error with its stack): the code to read within ' +
    'max_tokens. The best pieces with the lines that matter, callers, callees and tests; others by name. The same ' +
    'call with seen shows more.',
  toolset: 'semantic',
  core: {
    description:
      'Call this first, with the task or question as given: the code to read, within max_tokens, with callers, callees and tests.',
    parameters: ['query', 'max_tokens', 'seen', 'pathPrefix', 'max_chars'],
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output: null,
  run: async (engine, args, { say }) => {
    const result = await engine.explore(exploreRequest(args, engine));
    const format = { query: args.query, seen: keysOf(args), ...exploreBudget(args), say };
    const { text, shown } = formatExplore(result, format);
    return { texts: [text], log: { query: args.query, results: shown } };
  },
});
