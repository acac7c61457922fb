/** Chooses the token that clients must send: the user's, or a new one if other machines can reach the address. */
import { createHash, randomBytes } from 'node:crypto';
import { httpTokenVariable } from '../config/environment.ts';
import { AppError } from '../model/error.ts';
import { isLoopback } from './access.ts';

const minTokenLength = 16;

export interface ChosenToken {
  token: string | null;
  /** Whether the token was created here, so that it has to be shown to the user. */
  isNew: boolean;
}

export interface GivenToken {
  /** The token that the user gave, by the option that `field` names (`--token`). */
  given: string | undefined;
  field: string;
  /** The token of the environment, used if none is given. */
  variable: string | null;
}

/** The user's token; without one, null for a loopback address and a new token for any other. Throws `AppError` for an unusable token. */
export function chooseToken({ given, field, variable }: GivenToken, host: string): ChosenToken {
  const token = given ?? variable;
  if (token === null) {
    return isLoopback(host) ? { token, isNew: false } : { token: randomBytes(32).toString('base64url'), isNew: true };
  }
  if (/^[\x21-\x7e]+$/.test(token) && token.length >= minTokenLength) return { token, isNew: false };
  throw new AppError('ConfigurationError', 'The token is too short or has characters that a header cannot carry', {
    hint: `Give at least ${minTokenLength} printable ASCII characters without spaces, such as ${exampleToken()}`,
    details: {
      field: given === undefined ? httpTokenVariable : field,
      expected: `at least ${minTokenLength} printable ASCII characters`,
      received: 'a value that is not shown',
    },
  });
}

function exampleToken(): string {
  return createHash('sha256').update(randomBytes(32)).digest('hex');
}
