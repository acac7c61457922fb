/**
 * Brings some files of an index up to date, without a walk: those that a watcher told of, or that stand behind an answer.
 * Invariant: files and list of what is left out are then as a whole run would leave them, as far as these files go.
 */
import type { LeftOut, SourceFile } from '../model/file.ts';
import { isPassing } from '../source/read/read-source.ts';
import type { Store } from '../store/store.ts';
import type { FileOutcome } from './file-outcome.ts';
import type { AnalyseTask } from './read-file.ts';
import { BatchWriter, emptyRunReport, type BeforeBatch, type RunReport } from './batch-writer.ts';

/** A job for the analysis: others have their turn behind it. */
const jobFiles = 24;

export interface UpdateOptions {
  store: Store;
  /** Let through by the ignore rules; there or gone, changed or not. */
  files: readonly Pick<SourceFile, 'path' | 'rawPath'>[];
  /** Files in one transaction at the most. */
  batchSize: number;
  analyse: (tasks: AnalyseTask[]) => Promise<FileOutcome[]>;
  beforeBatch: BeforeBatch;
}

export async function updateFiles({
  store,
  files,
  batchSize,
  analyse,
  beforeBatch,
}: UpdateOptions): Promise<RunReport> {
  const report = emptyRunReport();
  const states = await store.filesByPath(files.map((file) => file.path));
  const hashes = new Map(states.map((state) => [state.path, state.hash]));
  const writer = new BatchWriter(store, batchSize, report, { beforeBatch });
  const leftOut: LeftOut[] = [];
  for (let from = 0; from < files.length; from += jobFiles) {
    const tasks = files
      .slice(from, from + jobFiles)
      .map(({ path, rawPath }) => ({ path, rawPath, knownHash: hashes.get(path) ?? null }));
    for (const outcome of await analyse(tasks)) {
      if (outcome.kind !== 'leftOut') {
        await writer.add(outcome);
        continue;
      }
      if (isPassing(outcome.leftOut)) {
        report.unread++;
        if (hashes.has(outcome.leftOut.path)) continue;
      }
      // What is gone is no file that was left out.
      if (outcome.leftOut.reason !== 'vanished') leftOut.push(outcome.leftOut);
      if (!hashes.has(outcome.leftOut.path)) continue;
      writer.remove([outcome.leftOut.path]);
      report.removed++;
    }
  }
  await writer.flush();
  await replaceLeftOut(
    store,
    files.map(({ path }) => path),
    leftOut,
  );
  return report;
}

/** Of these files none but `now` is left out. */
async function replaceLeftOut(store: Store, paths: readonly string[], now: readonly LeftOut[]): Promise<void> {
  const everything = { offset: 0, limit: Number.MAX_SAFE_INTEGER };
  const before = (await store.leftOut({ ...everything, paths })).leftOut;
  if (before.length + now.length === 0) return;
  const concerned = new Set(paths);
  const others = (await store.leftOut(everything)).leftOut.filter(({ path }) => !concerned.has(path));
  await store.writeLeftOut([...others, ...now]);
}
