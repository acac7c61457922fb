/**
 * The protocol server: one definition for both eras, built anew for each connection.
 * Invariant: building it loads neither tools nor index; a request that needs them does.
 */
import { McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { productName, productVersion } from '../config/product.ts';
import type { CallObserver } from '../tools/call-log.ts';
import type { OpenProject } from '../tools/call-tool.ts';
import type { EnginePool } from './engine-pool.ts';
import { olderVersions } from './gate.ts';
import { instructionsFor } from './instructions.ts';
import { listedResources, listedTemplates } from './resources/list.ts';
import type { ServedTools } from './served-tools.ts';

export interface ServerHost {
  pool: EnginePool;
  tools: ServedTools;
  /** Hears of every call of a tool. */
  observe: CallObserver;
  /** Settles when it is known which project the server serves. */
  projectKnown(): Promise<void>;
}

/** Lists do not change while the process lives; five minutes keep a client from asking over and over. */
const listHint = { ttlMs: 300_000, cacheScope: 'public' as const };

/** Every list has one page, so no cursor can be one that was given out. */
function refuseCursor(cursor: string | undefined): void {
  if (cursor === undefined) return;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'Invalid cursor: the list has one page; ask for it without a cursor',
  );
}

export function createServer(host: ServerHost): McpServer {
  const mcp = new McpServer(
    { name: productName, title: 'Code Scout', version: productVersion() },
    {
      capabilities: { tools: { listChanged: true }, resources: { listChanged: true }, completions: {} },
      instructions: instructionsFor(host.pool.names, host.tools.names),
      supportedProtocolVersions: olderVersions,
      cacheHints: {
        'server/discover': listHint,
        'tools/list': listHint,
        'resources/list': listHint,
        'resources/templates/list': listHint,
      },
      // Its default compiles a JSON schema library at start; elicitation, its only use, is not used.
      jsonSchemaValidator: {
        getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'elicitation is not used' }),
      },
    },
  );
  const { server } = mcp;
  server.setRequestHandler('tools/list', async (request) => {
    refuseCursor(request.params?.cursor);
    const { listedTools } = await import('./tool-calls.ts');
    return { tools: listedTools(host.pool.names, await host.tools.load()) };
  });
  server.setRequestHandler('tools/call', async (request, context) => {
    const { runToolCall } = await import('./tool-calls.ts');
    const { signal, _meta, notify } = context.mcpReq;
    const token = _meta?.progressToken;
    const call = {
      name: request.params.name,
      arguments: request.params.arguments,
      signal,
      projects: host.pool.names,
      tools: await host.tools.load(),
      notify:
        token === undefined
          ? null
          : (report: { progress: number; total?: number; message: string }): void => {
              // Nobody is there to hear it once the connection is gone.
              notify({ method: 'notifications/progress', params: { progressToken: token, ...report } }).catch(() => {});
            },
    };
    const open: OpenProject = async (place, access) => {
      await host.projectKnown();
      return host.pool.engineFor(place, access);
    };
    return runToolCall(call, open, host.observe);
  });
  server.setRequestHandler('resources/list', (request) => {
    refuseCursor(request.params?.cursor);
    return { resources: listedResources(host.pool.names) };
  });
  server.setRequestHandler('resources/templates/list', (request) => {
    refuseCursor(request.params?.cursor);
    return { resourceTemplates: listedTemplates(host.pool.names) };
  });
  server.setRequestHandler('resources/read', async (request) => {
    await host.projectKnown();
    const { readResource } = await import('./resources/read.ts');
    return readResource(request.params.uri, host);
  });
  server.setRequestHandler('completion/complete', async (request) => {
    await host.projectKnown();
    const { complete } = await import('./completion.ts');
    return complete(request.params, host.pool);
  });
  return mcp;
}
