/**
 * The protocol server, for all protocol revisions; one is created for each connection.
 * Invariant: creating it loads neither tools nor index; requests that need them do.
 */
import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import { productName, productVersion } from '../config/product.ts';
import type { OpenProject } from '../tools/call-tool.ts';
import { readGraphView, graphViewUri, supportsApps, withViews } from './app-view.ts';
import { feedConnection, type Connection } from './connection-feed.ts';
import { olderVersions } from './http/gate.ts';
import { instructionsFor } from './instructions.ts';
import type { ProtocolServer } from './protocol-server.ts';
import { listedResources, listedTemplates } from './resources/list.ts';
import type { ServerHost } from './server-host.ts';

/** A validator that accepts everything. The SDK's validator would compile a JSON schema library at start; a tool checks the client's answers itself. */
const acceptsAll: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
  },
};

/** Clients may cache lists for five minutes: the built-in ones do not change while the process runs. */
const listHint = { ttlMs: 300_000, cacheScope: 'public' as const };
/** The list of tools names views to clients that show them: one client's list is not another's. */
const toolsHint = { ...listHint, cacheScope: 'private' as const };

/** Every list has one page, so every cursor is invalid. */
function refuseCursor(cursor: string | undefined): void {
  if (cursor === undefined) return;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'Invalid cursor: the list has one page; ask for it without a cursor',
  );
}

function optionsOf(host: ServerHost, connection: Connection): ServerOptions {
  const { pool, tools, additions } = host;
  const listChanged = additions?.changing === true;
  // 2026-07-28 has log lines only about a request that asks for them. Only additions send these.
  const hasLevels = connection === 'older' || connection === 'shared';
  const logging = hasLevels || additions !== undefined ? { logging: {} } : {};
  return {
    capabilities: {
      tools: { listChanged },
      prompts: { listChanged },
      resources: { subscribe: host.watch !== null, listChanged },
      completions: {},
      ...logging,
    },
    instructions: instructionsFor(pool.names, tools.names, host.wording),
    supportedProtocolVersions: olderVersions,
    cacheHints: {
      'server/discover': listHint,
      'tools/list': toolsHint,
      'prompts/list': listHint,
      'resources/list': listHint,
      'resources/templates/list': listHint,
    },
    ...(additions?.verifyState === undefined ? {} : { requestState: { verify: additions.verifyState } }),
    jsonSchemaValidator: acceptsAll,
  };
}

export function createServer(host: ServerHost, connection: Connection): McpServer {
  const info = { name: productName, title: 'Code Scout', version: productVersion() };
  const mcp = new McpServer(info, optionsOf(host, connection));
  // The SDK uses this schema to check headers that repeat arguments (`x-mcp-header`). Our own tools have no such headers.
  mcp.toolInputSchemaJson = (name) =>
    host.additions?.tools.find(({ listed }) => listed.name === name)?.listed.inputSchema;
  const { server } = mcp;
  serveTools(server, host);
  servePrompts(server, host);
  serveResources(server, host);
  server.setRequestHandler('completion/complete', async (request) => {
    await host.projectKnown();
    const { complete } = await import('./completion.ts');
    return complete(request.params, host);
  });
  feedConnection(server, host, connection);
  return mcp;
}

function serveTools(server: ProtocolServer, host: ServerHost): void {
  const { pool, additions } = host;
  server.setRequestHandler('tools/list', async (request, context) => {
    refuseCursor(request.params?.cursor);
    const { listedTools } = await import('./tool-calls.ts');
    const listed = listedTools(pool.names, await host.tools.load());
    const builtIn = supportsApps(server, context.mcpReq.envelope) ? withViews(listed) : listed;
    return { tools: additions === undefined ? builtIn : [...builtIn, ...additions.tools.map(({ listed }) => listed)] };
  });
  server.setRequestHandler('tools/call', async (request, context) => {
    const added = additions?.tools.find(({ listed }) => listed.name === request.params.name);
    if (added !== undefined) return added.call(request.params.arguments ?? {}, context, server);
    const { runToolCall } = await import('./tool-calls.ts');
    const { signal, _meta, notify } = context.mcpReq;
    const token = _meta?.progressToken;
    const call = {
      name: request.params.name,
      arguments: request.params.arguments,
      signal,
      projects: pool.names,
      tools: await host.tools.load(),
      notify:
        token === undefined
          ? null
          : (report: { progress: number; total?: number; message: string }): void => {
              // The connection may be closed already.
              notify({ method: 'notifications/progress', params: { progressToken: token, ...report } }).catch(() => {});
            },
    };
    const open: OpenProject = async (place, access) => {
      await host.projectKnown();
      return pool.engineFor(place, access);
    };
    return runToolCall(call, open, host.observe);
  });
}

function servePrompts(server: ProtocolServer, host: ServerHost): void {
  const { pool, additions } = host;
  server.setRequestHandler('prompts/list', async (request) => {
    refuseCursor(request.params?.cursor);
    const { listedPrompts } = await import('./prompts/list.ts');
    const builtIn = listedPrompts(pool.names);
    return {
      prompts: additions === undefined ? builtIn : [...builtIn, ...additions.prompts.map(({ listed }) => listed)],
    };
  });
  server.setRequestHandler('prompts/get', async (request, context) => {
    const { name, arguments: values } = request.params;
    const added = additions?.prompts.find(({ listed }) => listed.name === name);
    if (added !== undefined) return added.get(values ?? {}, context);
    await host.projectKnown();
    const { getPrompt } = await import('./prompts/get.ts');
    return getPrompt({ name, arguments: values }, host, context.mcpReq.signal);
  });
}

function serveResources(server: ProtocolServer, host: ServerHost): void {
  const { pool, additions } = host;
  server.setRequestHandler('resources/list', (request) => {
    refuseCursor(request.params?.cursor);
    const builtIn = listedResources(pool.names);
    return {
      resources: additions === undefined ? builtIn : [...builtIn, ...additions.resources.map(({ listed }) => listed)],
    };
  });
  server.setRequestHandler('resources/templates/list', (request) => {
    refuseCursor(request.params?.cursor);
    const builtIn = listedTemplates(pool.names);
    const added = additions?.templates.map(({ listed }) => listed) ?? [];
    return { resourceTemplates: [...builtIn, ...added] };
  });
  server.setRequestHandler('resources/read', async (request) => {
    const { uri } = request.params;
    const added = additions?.resources.find(({ listed }) => listed.uri === uri);
    if (added !== undefined) return added.read();
    for (const template of additions?.templates ?? []) {
      const found = await template.read(uri);
      if (found !== null) return found;
    }
    if (uri === graphViewUri) return readGraphView();
    await host.projectKnown();
    const { readResource } = await import('./resources/read.ts');
    return readResource(uri, host);
  });
}
