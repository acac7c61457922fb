/**
 * Runs the indexer, with the same code in this thread (commands, databases in memory) and in a side process (servers).
 * Nothing here keeps two runs apart: `IndexRuns` starts one at a time.
 */
import { runIndex, type RunReport } from '../../indexer/index-run.ts';
import type { ParseWorkerData } from '../../indexer/parse-pool.ts';
import type { CompilerAnswers } from '../../graph/compiler/second-tier.ts';
import type { LoadedSummaries } from '../../graph/program/loaded-summaries.ts';
import type { PreviousSummaries } from '../../graph/incremental/changed-names.ts';
import { AppError } from '../../model/error.ts';
import { nameOfLocation, type IndexLocation } from '../../store/index-location.ts';
import { localStateOf } from '../../store/local-state.ts';
import { openStore } from '../../store/registry.ts';
import type { HealthProblem, Statistics, Store } from '../../store/store.ts';
import { AdaptiveAnalysis } from './adaptive-analysis.ts';
import { askIndex, storeAnswers } from '../live/compiler-tier.ts';
import type { ConcurrentEmbedding } from './concurrent-embedding.ts';
import { embedIndex, emptyReport, openConfiguredEmbedder, type EmbeddingReport } from '../embedding/embedding.ts';
import { extractionVersion } from './extraction-version.ts';
import type { IndexJob, IndexThreadResponse, ThreadJob, ThreadResult } from './index-job.ts';
import { runInThread } from './index-thread.ts';
import { linkIndex, loadLinker, interfaceRecorder } from './linking.ts';
import { languageMark, usePlugins } from './plugin-languages.ts';
import { planMemory } from './memory-plan.ts';
import { ignorePatternsOf, walkOptionsOf } from '../project-place.ts';
import { indexTexts, writeTexts } from '../live/text-index.ts';
import type { EngineConfig, IndexProgress, IndexReport } from '../types.ts';

export interface JobHooks {
  onProgress?: (progress: IndexProgress) => void;
  signal?: AbortSignal;
  /** Called before a run writes files or links; an error that it throws ends the run. */
  onWork?: () => void;
  /** For a run in this thread: the analysis, if it was started before the run. */
  analysis?: AdaptiveAnalysis;
  /** For a run in this thread: makes vectors during the run. */
  vectors?: ConcurrentEmbedding;
}

/**
 * The summaries of up to this many changed files are compared with the previous ones, so that linking can skip other files for which nothing has
 * changed.
 */
const maxComparedFiles = 200;

/** The settings of a project that parse workers need. */
export function workerData(root: string, config: EngineConfig): ParseWorkerData {
  const overrides = Object.entries(config.languages ?? {});
  return {
    root,
    maxFileSize: config.indexing.maxFileSize,
    ignorePatterns: ignorePatternsOf(root, config),
    extensions: overrides.flatMap(([id, language]) =>
      language.extensions === undefined ? [] : [[id, language.extensions] as [string, readonly string[]]],
    ),
    disabled: overrides.filter(([, language]) => language.enabled === false).map(([id]) => id),
    ...((config.plugins ?? []).length === 0 ? {} : { plugins: config.plugins ?? [] }),
  };
}

export function indexJob(root: string, location: IndexLocation, config: EngineConfig, force: boolean): IndexJob {
  const { batchSize, maxWorkers } = config.indexing;
  const embedding = config.embedding === undefined ? {} : { embedding: config.embedding };
  const memory = planMemory(config.indexing.maxMemory ?? 0);
  const state = localStateOf(location);
  return { data: workerData(root, config), location, state, batchSize, maxWorkers, memory, force, ...embedding };
}

/** The report of a run, with the statistics of the index after it. */
export function indexReport(
  root: string,
  { run, statistics, durationMs }: { run: RunReport; statistics: Statistics; durationMs: number },
): IndexReport {
  return {
    root,
    totalFiles: statistics.files,
    indexedFiles: run.indexed,
    touchedFiles: run.touched,
    removedFiles: run.removed,
    leftOut: statistics.leftOut,
    filesWithIssues: statistics.filesWithIssues,
    durationMs,
    bytes: run.bytes,
  };
}

