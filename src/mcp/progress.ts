/**
 * Progress notifications of one call. Invariant: the number grows with each notification and stays below the total until the end; there is one
 * at least every five seconds.
 */
import type { ToolProgress } from '../tools/tool.ts';

export interface ProgressReport {
  progress: number;
  total?: number;
  message: string;
}

export interface Pace {
  /** Shortest time between two notifications (ms). */
  shortest: number;
  /** Longest time between two notifications (ms). */
  longest: number;
}

export interface ProgressSender {
  report(progress: ToolProgress): void;
  /** Sends the last state if that was delayed, and nothing afterwards. */
  stop(): void;
}

export function createProgress(
  send: (report: ProgressReport) => void,
  { shortest, longest }: Pace = { shortest: 100, longest: 5000 },
): ProgressSender {
  let last: ToolProgress = { done: 0, total: 0, message: 'Starting' };
  let sentValue = -1;
  let sentAt = 0;
  let stopped = false;

  /** The steps done, or halfway to the next one when no step was finished since. */
  const nextValue = (): number => {
    const { done, total } = last;
    if (done > sentValue && (total === 0 || done < total)) return done;
    const step = Math.floor(Math.max(sentValue, 0)) + 1;
    const ceiling = total > 0 ? Math.min(step, total) : step;
    return ceiling > sentValue ? (Math.max(sentValue, 0) + ceiling) / 2 : sentValue;
  };
  const push = (): void => {
    const value = nextValue();
    if (stopped || value <= sentValue) return;
    sentValue = value;
    sentAt = Date.now();
    send({ progress: value, ...(last.total > 0 ? { total: last.total } : {}), message: last.message });
  };
  const timer = setInterval(() => {
    if (Date.now() - sentAt >= longest) push();
  }, longest / 5);
  timer.unref();

  return {
    report(progress) {
      // A later phase may have a smaller total; progress never goes back.
      last = progress.total === 0 && last.total > 0 ? { ...last, message: progress.message } : progress;
      const advanced = progress.done > sentValue || sentValue < 0;
      if (advanced && Date.now() - sentAt >= shortest) push();
    },
    stop() {
      if (!stopped && last.total > 0 && last.total > sentValue && last.done >= last.total) {
        send({ progress: last.total, total: last.total, message: last.message });
      }
      stopped = true;
      clearInterval(timer);
    },
  };
}
