/** The explorer in a real browser: a server, a page, and what tests do with both. */
import axe from 'axe-core';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, afterEach, expect } from 'vitest';
import { findBrowser, noBrowser } from '../../scripts/lib/browser.ts';
import { patienceMs } from '../../src/util/testing/until.ts';
import { startHttpServer, type HttpServerProcess } from '../e2e/http-process.ts';

export interface Explored {
  server: HttpServerProcess;
  /** Opens a state of the page in a window of its own. What the page complains of fails the test that asks `complaints`. */
  open(hash: string, options?: BrowserContextOptions): Promise<Page>;
  /** What the consoles of all windows have said so far. */
  complaints: string[];
}

let browser: Browser | null = null;
/** Those of the running test. */
const windows: BrowserContext[] = [];
// An open page draws, and listens to its server, as long as it is there: those of earlier tests took a quarter of the CPU time.
afterEach(async () => {
  await Promise.all(windows.splice(0).map((context) => context.close()));
});
afterAll(async () => {
  await browser?.close();
});

async function theBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error(noBrowser);
  return (browser ??= await chromium.launch({ executablePath, args: ['--no-sandbox'] }));
}

/** A window of its own, until the test ends. What its page complains of is added to `complaints`. */
export async function openWindow(
  url: string,
  complaints: string[],
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await (await theBrowser()).newContext({ viewport: { width: 1280, height: 860 }, ...options });
  windows.push(context);
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // An answer that says that something is not there is a state that the page shows; the browser reports it all the same.
    const { url: asked } = message.location();
    const isRefusal = asked.includes('/api/explorer/') && message.text().includes('404');
    if ((message.type() === 'error' || message.type() === 'warning') && !isRefusal)
      complaints.push(`${message.text()} ${asked}`);
  });
  await page.goto(url);
  return page;
}

/** Serves a project that is indexed already. @param args more arguments of `serve` */
export async function explore(root: string, args: readonly string[] = []): Promise<Explored> {
  const server = await startHttpServer({ cwd: root, args });
  const complaints: string[] = [];
  void server.exit.then(({ code, signal }) =>
    complaints.push(`The server has ended with ${code ?? signal}: ${server.errors().slice(-6000)}`),
  );
  return {
    server,
    complaints,
    open: (hash, options) => openWindow(`${server.url}/${hash}`, complaints, options),
  };
}

/** What a person with a screen reader, or with little contrast, cannot use. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const findings = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<axe.AxeResults> } };
    const { violations } = await axe.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .slice(0, 3)
            .map(({ html }) => html.slice(0, 160))
            .join(' | ')}`,
      );
  });
  expect(findings).toEqual([]);
}

/** The first heading, which says what the page shows. */
export async function expectHeading(page: Page, text: string): Promise<void> {
  await page.locator('h1', { hasText: text }).first().waitFor();
}
