/** An organisation with repositories, snapshots, tokens and query nodes, for tests: what workers do is done here without their processes. */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createNodeService } from '../../src/api/node/node-service.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { AppConfig } from '../../src/config/options.ts';
import { requestLog } from '../../src/cli/serving/started-http.ts';
import { QueryNode, type NodeEvent, type NodeLimits, type NodeSettings } from '../../src/engine/node/query-node.ts';
import { openEngine } from '../../src/engine/engine.ts';
import { openAccess } from '../../src/engine/team/access.ts';
import { createKeyFile, pushIndex } from '../../src/engine/team/snapshots.ts';
import type { Engine } from '../../src/engine/types.ts';
import { servedTools, type ServedTools } from '../../src/mcp/served-tools.ts';
import type { Catalogue, Repository } from '../../src/team/catalogue/catalogue.ts';
import { openCatalogue } from '../../src/team/catalogue/open-catalogue.ts';
import { makeToken, tokenDigest } from '../../src/team/catalogue/tokens.ts';
import { parsePublicKey } from '../../src/team/snapshot/keys.ts';
import { createLogger } from '../../src/util/json-log.ts';
import { programEntry } from '../program-entry.ts';
import type { ServedUnderAttack } from '../served-suites.ts';
import { git, index } from './team-repository.ts';

const megabyte = 2 ** 20;

export type Files = Readonly<Record<string, string>>;

export interface StartedNode {
  url: string;
  node: QueryNode;
  events: NodeEvent[];
  /** Every line that it has logged. */
  log: () => readonly string[];
  folder: string;
  /** As if its process had been killed: nothing more is answered, and nobody is told. */
  kill(): Promise<void>;
}

export interface Answer {
  status: number;
  body: string;
  texts: string[];
  data: Record<string, unknown>;
}

export class NodeOrganisation {
  readonly top = realpathSync(mkdtempSync(join(tmpdir(), 'code-scout-nodes-')));
  readonly key: string;
  /** Of the catalogue. */
  readonly location: string;
  readonly store = join(this.top, 'store');
  /** Of its nodes. They fetch nothing ahead, so that tests know what is fetched for whom, and soon try again what has failed. */
  readonly limits: NodeLimits = {
    ...{ timeMs: 60_000, memoryBytes: 2000 * megabyte, checkoutBytes: 100 * megabyte, checkoutFiles: 1000 },
    ...{ openIndexes: 500, ahead: 0, firstAnswerMs: 50_000, retryMs: 100, graceMs: 15_000 },
  };
  catalogue!: Catalogue;
  #clones = 0;
  #nodes = 0;
  readonly #running = new Set<StartedNode>();

  private constructor(location: string | null) {
    this.location = location ?? join(this.top, 'catalogue.db');
    this.key = createKeyFile(join(this.top, 'key.pem'));
  }

  /** @param location of the catalogue; null: a file of its own */
  static async open(location: string | null = null): Promise<NodeOrganisation> {
    const made = new NodeOrganisation(location);
    await made.connect();
    return made;
  }

  /** Opens the catalogue, again where its file was replaced. */
  async connect(): Promise<void> {
    const { location } = this;
    this.catalogue = await openCatalogue({ location, tenant: 'main', creates: true, allowsPlain: false });
  }

