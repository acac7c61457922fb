/** Tokens of an organisation's server: 32 random bytes. Only their digests are kept, so whoever reads the catalogue can use none of them. */
import { lazyCrypto } from '../../util/lazy-module.ts';
import { sha256 } from '../../util/bytes/digest.ts';

/** So that scanners of secrets know one where it was left by mistake. */
const tokenStart = 'cscout_';

export function makeToken(): string {
  return tokenStart + lazyCrypto().randomBytes(32).toString('base64url');
}

/** Whether it has the form of one. */
export function isToken(text: string): boolean {
  return text.startsWith(tokenStart) && text.length === tokenStart.length + 43;
}

/** Characters of a digest that name a token for people. */
export const tokenIdLength = 32;

/** Names a token for people: the beginning of its digest. */
export function tokenId(digest: string): string {
  return digest.slice(0, tokenIdLength);
}

/** In hexadecimal digits. A slow hash is of no use: 256 random bits cannot be guessed. */
export function tokenDigest(token: string): string {
  return sha256(token);
}
