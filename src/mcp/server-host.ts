/** What stands behind the servers of all connections. */
import type { CallObserver } from '../tools/call-log.ts';
import type { Additions } from './additions.ts';
import type { EnginePool } from './engine-pool.ts';
import type { ResourceWatch } from './resource-watch.ts';
import type { ServedTools } from './served-tools.ts';
import type { ServerFeed } from './server-feed.ts';

export interface ServerHost {
  pool: EnginePool;
  tools: ServedTools;
  /** Absent: nothing but our own. */
  additions?: Additions;
  /** What connections hear unasked. */
  feed: ServerFeed;
  watch: ResourceWatch;
  /** Hears of every call of a tool. */
  observe: CallObserver;
  /** Settles when it is known which project the server serves. */
  projectKnown(): Promise<void>;
}
