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
    'Call this first, with the task or question as it was given to you (words, names, an error message with its stack): it gives the code to ' +
    'read within max_tokens (400 to 12,000, default 2,300). The best pieces of code stand first, with the lines that matter, why each ' +
    'is there, who calls it, what it calls, the types it uses and its tests; then other pieces that may matter, by name and lines, tests and docs apart. ' +
    'Each piece is shown once, and what is left out is counted. For more, call it again with the same query and seen as the answer says: it goes on with ' +
    'what is new. language and pathPrefix narrow it; max_chars (1,000 to 50,000) bounds it in characters. It saves the searches and reads that would find the same. Then read_file for whole files, ' +
    'get_impact before a change. Example: {"query": "login fails when the password has a colon", "max_tokens": 4000}.',
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
