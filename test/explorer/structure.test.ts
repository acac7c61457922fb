/** The views of the structure in a browser: each does the task that it is for, by mouse and by keyboard, and every state has a URL. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, expectHeading, explore, type Explored } from './browser.ts';
import { structureProject } from './structure-project.ts';

let shop: Explored;
/** The same shop, without a change since its last commit. */
let unchanged: Explored;
beforeAll(async () => {
  shop = await explore(await structureProject());
  unchanged = await explore(await structureProject({ isChanged: false }));
});
afterAll(async () => {
  const complaints = [...shop.complaints, ...unchanged.complaints];
  await Promise.all([shop.server.close(), unchanged.server.close()]);
  expect(complaints).toEqual([]);
});

const panel = (page: Page) => page.getByRole('complementary', { name: 'About the map' });
const box = (page: Page, id: string) => page.locator(`.box [data-id="${id}"]`);
const focusedBox = (page: Page): Promise<string | null> =>
  page.evaluate("document.activeElement?.getAttribute('data-id') ?? null");

describe('the map', () => {
  it('shows a circle of imports, and the import that makes it, in three clicks', async () => {
    const page = await shop.open('#/map');
    await panel(page)
      .getByRole('heading', { name: /Circles of imports\s*1/ })
      .waitFor();
    await panel(page).getByText('src/cart → src/price →').click();
    await panel(page).getByRole('button', { name: 'src/price → src/cart' }).click();
    await page.waitForURL(/edge=src%2Fprice%2F%2Fsrc%2Fcart/);
    await panel(page).getByText("import { label } from '../cart/label.ts';").waitFor();
    await panel(page).getByRole('link', { name: 'src/price/price.ts:1' }).click();
    await expectHeading(page, 'src/price/price.ts');
    await page.goBack();
    await panel(page).getByText("import { label } from '../cart/label.ts';").waitFor();
  });

  it('shows what is behind an edge that is clicked', async () => {
    const page = await shop.open('#/map');
    await box(page, 'src/shop').waitFor();
    const edge = page.locator('.edge .touch', { has: page.locator('title', { hasText: 'src/shop uses src/cart:' }) });
    // The middle of an edge that runs straight down, which is the middle of its frame.
    await edge.click({ force: true });
    await page.waitForURL(/edge=/);
    expect(page.url()).toContain('edge=src%2Fshop%2F%2Fsrc%2Fcart');
    await panel(page).getByText("import { checkout } from '../cart/cart.ts';").waitFor();
  });

  it('is walked, unfolded, folded, and cleared by the keyboard alone', async () => {
    const page = await shop.open('#/map');
    await box(page, 'src/.').focus();
    await page.keyboard.press('ArrowDown');
    expect(await focusedBox(page)).toBe('src/shop');
    await page.keyboard.press('ArrowDown');
    expect(await focusedBox(page)).toBe('src/cart');
    await page.keyboard.press('Enter');
    await panel(page).getByRole('heading', { name: 'src/cart', exact: true }).waitFor();
    expect(page.url()).toContain('box=src%2Fcart');
    await page.keyboard.press('+');
    await box(page, 'src/cart/label.ts').waitFor();
    expect(page.url()).toContain('open=src%2Fcart');
    await box(page, 'src/cart/label.ts').focus();
    await page.keyboard.press('-');
    await box(page, 'src/cart').waitFor();
    await box(page, 'src/price').focus();
    await page.keyboard.press('h');
    await box(page, 'src/price').waitFor({ state: 'detached' });
    await panel(page).getByRole('button', { name: 'Show src/price' }).click();
    await box(page, 'src/price').waitFor();
    await page.goBack();
    await box(page, 'src/price').waitFor({ state: 'detached' });
  });

  it('has one line for the parts without links, from which they are selected', async () => {
    const page = await shop.open('#/map?open=src%2F.');
    await box(page, 'src/main.ts').waitFor();
    expect(await box(page, 'src/lonely.ts').count()).toBe(0);
    await page.getByText('1 part without links to other parts').click();
    await page.getByRole('button', { name: 'lonely.ts' }).click();
    await panel(page).getByRole('heading', { name: 'src/lonely.ts' }).waitFor();
  });

  it('is a matrix and a list as well, with the same edges', async () => {
    const page = await shop.open('#/map?form=matrix');
    await page.getByRole('button', { name: /src\/price uses src\/cart: .*closes a circle/ }).focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(/edge=src%2Fcart%2F%2Fsrc%2Fprice/);
    await page.getByRole('button', { name: 'List' }).click();
    await page.waitForURL(/form=list/);
    const entry = page.locator('.map-list li', { has: page.getByRole('button', { name: 'src/shop', exact: true }) });
    await entry.getByRole('button', { name: /^src\/cart/ }).click();
    await page.waitForURL(/edge=/);
    expect(page.url()).toContain('edge=src%2Fshop%2F%2Fsrc%2Fcart');
  });

  it('leaves tests out until they are wanted, and edges below a threshold', async () => {
    const page = await shop.open('#/map');
    await panel(page).getByText('1 test file').waitFor();
    await page.getByRole('checkbox', { name: 'Tests' }).check();
    await box(page, 'test').waitFor();
    await page.getByRole('slider').focus();
    await page.keyboard.press('End');
    await page.getByText(/below the threshold/).waitFor();
    expect(await page.locator('.map-canvas .edge').count()).toBe(1);
  });
});

