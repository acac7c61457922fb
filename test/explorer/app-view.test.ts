/**
 * The view in agents' windows, in a small host: the server's page in a sandboxed frame, and JSON-RPC by messages as MCP Apps (2026-01-26) has it.
 * The host is stricter than the specification's: the frame has no origin, and its rules are those for a page that declares nothing.
 */
import { cpSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { FrameLocator, Page } from 'playwright-core';
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

/** Runs in the page: what a host does with the messages of a view. */
const hostScript = `(({ html, result, tool }) => {
  const frame = document.createElement('iframe');
  frame.sandbox = 'allow-scripts';
  frame.style = 'width: 100%; height: 420px; border: 0';
  globalThis.log = [];
  addEventListener('message', async ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    log.push(data.method ?? 'answer');
    const send = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
    if (data.method === 'ui/initialize') {
      if (data.params.protocolVersion !== '2026-01-26') throw new Error('another version');
      send({ id: data.id, result: { protocolVersion: '2026-01-26', hostInfo: { name: 'test', version: '1' }, hostCapabilities: { serverTools: {} },
        hostContext: { theme: 'dark', toolInfo: { tool: { name: tool } } } } });
    } else if (data.method === 'ui/notifications/initialized') {
      send({ method: 'ui/notifications/tool-input', params: { arguments: {} } });
      send({ method: 'ui/notifications/tool-result', params: result });
    } else if (data.method === 'tools/call') send({ id: data.id, result: await callTool(data.params) });
    else if (data.method === 'ui/notifications/size-changed') frame.style.height = data.params.height + 'px';
  });
  frame.srcdoc = html;
  document.body.append(frame);
})`;

interface Shown {
  page: Page;
  view: FrameLocator;
  complaints: string[];
}

async function show(tool: string, args: Record<string, unknown>): Promise<Shown> {
  const complaints: string[] = [];
  const page = await openWindow('about:blank', complaints);
  await page.exposeFunction('callTool', (params: { name: string; arguments: Record<string, unknown> }) =>
    host.callTool(params),
  );
  const result = await host.callTool({ name: tool, arguments: args });
  const policed = html.replace(
    '<head>',
    `<head><meta http-equiv="content-security-policy" content="${defaultPolicy}">`,
  );
  await page.evaluate(`${hostScript}(${JSON.stringify({ html: policed, result, tool })})`);
  return { page, view: page.frameLocator('iframe'), complaints };
}

describe('the view in a host', () => {
  it('shows an impact in columns, and follows a symbol through the host', async () => {
    const { page, view, complaints } = await show('get_impact', { symbol: 'roundToCents' });
    await view.locator('h1', { hasText: 'Impact of roundToCents' }).waitFor();
    await view.locator('[aria-label="Distance 1"]').getByText('priceOf').first().waitFor();
    await view.locator('[aria-label="Tests"]').getByText('test/cart.test.ts').waitFor();
    await view.getByRole('button', { name: 'Cart.total' }).first().click();
    await view.locator('h1', { hasText: 'Impact of Cart.total' }).waitFor();
    await view.getByRole('button', { name: 'Back' }).click();
    await view.locator('h1', { hasText: 'Impact of roundToCents' }).waitFor();
    const log = await page.evaluate<string[]>('log');
    expect(log.slice(0, 2)).toEqual(['ui/initialize', 'ui/notifications/initialized']);
    expect(log).toContain('ui/notifications/size-changed');
    expect(await view.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('shows a path step by step', async () => {
    const { page, view, complaints } = await show('find_path', { from: 'postCheckout', to: 'priceOf' });
    await view.locator('h1', { hasText: 'postCheckout → priceOf' }).waitFor();
    await view.getByText('3 steps, path 1 of 1').waitFor();
    expect(await view.locator('.steps > li').count()).toBe(4);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('shows contents as text, and an error as it is', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const { page, view, complaints } = await show('get_impact', { symbol: hostile });
    await view.getByText('Symbol not found').waitFor();
    expect(await view.locator('img').count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
