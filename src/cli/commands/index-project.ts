/** `code-scout index`: makes or updates the index. */
import type { EngineConfig, IndexReport } from '../../engine/types.ts';
import { writtenSettings } from '../../config/written-settings.ts';
import { databasePathOf } from '../../engine/project-place.ts';
import { isUsuallyPlaced, keepSettled, settledReport } from '../../engine/settled-index.ts';
import { describeRun } from '../describe-run.ts';
import { exitCode } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { runIndex } from '../index-run.ts';
import { printableJson } from '../terminal/printable.ts';
import { withProject } from '../project.ts';
import type { ProjectRequest } from '../asked-root.ts';

interface IndexRun {
  report: IndexReport;
  /** Of the tree that the index holds, where they were noted and are not kept yet. */
  looks: string | null;
  config: EngineConfig;
}

export interface IndexWays {
  force: boolean;
  compiler: boolean;
  /** All that the project's configuration is made of, where somebody has seen that nothing is told of it yet (`settled-run.ts`). */
  written?: string | null;
}

export async function indexProject(
  request: ProjectRequest,
  { force, compiler, written }: IndexWays,
): Promise<ExitCode> {
  const { terminal, options } = request;
  const json = options.json ?? false;
  const { report, looks, config } = await withProject<IndexRun>(
    request,
    async ({ engine, loaded: { config } }) => {
      const report = await runIndex(engine, { terminal, json, force, compiler, embeddings: true });
      return { report, looks: await engine.settledLooks(), config };
    },
    async ({ root, loaded: { config } }) => {
      const isAsked = written !== undefined && isUsuallyPlaced(root, config);
      const report = force || compiler || isAsked ? null : await settledReport(root, config);
      return report === null ? null : { report, looks: null, config };
    },
  );
  // Read again: the configuration was made of it in between.
  const isAsWritten = written === writtenSettings(report.root, terminal.environment);
  keepSettled({ config, written: isAsWritten ? written : null, report, looks });
  const databasePath = databasePathOf(report.root, config);
  if (json) terminal.out(printableJson({ ...report, databasePath }));
  else for (const line of describeRun(report, databasePath)) terminal.out(line);
  return exitCode.ok;
}
