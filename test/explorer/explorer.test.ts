/** The explorer in a browser: each view does the task that it is for, by mouse and by keyboard, and every state has a URL. */
import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, expectHeading, explore, type Explored } from './browser.ts';
import { largeProject, shopProject } from './projects.ts';

let shop: Explored;
beforeAll(async () => {
  shop = await explore(await shopProject());
});
afterAll(async () => {
  expect(shop.complaints).toEqual([]);
  await shop.server.close();
});

const totalUrl = '#/symbol?id=src%2Fcart.ts%23total';
const section = (page: Page, title: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: title }) });

describe('the palette', () => {
  it('finds a symbol by a part of its name, and opens it by the keyboard', async () => {
    const page = await shop.open('');
    await expectHeading(page, 'project');
    await page.keyboard.press('/');
    await page.keyboard.type('tot');
    await page.getByRole('option', { name: /total/ }).first().waitFor();
    await page.keyboard.press('Enter');
    await expectHeading(page, 'total');
    expect(page.url()).toContain(totalUrl);
    expect(await page.title()).toContain('total');
  });

  it('opens a file by the mouse, and closes with Escape', async () => {
    const page = await shop.open('');
    await page.getByRole('button', { name: 'Find anything' }).click();
    await page.keyboard.type('cart');
    await page.getByRole('option', { name: /src\/\s*cart\.ts/ }).click();
    await expectHeading(page, 'src/cart.ts');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    // The next key is not lost, however fast it comes.
    for (let at = 0; at < 5; at++) {
      await page.keyboard.press('Escape');
      await page.keyboard.press('/');
      await page.keyboard.type('c');
      expect(await page.getByRole('combobox').inputValue()).toBe('c');
    }
    await page.keyboard.press('Escape');
    await page.getByRole('combobox').waitFor({ state: 'detached' });
  });

  it('leads words to the search, and an arrow to a path', async () => {
    const page = await shop.open('');
    await expectHeading(page, 'project');
    await page.keyboard.press('/');
    await page.keyboard.type('adds up prices');
    await page.getByRole('option', { name: 'Search for “adds up prices”' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.hit').first().waitFor();
    expect(page.url()).toContain('#/search?q=adds+up+prices');
    await page.keyboard.press('/');
    await page.keyboard.type('main -> total');
    await page.getByRole('option', { name: 'From main to total' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/path\?from=main&to=total/);
  });
});

describe('a symbol', () => {
  it('has its callers, its source and its callees around it, with true totals', async () => {
    const page = await shop.open(totalUrl);
    await expectHeading(page, 'total');
    await section(page, 'Callers')
      .getByRole('link', { name: /checkout/ })
      .waitFor();
    expect(await section(page, 'Callers').getByRole('heading').first().innerText()).toMatch(/Callers\s*2/);
    await section(page, 'Calls')
      .getByRole('link', { name: /Item\.price/ })
      .waitFor();
    await section(page, 'Types')
      .getByRole('link', { name: /Priced/ })
      .waitFor();
    await section(page, 'Tests')
      .getByRole('link', { name: /cart\.test\.ts/ })
      .waitFor();
    await page.locator('.code-lines li').first().filter({ hasText: 'export function total' }).waitFor();
    await page.getByText('Adds up the prices of all things.').waitFor();
  });

  it('is followed along three edges, by names in the source, and back', async () => {
    const page = await shop.open('#/symbol?id=src%2Fmain.ts%23main');
    await page.locator('.code a', { hasText: 'checkout' }).click();
    await expectHeading(page, 'checkout');
    await page.locator('.code a', { hasText: 'total' }).click();
    await expectHeading(page, 'total');
    await section(page, 'Calls')
      .getByRole('link', { name: /Item\.price/ })
      .click();
    await expectHeading(page, 'Item.price');
    const trail = page.getByRole('navigation', { name: 'Trail' }).getByRole('list', { name: 'Visited' });
    expect(await trail.getByRole('link').allInnerTexts()).toEqual(['main', 'checkout', 'total', 'Item.price']);
    for (const name of ['total', 'checkout', 'main']) {
      await page.goBack();
      await expectHeading(page, name);
    }
  });

  it('is walked by the arrows alone', async () => {
    const page = await shop.open(totalUrl);
    await section(page, 'Callers')
      .getByRole('link', { name: /checkout/ })
      .waitFor();
    const focused = () => page.evaluate<string>(`document.activeElement?.textContent ?? ''`);
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toContain('checkout');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toContain('cart.test.ts');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toContain('price');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expectHeading(page, 'checkout');
  });

  it('shows signature and doc of a name under the mouse, until Escape', async () => {
    const page = await shop.open('#/symbol?id=src%2Fcart.ts%23checkout');
    await page.locator('.code a', { hasText: 'total' }).hover();
    const card = page.getByRole('tooltip');
    await card.waitFor();
    expect(await card.innerText()).toMatch(/total[^]*things[^]*Adds up the prices[^]*2 callers/);
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
  });

  it('is filtered, in the URL', async () => {
    const page = await shop.open(totalUrl);
    await section(page, 'Callers')
      .getByRole('link', { name: /cart\.test/ })
      .waitFor();
    await page.getByLabel('Tests').selectOption('without');
    await section(page, 'Callers')
      .getByRole('link', { name: /cart\.test/ })
      .waitFor({ state: 'detached' });
    expect(page.url()).toContain('tests=without');
    const other = await shop.open(new URL(page.url()).hash);
    await section(other, 'Callers')
      .getByRole('link', { name: /checkout/ })
      .waitFor();
    expect(await section(other, 'Callers').getByRole('link').count()).toBe(1);
  });

  it('that several things are called is chosen, and one that is none is told', async () => {
    const page = await shop.open('#/symbol?id=price');
    await page.getByRole('link', { name: /Item\.price/ }).click();
    await expectHeading(page, 'Item.price');
    await expectHeading(await shop.open('#/symbol?id=nobody'), 'No such symbol');
  });

  it('stays pinned over a new load', async () => {
    const page = await shop.open(totalUrl);
    await expectHeading(page, 'total');
    await page.keyboard.press('p');
    const pins = page.getByRole('list', { name: 'Pinned' });
    await pins.getByRole('link', { name: 'total' }).waitFor();
    await page.goto(`${shop.server.url}/#/`);
    await page.reload();
    await pins.getByRole('link', { name: 'total' }).click();
    await expectHeading(page, 'total');
    await page.getByRole('button', { name: 'Unpin' }).click();
    await pins.waitFor({ state: 'detached' });
  });
});

describe('a file', () => {
  it('has its outline, who uses it, and a way into an editor', async () => {
    const page = await shop.open('#/file?path=src%2Fcart.ts&line=8');
    await expectHeading(page, 'src/cart.ts');
    await page.locator('.code-lines li.focused', { hasText: 'export function total' }).waitFor();
    await section(page, 'Used by')
      .getByRole('link', { name: /main\.ts/ })
      .waitFor();
    await section(page, 'Uses')
      .getByRole('link', { name: /price\.ts/ })
      .waitFor();
    const editor = await page.getByRole('link', { name: 'Open in editor' }).getAttribute('href');
    expect(editor).toMatch(/^vscode:\/\/file\/.*\/src\/cart\.ts:8$/);
    await section(page, 'Outline')
      .getByRole('link', { name: /checkout/ })
      .click();
    await page.waitForURL(/line=15/);
    await page.locator('.code-lines li.focused', { hasText: 'export function checkout' }).waitFor();
  });

  it('paints comments, strings and keywords', async () => {
    const page = await shop.open('#/file?path=src%2Fcart.ts');
    await page.locator('.t-comment', { hasText: '// every thing counts' }).waitFor();
    await page.locator('.t-keyword', { hasText: 'export' }).first().waitFor();
    await page.locator('.t-string', { hasText: './price.ts' }).first().waitFor();
    expect(await page.locator('a.t-definition').allInnerTexts()).toEqual(['total', 'checkout']);
  });

  it('that is no code is shown without links', async () => {
    const page = await shop.open('#/file?path=README.md');
    await page.locator('.code', { hasText: 'It adds up prices.' }).waitFor();
    expect(await page.locator('.code a').count()).toBe(0);
  });

  it('shows what was changed on disk', async () => {
    const root = await shopProject();
    const explored = await explore(root);
    const page = await explored.open('#/file?path=src%2Fmain.ts');
    await page.locator('.code', { hasText: 'console.log' }).waitFor();
    writeFileSync(`${root}/src/main.ts`, `export function renamedMain(): void {}\n`);
    await page.locator('.code', { hasText: 'renamedMain' }).waitFor();
    expect(explored.complaints).toEqual([]);
    await explored.server.close();
  });
});

describe('the search', () => {
  it('finds by words, and says why', async () => {
    const page = await shop.open('#/search');
    await page.getByRole('searchbox').fill('what a piece costs');
    await page.keyboard.press('Enter');
    const hit = page.locator('.hit', { hasText: 'src/price.ts' });
    await hit.waitFor();
    expect(await hit.locator('.why').innerText()).toContain('“piece”, “costs” in the lines');
    expect(await hit.locator('mark').allInnerTexts()).toEqual(expect.arrayContaining(['piece', 'costs']));
    await hit.getByRole('heading').getByRole('link').click();
    await expectHeading(page, 'src/price.ts');
  });

  it('finds a text, in a folder', async () => {
    const page = await shop.open('#/search?q=total(&mode=text');
    await page.locator('.hit', { hasText: 'test/cart.test.ts' }).waitFor();
    await page.getByLabel('in', { exact: true }).fill('src/');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('.hit', { hasText: 'test/cart.test.ts' }).waitFor({ state: 'detached' });
    // Three lines of one file are one hit, and each line leads to its place.
    const hit = page.locator('.hit');
    await hit.first().waitFor();
    expect(await hit.count()).toBe(1);
    await hit.getByRole('link', { name: 'Line 17' }).click();
    await page.waitForURL(/path=src%2Fcart\.ts&line=17/);
    await page.goBack();
    await hit.first().waitFor();
    expect(page.url()).toContain('prefix=src');
  });
});

describe('the page', () => {
  const states = [
    '#/',
    totalUrl,
    '#/file?path=src%2Fcart.ts&line=8',
    '#/search?q=prices',
    '#/search?q=total&mode=text',
  ];

  it.each(states.flatMap((state) => (['light', 'dark'] as const).map((colorScheme) => ({ state, colorScheme }))))(
    'can be used by everybody: $state, $colorScheme',
    async ({ state, colorScheme }) => {
      const page = await shop.open(state, { colorScheme });
      await page.locator('h1').first().waitFor();
      await page.locator('main .waiting').waitFor({ state: 'detached' });
      await expectAccessible(page);
    },
  );

  it('can be used by everybody with the palette and the keys open', async () => {
    const page = await shop.open(totalUrl);
    await expectHeading(page, 'total');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type('tot');
    await page.getByRole('option', { name: /total/ }).first().waitFor();
    await expectAccessible(page);
  });

  it('has no part that hangs over the edge of a narrow window', async () => {
    for (const width of [1280, 800, 400]) {
      for (const state of states) {
        const page = await shop.open(state, { viewport: { width, height: 800 } });
        await page.locator('h1').first().waitFor();
        await page.locator('main .waiting').waitFor({ state: 'detached' });
        const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        expect([state, width, over]).toEqual([state, width, 0]);
        await page.close();
      }
    }
  });

  it('says what there is not', async () => {
    await expectHeading(await shop.open('#/nowhere'), 'Not found');
    const page = await shop.open('#/file?path=src/nowhere.ts');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('nowhere.ts');
  });

  it('is light or dark as the reader wishes, and remembers it', async () => {
    const page = await shop.open('#/', { colorScheme: 'light' });
    const paper = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    // Before its heading is there, the page may not hear keys yet.
    await page.locator('h1').waitFor();
    const light = await paper();
    await page.keyboard.press('t');
    await page.keyboard.press('t');
    await expect.poll(paper).not.toBe(light);
    const dark = await paper();
    await page.reload();
    await expect.poll(paper).toBe(dark);
  });
});

describe('a server with a token', () => {
  const token = 'a-token-of-the-test-0123456789';

  it('wants it from the page, takes it from the URL, and keeps it out of the address', async () => {
    const guarded = await explore(await shopProject(), ['--token', token]);
    const without = await guarded.open(totalUrl);
    await expectHeading(without, 'This server wants a token');
    await without.getByLabel('Token').fill(token);
    await without.getByRole('button', { name: 'Use it' }).click();
    await expectHeading(without, 'total');
    const withIt = await guarded.open(`${totalUrl}&token=${token}`);
    await expectHeading(withIt, 'total');
    expect(withIt.url()).not.toContain(token);
    await withIt.reload();
    await expectHeading(withIt, 'total');
    await guarded.server.close();
  });

  it('is open in a second tab, too', async () => {
    const guarded = await explore(await shopProject(), ['--token', token]);
    const first = await guarded.open(`${totalUrl}&token=${token}`);
    await expectHeading(first, 'total');
    const second = await first.context().newPage();
    await second.goto(`${guarded.server.url}/${totalUrl}`);
    await expectHeading(second, 'total');
    await guarded.server.close();
  });
});

/** Files change while a page shows them: it asks again, and the reader goes on where they are. */
describe('a live page', () => {
  /** Lines that are seen first and that a reader scrolls past, and others behind them. */
  const lines = Array.from({ length: 300 }, (_, at) => `  total += step(${at});`);
  const text = (word: string): string =>
    `export function step(by: number) {\n  return by;\n}\nexport function walk() {\n  let total = 0;\n${lines.join('\n')}\n  return total; // ${word}\n}\n`;
  let root = '';
  let live: Explored;
  beforeAll(async () => {
    root = await shopProject();
    writeFileSync(`${root}/src/walk.ts`, text('first'));
    live = await explore(root);
  });
  afterAll(async () => {
    expect(live.complaints).toEqual([]);
    await live.server.close();
  });

  /** Changes the last line, and waits until the page has it. */
  async function change(page: Page, word: string): Promise<void> {
    writeFileSync(`${root}/src/walk.ts`, text(word));
    await page.locator('.code', { hasText: word }).waitFor();
  }

  it.each(['#/file?path=src%2Fwalk.ts', '#/symbol?id=src%2Fwalk.ts%23walk'])(
    'keeps its scroll, its focus and its open card: %s',
    async (state) => {
      const page = await live.open(state);
      const code = page.locator('.code');
      await code.locator('a', { hasText: 'step' }).first().waitFor();
      await page.evaluate(`document.querySelector('.code').scrollTo(0, 1e9)`);
      const last = code.locator('li', { hasText: 'step(299)' });
      await last.waitFor();
      const scroll = (): Promise<number> => page.evaluate<number>(`document.querySelector('.code').scrollTop`);
      const before = await scroll();
      expect(before).toBeGreaterThan(1000);
      await last.getByRole('link').last().focus();
      const focused = (): Promise<string> =>
        page.evaluate<string>(`document.activeElement?.closest('li')?.textContent ?? ''`);
      expect(await focused()).toContain('step(299)');
      const card = page.getByRole('tooltip');
      // A refresh between the two may take the link from under the mouse: the reader moves it again.
      while (!(await card.isVisible())) {
        await page.mouse.move(0, 0);
        await last.getByRole('link').last().hover();
        await card.waitFor({ timeout: 2000 }).catch(() => {});
      }
      await change(page, `second of ${state.length}`);
      expect(await scroll()).toBe(before);
      expect(await focused()).toContain('step(299)');
      expect(await card.innerText()).toContain('step');
      await page.close();
    },
  );

  it('keeps the focus in a list whose entries stay, and what is typed', async () => {
    const page = await live.open('#/symbol?id=src%2Fwalk.ts%23step');
    const caller = section(page, 'Callers').getByRole('link', { name: /walk/ });
    await caller.focus();
    writeFileSync(
      `${root}/src/other.ts`,
      `import { step } from './walk.ts';\nexport const twice = () => step(step(1));\n`,
    );
    await section(page, 'Callers').getByRole('link', { name: /twice/ }).waitFor();
    expect(await page.evaluate<string>(`document.activeElement?.textContent ?? ''`)).toContain('walk');
    const search = await live.open('#/search');
    await search.getByRole('searchbox').fill('half a quest');
    // Another state of the index makes the page ask for names again.
    const timesAsked = (): Promise<number> =>
      search.evaluate<number>(
        `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/explorer/palette?')).length`,
      );
    await expect.poll(timesAsked).toBeGreaterThan(0);
    const before = await timesAsked();
    writeFileSync(`${root}/src/third.ts`, `export const third = 3;\n`);
    await expect.poll(timesAsked).toBeGreaterThan(before);
    expect(await search.getByRole('searchbox').inputValue()).toBe('half a quest');
    expect(await search.evaluate<string>('document.activeElement.type')).toBe('search');
  });

  it('says that the index is being updated without moving a line', async () => {
    const page = await live.open('#/file?path=src%2Fwalk.ts');
    const box = async (): Promise<unknown> => {
      await page.locator('.code-lines li', { hasText: 'step(0)' }).waitFor();
      return page.locator('.code').boundingBox();
    };
    const quiet = await box();
    const note = 'The index is being updated (1 of 1 files that may have changed).';
    await page.route('**/explorer/file?*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), note } });
    });
    await page.reload();
    await page.getByRole('note').first().waitFor();
    expect(await box()).toEqual(quiet);
    expect(await page.getByRole('note').first().innerText()).toBe(note);
  });
});

describe('a large project', () => {
  let large: Explored;
  beforeAll(async () => {
    large = await explore(await largeProject());
  });
  afterAll(async () => {
    expect(large.complaints).toEqual([]);
    await large.server.close();
  });

  it('shows the first callers, and all others by file, counted', async () => {
    const page = await large.open('#/symbol?id=popular');
    await expectHeading(page, 'popular');
    const callers = section(page, 'Callers');
    expect(await callers.getByRole('heading').first().innerText()).toMatch(/25 of 60/);
    const counts = await callers.locator('.files .count').allInnerTexts();
    const more = /and (\d+) more files/.exec(await callers.innerText())?.[1] ?? '0';
    expect(25 + counts.reduce((sum, text) => sum + Number(text), 0) + Number(more)).toBe(60);
  });

  it('scrolls through twenty thousand lines with few of them in the page', async () => {
    const page = await large.open('#/file?path=src%2Flong.ts&line=15000');
    await page.locator('.code-lines li', { hasText: '// line 15000' }).waitFor();
    expect(await page.locator('.code-lines li').count()).toBeLessThan(150);
    await page.evaluate(`document.querySelector('.code').scrollTo(0, 1e9)`);
    await page.locator('.code-lines li', { hasText: '// line 20000' }).waitFor();
    await page.evaluate(`document.querySelector('.code').scrollTo(0, 0)`);
    await page.locator('.code-lines li', { hasText: '// line 1' }).first().waitFor();
    expect(await page.locator('.code-lines li').count()).toBeLessThan(150);
  });

  it('asks for lines in blocks, not at every step of a scroll', async () => {
    const page = await large.open('#/file?path=src%2Flong.ts');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/explorer/code?')) asked.push(request.url());
    });
    // The lines themselves: empty rows stand for them until they come, and the page then begins at its top.
    await page.locator('.code-lines li', { hasText: '// line 20' }).first().waitFor();
    // The first block, which may have been asked for before these requests were counted or after.
    asked.length = 0;
    for (let top = 0; top <= 6000; top += 200)
      await page.evaluate(`document.querySelector('.code').scrollTo(0, ${top})`);
    await page.locator('.code-lines li', { hasText: '// line 320' }).waitFor();
    // Up to line 600 in blocks of 200; the reader made 31 steps.
    expect(asked.length).toBeLessThanOrEqual(3);
  });
});