/** Identifies how the files of an index are extracted: `extractionVersion`, the plugins with languages, and the settings of languages. */
export function indexVersion({ extensions, disabled, plugins = [] }: ParseWorkerData): string {
  const pluginVersions = languageMark(plugins);
  return JSON.stringify([
    extractionVersion,
    extensions,
    disabled,
    ...(pluginVersions === null ? [] : [pluginVersions]),
  ]);
}

/** Runs a job on a store of this thread. A forced job rejects with a `DatabaseError` where the index is damaged: what nobody reads would outlast it. */
export async function runJob(job: IndexJob, store: Store, hooks: JobHooks): Promise<RunReport> {
  const [damage] = job.force ? await store.check() : [];
  if (damage !== undefined)
    throw new AppError('DatabaseError', `The index at ${nameOfLocation(job.location)} is damaged: ${damage.what}`);
  const analysis = hooks.analysis ?? new AdaptiveAnalysis(job);
  let closing: Promise<void> | null = null;
  const before = new Map<string, PreviousSummaries>();
  let loadedSummaries: LoadedSummaries | undefined;
  try {
    return await runIndex({
      root: job.data.root,
      store,
      walkOptions: walkOptionsOf(job.data),
      indexFolder: job.state?.folder ?? null,
      batchSize: job.batchSize,
      extractionVersion: indexVersion(job.data),
      force: job.force,
      ...(hooks.onWork === undefined ? {} : { onWork: hooks.onWork }),
      onPlan: async (files) => {
        analysis.plan(files);
        if (hooks.analysis !== undefined && files.length > 0) hooks.vectors?.begin();
        // With many files, linking all their dependents again is cheaper than comparing. While workers parse, this thread has time to load the linker.
        if (files.length > maxComparedFiles) setImmediate(() => void loadLinker());
        if (files.length > 0 && analysis.isSmall)
          loadedSummaries = new (await import('../../graph/program/loaded-summaries.ts')).LoadedSummaries();
        if (files.length === 0 || files.length > maxComparedFiles) return;
        const { previousSummaries } = await import('../../graph/incremental/changed-names.ts');
        for (const [path, summary] of await previousSummaries(store, files.map(({ path }) => path))) before.set(path, summary); // prettier-ignore
      },
      onAnalysed: () => {
        analysis.forgetSuspects();
        // Frees the parsers' memory.
        closing = analysis.close();
      },
      analyse: async (tasks) => {
        const outcomes = await analysis.analyse(tasks, {
          texts: hooks.vectors !== undefined,
          summary: loadedSummaries !== undefined,
        });
        hooks.vectors?.take(outcomes);
        for (const outcome of outcomes)
          if (outcome.kind === 'indexed') loadedSummaries?.put(outcome.file.path, outcome.encodedSummary);
        return outcomes;
      },
      concurrency: analysis.mostJobs,
      beforeBatch: interfaceRecorder(store),
      afterBatch: async (paths) => {
        hooks.vectors?.markWritten(paths);
        if (job.withTexts === true) await writeTexts(store, job.data, paths);
      },
      link: async (linkHooks) => {
        await Promise.all([closing, hooks.vectors?.finish()]);
        await linkIndex(job.data.root, store, {
          ...linkHooks,
          before,
          ...(loadedSummaries && { loadedSummaries }),
          ...(hooks.onWork && { onWork: hooks.onWork }),
        });
        if (job.answers !== undefined) await storeAnswers(job.data.root, store, job.answers, linkHooks);
      },
      ...(hooks.onProgress === undefined ? {} : { onProgress: hooks.onProgress }),
      ...(hooks.signal === undefined ? {} : { signal: hooks.signal }),
    });
  } finally {
    await analysis.close();
  }
}

/** Ends a run that was only to compare. */
class WorkFound extends Error {}

