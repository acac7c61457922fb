/**
 * Logs indexing runs to standard error and to clients: what a run changed, or why it failed.
 * Invariant: no line has contents of a file, unless the log level is `debug`.
 */
import type { FinishedRun } from '../engine/types.ts';
import type { Logger } from '../util/json-log.ts';
import type { ServerFeed } from './server-feed.ts';

const maxMessageLength = 500;

/** For the engine's `onRun`: one line for each run that changed something or failed. */
export function runLog(logger: Logger, feed: Pick<ServerFeed, 'log'>): (run: FinishedRun) => void {
  return (run) => {
    const fields = { project: run.root, duration: Math.round(run.durationMs) };
    if (!('error' in run)) {
      const { indexed, removed } = run;
      if (indexed + removed === 0) return;
      const changed = { ...fields, read: indexed, removed };
      logger.write('info', 'Index', changed);
      feed.log({ level: 'info', logger: 'Index', data: changed });
      return;
    }
    const { code, message } = run.error;
    // The message of a defect may contain parts of a file.
    const isReported = code !== 'InternalError' || logger.level === 'debug';
    const text = isReported
      ? message.slice(0, maxMessageLength)
      : 'Indexing failed because of a defect; --verbose shows the message';
    const failed = { ...fields, error: code, message: text };
    logger.write('error', 'Index', failed);
    feed.log({ level: 'error', logger: 'Index', data: failed });
  };
}
