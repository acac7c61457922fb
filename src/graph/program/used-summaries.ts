/** The facts of a program's files that are in memory, in the order of their use. */
import type { ProgramFile } from './program-file.ts';

export class UsedSummary {
  /** Bytes of facts from which something may have been worked out. */
  #bytes = 0;
  /** Files of which that is so, the first used first. */
  #used: ProgramFile[] = [];
  /** Bytes of all facts in memory. */
  #held = 0;

  /** @param isNew the file's facts came into memory */
  readonly add = (file: ProgramFile, isNew: boolean): void => {
    this.#bytes += file.bytes;
    if (isNew) this.#held += file.bytes;
    this.#used.push(file);
  };

  get bytes(): number {
    return this.#bytes;
  }

  /** When all that was worked out was let go. */
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