/** Runs the indexer in this thread as long as it only compares files with the index. Null if it finds work; no file and no link has been written then. */
export async function runIdleJob(job: IndexJob, store: Store, hooks: JobHooks): Promise<RunReport | null> {
  const onWork = (): void => {
    throw new WorkFound();
  };
  try {
    return await runJob(job, store, { ...hooks, onWork });
  } catch (error) {
    if (error instanceof WorkFound) return null;
    throw error;
  }
}

/** Runs a job in a side process, with a store of its own. */
export async function runJobInThread(job: IndexJob, hooks: JobHooks): Promise<RunReport> {
  const result = await runInThread({ task: 'index', job }, hooks);
  if (result.type !== 'done') throw new AppError('InternalError', 'The indexing thread gave no report');
  return result.report;
}

/** `askIndex` in a side process. */
export async function askInThread(job: IndexJob, signal: AbortSignal): Promise<CompilerAnswers | null> {
  const result = await runInThread({ task: 'ask', job }, { signal });
  return result.type === 'answered' ? result.answers : null;
}

/** `embedIndex` in a side process. */
export async function embedInThread(job: IndexJob, hooks: JobHooks): Promise<EmbeddingReport> {
  const result = await runInThread({ task: 'embed', job }, hooks);
  if (result.type !== 'embedded') throw new AppError('InternalError', 'The embedding thread gave no report');
  return result.report;
}

/** `indexTexts` in a side process. */
export async function indexTextsInThread(job: IndexJob, signal: AbortSignal): Promise<void> {
  await runInThread({ task: 'texts', job }, { signal });
}

/** `Store.check` in a side process: it reads the whole index, which takes a second for some thousand files. */
export async function checkInThread(job: IndexJob): Promise<HealthProblem[]> {
  const result = await runInThread({ task: 'check', job }, {});
  if (result.type !== 'checked') throw new AppError('InternalError', 'The thread that checks the index gave no result');
  return result.problems;
}

/** Makes the missing vectors of an index. */
async function embedFiles(job: IndexJob, store: Store, { signal, onProgress }: JobHooks): Promise<EmbeddingReport> {
  const embedder = await openConfiguredEmbedder({ ...job, plugins: job.data.plugins }, signal);
  if (embedder === null) return emptyReport(null);
  try {
    const report = (done: number, total: number): void => onProgress?.({ phase: 'embedding', done, total, path: null });
    return await embedIndex({ store, data: job.data, embedder, signal, onProgress: report });
  } finally {
    await embedder.close();
  }
}

/** Does the task of an indexing thread, and sends its progress and its result. Never rejects. */
export async function serveIndexThread(
  { task, job }: ThreadJob,
  send: (message: IndexThreadResponse) => void,
  signal: AbortSignal,
): Promise<void> {
  let store: Store | null = null;
  try {
    await usePlugins(job.data.plugins ?? []);
    store = await openStore(job.location, { readOnly: task === 'check' });
    const onProgress = (progress: IndexProgress): void => send({ type: 'progress', progress });
    let result: ThreadResult;
    if (task === 'ask')
      result = {
        type: 'answered',
        answers: await askIndex(job.data.root, store, { signal, mostBytes: job.memory.mostBytes }),
      };
    else if (task === 'embed')
      result = { type: 'embedded', report: await embedFiles(job, store, { signal, onProgress }) };
    else if (task === 'texts') {
      await indexTexts(store, job.data, signal);
      result = { type: 'texts' };
    } else if (task === 'check') result = { type: 'checked', problems: await store.check() };
    else result = { type: 'done', report: await runJob(job, store, { signal, onProgress }) };
    await store.close();
    send(result);
  } catch (error) {
    await store?.close();
    const appError = error instanceof AppError ? error : null;
    send({
      type: 'failed',
      code: appError?.code ?? 'InternalError',
      message: error instanceof Error ? error.message : String(error),
      hint: appError?.hint ?? null,
    });
  }
}
