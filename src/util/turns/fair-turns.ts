/**
 * Limits how much work is under way at once, with a fair turn for each sender: of those that wait, each gets one place after the other, however many pieces one of
 * them has waiting.
 * Invariants: no sender has more than its share under way; work without a sender, which nobody waits for, gets a place only where no sender wants it.
 */
import { throwIfGone } from './question.ts';

/** Whose work it is; null: nobody waits for it. */
export type Sender = string | null;

export interface FairLimits {
  /** Pieces of work under way at once. */
  atOnce: number;
  /** Of one sender. */
  ofOne: number;
}

/** A wish for a place, which several senders may have in common. */
export class Place {
  /** Resolves when the work may begin, or is not wanted any more. */
  readonly granted: Promise<void>;
  readonly #grant: () => void;
  /** Those who wait for it. */
  readonly senders = new Set<Sender>();
  /** Set once it is granted. */
  takenBy: Sender | undefined;
  isOver = false;

  constructor() {
    const { promise, resolve } = Promise.withResolvers<void>();
    [this.granted, this.#grant] = [promise, resolve];
  }

  take(sender: Sender): void {
    this.takenBy = sender;
    this.#grant();
  }

  giveUp(): void {
    this.#grant();
  }
}

export class FairTurns {
  readonly #limits: FairLimits;
  /** By sender, the one whose turn is next first. */
  readonly #waiting = new Map<Sender, Place[]>();
  readonly #underWay = new Map<Sender, number>();
  #free: number;

  constructor(limits: FairLimits) {
    this.#limits = limits;
    this.#free = limits.atOnce;
  }

  /** Asks for a place, which is given back with `leave`. */
  ask(sender: Sender): Place {
    const place = new Place();
    this.join(place, sender);
    return place;
  }

  /** Another sender wants the same work, which then has the place of whichever of them gets one first. */
  join(place: Place, sender: Sender): void {
    if (place.isOver || place.takenBy !== undefined || place.senders.has(sender)) return;
    place.senders.add(sender);
    const own = this.#waiting.get(sender);
    if (own === undefined) this.#waiting.set(sender, [place]);
    else own.push(place);
    this.#next();
  }

  /** The work has ended, or is not wanted any more. */
  leave(place: Place): void {
    if (place.isOver) return;
    place.isOver = true;
    this.#stopWaiting(place);
    if (place.takenBy === undefined) place.giveUp();
    else {
      this.#free++;
      const left = this.#underWay.get(place.takenBy)! - 1;
      if (left === 0) this.#underWay.delete(place.takenBy);
      else this.#underWay.set(place.takenBy, left);
    }
    this.#next();
  }

  /** Resolves or rejects as the work does. Rejects with a `QuestionGone` where the signal fires before the work begins. */
  async run<T>(sender: Sender, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const place = this.ask(sender);
    const gone = (): void => this.leave(place);
    signal.addEventListener('abort', gone, { once: true });
    try {
      if (signal.aborted) gone();
      await place.granted;
      throwIfGone(signal);
      return await work();
    } finally {
      signal.removeEventListener('abort', gone);
      this.leave(place);
    }
  }

  #stopWaiting(place: Place): void {
    for (const sender of place.senders) {
      const others = this.#waiting.get(sender)!.filter((one) => one !== place);
      if (others.length > 0) this.#waiting.set(sender, others);
      else this.#waiting.delete(sender);
    }
    place.senders.clear();
  }

  #next(): void {
    while (this.#free > 0) {
      const sender = this.#nextSender();
      if (sender === undefined) return;
      const [place, ...others] = this.#waiting.get(sender)!;
      this.#stopWaiting(place!);
      // To the end of the round.
      this.#waiting.delete(sender);
      if (others.length > 0) this.#waiting.set(sender, others);
      this.#free--;
      this.#underWay.set(sender, (this.#underWay.get(sender) ?? 0) + 1);
      place!.take(sender);
    }
  }

  #nextSender(): Sender | undefined {
    const mayBegin = (sender: Sender): boolean => (this.#underWay.get(sender) ?? 0) < this.#limits.ofOne;
    for (const sender of this.#waiting.keys()) if (sender !== null && mayBegin(sender)) return sender;
    return this.#waiting.has(null) && mayBegin(null) ? null : undefined;
  }
}
