/**
 * The explorer: `GET /` and `GET /assets/*` are the files of its page, `GET /api/explorer/*` its questions.
 * Invariants: the files say nothing about the project, so that they need no token: a browser cannot send one when it opens a page. The questions need it
 * like every other. The page may load nothing from another host, run no script but its own, and be in no frame.
 */
import { readFileSync } from 'node:fs';
import { allProjects as allOfPage, type ProjectsAnswer } from '../explorer/contract.ts';
import { answerExplorer } from '../explorer/explorer.ts';
import { allProjects } from '../tools/tool.ts';
import { errorResult } from '../tools/error-result.ts';
import { assetUrl } from '../util/assets.ts';
import { headerOf, jsonReply, type HttpHandler, type HttpReply, type HttpRequest } from '../util/http-message.ts';
import type { Route } from './routes.ts';
import { failedReply, type ToolApiOptions } from './tool-api.ts';

export interface ExplorerOptions extends Pick<ToolApiOptions, 'open' | 'projects'> {
  /** Whether the sender administers the server, so that the page offers that. */
  administers: boolean;
  /** The protocol's endpoint: it is at `/` as well, for clients that are configured with the bare address. */
  protocol: HttpHandler;
}

/** Files of `dist/web` -> their type. No other file is sent. */
const files: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'explorer.js': 'text/javascript; charset=utf-8',
  'explorer.css': 'text/css; charset=utf-8',
};

/** Scripts and styles of this server alone. Trusted types: the browser refuses every text that a script would make markup of. */
const pagePolicy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `connect-src 'self'`,
  `img-src 'self' data:`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
  `require-trusted-types-for 'script'`,
  `trusted-types 'none'`,
].join('; ');

const pageHeaders = {
  'content-security-policy': pagePolicy,
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

const ownOrigin = { 'cross-origin-resource-policy': 'same-origin' };
const answerHeaders = { 'content-type': 'application/json', ...ownOrigin };

function fileReply(name: string): HttpReply {
  const type = Object.hasOwn(files, name) ? files[name] : undefined;
  const missing = (message: string): HttpReply =>
    jsonReply(404, { error: { type: 'NotFoundError', message, timestamp: Date.now() } });
  if (type === undefined) return missing(`The page has the files ${Object.keys(files).join(', ')}`);
  try {
    return {
      status: 200,
      headers: { ...pageHeaders, 'content-type': type },
      body: readFileSync(assetUrl(`web/${name}`)),
    };
  } catch {
    return missing(`The page's files were not built: ${name} is missing`);
  }
}

/** Whether a client of the protocol asks: it wants a stream of events, which no browser's navigation does. */
function wantsEvents(request: Pick<HttpRequest, 'headers'>): boolean {
  return (headerOf(request, 'accept') ?? '').includes('text/event-stream');
}

/**
 * Whether a page of another site asks, by a picture or a script: such a request has no Origin, and its page cannot read the answer, but the answer would
 * cost as much.
 */
function isForeign(request: HttpRequest): boolean {
  const site = headerOf(request, 'sec-fetch-site');
  return (site === 'cross-site' || site === 'same-site') && headerOf(request, 'origin') === undefined;
}

/** Takes the parameter `project` out of a query: it says whom to ask, not what. */
function withoutProject(query: string): { project: string | null; rest: string } {
  const parameters = new URLSearchParams(query);
  const project = parameters.get('project');
  parameters.delete('project');
  return { project, rest: parameters.toString() };
}

export function explorerRoutes({ open, projects, protocol, administers }: ExplorerOptions): Route[] {
  const ask: HttpHandler = async (request) => {
    if (isForeign(request)) {
      const message = 'Forbidden: a page of another site may not ask this server';
      return jsonReply(403, { error: { type: 'ValidationError', message, timestamp: Date.now() } });
    }
    if (request.path === '/api/explorer/projects') {
      const names = projects.map((one) => one.name);
      return jsonReply(200, { names, ...(administers ? { administers } : {}) } satisfies ProjectsAnswer, ownOrigin);
    }
    const { project, rest } = withoutProject(request.query ?? '');
    // A server with one project knows no names of projects; null stands for the only one.
    const named = projects.length > 1 || projects[0]?.name !== project ? project : null;
    const asked = named === allOfPage ? allProjects : named;
    const name = request.path.slice('/api/explorer/'.length);
    try {
      const engine = await open({ project: asked, path: null }, { writes: false });
      const body = await answerExplorer(engine, { name, query: rest, signal: request.signal });
      return { status: 200, headers: answerHeaders, body };
    } catch (error) {
      return failedReply(errorResult(error)) ?? jsonReply(500, null);
    }
  };
  const page: HttpHandler = (request) =>
    wantsEvents(request) ? protocol(request) : Promise.resolve(fileReply('index.html'));
  return [
    { path: '/', methods: { GET: page, POST: protocol, DELETE: protocol }, refusals: 'rpc', open: isPageRequest },
    assets,
    { path: '/api/explorer/*', methods: { GET: ask }, refusals: 'api' },
  ];
}

const assets: Route = {
  path: '/assets/*',
  methods: { GET: (request) => Promise.resolve(fileReply(request.path.slice('/assets/'.length))) },
  refusals: 'api',
  open: true,
};

/** The page alone, which says nothing of any project. */
export const pageRoutes: readonly Route[] = [
  { path: '/', methods: { GET: () => Promise.resolve(fileReply('index.html')) }, refusals: 'rpc', open: isPageRequest },
  assets,
];

/** Whether a request is for the page, which needs no token; the protocol at the same path does. */
function isPageRequest(request: Pick<HttpRequest, 'method' | 'headers'>): boolean {
  return (request.method === 'GET' || request.method === 'HEAD') && !wantsEvents(request);
}
