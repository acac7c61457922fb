/** The token that clients send: the user's, or a new one if the address can be reached from other machines. */
import { createHash, randomBytes } from 'node:crypto';
import { httpTokenVariable } from '../config/environment.ts';
import { AppError } from '../model/error.ts';
import { isLoopback } from './access.ts';

const shortestToken = 16;

export interface ChosenToken {
  token: string | null;
  /** Whether the token was created here, so that it has to be shown to the user. */
  made: boolean;
}

export interface GivenToken {
  /** By the user, named as the user calls it (`--token`). */
  given: string | undefined;
  field: string;
  /** Of the environment, where nothing is given. */
  variable: string | null;
}

/** The user's token. If there is none, and the address is not a loopback address, a new one. Throws `AppError`. */
export function chooseToken({ given, field, variable }: GivenToken, host: string): ChosenToken {
  const token = given ?? variable;
  if (token === null) {
    return isLoopback(host) ? { token, made: false } : { token: randomBytes(32).toString('base64url'), made: true };
  }
  if (/^[\x21-\x7e]+$/.test(token) && token.length >= shortestToken) return { token, made: false };
  throw new AppError('ConfigurationError', 'The token is too short or has characters that a header cannot carry', {
    hint: `Give at least ${shortestToken} printable ASCII characters without spaces, such as ${exampleToken()}`,
    details: {
      field: given === undefined ? httpTokenVariable : field,
      expected: `at least ${shortestToken} printable ASCII characters`,
      received: 'a value that is not shown',
    },
  });
}

function exampleToken(): string {
  return createHash('sha256').update(randomBytes(32)).digest('hex');
}
