/** All projects of a server together, in a browser: chosen at the top of the page, and kept by every link. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../e2e/cli-process.ts';
import { threeRepositories, type Repositories } from '../e2e/repositories.ts';
import { expectAccessible, expectHeading, explore, type Explored } from './browser.ts';

let repositories: Repositories;
let explored: Explored;
beforeAll(async () => {
  repositories = threeRepositories();
  const { base, flags } = repositories;
  await run([...flags, 'index'], { cwd: base });
  explored = await explore(base, flags);
});
afterAll(async () => {
  expect(explored.complaints).toEqual([]);
  await explored.server.close();
});

it('is chosen beside the projects, and says which they are', async () => {
  const page = await explored.open('');
  await page.getByRole('combobox', { name: 'Project' }).selectOption('All 3 together');
  await expectHeading(page, 'All 3 projects');
  await page.getByText('Paths begin with the name of a project').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'shop', exact: true }).click();
  await expectHeading(page, 'shop');
});

it('finds symbols of all in the palette, and their files on disk', async () => {
  const page = await explored.open('#/?project=*');
  await expectHeading(page, 'All 3 projects');
  await page.keyboard.press('/');
  await page.keyboard.type('total');
  await page
    .getByRole('option', { name: /monthly_total/ })
    .first()
    .waitFor();
  await page
    .getByRole('option', { name: /cartTotal/ })
    .first()
    .click();
  await expectHeading(page, 'cartTotal');
  const editor = await page.getByRole('link', { name: 'Open in editor' }).getAttribute('href');
  expect(decodeURIComponent(editor ?? '')).toContain(`${repositories.root('shop')}/src/cart.ts:`);
  await expectAccessible(page);
});

it('searches all, in one ranking', async () => {
  const page = await explored.open('#/search?q=total+of+a+cart&project=*');
  await page.locator('.hit').nth(2).waitFor();
  const paths = await page.locator('.hit h2').allTextContents();
  expect(paths[0]).toContain('shop/src/');
  expect(paths.join('\n')).toContain('reports/reports/');
});

it('asks of which project a change is', async () => {
  const page = await explored.open('#/impact?project=*');
  await page.getByText('A change is one of a project').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'prices', exact: true }).click();
  await page.getByText('Nothing has changed').or(page.locator('.note, .empty, section')).first().waitFor();
  expect(page.url()).toContain('project=prices');
});

it('shows the projects on the map, and what one uses of another', async () => {
  const page = await explored.open('#/map?project=*');
  await page.locator('.map-picture .box').first().waitFor();
  expect(await page.locator('.map-picture .box > title').allTextContents()).toEqual(
    expect.arrayContaining([expect.stringMatching(/^shop/), expect.stringMatching(/^prices/)]),
  );
  const edge = page.locator('.edge .touch', { has: page.locator('title', { hasText: 'shop uses prices: 2 places' }) });
  await edge.click({ force: true });
  await page.getByText("import { roundToCents } from '@acme/prices';").waitFor();
  await expectAccessible(page);
});

it('names a project that is not asked once on each view', async () => {
  const { base, root, flags } = threeRepositories();
  for (const name of ['prices', 'shop']) await run(['index'], { cwd: root(name) });
  // The server cannot make an index there.
  rmSync(join(root('reports'), 'reports'), { recursive: true });
  writeFileSync(join(root('reports'), '.code-scout'), 'in the way');
  const { server, open, complaints } = await explore(base, flags);
  const page = await open('#/map?project=*');
  await page.locator('.map-picture .box').first().waitFor();
  const named = page.getByText('Not asked:');
  await named.waitFor();
  expect([await named.count(), await named.textContent()]).toEqual([
    1,
    expect.stringMatching(/^Not asked: reports \(/),
  ]);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Code Scout' }).click();
  await page.getByText('Paths begin with the name of a project').waitFor();
  expect(await named.count()).toBe(1);
  expect(complaints).toEqual([]);
  await server.close();
});
