/**
 * The stdio server: one process, one client, standard input and output.
 * Invariants: the handshake is answered before any code of the index is loaded. The process ends within a second after the end of its input,
 * SIGINT, SIGTERM or SIGHUP, whatever is running, unless it belongs to another program (`embedded`).
 */
import type { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { callLog } from '../../tools/call-log.ts';
import { withTimeout } from '../../util/with-timeout.ts';
import { keepAliveDuring } from '../../runtime/keep-alive.ts';
import { createLogger, type Logger } from '../../util/json-log.ts';
import { writeError } from '../../util/error-output.ts';
import { onlyClientRoot } from '../client-roots.ts';
import { EnginePool, type NamedProject, type ProjectSettings } from '../engine-pool.ts';
import { engineSource, indexServedProjects } from '../engine-source.ts';
import type { ServedTools } from '../served-tools.ts';
import { ResourceWatch } from '../resource-watch.ts';
import { ServerFeed } from '../server-feed.ts';
import type { ServerHost } from '../server-host.ts';
import { createServer } from '../server.ts';
import { guardStdout } from './stdout-guard.ts';
import { StdioWire } from './stdio-wire.ts';

export interface StdioServerOptions {
  /** Absolute path of the folder where the search for the project starts; it need not be the root. */
  start: string;
  /**
   * Where `start` comes from. `flag` (--root): the folder is the project itself if it is not part of one. `environment` (CLAUDE_PROJECT_DIR):
   * only a real project counts. `current directory`: the client's single root, if it has one, takes precedence.
   */
  origin: 'flag' | 'environment' | 'current directory';
  /** Several projects, which are served instead of the one at `start`. */
  projects?: readonly [NamedProject, ...NamedProject[]];
  tools: ServedTools;
  /** Settings of a project by its root: that of `start`, the client's, or one that a tool's `path` names. Throws `AppError('ConfigurationError')`. */
  settingsFor: (root: string) => ProjectSettings | Promise<ProjectSettings>;
  /** Whether the process belongs to another program: it then gets no signal handlers, and continues after the server has ended. */
  embedded?: boolean;
}

export interface StdioServer {
  /** Settles when an embedded server has ended. Otherwise the process ends instead. */
  ended: Promise<void>;
  close(): Promise<void>;
}

/** How long running calls may take after the end of input (ms). */
const lastAnswersMs = 400;
/** How long closing the index may take after that (ms). */
const closingMs = 300;
/** Loading the engine blocks the thread. The delay (ms) lets the server first answer the list requests that clients send after the handshake. */
const warmUpDelayMs = 50;
/** Watching starts when the first questions are answered, or at the latest after this time (ms). */
const questionsFirstMs = 500;

interface ProjectChoice {
  /** Settles when the client has answered the request for its roots; at once if there is no such request. */
  whenChosen(): Promise<void>;
  askClient(mcp: McpServer): void;
  /** Loads the engine and brings the project's index up to date in the background. */
  warmUp(): void;
}

/** @param answered settles when the current questions are answered */
function createProjectChoice(pool: EnginePool, logger: Logger, answered: () => Promise<unknown>): ProjectChoice {
  let asking: Promise<void> = Promise.resolve();

  const ask = async (mcp: McpServer): Promise<void> => {
    const folder = await onlyClientRoot(mcp.server);
    if (folder !== null) pool.setStart({ folder, named: false });
  };
  const warmUp = (): void => void indexServedProjects(pool, logger, answered);
  return {
    whenChosen: () => asking,
    askClient: (mcp) => {
      asking = ask(mcp);
      void asking.then(warmUp);
    },
    warmUp,
  };
}

type BuildServer = (connection: { era: 'legacy' | 'modern' }) => McpServer;

function serverBuilder(host: ServerHost, choice: ProjectChoice, asksClient: () => boolean): BuildServer {
  return ({ era }) => {
    const mcp = createServer(host, era === 'legacy' ? 'older' : 'pipe');
    if (era === 'legacy') {
      mcp.server.oninitialized = () => {
        if (asksClient()) choice.askClient(mcp);
      };
      mcp.server.setNotificationHandler('notifications/roots/list_changed', () => {
        if (asksClient()) choice.askClient(mcp);
      });
    }
    return mcp;
  };
}

/** Serves until the input ends, a signal arrives or `close` is called, then ends the process unless it is embedded. Resolves once the server listens. */
export function startStdioServer(options: StdioServerOptions): Promise<StdioServer> {
  const { embedded = false } = options;
  const { write, release } = guardStdout();
  const logger = createLogger('warn', writeError);
  const start = { folder: options.start, named: options.origin === 'flag' };
  const feed = new ServerFeed();
  const pool = new EnginePool(engineSource(options.settingsFor, logger, feed), options.projects ?? start);
  const choice = createProjectChoice(pool, logger, () => withTimeout(questionsFirstMs, wire.answered()));
  const watch = new ResourceWatch(pool, (uri) => feed.publish({ kind: 'resource_updated', uri }));
  const observe = callLog(logger, 'MCP');
  const host: ServerHost = {
    pool,
    tools: options.tools,
    feed,
    watch,
    observe,
    projectKnown: () => choice.whenChosen(),
  };
  const asksClient = (): boolean =>
    options.origin === 'current directory' && wire.gate.clientCapabilities?.['roots'] !== undefined;
  const ended = Promise.withResolvers<void>();
  let isEnding = false;

  const end = async (reason: string, graceMs: number): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    logger.write('debug', 'MCP', { message: `Ending: ${reason}` });
    if (graceMs > 0) await withTimeout(graceMs, wire.answered());
    const closed = Promise.all([handle.close(), pool.close()]);
    if (embedded) {
      await keepAliveDuring(closed).catch(() => {});
      release();
      ended.resolve();
      return;
    }
    await withTimeout(closingMs, closed);
    process.exit(0);
  };
  const wire = new StdioWire(
    { input: process.stdin, output: process.stdout, write },
    {
      onFirstAnswer: () => {
        // A client with roots is asked for them first, after its `initialized` notification.
        if (!asksClient()) setTimeout(() => choice.warmUp(), warmUpDelayMs);
      },
      onListen: () => {
        // The SDK does not report which resources are subscribed to, so all are watched until the connection ends.
        for (const uri of watch.uris) watch.subscribe(uri);
      },
      onEnd: (reason) => void end(reason, reason === 'end of input' ? lastAnswersMs : 0),
    },
  );
  const build = serverBuilder(host, choice, asksClient);
  const handle = serveStdio(build, {
    transport: wire,
    onerror: (error) => logger.write('debug', 'MCP', { message: error.message.slice(0, 500) }),
  });
  const signals = embedded ? [] : (['SIGINT', 'SIGTERM', 'SIGHUP'] as const);
  for (const signal of signals) process.on(signal, () => void end(signal, 0));
  const close = async (): Promise<void> => {
    void end('close', 0);
    await keepAliveDuring(ended.promise);
  };
  return Promise.resolve({ ended: ended.promise, close });
}
