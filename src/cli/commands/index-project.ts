/** `code-scout index`: makes or updates the index. */
import { describeRun } from '../indexing/describe-run.ts';
import { confirmBroadRoot } from '../indexing/broad-root.ts';
import { forEachProject } from '../answers/each-project.ts';
import { exitCode } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { runIndex } from '../index-run.ts';
import { printableJson } from '../terminal/printable.ts';
import { withProject } from '../project.ts';
import type { ProjectRequest } from '../asked-root.ts';

export interface IndexFlags {
  force: boolean;
  compiler: boolean;
  /** Index a folder that contains many projects without asking. */
  yes: boolean;
}

export async function indexProject(request: ProjectRequest, flags: IndexFlags): Promise<ExitCode> {
  return forEachProject(request, (one) => indexOne(one, flags));
}

async function indexOne(request: ProjectRequest, { yes, ...flags }: IndexFlags): Promise<ExitCode> {
  const { terminal, options } = request;
  const json = options.json ?? false;
  const { report, databasePath, note } = await withProject(request, async ({ engine }) => {
    if (!yes) await confirmBroadRoot(engine, terminal);
    const report = await runIndex(engine, { terminal, json, ...flags, embeddings: true });
    return {
      report,
      databasePath: engine.databasePath,
      note: report.totalFiles === 0 ? (await engine.status()).freshness.note : null,
    };
  });
  if (json) terminal.out(printableJson({ ...report, databasePath }));
  else for (const line of describeRun(report, databasePath, note)) terminal.out(line);
  return exitCode.ok;
}
