/** `changes`: what changed, what it reaches, and the tests to run. Invariant: git is told of nothing that the caller gives but revisions. */
import { z } from 'zod';
import { linkKinds } from '../../model/link.ts';
import { defaultMaxChars, maxCharsInput } from '../budget.ts';
import { errorOutput } from '../error-result.ts';
import { countOutput, distancesOutput, notesOutput } from '../graph-text/output.ts';
import { defineTool, type Tool } from '../tool.ts';
import { formatChanges } from './format.ts';

const usualTests = 20;
const mostTests = 200;
const usualDepth = 5;
const deepest = 20;

const input = z.strictObject({
  revision: z
    .string()
    .max(500)
    .optional()
    .describe(
      'A commit (HEAD~1, a branch, an id), against its first parent; or a range, a..b, or a...b from where they parted. Absent: the working tree',
    ),
  base: z.string().max(500).optional().describe('With the working tree: the commit to compare it with (default HEAD)'),
  pathPrefix: z.string().max(5000).optional().describe('Only changed files whose path starts with it'),
  limit: z
    .int()
    .min(1)
    .max(mostTests)
    .optional()
    .meta({ default: usualTests })
    .describe(`Most tests, 1 to ${mostTests} (default ${usualTests})`),
  maxDepth: z
    .int()
    .min(1)
    .max(deepest)
    .optional()
    .meta({ default: usualDepth })
    .describe(
      `Steps to follow from what changed, 1 to ${deepest} (default ${usualDepth}; further for tests where few are so near)`,
    ),
  max_chars: maxCharsInput,
});

const changeOutput = z.enum(['added', 'body', 'signature', 'renamed', 'moved', 'removed']);

const fileOutput = z.object({
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
      change: changeOutput,
      lines: z.string().optional().describe('Of what is removed: before'),
      exported: z.literal(true).optional(),
      before: z.string().optional(),
      members: countOutput.optional(),
      absent: z.literal(true).optional().describe('Not in the index of the files on disk'),
    }),
  ),
});

const testOutput = z.object({
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

const output = z.object({
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
  files: z.array(fileOutput).optional(),
  tests_total: countOutput.optional(),
  tests: z.array(testOutput).optional().describe('Best first'),
  gone: z
    .object({
      places: countOutput,
      samples: z.array(z.object({ of: z.string(), path: z.string(), line: countOutput, in: z.string().optional() })),
    })
    .optional()
    .describe('Places that name what is gone'),
  reached_symbols: countOutput.optional().describe('Tests apart'),
  reached_files: countOutput.optional(),
  distances: distancesOutput,
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
  error: errorOutput,
});

/** An empty text is what some clients send for nothing. */
function given(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value;
}

export const tool: Tool = defineTool({
  name: 'changes',
  title: 'See what changed, what it reaches and what to test',
  description:
    'What changed in the working tree, a commit or a range of git: definitions added, changed, renamed, moved, removed; the tests to run, best ' +
    'first, with the reason; places that still name what is gone; what uses the changed definitions; what could not be resolved. Use it ' +
    'after an edit, or to review a commit. Examples: {} for what is not committed; {"revision": "HEAD"}; {"revision": "main...HEAD"}; {"base": "main"}.',
  toolset: 'core',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output,
  run: async (engine, args, { signal }) => {
    const [revision, base, pathPrefix] = [given(args.revision), given(args.base), given(args.pathPrefix)];
    const answer = await engine.changes.of({
      ...(revision === undefined ? {} : { revision }),
      ...(base === undefined ? {} : { base }),
      ...(pathPrefix === undefined ? {} : { pathPrefix }),
      ...(args.maxDepth === undefined ? {} : { maxDepth: args.maxDepth }),
      signal,
    });
    const { text, structured } = formatChanges(answer, {
      limit: args.limit ?? usualTests,
      maxChars: args.max_chars ?? defaultMaxChars,
    });
    return {
      texts: [text],
      structured,
      log: { query: revision ?? base ?? '', results: answer.totalFiles },
    };
  },
});
