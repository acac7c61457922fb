/**
 * Keys of snapshots: Ed25519. A public key is one line of text, `ed25519:` and 32 bytes in base64url, which the user's settings list as trusted. A
 * secret key is a PKCS 8 file in PEM.
 */
import type { KeyObject } from 'node:crypto';
import { AppError } from '../../model/error.ts';
import { lazyCrypto } from '../../util/lazy-module.ts';
import { sha256 } from '../../util/bytes/digest.ts';

export interface PublicKey {
  /** As in the settings. */
  text: string;
  /** The first half of the SHA-256 of its 32 bytes, in hexadecimal digits. Manifests name their key by it. */
  id: string;
  key: KeyObject;
}

export interface SigningKey {
  key: KeyObject;
  public: PublicKey;
}

const form = /^ed25519:([A-Za-z0-9_-]{43})$/;

/** Throws a `ConfigurationError`. */
export function parsePublicKey(text: string): PublicKey {
  const x = form.exec(text)?.[1];
  if (x === undefined)
    throw new AppError('ConfigurationError', 'A trusted key is not of the form ed25519:…', {
      hint: '`code-scout snapshot keygen` prints the line to list.',
    });
  return publicKeyOf(lazyCrypto().createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }));
}

function publicKeyOf(key: KeyObject): PublicKey {
  const x = String(key.export({ format: 'jwk' }).x);
  return { key, text: `ed25519:${x}`, id: sha256(Buffer.from(x, 'base64url')).slice(0, 32) };
}

/** A new key, and its PEM text. */
export function makeKey(): { pem: string; public: PublicKey } {
  const { privateKey, publicKey } = lazyCrypto().generateKeyPairSync('ed25519');
  return { pem: String(privateKey.export({ type: 'pkcs8', format: 'pem' })), public: publicKeyOf(publicKey) };
}

/** Throws a `ConfigurationError` whose message has nothing of the text. */
export function parseSigningKey(pem: string): SigningKey {
  const { createPrivateKey, createPublicKey } = lazyCrypto();
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw new AppError('ConfigurationError', 'The signing key is no PEM file of a secret key', {
      hint: '`code-scout snapshot keygen` makes one.',
    });
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new AppError('ConfigurationError', 'The signing key is none of Ed25519');
  return { key, public: publicKeyOf(createPublicKey(key)) };
}

export function signBytes({ key }: SigningKey, bytes: Uint8Array): Uint8Array {
  return lazyCrypto().sign(null, bytes, key);
}

export function isSignedBy({ key }: PublicKey, bytes: Uint8Array, signature: Uint8Array): boolean {
  return lazyCrypto().verify(null, bytes, key, signature);
}
