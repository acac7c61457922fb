/**
 * The questions of a node's senders in turn: however many one of them asks at once, the next question of each other comes after it. A question that waits for a
 * snapshot, or for other nodes, has no turn meanwhile, and one that another node answers takes none here.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { questionsOfNode } from '../../engine/phases/engine-of-shares.ts';
import type { HttpHandler, HttpRequest } from '../../util/http-message.ts';
import { FairTurns, type Place } from '../../util/turns/fair-turns.ts';
import { asQuestion, throwIfGone } from '../../util/turns/question.ts';
import type { Tool } from '../../tools/tool.ts';
import { presentSender } from './sender.ts';
import type { ShareTurn } from './share-route.ts';

/** The turn of one question, which it leaves while it waits for others. */
class Turn {
  readonly #turns: FairTurns;
  readonly #sender: string;
  readonly #signal: AbortSignal;
  #place: Place | null = null;
  /** What it waits for. */
  #waiting = 0;
  #isOver = false;

  constructor(turns: FairTurns, sender: string, signal: AbortSignal) {
    [this.#turns, this.#sender, this.#signal] = [turns, sender, signal];
  }

  /** As `FairTurns.run`. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const gone = (): void => this.#leave();
    this.#signal.addEventListener('abort', gone, { once: true });
    try {
      await this.#take();
      return await presentTurn.run(this, work);
    } finally {
      this.#signal.removeEventListener('abort', gone);
      this.#isOver = true;
      this.#leave();
    }
  }

  async waitFor<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting++ === 0) this.#leave();
    try {
      return await work();
    } finally {
      if (--this.#waiting === 0 && !this.#isOver) await this.#take();
    }
  }

  /** Another one of the same sender. */
  another(signal: AbortSignal): Turn {
    return new Turn(this.#turns, this.#sender, signal);
  }

  async #take(): Promise<void> {
    throwIfGone(this.#signal);
    const place = this.#turns.ask(this.#sender);
    this.#place = place;
    await place.granted;
    throwIfGone(this.#signal);
  }

  #leave(): void {
    if (this.#place !== null) this.#turns.leave(this.#place);
    this.#place = null;
  }
}

const presentTurn = new AsyncLocalStorage<Turn>();

/** For what a question waits for, which others do: it has no turn meanwhile, and goes on when it has one again. */
export function withoutTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = presentTurn.getStore();
  return turn === undefined ? work() : turn.waitFor(work);
}

/** For work of the question under way that goes on beside what has its turn, or waits without one. */
export function inAnotherTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const turn = presentTurn.getStore();
  return turn === undefined ? work() : turn.another(signal).run(work);
}

export class SenderTurns {
  readonly #turns = new FairTurns(questionsOfNode);
  /** Of messages, which wait for no other node: so those of two nodes never wait for each other, as questions would that wait for both. */
  readonly #messages = new FairTurns(questionsOfNode);

  /** For the messages of searches in phases. */
  readonly share: ShareTurn = (sender, signal, work) =>
    this.#messages.run(sender, signal, () => asQuestion(signal, work));

  #run<T>(sender: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return new Turn(this.#turns, sender, signal).run(work);
  }

  /** Tools whose calls are questions of whoever asks them. Calls of nobody have a turn together. */
  tools(tools: readonly Tool[]): Tool[] {
    return tools.map((tool) => ({
      ...tool,
      run: (engine, args, context) =>
        this.#run(presentSender()?.name ?? '', context.signal, () => tool.run(engine, args, context)),
    }));
  }

  /** A handler whose requests are questions of this sender. @param ready resolves when nothing is waited for but its turn */
  handler(handler: HttpHandler, sender: string, ready: (request: HttpRequest) => Promise<unknown>): HttpHandler {
    return async (request) => {
      // What is wrong with it, the handler finds again.
      await ready(request).catch(() => {});
      try {
        return await this.#run(sender, request.signal, () => handler(request));
      } catch (error) {
        // Nobody reads it.
        if (request.signal.aborted) return { status: 503 };
        throw error;
      }
    };
  }
}
