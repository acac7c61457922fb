/**
 * The HTTP server that `serve --http` starts, with the fixtures of the conformance suites among its tools, prompts and
 * resources.
 */
import { randomBytes } from 'node:crypto';
import { createRequestStateCodec } from '@modelcontextprotocol/server';
import { defaultConfig } from '../../src/config/load.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { EnginePool } from '../../src/mcp/engine-pool.ts';
import { engineSource } from '../../src/mcp/engine-source.ts';
import { createMcpEndpoint } from '../../src/mcp/http/http.ts';
import { ResourceWatch } from '../../src/mcp/resource-watch.ts';
import { servedTools } from '../../src/mcp/served-tools.ts';
import { ServerFeed } from '../../src/mcp/server-feed.ts';
import { createLogger } from '../../src/util/json-log.ts';
import { fixturePrompts, fixtureResources, fixtureTemplates } from './fixture-texts.ts';
import { fixtureTools } from './fixture-tools.ts';

export interface FixtureServer {
  url: string;
  close(): Promise<void>;
}

export async function startFixtureServer(root: string): Promise<FixtureServer> {
  const { config } = defaultConfig(root);
  const feed = new ServerFeed();
  const source = engineSource(
    () => ({ config, usualLimit: null }),
    createLogger('silent', () => {}),
    feed,
  );
  const pool = new EnginePool(source, [{ name: 'fixture', root }]);
  const tools = await servedTools(config.tools);
  const states = createRequestStateCodec<{ step: number }>({ key: randomBytes(32) });
  const mcp = createMcpEndpoint({
    pool,
    tools,
    feed,
    watch: new ResourceWatch(pool, (uri) => feed.publish({ kind: 'resource_updated', uri })),
    additions: {
      tools: fixtureTools(feed, states),
      prompts: fixturePrompts,
      resources: fixtureResources,
      templates: fixtureTemplates,
      changing: true,
      verifyState: (state, context) => states.verify(state, context),
    },
    observe: () => {},
    projectKnown: () => Promise.resolve(),
    onError: () => {},
  });
  const listener = createHttpServer({
    settings: { ...config.http, port: 0 },
    token: null,
    tls: null,
    mcp: mcp.handle,
    metrics: () => Promise.resolve({ status: 404 }),
    tools: {
      open: (place, access) => pool.engineFor(place, access),
      projects: [{ name: 'fixture', root }],
      tools: await tools.load(),
      observe: () => {},
    },
    onRequest: () => {},
    onDefect: (error) => {
      throw error;
    },
  });
  const port = await listener.listen('127.0.0.1', 0);
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async close() {
      await mcp.close();
      await listener.close();
      await pool.close();
    },
  };
}
