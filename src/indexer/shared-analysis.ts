/**
 * Analysis that two threads share: this one reads files, tells what they are and counts their words, a parse worker does what is between. Neither warms up code that the other
 * has to warm up too, so that both take the CPU of one, and less time while this thread would wait.
 * Invariant: what comes back is what `FileAnalyser.analyse` gives; a file whose words cannot be counted is left out, like one that no worker survives.
 */
import type { LanguageDetector } from '../extract/language-detector.ts';
import type { WalkOptions } from '../source/source.ts';
import { describeFile, type DescribedText, type FileDescription } from './describe-file.ts';
import { indexedFile, type ExtractedFile, type FileOutcome } from './file-outcome.ts';
import { WordCounter } from './file-words.ts';
import type { ParsePool } from './parse-pool.ts';
import { readFile, type AnalyseTask, type ReadFile, type ReadOutcome } from './read-file.ts';

type DescribedFile = ReadFile & FileDescription;

function textOf({ path, text, language, traits }: DescribedFile): DescribedText {
  return { path, text, language, traits };
}

export class SharedAnalysis {
  readonly #root: string;
  readonly #options: WalkOptions;
  readonly #languages: Pick<LanguageDetector, 'find'>;
  readonly #pool: Pick<ParsePool, 'extract'>;
  #counter: WordCounter | null = null;
  #turn: Promise<(DescribedFile | ReadOutcome)[]> = Promise.resolve([]);

  constructor(
    root: string,
    options: WalkOptions,
    languages: Pick<LanguageDetector, 'find'>,
    pool: Pick<ParsePool, 'extract'>,
  ) {
    this.#root = root;
    this.#options = options;
    this.#languages = languages;
    this.#pool = pool;
  }

  async analyse(tasks: readonly AnalyseTask[]): Promise<FileOutcome[]> {
    // In the order of the jobs, which is that of the files' ids where one worker does.
    const read = await (this.#turn = this.#turn.then(() => this.#readAll(tasks)));
    const texts = read.flatMap((file) => (file.kind === 'read' ? [textOf(file)] : []));
    const extracted = texts.length === 0 ? [] : await this.#pool.extract(texts);
    let next = 0;
    return read.map((file): FileOutcome => {
      if (file.kind !== 'read') return file;
      const parsed = extracted[next++]!;
      return parsed.kind === 'leftOut' ? parsed : this.#count(file, parsed);
    });
  }

  async #readAll(tasks: readonly AnalyseTask[]): Promise<(DescribedFile | ReadOutcome)[]> {
    const read: (DescribedFile | ReadOutcome)[] = [];
    for (const task of tasks) {
      const file = await readFile(this.#root, task, this.#options);
      read.push(file.kind === 'read' ? { ...file, ...(await describeFile(file, this.#languages)) } : file);
    }
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
