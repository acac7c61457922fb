/** `get_definition`: what the name at a place of a file means. Invariant: a local variable is found in its function, everything else by the links of the index. */
import { z } from 'zod';
import type { Engine } from '../../engine/types.ts';
import type { DefinitionAnswer } from '../../model/code-questions.ts';
import { AppError } from '../../model/error.ts';
import { defaultMaxChars, maxCharsInput } from '../budget.ts';
import { errorOutput } from '../error-result.ts';
import { countOutput, notesOutput, symbolOutput } from '../graph-text/output.ts';
import { defineTool, type Tool } from '../tool.ts';
import type { Wording } from '../wording.ts';
import { formatDefinition } from './format.ts';

const maxLine = 10_000_000;
const number = z.int().min(1).max(maxLine);

const input = () =>
  z.strictObject({
    file: z.string().min(1, 'file is required').max(5000).describe('Its path or end; or path:line:column'),
    line: number.optional().describe('1 to 10,000,000'),
    column: number.optional().describe('1 to 10,000,000'),
    name: z.string().max(500).optional().describe('The name on the line, instead of column'),
    max_chars: maxCharsInput,
  });

const placed = () => symbolOutput().extend({ place: z.string() });

const output = () =>
  z.object({
    path: z.string().optional(),
    line: countOutput.optional(),
    column: countOutput.optional().describe('Where the name begins'),
    name: z.string().optional(),
    in: z.string().optional(),
    summary: z.string().optional(),
    total: countOutput.optional(),
    definitions: z
      .array(
        placed().extend({
          signature: z.string().optional(),
          doc: z.string().optional(),
          as: z.string(),
          resolution: z.literal('name').optional(),
        }),
      )
      .optional(),
    local: z
      .object({
        kind: z.string(),
        line: countOutput,
        column: countOutput,
        text: z.string(),
        container: z.string().optional(),
        module: z.string().optional(),
      })
      .optional(),
    candidates: z
      .object({ total: countOutput, first: z.array(placed()) })
      .optional()
      .describe('Symbols of the name, where nothing else is known'),
    notes: notesOutput,
    error: errorOutput(),
  });

/** `src/a.ts:12:8`, `src/a.ts:12`. */
const withPlace = /^(?<path>.+?):(?<line>\d{1,8})(?::(?<column>\d{1,8}))?$/s;

export type DefinitionArguments = z.output<ReturnType<typeof input>>;

/** Throws `AppError` for arguments that name no place. */
export async function askDefinition(
  engine: Engine,
  args: DefinitionArguments,
  say: Wording,
): Promise<DefinitionAnswer> {
  const parts = args.line === undefined ? withPlace.exec(args.file)?.groups : undefined;
  const line = args.line ?? Number(parts?.['line'] ?? 0);
  const column = args.column ?? (parts?.['column'] === undefined ? undefined : Number(parts['column']));
  const name = args.name === '' ? undefined : args.name;
  if (line === 0 || (column === undefined && name === undefined))
    throw new AppError(
      'ValidationError',
      `${say.option('line')} and ${say.option('column')} or ${say.option('name')} are required`,
      {
        hint: 'Give the place as path:line:column, or the line and a name on it.',
        details: { field: line === 0 ? 'line' : 'column', expected: 'a number from 1', received: 'nothing' },
      },
    );
  return engine.graph.definitionAt({
    file: parts?.['path'] ?? args.file,
    line,
    ...(column === undefined || name !== undefined ? {} : { column }),
    ...(name === undefined ? {} : { name }),
  });
}

export const tool: Tool = defineTool({
  name: 'get_definition',
  title: 'Find the definition at a place',
  description:
    'Find what the name at a place means: its symbols with signature and doc, or the declaration of a local variable.',
  toolset: 'graph',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output,
  run: async (engine, args, { say }) => {
    const answer = await askDefinition(engine, args, say);
    const { text, structured } = formatDefinition(answer, { maxChars: args.max_chars ?? defaultMaxChars, say });
    const results = answer.symbols.length + Number(answer.local !== null);
    return { texts: [text], structured, log: { query: `${answer.path}:${answer.line}`, results } };
  },
});
