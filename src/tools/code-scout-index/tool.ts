/** `code-scout_index`: creates or updates an index. Invariant: a call that waits for the run stops it when the call is cancelled. */
import { z } from 'zod';
import type { IndexProgress } from '../../engine/types.ts';
import { errorOutput } from '../error-result.ts';
import { defineTool, type Tool, type ToolContext, type ToolProgress } from '../tool.ts';
import { formatReport, formatStarted } from './format.ts';

const input = () =>
  z.strictObject({
    path: z.string().max(4096).optional().describe('Folder of another project'),
    force: z.boolean().default(false).describe('Rebuild everything'),
    background: z.boolean().default(true).describe('false: wait for the end'),
  });

const count = z.int().min(0).max(1_000_000_000_000);
const output = () =>
  z.object({
    status: z.enum(['started', 'completed']).optional(),
    path: z.string().optional(),
    total_files: count.optional().describe('Files in the index'),
    execution_time: count.optional().describe('Milliseconds'),
    indexed_files: count.optional().describe('Files read and parsed in this run'),
    removed_files: count.optional(),
    files_with_issues: count.optional(),
    left_out: z.record(z.string(), count).optional().describe('Files left out, by reason'),
    error: errorOutput(),
  });

const phases: Record<IndexProgress['phase'], string> = {
  walking: 'Looking for changed files',
  indexing: 'Indexing',
  finishing: 'Finishing',
  linking: 'Linking',
  compiling: 'Asking the compiler',
  embedding: 'Making vectors',
  done: 'Done',
};

function toolProgress({ phase, done, total, path }: IndexProgress): ToolProgress {
  const what = path === null ? phases[phase] : `${phases[phase]} ${path}`;
  return { done, total: phase === 'walking' ? 0 : total, message: what };
}

function progressListener(progress: ToolContext['progress']): { onProgress?: (progress: IndexProgress) => void } {
  return progress === null ? {} : { onProgress: (step) => progress(toolProgress(step)) };
}

export const tool: Tool = defineTool({
  name: 'code-scout_index',
  title: 'Index the project',
  description:
    'Initialize or update code index for current directory. Rarely needed, since the server keeps it up to date: to update ' +
    'at once, to rebuild, or for another folder, whose index goes to .code-scout there.',
  toolset: 'index',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  oneProject: 'it brings the index of one up to date',
  input,
  output,
  projectPath: (args) => args.path ?? null,
  run: async (engine, args, context) => {
    if (args.background) {
      engine.indexInBackground({ force: args.force });
      return formatStarted(engine.root);
    }
    const report = await engine.index({
      force: args.force,
      signal: context.signal,
      ...progressListener(context.progress),
    });
    return { ...formatReport(report), log: { results: report.indexedFiles } };
  },
});
