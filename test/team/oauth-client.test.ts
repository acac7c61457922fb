/** The protocol's own client against a node: it finds the issuer by itself, has its user sign in, and asks. */
import { Client, StreamableHTTPClientTransport, UnauthorizedError, type OAuthClientProvider, type OAuthDiscoveryState } from '@modelcontextprotocol/client'; // prettier-ignore
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createNodeService, type NodeService } from '../../src/api/node/node-service.ts';
import { openAccess } from '../../src/engine/team/access.ts';
import { servedTools } from '../../src/mcp/served-tools.ts';
import { freePort } from '../../src/team/pages/testing/nginx.ts';
import { createLogger } from '../../src/util/json-log.ts';
import { sourcesOf } from './alike-repositories.ts';
import { NodeOrganisation } from './node-organisation.ts';
import { redirectUri, signIn, startIssuer, type Issuer } from './oidc-issuer.ts';

let organisation: NodeOrganisation;
let issuer: Issuer;
let service: NodeService;
let url = '';

beforeAll(async () => {
  organisation = await NodeOrganisation.open();
  issuer = await startIssuer({ groups: { ann: ['payments'] } });
  for (const name of ['shop', 'secret'])
    await organisation.publish(await organisation.repository(`team/${name}`, sourcesOf(name, `zorga${name}`)));
  const payments = await organisation.catalogue.addPrincipal('group', 'payments');
  await organisation.catalogue.addPrincipal('person', 'ann');
  await organisation.catalogue.grant(payments.id, 1, 'read');
  const port = await freePort();
  url = `http://127.0.0.1:${port}/mcp`;
  const { node, folder } = await organisation.start();
  const config = organisation.config(folder, {
    ...{ 'http.port': String(port), 'tools.readOnly': true, 'access.issuer': issuer.url, 'access.resource': url },
    'access.groupsClaim': 'groups',
  });
  service = await createNodeService({
    ...{ node, config, tls: null, access: await openAccess(organisation.catalogue, config) },
    ...{
      tools: await servedTools(config.tools),
      logger: createLogger('error', () => {}),
      catalogue: organisation.catalogue,
    },
  });
  await service.listen();
});
afterAll(async () => {
  await service.close();
  await issuer.close();
  await organisation.close();
});

/** The part of a client that keeps what its user has agreed to. @param person who signs in */
function signInAs(person: string): { provider: OAuthClientProvider; cameBack: () => URL } {
  let back: URL | null = null;
  let verifier = '';
  let saved: ReturnType<OAuthClientProvider['tokens']>;
  let discovered: OAuthDiscoveryState | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    clientMetadata: { redirect_uris: [redirectUri], client_name: 'an editor' },
    clientInformation: () => ({ client_id: 'editor' }),
    tokens: () => saved,
    saveTokens: (tokens) => {
      saved = tokens;
    },
    redirectToAuthorization: async (to) => {
      back = await signIn(to.href, person);
    },
    saveCodeVerifier: (text) => {
      verifier = text;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState: (state) => {
      discovered = state;
    },
    discoveryState: () => discovered,
  };
  return { provider, cameBack: () => back! };
}

async function connected(person: string): Promise<Client> {
  const { provider, cameBack } = signInAs(person);
  const first = new StreamableHTTPClientTransport(new URL(url), { authProvider: provider });
  await expect(new Client({ name: 'an editor', version: '1' }).connect(first)).rejects.toThrow(UnauthorizedError);
  await first.finishAuth(cameBack().searchParams);
  const client = new Client({ name: 'an editor', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { authProvider: provider }));
  return client;
}

it('has its user sign in, and sees what the groups of the user may see', async () => {
  const client = await connected('ann');
  const answer = await client.callTool({ name: 'search', arguments: { pattern: '*Secret' } });
  const text = JSON.stringify(answer);
  expect(text).toContain('zorgashopSecret');
  expect(text).not.toContain('zorgasecretSecret');
  await client.close();
});

it('of somebody whom the catalogue does not know gets nowhere', async () => {
  // It has its user sign in once more, perhaps as somebody else.
  await expect(connected('eve')).rejects.toThrow(UnauthorizedError);
});
