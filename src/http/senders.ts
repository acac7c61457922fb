/**
 * Senders of requests who may each see something else: whose routes answer a request, in place of one token for the whole server.
 * Invariant: what answers a request is chosen by what its sender may see before anything of the request is read; an answer that goes on is ended when its
 * sender may not see that any more.
 */
import { isRefusal, type Access, type AccessChecker } from '../team/access/access.ts';
import { headerOf, type HttpRequest } from '../util/http-message.ts';
import { createRouter, type Refusal, type Route } from './routes.ts';

export interface Senders {
  checker: AccessChecker;
  /** The routes for what somebody may see, the same array for the same; null: there is nothing for this sender. Rejects with an `AppError`. */
  routesOf: (access: Access) => Promise<readonly Route[] | null>;
  /** Called when a request begins to be answered by these routes; what it returns, when that is over. */
  hold?: (routes: readonly Route[]) => () => void;
}

type Router = ReturnType<typeof createRouter>;

export interface KnownSender {
  access: Access;
  routes: readonly Route[];
  route: Router;
}

export interface RefusedSender {
  reason: string;
  refusal: Refusal;
}

const unauthorized =
  'Unauthorized: send the header "Authorization: Bearer TOKEN" with a token of this server; WWW-Authenticate says what is wrong';
const forbidden = 'Forbidden: the token may not do this; WWW-Authenticate says why';

export class SenderRoutes {
  readonly #senders: Senders;
  readonly #routers = new WeakMap<readonly Route[], Router>();

  constructor(senders: Senders) {
    this.#senders = senders;
  }

  /** @param onDefect called where it cannot be known what the sender may see */
  async find(
    request: Pick<HttpRequest, 'headers'>,
    onDefect: (error: unknown) => void,
  ): Promise<KnownSender | RefusedSender> {
    try {
      const access = await this.#senders.checker.check(headerOf(request, 'authorization'));
      if (isRefusal(access)) {
        const { status, challenge } = access;
        const message = status === 401 ? unauthorized : forbidden;
        return { reason: 'token', refusal: { status, message, headers: { 'www-authenticate': challenge } } };
      }
      const routes = await this.#senders.routesOf(access);
      if (routes === null) {
        const message = 'Forbidden: there is no repository here that the token may read';
        return { reason: 'nothing', refusal: { status: 403, message } };
      }
      return { access, routes, route: this.#router(routes) };
    } catch (error) {
      onDefect(error);
      const message = 'The server cannot tell at the moment what the token may see; ask again in some seconds';
      return { reason: 'unknown access', refusal: { status: 503, message, headers: { 'retry-after': '2' } } };
    }
  }

  #router(routes: readonly Route[]): Router {
    let router = this.#routers.get(routes);
    if (router === undefined) {
      router = createRouter(routes);
      this.#routers.set(routes, router);
    }
    return router;
  }

  /**
   * Checks the sender of a request again while it is being answered, and keeps its routes so long. Returns what ends that.
   * @param everyMs how often
   * @param end called once, when the sender may not see the same any more
   */
  watch(
    request: Pick<HttpRequest, 'headers'>,
    { routes }: KnownSender,
    { everyMs, end }: { everyMs: number; end: () => void },
  ): () => void {
    let isOver = false;
    const release = this.#senders.hold?.(routes);
    const check = async (): Promise<void> => {
      // Where it cannot be known at the moment, the answer goes on: a new request would be refused.
      const found = await this.find(request, () => {});
      if (isOver) return;
      const isSame = 'reason' in found ? found.reason === 'unknown access' : found.routes === routes;
      if (isSame) timer.refresh();
      else end();
    };
    const timer = setTimeout(() => void check(), everyMs);
    timer.unref();
    return () => {
      isOver = true;
      clearTimeout(timer);
      release?.();
    };
  }
}
