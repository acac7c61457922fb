/**
 * Keeps the parts of an organisation's server running: a part that ends is started again, after a pause that grows.
 * Invariants: a part whose first start is refused ends all, since its settings are wrong; after `end` no part runs.
 */
import type { AppError } from '../../model/error.ts';
import { Backoff } from '../../util/backoff.ts';
import { exitCode } from '../exit-codes.ts';
import { formatDuration } from '../terminal/quantities.ts';
import { startCommand, type OwnProgram, type StartedCommand } from './own-program.ts';

export interface Part {
  /** `worker-1` */
  name: string;
  own: OwnProgram;
  /** Asked at each start. */
  args: () => readonly string[];
  /** A line of JSON that it prints. Returns it as text; null: nothing is shown of it. */
  hear: (said: Record<string, unknown>) => string | null;
}

export type Say = (part: string, text: string, data?: Readonly<Record<string, unknown>>) => void;

/** After this time the next failure is the first one again (ms). */
const steadyMs = 60_000;
const usualPauses = { firstMs: 1000, mostMs: 60_000 };

export class Supervisor {
  readonly #say: Say;
  readonly #pauses: { firstMs: number; mostMs: number };
  readonly #running = new Map<string, StartedCommand>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #refused = Promise.withResolvers<never>();
  /** Rejects where a part could not begin, with its error. */
  readonly refused = this.#refused.promise;
  #isEnding = false;
  #last = Promise.resolve();

  constructor(say: Say, pauses = usualPauses) {
    [this.#say, this.#pauses] = [say, pauses];
    this.refused.catch(() => {});
  }

  start(part: Part): void {
    this.#keep(part, new Backoff(this.#pauses), true);
  }

  #keep(part: Part, backoff: Backoff, isFirst: boolean): void {
    if (this.#isEnding) return;
    const run = this.#run(part, backoff, isFirst).catch((error: unknown) => this.#refused.reject(error));
    this.#last = Promise.all([this.#last, run]).then(() => {});
  }

  async #run(part: Part, backoff: Backoff, isFirst: boolean): Promise<void> {
    const { name, own } = part;
    const begun = performance.now();
    const started = await startCommand(own, part.args(), {
      onLine: (said) => {
        const text = part.hear(said);
        if (text !== null) this.#say(name, text, said);
      },
      onError: (line) => this.#say(name, line),
    });
    this.#running.set(name, started);
    this.#say(name, `started, process ${started.pid}`, { event: 'started', pid: started.pid });
    if (this.#isEnding) started.end();
    const { code, error } = await started.ended;
    this.#running.delete(name);
    const how = code === null ? 'was killed' : `has ended with ${code}`;
    if (this.#isEnding) return this.#say(name, 'has ended', { event: 'ended', code });
    if (isFirst && error !== null && code === exitCode.usage) throw error;
    if (performance.now() - begun > steadyMs) backoff.reset();
    const pauseMs = Math.round(backoff.next());
    const why = error === null ? '' : `: ${described(error)}`;
    this.#say(name, `${how}${why}; starts again in ${formatDuration(pauseMs)}`, { event: 'ended', code, error: error?.message ?? null, pauseMs }); // prettier-ignore
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#keep(part, backoff, false);
    }, pauseMs);
    this.#timers.add(timer);
  }

  /** Asks all parts to end, and kills those that take longer than `graceMs`. Resolves when none runs. May be called again with less time. */
  async end(graceMs: number): Promise<void> {
    this.#isEnding = true;
    for (const timer of this.#timers) clearTimeout(timer);
    for (const { end } of this.#running.values()) end();
    const timer = setTimeout(() => {
      for (const { kill } of this.#running.values()) kill();
    }, graceMs);
    await this.#last;
    clearTimeout(timer);
  }
}

function described({ message, hint }: AppError): string {
  return hint === null ? message : `${message}. ${hint}`;
}
