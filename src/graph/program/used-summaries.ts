/** The summaries of a program's files that are in memory, in the order in which they were first used since their derived results were last dropped. */
import type { ProgramFile } from './program-file.ts';

export class UsedSummaries {
  /** Bytes of the summaries that may have derived results. */
  #bytes = 0;
  /** The files of those summaries, the first used first. */
  #used: ProgramFile[] = [];
  /** Bytes of all summaries in memory. */
  #retained = 0;

  /** @param isNew the file's summary was just loaded into memory */
  readonly add = (file: ProgramFile, isNew: boolean): void => {
    this.#bytes += file.bytes;
    if (isNew) this.#retained += file.bytes;
    this.#used.push(file);
  };

  get bytes(): number {
    return this.#bytes;
  }

  /** Called when all derived results were dropped. */
  dropDerived(): void {
    this.#used = [];
    this.#bytes = 0;
  }

  /** See `Program.shrink`. */
  shrink(bytes: number, retained: number): void {
    let at = 0;
    for (; this.#bytes > bytes && at < this.#used.length; at++) {
      const file = this.#used[at]!;
      this.#bytes -= file.bytes;
      // The summary itself is dropped only where all of them together take too much.
      if (this.#retained <= retained) {
        file.dropDerived();
        continue;
      }
      this.#retained -= file.bytes;
      file.release();
    }
    if (at > 0) this.#used = this.#used.slice(at);
  }
}
