/** Updates single files of an index. Parsers, connection and linker state stay loaded between updates. */
import { previousSummaries, type PreviousSummaries } from '../../graph/incremental/changed-names.ts';
import { LinkSession } from '../../graph/run/link-session.ts';
import type { FileAnalyser } from '../../indexer/analyse-file.ts';
import type { FileOutcome } from '../../indexer/file-outcome.ts';
import type { AnalyseTask } from '../../indexer/read-file.ts';
import type { RunReport } from '../../indexer/batch-writer.ts';
import { textsOf } from '../../model/text-list.ts';
import { updateFiles } from '../../indexer/update-files.ts';
import { rawPathOf } from '../../util/bytes/path-bytes.ts';
import { openStore } from '../../store/registry.ts';
import type { Store } from '../../store/store.ts';
import { createAnalyser } from '../indexing/analyser.ts';
import type { IndexJob } from '../indexing/index-job.ts';
import { linkIndex, interfaceRecorder } from '../indexing/linking.ts';
import { AnalysisJournal } from '../indexing/analysis-journal.ts';
import type { ShownState, ShownText } from '../editor/unsaved-links.ts';
import { ShownLinker } from '../editor/unsaved-linker.ts';
import type { UpdatedFile } from './update-thread.ts';

/** The small segments of the inverted index that updates write are merged after this many updates. */
const updatesPerMerge = 100;

/** The same, and the files of the index below those that are, or were, folders: a run may have seen files there that came and went. */
async function withFilesBelow(store: Store, changed: readonly UpdatedFile[]): Promise<UpdatedFile[]> {
  const named = new Set(changed.map(({ path }) => path));
  const below = (await store.pathsBelow([...named])).filter((path) => !named.has(path));
  return [...changed, ...below.map((path) => ({ path, rawPath: rawPathOf(path) }))];
}

export class Updater {
  readonly #job: IndexJob;
  readonly #session = new LinkSession();
  readonly #analyser: FileAnalyser;
  #store: Promise<Store> | null = null;
  /** By path, for files that are written and not linked yet: the summaries from which the present links were made. */
  readonly #previous = new Map<string, PreviousSummaries>();
  #updates = 0;
  #shown: ShownLinker | null = null;

  constructor(job: IndexJob) {
    this.#job = job;
    this.#analyser = createAnalyser(job.data);
  }

  /** Whether a parser has failed, after which this thread must not parse any more. */
  get failed(): boolean {
    return this.#analyser.failed;
  }

  /** Analyses a file and writes nothing. The terms become plain texts, because the other thread does not have this thread's term table. */
  async analyse(task: AnalyseTask): Promise<FileOutcome> {
    const outcome = await this.#analyser.analyse(task);
    if (outcome.kind !== 'indexed') return outcome;
    return { kind: 'indexed', file: { ...outcome.file, terms: textsOf(outcome.file.terms) }, text: null };
  }

  /** @param changed files, or folders with files of the index in them, that may have changed, appeared or disappeared */
  async write(changed: readonly UpdatedFile[]): Promise<RunReport> {
    const store = await (this.#store ??= openStore(this.#job.location));
    const files = await withFilesBelow(store, changed);
    const journal = new AnalysisJournal(this.#job.state);
    const analyse = async (tasks: AnalyseTask[]): Promise<FileOutcome[]> => {
      const outcomes: FileOutcome[] = [];
      for (const task of tasks) outcomes.push(await journal.withEntry([task.path], () => this.#analyser.analyse(task)));
      return outcomes;
    };
    // If a file is written twice before it is linked, the summary from before the first time stays.
    const paths = files.map(({ path }) => path).filter((path) => !this.#previous.has(path));
    for (const [path, summary] of await previousSummaries(store, paths)) this.#previous.set(path, summary);
    const { batchSize } = this.#job;
    try {
      return await updateFiles({ store, files, batchSize, analyse, beforeBatch: interfaceRecorder(store) });
    } finally {
      journal.close();
    }
  }

  /** Extracts and links texts that an editor shows, and writes nothing; null while the links of the index are not complete. */
  async show(texts: readonly ShownText[]): Promise<ShownState | null> {
    const store = await (this.#store ??= openStore(this.#job.location));
    const { root, maxFileSize, ignorePatterns } = this.#job.data;
    const options = { maxFileSize, ignorePatterns };
    this.#shown ??= new ShownLinker({ root, store, analyser: this.#analyser, options });
    return this.#shown.show(texts);
  }

  async link(): Promise<void> {
    const store = await (this.#store ??= openStore(this.#job.location));
    await linkIndex(this.#job.data.root, store, { session: this.#session, before: this.#previous });
    this.#previous.clear();
    if (++this.#updates % updatesPerMerge !== 0) return;
    await store.optimise();
    await store.emptyLog();
  }

  /** Closes the connection to the index. A thread that ends closes it as well. */
  async close(): Promise<void> {
    const store = await this.#store;
    this.#store = null;
    await store?.close();
  }
}
