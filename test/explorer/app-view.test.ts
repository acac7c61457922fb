/**
 * The view in agents' windows, in a host on the bridge of the reference implementation (MCP Apps, 2026-01-26). The host is stricter than the
 * specification's: the frames have no origin, and the rules of the view's are those for a page that declares nothing.
 */
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { build } from 'esbuild';
import type { FrameLocator, Page, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../src/util/testing/until.ts';
import { cleanEnvironment } from '../e2e/raw-client.ts';
import { programEntry } from '../program-entry.ts';
import { openWindow } from './browser.ts';

const uri = 'ui://code-scout/graph';
const mimeType = 'text/html;profile=mcp-app';
const clients: Client[] = [];
let shop = '';

async function connect(extensions?: Record<string, { mimeTypes: string[] }>): Promise<Client> {
  const capabilities = extensions === undefined ? {} : { extensions };
  const client = new Client({ name: 'test-host', version: '1.0.0' }, { capabilities });
  const env = cleanEnvironment();
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [programEntry], cwd: shop, env }));
  clients.push(client);
  return client;
}

let hostScript: string | null = null;
let host: Client;
let html = '';
beforeAll(async () => {
  shop = join(realpathSync(mkdtempSync(join(tmpdir(), 'app-'))), 'bookshop');
  cpSync(new URL('../../examples/bookshop', import.meta.url), shop, { recursive: true });
  host = await connect({ 'io.modelcontextprotocol/ui': { mimeTypes: [mimeType] } });
  await host.callTool({ name: 'code-scout_index', arguments: { background: false } });
  const [contents] = (await host.readResource({ uri })).contents;
  html = contents !== undefined && 'text' in contents ? contents.text : '';
});
afterAll(async () => {
  for (const client of clients) await client.close();
  rmSync(dirname(shop), { recursive: true, force: true });
});

describe('the server', () => {
  const namedViews = async (client: Client): Promise<string[]> =>
    (await client.listTools()).tools.flatMap(({ name, _meta }) =>
      JSON.stringify(_meta ?? {}).includes(uri) ? [name] : [],
    );

  it('names the view to a client that supports it, and to no other', async () => {
    expect((await namedViews(host)).sort()).toEqual(['changes', 'find_path', 'get_impact']);
    expect(await namedViews(await connect())).toEqual([]);
    expect(await namedViews(await connect({ 'io.modelcontextprotocol/ui': { mimeTypes: ['text/x'] } }))).toEqual([]);
  });

  it('lists the view, and sends one page that loads nothing', async () => {
    const { resources } = await host.listResources();
    const csp = { connectDomains: [], resourceDomains: [] };
    expect(resources.find((one) => one.uri === uri)).toMatchObject({ mimeType, _meta: { ui: { csp } } });
    const [contents] = (await host.readResource({ uri })).contents;
    expect(contents).toMatchObject({ uri, mimeType, _meta: { ui: { csp } } });
    expect(Buffer.byteLength(html)).toBeLessThan(400_000);
    expect(html).not.toMatch(/<(?:script|link|img)[^>]* (?:src|href)=/);
  });

  it('gives the same answer with and without it', async () => {
    const ask = { name: 'get_impact', arguments: { symbol: 'priceOf' } };
    const other = await connect();
    // Right after its start a server says that it looks at the files.
    const settled = async (client: typeof other): Promise<unknown> => {
      let answer: unknown;
      await until(async () => !JSON.stringify((answer = await client.callTool(ask))).includes('is being updated'));
      return answer;
    };
    expect(await settled(host)).toEqual(await settled(other));
  });
});

/** The rules that a host must give to a page that declares no domain. */
const defaultPolicy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'none'; frame-src 'none'; object-src 'none'";

/** The host's page as one script. */
async function bundledHost(): Promise<string> {
  const entry = fileURLToPath(new URL('../../web/testing/app-host.ts', import.meta.url));
  const { outputFiles } = await build({
    ...{ entryPoints: [entry], bundle: true, write: false, format: 'iife', platform: 'browser' },
    logLevel: 'error',
  });
  return outputFiles[0]!.text;
}

interface Shown {
  page: Page;
  view: FrameLocator;
  complaints: string[];
}

/** @param isStopped whether the tool ends without an answer */
async function show(tool: string, args: Record<string, unknown>, { isStopped = false } = {}): Promise<Shown> {
  const complaints: string[] = [];
  const page = await openWindow('about:blank', complaints);
  await page.exposeFunction('callTool', (params: { name: string; arguments: Record<string, unknown> }) =>
    host.callTool(params),
  );
  const result = isStopped ? null : await host.callTool({ name: tool, arguments: args });
  const policed = html.replace(
    '<head>',
    `<head><meta http-equiv="content-security-policy" content="${defaultPolicy}">`,
  );
  await page.evaluate((hostScript ??= await bundledHost()));
  await page.evaluate(`host.show(${JSON.stringify({ html: policed, tool, args, result })})`);
  return { page, view: page.frameLocator('iframe').frameLocator('iframe'), complaints };
}

/**
 * Waits until it is to be seen. `Locator.waitFor` looks again when the frame is drawn, and a browser on a busy machine may leave a frame within a frame
 * undrawn.
 */
async function seen(what: Locator): Promise<void> {
  await expect.poll(() => what.first().isVisible()).toBe(true);
}

describe('the view in a host', () => {
  it('shows an impact in columns, and follows a symbol through the host', async () => {
    const { page, view, complaints } = await show('get_impact', { symbol: 'roundToCents' });
    await seen(view.locator('h1', { hasText: 'Impact of roundToCents' }));
    await seen(view.locator('[aria-label="Distance 1"]').getByText('priceOf').first());
    await seen(view.locator('[aria-label="Tests"]').getByText('test/cart.test.ts'));
    await view.getByRole('button', { name: 'Cart.total' }).first().click();
    await seen(view.locator('h1', { hasText: 'Impact of Cart.total' }));
    await view.getByRole('button', { name: 'Back' }).click();
    await seen(view.locator('h1', { hasText: 'Impact of roundToCents' }));
    expect(await page.evaluate<number>('host.initialized')).toBe(1);
    expect(await page.evaluate<number>('host.heights.at(-1)')).toBeGreaterThan(100);
    expect(await page.evaluate<string>('host.bridge.getAppVersion().name')).toBe('Code Scout');
    expect(await view.locator('html').getAttribute('data-theme')).toBe('dark');
    const paper = (): Promise<string> =>
      view.locator('body').evaluate<string, unknown>('getComputedStyle(document.body).backgroundColor');
    expect(await paper()).toBe('rgb(20, 30, 40)');
    await page.evaluate("host.bridge.setHostContext({ theme: 'light' })");
    await seen(view.locator('html[data-theme=light]'));
    expect(await page.evaluate<object>('host.bridge.teardownResource({})')).toEqual({});
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('shows a path step by step', async () => {
    const { page, view, complaints } = await show('find_path', { from: 'postCheckout', to: 'priceOf' });
    await seen(view.locator('h1', { hasText: 'postCheckout → priceOf' }));
    await seen(view.getByText('3 steps, path 1 of 1'));
    expect(await view.locator('.steps > li').count()).toBe(4);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('says that a tool was stopped', async () => {
    const { page, view, complaints } = await show('get_impact', { symbol: 'priceOf' }, { isStopped: true });
    await seen(view.getByText('Stopped by the reader'));
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('shows contents as text, and an error as it is', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const { page, view, complaints } = await show('get_impact', { symbol: hostile });
    await seen(view.getByText('Symbol not found'));
    expect(await view.locator('img').count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
