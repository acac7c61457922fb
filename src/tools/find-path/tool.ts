/** `find_path`: how one symbol leads to another. Invariant: the shortest path comes first; each step has its kind and its line. */
import { z } from 'zod';
import type { Engine } from '../../engine/types.ts';
import type { SymbolFilter } from '../../model/graph.ts';
import { defaultMaxChars, maxCharsInput, type Draft } from '../budget.ts';
import { errorOutput } from '../error-result.ts';
import { aboutEnds, meaningsBetween, type QueryFields } from '../graph-text/chosen-symbol.ts';
import { countOutput, linkOutput, notesOutput, symbolOutput, unresolvedOutput } from '../graph-text/output.ts';
import { depthInput, filterInputs, filterOf, symbolInput } from '../graph-text/symbol-input.ts';
import { defineTool, type Tool } from '../tool.ts';
import type { Wording } from '../wording.ts';
import { formatPaths } from './format.ts';
import { askThrough, type Through } from './through.ts';
import { mergeVariants, type MergedPath } from './variants.ts';

const depthLimit = 50;
const pathsLimit = 20;

const input = () =>
  z.strictObject({
    from: symbolInput('from').describe('Name, Class.method, path or id (path#App.run); with * all that match'),
    to: symbolInput('to').describe('As from'),
    via: symbolInput('via').optional().describe('Leads through it'),
    fromFile: filterInputs.file.describe('Its path or end'),
    fromModule: filterInputs.module.describe('Its top folder'),
    fromPackage: filterInputs.package.describe('By its name'),
    toFile: filterInputs.file.describe('As fromFile'),
    toModule: filterInputs.module.describe('As fromModule'),
    toPackage: filterInputs.package.describe('As fromPackage'),
    maxDepth: depthInput(depthLimit, 10),
    maxPaths: z.int().min(1).max(pathsLimit).optional().meta({ default: 3 }).describe(`1-${pathsLimit}, default 3`),
    max_chars: maxCharsInput,
  });

const output = () =>
  z.object({
    taken: z.array(z.string()).optional().describe('How the names were understood'),
    from: symbolOutput().optional(),
    to: symbolOutput().optional(),
    via: z.string().optional().describe('Id of the symbol that the paths lead through'),
    patterns: z
      .array(z.object({ end: z.enum(['from', 'to']), pattern: z.string(), total: countOutput, tried: countOutput }))
      .optional()
      .describe('Ends with wildcards'),
    total: countOutput.optional(),
    shown: countOutput.optional(),
    summary: z.string().optional().describe('What to make of a total of 0'),
    paths: z
      .array(
        z.array(
          z.object({
            links: z.array(linkOutput()),
            to: z.string(),
            place: z.string(),
            from: z.string().optional().describe('If not where the step before ends'),
            declaration: z.string().optional().describe('With implementers: what they implement'),
            implementers: z.array(z.string()).optional(),
            more_implementers: countOutput.optional(),
          }),
        ),
      )
      .optional()
      .describe('Each a list of steps'),
    unresolved: unresolvedOutput(),
    notes: notesOutput,
    error: errorOutput(),
  });

const fromFields: QueryFields = {
  symbol: 'from',
  file: 'fromFile',
  module: 'fromModule',
  package: 'fromPackage',
};
const toFields: QueryFields = { symbol: 'to', file: 'toFile', module: 'toModule', package: 'toPackage' };

/** So many paths are looked for, so that those that are shown differ in more than an implementation. */
const maxVariants = 60;

/** Paths that were found, as they are shown. */
export interface FoundPaths {
  paths: readonly MergedPath[];
  /** How many were found before those that differ only in an implementation were merged. */
  results: number;
  /** The answer as text and as data. */
  draft: (maxChars: number) => Draft;
}

export type PathArguments = z.output<ReturnType<typeof input>>;

export async function askPaths(engine: Engine, args: PathArguments, say: Wording): Promise<FoundPaths> {
  const fromFilter: SymbolFilter = filterOf({
    file: args.fromFile,
    module: args.fromModule,
    package: args.fromPackage,
  });
  const toFilter: SymbolFilter = filterOf({ file: args.toFile, module: args.toModule, package: args.toPackage });
  const { maxDepth = 10, maxPaths = 3 } = args;
  const ends = {
    from: { symbol: args.from, ...fromFilter },
    to: { symbol: args.to, ...toFilter },
  };
  const { answer: found, taken } = await aboutEnds(
    engine,
    [
      { ...ends.from, fields: fromFields },
      { ...ends.to, fields: toFields },
    ],
    say,
    async (from, to): Promise<Omit<Through, 'via'> & { via: string | null }> => {
      const request = { from, to, maxDepth, maxPaths: maxVariants };
      if (args.via === undefined) return { answer: await engine.graph.paths(request), missing: null, via: null };
      const ids = await meaningsBetween(engine, { symbol: args.via, field: 'via' }, say);
      return askThrough((part) => engine.graph.paths(part), request, ids);
    },
  );
  const { answer, missing, via } = found;
  const merged = mergeVariants(answer.paths);
  const shown = { ...answer, paths: merged.slice(0, maxPaths), hasMore: merged.length > maxPaths };
  const asked = { from: args.from, to: args.to, taken };
  const through = via === null ? {} : { through: { via, missing } };
  return {
    paths: shown.paths,
    results: missing === null ? answer.paths.length : 0,
    draft: (maxChars) =>
      formatPaths(shown, { maxDepth, depthLimit, maxPaths, pathsLimit, maxChars, asked, say, ...through }),
  };
}

export const tool: Tool = defineTool({
  name: 'find_path',
  title: 'Find a path between symbols',
  description:
    'Find the shortest paths from one symbol to another: calls, constructions, type uses, inheritance, re-exports, one step ' +
    'a line.',
  toolset: 'graph',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output,
  run: async (engine, args, { say }) => {
    const { results, draft } = await askPaths(engine, args, say);
    const { text, structured } = draft(args.max_chars ?? defaultMaxChars);
    return { texts: [text], structured, log: { query: `${args.from} ${args.to}`, results } };
  },
});
