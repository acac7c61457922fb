/** An issuer for tests: keys that it signs with, its documents, and how often they are read. */
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';

export const issuerUrl = 'https://login.example.org';
export const resourceUrl = 'https://code.example.org/mcp';
export const keysUrl = `${issuerUrl}/keys`;

export interface IssuerKey {
  kid: string;
  algorithm: string;
  secret: CryptoKey;
  public: JWK;
}

export async function newKey(kid: string, algorithm = 'ES256'): Promise<IssuerKey> {
  const pair = await generateKeyPair(algorithm, { extractable: true });
  return {
    kid,
    algorithm,
    secret: pair.privateKey,
    public: { ...(await exportJWK(pair.publicKey)), kid, use: 'sig', alg: algorithm },
  };
}

export class TestIssuer {
  /** What it publishes at this time. */
  published: IssuerKey[];
  /** The addresses that were read, in order. */
  readonly reads: string[] = [];
  isAway = false;

  constructor(published: IssuerKey[]) {
    this.published = published;
  }

  readonly read = async (url: string): Promise<unknown> => {
    this.reads.push(url);
    if (this.isAway) throw new Error('away');
    if (url === `${issuerUrl}/.well-known/openid-configuration`) return { issuer: issuerUrl, jwks_uri: keysUrl };
    if (url === keysUrl) return { keys: this.published.map((key) => key.public) };
    return null;
  };

  /** @param nowSeconds since 1970 */
  sign(key: IssuerKey, claims: JWTPayload, nowSeconds: number, header: Record<string, unknown> = {}): Promise<string> {
    const { kid, algorithm: alg } = key;
    const usual = { iss: issuerUrl, aud: resourceUrl, sub: 'ann', scope: 'read', exp: nowSeconds + 600, ...claims };
    return new SignJWT(usual).setProtectedHeader({ alg, kid, typ: 'at+jwt', ...header }).sign(key.secret);
  }
}
