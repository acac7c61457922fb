/** `get_callers`: who calls a symbol. Invariant: a place that could be a call is never passed over in silence. */
import { callsInput, callsOutput, runCalls } from '../graph-text/calls-tool.ts';
import { defineTool, type Tool } from '../tool.ts';

export const tool: Tool = defineTool({
  name: 'get_callers',
  title: 'Find callers',
  description:
    'Find what calls a function, method, class or component: every caller by file, with the lines of its calls, ' +
    'tests last. Calls through interfaces and base classes are found and marked (via Interface.method); links ' +
    'that rest on a name alone are marked (by name only); places that could be calls but whose receiver is not ' +
    'known are counted and sampled at the end, so an answer without callers says whether that is certain. symbol ' +
    'is a name, Class.method, or an id (src/app.ts#App.run); several meanings are answered with the candidates: ' +
    'narrow with file, module or package. maxDepth 1 to 50 (default 1) adds callers of callers, by distance. ' +
    'Under 8,000 characters unless max_chars (up to 50,000) allows more. Use it before changing a signature; for ' +
    'everything a change reaches use get_impact. Example: {"symbol": "UserService.save"}.',
  toolset: 'graph',
  core: true,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: callsInput,
  output: callsOutput,
  run: async (engine, args) =>
    runCalls({ tool: 'get_callers', direction: 'in', ask: (one, request) => one.graph.callers(request) }, engine, args),
});
