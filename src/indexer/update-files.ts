/**
 * Updates some files of an index without a walk: files that a watcher reported, or that an answer depends on.
 * Invariant: after an update the index and the list of skipped files say the same about these files as after a whole run.
 */
import type { LeftOut, SourceFile } from '../model/file.ts';
import { isTemporary } from '../source/read/read-source.ts';
import type { Store } from '../store/store.ts';
import type { FileOutcome } from './file-outcome.ts';
import type { AnalyseTask } from './read-file.ts';
import { readWithOutside, slicesOf, tasksWithOutside } from './outside-macros.ts';
import { BatchWriter, emptyRunReport, type BeforeBatch, type RunReport } from './batch-writer.ts';

/** Files per job of the analysis; other work gets a turn between jobs. */
const jobFiles = 24;

export interface UpdateOptions {
  store: Store;
  /** Files that the ignore rules accept. They may exist or not, and be changed or not. */
  files: readonly Pick<SourceFile, 'path' | 'rawPath'>[];
  /** Limit on the number of files in one transaction. */
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
      if (isTemporary(outcome.leftOut)) {
        report.unread++;
        if (hashes.has(outcome.leftOut.path)) continue;
      }
      // A file that is gone is not a skipped file.
      if (outcome.leftOut.reason !== 'vanished') leftOut.push(outcome.leftOut);
      if (!hashes.has(outcome.leftOut.path)) continue;
      writer.remove([outcome.leftOut.path]);
      report.removed++;
    }
  }
  await writer.flush();
  await readWithOutside(store, async (readings) => {
    const again = new BatchWriter(store, batchSize, emptyRunReport(), { beforeBatch });
    for (const slice of slicesOf(readings, jobFiles)) {
      const outcomes = await analyse(await tasksWithOutside(store, slice));
      for (const outcome of outcomes) if (outcome.kind !== 'leftOut') await again.add(outcome);
    }
    await again.flush();
  });
  await replaceLeftOut(
    store,
    files.map(({ path }) => path),
    leftOut,
  );
  return report;
}

/** Replaces the entries of these paths in the list of skipped files. */
async function replaceLeftOut(store: Store, paths: readonly string[], entries: readonly LeftOut[]): Promise<void> {
  const everything = { offset: 0, limit: Number.MAX_SAFE_INTEGER };
  const before = (await store.leftOut({ ...everything, paths })).leftOut;
  if (before.length + entries.length === 0) return;
  const replaced = new Set(paths);
  const others = (await store.leftOut(everything)).leftOut.filter(({ path }) => !replaced.has(path));
  await store.writeLeftOut([...others, ...entries]);
}
