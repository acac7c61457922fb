/** Input, output and run of `get_callers` and `get_callees`, which differ only in their direction. */
import { z } from 'zod';
import type { Engine } from '../../engine/types.ts';
import type { CallsAnswer, ReachedNode, WalkRequest } from '../../model/graph.ts';
import { defaultMaxChars, maxCharsInput, type Draft } from '../budget.ts';
import { errorOutput } from '../error-result.ts';
import type { ToolAnswer, ToolContext } from '../tool.ts';
import type { Wording } from '../wording.ts';
import { byFileOutput, detailInput } from './by-file.ts';
import { formatCalls, type CallsFormat } from './calls-text.ts';
import { aboutSymbols, type Answers } from './chosen-symbol.ts';
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
    detail: detailInput,
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
    by_file: byFileOutput(),
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

export type CallsArguments = z.output<ReturnType<typeof callsInput>>;

/** The answers about each symbol that the arguments mean. */
export async function askCalls(
  { ask }: CallsTool,
  engine: Engine,
  args: CallsArguments,
  say: Wording,
): Promise<Answers<CallsAnswer>> {
  const query = { symbol: args.symbol, ...filterOf(args), byMember: true };
  return aboutSymbols(engine, query, say, ({ id }) => ask(engine, { symbol: id, maxDepth: args.maxDepth ?? 1 }));
}

/** @param format for all answers together */
export function draftCalls(
  { tool, direction }: CallsTool,
  found: Answers<CallsAnswer>,
  args: CallsArguments,
  { maxChars, say, list }: Pick<CallsFormat, 'maxChars' | 'say' | 'list'>,
): Draft {
  if (found.owner !== null) return formatMembers(found, { tool, direction, maxChars, say });
  const listed = list === undefined ? {} : { list };
  const detail = args.detail === undefined ? {} : { detail: args.detail };
  const format = { tool, direction, maxDepth: args.maxDepth ?? 1, depthLimit, say, ...listed, ...detail };
  return formatMeanings(found, {
    maxChars,
    draft: (answer, share) => formatCalls(answer, { ...format, maxChars: share }),
    // What implements an interface mostly has the interface's callers.
    keyOf: ({ reached }) => (reached.length === 0 ? null : keyOf(reached)),
  });
}

export async function runCalls(
  calls: CallsTool,
  engine: Engine,
  args: CallsArguments,
  { say }: ToolContext,
): Promise<ToolAnswer> {
  const found = await askCalls(calls, engine, args, say);
  const { text, structured } = draftCalls(calls, found, args, { maxChars: args.max_chars ?? defaultMaxChars, say });
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
