/**
 * Analysis that two threads share: this one reads files and counts their words, a parse worker does what is between. Neither warms up code that the other
 * has to warm up too, so that both take the CPU of one, and less time while this thread would wait.
 * Invariant: what comes back is what `FileAnalyser.analyse` gives; a file whose words cannot be counted is left out, like one that no worker survives.
 */
import type { WalkOptions } from '../source/source.ts';
import { indexedFile, type ExtractedFile, type FileOutcome } from './file-outcome.ts';
import { WordCounter } from './file-words.ts';
import type { ParsePool } from './parse-pool.ts';
import { readFile, type AnalyseTask, type ReadFile, type ReadOutcome } from './read-file.ts';

export class SharedAnalysis {
  readonly #root: string;
  readonly #options: WalkOptions;
  readonly #pool: Pick<ParsePool, 'extract'>;
  #counter: WordCounter | null = null;
  #turn: Promise<(ReadFile | ReadOutcome)[]> = Promise.resolve([]);

  constructor(root: string, options: WalkOptions, pool: Pick<ParsePool, 'extract'>) {
    this.#root = root;
    this.#options = options;
    this.#pool = pool;
  }

  async analyse(tasks: readonly AnalyseTask[]): Promise<FileOutcome[]> {
    // In the order of the jobs, which is that of the files' ids where one worker does.
    const read = await (this.#turn = this.#turn.then(() => this.#readAll(tasks)));
    const texts = read.flatMap((file) => (file.kind === 'read' ? [{ path: file.path, text: file.text }] : []));
    const extracted = texts.length === 0 ? [] : await this.#pool.extract(texts);
    let next = 0;
    return read.map((file): FileOutcome => {
      if (file.kind !== 'read') return file;
      const parsed = extracted[next++]!;
      return parsed.kind === 'leftOut' ? parsed : this.#count(file, parsed);
    });
  }

  async #readAll(tasks: readonly AnalyseTask[]): Promise<(ReadFile | ReadOutcome)[]> {
    const read: (ReadFile | ReadOutcome)[] = [];
    for (const task of tasks) read.push(await readFile(this.#root, task, this.#options));
    return read;
  }

  #count(read: ReadFile, { file, words }: ExtractedFile): FileOutcome {
    try {
      this.#counter ??= new WordCounter();
      return indexedFile(read, file, this.#counter.count(read.text, words));
    } catch (error) {
      // There was no memory for it, most likely, and what the counter has of it is not whole.
      this.#counter = null;
      const detail = `counting its words failed: ${String(error)}`.slice(0, 200);
      return { kind: 'leftOut', leftOut: { path: read.path, reason: 'failed', detail } };
    }
  }
}
