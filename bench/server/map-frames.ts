/**
 * `npm run bench -- map-frames [--frames 120]`: the CPU time that a browser needs for a frame of the explorer's map, with 60 and with 300 boxes and 300 edges: while the mouse goes from box to box,
 * while it zooms, and while another box is selected. The map is made up, so that no project is needed; the page is the built one (`npm run build`).
 */
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type CDPSession, type Page } from 'playwright-core';
import { findBrowser, noBrowser } from '../../scripts/lib/browser.ts';
import type { MapAnswer } from '../../src/explorer/contract.ts';
import { watchPage, workedMs } from '../lib/page-cpu.ts';

/** The most that a frame may take (ms). */
const target = 16;
const repository = join(import.meta.dirname, '..', '..');
const { values } = parseArgs({ options: { frames: { type: 'string', default: '120' } } });
const frames = Number(values.frames);

/** A map in layers of ten boxes. Each box uses boxes of the layers below it; one edge in ten leads back. */
function madeUpMap(count: number, edgeCount: number): MapAnswer {
  const boxes = Array.from({ length: count }, (_, at) => ({
    ...{ id: `src/part${at}`, kind: 'folder' as const, name: `part${at}`, context: 'src', package: null },
    ...{ files: 10 + (at % 30), lines: 100 * (at + 1), symbols: 50, changes: at % 40, users: at % 25 },
    ...{ heat: (at % 10) / 10, canOpen: true, group: null },
  }));
  const edges = Array.from({ length: edgeCount }, (_, at) => {
    // Every box has an edge, because the picture shows no others: the first edges lead to the boxes of the last layer.
    const from = at < 11 ? count - 12 : at % (count - 11);
    const to = at < 11 ? count - 11 + at : Math.min(count - 1, from + 10 + ((at * 13) % 15));
    const isBack = at % 10 === 0;
    return {
      ...{ from: isBack ? to : from, to: isBack ? from : to, links: 1 + ((at * 31) % 500), pairs: 3 },
      ...{ isImport: true, isGuessed: at % 9 === 0, isInCycle: isBack, isBack, isImplied: at % 4 === 1 },
    };
  });
  const distinct = [...new Map(edges.map((edge) => [`${edge.from} ${edge.to}`, edge])).values()];
  return {
    boxes,
    edges: distinct,
    total: { boxes: count, edges: distinct.length, files: count * 20, lines: 1_000_000 },
    filesLeftOut: { tests: 0, foreign: 0, withoutCode: 0 },
    ...{ edgesBelow: 0, opened: [], hidden: [], groups: [], cycles: { total: 0, shown: [] }, commits: 500, note: null },
  };
}

/** The page, and made-up answers. */
function serve(map: MapAnswer): Promise<{ url: string; close: () => void }> {
  const types: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };
  const server = createServer(({ url = '/' }, response) => {
    if (url.startsWith('/api/')) {
      response.setHeader('content-type', 'application/json');
      const project = { name: 'made up', root: '/', files: 1, definitions: 1, languages: [], status: 'idle' };
      const rest = { progress: null, notice: null, generation: 1, lastIndexed: null };
      response.end(JSON.stringify(url.startsWith('/api/explorer/map?') ? map : { ...project, ...rest }));
      return;
    }
    const name = url.startsWith('/assets/') ? url.slice('/assets/'.length) : 'index.html';
    response.setHeader('content-type', types[name.split('.').at(-1) ?? ''] ?? 'text/plain');
    response.end(readFileSync(join(repository, 'dist', 'web', name)));
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      resolve({ url: `http://127.0.0.1:${port}/`, close: () => server.close() });
    });
  });
}

/** The CPU time of a frame in which something is done: the mean over all frames. */
async function perFrame(page: Page, session: CDPSession, act: (frame: number) => Promise<unknown>): Promise<number> {
  const before = await workedMs(session);
  for (let frame = 0; frame < frames; frame++) {
    await act(frame);
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  }
  return (await workedMs(session)) - before;
}

async function measure(page: Page, count: number): Promise<void> {
  const { url, close } = await serve(madeUpMap(count, 300));
  const session = await watchPage(page);
  await page.goto(`${url}#/map?form=picture`);
  await page.locator('.box').first().waitFor();
  const first = await workedMs(session);
  const idle = (await perFrame(page, session, async () => {})) / frames;
  const dispatch = (at: number, type: string): Promise<unknown> =>
    page.evaluate(
      `document.querySelectorAll('.map-canvas .box')[${at % count}].dispatchEvent(new MouseEvent('${type}'))`,
    );
  const acts: [string, (frame: number) => Promise<unknown>][] = [
    ['the mouse goes to another box', (frame) => dispatch(frame * 7, 'mouseenter')],
    ['another box is selected', (frame) => dispatch(frame * 11, 'click')],
    [
      'the picture grows or shrinks',
      (frame) => page.evaluate(`document.querySelectorAll('.map-zoom button')[${frame % 2 === 0 ? 2 : 0}].click()`),
    ],
  ];
  console.log(`${count} boxes, 300 edges: ${first.toFixed(0)} ms of CPU to load the page, lay it out and draw it`);
  for (const [what, act] of acts) {
    const mean = (await perFrame(page, session, act)) / frames - idle;
    console.log(`  ${what}: ${mean.toFixed(1)} ms of CPU${mean <= target ? '' : `, more than ${target}`}`);
  }
  close();
}

const executablePath = findBrowser();
if (executablePath === null) throw new Error(noBrowser);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
for (const count of [60, 300]) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await measure(page, count);
  await page.close();
}
await browser.close();
