/** `changes`: what changed, what it reaches, and the tests to run. Invariant: of the caller's arguments, only revisions are passed to git. */
import { z } from 'zod';
import type { Engine } from '../../engine/types.ts';
import type { ChangesAnswer } from '../../model/changes.ts';
import { linkKinds } from '../../model/link.ts';
import { defaultMaxChars, maxCharsInput, type Draft } from '../budget.ts';
import { pathPrefixOf } from '../chunk-text/inputs.ts';
import { errorOutput } from '../error-result.ts';
import { countOutput, distancesOutput, notesOutput } from '../graph-text/output.ts';
import { defineTool, type Tool } from '../tool.ts';
import type { Wording } from '../wording.ts';
import { formatChanges } from './format.ts';

const defaultTests = 20;
const maxTests = 200;
const defaultDepth = 5;
const depthLimit = 20;

const input = () =>
  z.strictObject({
    revision: z
      .string()
      .max(500)
      .optional()
      .describe('A commit, branch or range (main...HEAD); absent: the working tree'),
    base: z.string().max(500).optional().describe('Commit to compare the working tree with (default HEAD)'),
    pathPrefix: z.string().max(5000).optional().describe('As in src/api/'),
    limit: z
      .int()
      .min(1)
      .max(maxTests)
      .optional()
      .meta({ default: defaultTests })
      .describe(`1 to ${maxTests} (default ${defaultTests})`),
    maxDepth: z
      .int()
      .min(1)
      .max(depthLimit)
      .optional()
      .meta({ default: defaultDepth })
      .describe(`1 to ${depthLimit} (default ${defaultDepth})`),
    max_chars: maxCharsInput,
  });

const changeOutput = () => z.enum(['added', 'body', 'signature', 'renamed', 'moved', 'removed']);

const fileOutput = () =>
  z.object({
    path: z.string(),
    status: z.enum(['added', 'modified', 'deleted', 'renamed', 'typeChanged', 'unmerged']),
    from: z.string().optional().describe('Its path before'),
    test: z.literal(true).optional(),
    unread: z.string().optional().describe('Why no definitions are known'),
    definitions: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        kind: z.string(),
        change: changeOutput(),
        lines: z.string().optional().describe('Of a removed definition: the lines where it was'),
        exported: z.literal(true).optional(),
        before: z.string().optional(),
        members: countOutput.optional(),
        absent: z.literal(true).optional().describe('The index does not have it'),
      }),
    ),
    more_removed: countOutput.optional().describe('Of a deleted file: the removed definitions that are not listed'),
  });

const testOutput = () =>
  z.object({
    path: z.string(),
    changed: z.literal(true).optional(),
    distance: countOutput.optional().describe('Steps from what has changed'),
    why: z.array(
      z.object({
        kind: z.enum(['changed', 'reaches', 'uses', 'named', 'history', 'mentions']),
        way: z.array(z.string()).optional().describe('From the test to what has changed'),
        use: z.enum(linkKinds).optional(),
        line: countOutput.optional(),
        more: countOutput.optional(),
        path: z.string().optional(),
        commits: countOutput.optional(),
        name: z.string().optional(),
      }),
    ),
  });

const output = () =>
  z.object({
    compared: z
      .object({
        kind: z.enum(['workingTree', 'commit', 'range']),
        from: z.string().optional(),
        to: z.string().optional(),
        subject: z.string().optional(),
        first_parent: z.literal(true).optional(),
      })
      .optional(),
    changed_definitions: countOutput.optional(),
    changed_files: countOutput.optional(),
    files: z.array(fileOutput()).optional(),
    tests_total: countOutput.optional(),
    tests: z.array(testOutput()).optional().describe('Best first'),
    gone: z
      .object({
        places: countOutput,
        samples: z.array(z.object({ of: z.string(), path: z.string(), line: countOutput, in: z.string().optional() })),
      })
      .optional()
      .describe('Places that name what was removed'),
    reached_symbols: countOutput.optional().describe('Without tests'),
    reached_files: countOutput.optional(),
    distances: distancesOutput(),
    unresolved: z
      .object({
        places: countOutput,
        names: z.array(
          z.object({ name: z.string(), places: countOutput, files: countOutput, path: z.string(), line: countOutput }),
        ),
        more_names: countOutput.optional(),
      })
      .optional(),
    notes: notesOutput,
    error: errorOutput(),
  });

/** Some clients send an empty text for an argument that is not given. */
function unlessEmpty(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value;
}

export type ChangesArguments = z.output<ReturnType<typeof input>>;

export async function askChanges(engine: Engine, args: ChangesArguments, signal: AbortSignal): Promise<ChangesAnswer> {
  const [revision, base] = [unlessEmpty(args.revision), unlessEmpty(args.base)];
  const pathPrefix = unlessEmpty(pathPrefixOf(args.pathPrefix ?? '', engine.root));
  return engine.changes.of({
    ...(revision === undefined ? {} : { revision }),
    ...(base === undefined ? {} : { base }),
    ...(pathPrefix === undefined ? {} : { pathPrefix }),
    ...(args.maxDepth === undefined ? {} : { maxDepth: args.maxDepth }),
    signal,
  });
}

/** The answer as text and as data. */
export function draftChanges(
  answer: ChangesAnswer,
  { limit = defaultTests }: ChangesArguments,
  { maxChars, say }: { maxChars: number; say: Wording },
): Draft {
  return formatChanges(answer, { limit, maxChars, say });
}

export const tool: Tool = defineTool({
  name: 'changes',
  title: 'See what changed and what to test',
  description:
    'What changed in the working tree, a commit or a range: definitions added, changed, renamed, moved, removed; the tests ' +
    'to run, best first, and why; what still names removed code; what uses changed code. Use it after an edit and to review ' +
    'a commit.',
  toolset: 'core',
  core: {
    description:
      'What changed in the working tree, a commit or a range; the tests to run, best first; what still names removed code; what uses changed code. Use it after an edit.',
    parameters: ['revision', 'base', 'max_chars'],
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  oneProject: 'it compares two states of one repository',
  input,
  output,
  run: async (engine, args, { signal, say }) => {
    const answer = await askChanges(engine, args, signal);
    const { text, structured } = draftChanges(answer, args, { maxChars: args.max_chars ?? defaultMaxChars, say });
    return {
      texts: [text],
      structured,
      log: { query: unlessEmpty(args.revision) ?? unlessEmpty(args.base) ?? '', results: answer.totalFiles },
    };
  },
});
