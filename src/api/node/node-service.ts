/**
 * Serves a query node: the protocol, the JSON API and the explorer, to each sender over the repositories that it may read.
 * Invariant: whatever answers a sender is made for its set of repositories alone, and shared with no other principal.
 */
import type { AppConfig } from '../../config/options.ts';
import type { Access, OpenChecker, QueryNode } from '../../engine/node/query-node.ts';
import { adminRoute, projectsRoute, type Administered, type AdminOptions } from '../../http/admin-api.ts';
import type { FinishedRequest, Listener } from '../../http/listener.ts';
import type { NodeMetrics } from '../../http/node-metrics.ts';
import { refusalReply, type Route } from '../../http/routes.ts';
import { createSharedServer, servedRoutes } from '../../http/server.ts';
import { createMcpEndpoint, type McpEndpoint } from '../../mcp/http/http.ts';
import type { ServedTools } from '../../mcp/served-tools.ts';
import { teamWording } from '../../mcp/team-wording.ts';
import { ServerFeed } from '../../mcp/server-feed.ts';
import { callLog, type CallObserver } from '../../tools/call-log.ts';
import { withCommits } from '../../tools/commit-line.ts';
import type { Tool } from '../../tools/tool.ts';
import type { HttpHandler, HttpRequest } from '../../util/http-message.ts';
import type { Logger } from '../../util/json-log.ts';
import { firstTurn } from '../../util/turns/turns.ts';
import { askedRepository } from './asked-repository.ts';
import { SenderTurns } from './in-turn.ts';
import { passedOn, type Passing } from './pass-on.ts';
import { withSender, type SeenRepository } from './sender.ts';
import { shareRoute } from './share-route.ts';
import { SharedTools } from './shared-tools.ts';
import { RepositoryView } from './view.ts';
import { warmUp } from './warm-up.ts';

export interface NodeServiceOptions {
  node: QueryNode;
  /** Of the user who runs it. */
  config: AppConfig;
  tls: { cert: Buffer; key: Buffer } | null;
  access: OpenChecker;
  /** What administrators see and change. */
  catalogue: Administered;
  tools: ServedTools;
  logger: Logger;
  /** Counts questions; absent: nobody wants that. */
  metrics?: Pick<NodeMetrics, 'observeCall' | 'observeRequest' | 'observePassed'> | null;
  onRequest?: (request: FinishedRequest) => void;
  /** Absent: `usualServed`. */
  mostServed?: number;
}

export interface NodeService {
  /** @returns the URL. Rejects with the system's error. */
  listen(): Promise<string>;
  readonly runningRequests: number;
  finish: Listener['finish'];
  close(): Promise<void>;
}

export async function createNodeService(options: NodeServiceOptions): Promise<NodeService> {
  const { config, tls, access, tools, logger, metrics = null, onRequest } = options;
  const senders = new Senders(options, await tools.load());
  const listener = createSharedServer({
    settings: config.http,
    senders: {
      checker: access.checker,
      routesOf: (sender) => senders.routesOf(sender),
      hold: (routes) => senders.hold(routes),
    },
    metadata: access.metadata,
    tls,
    onRequest: (finished) => {
      onRequest?.(finished);
      metrics?.observeRequest(finished);
    },
    onDefect: (error) => logger.write('error', 'HTTP', { message: String(error).slice(0, 2000) }),
  });
  return {
    async listen() {
      const { host, port } = config.http;
      await warmUp(options.node, await tools.load());
      const listening = await listener.listen(host, port);
      return `${tls === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${listening}`;
    },
    get runningRequests() {
      return listener.runningRequests;
    },
    finish: (graceMs) => listener.finish(graceMs),
    async close() {
      await senders.close();
      await listener.close();
    },
  };
}

/** What answers one sender. */
interface Served {
  routes: readonly Route[];
  /** Null for an administrator who may read nothing. */
  endpoint: McpEndpoint | null;
  /** Of its repositories: by these it has its tools. */
  names: readonly string[];
  usedMs: number;
  /** Requests that are being answered, streams included. */
  answering: number;
}

interface NewSender extends Pick<Access, 'principal'> {
  seen: readonly SeenRepository[];
  administers: boolean;
}

/** So many senders keep what answers them. Besides, everybody who is being answered does, whose number the connections limit. */
const usualServed = 1000;
const explorerPath = '/api/explorer/*';
/** Usage is not counted by a node, and its health is of all senders. */
const leftOut: ReadonlySet<string> = new Set(['/api/usage', '/health']);

class Senders {
  readonly #options: NodeServiceOptions;
  readonly #tools: SharedTools;
  readonly #served = new Map<string, Served>();
  readonly #byRoutes = new WeakMap<readonly Route[], Served>();
  readonly #turns = new SenderTurns();

  constructor(options: NodeServiceOptions, tools: readonly Tool[]) {
    this.#options = options;
    this.#tools = new SharedTools(this.#turns.tools(withCommits(tools, () => options.node.trouble !== null)));
  }

  /** The same array for the same principal that may read the same; null where it may read nothing. */
  async routesOf({ repositories, scopes, principal }: Access): Promise<readonly Route[] | null> {
    const { node } = this.#options;
    const seen = indexedFirst(
      node.repositories.filter(({ id }) => repositories === 'all' || repositories.has(id)),
      node,
    );
    const administers = scopes.has('admin');
    if ((seen.length === 0 && !administers) || !scopes.has('read')) return null;
    const key = JSON.stringify([principal, administers, ...seen.flatMap(({ id, name }) => [id, name])]);
    let served = this.#served.get(key);
    if (served === undefined) {
      // Hundreds who come at once for the first time are not served for the first time in one piece.
      await firstTurn();
      served = this.#served.get(key) ?? this.#add(key, { seen, principal, administers });
    }
    served.usedMs = performance.now();
    return served.routes;
  }

