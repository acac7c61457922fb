/** `get_callees`: what a symbol calls. Invariant: calls in it that could not be resolved are counted and sampled. */
import { callsInput, callsOutput, runCalls } from '../graph-text/calls-tool.ts';
import { defineTool, type Tool } from '../tool.ts';

export const tool: Tool = defineTool({
  name: 'get_callees',
  title: 'Find callees',
  description:
    'Find what a function, method, class or component calls within the project: every callee by file, with the ' +
    "lines of the calls (in the caller's file). Implementations that a call of an interface's method can reach " +
    'are listed and marked (via Interface.method); calls whose target is not known are counted and sampled at ' +
    'the end; calls of libraries are not listed. symbol is a name, Class.method, or an id (src/app.ts#App.run); ' +
    'several meanings are answered with the candidates: narrow with file, module or package. maxDepth 1 to 50 ' +
    '(default 1) adds callees of callees, by distance. Under 8,000 characters unless max_chars (up to 50,000) ' +
    'allows more. Use it to understand what a function does without reading every file. Example: {"symbol": ' +
    '"main", "file": "src/cli.ts"}.',
  toolset: 'graph',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: callsInput,
  output: callsOutput,
  run: async (engine, args) =>
    runCalls(
      { tool: 'get_callees', direction: 'out', ask: (one, request) => one.graph.callees(request) },
      engine,
      args,
    ),
});
