/** One server for several projects, over real processes: stdio, MCP over HTTP, the JSON API, metrics. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run as runCli } from './cli-process.ts';
import { fixtureProject, temporaryFolder } from './fixture-project.ts';
import { modernPost, startHttpServer, type HttpServerProcess } from './http-process.ts';
import { RawClient } from './raw-client.ts';

/** Two repositories in folders `shop` and `blog`, each with a function that the other does not have. */
function projects(): { shop: string; blog: string; roots: string[] } {
  const base = temporaryFolder();
  const make = (name: string, source: string): string => {
    const root = join(base, name);
    mkdirSync(join(root, 'src'), { recursive: true });
    writeFileSync(join(root, 'package.json'), `{ "name": "${name}" }`);
    writeFileSync(join(root, `src/${name}.ts`), source);
    return root;
  };
  const shop = make('shop', 'export function takePayment(sum: number): number {\n  return sum;\n}\n');
  const blog = make('blog', 'export function publishPost(text: string): string {\n  return text;\n}\n');
  return { shop, blog, roots: ['--root', shop, '--root', blog] };
}

describe('over standard input and output', () => {
  it('serves both, each under its name', async () => {
    const { shop, blog, roots } = projects();
    const client = new RawClient({ cwd: temporaryFolder(), args: ['serve', ...roots] });
    await client.initialize();
    const listed = (await client.request('tools/list')).result?.['tools'] as {
      name: string;
      inputSchema: { properties: Record<string, unknown> };
    }[];
    const aboutOne = new Set(['changes', 'code-scout_index']);
    for (const { name, inputSchema } of listed)
      expect(inputSchema.properties['project']).toMatchObject({
        type: 'string',
        enum: ['shop', 'blog', ...(aboutOne.has(name) ? [] : ['*'])],
        description: `The project to ask${aboutOne.has(name) ? '' : '; * for all together'} (default: shop)`,
      });
    for (const project of ['shop', 'blog']) await client.call('code-scout_index', { background: false, project });
    const inShop = await client.call('search', { pattern: '*' });
    expect(inShop.text).toContain('takePayment');
    expect(inShop.text).not.toContain('publishPost');
    expect(inShop.text).toContain('Project: shop (not asked: blog)');
    const inBlog = await client.call('search', { pattern: '*', project: 'blog' });
    expect(inBlog.text).toContain('publishPost');
    expect(inBlog.text).not.toContain('takePayment');
    expect((await client.call('code-scout_status', { project: 'blog' })).data['projectPath']).toBe(blog);
    const lost = await client.call('get_callers', { symbol: 'publishPost' });
    expect(lost.text).toContain('for another project give project: blog');
    const wrong = await client.call('search', { pattern: '*', project: 'shpo' });
    expect(wrong.data).toMatchObject({ error: { type: 'ValidationError' } });
    // A file of one project cannot be read through the other.
    const escape = await client.call('read_file', { file_path: join(blog, 'src/blog.ts'), project: 'shop' });
    expect(escape.data).toHaveProperty('error');
    expect(escape.text).not.toContain('publishPost(text');
    await client.close();
    for (const root of [shop, blog]) expect(existsSync(join(root, '.code-scout/database.db'))).toBe(true);
  });

  it('indexes all of them by itself', async () => {
    const { roots, shop, blog } = projects();
    const client = new RawClient({ cwd: temporaryFolder(), args: ['serve', ...roots] });
    await client.initialize();
    for (const [project, projectPath] of [
      ['shop', shop],
      ['blog', blog],
    ] as const) {
      for (let tries = 0; ; tries++) {
        const { data } = await client.call('code-scout_status', { project });
        if (data['lastIndexed'] !== null && data['status'] === 'idle') {
          expect(data).toMatchObject({ projectPath, filesIndexed: 2 });
          break;
        }
        expect(tries).toBeLessThan(500);
        await wait(40);
      }
    }
    await client.close();
  });

  it('has no project argument when it serves one project', async () => {
    const client = new RawClient({ cwd: fixtureProject() });
    await client.initialize();
    const answer = await client.request('tools/list');
    expect(JSON.stringify(answer)).not.toContain('"project"');
    await client.close();
  });
});

describe('over HTTP', () => {
  const { shop, blog, roots } = projects();
  let server: HttpServerProcess;
  beforeAll(async () => {
    server = await startHttpServer({ cwd: temporaryFolder(), args: roots });
  });
  afterAll(() => server.close());

  const api = async (name: string, args: unknown): Promise<Record<string, unknown>> => {
    const response = await fetch(`${server.url}/api/tools/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(args),
    });
    return (await response.json()) as Record<string, unknown>;
  };

  it('lists them, and asks the one that a request names, in both protocols', async () => {
    const listed = await (await fetch(`${server.url}/api/projects`)).json();
    expect(listed).toEqual({
      projects: [
        { name: 'shop', root: shop },
        { name: 'blog', root: blog },
      ],
    });
    await api('code-scout_index', { background: false, project: 'blog' });
    const found = await api('search', { pattern: 'publish*', project: 'blog' });
    expect(JSON.stringify(found)).toContain('publishPost');
    const { answer } = await modernPost(server.url, 'tools/call', {
      name: 'search',
      arguments: { pattern: 'publish*', project: 'blog' },
    });
    expect(JSON.stringify(answer.result)).toContain('publishPost');
    expect(JSON.stringify(await api('search', { pattern: 'publish*' }))).not.toContain('publishPost(');
  });

  it('reports metrics of each', async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    expect(text).toContain('code_scout_index_up{project="shop"} 1\n');
    expect(text).toMatch(/code_scout_index_files\{project="blog"\} 2\n/);
  });
});

describe('an invalid choice of projects', () => {
  it('is refused with what to do instead', async () => {
    const { roots } = projects();
    const cwd = temporaryFolder();
    const database = await runCli(['serve', ...roots, '--db', 'x.db'], { cwd });
    expect([database.code, database.stderr]).toEqual([2, expect.stringContaining('--db names one index')]);
    const missing = await runCli(['serve', ...roots, '--root', join(cwd, 'nowhere')], { cwd });
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('Path must be a directory')]);
  });
});
