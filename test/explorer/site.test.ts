/** A static site, opened from disk: no server, no request, and every view from map to impact. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../e2e/cli-process.ts';
import { expectAccessible, expectHeading, openWindow } from './browser.ts';

let shop = '';
let site = '';
const complaints: string[] = [];
const open = (hash: string): Promise<Page> =>
  openWindow(`${pathToFileURL(join(site, 'index.html')).href}${hash}`, complaints);

beforeAll(async () => {
  shop = join(realpathSync(mkdtempSync(join(tmpdir(), 'site-'))), 'bookshop');
  site = join(dirname(shop), 'site');
  cpSync(new URL('../../examples/bookshop', import.meta.url), shop, { recursive: true });
  const git = (...args: string[]): void => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: dirname(shop), GIT_CONFIG_NOSYSTEM: '1' };
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: shop, env, stdio: 'ignore' });
  };
  const edit = (path: string, from: string, to: string): void =>
    writeFileSync(join(shop, path), readFileSync(join(shop, path), 'utf8').replace(from, to));
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('commit', '--quiet', '-m', 'Open the shop');
  edit('src/cart/prices.ts', '0.07', '0.08');
  git('commit', '--quiet', '-a', '-m', 'Raise the tax');
  const { code, stdout, stderr } = await run(['export', '--site', site, '--range', 'HEAD~1..HEAD'], { cwd: shop });
  expect({ code, stderr, stdout }).toMatchObject({ code: 0 });
  expect(stdout).toMatch(/^Wrote .*: \d+ of \d+ definitions and \d+ of \d+ files, \d+\.\d MB\n/);
});

afterAll(() => rmSync(dirname(shop), { recursive: true, force: true }));

describe('a site that is opened from disk', () => {
  it('leads from the map to a symbol, to its caller, and to what a change of it reaches', async () => {
    const page = await open('#/map');
    await expectHeading(page, 'Map');
    await page.locator('.map-picture').waitFor();
    await page.goto(`${pathToFileURL(join(site, 'index.html')).href}#/file?path=src/cart/prices.ts`);
    await expectHeading(page, 'prices.ts');
    await page.locator('.code a', { hasText: 'priceOf' }).first().click();
    await expectHeading(page, 'priceOf');
    await page.locator('.code', { hasText: 'function priceOf' }).waitFor();
    await page.locator('.left a', { hasText: 'Cart.total' }).first().click();
    await expectHeading(page, 'Cart.total');
    await page.locator('.subject a', { hasText: 'Impact' }).click();
    await expectHeading(page, 'Impact');
    await page.locator('main', { hasText: 'placeOrder' }).waitFor();
    await page.close();
  });

  it('shows the impact of its range, what it is of, and what it has', async () => {
    const page = await open('#/');
    await page.getByText('Raise the tax').waitFor();
    await page.getByRole('link', { name: 'Impact of HEAD~1..HEAD' }).click();
    await expectHeading(page, 'Impact');
    await page.locator('main', { hasText: 'src/cart/prices.ts' }).waitFor();
    // The tool that checks this asks for the style sheet again, which the page refuses.
    const before = [...complaints];
    await expectAccessible(page);
    complaints.splice(0, Infinity, ...before);
    await page.close();
  });

  it('finds symbols by name, and unfolds folders of the map', async () => {
    const page = await open('#/');
    await page.getByRole('link', { name: 'Health' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Search' }).count()).toBe(0);
    await page.keyboard.press('/');
    await page.keyboard.type('cart.tot');
    await page.locator('[role=option]').first().waitFor();
    expect(await page.locator('.palette [role=status]').count()).toBe(0);
    await page.keyboard.press('End');
    await page.keyboard.type('ally');
    await page
      .locator('.palette [role=status]', { hasText: /No name in this site contains “cart.totally”.*\d of \d/ })
      .waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`${pathToFileURL(join(site, 'index.html')).href}#/map?open=src/cart`);
    await page.locator('main', { hasText: 'prices.ts' }).waitFor();
    await page.close();
  });

  it('says what is not in it, and asks nobody', async () => {
    const page = await open(`#/symbol?id=${encodeURIComponent('src/<script>alert(1)#x')}`);
    await page.getByText('Not in this site: the symbol src/<script>alert(1)#x').waitFor();
    await page.goto(`${pathToFileURL(join(site, 'index.html')).href}#/search?q=cart`);
    await page.getByText('Not in this site: a search for cart').waitFor();
    const urls = await page.evaluate<string[]>(
      `performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => !name.startsWith('file:') && !name.startsWith('data:'))`,
    );
    expect(urls).toEqual([]);
    await page.close();
    expect(complaints).toEqual([]);
  });

  it('has nothing that only concerns the machine it was made on', () => {
    for (let at = 0; existsSync(join(site, 'answers', `${at}.js`)); at++)
      expect(readFileSync(join(site, 'answers', `${at}.js`), 'utf8')).not.toContain(dirname(shop));
  });
});

describe('the folder of a site', () => {
  const exportTo = (folder: string, ...args: string[]) => run(['export', '--site', folder, ...args], { cwd: shop });

  it('is an earlier export only with --force, which leaves other files there', async () => {
    writeFileSync(join(site, 'mine.txt'), 'mine');
    const listed = JSON.parse(readFileSync(join(site, 'code-scout-site.json'), 'utf8')) as { files: string[] };
    const files = [...listed.files, 'answers/77.js', '../bookshop/package.json'];
    writeFileSync(join(site, 'code-scout-site.json'), JSON.stringify({ files }));
    writeFileSync(join(site, 'answers', '77.js'), 'old');
    expect(await exportTo(site)).toMatchObject({ code: 2, stderr: expect.stringContaining('--force') });
    expect(existsSync(join(site, 'answers', '77.js'))).toBe(true);
    expect(await exportTo(site, '--force')).toMatchObject({ code: 0 });
    expect(existsSync(join(site, 'answers', '77.js'))).toBe(false);
    expect(readFileSync(join(site, 'mine.txt'), 'utf8')).toBe('mine');
    expect(existsSync(join(shop, 'package.json'))).toBe(true);
  });

  it('is not one that has files of somebody, or a link inside', async () => {
    const refused = await exportTo(shop);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('is not empty, and no earlier export') });
    const linked = join(dirname(shop), 'linked');
    mkdirSync(linked);
    mkdirSync(join(dirname(shop), 'elsewhere'));
    writeFileSync(join(linked, 'code-scout-site.json'), '{"files":[]}');
    symlinkSync(join(dirname(shop), 'elsewhere'), join(linked, 'answers'));
    expect(await exportTo(linked, '--force')).toMatchObject({ code: 2, stderr: expect.stringContaining('link') });
  });

  it('is bounded: a small site says how much it leaves out', async () => {
    const small = join(dirname(shop), 'small');
    const { code, stdout } = await exportTo(small, '--symbols', '3');
    expect(code).toBe(0);
    expect(stdout).toMatch(/: 3 of \d+ definitions/);
  });
});