describe('impact', () => {
  it('explains the change of the working tree in fewer than ten clicks', async () => {
    const page = await shop.open('');
    let clicks = 0;
    const click = async (name: string | RegExp, role: 'link' | 'button' = 'link'): Promise<void> => {
      clicks++;
      await page.getByRole(role, { name }).first().click();
    };
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    await click('Impact');
    await page.getByText(/The working tree against \w+ changes 1 definition in 1 file and reaches/).waitFor();
    // What uses it, how, and where.
    const nearest = page.locator('.column', { has: page.getByRole('heading', { name: /Use it/ }) });
    await nearest.getByRole('link', { name: 'Item.text' }).waitFor();
    await page.getByRole('heading', { name: /Tests to run/ }).waitFor();
    clicks++;
    await nearest.getByRole('link', { name: 'price.ts:13' }).click();
    await expectHeading(page, 'src/price/price.ts');
    await page.goBack();
    await click('label');
    await expectHeading(page, 'label');
    expect(clicks).toBeLessThan(10);
  });

  it('is of a commit, a range, a branch or a symbol, as the reader chooses', async () => {
    const page = await shop.open('#/impact');
    await page.getByRole('button', { name: 'Commit' }).click();
    await page.getByRole('combobox', { name: 'Commit' }).selectOption({ index: 1 });
    await page
      .getByText(/“Raise the price”/)
      .first()
      .waitFor();
    await page.waitForURL(/of=commit&revision=/);
    await page.getByRole('button', { name: 'Range' }).click();
    await page.getByRole('combobox', { name: 'From' }).fill('HEAD~1');
    await page.keyboard.press('Enter');
    await page.waitForURL(/revision=HEAD%7E1..HEAD/);
    await page.getByText(/changes 1 definition in 1 file/).waitFor();
    await page.getByRole('button', { name: 'Branch' }).click();
    await page.getByRole('combobox', { name: 'Working tree against' }).selectOption('main');
    await page.getByText(/The working tree against/).waitFor();
    await page.getByRole('button', { name: 'Symbol' }).click();
    await page.getByRole('textbox', { name: 'Name or id of a symbol' }).fill('total');
    await page.keyboard.press('Enter');
    await page.getByText(/A change of total reaches/).waitFor();
    const tests = await page.locator('.tests a').allInnerTexts();
    expect(tests.map((text) => text.replaceAll(/\s/g, ''))).toEqual(['test/cart.test.ts']);
  });

  it('of nothing offers the last commits', async () => {
    const page = await unchanged.open('#/impact');
    await page.getByText('Nothing has changed since the last commit.').waitFor();
    expect(await page.locator('.last-commits li a').allInnerTexts()).toEqual(['Raise the price', 'Open the shop']);
    await page.getByRole('link', { name: 'Raise the price' }).click();
    await page.waitForURL(/of=commit&revision=/);
    await page.getByText(/changes 1 definition in 1 file/).waitFor();
  });

  it('is copied as Markdown', async () => {
    const page = await shop.open('#/impact?id=total', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await page.getByText('Copied as Markdown').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('# Impact of `total`');
  });
});

describe('a path', () => {
  it('is followed from card to card, with its code, and says what is inferred', async () => {
    const page = await shop.open('#/path');
    await page.getByRole('textbox', { name: 'From' }).fill('main');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Item.price');
    await page.keyboard.press('Enter');
    await page.waitForURL(/from=main&to=Item.price/);
    await page.locator('.step').first().waitFor();
    const names = await page.locator('.step h2 .name').allInnerTexts();
    expect([names[0], names.at(-1)]).toEqual(['main', 'Item.price']);
    expect(await page.locator('.step-line.focused').first().innerText()).toContain('console.log(open());');
    const count = await page
      .getByRole('status')
      .filter({ hasText: /Path 1 of/ })
      .innerText();
    if (!count.startsWith('Path 1 of 1,')) {
      await page.keyboard.press('Escape');
      await page.locator('h1').click();
      await page.keyboard.press('n');
      await page.waitForURL(/at=1/);
    }
  });

  it('is dashed where a type stands between', async () => {
    const page = await shop.open('#/path?from=total&to=Item.price');
    await page.locator('.step-edge.inferred', { hasText: 'through Priced.price' }).waitFor();
    const style = `getComputedStyle(document.querySelector('.step-edge.inferred')).borderLeftStyle`;
    expect(await page.evaluate(style)).toBe('dashed');
  });

  it('says that there is none, and that there is one the other way round', async () => {
    const page = await shop.open('#/path?from=checkout&to=main');
    await page.getByText('There is no path of up to 12 steps.').waitFor();
    await page.getByRole('link', { name: 'the other way round' }).click();
    await page.locator('.step').first().waitFor();
    expect(await page.locator('.step h2 .name').allInnerTexts()).toEqual(['main', 'open', 'checkout']);
  });
});

describe('entry points and unused symbols', () => {
  it('lead from a command to its code, and list what nothing uses with the reasons', async () => {
    const page = await shop.open('#/entries');
    await page
      .getByRole('row', { name: /shop/ })
      .getByRole('link', { name: /main\.ts/ })
      .click();
    await expectHeading(page, 'src/main.ts');
    await page.goBack();
    await page.getByRole('button', { name: 'Exported API' }).click();
    await page.getByRole('link', { name: 'checkout' }).waitFor();
    await page.getByRole('button', { name: 'Unused' }).click();
    await page.getByRole('link', { name: 'neverCalled' }).waitFor();
    await page.getByText('exported: programs outside of the project may use them').waitFor();
  });
});

it('says how old the index is, with the moment itself in the title', async () => {
  const page = await shop.open('#/health');
  const age = page.locator('.fact-cards time');
  await age.waitFor();
  expect(await age.innerText()).toMatch(/^(?:just now|\d+ minutes? ago)$/);
  expect(await age.getAttribute('title')).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  await page.locator('.checks time').first().waitFor();
});

it('has all its views in the bar of a narrow window', async () => {
  const page = await shop.open('#/map', { viewport: { width: 800, height: 800 } });
  const views = page.getByRole('navigation', { name: 'Views' });
  await views.waitFor();
  // Widths are rounded: one has a part of a pixel that the other has not.
  const isWhole = `(() => { const nav = document.querySelector('.bar nav'); return nav.scrollWidth - nav.clientWidth <= 1; })()`;
  expect(await page.evaluate(isWhole)).toBe(true);
  await page.getByRole('button', { name: 'Find anything' }).waitFor();
});

describe('every view', () => {
  const states = [
    ...[
      '#/map',
      '#/map?form=matrix',
      '#/map?form=list',
      '#/map?box=src%2Fcart',
      '#/map?edge=src%2Fprice%2F%2Fsrc%2Fcart',
    ],
    ...['#/impact', '#/impact?id=total', '#/impact?of=range', '#/path?from=main&to=Item.price', '#/path'],
    ...['#/entries', '#/entries?part=api', '#/entries?part=tests', '#/entries?part=unused', '#/health'],
  ];

  it.each(states)('%s can be used by everybody, in light and in dark, and fits a narrow window', async (state) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await shop.open(state, { colorScheme, viewport: { width: 800, height: 800 } });
      await page.locator('h1').first().waitFor();
      await page.locator('.waiting').first().waitFor({ state: 'detached' });
      await expectAccessible(page);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(800);
      await page.context().close();
    }
  });
});
