/** The summaries in memory of a program's files, in the order of their use. */
import type { ProgramFile } from './program-file.ts';

export class UsedSummary {
  /** Bytes of the summaries that may have derived results. */
  #bytes = 0;
  /** The files of those summaries, the first used first. */
  #used: ProgramFile[] = [];
  /** Bytes of all summaries in memory. */
  #held = 0;

  /** @param isNew the file's summary was just loaded into memory */
  readonly add = (file: ProgramFile, isNew: boolean): void => {
    this.#bytes += file.bytes;
    if (isNew) this.#held += file.bytes;
    this.#used.push(file);
  };

  get bytes(): number {
    return this.#bytes;
  }

  /** Called when all derived results were dropped. */
  rest(): void {
    this.#used = [];
    this.#bytes = 0;
  }

  /** See `Program.shrink`. */
  shrink(bytes: number, held: number): void {
    let at = 0;
    for (; this.#bytes > bytes && at < this.#used.length; at++) {
      const file = this.#used[at]!;
      this.#bytes -= file.bytes;
      if (this.#held <= held) {
        file.rest();
        continue;
      }
      this.#held -= file.bytes;
      file.release();
    }
    if (at > 0) this.#used = this.#used.slice(at);
  }
}
