/** SHA-256. */
import type { Hash } from 'node:crypto';
import { lazyCrypto } from '../lazy-module.ts';

/** The digest of the data, in hexadecimal digits. */
export function sha256(data: string | Uint8Array): string {
  return lazyCrypto().hash('sha256', data, 'hex');
}

/** A digest of data that comes in parts. */
export function beginSha256(): Hash {
  return lazyCrypto().createHash('sha256');
}
