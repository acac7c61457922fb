/** The answers of `code-scout_index`: a line that clients may match; after a finished run also the counts. */
import type { IndexReport } from '../../engine/types.ts';
import type { LeftOutReason } from '../../model/file.ts';
import type { ToolAnswer } from '../tool.ts';

export function formatStarted(path: string): ToolAnswer {
  return {
    texts: [`Indexing started in background for: ${path}`],
    structured: { status: 'started', path },
  };
}

const reasonWords: Record<LeftOutReason, string> = {
  ignored: 'ignored',
  binary: 'binary',
  tooLarge: 'too large',
  symlink: 'symbolic links',
  special: 'not regular files',
  unreadable: 'unreadable',
  secret: 'secrets',
  vanished: 'gone while being read',
  nestedRepository: 'nested repositories',
  failed: 'not analysed',
};

function skippedLine(leftOut: IndexReport['leftOut']): string | null {
  const counts = (Object.keys(reasonWords) as LeftOutReason[]).flatMap((reason) => {
    const files = leftOut[reason] ?? 0;
    return files > 0 ? [`${files} ${reasonWords[reason]}`] : [];
  });
  return counts.length === 0 ? null : `Skipped: ${counts.join(', ')}.`;
}

export function formatReport(report: IndexReport): ToolAnswer {
  const time = Math.round(report.durationMs);
  const lines = [
    `Indexing completed: ${report.totalFiles} files processed in ${time}ms`,
    `Project: ${report.root}`,
    `Read in this run: ${report.indexedFiles}; removed: ${report.removedFiles}; with issues: ${report.filesWithIssues}.`,
  ];
  const leftOut = skippedLine(report.leftOut);
  if (leftOut !== null) lines.push(leftOut);
  return {
    texts: [lines.join('\n')],
    structured: {
      status: 'completed',
      path: report.root,
      total_files: report.totalFiles,
      execution_time: time,
      indexed_files: report.indexedFiles,
      removed_files: report.removedFiles,
      files_with_issues: report.filesWithIssues,
      left_out: Object.fromEntries(Object.entries(report.leftOut).filter(([, files]) => files > 0)),
    },
  };
}
