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
/** How a signing token begins, before its key in base64: https://www.standardwebhooks.com, which GitLab follows. */
const signingPrefix = 'whsec_';
const minKeyBytes = 24;
/** Messages that were signed longer ago, or so long in the future, are refused (s). */
const maxSignedAgeS = 300;

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** A message with the time at which it was signed. */
export interface TimedMessage {
  id: string;
  /** Seconds since 1970, as they were sent. */
  signedAt: string;
  body: Uint8Array;
  /** `v1,BASE64`, several of them after spaces. */
  signatures: string;
}

export class HookSecrets {
  readonly #secrets: readonly string[];
  readonly #signingKeys: readonly Buffer[];
  readonly #nowMs: () => number;

  /** @param text a secret a line. Throws a `ConfigurationError` where there is none, or one is too short. */
  constructor(text: string, where: string, nowMs: () => number = Date.now) {
    const lines = text.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== ''); // prettier-ignore
    const signing = lines.filter((line) => line.startsWith(signingPrefix));
    const keys = signing.map((line) => keyOf(line));
    this.#secrets = lines.filter((line) => !line.startsWith(signingPrefix));
    this.#signingKeys = keys.filter((key) => key !== null);
    this.#nowMs = nowMs;
    const isUsable = lines.length > 0 && lines.length <= maxSecrets && this.#secrets.every(({ length }) => length >= minLength); // prettier-ignore
    if (isUsable && !keys.includes(null)) return;
    throw new AppError('ConfigurationError', `${where} has no usable secret`, {
      hint:
        `A line for each secret, at least ${minLength} characters, as \`openssl rand -hex 32\` makes them, ` +
        `or a signing token of GitLab, whole: ${signingPrefix} and its base64.`,
      details: {
        field: where,
        expected: `up to ${maxSecrets} lines of at least ${minLength} characters`,
        received: 'a value that is not shown',
      },
    });
  }

  get hasSigningTokens(): boolean {
    return this.#signingKeys.length > 0;
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

  /** Whether a message was signed by a signing token, a short time ago. */
  isSignedInTime({ id, signedAt, body, signatures }: TimedMessage): boolean {
    if (!this.isInTime(signedAt) || id.includes('.')) return false;
    const sent = signatures.split(' ').flatMap((one) => (one.startsWith('v1,') ? [Buffer.from(one.slice(3), 'base64')] : [])); // prettier-ignore
    return anyOf(this.#signingKeys, (key) => {
      const expected = createHmac('sha256', key).update(`${id}.${signedAt}.`).update(body).digest();
      return anyOf(sent, (signature) => signature.length === expected.length && timingSafeEqual(expected, signature));
    });
  }

  /** @param signedAt seconds since 1970 */
  isInTime(signedAt: string): boolean {
    return /^\d{1,12}$/.test(signedAt) && Math.abs(this.#nowMs() / 1000 - Number(signedAt)) <= maxSignedAgeS;
  }

  #any(fits: (secret: string) => boolean): boolean {
    return anyOf(this.#secrets, fits);
  }
}

/** All are compared, whichever fits. */
function anyOf<T>(all: readonly T[], fits: (one: T) => boolean): boolean {
  let found = false;
  for (const one of all) if (fits(one)) found = true;
  return found;
}

/** Null for what is no signing token. */
function keyOf(line: string): Buffer | null {
  const text = line.slice(signingPrefix.length);
  const key = Buffer.from(text, 'base64');
  return key.length >= minKeyBytes && /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? key : null;
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
