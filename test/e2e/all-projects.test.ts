/** Several repositories asked together, over real processes: the SDK's client on both transports, the JSON API, resources, the explorer, the command line. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../src/util/testing/until.ts';
import { programEntry } from '../program-entry.ts';
import { run } from './cli-process.ts';
import { temporaryFolder } from './fixture-project.ts';
import { startHttpServer, type HttpServerProcess } from './http-process.ts';
import { cleanEnvironment } from './raw-client.ts';
import { threeRepositories, type Repositories } from './repositories.ts';

interface Called {
  texts: string[];
  text: string;
  data: Record<string, unknown>;
}

function caller(client: Client): (name: string, args?: Record<string, unknown>) => Promise<Called> {
  return async (name, args = {}) => {
    const result = await client.callTool({ name, arguments: args });
    const texts = (result.content as { text: string }[]).map(({ text }) => text);
    return { texts, text: texts.join('\n'), data: (result.structuredContent ?? {}) as Record<string, unknown> };
  };
}

/** Without what differs from run to run. A server that has just begun compares one project after the other with the disk, and says so meanwhile. */
function stable(text: string, { base }: Repositories): string {
  const settled = text.replaceAll(/\nnote: [a-z, ]+: The index is being updated [^\n]*/g, '');
  return `${settled.replaceAll(base, '/base').replaceAll(/\b\d+(?:\.\d+)? ?ms\b/g, 'N ms')}\n`;
}

describe('over standard input and output', () => {
  const repositories = threeRepositories();
  const client = new Client({ name: 'test-client', version: '1.0.0' });
  const call = caller(client);
  beforeAll(async () => {
    const args = [programEntry, 'serve', '--workspace', repositories.workspace];
    const cwd = temporaryFolder();
    await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd, env: cleanEnvironment() }));
    for (const project of ['prices', 'shop', 'reports']) await call('code-scout_index', { background: false, project });
  });
  afterAll(() => client.close());

  it('says in its instructions and its schemas how all are asked', async () => {
    expect(client.getInstructions()).toContain('project: "*" asks all together');
    const { tools } = await client.listTools();
    const values = (name: string): unknown =>
      (tools.find((one) => one.name === name)!.inputSchema.properties as Record<string, object>)['project'];
    expect(values('explore')).toMatchObject({ enum: ['prices', 'shop', 'reports', '*'] });
    expect(values('changes')).toMatchObject({ enum: ['prices', 'shop', 'reports'] });
  });

  it.each([
    ['search_repo', { query: 'total of a cart in euros' }],
    ['explore', { query: 'how is the total of a cart rounded' }],
    ['get_callers', { symbol: 'roundToCents' }],
  ])('%s has one answer of all', async (name, args) => {
    const { text, data } = await call(name, { ...args, project: '*' });
    expect(text).toMatch(/\nProjects asked: prices, shop, reports$/);
    await expect(stable(text, repositories)).toMatchFileSnapshot(`golden/all-projects-${name}.txt`);
    if (Object.keys(data).length > 0)
      expect(data).toMatchObject({ project: '*', projects_asked: ['prices', 'shop', 'reports'] });
  });

  it('takes the paths and ids of its answers again', async () => {
    const { text } = await call('read_file', { file_path: 'shop/src/cart.ts', project: '*' });
    expect(text).toContain('The sum of a cart in euros');
    expect((await call('list_directory', { path: '.', project: '*' })).text).toMatch(/prices[^]*reports[^]*shop/);
    const callees = await call('get_callees', { symbol: 'prices/src/round.ts#priceWithTax', project: '*' });
    expect(callees.text).toContain('roundToCents');
    const found = await call('search', { pattern: '*otal*', project: '*' });
    expect(found.text).toContain('shop/src/cart.ts');
    expect(found.text).toContain('reports/reports/monthly.py');
    const lines = await call('search_code', { query: 'euros', project: '*' });
    expect(lines.text).toContain('prices/src/round.ts');
    expect(lines.text).toContain('shop/src/cart.ts');
  });

  it('keeps the first as the default, and names the others and * where nothing is found', async () => {
    expect((await call('search', { pattern: 'cart*' })).text).toContain('Project: prices (not asked: shop, reports)');
    const lost = await call('get_callers', { symbol: 'cartTotal' });
    expect(lost.text).toContain('for another project give project: shop, reports; for all, project: *.');
  });

  it('refuses what is about one, and says which there are', async () => {
    const { text, data } = await call('changes', { project: '*' });
    expect(text).toContain('changes is about one project: it compares two states of one repository');
    expect(data).toMatchObject({
      error: { type: 'ValidationError', details: { field: 'project', expected: 'one of prices, shop, reports' } },
    });
    const path = await call('code-scout_status', { project: '*', path: repositories.root('shop') });
    expect(path.data).toMatchObject({ error: { details: { field: 'path' } } });
  });

  it('reads resources of all, and completes their arguments', async () => {
    const read = async (uri: string): Promise<string> =>
      (await client.readResource({ uri })).contents.map((one) => ('text' in one ? one.text : '')).join('');
    const list = JSON.parse(await read('codebase://files?project=*')) as { files: { path: string }[] };
    expect(list.files.map(({ path }) => path)).toContain('reports/reports/monthly.py');
    expect(await read('codebase://files/shop/src/cart.ts?project=*')).toContain('cartTotal');
    expect(await read('codebase://symbols/cartTotal?project=*')).toContain('shop/src/cart.ts');
    await expect(read('code-scout://config?project=*')).rejects.toThrow('The resource is that of one project');
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: 'codebase://files/{+path}{?project}' },
      argument: { name: 'path', value: 'monthly' },
      context: { arguments: { project: '*' } },
    });
    expect(completion.values).toContain('reports/reports/monthly.py');
  });

  it('sees an edit of each', async () => {
    writeFileSync(
      join(repositories.root('reports'), 'reports/yearly.py'),
      'def yearly_total(months):\n    """Adds twelve months."""\n    return sum(months)\n',
    );
    // A machine that is busy may need a moment to see a new file, and says so.
    const found = await until(async () => {
      const { text } = await call('search_code', { query: 'twelve months', project: '*' });
      return text.includes('No line matches') ? null : text;
    });
    expect(found).toContain('reports/reports/yearly.py');
  });
});

