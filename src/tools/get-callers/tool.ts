/** `get_callers`: who calls a symbol. Invariant: a place that could be a call is always counted. */
import { callsInput, callsOutput, runCalls, type CallsTool } from '../graph-text/calls-tool.ts';
import { defineTool, type Tool } from '../tool.ts';

export const calls: CallsTool = {
  tool: 'get_callers',
  direction: 'in',
  ask: (one, request) => one.graph.callers(request),
};

export const tool: Tool = defineTool({
  name: 'get_callers',
  title: 'Find callers',
  description:
    'Find what calls a function, method, class or component, by file, with lines. Links by name only are marked, ' +
    'possible calls counted: "no callers" says how certain it is. For all that a change reaches use get_impact.',
  toolset: 'graph',
  core: {
    description: 'Find what calls a function, method or class, by file. Possible calls are counted.',
    parameters: ['symbol', 'file', 'maxDepth', 'detail', 'max_chars'],
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: callsInput,
  output: callsOutput,
  run: async (engine, args, context) => runCalls(calls, engine, args, context),
});
