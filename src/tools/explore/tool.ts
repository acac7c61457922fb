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
    'Call this first, with the task or question as it was given to you (words, names, an error with its stack): the code to read within ' +
    'max_tokens. The best pieces come with the lines that matter, why each is there, callers, callees, types and tests; others by name and ' +
    'lines, tests and docs apart. The same call with seen, as the answer says, goes on with what is new. It saves searches and reads. ' +
    'Example: {"query": "login fails when the password has a colon", "max_tokens": 4000}.',
  toolset: 'semantic',
  core: true,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output: null,
  run: async (engine, args) => {
    const result = await engine.explore(exploreRequest(args, engine));
    const { text, shown } = formatExplore(result, { query: args.query, seen: keysOf(args), ...exploreBudget(args) });
    return { texts: [text], log: { query: args.query, results: shown } };
  },
});
