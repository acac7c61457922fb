/** SHA-256. */
import type { Hash } from 'node:crypto';
import { lateCrypto } from '../late-module.ts';

/** In hexadecimal digits. */
export function sha256(data: string | Uint8Array): string {
  return lateCrypto().hash('sha256', data, 'hex');
}

/** Of what comes in parts. */
export function beginSha256(): Hash {
  return lateCrypto().createHash('sha256');
}
