/** Small repositories that are much alike, served over HTTP to people who may each see some of them. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { defaultConfig, loadConfig } from '../../src/config/load.ts';
import { openEngine, resolveRoot } from '../../src/engine/engine.ts';
import type { Engine } from '../../src/engine/types.ts';
import type { Route } from '../../src/http/routes.ts';
import { createSharedServer, servedRoutes } from '../../src/http/server.ts';
import { EnginePool, type EngineSource, type NamedProject } from '../../src/mcp/engine-pool.ts';
import { createMcpEndpoint, type McpEndpoint } from '../../src/mcp/http/http.ts';
import { ResourceWatch } from '../../src/mcp/resource-watch.ts';
import { ServerFeed } from '../../src/mcp/server-feed.ts';
import { AppError } from '../../src/model/error.ts';
import type { OpenProject, ProjectAccess, ProjectPlace } from '../../src/tools/call-tool.ts';
import { servedTools } from '../../src/mcp/served-tools.ts';
import type { AccessChecker } from '../../src/team/access/access.ts';
import { initRepository } from '../../src/util/testing/init-repository.ts';

/** By name. Each has words of its own, and shares all others: names, paths and packages. */
function sourcesOf(name: string, mark: string): Record<string, string> {
  return {
    'package.json': `{ "name": "@acme/${name}", "version": "1.0.0", "main": "src/index.ts", "dependencies": { "@acme/alpha": "*" } }\n`,
    'src/index.ts': `export { loginUser, ${mark}Secret } from './auth/login.ts';\n`,
    'src/auth/login.ts': `import { hashPassword } from '@acme/alpha';
import { Session } from './session.ts';

/** Signs users in, by their password. ${mark} */
export function loginUser(name: string, password: string): Session {
  return new Session(hashPassword(name + password));
}

export function hashPassword(text: string): string {
  return [...text].reverse().join('');
}

/** What only ${name} has: ${mark}. */
export function ${mark}Secret(): Session {
  return loginUser('${mark}', '${mark}');
}
`,
    'src/auth/session.ts': `/** A session of a user. */
export class Session {
  constructor(readonly key: string) {}
  /** Whether the password is still right. */
  isValid(): boolean {
    return this.key !== '${mark}';
  }
}
`,
    [`src/auth/${mark}.ts`]: `import { loginUser } from './login.ts';
export const ${mark}User = loginUser('a', 'b');
`,
    'docs/login.md': `# Login\n\nHow users sign in with a password and get a session. ${mark} ${mark} ${mark}\n`,
  };
}

/** A repository that is served. */
export interface MountedProject extends NamedProject {
  /** In the catalogue. */
  id: number;
}

export interface Repositories {
  base: string;
  all: readonly MountedProject[];
  /** A word that is in this repository alone. */
  markOf: (id: number) => string;
  close: () => Promise<void>;
}

const config = (root: string): ReturnType<typeof loadConfig> =>
  loadConfig({ root, env: new Map(), userConfigDir: null });

/** With their indexes. */
export async function makeRepositories(names: readonly string[]): Promise<Repositories> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-permissions-')));
  const markOf = (id: number): string => `zorga${names[id - 1]!}`;
  const all: MountedProject[] = [];
  for (const [at, name] of names.entries()) {
    const root = join(base, name);
    for (const [path, text] of Object.entries(sourcesOf(name, markOf(at + 1)))) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    initRepository(root);
    all.push({ id: at + 1, name, root });
    const engine = await openEngine({ root, config: config(root).config, indexing: 'inline' });
    await engine.index();
    await engine.close();
  }
  return { base, all, markOf, close: async () => rmSync(base, { recursive: true, force: true }) };
}

export interface PermissionServer {
  url: string;
  close: () => Promise<void>;
}

/** Knows its own repositories, and no folders. */
class View extends EnginePool {
  override async engineFor(place: ProjectPlace, access: ProjectAccess): Promise<Engine> {
    if (place.path === null) return super.engineFor(place, access);
    throw new AppError('ValidationError', 'This server has repositories and no folders', { hint: 'Leave out path.' });
  }
}

/** A server with engines of its own. @param mounted what is there at the time of a request */
export async function servePermitted(
  mounted: () => readonly MountedProject[],
  checker: AccessChecker,
): Promise<PermissionServer> {
  const engines = new Map<string, Promise<Engine>>();
  const source: EngineSource = {
    resolveRoot,
    settingsFor: (root) => ({ config: config(root).config, usualLimit: null }),
    openEngine: (root, settings) => {
      const open = engines.get(root) ?? openEngine({ root, config: settings.config, indexing: 'inline' });
      engines.set(root, open);
      return open;
    },
  };
  const { config: plain } = defaultConfig('/');
  const served = await servedTools({ ...plain.tools, readOnly: true });
  const tools = await served.load();
  const views = new Map<string, { routes: Route[]; endpoint: McpEndpoint }>();
  const viewOf = (
    projects: readonly [MountedProject, ...MountedProject[]],
  ): { routes: Route[]; endpoint: McpEndpoint } => {
    const pool = new View(async () => source, projects);
    const endpoint = createMcpEndpoint({
      ...{ pool, tools: served, feed: new ServerFeed(), watch: new ResourceWatch(pool, () => {}), observe: () => {} },
      ...{ projectKnown: () => Promise.resolve(), onError: () => {} },
    });
    const open: OpenProject = (place, access) => pool.engineFor(place, access);
    const routes = servedRoutes({
      ...{ mcp: endpoint.handle, metrics: () => Promise.resolve({ status: 404 }) },
      tools: { open, projects, tools, observe: () => {} },
    });
    return { endpoint, routes: routes.filter(({ path }) => !['/metrics', '/api/usage'].includes(path)) };
  };
  const listener = createSharedServer({
    settings: { ...plain.http, port: 0, rateLimit: 0 },
    senders: {
      checker,
      routesOf: async ({ repositories }) => {
        const [first, ...others] = mounted().filter(({ id }) => repositories === 'all' || repositories.has(id));
        if (first === undefined) return null;
        const key = [first, ...others].map(({ id }) => id).join();
        const view = views.get(key) ?? viewOf([first, ...others]);
        views.set(key, view);
        return view.routes;
      },
    },
    ...{ metadata: null, tls: null, onRequest: () => {}, onDefect: () => {} },
  });
  const port = await listener.listen('127.0.0.1', 0);
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      for (const { endpoint } of views.values()) await endpoint.close();
      await listener.close();
      for (const engine of engines.values()) await (await engine).close();
    },
  };
}