  #add(key: string, { seen, principal, administers }: NewSender): Served {
    const admin = administers ? { catalogue: this.#options.catalogue, principal } : undefined;
    const served = seen.length === 0 ? adminOnly(admin!) : this.#make(seen, String(principal), admin);
    this.#dropOldest();
    this.#served.set(key, served);
    this.#byRoutes.set(served.routes, served);
    return served;
  }

  /** Keeps what answers a sender while it does. */
  hold(routes: readonly Route[]): () => void {
    const served = this.#byRoutes.get(routes);
    if (served === undefined) return () => {};
    served.answering++;
    return () => served.answering--;
  }

  /** Makes room for one more. */
  #dropOldest(): void {
    const { mostServed = usualServed } = this.#options;
    const more = this.#served.size + 1 - mostServed;
    if (more <= 0) return;
    const idle = [...this.#served].filter(([, { answering }]) => answering === 0);
    for (const [key, { endpoint, names }] of idle.sort(([, a], [, b]) => a.usedMs - b.usedMs).slice(0, more)) {
      this.#served.delete(key);
      if (endpoint !== null) this.#tools.leave(names);
      void endpoint?.close();
    }
  }

  #make(seen: readonly SeenRepository[], sender: string, admin: AdminOptions | undefined): Served {
    const { node, config, tools, logger, metrics = null } = this.#options;
    const observing = (front: string): CallObserver => {
      const log = callLog(logger, front);
      return (call) => {
        log(call);
        metrics?.observeCall(call);
      };
    };
    const view = new RepositoryView({ node, sender, turn: this.#turns.share }, seen, shownConfig(config));
    const { names } = view;
    const own = this.#tools.of(names);
    const endpoint = createMcpEndpoint({
      pool: view,
      wording: teamWording,
      tools: { names: tools.names, load: () => Promise.resolve(own) },
      feed: new ServerFeed(),
      // Snapshots are replaced as a whole, and watching all repositories would fetch them all.
      watch: null,
      observe: observing('MCP'),
      projectKnown: () => Promise.resolve(),
      // A balancer takes the next message of a client to another node, and what the sender may read may change between two.
      isSessionless: true,
      onError: (error) => logger.write('debug', 'MCP', { message: error.message.slice(0, 500) }),
    });
    const observe = observing('API');
    const routes = servedRoutes({
      mcp: endpoint.handle,
      tools: {
        open: (place, access) => view.engineFor(place, access),
        projects: view.projects,
        isOneNamed: true,
        tools: own,
        observe,
      },
      admin,
    });
    const onPassed: Passing['onPassed'] = (to) => metrics?.observePassed(to);
    const passing: Passing = { node, idOf: (project) => view.idOf(project), onPassed };
    const isHere = async (request: HttpRequest): Promise<void> => {
      const asked = askedRepository(request);
      const id = asked === 'here' ? null : view.idOf(asked.about);
      if (id !== null) await node.engineOf(id, sender);
    };
    const kept = routes
      .filter(({ path }) => !leftOut.has(path))
      // Tools have turns of their own, also where one request has several calls.
      .map((route) => (route.path === explorerPath ? withHandlers(route, (one) => this.#turns.handler(one, sender, isHere)) : route)); // prettier-ignore
    const passed = kept.map((route) =>
      withHandlers(route, (handler) => withSender(passedOn(handler, passing), sender)),
    );
    return {
      ...{ endpoint, names, usedMs: performance.now(), answering: 0 },
      routes: [...passed, shareRoute({ node, turn: this.#turns.share }, sender, seen)],
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#served.values()].map(async ({ endpoint }) => endpoint?.close()));
  }
}

/** A question that names no repository is about the first one, so that is one of which something is known. */
function indexedFirst(seen: readonly SeenRepository[], node: QueryNode): readonly SeenRepository[] {
  const at = seen.findIndex(({ id }) => node.isIndexed(id));
  return at > 0 ? [seen[at]!, ...seen.slice(0, at), ...seen.slice(at + 1)] : seen;
}

const noRepository = refusalReply('rpc', {
  status: 403,
  message:
    'Forbidden: this token is for the administration alone, since its holder may read no repository here. Use it in the explorer, which is at the address of this server, or at /api/admin/*. `code-scout catalogue grant` says what somebody may read',
});

/** Where clients of the protocol ask. */
const protocolRefusals = ['/mcp', '/'].map((path): Route => {
  const refuse: HttpHandler = () => Promise.resolve(noRepository);
  return { path, methods: { GET: refuse, POST: refuse, DELETE: refuse }, refusals: 'rpc' };
});

/** An administrator sees the state of all repositories, also without a grant to read one. */
function adminOnly(admin: AdminOptions): Served {
  return {
    endpoint: null,
    names: [],
    usedMs: performance.now(),
    answering: 0,
    routes: [...protocolRefusals, projectsRoute, adminRoute(admin)],
  };
}

function withHandlers(route: Route, made: (handler: HttpHandler) => HttpHandler): Route {
  const methods = Object.entries(route.methods).map(([method, handler]) => [method, made(handler)] as const);
  return { ...route, methods: Object.fromEntries(methods) };
}

/** Without what the page store is, and where things are on this machine. */
function shownConfig(config: AppConfig): AppConfig {
  return { ...config, team: { ...config.team, url: '', keys: [] }, database: { ...config.database, path: '' } };
}
