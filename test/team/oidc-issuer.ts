/** A real authorization server (oidc-provider) on loopback, and a browser that signs in to it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHash, randomBytes } from 'node:crypto';
import { Provider } from 'oidc-provider';
import { exportJWK, generateKeyPair, type JWK } from 'jose';

export interface Issuer {
  url: string;
  /** Publishes a new key beside the others, and signs with it. */
  addKey(): Promise<void>;
  /** Publishes the newest key alone. */
  dropOldKeys(): Promise<void>;
  close(): Promise<void>;
}

export interface IssuerOptions {
  /** Groups that its tokens name, by the login. */
  groups: Readonly<Record<string, readonly string[]>>;
  /** How long its access tokens are good (s). */
  lifetimeSeconds?: number;
}

export const redirectUri = 'http://127.0.0.1:1/callback';

async function newKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: 'ES256', use: 'sig' };
}

function configuration(keys: readonly JWK[], { groups, lifetimeSeconds = 600 }: IssuerOptions): object {
  return {
    clients: [
      {
        ...{ client_id: 'editor', token_endpoint_auth_method: 'none', redirect_uris: [redirectUri] },
        ...{ grant_types: ['authorization_code'], response_types: ['code'], application_type: 'native' },
        id_token_signed_response_alg: 'ES256',
      },
      {
        ...{ client_id: 'ci', client_secret: 'a secret of the build', redirect_uris: [], response_types: [] },
        ...{ grant_types: ['client_credentials'], id_token_signed_response_alg: 'ES256' },
      },
    ],
    jwks: { keys },
    scopes: ['openid', 'offline_access', 'read', 'index'],
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
    extraTokenClaims: (_: unknown, token: { accountId?: string }) =>
      token.accountId === undefined ? undefined : { groups: groups[token.accountId] ?? [] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    features: {
      devInteractions: { enabled: true },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => undefined,
        useGrantedResource: () => true,
        getResourceServerInfo: (_: unknown, indicator: string) => ({
          ...{ scope: 'read index', audience: indicator, accessTokenTTL: lifetimeSeconds },
          ...{ accessTokenFormat: 'jwt', jwt: { sign: { alg: 'ES256' } } },
        }),
      },
    },
  };
}

export async function startIssuer(options: IssuerOptions): Promise<Issuer> {
  let handle: (...all: unknown[]) => unknown = () => {};
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let keys = [await newKey('k1')];
  const publish = (): void => {
    const provider = new Provider(url, configuration(keys, options));
    handle = provider.callback();
  };
  publish();
  return {
    url,
    async addKey() {
      keys = [await newKey(`k${keys.length + 1}`), ...keys];
      publish();
    },
    async dropOldKeys() {
      keys = keys.slice(0, 1);
      publish();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

interface TokenAnswer {
  access_token: string;
  id_token?: string;
}

/** The token of a program that acts for itself. */
export async function programToken(issuer: string, resource: string, scope: string): Promise<string> {
  const basic = Buffer.from(`ci:${encodeURIComponent('a secret of the build')}`).toString('base64');
  const body = new URLSearchParams({ grant_type: 'client_credentials', resource, scope });
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    body,
    headers: { authorization: `Basic ${basic}` },
  });
  return ((await answerOf(response)) as unknown as TokenAnswer).access_token;
}

/** The tokens of a person who signs in with a browser: authorization code with PKCE. */
export async function personTokens(
  issuer: string,
  resource: string,
  person: string,
  scope: string,
): Promise<TokenAnswer> {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const asked = new URLSearchParams({
    ...{ client_id: 'editor', response_type: 'code', redirect_uri: redirectUri, resource, scope },
    ...{ code_challenge: challenge, code_challenge_method: 'S256', state: 's' },
  });
  const code = (await signIn(`${issuer}/auth?${asked.toString()}`, person)).searchParams.get('code')!;
  const body = new URLSearchParams({
    ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUri, client_id: 'editor' },
    ...{ code_verifier: verifier, resource },
  });
  return (await answerOf(await fetch(`${issuer}/token`, { method: 'POST', body }))) as unknown as TokenAnswer;
}

async function answerOf(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text();
  if (!response.ok) throw new Error(`the issuer refuses: ${response.status} ${text.slice(0, 500)}`);
  return JSON.parse(text) as Record<string, unknown>;
}

/** What a browser does: follows redirects with its cookies, signs in, and consents. Returns where it is sent back to. */
export async function signIn(start: string, person: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let [url, body]: [string, URLSearchParams | null] = [start, null];
  for (let steps = 0; steps < 20; steps++) {
    const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const method = body === null ? 'GET' : 'POST';
    const response = await fetch(url, { method, body, headers: { cookie }, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const to = response.headers.get('location');
    if (to !== null) {
      [url, body] = [new URL(to, url).href, null];
      if (url.startsWith(redirectUri)) return new URL(url);
      continue;
    }
    const page = await response.text();
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (action === undefined || prompt === undefined)
      throw new Error(`no form: ${response.status} ${page.slice(0, 500)}`);
    url = new URL(action, url).href;
    body = new URLSearchParams(prompt === 'login' ? { prompt, login: person, password: 'x' } : { prompt });
  }
  throw new Error('the issuer sends the browser in circles');
}
