/**
 * The questions of a node's senders in turn: however many one of them asks at once, the next question of each other comes after it. A question that waits for its
 * snapshot has no turn yet, and one that another node answers takes none here.
 */
import type { HttpHandler, HttpRequest } from '../../util/http-message.ts';
import { FairTurns } from '../../util/turns/fair-turns.ts';
import { asQuestion } from '../../util/turns/question.ts';
import type { Tool } from '../../tools/tool.ts';
import type { ShareTurn } from './share-route.ts';

/** Questions under way at once, and of one sender. They share one thread, so more at once make each of them slower, and none of them sooner. */
const limits = { atOnce: 16, ofOne: 8 };

export class SenderTurns {
  readonly #turns = new FairTurns(limits);
  /** Of messages, which wait for no other node: so those of two nodes never wait for each other, as questions would that wait for both. */
  readonly #messages = new FairTurns(limits);

  /** For the messages of searches in phases. */
  readonly share: ShareTurn = (sender, signal, work) =>
    this.#messages.run(sender, signal, () => asQuestion(signal, work));

  /** Tools whose calls are questions of this sender. */
  tools(tools: readonly Tool[], sender: string): Tool[] {
    return tools.map((tool) => ({
      ...tool,
      run: (engine, args, context) => this.#turns.run(sender, context.signal, () => tool.run(engine, args, context)),
    }));
  }

  /** A handler whose requests are questions of this sender. @param ready resolves when nothing is waited for but its turn */
  handler(handler: HttpHandler, sender: string, ready: (request: HttpRequest) => Promise<unknown>): HttpHandler {
    return async (request) => {
      // What is wrong with it, the handler finds again.
      await ready(request).catch(() => {});
      try {
        return await this.#turns.run(sender, request.signal, () => handler(request));
      } catch (error) {
        // Nobody reads it.
        if (request.signal.aborted) return { status: 503 };
        throw error;
      }
    };
  }
}
