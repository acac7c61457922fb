/** Query nodes over HTTP: what they answer, of which commit, to whom, and what happens when one dies. */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callTool } from '../../src/tools/call-tool.ts';
import { tools } from '../../src/tools/registry.ts';
import { toolsFor } from '../../src/tools/several-projects.ts';
import type { NodeLimits, NodeSettings } from '../../src/engine/node/query-node.ts';
import type { ServedTools } from '../../src/mcp/served-tools.ts';
import type { Tool } from '../../src/tools/tool.ts';
import type { Repository } from '../../src/team/catalogue/catalogue.ts';
import { until } from '../../src/util/testing/until.ts';
import { askTool, NodeOrganisation, type Files, type StartedNode } from './node-organisation.ts';
import { git } from './team-repository.ts';

const shop: Files = {
  'package.json': '{"name": "shop", "version": "1.0.0"}',
  'README.md': '# Shop\n\nBaskets and prices.\n',
  'src/basket.ts':
    '/** Adds a price to a basket. */\nexport function addPrice(basket: number[], price: number): void {\n  basket.push(price);\n}\n',
  'src/till.ts':
    "import { addPrice } from './basket.ts';\n\nexport class Till {\n  ring(price: number): void {\n    addPrice([], price);\n  }\n}\n",
  'src/till.test.ts': "import { Till } from './till.ts';\n\nnew Till().ring(3);\n",
  '.gitignore': 'dist/\n',
};
const bank: Files = {
  'pyproject.toml': '[project]\nname = "bank"\n',
  'bank/vault.py': '"""The secret vault."""\n\n\ndef open_vault(code):\n    return code == 7\n',
  'bank/door.py': 'from bank.vault import open_vault\n\n\ndef unlock():\n    return open_vault(7)\n',
};

let organisation: NodeOrganisation;
beforeEach(async () => {
  organisation = await NodeOrganisation.open();
});
afterEach(() => organisation.close());

async function published(name: string, files: Files): Promise<Repository> {
  const repository = await organisation.repository(name, files);
  await organisation.publish(repository);
  return repository;
}

/** Waits until the catalogue knows that somebody has asked for them. */
async function used(...repositories: readonly Repository[]): Promise<void> {
  await until(async () => {
    const watched = await organisation.catalogue.watchRefs({ repositories: [], usedMs: 3_600_000 });
    return repositories.every(({ id }) => watched.some((one) => one.repository === id));
  });
}

/** The repositories that each node has fetched, in this order. */
const fetchedBy = ({ events }: StartedNode): string[] => events.flatMap((event) => (event.event === 'fetched' ? [event.repository] : [])); // prettier-ignore

const questions: [tool: string, args: Record<string, unknown>][] = [
  ['get_callers', { symbol: 'addPrice' }],
  ['get_callees', { symbol: 'Till.ring' }],
  ['get_impact', { symbol: 'addPrice' }],
  ['search', { pattern: '*ill*' }],
  ['search_repo', { query: 'add a price to a basket' }],
  ['search_code', { query: 'addPrice(' }],
  ['search_by_embedding', { query: 'put a cost into the cart' }],
  ['code-scout_search', { tags: 'price' }],
  ['explore', { task: 'how is a price added?' }],
  ['explain_usage', { symbol: 'addPrice' }],
  ['find_path', { from: 'Till.ring', to: 'addPrice' }],
  ['get_outline', { file_path: 'src/till.ts' }],
  ['read_file', { file_path: 'src/basket.ts' }],
  ['read_file', { file_path: 'src/missing.ts' }],
  ['list_directory', { path: 'src' }],
  ['list_indexed_files', {}],
  ['chunk_file', { file_path: 'src/till.ts' }],
  ['get_context', { file_path: 'src/till.ts' }],
  ['get_definition', { file_path: 'src/till.ts', line: 5, column: 5 }],
];

