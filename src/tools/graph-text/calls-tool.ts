/** Input, output and run of `get_callers` and `get_callees`, which differ only in their direction. */
import { z } from 'zod';
import type { Engine } from '../../engine/types.ts';
import type { CallsAnswer, ReachedNode, WalkRequest } from '../../model/graph.ts';
import { defaultMaxChars, maxCharsInput } from '../budget.ts';
import { errorOutput } from '../error-result.ts';
import type { ToolAnswer, ToolContext } from '../tool.ts';
import { formatCalls } from './calls-text.ts';
import { aboutSymbols } from './chosen-symbol.ts';
import { formatMeanings, meaningsOutput } from './meanings.ts';
import { formatMembers } from './members-text.ts';
import {
  accountOutput,
  countOutput,
  distancesOutput,
  notesOutput,
  symbolOutput,
  unresolvedOutput,
  valuesOutput,
} from './output.ts';
import type { Direction } from './reached.ts';
import { depthInput, filterInputs, filterOf, symbolInput } from './symbol-input.ts';

const depthLimit = 50;

export const callsInput = () =>
  z.strictObject({
    symbol: symbolInput('symbol'),
    ...filterInputs,
    maxDepth: depthInput(depthLimit, 1),
    max_chars: maxCharsInput,
  });

export const callsOutput = () =>
  z.object({
    target: symbolOutput().optional(),
    max_depth: countOutput.optional(),
    total: countOutput.optional().describe('Symbols, shown or not'),
    files: countOutput.optional(),
    in_tests: countOutput.optional(),
    test_files: countOutput.optional(),
    hand_on: countOutput.optional().describe('Those that only hand it on, nearest distance'),
    shown: countOutput.optional(),
    signatures: z
      .array(z.object({ name: z.string(), line: countOutput, calls: countOutput }))
      .optional()
      .describe('Of an overload list: the calls of each signature'),
    undecided_calls: countOutput.optional().describe('Calls that may mean several signatures'),
    summary: z.string().optional().describe('What to make of a total of 0'),
    distances: distancesOutput(),
    values: valuesOutput().describe('Named as a value'),
    decorators: z.array(z.string()).optional().describe('It may be called through them'),
    unresolved: unresolvedOutput(),
    outside: unresolvedOutput().describe('Calls of its name on values from outside the project'),
    account: accountOutput(),
    ...meaningsOutput,
    members: z.array(z.record(z.string(), z.unknown())).optional().describe('Of Type.*: the total and files of each'),
    notes: notesOutput,
    error: errorOutput(),
  });

export interface CallsTool {
  tool: string;
  direction: Direction;
  ask(engine: Engine, request: WalkRequest): Promise<CallsAnswer>;
}

export async function runCalls(
  { tool, direction, ask }: CallsTool,
  engine: Engine,
  args: z.output<ReturnType<typeof callsInput>>,
  { say }: ToolContext,
): Promise<ToolAnswer> {
  const maxDepth = args.maxDepth ?? 1;
  const query = { symbol: args.symbol, ...filterOf(args), byMember: true };
  const found = await aboutSymbols(engine, query, say, ({ id }) => ask(engine, { symbol: id, maxDepth }));
  const format = { tool, direction, maxDepth, depthLimit, say };
  const maxChars = args.max_chars ?? defaultMaxChars;
  const { text, structured } =
    found.owner === null
      ? formatMeanings(found, {
          maxChars,
          draft: (answer, share) => formatCalls(answer, { ...format, maxChars: share }),
          // What implements an interface mostly has the interface's callers.
          keyOf: ({ reached }) => (reached.length === 0 ? null : keyOf(reached)),
        })
      : formatMembers(found, { tool, direction, maxChars, say });
  const results = found.answers.reduce((sum, { answer }) => sum + answer.reached.length, 0);
  return { texts: [text], structured, log: { query: args.symbol, results } };
}

/** A text that is equal for two answers with the same symbols at the same places. */
function keyOf(reached: readonly ReachedNode[]): string {
  const places = reached.map(({ node, distance, edges }) => {
    const lines = edges.flatMap(({ sites }) => sites.map(({ line, column }) => `${line}:${column}`));
    return `${distance} ${node.id} ${lines.toSorted().join(' ')}`;
  });
  return places.toSorted().join('\n');
}
