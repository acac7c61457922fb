/** Access by tokens of a real authorization server, as the protocol's authorisation says: over HTTP, by the server's own listener. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultConfig } from '../../src/config/load.ts';
import type { Listener } from '../../src/http/listener.ts';
import type { Route } from '../../src/http/routes.ts';
import { createSharedServer } from '../../src/http/server.ts';
import type { Access } from '../../src/team/access/access.ts';
import { CatalogueChecker } from '../../src/team/access/catalogue-access.ts';
import { checkIssuer, type IssuerSettings } from '../../src/team/access/issuer-settings.ts';
import { metadataPaths, metadataUrlOf, resourceMetadata } from '../../src/team/access/resource-metadata.ts';
import { SignedTokens } from '../../src/team/access/signed-tokens.ts';
import type { Catalogue, Principal } from '../../src/team/catalogue/catalogue.ts';
import { openCatalogue } from '../../src/team/catalogue/open-catalogue.ts';
import { freePort } from '../../src/team/pages/testing/nginx.ts';
import { jsonReply } from '../../src/util/http-message.ts';
import { personTokens, programToken, startIssuer, type Issuer } from './oidc-issuer.ts';

let folder = '';
let issuer: Issuer;
let catalogue: Catalogue;
let listener: Listener;
let resource = '';
/** The server's clock (ms), and how far the time by which it judges tokens is ahead of the issuer's (ms). */
let passed = 0;
let ahead = 0;
let ann: Principal;
const ids: number[] = [];

