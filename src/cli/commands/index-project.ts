/** `code-scout index`: makes or updates the index. */
import { describeRun } from '../describe-run.ts';
import { exitCode } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { runIndex } from '../index-run.ts';
import { printableJson } from '../terminal/printable.ts';
import { withProject } from '../project.ts';
import type { ProjectRequest } from '../asked-root.ts';

export interface IndexFlags {
  force: boolean;
  compiler: boolean;
}

export async function indexProject(request: ProjectRequest, flags: IndexFlags): Promise<ExitCode> {
  const { terminal, options } = request;
  const json = options.json ?? false;
  const { report, databasePath } = await withProject(request, async ({ engine }) => ({
    report: await runIndex(engine, { terminal, json, ...flags, embeddings: true }),
    databasePath: engine.databasePath,
  }));
  if (json) terminal.out(printableJson({ ...report, databasePath }));
  else for (const line of describeRun(report, databasePath)) terminal.out(line);
  return exitCode.ok;
}
