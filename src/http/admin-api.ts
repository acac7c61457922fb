/**
 * `GET /api/admin/QUESTION` and `POST /api/admin/ACTION`: what administrators of an organisation's server see and do.
 * Invariants: only the routes of an administrator have this path, so for everybody else it is as any path that does not exist; no page of another origin may
 * use it, also none that may ask the tools; what changes something needs a body of JSON, and is noted in the audit.
 */
import { actAsAdmin, answerAdmin, type Administered } from '../explorer/admin/admin.ts';
import type { ProjectsAnswer } from '../explorer/contract.ts';
import { errorResult } from '../tools/error-result.ts';
import { headerOf, jsonReply, type HttpHandler, type HttpReply, type HttpRequest } from '../util/http-message.ts';
import type { Route } from './routes.ts';
import { failedReply, readArguments } from './tool-api.ts';

export type { Administered };

export interface AdminOptions {
  catalogue: Administered;
  /** The number of the administrator, for the audit. */
  principal: number;
}

const start = '/api/admin/';
const headers = { 'cross-origin-resource-policy': 'same-origin' };

/** Whether this server's own page asks, or no page at all. */
function isOwnPage(request: HttpRequest): boolean {
  const origin = headerOf(request, 'origin');
  const site = headerOf(request, 'sec-fetch-site') ?? 'same-origin';
  if (site !== 'same-origin' && site !== 'none') return false;
  return origin === undefined || URL.parse(origin)?.host === headerOf(request, 'host')?.toLowerCase();
}

function guarded(answer: (request: HttpRequest, name: string) => Promise<object | { reply: HttpReply }>): HttpHandler {
  return async (request) => {
    if (!isOwnPage(request)) {
      const message = 'Forbidden: only the page of this server may ask this';
      return jsonReply(403, { error: { type: 'ValidationError', message, timestamp: Date.now() } });
    }
    try {
      const answered = await answer(request, request.path.slice(start.length));
      return 'reply' in answered ? answered.reply : jsonReply(200, answered, headers);
    } catch (error) {
      return failedReply(errorResult(error)) ?? jsonReply(500, null);
    }
  };
}

export function adminRoute({ catalogue, principal: by }: AdminOptions): Route {
  return {
    path: `${start}*`,
    methods: {
      GET: guarded((request, name) => answerAdmin(catalogue, name, request.query ?? '')),
      POST: guarded(async (request, name) => {
        const read = readArguments(request);
        return 'reply' in read ? read : actAsAdmin(catalogue, { name, given: read.args, by });
      }),
    },
    refusals: 'api',
  };
}

/** For an administrator who may read no repository: the page's first question. */
export const projectsRoute: Route = {
  path: '/api/explorer/projects',
  methods: {
    GET: () => Promise.resolve(jsonReply(200, { names: [], administers: true } satisfies ProjectsAnswer, headers)),
  },
  refusals: 'api',
};
