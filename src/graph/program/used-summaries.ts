/** Keeps account of a program's summaries in memory, to limit the memory that they and their derived results take. */
import type { ProgramFile } from './program-file.ts';

export class UsedSummaries {
  /** Bytes of the summaries that may have derived results. */
  #bytes = 0;
  /** The files of those summaries, in the order of their first use since their derived results were last dropped. */
  #used: ProgramFile[] = [];
  /** The files whose summaries are in memory without derived results, in the order in which these were dropped: those unused for longest are first. */
  readonly #idle = new Set<ProgramFile>();
  /** Bytes of all summaries in memory, with or without derived results. */
  #retained = 0;
  readonly #maxRetained: number;

  /** @param maxRetained where all summaries in memory take more bytes, those without derived results are dropped, beginning with the oldest */
  constructor(maxRetained: number) {
    this.#maxRetained = maxRetained;
  }

  /** Records the use of a file's summary. @param isNew whether the summary was just loaded into memory */
  readonly add = (file: ProgramFile, isNew: boolean): void => {
    this.#bytes += file.bytes;
    if (isNew) this.#retained += file.bytes;
    else this.#idle.delete(file);
    this.#used.push(file);
  };

  get bytes(): number {
    return this.#bytes;
  }

  /** Called when all derived results were dropped. */
  dropDerived(): void {
    for (const file of this.#used) this.#idle.add(file);
    this.#used = [];
    this.#bytes = 0;
  }

  /** See `Program.shrink`. */
  shrink(bytes: number): void {
    let at = 0;
    for (; this.#bytes > bytes && at < this.#used.length; at++) this.#putBack(this.#used[at]!);
    if (at > 0) this.#used = this.#used.slice(at);
    this.#releaseIdle();
  }

  /**
   * Asks a file something, and drops what was derived from its summary for that, unless the summary was in use before. For questions to thousands of
   * files of which few are asked anything else: all of their summaries would not fit in memory. May be called while other questions are in progress.
   * @param ask asks no other file
   */
  inPassing<T>(file: ProgramFile, ask: (file: ProgramFile) => T): T {
    if (file.isInUse) return ask(file);
    const answer = ask(file);
    if (this.#used.at(-1) === file) {
      this.#used.pop();
      this.#putBack(file);
      this.#releaseIdle();
    }
    return answer;
  }

  #putBack(file: ProgramFile): void {
    this.#bytes -= file.bytes;
    file.dropDerived();
    this.#idle.add(file);
  }

  #releaseIdle(): void {
    for (const file of this.#idle) {
      if (this.#retained <= this.#maxRetained) break;
      this.#idle.delete(file);
      this.#retained -= file.bytes;
      file.release();
    }
  }
}
