/** Parts of the output schemas of the graph tools. Invariant: nothing is required at the root, so that errors are valid too. */
import { z } from 'zod';
import { accountClasses } from '../../model/graph.ts';

export const countOutput = z.int().min(0).max(2_147_483_647);

export const symbolOutput = () =>
  z.object({
    id: z.string(),
    name: z.string(),
    kind: z.string(),
    lines: z.string().optional(),
    exported: z.literal(true).optional(),
    test: z.literal(true).optional(),
    overloads: z.array(z.string()).optional().describe('Set when the answer is about all of them'),
    signatures: z.array(z.string()).optional().describe('Of a TypeScript overload list'),
  });

export const linkOutput = () =>
  z.object({
    kind: z.string(),
    /** Absent: the symbol that was asked for. */
    other: z.string().optional(),
    others: countOutput.optional().describe('More ends at the same places through `via`'),
    at: z.array(countOutput).describe('Lines in the file it starts from'),
    more: countOutput.optional(),
    texts: z.array(z.string()).optional().describe('The code at the first of these lines'),
    resolution: z.enum(['name', 'compiler']).optional().describe('Absent: by type and scope'),
    via: z.string().optional().describe('What the place itself names'),
    overloads: countOutput.optional().describe('Means one of so many overloads; arguments do not tell which'),
    package: z.string().optional().describe('Package by which another repository imports it, with required versions'),
  });

const foldedOutput = () =>
  z
    .object({
      symbols: countOutput,
      files: countOutput,
      most: z.array(z.object({ path: z.string(), symbols: countOutput, names: z.array(z.string()).optional() })),
    })
    .optional();

export const distancesOutput = () =>
  z
    .array(
      z.object({
        distance: countOutput,
        symbols: countOutput,
        folded_tests: foldedOutput().describe('Only counted'),
        folded_vendored: foldedOutput().describe('Only named'),
        files: z.array(
          z.object({
            path: z.string(),
            test: z.literal(true).optional(),
            symbols: z.array(
              z.object({
                name: z.string(),
                lines: z.string().optional(),
                links: z.array(linkOutput()).optional(),
                more_links: countOutput.optional(),
                implementations: z.array(z.string()).optional().describe('Run through it at the same places'),
                more_implementations: countOutput.optional(),
              }),
            ),
          }),
        ),
      }),
    )
    .optional();

export const unresolvedOutput = () =>
  z
    .object({
      places: countOutput,
      files: countOutput,
      samples: z.array(
        z.object({ path: z.string(), line: countOutput, in: z.string().optional(), name: z.string().optional() }),
      ),
    })
    .optional();

export const valuesOutput = () =>
  z
    .object({
      places: countOutput,
      samples: z.array(
        z.object({
          path: z.string(),
          line: countOutput,
          in: z.string().optional(),
          test: z.literal(true).optional(),
          text: z.string(),
        }),
      ),
    })
    .optional();

const samplesOutput = z.array(z.object({ path: z.string(), line: countOutput })).optional();

export const accountOutput = () =>
  z
    .object({
      name: z.string(),
      places: countOutput,
      files: countOutput,
      by_class: z.object(Object.fromEntries(accountClasses.map((of) => [of, countOutput.optional()]))),
      others: z.array(z.object({ symbol: z.string(), places: countOutput })).optional(),
      samples: z.object({ unresolved: samplesOutput, outside: samplesOutput, unclassified: samplesOutput }).optional(),
      unnamed: countOutput.optional().describe('Uses without the name'),
      unexpanded: countOutput
        .optional()
        .describe('Calls of a macro outside of functions whose results have no symbols'),
      unread_files: countOutput.optional(),
    })
    .optional()
    .describe('All places of the name in the project, by what they are');

export const notesOutput = z.array(z.string()).optional();
