/** `get_callees`: what a symbol calls. Invariant: calls in it that could not be resolved are counted and sampled. */
import { callsInput, callsOutput, runCalls, type CallsTool } from '../graph-text/calls-tool.ts';
import { defineTool, type Tool } from '../tool.ts';

export const calls: CallsTool = {
  tool: 'get_callees',
  direction: 'out',
  ask: (one, request) => one.graph.callees(request),
};

export const tool: Tool = defineTool({
  name: 'get_callees',
  title: 'Find callees',
  description:
    'Find what a function, method, class or component calls in the project, by file, with lines. Implementations behind an ' +
    'interface are marked, unknown targets counted.',
  toolset: 'graph',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: callsInput,
  output: callsOutput,
  run: async (engine, args, context) => runCalls(calls, engine, args, context),
});
