/**
 * How V8 collects garbage while workers parse. Left alone it begins each worker with a heap of a few megabytes and looks for garbage in all
 * of it dozens of times until it has grown, and it spreads each small collection over threads that take the cores from the other workers:
 * both together took a twentieth to an eighth of the CPU of indexing kubernetes, and memory (2026-11-23, two cores).
 */
import { setFlagsFromString } from 'node:v8';
import { triedVersion } from './v8-settings.ts';

/** V8 14 keeps what such a heap begins with: django takes 180 MB more with it, and no less CPU (2026-11-27). */
export const beginsLarge = triedVersion === 13;

/** Flags that are set while somebody wants them. */
class WantedFlag {
  readonly #unset: string;
  #wants = 0;

  constructor(unset: string) {
    this.#unset = unset;
  }

  /** Gives what ends the wish; a second call of that does nothing. */
  want(flag: string): () => void {
    if (triedVersion === null) return () => {};
    this.#wants++;
    setFlagsFromString(flag);
    let isWanted = true;
    return () => {
      if (isWanted && --this.#wants === 0) setFlagsFromString(this.#unset);
      isWanted = false;
    };
  }
}

const alone = new WantedFlag('--parallel-scavenge');
const large = new WantedFlag('--initial-heap-size=0');

/** From now on, until what is given is called, each thread of the process does its small collections alone. */
export function collectAlone(): () => void {
  return alone.want('--no-parallel-scavenge');
}

/** The heaps of threads that start from now on, until what is given is called, begin with so much room (MB). */
export function beginLarge(mb: number): () => void {
  return !beginsLarge ? (): void => {} : large.want(`--initial-heap-size=${mb}`);
}