describe('a node', () => {
  it('answers every question as an engine over a clone does, and names the commit', async () => {
    const repository = await published('example.org/shop', shop);
    const token = await organisation.token('ann', [repository]);
    const node = await organisation.start();
    const local = await organisation.localEngine(repository.name);
    const commit = git(organisation.originOf(repository.name), 'rev-parse', 'HEAD');
    for (const [name, args] of questions) {
      const tool = toolsFor([repository.name]).find((one) => one.name === name)!;
      const signal = new AbortController().signal;
      let own: Awaited<ReturnType<typeof callTool>>;
      // On a busy machine an engine says that it had no time to look for new files; a node has none.
      do own = await callTool(tool, args, () => Promise.resolve(local), { signal, progress: null });
      while (JSON.stringify(own).includes('Finding new files takes long'));
      const answer = await askTool(node, token, name, args);
      if (own.isError === true) {
        expect([name, withoutTimes(JSON.parse(answer.body))]).toEqual([name, withoutTimes(own.structured)]);
        continue;
      }
      expect([name, answer.texts.at(-2)]).toEqual([name, `At ${commit.slice(0, 7)}`]);
      expect([name, withoutTimes(answer.texts.toSpliced(-2, 1))]).toEqual([name, withoutTimes(own.texts)]);
      const { commit: named, pushes_behind: behind, ...data } = answer.data;
      if (own.structured !== undefined) expect([name, named, behind]).toEqual([name, commit, 0]);
      expect([name, withoutTimes(data)]).toEqual([name, withoutTimes(own.structured ?? {})]);
    }
    await local.close();
    expect(node.events.filter(({ event }) => event === 'differed')).toEqual([]);
  });

  it('serves no tool that writes, and knows no folders', async () => {
    const repository = await published('example.org/shop', shop);
    const token = await organisation.token('ann', [repository]);
    const node = await organisation.start();
    expect((await askTool(node, token, 'code-scout_index', {})).status).toBe(404);
    const status = await askTool(node, token, 'code-scout_status', { path: '/etc' });
    expect([status.status, status.body]).toEqual([400, expect.stringContaining('no folders')]);
  });

  it('says of its tools and resources what is true of commits, over the protocol and over HTTP', async () => {
    const repository = await published('example.org/shop', shop);
    const token = await organisation.token('ann', [repository]);
    const node = await organisation.start();
    const listed: string[] = [];
    for (const method of ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']) {
      const reply = await fetch(`${node.url}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }),
      });
      listed.push(await reply.text());
    }
    listed.push(await (await fetch(`${node.url}/api/tools`, { headers: { authorization: `Bearer ${token}` } })).text());
    for (const text of listed) expect(text.match(/.{0,60}(?:on disk|working tree|an edit).{0,60}/g)).toBeNull();
    expect(listed[0]).toContain('exactly as it is in the commit');
    expect(listed[0]).toContain('absent: the indexed commit against base');
    expect(listed[0]).not.toContain('Folder of another project');
  });

  it.each<[what: string, settings: (bytes: number, limits: NodeLimits) => Partial<NodeSettings>]>([
    ['indexes', (_, limits) => ({ limits: { ...limits, openIndexes: 2 } })],
    ['bytes', (bytes) => ({ cacheBytes: bytes * 7 })],
  ])('opens no more than it keeps for a question about everything, by %s, and names the rest', async (_, settings) => {
    const repositories = await Promise.all(['a', 'b', 'c', 'd'].map((name) => published(`example.org/${name}`, shop)));
    const token = await organisation.token('ann', repositories);
    const [watched] = await organisation.catalogue.watchRefs({ repositories: [repositories[0]!.id], usedMs: 0 });
    const node = await organisation.start({ settings: settings(watched!.bytes, organisation.limits) });
    const ask = async (): Promise<unknown> => (await askTool(node, token, 'search', { pattern: 'addPrice', project: '*' })).data; // prettier-ignore
    const answer = {
      projects_asked: ['example.org/a', 'example.org/b'],
      projects_not_asked: ['c', 'd'].map((name) => ({
        project: `example.org/${name}`,
        reason: expect.stringContaining('keeps no more repositories at once') as string,
      })),
    };
    for (let round = 0; round < 3; round++) expect(await ask()).toMatchObject(answer);
    expect(fetchedBy(node).sort()).toEqual(['example.org/a', 'example.org/b']);
    const one = await askTool(node, token, 'search', { pattern: 'addPrice', project: 'example.org/d' });
    expect(one.data).toMatchObject({ project: 'example.org/d', count: 1 });
  });

  it('asks those that fit where the first one is larger than all its room', async () => {
    const many = Array.from({ length: 300 }, (_, at) => [`src/f${at}.ts`, `export function make${at}(one: string): string {\n  return one + 'text ${at}';\n}\n`]); // prettier-ignore
    const large = await published('example.org/a', { ...shop, ...(Object.fromEntries(many) as Files) });
    const small = await Promise.all(['b', 'c'].map((name) => published(`example.org/${name}`, shop)));
    const watched = await organisation.catalogue.watchRefs({ repositories: [large.id, small[0]!.id], usedMs: 0 });
    const bytesOf = ({ id }: Repository): number => watched.find(({ repository }) => repository === id)!.bytes;
    expect(bytesOf(large)).toBeGreaterThan(2 * bytesOf(small[0]!));
    const token = await organisation.token('ann', [large, ...small]);
    const node = await organisation.start({ settings: { cacheBytes: 3 * bytesOf(large) - 1 } });
    const { data } = await askTool(node, token, 'search', { pattern: 'addPrice', project: '*' });
    expect(data).toMatchObject({
      projects_asked: ['example.org/b', 'example.org/c'],
      projects_not_asked: [{ project: 'example.org/a', reason: expect.stringContaining('keeps no more') as string }],
    });
  });

  it('says how far it is behind, and takes a newer snapshot while it answers', async () => {
    const repository = await published('example.org/shop', shop);
    const token = await organisation.token('ann', [repository]);
    const node = await organisation.start();
    const ask = (): ReturnType<typeof askTool> => askTool(node, token, 'search', { pattern: 'refund' });
    const first = (await ask()).data['commit'];
    const next = organisation.commit(repository.name, { 'src/refund.ts': 'export function refund(): void {}\n' });
    await organisation.hear(repository);
    await until(async () => (await ask()).data['pushes_behind'] === 1);
    const behind = await ask();
    const page = await fetch(`${node.url}/api/explorer/project`, { headers: { authorization: `Bearer ${token}` } });
    expect(await page.json()).toMatchObject({
      name: repository.name,
      root: '',
      commit: `${String(first).slice(0, 7)}, 1 push behind`,
    });
    expect(behind.texts.at(-2)).toBe(`At ${String(first).slice(0, 7)}, 1 push behind`);
    expect(behind.data['commit']).toBe(first);
    await organisation.publish(repository);
    const statuses = new Set<number>();
    await until(async () => {
      const answer = await ask();
      statuses.add(answer.status);
      return answer.data['commit'] === next && answer.data['pushes_behind'] === 0;
    });
    expect([...statuses]).toEqual([200]);
    expect((await ask()).texts.join('\n')).toContain('src/refund.ts');
  });

  it('keeps what it has fetched over a restart, and answers while the catalogue is away', async () => {
    const repository = await published('example.org/shop', shop);
    const token = await organisation.token('ann', [repository]);
    const first = await organisation.start();
    await askTool(first, token, 'search', { pattern: 'Till' });
    await used(repository);
    await first.kill();
    let isAway = false;
    const flaky = new Proxy(organisation.catalogue, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          if (isAway) throw new Error('away');
          return Reflect.apply(value, target, args) as unknown;
        };
      },
    });
    const asked: string[] = [];
    const recorded = tools.map((tool): Tool => ({ ...tool, run: (...call) => (asked.push(tool.name), tool.run(...call)) })); // prettier-ignore
    const served: ServedTools = { names: null, load: () => Promise.resolve(recorded) };
    const second = await organisation.start({ folder: first.folder, catalogue: flaky, tools: served });
    // It takes its first question with what it had open, and has asked it something.
    expect(second.node.isOpen(repository.id)).toBe(true);
    expect(asked).toContain('search_repo');
    expect((await askTool(second, token, 'search', { pattern: 'Till' })).status).toBe(200);
    expect(second.events.filter(({ event }) => event === 'fetched')).toEqual([]);
    isAway = true;
    await until(() => second.node.trouble !== null);
    const answer = await askTool(second, token, 'search', { pattern: 'Till' });
    expect([answer.status, answer.texts.at(-2)]).toEqual([200, expect.stringContaining('catalogue cannot be asked')]);
  });

  it('refuses a snapshot that no trusted key has signed, and leaves nothing of it', async () => {
    const repository = await published('example.org/shop', shop);
    const token = await organisation.token('ann', [repository]);
    const other = await NodeOrganisation.open();
    try {
      const trusted = [(await import('../../src/team/snapshot/keys.ts')).parsePublicKey(other.key)];
      const node = await organisation.start({ settings: { trusted } });
      const answer = await askTool(node, token, 'search', { pattern: 'Till' });
      expect([answer.status >= 400, answer.body]).toEqual([true, expect.stringContaining('signed')]);
      const left = join(node.folder, 'snapshots', String(repository.id));
      expect(existsSync(left) ? readdirSync(left) : []).toEqual([]);
    } finally {
      await other.close();
    }
  });
});

describe('a node that fetches ahead', () => {
  it('takes the newest as far as there is room, and nothing more in place of what is asked for', async () => {
    const repositories: Repository[] = [];
    for (const name of ['a', 'b', 'c']) repositories.push(await published(`example.org/${name}`, shop));
    const [oldest, , newest] = repositories;
    const [watched] = await organisation.catalogue.watchRefs({ repositories: [newest!.id], usedMs: 0 });
    let polls = 0;
    const counting = new Proxy(organisation.catalogue, {
      get: (target, name) => {
        if (name === 'watchRefs') polls++;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const node = await organisation.start({
      catalogue: counting,
      // For one of them, by what is known of it: three times its index.
      settings: { limits: { ...organisation.limits, ahead: 2 }, cacheBytes: Math.ceil((watched!.bytes * 3) / 0.9) + 1 },
    });
    const somePolls = async (): Promise<void> => {
      const now = polls;
      await until(() => polls > now + 5);
    };
    await until(() => fetchedBy(node).length > 0);
    await somePolls();
    expect(fetchedBy(node)).toEqual([newest!.name]);
    expect(node.node.isOpen(newest!.id)).toBe(false);
    const token = await organisation.token('ann', null);
    const ask = async ({ name }: Repository): Promise<number> =>
      (await askTool(node, token, 'search', { pattern: '*', project: name })).status;
    expect(await ask(oldest!)).toBe(200);
    await somePolls();
    expect(fetchedBy(node)).toEqual([newest!.name, oldest!.name]);
    expect(node.node.isOpen(oldest!.id)).toBe(true);
    expect(node.node.state.cacheBytes).toBeLessThan(node.node.state.maxCacheBytes);
  });
});

describe('a sender', () => {
  it('sees a world without the repositories that it may not read', async () => {
    const [one, two] = [await published('example.org/shop', shop), await published('example.org/till', { ...shop, 'src/extra.ts': 'export const extra = 1;\n' })]; // prettier-ignore
    const secret = await published('example.org/bank', bank);
    const all = await organisation.token('boss', null);
    const token = await organisation.token('ann', [one, two]);
    const node = await organisation.start();
    const everything = async (): Promise<string[]> => {
      const headers = { authorization: `Bearer ${token}` };
      const pages = ['/api/projects', '/api/tools', '/api/openapi.json', '/api/explorer/projects', '/metrics'];
      const read = await Promise.all(
        pages.map(async (page) => (await fetch(`${node.url}${page}`, { headers })).text()),
      );
      const asked: string[] = [];
      for (const project of [one.name, two.name, '*', undefined, secret.name, 'example.org/ghost'])
        for (const [tool, args] of [...questions, ['search', { pattern: '*vault*' }], ['search_repo', { query: 'open the secret vault' }]] as typeof questions) // prettier-ignore
          asked.push(`${tool} ${(await askTool(node, token, tool, { ...args, ...(project === undefined ? {} : { project }) })).body}`); // prettier-ignore
      return withoutTimes([...read, ...asked]) as string[];
    };
    await until(async () => (await askTool(node, all, 'search', { pattern: 'x', project: '*' })).body.includes(secret.name)); // prettier-ignore
    const present = await everything();
    expect(present.filter((text) => /bank\b|vault\.py|open_vault/.test(text.replaceAll(secret.name, '')))).toEqual([]);
    // A name that it may not read is answered as one that does not exist.
    const [forbidden, unknown] = await Promise.all(
      [secret.name, 'example.org/ghost'].map(async (project) =>
        askTool(node, token, 'search', { pattern: 'a', project }),
      ),
    );
    expect(withoutTimes(forbidden!.body.replaceAll(secret.name, 'NAME'))).toEqual(
      withoutTimes(unknown!.body.replaceAll('example.org/ghost', 'NAME')),
    );
    // Without the other repository every answer is the same, byte for byte.
    await organisation.catalogue.setRepositoryState(secret.id, 'forgotten');
    await until(() => node.node.repositories.length === 2);
    expect(await everything()).toEqual(present);
  });

  it('loses sight of a repository when the grant is taken back', async () => {
    const [one, two] = [await published('example.org/shop', shop), await published('example.org/bank', bank)];
    const token = await organisation.token('ann', [one, two]);
    const node = await organisation.start();
    const ask = (): ReturnType<typeof askTool> =>
      askTool(node, token, 'search', { pattern: 'unlock', project: two.name });
    expect((await ask()).status).toBe(200);
    const { id } = (await organisation.catalogue.listPrincipals()).find(({ name }) => name === 'ann')!;
    await organisation.catalogue.revokeGrant(id, two.id, 'read');
    await until(async () => (await ask()).status !== 200);
  });
});

describe('several nodes', () => {
  it('each answer for their share, for each other, and for one that has died', async () => {
    const repositories: Repository[] = [];
    for (const name of ['a', 'b', 'c', 'd'])
      repositories.push(await published(`example.org/${name}`, { ...shop, 'src/own.ts': `export const of_${name} = 1;\n` })); // prettier-ignore
    const token = await organisation.token('ann', null);
    const nodes: StartedNode[] = [];
    for (const name of ['n1', 'n2', 'n3']) nodes.push(await organisation.start({ name }));
    const [first] = nodes;
    // Until each knows of the others.
    await until(() => nodes.every(({ node }) => repositories.some(({ id }) => node.betterNodes(id).length > 0)));
    const askAll = async (node = first!): Promise<void> => {
      for (const { name } of repositories) {
        const { status, texts } = await askTool(node, token, 'search', { pattern: 'of_*', project: name });
        expect([status, texts.join('\n')]).toEqual([200, expect.stringContaining(`of_${name.at(-1)}`)]);
      }
    };
    await askAll();
    const fetched = (): string[] => nodes.flatMap(fetchedBy);
    // Each repository comes to its second choice, too, and to no more.
    const twice = repositories.flatMap(({ name }) => [name, name]);
    await until(() => fetched().length >= twice.length);
    expect(fetched().toSorted()).toEqual(twice);
    await until(() => repositories.every(({ id }) => nodes.filter(({ node }) => node.isOpen(id)).length === 2));
    // Where one has died, nobody has to fetch what it had.
    await nodes[2]!.kill();
    await askAll();
    expect(fetched().toSorted()).toEqual(twice);
    await nodes[1]!.kill();
    await askAll();
  });

  it('are asked when they have their share of what is in use', async () => {
    const repositories = [await published('example.org/shop', shop), await published('example.org/bank', bank)];
    const token = await organisation.token('ann', null);
    const first = await organisation.start({ name: 'n1' });
    for (const { name } of repositories) await askTool(first, token, 'search', { pattern: 'a', project: name });
    await used(...repositories);
    const second = await organisation.start({ name: 'n2' });
    const isAsked = (): boolean => repositories.some(({ id }) => first.node.betterNodes(id).length > 0);
    await until(isAsked);
    expect(repositories.map(({ id }) => second.node.isOpen(id))).toEqual([true, true]);
    const share = repositories.filter(({ id }) => second.node.betterNodes(id).length === 0);
    for (const { name } of share)
      expect((await askTool(first, token, 'search', { pattern: 'a', project: name })).status).toBe(200);
    expect(second.events.filter(({ event }) => event === 'fetched')).toHaveLength(2);
  });

  it('fetch what is indexed before anybody asks, each its share, and again when it was pushed to', async () => {
    const { limits } = organisation;
    const nodes: StartedNode[] = [];
    for (const name of ['n1', 'n2', 'n3']) nodes.push(await organisation.start({ name, settings: { limits: { ...limits, ahead: 2 } } })); // prettier-ignore
    await until(() => nodes.every(({ node }) => Array.from({ length: 9 }, (_, id) => node.betterNodes(id)).some((better) => better.length > 1))); // prettier-ignore
    const repositories: Repository[] = [];
    for (const name of ['a', 'b', 'c', 'd']) repositories.push(await published(`example.org/${name}`, shop));
    const names = repositories.map(({ name }) => name);
    const fetched = (): string[] => nodes.flatMap(fetchedBy).toSorted();
    const twice = [...names, ...names].toSorted();
    await until(() => fetched().length >= twice.length);
    expect(fetched()).toEqual(twice);
    const [pushed] = repositories;
    organisation.commit(pushed!.name, { 'src/next.ts': 'export const next = 1;\n' });
    await organisation.publish(pushed!);
    await until(() => fetched().length >= twice.length + 2);
    expect(fetched()).toEqual([...twice, pushed!.name, pushed!.name].toSorted());
    for (const { folder } of nodes)
      if (existsSync(join(folder, 'snapshots', String(pushed!.id))))
        expect(readdirSync(join(folder, 'snapshots', String(pushed!.id)))).toHaveLength(1);
    // Nobody has asked, so the catalogue may do with them as with all that nobody uses.
    expect(await organisation.catalogue.watchRefs({ repositories: [], usedMs: 3_600_000 })).toEqual([]);
    const token = await organisation.token('ann', null);
    for (const { name } of repositories)
      expect((await askTool(nodes[0]!, token, 'search', { pattern: '*', project: name })).status).toBe(200);
    expect(fetched()).toHaveLength(twice.length + 2);
  });

  it('do not pass a question on twice', async () => {
    const repository = await published('example.org/shop', shop);
    const token = await organisation.token('ann', null);
    const nodes = [await organisation.start({ name: 'n1' }), await organisation.start({ name: 'n2' })];
    await until(() => nodes.some(({ node }) => node.betterNodes(repository.id).length > 0));
    const other = nodes.find(({ node }) => node.betterNodes(repository.id).length > 0)!;
    const passed = { 'x-code-scout-passed-by': 'n9' };
    expect((await askTool(other, token, 'search', { pattern: 'Till' }, passed)).status).toBe(200);
    expect(other.events.some(({ event }) => event === 'fetched')).toBe(true);
  });
});

/** Times of answers and of errors differ each time. */
function withoutTimes(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null';
  return JSON.parse(text.replaceAll(/(\\*"(?:timestamp|execution_?time(?:Ms|_ms)?|time_ms|duration_?ms)\\*"):[\d.]+/gi, '$1:0').replaceAll(/\b\d+(?:\.\d+)? ms\b/g, '0 ms')); // prettier-ignore
}

it('says why it could not fetch in its log, and to nobody else', async () => {
  const repository = await organisation.repository('example.org/gone', { 'src/app.ts': 'export const app = 1;\n' });
  await organisation.publish(repository);
  rmSync(organisation.originOf(repository.name), { recursive: true });
  const node = await organisation.start();
  const answer = await askTool(node, await organisation.token('cyd', [repository]), 'search', { pattern: 'app' });
  expect(answer.body).toContain('The files of example.org/gone cannot be fetched at the moment');
  expect(answer.body).not.toContain(organisation.top);
  const troubles = node.events.flatMap((event) => (event.event === 'trouble' ? [event.error] : []));
  expect(troubles.join()).toContain(
    `example.org/gone: git could not fetch from file://${organisation.originOf(repository.name)}: fatal: `,
  );
});

it('takes the name of a repository, and a star, also from somebody who may read a single one', async () => {
  const repository = await published('example.org/shop', shop);
  const node = await organisation.start();
  const token = await organisation.token('eve', [repository]);
  const pattern = 'Till';
  const counts: unknown[] = [];
  for (const project of [repository.name, '*', undefined]) {
    const { texts } = await askTool(node, token, 'search', { pattern, ...(project && { project }) });
    counts.push(/count: \d+/.exec(texts.join())?.[0]);
  }
  expect(counts).toEqual(['count: 1', 'count: 1', 'count: 1']);
  const unknown = await askTool(node, token, 'search', { pattern, project: 'example.org/bank' });
  expect(unknown.body).toContain(`project must be one of ${repository.name}, *`);
});

it('is asked about a repository of which there is a snapshot, where the question names none', async () => {
  const [early, late] = [await organisation.repository('example.org/early', shop), await published('example.org/late', shop)]; // prettier-ignore
  const node = await organisation.start();
  const token = await organisation.token('dan', [early, late]);
  const ask = async (): Promise<unknown> => (await askTool(node, token, 'search', { pattern: '*' })).data['project'];
  expect(await ask()).toBe(late.name);
  await organisation.publish(early);
  await expect.poll(ask).toBe(early.name);
});

it.each(['mirrors', 'snapshots'])(
  'says to nobody else where its %s are, either, where the disk fails',
  async (kind) => {
    const repository = await organisation.repository('example.org/shop', shop);
    await organisation.publish(repository);
    const node = await organisation.start();
    const folder = join(node.folder, kind);
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(folder, 'no folder');
    const answer = await askTool(node, await organisation.token('cyd', [repository]), 'search', { pattern: 'app' });
    expect(answer.body).toContain('The files of example.org/shop cannot be fetched at the moment');
    expect(answer.body).not.toContain(organisation.top);
    expect(JSON.stringify(node.events)).toContain(folder);
  },
);
