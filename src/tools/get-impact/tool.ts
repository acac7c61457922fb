/** `get_impact`: everything that a change of a symbol reaches. Invariant: tests are listed separately, and both are counted. */
import { z } from 'zod';
import type { Engine } from '../../engine/types.ts';
import type { ImpactAnswer } from '../../model/graph.ts';
import { defaultMaxChars, maxCharsInput, type Draft } from '../budget.ts';
import { errorOutput } from '../error-result.ts';
import { aboutSymbols, type Answers } from '../graph-text/chosen-symbol.ts';
import { formatMeanings, meaningsOutput } from '../graph-text/meanings.ts';
import { byFileOutput, detailInput, type ListDetail } from '../graph-text/by-file.ts';
import {
  accountOutput,
  countOutput,
  distancesOutput,
  notesOutput,
  symbolOutput,
  unresolvedOutput,
} from '../graph-text/output.ts';
import { depthInput, filterInputs, filterOf, symbolInput } from '../graph-text/symbol-input.ts';
import { defineTool, type Tool } from '../tool.ts';
import type { Wording } from '../wording.ts';
import { formatImpact, type ImpactFormat } from './format.ts';

const depthLimit = 100;

const input = () =>
  z.strictObject({
    symbol: symbolInput('symbol'),
    ...filterInputs,
    maxDepth: depthInput(depthLimit, null),
    detail: detailInput,
    max_chars: maxCharsInput,
  });

const output = () =>
  z.object({
    target: symbolOutput().optional(),
    max_depth: countOutput.optional().describe('Absent: no limit'),
    symbols: countOutput.optional().describe('Reached, shown or not, without tests'),
    files: countOutput.optional(),
    shown: countOutput.optional(),
    test_symbols: countOutput.optional(),
    test_files: countOutput.optional(),
    summary: z.string().optional().describe('What to make of an empty answer'),
    distances: distancesOutput(),
    by_file: byFileOutput(),
    tests: z.array(z.object({ path: z.string(), symbols: countOutput, nearest: countOutput })).optional(),
    unresolved: unresolvedOutput(),
    account: accountOutput(),
    ...meaningsOutput,
    notes: notesOutput,
    error: errorOutput(),
  });

export type ImpactArguments = z.output<ReturnType<typeof input>>;

/** The answers about each symbol that the arguments mean. */
export async function askImpact(engine: Engine, args: ImpactArguments, say: Wording): Promise<Answers<ImpactAnswer>> {
  const { maxDepth } = args;
  return aboutSymbols(engine, { symbol: args.symbol, ...filterOf(args) }, say, ({ id }) =>
    engine.graph.impact({ symbol: id, ...(maxDepth === undefined ? {} : { maxDepth }) }),
  );
}

/** @param format for all answers together */
export function draftImpact(
  found: Answers<ImpactAnswer>,
  { maxDepth = null, detail = 'names' }: { maxDepth?: number | null | undefined; detail?: ListDetail | undefined },
  { maxChars, ...rest }: Pick<ImpactFormat, 'maxChars' | 'say' | 'list'>,
): Draft {
  return formatMeanings(found, {
    maxChars,
    draft: (answer, share) => formatImpact(answer, { maxDepth, depthLimit, detail, maxChars: share, ...rest }),
  });
}

export const tool: Tool = defineTool({
  name: 'get_impact',
  title: 'Find what a change reaches',
  description:
    'Find everything that a change of a symbol can reach: what calls, extends, implements, reads it, uses it as ' +
    'a type, by distance and file; then the test files to run. Use it before a change.',
  toolset: 'graph',
  core: {
    description:
      'Find everything that a change of a symbol can reach, and the test files to run. Use it before a change.',
    parameters: ['symbol', 'file', 'maxDepth', 'detail', 'max_chars'],
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output,
  run: async (engine, args, { say }) => {
    const found = await askImpact(engine, args, say);
    const { text, structured } = draftImpact(found, args, { maxChars: args.max_chars ?? defaultMaxChars, say });
    const results = found.answers.reduce((sum, { answer }) => sum + answer.reached.length, 0);
    return { texts: [text], structured, log: { query: args.symbol, results } };
  },
});
