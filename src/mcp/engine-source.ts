/** Opens the engines of a server. The engine's code is loaded with the first question. */
import { toAppError } from '../model/error.ts';
import type { Logger } from '../util/json-log.ts';
import type { EnginePool, EngineSource } from './engine-pool.ts';
import { runLog } from './run-log.ts';
import type { ServerFeed } from './server-feed.ts';

/** The `load` function of an `EnginePool`. Indexing runs are logged and reported to clients. */
export function engineSource(
  settingsFor: EngineSource['settingsFor'],
  logger: Logger,
  feed: ServerFeed,
): () => Promise<EngineSource> {
  const onRun = runLog(logger, feed);
  let loading: Promise<EngineSource> | null = null;
  return () =>
    (loading ??= import('../engine/engine.ts').then(({ openEngine, resolveRoot }) => ({
      resolveRoot,
      settingsFor,
      openEngine: (root, settings) =>
        openEngine({
          root,
          ...settings,
          onRun,
          indexing: 'thread',
        }),
    })));
}

/**
 * Sets the log level of the first project, opens the engine of each project in turn, and lets it keep its index up to date in the background.
 * Never rejects.
 * @param answered settles when the current questions are answered; indexing waits for that
 */
export async function indexServedProjects(
  pool: EnginePool,
  logger: Logger,
  answered: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  try {
    logger.level = (await pool.primaryConfig()).logging.level;
    if (!('root' in (await pool.primary()))) return;
    if (pool.names.length === 0) await (await pool.primaryEngine()).watch(answered());
  } catch (error) {
    logUnopened(error, logger);
  }
  for (const project of pool.names) {
    try {
      const engine = await pool.engineFor({ project, path: null }, { writes: true });
      await engine.watch(answered());
    } catch (error) {
      logUnopened(error, logger);
    }
  }
}

function logUnopened(error: unknown, logger: Logger): void {
  const { message, code } = toAppError(error);
  if (code !== 'CancelledError') logger.write('error', 'MCP', { message: `The index cannot be opened: ${message}` });
}
