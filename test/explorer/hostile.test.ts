/** The explorer on a project whose names and contents are made to do harm. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../e2e/cli-process.ts';
import { expectAccessible, expectHeading, explore, openWindow, type Explored } from './browser.ts';
import { hostileMarkup, hostileProject } from './projects.ts';

let hostile: Explored;
let root = '';
beforeAll(async () => {
  root = await hostileProject();
  hostile = await explore(root);
});
afterAll(() => hostile.server.close());

/** Everything of the page's own that may be in it; whatever else is there has come from the project. */
const ownScripts = ['assets/explorer.js'];

const states = [
  '#/',
  '#/symbol?id=show',
  '#/symbol?id=quoted',
  '#/symbol?id=callsLong',
  `#/symbol?id=${encodeURIComponent(hostileMarkup)}`,
  '#/symbol?id=שלום',
  `#/file?path=${encodeURIComponent('src/<b>bold<b>.ts')}`,
  `#/file?path=${encodeURIComponent('src/"onmouseover="alert(1).ts')}`,
  `#/file?path=${encodeURIComponent('doc/<script>alert(1)<-script>.md')}`,
  '#/file?path=src/long.ts',
  '#/file?path=src/turned.ts',
  `#/search?q=${encodeURIComponent(hostileMarkup)}`,
  `#/search?q=${encodeURIComponent(hostileMarkup)}&mode=text`,
  `#/${encodeURIComponent(hostileMarkup)}`,
  '#/search?q=alert(1)&mode=text&project=<script>',
];

it.each(states)('shows contents as text, within the window: %s', async (state) => {
  for (const width of [1280, 800]) {
    const page = await hostile.open(state, { viewport: { width, height: 800 } });
    await page.locator('h1, [role=alert]').first().waitFor();
    await page.locator('main .waiting').waitFor({ state: 'detached' });
    const found = await page.evaluate<unknown>(`({
      scripts: [...document.scripts].map((script) => script.getAttribute('src')),
      images: document.images.length,
      bold: document.querySelectorAll('b').length,
      handlers: [...document.querySelectorAll('*')].filter(({ attributes }) => [...attributes].some(({ name }) => name.startsWith('on'))).length,
      over: document.documentElement.scrollWidth - innerWidth,
    })`);
    expect(found).toEqual({ scripts: ownScripts, images: 0, bold: 0, handlers: 0, over: 0 });
    await expectAccessible(page);
    await page.close();
  }
});

it('follows a name of ten thousand letters', async () => {
  const page = await hostile.open('#/symbol?id=callsLong');
  await page.locator('.code a', { hasText: 'long_xxx' }).first().click();
  await expectHeading(page, 'long_xxx');
  await page.getByText(hostileMarkup).first().waitFor();
});

it('shows what turns the order of letters', async () => {
  const page = await hostile.open('#/symbol?id=turned');
  await page.locator('.hidden-mark').first().waitFor();
  expect(await page.locator('.hidden-mark').allInnerTexts()).toEqual(['U+202E']);
});

it.each(['folders', 'files', 'symbols'])('is drawn as text in a page of the graph of %s', async (level) => {
  const { stdout } = await run(['graph', '--format', 'html', '--level', level], { cwd: root });
  const file = join(mkdtempSync(join(tmpdir(), 'graph-')), 'graph.html');
  writeFileSync(file, stdout);
  const complaints: string[] = [];
  const page = await openWindow(pathToFileURL(file).href, complaints);
  await page.locator('svg text', { hasText: 'src/' }).first().waitFor();
  const own = await page.evaluate<unknown>(`({
    scripts: document.scripts.length,
    images: document.images.length,
    bold: document.querySelectorAll('b').length,
    handlers: [...document.querySelectorAll('*')].filter(({ attributes }) => [...attributes].some(({ name }) => name.startsWith('on'))).length,
  })`);
  expect(own).toEqual({ scripts: 1, images: 0, bold: 0, handlers: 0 });
  expect(complaints).toEqual([]);
  await page.close();
  rmSync(dirname(file), { recursive: true });
});

it('runs nothing and fetches nothing that is not its own', () => {
  expect(hostile.complaints.filter((text) => !/status of 40[04]/.test(text))).toEqual([]);
});