  async close(): Promise<void> {
    for (const node of this.#running) await node.kill();
    await this.catalogue.close();
    rmSync(this.top, { recursive: true, force: true, maxRetries: 5 });
  }

  config(root: string, more: Readonly<Record<string, string | readonly string[] | boolean>> = {}): AppConfig {
    const flags = {
      ...{ 'team.url': this.store, 'team.keys': [this.key], 'team.waitMs': '600000' },
      ...{ 'metrics.enabled': false, ...more },
    };
    return loadConfig({ root, flags, env: new Map(), userConfigDir: null }).config;
  }

  originOf(name: string): string {
    return join(this.top, 'origins', name.replaceAll('/', '_'));
  }

  /** Registers a new repository, with these files as its first commit; not published yet. */
  async repository(name: string, files: Files): Promise<Repository> {
    const origin = this.originOf(name);
    mkdirSync(origin, { recursive: true });
    git(origin, 'init', '--quiet', '-b', 'main');
    this.commit(name, files);
    return this.catalogue.addRepository({ name, url: `file://${origin}`, defaultRef: 'main', forkOf: null });
  }

  commit(name: string, files: Files): string {
    const origin = this.originOf(name);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(origin, path)), { recursive: true });
      writeFileSync(join(origin, path), text);
    }
    git(origin, 'add', '-A', '.');
    git(origin, 'commit', '--quiet', '--allow-empty', '-m', 'next');
    return git(origin, 'rev-parse', 'HEAD');
  }

  clone(name: string): string {
    const root = join(this.top, 'clones', String(++this.#clones), name.split('/').at(-1)!);
    mkdirSync(dirname(root), { recursive: true });
    git(this.top, 'clone', '--quiet', `file://${this.originOf(name)}`, root);
    return root;
  }

  /** Tells the catalogue of the head of the default branch, as a message of the git host does. */
  async hear({ id, name }: Repository): Promise<void> {
    const commit = git(this.originOf(name), 'rev-parse', 'HEAD');
    await this.catalogue.hear({ repository: id, ref: 'main', commit, delivery: null });
  }

  /** Does what a worker does for the head of the default branch. */
  async publish(repository: Repository): Promise<void> {
    const { name } = repository;
    const root = this.clone(name);
    const config = this.config(root, { 'team.repository': name });
    await index(root, config);
    const place = { location: this.store, workingDirectory: root };
    const report = await pushIndex({ root, config }, { ...place, keyFile: join(this.top, 'key.pem'), branch: 'main' });
    await this.catalogue.wantEdition(report.flavour, 'test');
    await this.hear(repository);
    const job = await this.catalogue.takeJob({ worker: 'w', edition: report.flavour, leaseMs: 60_000, maxStrikes: 3 });
    const { commit, tree, flavour, indexBytes: bytes } = report;
    await this.catalogue.finishJob({ ...job!, commit, tree, flavour, bytes, files: 1, lines: 1, packages: null });
  }

  /** A token of somebody who may read these repositories; null: all. */
  async token(name: string, repositories: readonly Repository[] | null): Promise<string> {
    const { id } = await this.catalogue.addPrincipal('person', name);
    const ids = repositories === null ? [null] : repositories.map((one) => one.id);
    for (const repository of ids) await this.catalogue.grant(id, repository, 'read');
    const token = makeToken();
    const day = 86_400_000;
    await this.catalogue.addToken({ digest: tokenDigest(token), principal: id, name, repositories: null, may: 'read', validMs: day }); // prettier-ignore
    return token;
  }

  async start(
    options: { name?: string; folder?: string; settings?: Partial<NodeSettings>; catalogue?: Catalogue; mostServed?: number; tools?: ServedTools } = {}, // prettier-ignore
  ): Promise<StartedNode> {
    const folder = options.folder ?? join(this.top, `node${++this.#nodes}`);
    const catalogue = options.catalogue ?? this.catalogue;
    const events: NodeEvent[] = [];
    const node = await QueryNode.start({
      ...{ catalogue, folder, cacheBytes: 1000 * megabyte, store: this.store, version: 'test' },
      trusted: [parsePublicKey(this.key)],
      settingsFor: (root) => {
        const place = join(root, '.code-scout', 'database.db');
        return { config: this.config(root, { 'team.url': '', 'database.path': place }), usualLimit: null };
      },
      program: { path: process.execPath, args: [programEntry] },
      environment: { ...process.env, HOME: this.top, XDG_CONFIG_HOME: this.top },
      limits: this.limits,
      mayPassTo: (url) => url.startsWith('http://127.0.0.1:'),
      pollMs: 50,
      log: (event) => events.push(event),
      ...options.settings,
    });
    const config = this.config(folder, { 'http.port': '0', 'tools.readOnly': true });
    const lines: string[] = [];
    const logger = createLogger('debug', (line) => lines.push(line));
    const service = await createNodeService({
      ...{
        node,
        config,
        tls: null,
        tools: options.tools ?? (await servedTools(config.tools)),
        logger,
        onRequest: requestLog(logger),
      },
      access: await openAccess(catalogue, config),
      catalogue,
      ...(options.mostServed === undefined ? {} : { mostServed: options.mostServed }),
    });
    const url = await service.listen();
    if (options.name !== undefined) await node.announce(options.name, url);
    const started: StartedNode = {
      ...{ url, node, events, folder, log: () => lines },
      kill: async () => {
        if (!this.#running.delete(started)) return;
        await service.close();
        await node.close();
      },
    };
    this.#running.add(started);
    return started;
  }

  /** An engine over a clone of the head, as somebody has it on their own machine. The caller closes it. */
  async localEngine(name: string): Promise<Engine> {
    const root = this.clone(name);
    const config = this.config(root, { 'team.url': '' });
    await index(root, config);
    // It watches, as a server does: else it would look for new files with each question, and say so where that takes long.
    const engine = await openEngine({ root, config, indexing: 'thread' });
    await engine.watch();
    return engine;
  }
}

export async function askTool(
  { url }: Pick<StartedNode, 'url'>,
  token: string,
  tool: string,
  args: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await fetch(`${url}/api/tools/${tool}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(args),
  });
  const body = await response.text();
  const { texts = [], data = {} } = JSON.parse(body) as Partial<Answer>;
  return { status: response.status, body, texts, data };
}

/** A question whose body is not whole until `finish`. Resolves when the server knows who asks, and waits for the rest; `answer` to the body of the answer. */
export async function askSlowly(url: string, token: string): Promise<{ answer: Promise<string>; finish: () => void }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', expect: '100-continue' };
  const asked = request(`${url}/api/tools/search`, { method: 'POST', headers });
  const answer = once(asked, 'response').then(([response]) => text(response as IncomingMessage));
  answer.catch(() => {});
  const isAwaited = once(asked, 'continue');
  asked.flushHeaders();
  await isAwaited;
  asked.write('{"pattern":');
  return { answer, finish: () => void asked.end('"app"}') };
}

/** A node as the suites of all servers ask it. Its organisation is closed with it. */
export function underAttack(organisation: NodeOrganisation, node: StartedNode, token: string): ServedUnderAttack {
  return {
    ...{ url: node.url, port: Number(new URL(node.url).port), credentials: [`Authorization: Bearer ${token}`] },
    call: async (tool, args) => {
      const { status, body, data } = await askTool(node, token, tool, args);
      return { isError: status >= 400, text: body, data };
    },
    close: () => organisation.close(),
  };
}
