/** What the servers of all connections share. */
import type { CallObserver } from '../tools/call-log.ts';
import type { Additions } from './additions.ts';
import type { ServedProjects } from './engine-pool.ts';
import type { Wording } from './instructions.ts';
import type { ResourceWatch } from './resource-watch.ts';
import type { ServedTools } from './served-tools.ts';
import type { ServerFeed } from './server-feed.ts';

export interface ServerHost {
  pool: ServedProjects;
  /** Of the instructions; absent: the projects are folders of this machine. */
  wording?: Wording;
  tools: ServedTools;
  /** If absent, the server has only the built-in tools, prompts and resources. */
  additions?: Additions;
  /** Notifications to connections. */
  feed: ServerFeed;
  /** Null: no change of a resource is reported here. */
  watch: ResourceWatch | null;
  /** Called after every call of a tool. */
  observe: CallObserver;
  /** Settles when it is decided which project the server serves. */
  projectKnown(): Promise<void>;
}
