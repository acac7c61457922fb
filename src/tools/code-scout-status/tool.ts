/** `code-scout_status`: the state of an index as JSON. Invariant: a project without an index does not get one by this call. */
import { z } from 'zod';
import { errorOutput } from '../error-result.ts';
import { defineTool, type Tool } from '../tool.ts';
import { formatStatus } from './format.ts';

const input = () =>
  z.strictObject({
    path: z.string().max(4096).optional().describe('Folder of another project'),
  });

const count = z.int().min(0).max(1_000_000_000_000);
const output = () =>
  z.object({
    projectPath: z.string().optional(),
    databasePath: z.string().optional(),
    status: z.enum(['idle', 'indexing', 'failed', 'absent']).optional(),
    filesIndexed: count.optional(),
    lastIndexed: z.string().nullable().optional().describe('ISO 8601; null before the first whole run'),
    languages: z.record(z.string(), count).optional().describe('Files by language'),
    indexSize: count.optional().describe('Bytes'),
    freshness: z
      .object({
        state: z.enum(['fresh', 'indexing', 'unknown']),
        filesDone: count,
        filesKnown: count,
        refreshed: count,
        note: z.string().nullable(),
      })
      .optional(),
    definitions: count.optional(),
    references: count.optional(),
    leftOut: z.record(z.string(), count).optional().describe('Files left out, by reason'),
    filesWithIssues: count.optional(),
    unexpandedMacros: z
      .record(z.string(), count)
      .optional()
      .describe('Macro calls that are not expanded, by language: what they declare has no symbols. Absent: none'),
    notice: z.string().nullable().optional().describe('What went wrong last, or null'),
    embedding: z
      .object({
        provider: z.string(),
        model: z.string().nullable(),
        state: z.enum(['off', 'ready', 'working', 'incomplete', 'unavailable']),
        files: count,
        missing: count,
        note: z.string().nullable(),
      })
      .optional()
      .describe('Search by meaning: files that have vectors, and files that have none yet'),
    cache: z
      .object({
        limit: count,
        entries: count,
        bytes: count,
        hits: count,
        misses: count,
        hitRatio: z.number().min(0).max(1).nullable(),
      })
      .optional()
      .describe('Cached answers of this server, and how often they were used'),
    error: errorOutput(),
  });

export const tool: Tool = defineTool({
  name: 'code-scout_status',
  title: 'Index status',
  description:
    'Get indexing status and database information: how complete it is, files by language, age, size, what was left out and ' +
    'why. Call it when something is not found that should be.',
  toolset: 'index',
  core: {
    description: 'How complete the index is, and what was left out and why.',
    parameters: ['path'],
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input,
  output,
  projectPath: (args) => args.path ?? null,
  run: async (engine) => formatStatus(await engine.status()),
});
