/** Brings a project's index up to date for a command, with progress on standard error. */
import type { Engine, IndexReport } from '../engine/types.ts';
import { AppError } from '../model/error.ts';
import { refuseBroadRoot } from './indexing/broad-root.ts';
import { ageText } from './terminal/quantities.ts';
import { printable } from './terminal/printable.ts';
import { createProgress } from './terminal/progress.ts';
import type { Terminal } from './terminal/terminal.ts';

export interface IndexRunOptions {
  terminal: Terminal;
  json: boolean;
  force?: boolean;
  compiler?: boolean;
  /** Computes vectors too. */
  embeddings?: boolean;
  /** Progress is shown only after this time (ms), so that a short update prints nothing. */
  quietMs?: number;
}

export async function runIndex(engine: Engine, options: IndexRunOptions): Promise<IndexReport> {
  const { terminal, json, force = false, compiler = false, embeddings = false, quietMs = 0 } = options;
  const started = Date.now();
  const progress = createProgress({
    style: json ? 'none' : terminal.progressStyle,
    write: (text) => terminal.errRaw(text),
    columns: () => terminal.errColumns(),
  });
  try {
    const report = await engine.index({
      force,
      compiler,
      embeddings,
      signal: terminal.cancellation(),
      onProgress: (step) => {
        if (Date.now() - started >= quietMs) progress.update(step);
      },
    });
    progress.end();
    if (report.notice !== undefined) terminal.err(`Warning: ${printable(report.notice)}`);
    return report;
  } finally {
    progress.end();
  }
}

/**
 * Brings the index up to date before a question is answered. If the index cannot be written (full disk, read-only medium, lock of another
 * program) but an earlier run was complete, a warning goes to standard error, and the caller answers from the index as it is.
 */
export async function refreshIndex(engine: Engine, options: IndexRunOptions): Promise<void> {
  refuseBroadRoot(engine);
  try {
    await runIndex(engine, options);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'DatabaseError') throw error;
    const lastIndexTime = await engine.status().then(
      ({ lastIndexed }) => lastIndexed,
      () => null,
    );
    if (lastIndexTime === null) throw error;
    options.terminal.err(`Warning: the index could not be brought up to date; it is from ${ageText(lastIndexTime)}.`);
    options.terminal.err(printable(`${error.message}. ${error.hint ?? ''}`.trimEnd()));
  }
}
