import { scryptSync, timingSafeEqual } from 'node:crypto';

export interface Customer {
  id: string;
  email: string;
  card: string;
  salt: string;
  passwordHash: Buffer;
}

const customers = new Map<string, Customer>();

/** The customer whose password this is; null where the address or the password is wrong. */
export function logIn(email: string, password: string): Customer | null {
  const customer = customers.get(email.toLowerCase());
  if (customer === undefined) return null;
  const hash = hashPassword(password, customer.salt);
  return timingSafeEqual(hash, customer.passwordHash) ? customer : null;
}

export function hashPassword(password: string, salt: string): Buffer {
  return scryptSync(password, salt, 32);
}
