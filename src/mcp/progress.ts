/**
 * Progress notifications of one call. Invariants: the number of steps done grows with each notification, and stays below the total until the end.
 * A call without progress still sends a notification about every five seconds, since clients end calls that seem dead.
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
  /** Sends the final state if it was delayed. Nothing is sent afterwards. */
  stop(): void;
}

export function createProgress(
  send: (report: ProgressReport) => void,
  { shortest, longest }: Pace = { shortest: 100, longest: 5000 },
): ProgressSender {
  let latest: ToolProgress = { done: 0, total: 0, message: 'Starting' };
  let sentValue = -1;
  let sentAt = 0;
  let isStopped = false;

  /** The steps done; if no step was finished since the last notification, a number halfway to the next step. */
  const nextValue = (): number => {
    const { done, total } = latest;
    if (done > sentValue && (total === 0 || done < total)) return done;
    const step = Math.floor(Math.max(sentValue, 0)) + 1;
    const upperBound = total > 0 ? Math.min(step, total) : step;
    return upperBound > sentValue ? (Math.max(sentValue, 0) + upperBound) / 2 : sentValue;
  };
  const sendNow = (): void => {
    const value = nextValue();
    if (isStopped || value <= sentValue) return;
    sentValue = value;
    sentAt = Date.now();
    send({ progress: value, ...(latest.total > 0 ? { total: latest.total } : {}), message: latest.message });
  };
  const timer = setInterval(() => {
    if (Date.now() - sentAt >= longest) sendNow();
  }, longest / 5);
  timer.unref();

  return {
    report(progress) {
      // A phase that does not know its total reports only a message: the numbers of the phase before stay, so that progress never goes back.
      latest = progress.total === 0 && latest.total > 0 ? { ...latest, message: progress.message } : progress;
      const hasAdvanced = progress.done > sentValue || sentValue < 0;
      if (hasAdvanced && Date.now() - sentAt >= shortest) sendNow();
    },
    stop() {
      if (!isStopped && latest.total > 0 && latest.total > sentValue && latest.done >= latest.total) {
        send({ progress: latest.total, total: latest.total, message: latest.message });
      }
      isStopped = true;
      clearInterval(timer);
    },
  };
}
