/** Log lines of indexing runs: what a run changed, or why it failed. Nothing of what the files hold. */
import type { FinishedRun } from '../engine/types.ts';
import type { Logger } from '../util/json-log.ts';

const mostMessage = 500;

/** One line a run that changed something or failed, for the engine's `onRun`. */
export function runLog(logger: Logger): (run: FinishedRun) => void {
  return (run) => {
    const fields = { project: run.root, duration: Math.round(run.durationMs) };
    if (!('error' in run)) {
      const { indexed, removed } = run;
      if (indexed + removed > 0) logger.write('info', 'Index', { ...fields, read: indexed, removed });
      return;
    }
    const { code, message } = run.error;
    // What a defect says may repeat what it stumbled over.
    const isTold = code !== 'InternalError' || logger.level === 'debug';
    const said = isTold ? message.slice(0, mostMessage) : 'Indexing failed by a defect: --verbose shows its message';
    logger.write('error', 'Index', { ...fields, error: code, message: said });
  };
}
