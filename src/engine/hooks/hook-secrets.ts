/**
 * Who may send messages: whoever knows one of the secrets. Several are valid at once, so that one can be replaced without a gap.
 * Invariant: how long a comparison takes tells nothing about a secret.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hookSecretVariable, readEnvironment } from '../../config/environment.ts';
import { AppError } from '../../model/error.ts';

const minLength = 16;
const maxSecrets = 20;

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

export class HookSecrets {
  readonly #secrets: readonly string[];

  /** @param text a secret a line. Throws a `ConfigurationError` where there is none, or one is too short. */
  constructor(text: string, where: string) {
    this.#secrets = text.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== ''); // prettier-ignore
    if (this.#secrets.length > 0 && this.#secrets.length <= maxSecrets && this.#secrets.every(({ length }) => length >= minLength)) return; // prettier-ignore
    throw new AppError('ConfigurationError', `${where} has no usable secret`, {
      hint: `A line for each secret, at least ${minLength} characters, as \`openssl rand -hex 32\` makes them.`,
      details: {
        field: where,
        expected: `lines of at least ${minLength} characters`,
        received: 'a value that is not shown',
      },
    });
  }

  /** Whether a text that was sent is a secret. */
  isSecret(sent: string): boolean {
    const hashed = digest(sent);
    return this.#any((secret) => timingSafeEqual(digest(secret), hashed));
  }

  /** Whether a signature, in hexadecimal digits, is the HMAC-SHA-256 of a body. */
  isSignature(body: Uint8Array, sent: string): boolean {
    const signature = Buffer.from(sent, 'hex');
    return this.#any((secret) => {
      const expected = createHmac('sha256', secret).update(body).digest();
      return signature.length === expected.length && timingSafeEqual(expected, signature);
    });
  }

  /** All are compared, whichever fits. */
  #any(fits: (secret: string) => boolean): boolean {
    let found = false;
    for (const secret of this.#secrets) if (fits(secret)) found = true;
    return found;
  }
}

/** @param file null: from the environment. Throws a `ConfigurationError`. */
export function readHookSecrets(file: string | null): HookSecrets {
  const { hookSecret } = readEnvironment().team;
  if (file === null && hookSecret === null)
    throw new AppError('ConfigurationError', 'There is no secret by which messages of git hosts are known', {
      hint: `Name its file with --secret-file, or set ${hookSecretVariable}; \`openssl rand -hex 32\` makes one.`,
    });
  if (file === null) return new HookSecrets(hookSecret!, hookSecretVariable);
  try {
    return new HookSecrets(readFileSync(file, 'utf8'), file);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('FileSystemError', `The file of secrets ${file} cannot be read`, { cause: error });
  }
}
