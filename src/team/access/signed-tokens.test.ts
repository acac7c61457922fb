import { createHmac, createPublicKey } from 'node:crypto';
import { base64url } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkIssuer, type IssuerSettings } from './issuer-settings.ts';
import { findKeysUrl, metadataUrls } from './read-issuer.ts';
import { SignedTokens, type SignedTokensOptions } from './signed-tokens.ts';
import { issuerUrl, keysUrl, newKey, resourceUrl, TestIssuer, type IssuerKey } from './testing/issuer.ts';

const settings: IssuerSettings = {
  ...{ issuer: issuerUrl, resource: resourceUrl, audience: resourceUrl, keysUrl: null },
  ...{ algorithms: ['ES256', 'RS256'], principalClaim: 'sub', groupsClaim: 'groups' },
};
const nowSeconds = 1_700_000_000;

describe('signed tokens', () => {
  let key: IssuerKey;
  let issuer: TestIssuer;
  let clock = 0;
  beforeEach(async () => {
    key = await newKey('k1');
    issuer = new TestIssuer([key]);
    clock = 0;
  });
  const tokens = (more: Partial<SignedTokensOptions> = {}): SignedTokens =>
    new SignedTokens({
      ...settings,
      read: issuer.read,
      clock: () => clock,
      now: () => nowSeconds * 1000 + clock,
      ...more,
    });
  const sign = (claims = {}, header = {}, by = key): Promise<string> => issuer.sign(by, claims, nowSeconds, header);

  it('name their holder, its groups and their scopes', async () => {
    const checked = tokens();
    expect(await checked.check(await sign({ groups: ['payments', 7, 'x'.repeat(501), 'a\0'] }))).toEqual({
      ...{ kind: 'person', name: 'ann', groups: ['payments'], scopes: new Set(['read']) },
    });
    expect(await checked.check(await sign({ scope: 'openid index', groups: 'a b' }))).toMatchObject({
      ...{ groups: ['a', 'b'], scopes: new Set(['read', 'index']) },
    });
    expect(await checked.check(await sign({ scope: undefined, scp: ['read'] }))).toMatchObject({
      scopes: new Set(['read']),
    });
    // What administers needs to ask for something else besides.
    expect(await checked.check(await sign({ scope: 'read admin' }))).toMatchObject({
      scopes: new Set(['read', 'admin']),
    });
    expect(await checked.check(await sign({ scope: 'admin' }))).toMatchObject({ status: 403, scope: 'read' });
    expect(await checked.check(await sign({ sub: 'ci', client_id: 'ci' }))).toMatchObject({
      kind: 'robot',
      name: 'ci',
    });
    expect(await tokens({ principalClaim: 'email' }).check(await sign({ email: 'ann@example.org' }))).toMatchObject({ kind: 'person', name: 'ann@example.org' }); // prettier-ignore
    // Several resources, of which this server is one.
    expect(await checked.check(await sign({ aud: ['https://other', resourceUrl] }))).toMatchObject({ name: 'ann' });
    expect(issuer.reads.filter((url) => url === keysUrl)).toHaveLength(2);
  });

  const refused: [string, Record<string, unknown>, Record<string, unknown>, string][] = [
    ['another audience', { aud: 'https://other.example.org/mcp' }, {}, 'The token is for another server'],
    ['the audience as a part of a longer one', { aud: `${resourceUrl}/x` }, {}, 'The token is for another server'],
    ['no audience', { aud: undefined }, {}, 'The token is for another server'],
    ['another issuer', { iss: 'https://evil.example.org' }, {}, 'The token is not valid here'],
    ['an issuer with a slash more', { iss: `${issuerUrl}/` }, {}, 'The token is not valid here'],
    ['no time at which it ends', { exp: undefined }, {}, 'The token is not valid here'],
    ['a time that is over', { exp: nowSeconds - 11 }, {}, 'The token has expired'],
    ['a time that has not begun', { nbf: nowSeconds + 11 }, {}, 'The token is not valid here'],
    ['another kind', {}, { typ: 'logout+jwt' }, 'The token is no access token'],
    ['no holder', { sub: undefined }, {}, 'The token does not name its holder in the claim that this server reads'],
    ['a holder that is no text', { sub: { $ne: null } }, {}, 'The token does not name its holder in the claim that this server reads'], // prettier-ignore
    [
      'a holder with a NUL',
      { sub: 'ann\0' },
      {},
      'The token does not name its holder in the claim that this server reads',
    ],
  ];
  it.each(refused)('with %s are refused', async (_, claims, header, description) => {
    expect(await tokens().check(await sign(claims, header))).toEqual({ status: 401, error: 'invalid_token', description, scope: 'read' }); // prettier-ignore
  });

  it('are good until they end, and some seconds more', async () => {
    const [checked, token] = [tokens(), await sign({ exp: nowSeconds + 60 })];
    clock = 69_000;
    expect(await checked.check(token)).toMatchObject({ name: 'ann' });
    clock = 70_000;
    expect(await checked.check(token)).toMatchObject({ status: 401, description: 'The token has expired' });
  });

  it('without a scope of this server lack one', async () => {
    for (const scope of [undefined, '', 'openid', 'reader', 'READ'])
      expect(await tokens().check(await sign({ scope }))).toMatchObject({
        status: 403,
        error: 'insufficient_scope',
        scope: 'read',
      });
  });

  it('of another key, or changed, are refused', async () => {
    const stranger = await newKey('k1');
    const token = await sign();
    const [header = '', payload = '', signature = ''] = token.split('.');
    const other = base64url.encode(
      JSON.stringify({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: 'eve' }),
    );
    for (const one of [
      await sign({}, {}, stranger),
      `${header}.${other}.${signature}`,
      `${header}.${payload}.`,
      'a.b.c',
      '..',
    ])
      expect(await tokens().check(one)).toMatchObject({ status: 401, error: 'invalid_token' });
  });

  it('without a signature, or signed with the public key as a secret, are refused', async () => {
    const rsa = await newKey('r1', 'RS256');
    issuer.published = [rsa];
    expect(await tokens().check(await sign({}, {}, rsa))).toMatchObject({ name: 'ann' });
    const payload = (await sign({}, {}, rsa)).split('.')[1]!;
    const pem = createPublicKey({ key: rsa.public, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    const forged = (header: object, secret: string | Buffer): string => {
      const head = `${base64url.encode(JSON.stringify(header))}.${payload}`;
      return `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`;
    };
    const none = `${base64url.encode(JSON.stringify({ alg: 'none', typ: 'at+jwt' }))}.${payload}.`;
    const own = await newKey('own');
    const attacks = [
      none,
      none.replace('"none"', '"None"'),
      forged({ alg: 'HS256', kid: 'r1', typ: 'at+jwt' }, pem),
      forged({ alg: 'HS256', kid: 'r1' }, Buffer.from(JSON.stringify(rsa.public))),
      forged({ alg: 'RS256', kid: 'r1' }, pem),
      // Keys that the token brings itself, or says where they are.
      await sign({}, { jwk: own.public, kid: undefined }, own),
      await sign({}, { jku: 'https://evil.example.org/keys', kid: 'own' }, own),
    ];
    for (const one of attacks) expect(await tokens().check(one)).toMatchObject({ status: 401, error: 'invalid_token' });
    expect(issuer.reads.every((url) => url.startsWith(issuerUrl))).toBe(true);
    // Even an issuer that publishes a shared secret does not make it one.
    issuer.published = [
      { ...rsa, public: { kty: 'oct', k: base64url.encode('x'.repeat(32)), kid: 'r1', alg: 'HS256' } },
    ];
    expect(await tokens().check(forged({ alg: 'HS256', kid: 'r1' }, 'x'.repeat(32)))).toMatchObject({ status: 401 });
    // An algorithm that the key has, and the administrator does not allow.
    issuer.published = [rsa];
    expect(await tokens({ algorithms: ['ES256'] }).check(await sign({}, {}, rsa))).toMatchObject({ status: 401 });
  });

  it('of a new key are accepted when the keys were read again, which happens seldom', async () => {
    const checked = tokens();
    const keyReads = (): number => issuer.reads.filter((url) => url === keysUrl).length;
    await checked.check(await sign());
    const next = await newKey('k2');
    issuer.published = [key, next];
    expect(await checked.check(await sign({}, {}, next))).toMatchObject({ status: 401 });
    expect(keyReads()).toBe(1);
    clock += 10_000;
    expect(await checked.check(await sign({}, {}, next))).toMatchObject({ name: 'ann' });
    expect(keyReads()).toBe(2);
    const unknown = await newKey('k3');
    for (let at = 0; at < 20; at++) await checked.check(await sign({}, {}, { ...unknown, kid: `k${at + 3}` }));
    expect(keyReads()).toBe(2);
    // One that was taken back is good until the keys are read again.
    issuer.published = [next];
    expect(await checked.check(await sign())).toMatchObject({ name: 'ann' });
    clock += 10 * 60_000;
    expect(await checked.check(await sign({ exp: nowSeconds + 3600 }))).toMatchObject({ status: 401 });
  });

  it('are checked with the keys that are known while the issuer is away, for an hour', async () => {
    const checked = tokens();
    const token = await sign({ exp: nowSeconds + 100_000 });
    await checked.check(token);
    issuer.isAway = true;
    clock += 69 * 60_000;
    expect(await checked.check(token)).toMatchObject({ name: 'ann' });
    const before = issuer.reads.length;
    expect(await checked.check(token)).toMatchObject({ name: 'ann' });
    expect(issuer.reads).toHaveLength(before);
    clock += 60_000;
    await expect(checked.check(token)).rejects.toThrow();
    issuer.isAway = false;
    expect(await checked.check(token)).toMatchObject({ name: 'ann' });
  });

  it('are read from where the administrator says, or from the issuer’s own host', async () => {
    const named = tokens({ keysUrl });
    await named.check(await sign());
    expect(issuer.reads).toEqual([keysUrl]);
    const answers = (documents: Record<string, unknown>) => async (url: string) => documents[url] ?? null;
    const at = metadataUrls('https://login.example.org/realms/a')[2]!;
    expect(at).toBe('https://login.example.org/realms/a/.well-known/openid-configuration');
    const of = { issuer: 'https://login.example.org/realms/a', jwks_uri: keysUrl };
    expect(await findKeysUrl(of.issuer, answers({ [at]: of }))).toBe(keysUrl);
    await expect(findKeysUrl(of.issuer, answers({ [at]: { ...of, issuer: issuerUrl } }))).rejects.toThrow(
      'another issuer',
    );
    await expect(findKeysUrl(of.issuer, answers({ [at]: { ...of, jwks_uri: 'http://169.254.169.254/x' } }))).rejects.toThrow('no keys on its own host'); // prettier-ignore
    await expect(findKeysUrl(of.issuer, answers({}))).rejects.toThrow('publishes no metadata');
  });
});

describe('settings of an issuer', () => {
  it('name https addresses, and signatures by a secret that the issuer alone has', () => {
    expect(checkIssuer(settings, false)).toBe(settings);
    expect(checkIssuer({ ...settings, issuer: 'http://127.0.0.1:8080' }, false)).toBeDefined();
    const wrong: [Partial<IssuerSettings>, string][] = [
      [{ issuer: 'http://login.example.org' }, 'has no TLS'],
      [{ keysUrl: 'http://login.example.org/keys' }, 'has no TLS'],
      [{ issuer: 'login.example.org' }, 'must be an https URL'],
      [{ issuer: 'https://user:pass@login.example.org' }, 'must be an https URL'],
      [{ issuer: 'https://login.example.org?a=1' }, 'without a query'],
      [{ resource: 'https://code.example.org/"mcp' }, 'must be an https URL'],
      [{ resource: 'https://code.example.org/#mcp' }, 'without a fragment'],
      [{ algorithms: ['HS256'] }, 'must be some of'],
      [{ algorithms: ['none'] }, 'must be some of'],
      [{ algorithms: [] }, 'must be some of'],
    ];
    for (const [change, message] of wrong)
      expect(() => checkIssuer({ ...settings, ...change }, false)).toThrow(message);
    expect(checkIssuer({ ...settings, issuer: 'http://login.example.org' }, true)).toBeDefined();
  });
});
