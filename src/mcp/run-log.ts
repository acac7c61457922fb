/** Log lines of indexing runs, for standard error and for clients that want them: what a run changed, or why it failed. Nothing of what the files hold. */
import type { FinishedRun } from '../engine/types.ts';
import type { Logger } from '../util/json-log.ts';
import type { ServerFeed } from './server-feed.ts';

const mostMessage = 500;

/** One line a run that changed something or failed, for the engine's `onRun`. */
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
    // What a defect says may repeat what it stumbled over.
    const isTold = code !== 'InternalError' || logger.level === 'debug';
    const said = isTold ? message.slice(0, mostMessage) : 'Indexing failed by a defect: --verbose shows its message';
    const failed = { ...fields, error: code, message: said };
    logger.write('error', 'Index', failed);
    feed.log({ level: 'error', logger: 'Index', data: failed });
  };
}
