/** The lines that `index` prints at the end of a run. */
import { formatBytes } from '../../config/values.ts';
import type { IndexReport } from '../../engine/types.ts';
import { printable } from '../terminal/printable.ts';
import { formatCount, formatCounts, formatDuration, plural } from '../terminal/quantities.ts';

/** @param emptyNote why the index has no files; null if it has some */
export function describeRun(report: IndexReport, databasePath: string, emptyNote: string | null): string[] {
  const seconds = Math.max(report.durationMs, 1) / 1000;
  const rate = report.indexedFiles > 0 ? ` (${formatBytes(Math.round(report.bytes / seconds))}/s)` : '';
  const unchanged = report.totalFiles - report.indexedFiles;
  const lines = [
    `Indexed ${printable(report.root)} in ${formatDuration(report.durationMs)}${rate}`,
    `${plural(report.totalFiles, 'file')}: ${formatCount(report.indexedFiles)} read, ${formatCount(unchanged)} unchanged, ` +
      `${formatCount(report.removedFiles)} removed`,
  ];
  if (report.beganWith !== undefined) lines.push(printable(report.beganWith));
  const leftOut = formatCounts(report.leftOut);
  // The note of an empty index names the command itself.
  const hint = emptyNote === null ? ' (`code-scout files --left-out` lists them)' : '';
  if (leftOut !== '') lines.push(`Skipped: ${leftOut}${hint}`);
  if (emptyNote !== null) lines.push(printable(emptyNote));
  if (report.filesWithIssues > 0) {
    lines.push(`Read in part: ${plural(report.filesWithIssues, 'file')} (\`code-scout files --issues\` lists them)`);
  }
  if (report.compiler !== undefined) {
    const { files, sites, linked, notes } = report.compiler;
    lines.push(
      `Compiler: resolved ${formatCount(linked)} of ${plural(sites, 'unresolved place')} in ${plural(files, 'file')}`,
    );
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
