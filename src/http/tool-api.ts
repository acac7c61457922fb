/** The JSON API: each tool is called with one POST, and runs as a call over MCP does. */
import type { CallObserver } from '../tools/call-log.ts';
import { errorTypeOf } from '../tools/call-log.ts';
import { callTool, type OpenProject } from '../tools/call-tool.ts';
import { findTool } from '../tools/find-tool.ts';
import { schemasOf } from '../tools/json-schema.ts';
import { toolsFor } from '../tools/several-projects.ts';
import type { Tool, ToolAnswer } from '../tools/tool.ts';
import { headerOf, isJsonType, jsonReply, type HttpReply, type HttpRequest } from '../util/http-message.ts';
import type { ApiAnswer, ApiFailure, ApiProject, ApiProjectList, ApiToolList } from './contract.ts';
import { openApiDocument } from './openapi.ts';
import type { Route } from './routes.ts';
import { clockMs } from '../util/clock.ts';
import { jsonExcess } from '../util/json-bounds.ts';

export interface ToolApiOptions {
  open: OpenProject;
  /** The projects of the server, by name; a call that names none is about the first. */
  projects: readonly ApiProject[];
  /** Whether a call may name a project where there is only one. */
  isOneNamed?: boolean;
  /** The served tools. */
  tools: readonly Tool[];
  observe: CallObserver;
}

const statusByType: ReadonlyMap<string, number> = new Map([
  ['ValidationError', 400],
  ['NotFoundError', 404],
  ['ParsingError', 422],
  ['FileSystemError', 422],
  ['ConfigurationError', 500],
  ['CancelledError', 503],
  ['DatabaseError', 500],
  ['InternalError', 500],
]);

function failure(status: number, message: string, type = 'ValidationError'): HttpReply {
  const body: ApiFailure = { error: { type, message, timestamp: Date.now() } };
  return jsonReply(status, body);
}

/** The reply for an answer that is an error; null for another answer. */
export function failedReply(answer: ToolAnswer): HttpReply | null {
  const type = errorTypeOf(answer);
  return type === null ? null : jsonReply(statusByType.get(type) ?? 500, answer.structured);
}

/** The arguments in the body, none if it is empty; or the reply for a body that cannot be read. */
export function readArguments(request: HttpRequest): { args: unknown } | { reply: HttpReply } {
  if (request.body.length === 0) return { args: {} };
  const type = headerOf(request, 'content-type') ?? '';
  if (!isJsonType(type)) {
    return { reply: failure(415, 'Content-Type must be application/json, in UTF-8') };
  }
  const excess = jsonExcess(request.body);
  if (excess !== null) return { reply: failure(400, `The body ${excess}`) };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(request.body);
    return { args: JSON.parse(text) };
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : 'it cannot be read';
    return { reply: failure(400, `The body must be a JSON object with the arguments: ${reason}`) };
  }
}

/** The part of a path without percent encoding; unchanged if the encoding is invalid, since no tool has such a name. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

async function callRoute(tool: Tool, request: HttpRequest, { open, observe }: ToolApiOptions): Promise<HttpReply> {
  const read = readArguments(request);
  if ('reply' in read) return read.reply;
  const started = clockMs();
  const answer = await callTool(tool, read.args, open, { signal: request.signal, progress: null });
  observe({ tool: tool.name, durationMs: clockMs() - started, answer });
  const failed = failedReply(answer);
  if (failed !== null) return failed;
  const body: ApiAnswer = {
    tool: tool.name,
    texts: answer.texts,
    ...(answer.structured === undefined ? {} : { data: answer.structured }),
  };
  return jsonReply(200, body);
}

function toolList(tools: readonly Tool[]): ApiToolList {
  return {
    tools: tools.map((tool) => {
      const { name, title, description, toolset, annotations } = tool;
      const { input, output } = schemasOf(tool);
      return { name, title, description, toolset, annotations, inputSchema: input, outputSchema: output };
    }),
  };
}

export function toolApiRoutes(options: ToolApiOptions): Route[] {
  const { projects, isOneNamed = false } = options;
  const named = projects.length > 1 || isOneNamed ? projects : [];
  const tools = toolsFor(named.map(({ name }) => name), options.tools); // prettier-ignore
  let list: HttpReply | null = null;
  let document: HttpReply | null = null;
  return [
    {
      path: '/api/tools',
      methods: { GET: () => Promise.resolve((list ??= jsonReply(200, toolList(tools)))) },
      refusals: 'api',
    },
    {
      path: '/api/tools/*',
      methods: {
        POST: async (request) => {
          const found = findTool(decoded(request.path.slice('/api/tools/'.length)), tools);
          return 'problem' in found
            ? failure(404, found.problem, 'NotFoundError')
            : callRoute(found.tool, request, options);
        },
      },
      refusals: 'api',
    },
    {
      path: '/api/projects',
      methods: { GET: () => Promise.resolve(jsonReply(200, { projects: options.projects } satisfies ApiProjectList)) },
      refusals: 'api',
    },
    {
      path: '/api/openapi.json',
      methods: { GET: () => Promise.resolve((document ??= jsonReply(200, openApiDocument(tools)))) },
      refusals: 'api',
    },
  ];
}
