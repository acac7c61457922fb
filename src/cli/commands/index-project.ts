/** `code-scout index`: makes or updates the index. */
import type { EngineConfig, IndexReport } from '../../engine/types.ts';
import { formatBytes } from '../../config/values.ts';
import { databasePathOf } from '../../engine/project-place.ts';
import { keepSettled, settledReport } from '../../engine/settled-index.ts';
import { exitCode } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { runIndex } from '../index-run.ts';
import { printable, printableJson } from '../printable.ts';
import { withProject } from '../project.ts';
import type { ProjectRequest } from '../project.ts';
import { formatCount, formatCounts, formatDuration, plural } from '../quantities.ts';

export function describeRun(report: IndexReport, databasePath: string): string[] {
  const seconds = Math.max(report.durationMs, 1) / 1000;
  const rate = report.indexedFiles > 0 ? ` (${formatBytes(Math.round(report.bytes / seconds))}/s)` : '';
  const unchanged = report.totalFiles - report.indexedFiles;
  const lines = [
    `Indexed ${printable(report.root)} in ${formatDuration(report.durationMs)}${rate}`,
    `${plural(report.totalFiles, 'file')}: ${formatCount(report.indexedFiles)} read, ${formatCount(unchanged)} unchanged, ` +
      `${formatCount(report.removedFiles)} removed`,
  ];
  const leftOut = formatCounts(report.leftOut);
  if (leftOut !== '') lines.push(`Left out: ${leftOut} (\`code-scout files --left-out\` lists them)`);
  if (report.filesWithIssues > 0) {
    lines.push(`Read in part: ${plural(report.filesWithIssues, 'file')} (\`code-scout files --issues\` lists them)`);
  }
  if (report.compiler !== undefined) {
    const { files, sites, linked, notes } = report.compiler;
    lines.push(`Compiler: ${formatCount(linked)} of ${plural(sites, 'open place')} of ${plural(files, 'file')} linked`);
    for (const note of notes) lines.push(`  ${printable(note)}`);
  }
  if (report.embedding !== undefined) {
    const { files, vectors, note } = report.embedding;
    if (files > 0) lines.push(`Vectors: ${formatCount(vectors)} made for ${plural(files, 'file')}`);
    if (note !== null) lines.push(`Search by meaning: ${printable(note)}`);
  }
  lines.push(`Index: ${printable(databasePath)}`);
  return lines;
}

interface IndexRun {
  report: IndexReport;
  /** Of the tree that the index holds, where they were noted and are not kept yet. */
  looks: string | null;
  config: EngineConfig;
}

export async function indexProject(
  request: ProjectRequest,
  { force, compiler }: { force: boolean; compiler: boolean },
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
      const report = force || compiler ? null : await settledReport(root, config);
      return report === null ? null : { report, looks: null, config };
    },
  );
  keepSettled(config, report, looks);
  const databasePath = databasePathOf(report.root, config);
  if (json) terminal.out(printableJson({ ...report, databasePath }));
  else for (const line of describeRun(report, databasePath)) terminal.out(line);
  return exitCode.ok;
}
