/** `find_path`: how one symbol leads to another. Invariant: shortest first, each hop with its kind and its line. */
import { z } from 'zod';
import type { SymbolFilter } from '../../model/graph.ts';
import { defaultMaxChars, maxCharsInput } from '../budget.ts';
import { errorOutput } from '../error-result.ts';
import { aboutSymbol, type QueryFields } from '../graph-text/chosen-symbol.ts';
import { countOutput, linkOutput, notesOutput, symbolOutput } from '../graph-text/output.ts';
import { depthInput, filterInputs, filterOf, symbolInput } from '../graph-text/symbol-input.ts';
import { defineTool, type Tool } from '../tool.ts';
import { formatPaths } from './format.ts';

const deepest = 50;
const mostPaths = 20;

const input = z.strictObject({
  from: symbolInput('from', 'Where the path starts'),
  to: symbolInput('to', 'Where it ends'),
  fromFile: filterInputs.file.describe('File of from: a path or its end'),
  fromModule: filterInputs.module.describe('Module of from'),
  fromPackage: filterInputs.package.describe('Package of from'),
  toFile: filterInputs.file.describe('File of to: a path or its end'),
  toModule: filterInputs.module.describe('Module of to'),
  toPackage: filterInputs.package.describe('Package of to'),
  maxDepth: depthInput(deepest, 10, 'Most edges of a path'),
  maxPaths: z
    .int()
    .min(1)
    .max(mostPaths)
    .optional()
    .meta({ default: 3 })
    .describe(`Most paths, 1 to ${mostPaths} (default 3)`),
  max_chars: maxCharsInput,
});

const output = z.object({
  from: symbolOutput.optional(),
  to: symbolOutput.optional(),
  max_depth: countOutput.optional(),
  total: countOutput.optional(),
  shown: countOutput.optional(),
  summary: z.string().optional().describe('What to make of a total of 0'),
  paths: z
    .array(z.array(z.object({ links: z.array(linkOutput), to: z.string(), place: z.string() })))
    .optional()
    .describe('Each a list of hops'),
  notes: notesOutput,
  error: errorOutput,
});

const fromFields: QueryFields = {
  symbol: 'from',
  file: 'fromFile',
  module: 'fromModule',
  package: 'fromPackage',
};
const toFields: QueryFields = { symbol: 'to', file: 'toFile', module: 'toModule', package: 'toPackage' };

export const tool: Tool = defineTool({
  name: 'find_path',
  title: 'Find a path between symbols',
  description:
    'Find the shortest ways in which one symbol leads to another: calls, constructions, type uses, inheritance ' +
    "and re-exports, one hop a line with its kind and its line in the file of the hop's start. Says plainly when " +
    'there is none, whether there is one the other way round, and how much was looked at. from and to are names, ' +
    'Class.method, or ids (src/app.ts#App.run); narrow several meanings with fromFile, fromModule, fromPackage, ' +
    'toFile, toModule, toPackage. maxDepth is 1 to 50 edges (default 10), maxPaths 1 to 20 (default 3). Under ' +
    '8,000 characters unless max_chars (up to 50,000) allows more. Use it to learn how an entry point reaches ' +
    'some code. Example: {"from": "main", "to": "Database.query", "fromFile": "src/cli.ts"}.',
  toolset: 'graph',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output,
  run: async (engine, args) => {
    const fromFilter: SymbolFilter = filterOf({
      file: args.fromFile,
      module: args.fromModule,
      package: args.fromPackage,
    });
    const toFilter: SymbolFilter = filterOf({ file: args.toFile, module: args.toModule, package: args.toPackage });
    const { maxDepth = 10, maxPaths = 3 } = args;
    const answer = await aboutSymbol(
      engine,
      { symbol: args.from, ...fromFilter },
      (from) =>
        aboutSymbol(
          engine,
          { symbol: args.to, ...toFilter },
          (to) => engine.graph.paths({ from: { symbol: from.id }, to: { symbol: to.id }, maxDepth, maxPaths }),
          toFields,
        ),
      fromFields,
    );
    const maxChars = args.max_chars ?? defaultMaxChars;
    const { text, structured } = formatPaths(answer, { maxDepth, deepest, maxPaths, mostPaths, maxChars });
    return { texts: [text], structured, log: { query: `${args.from} ${args.to}`, results: answer.paths.length } };
  },
});