describe('over HTTP', () => {
  const repositories = threeRepositories();
  const client = new Client({ name: 'test-client', version: '1.0.0' });
  let server: HttpServerProcess;
  beforeAll(async () => {
    server = await startHttpServer({ cwd: temporaryFolder(), args: repositories.flags });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
    const call = caller(client);
    for (const project of ['prices', 'shop', 'reports']) await call('code-scout_index', { background: false, project });
  });
  afterAll(async () => {
    await client.close();
    await server.close();
  });

  const get = async (path: string): Promise<{ status: number; body: unknown }> => {
    const response = await fetch(`${server.url}${path}`);
    return { status: response.status, body: await response.json() };
  };

  it('answers the protocol and the JSON API alike', async () => {
    const args = { query: 'total of a cart', project: '*' };
    const { text } = await caller(client)('search_repo', args);
    const response = await fetch(`${server.url}/api/tools/search_repo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(args),
    });
    const { texts } = (await response.json()) as { texts: string[] };
    const withoutTimes = (one: string): string => stable(one, repositories);
    expect(withoutTimes(texts.join('\n'))).toBe(withoutTimes(text));
    expect(text).toContain('shop/src/cart.ts');
    expect(text).toContain('reports/reports/monthly.py');
  });

  it('counts calls for each project alone', async () => {
    expect(await get('/api/usage?project=*')).toMatchObject({
      status: 400,
      body: { error: { message: 'Calls are counted for each project' } },
    });
  });

  it('has all together in the explorer', async () => {
    const all = 'project=%2A';
    const project = await get(`/api/explorer/project?${all}`);
    expect(project.body).toMatchObject({
      name: 'All 3 projects',
      root: '',
      together: {
        asked: ['prices', 'shop', 'reports'].map((name) => ({ name, root: repositories.root(name) })),
        notAsked: [],
      },
    });
    const found = await get(`/api/explorer/search?q=total+of+a+cart&${all}`);
    const { hits } = found.body as { hits: { path: string }[] };
    expect(new Set(hits.map(({ path }) => path.split('/')[0]))).toEqual(new Set(['shop', 'reports', 'prices']));
    const symbol = await get(
      `/api/explorer/symbol?id=${encodeURIComponent('prices/src/round.ts#roundToCents')}&${all}`,
    );
    expect(symbol.body).toMatchObject({ found: 'one', symbol: { path: 'prices/src/round.ts' } });
    const palette = await get(`/api/explorer/palette?q=cartTotal&${all}`);
    expect(JSON.stringify(palette.body)).toContain('shop/src/cart.ts#cartTotal');
    const code = await get(`/api/explorer/code?path=shop/src/cart.ts&${all}`);
    expect(code.status).toBe(200);
    const map = await get(`/api/explorer/map?${all}`);
    expect(map.status).toBe(200);
    const { boxes } = map.body as { boxes: { name: string }[] };
    expect(new Set(boxes.map(({ name }) => name.split('/')[0]))).toEqual(new Set(['prices', 'shop', 'reports']));
  });
});

describe('a project without an index', () => {
  it('is named, and gets none by a question', async () => {
    const { base, root, flags } = threeRepositories();
    for (const name of ['prices', 'shop']) await run(['index'], { cwd: root(name) });
    // The server cannot make an index there.
    rmSync(join(root('reports'), 'reports'), { recursive: true });
    writeFileSync(join(root('reports'), '.code-scout'), 'in the way');
    const client = new Client({ name: 'test-client', version: '1.0.0' });
    const args = [programEntry, 'serve', ...flags];
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, cwd: base, env: cleanEnvironment() }),
    );
    const { text, data } = await caller(client)('search', { pattern: 'cart*', project: '*' });
    expect(text).toContain('shop/src/cart.ts');
    expect(text).toContain('Projects asked: prices, shop\nProjects not asked: reports (');
    expect(text.match(/not asked/gi)).toHaveLength(1);
    expect(data).toMatchObject({
      projects_asked: ['prices', 'shop'],
      projects_not_asked: [{ project: 'reports', reason: expect.stringContaining('.code-scout') as string }],
    });
    await client.close();
  });
});

describe('on the command line', () => {
  const repositories = threeRepositories();
  const { base, root, flags, workspace } = repositories;
  const ask = (...args: string[]) => run(args, { cwd: base });

  it('asks all, in one ranking, with paths from the current folder', async () => {
    const { code, stdout } = await ask(...flags, 'search', 'total of a cart');
    expect(code).toBe(0);
    expect(stdout).toContain('shop/src/cart.ts:');
    expect(stdout).toContain('reports/reports/monthly.py:');
    expect(stdout).toMatch(/\nProjects asked: prices, shop, reports\n$/);
    const inside = await run(['--workspace', '../all.code-workspace', 'symbols', '*otal*'], { cwd: root('shop') });
    expect(inside.stdout).toContain('src/cart.ts');
    expect(inside.stdout).toContain('../reports/reports/monthly.py');
  });

  it('chooses one by --project', async () => {
    const { code, stdout } = await ask('--workspace', workspace, '--project', 'shop', 'symbols', '*otal*');
    expect(code).toBe(0);
    expect(stdout).toContain('cartTotal');
    expect(stdout).not.toContain('monthly');
    expect(stdout).not.toContain('Projects asked');
    const wrong = await ask('--workspace', workspace, '--project', 'shpo', 'symbols', 'x');
    expect([wrong.code, wrong.stderr]).toEqual([
      1,
      expect.stringContaining('Did you mean shop? The projects are prices, shop, reports; * is all of them.') as string,
    ]);
  });

  it('prints data with the projects', async () => {
    const { stdout } = await ask(...flags, 'callers', 'roundToCents', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ project: '*', projects_asked: ['prices', 'shop', 'reports'] });
    expect(stdout).toContain('"prices/src/round.ts');
  });

  it('takes paths from the current folder, and greps', async () => {
    const callers = await ask(...flags, 'callers', 'prices/src/round.ts:roundToCents');
    expect([callers.code, callers.stdout]).toEqual([0, expect.stringContaining('prices/src/round.ts:7') as string]);
    const grep = await ask(...flags, 'grep', 'euros', 'shop');
    expect(
      grep.stdout
        .split('\n')
        .filter((line) => line !== '')
        .every((line) => line.startsWith('shop/src/cart.ts:')),
    ).toBe(true);
    const vimgrep = await ask(...flags, 'grep', 'otal', '--vimgrep');
    expect(vimgrep.stderr).toBe('');
    for (const line of vimgrep.stdout.trimEnd().split('\n'))
      expect(existsSync(join(base, line.replace(/:.*/, '')))).toBe(true);
    const read = await ask(...flags, 'read', 'reports/reports/monthly.py');
    expect(read.stdout).toContain('def monthly_total');
  });

  it('names a project that cannot be asked, and answers from the others', async () => {
    const broken = threeRepositories();
    writeFileSync(join(broken.root('reports'), '.code-scout'), 'in the way');
    const { code, stdout } = await run([...broken.flags, 'symbols', 'cart*'], { cwd: broken.base });
    expect(code).toBe(0);
    expect(stdout).toContain('shop/src/cart.ts');
    expect(stdout).toContain('Projects asked: prices, shop\nProjects not asked: reports (');
  });

  it('works on each, where a command is about one', async () => {
    const status = await ask(...flags, 'status');
    for (const name of ['prices', 'shop', 'reports']) expect(status.stdout).toContain(`project: ${root(name)}`);
    const graph = await ask(...flags, 'graph');
    expect([graph.code, graph.stderr]).toEqual([
      2,
      expect.stringContaining('Several projects are named, and this command is about one') as string,
    ]);
    const one = await ask(...flags, '--project', 'shop', 'graph');
    expect([one.code, one.stderr]).toEqual([1, expect.not.stringContaining('Several projects') as string]);
  });

  it('uses the workspace of the user’s variable in its folders alone', async () => {
    const env = { CODE_SCOUT_WORKSPACE: workspace };
    const inside = await run(['symbols', '*otal*'], { cwd: root('shop'), env });
    expect(inside.stdout).toContain('../reports/reports/monthly.py');
    expect(inside.stdout).toContain('Projects asked: shop, prices, reports');
    const elsewhere = threeRepositories();
    const outside = await run(['symbols', '*otal*'], { cwd: elsewhere.root('shop'), env });
    expect(outside.stdout).not.toContain('monthly');
    expect(outside.code).toBe(0);
  });
});

describe('a workspace of the settings that cannot be read', () => {
  it('does not keep a server from starting: its answers say what is wrong', async () => {
    const { root, base } = threeRepositories();
    const env = { ...cleanEnvironment(), CODE_SCOUT_WORKSPACE: join(base, 'nowhere.json') };
    const client = new Client({ name: 'test-client', version: '1.0.0' });
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [programEntry], cwd: root('shop'), env }),
    );
    const { text } = await caller(client)('search', { pattern: '*' });
    expect(text).toContain('nowhere.json: does not exist');
    expect(text).toContain('Your settings name the file');
    await client.close();
    // As a flag it is an error of the command.
    const flag = await run(['serve', '--workspace', 'nowhere.json'], { cwd: base });
    expect([flag.code, flag.stderr]).toEqual([2, expect.stringContaining('nowhere.json: does not exist') as string]);
  });
});
