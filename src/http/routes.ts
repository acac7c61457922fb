/** The routes of the server: a table of paths, each with its methods and the form of refusals. */
import { jsonReply, type HttpHandler, type HttpReply, type HttpRequest } from '../util/http-message.ts';

/** The form of a refusal: an error of JSON-RPC or of the JSON API. */
export type RefusalForm = 'rpc' | 'api';

export interface Route {
  /** `/health`; or `/api/tools/*`, where the star stands for any last part of a path. */
  path: string;
  methods: Readonly<Partial<Record<'GET' | 'POST' | 'DELETE', HttpHandler>>>;
  refusals: RefusalForm;
  /** Whether the route is answered without a token; then the answer must reveal nothing about the project. */
  open?: boolean | ((request: Pick<HttpRequest, 'method' | 'headers'>) => boolean);
  /** Whether a request is a part of a question that is counted elsewhere: then it does not count against the quota of its sender. */
  uncounted?: true;
  /**
   * For a route that has a proof of its own of who sends: why a request has none, by its headers alone; null where it may have one, which the handler checks
   * with the body. Such a request is asked for neither a token nor the names of this server, since no web page can send it.
   */
  unproven?: (request: Pick<HttpRequest, 'headers'>) => Refusal | null;
}

export interface FoundRoute {
  route: Route;
  /** Null if the route does not have the method. */
  handler: HttpHandler | null;
  /** The methods of the route, for the Allow header. */
  allowed: string;
}

interface RouteEntry {
  route: Route;
  handlers: ReadonlyMap<string, HttpHandler>;
  allowed: string;
}

function entryOf(route: Route): RouteEntry {
  const { GET, POST, DELETE } = route.methods;
  const handlerByMethod: [string, HttpHandler | undefined][] = [
    ['GET', GET],
    ['HEAD', GET],
    ['POST', POST],
    ['DELETE', DELETE],
  ];
  const handlers = new Map(
    handlerByMethod.flatMap(([name, handler]) => (handler === undefined ? [] : [[name, handler] as const])),
  );
  return { route, handlers, allowed: [...handlers.keys()].join(', ') };
}

export function createRouter(routes: readonly Route[]): (method: string, path: string) => FoundRoute | null {
  const entries = new Map(routes.map((route) => [route.path, entryOf(route)]));
  return (method, path) => {
    const entry = entries.get(path) ?? entries.get(path.replace(/(?<![^/])[^/]+$/, '*'));
    if (entry === undefined) return null;
    const { route, handlers, allowed } = entry;
    return { route, handler: handlers.get(method) ?? null, allowed };
  };
}

/** Whether a request is answered without a token. */
export function isOpen(found: FoundRoute | null, request: Pick<HttpRequest, 'method' | 'headers'>): boolean {
  const open = found?.route.open ?? false;
  return typeof open === 'boolean' ? open : open(request);
}

const apiTypes: Readonly<Record<number, string>> = { 404: 'NotFoundError', 500: 'InternalError', 503: 'InternalError' };

export interface Refusal {
  status: number;
  /** A sentence that says what to do. */
  message: string;
  headers?: Readonly<Record<string, string>>;
}

export function refusalReply(form: RefusalForm, { status, message, headers = {} }: Refusal): HttpReply {
  const error =
    form === 'rpc'
      ? { jsonrpc: '2.0', id: null, error: { code: status === 500 ? -32603 : -32000, message } }
      : { error: { type: apiTypes[status] ?? 'ValidationError', message, timestamp: Date.now() } };
  return jsonReply(status, error, headers);
}
