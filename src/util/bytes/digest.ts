/** SHA-256. */
import type { Hash } from 'node:crypto';
import { lazyCrypto } from '../lazy-module.ts';

/** In hexadecimal digits. */
export function sha256(data: string | Uint8Array): string {
  return lazyCrypto().hash('sha256', data, 'hex');
}

/** Of what comes in parts. */
export function beginSha256(): Hash {
  return lazyCrypto().createHash('sha256');
}
