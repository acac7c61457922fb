/** The administration of an organisation's server, in a browser. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Repository } from '../../src/team/catalogue/catalogue.ts';
import { makeToken, tokenDigest } from '../../src/team/catalogue/tokens.ts';
import { NodeOrganisation, type StartedNode } from '../team/node-organisation.ts';
import { expectAccessible, expectHeading, openWindow } from './browser.ts';

let organisation: NodeOrganisation;
let node: StartedNode;
const complaints: string[] = [];
const tokens = { admin: '', reader: '', leaver: '' };
let big: Repository;
/** More than two pages of repositories. */
const repositories = 60;

beforeAll(async () => {
  organisation = await NodeOrganisation.open();
  const { catalogue } = organisation;
  const shop = await organisation.repository('team/shop', { 'a.ts': 'export const a = 1;\n' });
  await organisation.publish(shop);
  const edition = (await catalogue.counts()).editions[0]!.edition;
  for (let at = 10; at < 10 + repositories; at++)
    await catalogue.addRepository({ name: `team/repo${at}`, url: `https://x/${at}`, defaultRef: 'main', forkOf: null });
  big = await catalogue.addRepository({ name: 'team/<b>big</b>', url: 'https://x/big', defaultRef: 'main', forkOf: null }); // prettier-ignore
  await catalogue.hear({ repository: big.id, ref: 'main', commit: 'c'.repeat(40), delivery: null });
  const job = await catalogue.takeJob({ worker: 'w1', edition, leaseMs: 60_000, maxStrikes: 3 });
  await catalogue.failJob(job!, { error: `<script>alert(1)</script> ${'too large '.repeat(30)}`, retryMs: null });
  await catalogue.beatWorker({ name: 'w1', version: '1.2.3', edition });
  const ids: number[] = [];
  for (const name of ['ann', 'bob', 'eve']) ids.push((await catalogue.addPrincipal('person', name)).id);
  await catalogue.setAdministrator(ids[0]!, true);
  for (const id of ids) await catalogue.grant(id, shop.id, 'read');
  const tokenOf = async (principal: number, name: string, administers: boolean): Promise<string> => {
    const token = makeToken();
    const rest = { principal, name, repositories: null, may: 'read', administers, validMs: 3_600_000 } as const;
    await catalogue.addToken({ digest: tokenDigest(token), ...rest });
    return token;
  };
  tokens.admin = await tokenOf(ids[0]!, 'explorer', true);
  tokens.reader = await tokenOf(ids[1]!, 'laptop', false);
  tokens.leaver = await tokenOf(ids[2]!, 'old laptop', false);
  node = await organisation.start({ name: 'n1' });
});
afterAll(async () => {
  expect(complaints).toEqual([]);
  await organisation.close();
});

const open = (hash: string, token = tokens.admin, options = {}): Promise<Page> =>
  openWindow(`${node.url}/#${hash}${hash.includes('?') ? '&' : '?'}token=${token}`, complaints, options);
const main = (page: Page): Promise<string> => page.locator('main').innerText();

it('says how the server is, and leads to what is wrong', async () => {
  const page = await open('/');
  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  await expectHeading(page, 'Administration');
  await page.getByText('w1', { exact: true }).waitFor();
  expect(await main(page)).toMatch(/Repositories\s+62\s+1 branch behind/);
  expect(await main(page)).toContain(node.url);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'see why' }).click();
  await page.getByRole('button', { name: 'Index again: team/<b>big</b> main' }).waitFor();
  await page.locator('summary', { hasText: '<script>alert(1)</script> too large' }).click();
  await page.locator('pre', { hasText: 'too large' }).waitFor();
  await expectAccessible(page);
});

it('has a failed job tried again, and says so', async () => {
  const page = await open('/admin?part=repositories&filter=failed');
  await page.getByRole('button', { name: 'Index again: team/<b>big</b>' }).click();
  await page.getByText('is indexed before all others').waitFor();
  await page.getByText('No repository is like that.').waitFor();
  await page.getByRole('button', { name: 'Behind' }).click();
  await page.getByText('waiting').waitFor();
  const { rows } = await organisation.catalogue.jobPage({ states: ['waiting'], offset: 0, limit: 9, text: '' });
  expect(rows).toMatchObject([{ repository: big.id, ref: 'main' }]);
});

it('has repositories in pages, and filters while somebody types', async () => {
  const page = await open('/admin?part=repositories');
  await page.getByText('1–25 of 62').waitFor();
  await page.getByRole('link', { name: 'Next' }).click();
  await page.getByText('26–50 of 62').waitFor();
  await page.getByRole('searchbox').fill('repo41');
  await page.getByText('1–1 of 1').waitFor();
  expect(page.url()).toMatch(/part=repositories&q=repo41$/);
  await page.getByRole('searchbox').fill('nothing like that');
  await page.getByText('No repository is like that.').waitFor();
  await page.goBack();
  await page.getByText('1–25 of 62').waitFor();
});

it('shows people, what each may, and revokes a token with a second press', async () => {
  const page = await open('/admin?part=people');
  await page.getByText('administrator', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole('row', { name: 'eve' }).getByRole('link', { name: '1 token' }).click();
  const revoke = page.getByRole('button', { name: 'Revoke the token' });
  await revoke.focus();
  await page.keyboard.press('Enter');
  await page.getByText('Confirm', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByText('is revoked').waitFor();
  await page.getByText('There is none.').waitFor();
  await page.getByRole('link', { name: 'Audit' }).click();
  await page.getByRole('row', { name: /ann token revoked/ }).waitFor();
  await expectAccessible(page);
  expect(await main(page)).not.toContain(tokenDigest(tokens.leaver));
});

it.each([
  ['dark', { colorScheme: 'dark' }],
  ['narrow', { viewport: { width: 420, height: 800 } }],
] as const)('can be used where it is %s', async (_, options) => {
  for (const part of ['overview', 'repositories', 'jobs', 'people', 'tokens', 'audit']) {
    const page = await open(`/admin?part=${part}`, tokens.admin, options);
    await page.locator('.pager, .fact-cards').first().waitFor();
    await expectAccessible(page);
    // Nothing is cut off at the side.
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), part).toBe(true);
  }
});

it('does not exist for others', async () => {
  const page = await open('/admin', tokens.reader);
  await expectHeading(page, 'Not found');
  await page.getByText('There is no view admin').waitFor();
  expect(await page.getByRole('link', { name: 'Admin', exact: true }).count()).toBe(0);
});

it('keeps what it knows while the server is away', async () => {
  const page = await open('/admin');
  await page.locator('.fact-cards').waitFor();
  await page.route('**/api/admin/**', (route) => route.abort());
  await page.getByText('this is the last that it said').waitFor();
  expect(await main(page)).toMatch(/Repositories\s+62/);
  await page.unroute('**/api/admin/**');
  complaints.splice(0, complaints.length, ...complaints.filter((one) => !one.includes('ERR_FAILED')));
});

it('says where a token comes from', async () => {
  const page = await openWindow(`${node.url}/`, complaints);
  await expectHeading(page, 'This server wants a token');
  await page.getByText('its administrator gives you one').waitFor();
  await expectAccessible(page);
  complaints.splice(0, complaints.length, ...complaints.filter((one) => !one.includes('401')));
});