/** Routes that say who asks. */
const asked = (access: Access): Route[] => [
  {
    path: '/mcp',
    refusals: 'rpc',
    methods: {
      POST: async () =>
        jsonReply(200, {
          name: access.name,
          may: [...(access.repositories as Set<number>)],
          scopes: [...access.scopes],
        }),
    },
  },
];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'code-scout-oauth-'));
  issuer = await startIssuer({ groups: { ann: ['payments'], eve: ['payments'] } });
  const location = join(folder, 'catalogue.db');
  catalogue = await openCatalogue({ location, tenant: 'main', creates: true, allowsPlain: false });
  for (const name of ['shop', 'pay', 'secret'])
    ids.push((await catalogue.addRepository({ name, url: name, defaultRef: 'main', forkOf: null })).id);
  ann = await catalogue.addPrincipal('person', 'ann');
  const ci = await catalogue.addPrincipal('robot', 'ci');
  const payments = await catalogue.addPrincipal('group', 'payments');
  await catalogue.grant(ann.id, ids[0]!, 'read');
  await catalogue.grant(payments.id, ids[1]!, 'read');
  await catalogue.grant(ci.id, ids[0]!, 'index');
  const port = await freePort();
  resource = `http://127.0.0.1:${port}/mcp`;
  const settings: IssuerSettings = checkIssuer(
    {
      ...{ issuer: issuer.url, resource, audience: resource, keysUrl: null, algorithms: ['ES256'] },
      ...{ principalClaim: 'sub', groupsClaim: 'groups' },
    },
    false,
  );
  const clock = (): number => passed;
  const signed = new SignedTokens({ ...settings, clock, now: () => Date.now() + ahead });
  const checker = new CatalogueChecker({ catalogue, signed, metadataUrl: metadataUrlOf(settings), clock });
  listener = createSharedServer({
    settings: { ...defaultConfig(folder).config.http, port },
    senders: { checker, routesOf: async (access) => asked(access) },
    metadata: { paths: metadataPaths(settings), document: resourceMetadata(settings) },
    ...{ tls: null, onRequest: () => {}, onDefect: () => {} },
  });
  await listener.listen('127.0.0.1', port);
});
afterAll(async () => {
  await listener.close();
  await catalogue.close();
  await issuer.close();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(token: string | null): Promise<{ status: number; challenge: string | null; body: unknown }> {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(resource, { method: 'POST', headers });
  return { status: response.status, challenge: response.headers.get('www-authenticate'), body: await response.json() };
}

describe('a client', () => {
  it('finds the issuer from the refusal, and gets in with what the issuer gives to a person', async () => {
    const first = await ask(null);
    const metadataUrl = `${new URL(resource).origin}/.well-known/oauth-protected-resource/mcp`;
    expect(first).toMatchObject({
      ...{ status: 401, challenge: `Bearer resource_metadata="${metadataUrl}", scope="read"` },
      body: { jsonrpc: '2.0' },
    });
    for (const url of [metadataUrl, `${new URL(resource).origin}/.well-known/oauth-protected-resource`]) {
      const metadata = (await (await fetch(url)).json()) as Record<string, unknown>;
      expect(metadata).toMatchObject({ resource, authorization_servers: [issuer.url], scopes_supported: ['read'] });
    }
    const { access_token: token } = await personTokens(issuer.url, resource, 'ann', 'openid read');
    expect(await ask(token)).toMatchObject({
      status: 200,
      body: { name: 'ann', may: [ids[0], ids[1]], scopes: ['read'] },
    });
  });

  it('that acts for itself is a robot', async () => {
    const token = await programToken(issuer.url, resource, 'index');
    expect(await ask(token)).toMatchObject({
      status: 200,
      body: { name: 'ci', may: [ids[0]], scopes: ['read', 'index'] },
    });
  });

  it('with a token for another server, without a scope, or of another kind is refused', async () => {
    const other = await programToken(issuer.url, 'http://127.0.0.1:2/mcp', 'read');
    expect(await ask(other)).toMatchObject({
      status: 401,
      challenge: expect.stringContaining('error="invalid_token"'),
    });
    const { id_token: identity = '' } = await personTokens(issuer.url, resource, 'ann', 'openid read');
    expect(identity.split('.')).toHaveLength(3);
    expect(await ask(identity)).toMatchObject({
      status: 401,
      challenge: expect.stringContaining('error="invalid_token"'),
    });
    const { access_token: unscoped } = await personTokens(issuer.url, resource, 'ann', 'openid');
    expect(await ask(unscoped)).toMatchObject({
      ...{ status: 403, challenge: expect.stringContaining('error="insufficient_scope", scope="read"') },
    });
  });

  it('whom the catalogue does not know sees nothing, whatever groups the issuer names', async () => {
    const { access_token: token } = await personTokens(issuer.url, resource, 'eve', 'openid read');
    expect(await ask(token)).toMatchObject({
      status: 403,
      challenge: expect.stringContaining('does not know whom it names'),
    });
  });

  it('is refused when its token has ended', async () => {
    const token = await programToken(issuer.url, resource, 'read');
    expect(await ask(token)).toMatchObject({ status: 200 });
    ahead = 620_000;
    expect(await ask(token)).toMatchObject({
      status: 401,
      challenge: expect.stringContaining('The token has expired'),
    });
    ahead = 0;
  });
});

it('heeds the issuer’s new keys, and that it takes old ones back', async () => {
  const token = (): Promise<string> => programToken(issuer.url, resource, 'read');
  const old = await token();
  expect(await ask(old)).toMatchObject({ status: 200 });
  await issuer.addKey();
  passed += 10_000;
  const next = await token();
  expect(await ask(next)).toMatchObject({ status: 200 });
  expect(await ask(old)).toMatchObject({ status: 200 });
  await issuer.dropOldKeys();
  passed += 550_000;
  expect(await ask(next)).toMatchObject({ status: 200 });
  passed += 51_000;
  expect(await ask(await token())).toMatchObject({ status: 200 });
  expect(await ask(old)).toMatchObject({
    status: 401,
    challenge: expect.stringContaining('The token is not valid here'),
  });
});

it('lets somebody in no longer whom the catalogue has forgotten, though the token is valid', async () => {
  const { access_token: token } = await personTokens(issuer.url, resource, 'ann', 'openid read');
  expect(await ask(token)).toMatchObject({ status: 200 });
  await catalogue.removePrincipal(ann.id);
  passed += 1000;
  expect(await ask(token)).toMatchObject({ status: 403 });
});
