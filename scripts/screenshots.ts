/**
 * `npm run screenshots`: pictures of the explorer on the last commit of this repository into docs/images/, made in the browser that its tests use, light and
 * dark. They are of a clone, which has the project's name and no files of whoever makes them.
 * Not a part of CI: a picture changes with every change of the code that it shows. Look at each before you commit it.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import { findBrowser, noBrowser } from './lib/browser.ts';
import { at, repository, start } from './lib/repository.ts';

/** A picture is not larger (bytes): a README is read on slow lines, too. */
const maxBytes = 150_000;
const size = { width: 1280, height: 800 };
/** The map is shown whole. */
const mapHeight = 1200;
/** What a view draws last is there after this time (ms). */
const settleMs = 1500;

const views = {
  map: '/map',
  symbol: '/symbol?id=src/graph/queries/index/link-index.ts%23LinkIndex.into',
  impact: '/impact?id=src/explorer/question.ts%23listed',
  path: '/path?from=openExplorer&to=createHttpService',
};

const executablePath = findBrowser();
if (executablePath === null) throw new Error(noBrowser);
const clone = join(mkdtempSync(join(tmpdir(), 'screenshots-')), 'code-scout');
for (const [program, args, cwd] of [
  ['git', ['clone', '--quiet', repository, clone], repository],
  [process.execPath, [at('dist', 'bin.js'), 'index'], clone],
] as const) {
  const { code, output } = await start(program, args, { cwd });
  if (code !== 0) throw new Error(output);
}
const server = spawn(process.execPath, [at('dist', 'bin.js'), 'open', '--no-browser', '--json', '--port', '0'], {
  cwd: clone,
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const { value } = (await createInterface({ input: server.stdout })[Symbol.asyncIterator]().next()) as {
    value: string;
  };
  const { url } = JSON.parse(value) as { url: string };
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  mkdirSync(at('docs', 'images'), { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ viewport: size, colorScheme });
    const protocol = await page.context().newCDPSession(page);
    await page.goto(url);
    // The page says so while the server looks for changes and the compiler adds to the links.
    await page.waitForTimeout(settleMs);
    await page.locator('.state', { hasText: 'Indexing' }).waitFor({ state: 'detached', timeout: 600_000 });
    for (const [name, hash] of Object.entries(views)) {
      await page.setViewportSize(name === 'map' ? { ...size, height: mapHeight } : size);
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      await page.locator('main .waiting').waitFor({ state: 'detached', timeout: 120_000 });
      await page.waitForTimeout(settleMs);
      // Of the formats that readers' pages show, this is the smallest, and only the browser's own protocol makes it.
      const { data } = await protocol.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
      const picture = Buffer.from(data, 'base64');
      if (picture.length > maxBytes) throw new Error(`${name}: ${picture.length} bytes, at most ${maxBytes}`);
      writeFileSync(at('docs', 'images', `${name}-${colorScheme}.webp`), picture);
      console.log(`docs/images/${name}-${colorScheme}.webp: ${picture.length} bytes`);
    }
  }
  await browser.close();
} finally {
  await new Promise((done) => {
    server.on('close', done);
    server.kill();
  });
  rmSync(dirname(clone), { recursive: true });
}
