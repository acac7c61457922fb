/**
 * Access tokens that an issuer has signed (JWT, RFC 9068), checked here without asking it.
 * Invariants: the signature is one of the algorithms that the administrator allows, by a key of the issuer that the administrator named: nothing in a token
 * says where a key is. Issuer, audience and times are checked always.
 */
import { errors, jwtVerify, type JWTPayload } from 'jose';
import { toAppError } from '../../model/error.ts';
import type { AccessScope } from './access.ts';
import { invalidToken, lacksScope, type Fault } from './challenge.ts';
import type { IssuerSettings } from './issuer-settings.ts';
import { KeyRing } from './key-ring.ts';
import { findKeysUrl, IssuerError, readJson } from './read-issuer.ts';

/** Whom a token names, and what for. */
export interface SignedSubject {
  kind: 'person' | 'robot';
  name: string;
  groups: readonly string[];
  scopes: ReadonlySet<AccessScope>;
}

export interface SignedTokensOptions extends Pick<
  IssuerSettings,
  'issuer' | 'audience' | 'keysUrl' | 'algorithms' | 'principalClaim' | 'groupsClaim'
> {
  /** Reads a document of the issuer; see `readJson`. */
  read?: (url: string) => Promise<unknown>;
  /** Monotonic (ms). */
  clock: () => number;
  /** The time (ms since 1970), which the times in tokens are compared with. */
  now: () => number;
}

/** How far the issuer's clock may be from ours (s). */
const toleranceSeconds = 10;
const maxName = 500;
const maxGroups = 1000;

export class SignedTokens {
  readonly #options: SignedTokensOptions;
  readonly #read: (url: string) => Promise<unknown>;
  readonly #keys: KeyRing;
  /** Found in the issuer's metadata. */
  #keysUrl: string | null = null;

  constructor(options: SignedTokensOptions) {
    this.#options = options;
    this.#read = options.read ?? readJson;
    this.#keys = new KeyRing({ clock: options.clock, read: () => this.#readKeys() });
  }

  /** Rejects with an `AppError` where the issuer's keys cannot be read. */
  async check(token: string): Promise<SignedSubject | Fault> {
    const { issuer, audience, algorithms, now } = this.#options;
    try {
      const { payload, protectedHeader } = await jwtVerify(token, this.#keys.keyOf, {
        ...{ issuer, audience, algorithms: [...algorithms] },
        requiredClaims: ['exp'],
        clockTolerance: toleranceSeconds,
        currentDate: new Date(now()),
      });
      // A token of another kind with the same audience, as an identity token or one for a logout, gives no access.
      if (!/^(?:(?:application\/)?at\+jwt|jwt)?$/i.test(protectedHeader.typ ?? '')) return invalidToken('The token is no access token'); // prettier-ignore
      return this.#subjectOf(payload);
    } catch (error) {
      if (error instanceof errors.JOSEError) return faultOf(error);
      throw toAppError(error);
    }
  }

  #subjectOf(payload: JWTPayload): SignedSubject | Fault {
    const { principalClaim, groupsClaim } = this.#options;
    const scopes = scopesOf(payload);
    if (scopes.size === 0) return lacksScope('read');
    const name = nameOf(payload[principalClaim]);
    if (name === null) return invalidToken('The token does not name its holder in the claim that this server reads');
    const groups = groupsClaim === null ? [] : listOf(payload[groupsClaim]).flatMap((one) => nameOf(one) ?? []);
    // A program that acts for itself (RFC 9068, 2.2).
    const kind = payload.sub !== undefined && payload.sub === payload['client_id'] ? 'robot' : 'person';
    return { kind, name, groups: groups.slice(0, maxGroups), scopes };
  }

  async #readKeys(): Promise<unknown> {
    const { issuer, keysUrl } = this.#options;
    const url = keysUrl ?? (this.#keysUrl ??= await findKeysUrl(issuer, this.#read));
    try {
      const keys = await this.#read(url);
      if (keys === null || !Array.isArray((keys as { keys?: unknown }).keys)) throw new IssuerError(url, 'has no keys there'); // prettier-ignore
      return keys;
    } catch (error) {
      // They may have another address now.
      this.#keysUrl = null;
      throw error;
    }
  }
}

function faultOf(error: errors.JOSEError): Fault {
  if (error instanceof errors.JWTExpired) return invalidToken('The token has expired');
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud') return invalidToken('The token is for another server'); // prettier-ignore
  return invalidToken('The token is not valid here');
}

/** A text that can be the name of a principal; null for anything else. */
function nameOf(value: unknown): string | null {
  return typeof value === 'string' && value.length > 0 && value.length <= maxName && value.isWellFormed() && !/[\0-\x1f\x7f]/.test(value) ? value : null; // prettier-ignore
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : typeof value === 'string' ? value.split(' ') : [];
}

/** Scopes are words in `scope` (RFC 8693, 4.2); some issuers have a list, or call it `scp`. */
function scopesOf(payload: JWTPayload): ReadonlySet<AccessScope> {
  const words = new Set([...listOf(payload['scope']), ...listOf(payload['scp'])]);
  const scopes: AccessScope[] = words.has('index') ? ['read', 'index'] : words.has('read') ? ['read'] : [];
  return new Set(words.has('admin') && scopes.length > 0 ? [...scopes, 'admin'] : scopes);
}
