/**
 * How many requests are served at the same time: of all, and of each sender, so that one of them leaves room for the others. A stream that only waits for events
 * costs a connection and no work, and is counted apart.
 */

export interface SlotLimits {
  /** Requests at work and waiting for their turn. */
  maxRunning: number;
  /** Of one sender. */
  ofSender: number;
  /** Streams of one sender that wait for events. */
  streamsOfSender: number;
}

/** Why there is no slot: too many requests of all, or of this sender. */
export type NoSlot = 'busy' | 'sender';

interface Taken {
  running: number;
  streams: number;
}

export class Slots {
  readonly #limits: SlotLimits;
  readonly #bySender = new Map<number, Taken>();
  #running = 0;
  #whenIdle: (() => void)[] = [];

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** Requests being served. */
  get running(): number {
    return this.#running;
  }

  /** @param sender null: not known, so only the limit of all counts */
  take(sender: number | null): Slot | NoSlot {
    const own = sender === null ? null : (this.#bySender.get(sender) ?? { running: 0, streams: 0 });
    if (own !== null && own.running >= this.#limits.ofSender) return 'sender';
    if (this.#running >= this.#limits.maxRunning) return 'busy';
    this.#running++;
    if (own !== null) {
      own.running++;
      this.#bySender.set(sender!, own);
    }
    let state: 'running' | 'stream' | 'over' = 'running';
    const leave = (): void => {
      if (state === 'running') this.#leaveRunning(own);
      else if (state === 'stream' && own !== null) own.streams--;
      if (own !== null && own.running + own.streams === 0) this.#bySender.delete(sender!);
    };
    return {
      becomeStream: () => {
        if (state !== 'running') return state === 'stream';
        if (own !== null && own.streams >= this.#limits.streamsOfSender) return false;
        if (own !== null) own.streams++;
        leave();
        state = 'stream';
        return true;
      },
      release: () => {
        leave();
        state = 'over';
      },
    };
  }

  #leaveRunning(own: Taken | null): void {
    if (own !== null) own.running--;
    if (--this.#running === 0) for (const done of this.#whenIdle.splice(0)) done();
  }

  /** Resolves when no request is being served, or after this time (ms). */
  idle(graceMs: number): Promise<void> {
    if (this.#running === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, graceMs);
      this.#whenIdle.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

export interface Slot {
  /** It only waits for events from now on. False where its sender has too many of them. */
  becomeStream(): boolean;
  /** Its request has ended. */
  release(): void;
}
